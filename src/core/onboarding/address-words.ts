/** How a program is told to send its model calls to the gateway, in the words of its own SDK. */

/** One line an SDK; `argv` decides whose lines are shown first, so that a Python user reads Python. */
export function addressWords(argv: readonly string[]): string {
  const python = [
    'Python: OpenAI() takes OPENAI_BASE_URL by itself when no base_url is given; else OpenAI(base_url=os.environ["OPENAI_BASE_URL"])',
  ];
  const javascript = [
    "JavaScript: new OpenAI() takes OPENAI_BASE_URL by itself when no baseURL is given; else new OpenAI({ baseURL: process.env.OPENAI_BASE_URL })",
  ];
  const azure = [
    "Azure: AzureOpenAI takes AZURE_OPENAI_ENDPOINT and AZURE_OPENAI_API_KEY; give it no address of its own",
  ];
  const line = argv.join(" ");
  const lines = /\bpython|\.py\b|\buv\b|\bpoetry\b/.test(line)
    ? [...python, ...azure]
    : /\bnode\b|\bnpm\b|\.[cm]?[jt]s\b/.test(line)
      ? [...javascript, ...azure]
      : [...python, ...javascript, ...azure];
  return lines.map((one) => `\n    ${one}`).join("");
}
