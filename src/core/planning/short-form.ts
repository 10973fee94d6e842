/** `agent-lab.yaml` to a full matrix: each default the short form leaves out is written here, once. */
import type { MatrixFile, ShortForm } from "../../contracts/matrix.ts";

/** Paths that start with `shipped:` belong to Agent Lab itself and are found beside it, not in the project. */
export const shipped = "shipped:";

const simulatedPrices = `${shipped}config/pricing/simulated-v1.yaml`;
/** The newest dated snapshot of public prices that ships. */
const publicPrices = `${shipped}config/pricing/public-2026-09-23.yaml`;

/** A program's own tools are its own: no name in a catalogue of ours may stand for one of them. */
export function defaultTools(track: MatrixFile["track"]): string {
  return `${shipped}config/tools/${track === "own" ? "none" : "enterprise"}.yaml`;
}

/** Expands the short form. `name` becomes the matrix's id. */
export function expandShortForm(short: ShortForm, name: string): MatrixFile {
  const models = short.models.map((model) => expandModel(model));
  const simulated = short.models.every((model) => model === "simulated");
  return {
    schema_version: 1,
    id: name,
    variable: short.adapters === undefined ? "revision" : "framework",
    track: short.adapters === undefined ? "own" : "controlled",
    candidates:
      short.adapters === undefined
        ? [ownCandidate(short, "base"), ownCandidate(short, "head")]
        : short.adapters.map((adapter) => ({ id: adapter, adapter, role: "member" as const })),
    cases: typeof short.cases === "string" ? [short.cases] : [...short.cases],
    tools: short.tools ?? defaultTools(short.adapters === undefined ? "own" : "controlled"),
    models,
    pricing: short.pricing ?? (simulated ? simulatedPrices : publicPrices),
    profile: short.profile ?? `${shipped}config/score-profiles/balanced-v1.yaml`,
    policy: short.policy ?? `${shipped}config/readiness-policies/pull-request.yaml`,
    repetitions: short.repetitions ?? (short.adapters === undefined ? 2 : 3),
    order: { design: "shuffle", seed: short.seed ?? "agent-lab" },
    budget: short.budget,
    on_exceed: short.adapters === undefined ? "stop_at_block" : "refuse",
    concurrency: 1,
    aa_control: false,
  };
}

function ownCandidate(short: ShortForm, role: "base" | "head"): MatrixFile["candidates"][number] {
  return {
    id: role,
    command: [...(short.agent ?? [])],
    ...(short.setup === undefined ? {} : { setup: [...short.setup] }),
    ...(short.reset === undefined ? {} : { reset: [...short.reset] }),
    ...(short.snapshot === undefined ? {} : { snapshot: [...short.snapshot] }),
    ...(short.env === undefined ? {} : { env: short.env }),
    output: short.output ?? { take: "last_line" },
    revision: role,
    role,
  };
}

/** `simulated`, a path, or a provider's model name: the name alone stands for a live contract with the usual variables. */
function expandModel(model: string): MatrixFile["models"][number] {
  if (model === "simulated") return `${shipped}config/models/simulated.yaml`;
  if (model.endsWith(".yaml")) return model;
  const embeddings = /embed/i.test(model);
  const id = model
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 63);
  return {
    schema_version: 1,
    id,
    role: embeddings ? "embeddings" : "main",
    provider: "openai",
    model,
    temperature: 0,
    max_input_tokens: 32_000,
    max_output_tokens: 16_384,
    upstream: "live",
    base_url_env: "OPENAI_BASE_URL",
    api_key_env: "OPENAI_API_KEY",
    accepted_served_names: [`${model}-YYYY-MM-DD`],
    wires: embeddings ? ["embeddings"] : ["chat_completions", "responses"],
    pacing_ms: 0,
  };
}
