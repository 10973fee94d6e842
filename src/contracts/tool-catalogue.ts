/** Tools as versioned data: schema, side-effect class, permissions, and which built-in behaviour answers. */
import { z } from "zod";

import { identifier, jsonObject, schemaVersion, toolName } from "./primitives.ts";

export const sideEffectClass = z.enum(["pure", "read", "idempotent_write", "unsafe_write"]);
export type SideEffectClass = z.infer<typeof sideEffectClass>;

/**
 * What the host does when the tool is called; all deterministic over fixtures and the run's world.
 * `lookup`: fixture table by key. `search`: fixture rows that share words with the query, best first. `calculate`: + - * / ( ) arithmetic.
 * `append`: adds a record to a world list (an effect). `update`: sets fields of a world record (an effect).
 * `fail_first`: answers an error the first `times` calls, then behaves as `afterwards`.
 * `table`: the first row of the fixture whose `when` the arguments hold; it gives an `output` or an `error`.
 * `own`: the program runs its own tool once the host has accepted the call; track own only.
 */
export type Behaviour =
  | { kind: "lookup"; fixture: string; key: string }
  | { kind: "search"; fixture: string; fields: string[]; limit: number }
  | { kind: "calculate" }
  | { kind: "append"; collection: string; id_prefix: string }
  | { kind: "update"; collection: string; key: string }
  | { kind: "table"; fixture: string }
  | { kind: "own" }
  | { kind: "fail_first"; times: number; error: string; afterwards: Behaviour };
export const behaviour: z.ZodType<Behaviour> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("lookup"), fixture: identifier, key: z.string() }),
    z.strictObject({
      kind: z.literal("search"),
      fixture: identifier,
      fields: z.array(z.string()),
      limit: z.int().positive().default(5),
    }),
    z.strictObject({ kind: z.literal("calculate") }),
    z.strictObject({
      kind: z.literal("append"),
      collection: identifier,
      id_prefix: z.string().max(20),
    }),
    z.strictObject({ kind: z.literal("update"), collection: identifier, key: z.string() }),
    z.strictObject({ kind: z.literal("table"), fixture: identifier }),
    z.strictObject({ kind: z.literal("own") }),
    z.strictObject({
      kind: z.literal("fail_first"),
      times: z.int().positive(),
      error: z.string(),
      afterwards: behaviour,
    }),
  ]),
);

export const toolDefinition = z.strictObject({
  name: toolName,
  version: z.int().positive().default(1),
  description: z.string().min(1).max(2_000),
  input_schema: jsonObject.default({ type: "object" }),
  output_schema: jsonObject.optional(),
  side_effect_class: sideEffectClass,
  permissions: z.array(z.string().max(100)).default([]),
  idempotent: z.boolean().default(false),
  approval: z.enum(["none", "required"]).default("none"),
  reconcile: z.enum(["none", "by_key"]).default("none"),
  behaviour,
});
export type ToolDefinition = z.infer<typeof toolDefinition>;

export const toolCatalogue = z
  .strictObject({
    schema_version: schemaVersion.default(1),
    id: identifier,
    version: z.int().positive().default(1),
    tools: z.array(toolDefinition).max(200),
    tool_sets: z.record(identifier, z.array(toolName)).default({}),
  })
  .meta({ id: "tool-catalogue", title: "Agent Lab tool catalogue" });
export type ToolCatalogue = z.infer<typeof toolCatalogue>;
