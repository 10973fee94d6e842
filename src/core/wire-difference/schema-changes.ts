/** Compares two JSON Schemas of a tool and names every difference the way a reader would: `refund.amount`, number → string. */

import type { Json } from "../../contracts/primitives.ts";
import { isRecord, type JsonRecord, listOf, pointerToken, sortedJson } from "../wire/json.ts";

const VALUE_CAP = 200;

/** `subject`: the tool and the path of properties; `pointer`: RFC 6901, inside the schema. null: nothing on that side. */
export interface SchemaChange {
  readonly subject: string;
  readonly pointer: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** A value in at most 200 characters. */
export function shortJson(value: unknown): string {
  const text = typeof value === "string" ? value : sortedJson(value);
  return text.length <= VALUE_CAP
    ? text
    : `${text.slice(0, VALUE_CAP - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** What a property is, in a word or two. */
function typeWords(schema: unknown): string {
  if (!isRecord(schema)) return shortJson(schema);
  const { type } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return listOf(type).join(" or ");
  return schema["enum"] === undefined ? shortJson(schema) : `one of ${shortJson(schema["enum"])}`;
}

interface Place {
  readonly subject: string;
  readonly pointer: string;
}

function inside(place: Place, key: string | number, subject: string): Place {
  return { subject, pointer: place.pointer + pointerToken(key) };
}

function compareProperties(before: JsonRecord, after: JsonRecord, place: Place): SchemaChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const at = inside(place, name, `${place.subject}.${name}`);
    if (before[name] === undefined) return [{ ...at, from: null, to: typeWords(after[name]) }];
    if (after[name] === undefined) return [{ ...at, from: typeWords(before[name]), to: null }];
    return compareAt(before[name], after[name], at);
  });
}

/** `required` is a set: its order means nothing. */
function compareRequired(
  before: readonly unknown[],
  after: readonly unknown[],
  place: Place,
  owner: string,
): SchemaChange[] {
  const change = (name: unknown, from: string, to: string) => ({
    subject: `${owner}.${shortJson(name)}`,
    pointer: place.pointer,
    from,
    to,
  });
  return [
    ...after
      .filter((one) => !before.includes(one))
      .map((one) => change(one, "optional", "required")),
    ...before
      .filter((one) => !after.includes(one))
      .map((one) => change(one, "required", "optional")),
  ];
}

function compareMember(key: string, before: unknown, after: unknown, place: Place): SchemaChange[] {
  if (sortedJson(before) === sortedJson(after)) return [];
  const { subject } = place;
  const named = inside(place, key, `${subject} ${key}`);
  if (key === "properties" && isRecord(before) && isRecord(after)) {
    return compareProperties(before, after, inside(place, key, subject));
  }
  if (key === "required") {
    return compareRequired(listOf(before), listOf(after), inside(place, key, subject), subject);
  }
  if (key === "type") {
    const at = inside(place, key, subject);
    return [{ ...at, from: typeWords({ type: before }), to: typeWords({ type: after }) }];
  }
  if (key === "items") return compareAt(before, after, inside(place, key, `${subject}[]`));
  if (isRecord(before) && isRecord(after)) {
    return Object.keys({ ...before, ...after }).flatMap((inner) =>
      compareMember(inner, before[inner], after[inner], { ...named, subject }),
    );
  }
  return [
    {
      ...named,
      from: before === undefined ? null : shortJson(before),
      to: after === undefined ? null : shortJson(after),
    },
  ];
}

function compareAt(before: unknown, after: unknown, place: Place): SchemaChange[] {
  if (sortedJson(before) === sortedJson(after)) return [];
  if (isRecord(before) && isRecord(after)) {
    return Object.keys({ ...before, ...after }).flatMap((key) =>
      compareMember(key, before[key], after[key], place),
    );
  }
  return [
    {
      ...place,
      from: before === undefined ? null : shortJson(before),
      to: after === undefined ? null : shortJson(after),
    },
  ];
}

/**
 * Every difference between two schemas, deepest common place first found, in document order. Key order, the order of
 * `required` and absent against undefined mean nothing. `name` stands at the front of every subject.
 */
export function compareSchemas(name: string, before: Json, after: Json): SchemaChange[] {
  return compareAt(before, after, { subject: name, pointer: "" });
}
