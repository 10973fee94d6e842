/** What a program of the user's own says about its tools, over HTTP, and what the host answers: one JSON object each way. */
import { z } from "zod";

import { json } from "./primitives.ts";

const operation = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: "The host's name for one call; the settlement repeats it." });

/** `POST $AGENT_LAB_TOOLS_URL/intent`: said before a tool runs. */
export const toolIntent = z
  .strictObject({
    name: z.string().min(1).max(200),
    arguments: json,
    idempotency_key: z.string().min(1).max(100).optional().meta({
      description:
        "Equal for every try of one action; without it the host makes one of the tool, the arguments and how often they were sent, so each intent is an action of its own.",
    }),
    tool_call_id: z.string().max(200).optional().meta({
      description: "The model's id of the call, where the program knows it.",
    }),
  })
  .meta({ id: "tool-intent", title: "What a program says before it runs a tool" });
export type ToolIntent = z.infer<typeof toolIntent>;

/** The answer to an intent. */
export const toolReply = z
  .discriminatedUnion("do", [
    z
      .strictObject({ do: z.literal("run"), operation_id: operation })
      .meta({ description: "Run the tool now, then send its settlement." }),
    z
      .strictObject({
        do: z.literal("use"),
        operation_id: operation,
        output: z.string(),
        is_error: z.boolean(),
      })
      .meta({
        description: "Don't run it: this is its answer, from a fixture or from an earlier try.",
      }),
    z
      .strictObject({
        do: z.literal("refuse"),
        operation_id: operation,
        code: z.string().min(1).max(100),
        message: z.string().max(2_000),
      })
      .meta({ description: "Don't run it; the message is for the model." }),
  ])
  .meta({ id: "tool-reply", title: "What the host answers to a tool intent" });
export type ToolReply = z.infer<typeof toolReply>;

/** `POST $AGENT_LAB_TOOLS_URL/settlement`: said once the tool has run. Answered by `{"ok": true}`, or 409. */
export const toolSettlement = z
  .strictObject({
    operation_id: operation,
    output: z.string().meta({ description: "What the tool gave, as text; JSON where it is data." }),
    is_error: z.boolean(),
  })
  .meta({ id: "tool-settlement", title: "What a program says after it ran a tool" });
export type ToolSettlement = z.infer<typeof toolSettlement>;
