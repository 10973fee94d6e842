/** Redacts the strings inside JSON values: what an escape hid in the text of a document is plain here. */

import type { Redactor } from "./redactor.ts";

/**
 * A copy of plain JSON data without secrets, in its keys too; the value itself when it holds none. Members that JSON
 * can't hold are lost only in a copy.
 */
export function redactValue<T>(redactor: Redactor, value: T): T {
  let hits = 0;
  const clean = (text: string): string => {
    const redacted = redactor.redactText(text);
    if (redacted !== text) hits += 1;
    return redacted;
  };
  const copy: T = JSON.parse(JSON.stringify(value), (_key, member: unknown) => {
    if (typeof member === "string") return clean(member);
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    const entries = Object.entries(member);
    const renamed = entries.map(([name, inner]): [string, unknown] => [clean(name), inner]);
    return renamed.every(([name], at) => name === entries[at]?.[0])
      ? member
      : Object.fromEntries(renamed);
  });
  return hits === 0 ? value : copy;
}
