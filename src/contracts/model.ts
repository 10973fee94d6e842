/** A model contract: what may be asked, what may answer, and where. Keys and URLs are named, never written. */
import { z } from "zod";

import { count, identifier, schemaVersion } from "./primitives.ts";

export const wire = z.enum(["chat_completions", "responses", "embeddings"]);
export type Wire = z.infer<typeof wire>;
/** A wire that carries messages. */
export type ConversationWire = Exclude<Wire, "embeddings">;

const conversationWires: readonly Wire[] = ["chat_completions", "responses"];

/** A model of this role has vectors as its only answer: it speaks the embeddings wire without being told to. */
function speakByRole<T extends { role: string; wires: Wire[] }>(model: T): T {
  const unset = model.wires.join() === conversationWires.join();
  return model.role === "embeddings" && unset ? { ...model, wires: ["embeddings"] } : model;
}

const environmentName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,99}$/, "name an environment variable, like OPENAI_API_KEY")
  .regex(
    /^(?!(?:GITHUB|GH)_TOKEN$|ACTIONS_|INPUT_|RUNNER_)/,
    "this variable belongs to the job itself and is never sent to a model's address: hand the provider's own key over under another name",
  );

export const modelContract = z
  .strictObject({
    schema_version: schemaVersion.default(1),
    id: identifier,
    role: identifier.default("main"),
    provider: z.string().min(1).max(100),
    model: z.string().min(1).max(200),
    temperature: z.number().min(0).max(2).default(0),
    max_input_tokens: z.int().positive().default(32_000),
    max_output_tokens: z.int().positive().default(1_024),
    upstream: z.enum(["simulated", "live", "replay"]).default("simulated"),
    base_url_env: environmentName.optional(),
    api_key_env: environmentName.optional(),
    accepted_served_names: z.array(z.string()).default([]).meta({
      description:
        "Names the provider may answer with; the model's own name is always accepted; name-YYYY-MM-DD stands for that name with any day.",
    }),
    wires: z
      .array(wire)
      .min(1)
      .default([...conversationWires])
      .meta({ description: "A model of role embeddings has [embeddings] by default." }),
    pacing_ms: count.default(0),
    daily_quota: count.optional(),
  })
  .overwrite(speakByRole)
  .meta({ id: "model", title: "Agent Lab model contract" });
export type ModelContract = z.infer<typeof modelContract>;
