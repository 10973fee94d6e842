/** Words of other people's choosing as YAML that reads back as the same text. */

const plain = /^[A-Za-z_./-][\w./=+-]*$/;
const otherwise = /^(true|false|null|yes|no|on|off|y|n|-+|\.+|\.inf|\.nan|-.*:)$/i;

/** Plain where that is safe in a flow list of the core schema, else double quoted (JSON text is YAML text). */
export function yamlWord(word: string): string {
  return plain.test(word) && !otherwise.test(word) && !/^[-.]?\d/.test(word)
    ? word
    : JSON.stringify(word);
}

export function yamlList(words: readonly string[]): string {
  return `[${words.map(yamlWord).join(", ")}]`;
}
