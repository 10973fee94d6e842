/** `agent-lab.yaml` to a full matrix: each default the short form leaves out is written here, once. */
import type { MatrixFile, ShortForm } from "../../contracts/matrix.ts";

/** Paths that start with `shipped:` belong to Agent Lab itself and are found beside it, not in the project. */
export const shipped = "shipped:";

/** Expands the short form. `name` becomes the matrix's id. */
export function expandShortForm(short: ShortForm, name: string): MatrixFile {
  const models = short.models.map((model) =>
    model.includes("/") || model.endsWith(".yaml")
      ? model
      : `${shipped}config/models/${model}.yaml`,
  );
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
    tools: short.tools ?? `${shipped}config/tools/enterprise.yaml`,
    models,
    pricing: short.pricing ?? `${shipped}config/pricing/simulated-v1.yaml`,
    profile: short.profile ?? `${shipped}config/score-profiles/balanced-v1.yaml`,
    policy: short.policy ?? `${shipped}config/readiness-policies/pull-request.yaml`,
    repetitions: short.repetitions ?? (short.adapters === undefined ? 2 : 3),
    order: { design: "shuffle", seed: short.seed ?? "agent-lab" },
    budget: short.budget,
    on_exceed: "refuse",
    concurrency: 1,
    aa_control: false,
  };
}

function ownCandidate(short: ShortForm, role: "base" | "head"): MatrixFile["candidates"][number] {
  return {
    id: role,
    command: [...(short.agent ?? [])],
    ...(short.setup === undefined ? {} : { setup: [...short.setup] }),
    revision: role,
    role,
  };
}
