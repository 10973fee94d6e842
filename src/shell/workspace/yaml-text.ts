/** YAML text to plain data with every limit checked before the expensive step; positions are kept for messages. */
import {
  Document,
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  Parser,
  parseDocument,
  visit,
  type CST,
} from "yaml";

import type { Fault } from "../../contracts/fault.ts";

export const yamlLimits = { bytes: 65_536, keys: 500, depth: 32 } as const;

export interface Position {
  readonly line: number;
  readonly column: number;
}
export type ParsedYaml =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly locate: (path: readonly PropertyKey[]) => Position;
    }
  | { readonly ok: false; readonly faults: readonly [Fault, ...Fault[]] };

/** Parses one YAML document: core schema, no aliases, anchors, tags or duplicate keys; warnings are errors. */
export function parseYaml(
  text: string,
  file: string,
  limit: number = yamlLimits.bytes,
): ParsedYaml {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > limit)
    return refuse(
      "yaml_too_large",
      `${file} has ${bytes} bytes; ${limit} is the limit`,
      file,
      "Move long texts and fixtures into files of their own: {file: path}.",
    );
  const shape = checkTokens(text, file, new LineCounter());
  if (shape !== null) return { ok: false, faults: [shape] };
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    schema: "core",
    stringKeys: true,
    uniqueKeys: true,
    strict: true,
    prettyErrors: false,
  });
  const trouble = [...document.errors, ...document.warnings][0];
  if (trouble?.code === "TAG_RESOLVE_FAILED")
    return refuse(
      "yaml_tag",
      firstLine(trouble.message),
      at(file, counter, trouble.pos[0]),
      "Remove the tag: contracts hold plain data, never code.",
    );
  if (trouble !== undefined)
    return refuse(
      "yaml_syntax",
      firstLine(trouble.message),
      at(file, counter, trouble.pos[0]),
      "Correct the YAML at this place.",
    );
  const forbidden = checkNodes(document, file, counter);
  if (forbidden !== null) return { ok: false, faults: [forbidden] };
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  return { ok: true, value, locate: (path) => locate(document, path, counter) };
}

/** Counts keys and depth on the token tree, because composing a map of many keys is quadratic. */
function checkTokens(text: string, file: string, counter: LineCounter): Fault | null {
  let found: Fault | null = null;
  const walk = (token: CST.Token | undefined | null, depth: number): void => {
    if (found !== null || token === undefined || token === null) return;
    if (depth > yamlLimits.depth) {
      found = fault(
        "yaml_too_deep",
        `nested deeper than ${yamlLimits.depth} levels`,
        at(file, counter, token.offset),
        "Flatten the document.",
      );
      return;
    }
    if (token.type === "alias") {
      found = fault(
        "yaml_alias",
        "aliases (*name) are not allowed",
        at(file, counter, token.offset),
        "Write the value out where it is used.",
      );
      return;
    }
    if (token.type === "document") walk(token.value, depth + 1);
    if (
      token.type !== "block-map" &&
      token.type !== "block-seq" &&
      token.type !== "flow-collection"
    )
      return;
    if (isMapToken(token) && countEntries(token) > yamlLimits.keys) {
      found = fault(
        "yaml_too_many_keys",
        `more than ${yamlLimits.keys} entries in one map`,
        at(file, counter, token.offset),
        "Move the data into a fixture file.",
      );
      return;
    }
    for (const item of token.items) {
      walk(item.key, depth + 1);
      walk(item.value, depth + 1);
    }
  };
  for (const token of new Parser(counter.addNewLine).parse(text)) walk(token, 0);
  return found;
}

function isMapToken(token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection): boolean {
  if (token.type === "flow-collection") return token.start.source === "{";
  return token.type === "block-map";
}

/** Comments and a trailing comma are items of the token too, without being entries. */
function countEntries(token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection): number {
  return token.items.filter(
    (item) => item.key !== undefined || item.sep !== undefined || item.value !== undefined,
  ).length;
}

function checkNodes(document: Document.Parsed, file: string, counter: LineCounter): Fault | null {
  let found: Fault | null = null;
  visit(document, {
    Node: (place, node) => {
      const offset = node.range?.[0] ?? 0;
      const anchored = !isAlias(node) && node.anchor !== undefined;
      if (anchored || isAlias(node)) {
        found = fault(
          "yaml_alias",
          "anchors and aliases are not allowed",
          at(file, counter, offset),
          "Write the value out where it is used.",
        );
        return visit.BREAK;
      }
      if (node.tag !== undefined) {
        found = fault(
          "yaml_tag",
          `the tag ${node.tag} is not allowed`,
          at(file, counter, offset),
          "Remove the tag: contracts hold plain data, never code.",
        );
        return visit.BREAK;
      }
      if (isScalar(node) && typeof node.value === "string") {
        const reason = textFault(node.value, place === "key");
        if (reason !== null) {
          found = fault(
            "yaml_text",
            reason,
            at(file, counter, offset),
            "Write other text here; it could not be kept as it is.",
          );
          return visit.BREAK;
        }
      }
      if (isScalar(node) && typeof node.value === "number") {
        const reason = numberFault(node.value, node.source ?? String(node.value));
        if (reason !== null) {
          found = fault(
            "yaml_number",
            reason,
            at(file, counter, offset),
            "Quote the number, or write fewer digits.",
          );
          return visit.BREAK;
        }
      }
      return undefined;
    },
  });
  return found;
}

function textFault(value: string, isKey: boolean): string | null {
  if (isKey && value === "__proto__") return "__proto__ is not a name that data may have";
  return value.isWellFormed() ? null : "this text holds half of a surrogate pair";
}

/** A decimal of at most 15 significant digits survives a double unchanged, so its text can be trusted later. */
function numberFault(value: number, source: string): string | null {
  if (!Number.isFinite(value)) return `${source} is not a finite number`;
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return `${source} is too large to be kept exactly`;
  const digits =
    source
      .toLowerCase()
      .split("e")[0]
      ?.replace(/^[-+]?0*\.?0*|\./g, "") ?? "";
  if (digits !== "" && Math.abs(value) < smallestExact) {
    if (/[1-9]/.test(digits)) return `${source} is too small to be kept exactly`;
  }
  const whole = /^[-+]?\d+$|^0[ox]/.test(source);
  return digits.length > 15 && !whole ? `${source} has more digits than can be kept exactly` : null;
}

/** The smallest normal double: below it digits are lost, down to 0. */
const smallestExact = 2 ** -1022;

function locate(
  document: Document.Parsed,
  path: readonly PropertyKey[],
  counter: LineCounter,
): Position {
  for (let length = path.length; length >= 0; length--) {
    const steps = path.slice(0, length);
    const last = steps.at(-1);
    const parent =
      steps.length === 0 ? document.contents : document.getIn(steps.slice(0, -1), true);
    if (isMap(parent) && last !== undefined) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === last);
      const key = pair?.key;
      if (isScalar(key) && key.range) return position(counter, key.range[0]);
    }
    const node = document.getIn(steps, true);
    if (isNodeWithRange(node)) return position(counter, node.range[0]);
  }
  return { line: 1, column: 1 };
}

function isNodeWithRange(
  node: unknown,
): node is { readonly range: readonly [number, number, number] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}

function position(counter: LineCounter, offset: number): Position {
  const { line, col } = counter.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function at(file: string, counter: LineCounter, offset: number): string {
  const { line, column } = position(counter, offset);
  return `${file}:${line}:${column}`;
}

function firstLine(message: string): string {
  return message.split("\n")[0] ?? message;
}

function fault(code: string, message: string, where: string, fix: string): Fault {
  return { code, message, where, fix };
}

function refuse(code: string, message: string, where: string, fix: string): ParsedYaml {
  return { ok: false, faults: [fault(code, message, where, fix)] };
}
