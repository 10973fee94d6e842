/** One value has one text: RFC 8785 (JSON Canonicalization Scheme) over a stricter set of inputs than the RFC's. */

/** Levels of arrays and objects; deeper input is refused. */
export const maximumDepth = 64;

export type CanonicalOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly pointer: string; readonly message: string };

type Fault = Extract<CanonicalOutcome, { ok: false }>;

/**
 * The RFC 8785 text of a plain JSON value, or why there is none and where (a JSON Pointer, RFC 6901; "" is the whole value).
 * Stricter than the RFC: integers beyond 2^53-1, more than 64 levels and anything JSON.parse could not have
 * made (undefined, functions, dates, sparse arrays, symbols) are refused instead of dropped or rounded.
 */
export function tryCanonicalJson(value: unknown): CanonicalOutcome {
  const text = writePlainly(value, 0);
  return text === undefined ? write(value, "", 0) : accept(text);
}

/** As `tryCanonicalJson`, for values that our own code made: throws a TypeError that names the pointer. */
export function canonicalJson(value: unknown): string {
  const outcome = tryCanonicalJson(value);
  if (outcome.ok) return outcome.text;
  throw new TypeError(outcome.message);
}

/**
 * The same text for the values that have one, without a pointer at hand: most of them do, and every event is written
 * several times in its life. Undefined where `write` has to say what is wrong, and never a text that it would refuse.
 */
function writePlainly(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? JSON.stringify(value) : undefined;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return undefined;
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : `${value}`;
  }
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value !== "object" || depth >= maximumDepth) return undefined;
  return Array.isArray(value) ? writeItems(value, depth + 1) : writeMembers(value, depth + 1);
}

function writeItems(value: readonly unknown[], depth: number): string | undefined {
  if (Object.keys(value).length !== value.length) return undefined;
  let text = "";
  for (const one of value) {
    const part = writePlainly(one, depth);
    if (part === undefined) return undefined;
    text += text === "" ? part : `,${part}`;
  }
  return `[${text}]`;
}

function writeMembers(value: object, depth: number): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  if (Object.getOwnPropertySymbols(value).length > 0) return undefined;
  const members: [string, unknown][] = Object.entries(value);
  members.sort(([left], [right]) => byCodeUnit(left, right));
  let text = "";
  for (const [key, member] of members) {
    const part = writePlainly(member, depth);
    if (part === undefined || !key.isWellFormed()) return undefined;
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${part}`;
  }
  return `{${text}}`;
}

function write(value: unknown, pointer: string, depth: number): CanonicalOutcome {
  switch (typeof value) {
    case "boolean":
      return accept(value ? "true" : "false");
    case "number":
      return writeNumber(value, pointer);
    case "string":
      return writeString(value, pointer);
    case "object":
      if (value === null) return accept("null");
      if (depth >= maximumDepth)
        return refuse(pointer, `is nested deeper than ${maximumDepth} levels`);
      return Array.isArray(value)
        ? writeArray(value, pointer, depth + 1)
        : writeObject(value, pointer, depth + 1);
    case "undefined":
    case "bigint":
    case "symbol":
    case "function":
      return refuse(pointer, `is a ${typeof value}, which JSON cannot hold`);
  }
}

/** RFC 8785 §3.2.2.3: ECMAScript's own shortest round-trip form; -0 prints as 0. */
function writeNumber(value: number, pointer: string): CanonicalOutcome {
  if (!Number.isFinite(value)) return refuse(pointer, `is ${value}, which JSON cannot hold`);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return refuse(pointer, `is the integer ${value}, beyond 2^53-1: write it as a string`);
  return accept(String(value === 0 ? 0 : value));
}

function writeString(value: string, pointer: string): CanonicalOutcome {
  if (!value.isWellFormed())
    return refuse(pointer, "holds a lone surrogate, which has no UTF-8 form");
  return accept(JSON.stringify(value));
}

function writeArray(value: readonly unknown[], pointer: string, depth: number): CanonicalOutcome {
  const parts: string[] = [];
  for (let index = 0; index < value.length; index += 1) {
    const at = `${pointer}/${index}`;
    if (!Object.hasOwn(value, index)) return refuse(at, "is a hole in a sparse array");
    const part = write(value[index], at, depth);
    if (!part.ok) return part;
    parts.push(part.text);
  }
  if (Object.keys(value).length !== value.length)
    return refuse(pointer, "is an array with named properties, which JSON cannot hold");
  return accept(`[${parts.join(",")}]`);
}

/** RFC 8785 §3.2.3: keys in the order of their UTF-16 code units, which is what `<` compares. */
function writeObject(value: object, pointer: string, depth: number): CanonicalOutcome {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return refuse(pointer, "is an object of a class: only plain objects are JSON");
  if (Object.getOwnPropertySymbols(value).length > 0)
    return refuse(pointer, "has a symbol as a key, which JSON cannot hold");
  const members = new Map<string, unknown>(Object.entries(value));
  const parts: string[] = [];
  for (const key of [...members.keys()].toSorted(byCodeUnit)) {
    const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const name = writeString(key, at);
    if (!name.ok) return name;
    const part = write(members.get(key), at, depth);
    if (!part.ok) return part;
    parts.push(`${name.text}:${part.text}`);
  }
  return accept(`{${parts.join(",")}}`);
}

function byCodeUnit(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function accept(text: string): CanonicalOutcome {
  return { ok: true, text };
}

function refuse(pointer: string, why: string): Fault {
  const where = pointer === "" ? "the value" : `the value at ${pointer.toWellFormed()}`;
  return { ok: false, pointer, message: `No canonical JSON: ${where} ${why}.` };
}
