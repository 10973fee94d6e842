/** The small shapes every contract is made of: identifiers, digests, money, times, stated absence. */
import { z } from "zod";

export const identifier = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "use lower-case letters, digits and hyphens (63 at most)")
  .meta({
    description: "A name in lower-case letters, digits and hyphens, 63 characters at most.",
  });

export const toolName = z
  .string()
  .regex(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/, "use letters, digits, _ and - (64 at most)")
  .meta({ description: "A tool's name as the model sees it." });

export const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, "a digest is sha256: and 64 hex digits")
  .meta({
    description: "sha256:<hex> over a domain tag and RFC 8785 bytes, or over a file's bytes.",
  });
export type Digest = string;

export const timestamp = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    "use UTC with milliseconds: 2026-11-30T08:39:11.000Z",
  )
  .meta({ description: "UTC with milliseconds. Informational: order never depends on it." });

export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "use YYYY-MM-DD")
  .meta({ description: "A calendar day, UTC." });

/** Pico-units of a currency (1 USD = 10^12 pico) as a decimal integer string. */
export const pico = z
  .string()
  .regex(/^(0|[1-9]\d{0,29})$/, "pico-units are a whole number in a string")
  .meta({
    description: "Money: whole pico-units (10^-12) of the catalogue's currency, as a string.",
  });

/** A decimal amount as people write it. Kept as text, so that no binary fraction ever touches money. */
export const decimal = z
  .union([
    z.number().nonnegative(),
    z.string().regex(/^\d{1,15}(\.\d{1,12})?$/, "use a decimal like 0.15"),
  ])
  .refine((value) => typeof value === "string" || isExactInPico(value), {
    message: "use fifteen digits before the point and twelve after it at most, like 0.15",
  })
  .transform(String)
  .meta({ description: "A decimal amount, exact: 0.15. Twelve decimals at most." });

/** Whether a number's own decimal text, exponent and all, is a whole number of pico-units. */
function isExactInPico(value: number): boolean {
  const [digits = "", exponent = "0"] = String(value).split("e");
  const decimals = (digits.split(".")[1]?.length ?? 0) - Number(exponent);
  return value < 1e15 && decimals <= 12;
}

/** `5 USD`, `0.05 USD`. */
export const amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,12})? [A-Z]{3}$/, "write an amount with its currency: 5 USD")
  .meta({ description: "An amount with its currency: 5 USD." });

/** Absence is stated: a reason stands where a value would, never 0, NaN or "". */
export const missing = z
  .strictObject({ missing: z.string().min(1).max(300) })
  .meta({ description: "A value that is not there, with the reason." });
export type Missing = z.infer<typeof missing>;

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };
export const json: z.ZodType<Json> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.number(),
    z.string(),
    z.array(json),
    z.record(z.string(), json),
  ]),
);
export const jsonObject = z.record(z.string(), json);
export type JsonObject = z.infer<typeof jsonObject>;

export const count = z.int().nonnegative();
export const schemaVersion = z
  .literal(1)
  .meta({ description: "The version of this document's format." });

/** A reference to a content-addressed file: the digest is of the bytes, the size is in bytes. */
export const artifactRef = z.strictObject({
  sha256: digest,
  size: count,
  media_type: z.string().max(100),
  role: z.enum([
    "model_request",
    "model_response",
    "final_output",
    "checkpoint",
    "adapter_log",
    "plan",
    "contract",
  ]),
});
export type ArtifactRef = z.infer<typeof artifactRef>;
