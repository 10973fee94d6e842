/** A cell and the matrix execution it belongs to, with what a child is told about them. */
import type { CaseContract } from "../contracts/case.ts";
import type { RuntimeEvent } from "../contracts/event.ts";
import type { StartPayload } from "../contracts/frame.ts";
import type { Candidate } from "../contracts/matrix.ts";
import type { ModelContract } from "../contracts/model.ts";
import type { Block, Plan } from "../contracts/plan.ts";
import type { Digest } from "../contracts/primitives.ts";
import type { IsolationLevel } from "../contracts/readiness-policy.ts";
import type { ToolDefinition } from "../contracts/tool-catalogue.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { contractDigest, type FrozenContracts } from "../core/planning/bind-contracts.ts";
import type {
  ArtifactStore,
  Gateway,
  GatewaySession,
  Ledger,
  PreparedAdapter,
  Programs,
  Shell,
  Workers,
} from "../core/ports.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import type { ShardName } from "../core/shards/streams.ts";
import type { World } from "../core/world-port.ts";
import type { Company } from "./crew.ts";
import type { PricedModel } from "./model-gate.ts";

/** What of a plan one host runs: all of it, or a shard's blocks for a shard's money. */
export interface Share {
  readonly shard: ShardName | null;
  readonly blocks: readonly Block[];
  readonly budget_pico: bigint;
}

/** One execution of a plan, with everything it has open. */
export interface MatrixRun {
  readonly shell: Shell;
  readonly matrix_id: string;
  /** The stream this host writes about the matrix: the matrix's own, or its shard's. */
  readonly stream: string;
  readonly share: Share;
  readonly contracts: FrozenContracts;
  readonly plan: Plan;
  readonly plan_sha256: string;
  readonly model: ModelContract;
  /** Every model the candidates may ask, with its price today; `model` is the one that answers. */
  readonly prices: readonly PricedModel[];
  readonly upstream_kind: "simulated" | "live" | "test";
  readonly ledger: Ledger;
  readonly artifacts: ArtifactStore;
  readonly gateway: Gateway;
  readonly workers: Workers;
  readonly programs: Programs;
  readonly isolation: IsolationLevel;
  readonly redactor: Redactor;
  /** The world of one run, as it was left. */
  openWorld(cell: Pick<Cell, "run_id" | "case">): World;
  /** Unique to this process, and to each block it takes; part of every event id. */
  readonly writer: string;
  readonly company: Company;
}

export interface Cell {
  readonly run_id: string;
  readonly candidate: Candidate;
  readonly case: CaseContract;
  readonly block: Block;
  readonly position: number;
  readonly cap_pico: bigint;
}

/** The model an adapter is told to ask: its candidate's own where the model is the variable, else the matrix's. */
export function modelOf(
  { model, prices }: Pick<MatrixRun, "model" | "prices">,
  candidate: Candidate,
): ModelContract {
  const named = candidate.models?.[0];
  const known = prices.find(({ contract }) => contract.id === named);
  return known !== undefined && known.contract.role !== "embeddings" ? known.contract : model;
}

/** The models that a candidate may ask, each with its price; all of them where it names none. */
export function modelsFor(
  { prices }: Pick<MatrixRun, "prices">,
  candidate: Candidate,
): readonly PricedModel[] {
  const { models } = candidate;
  return prices.filter(({ contract }) => models === undefined || models.includes(contract.id));
}

/** A candidate's own system text, where the prompt is the variable, else the case's. */
export function systemText(cell: Cell): string {
  return cell.candidate.prompt?.system ?? cell.case.prompt.system;
}

/** `20261130T083911Z-d5c844.refund-approval.langgraph-js.3`: unique, sortable, and a reader can say what it is. */
export function nameRun(
  matrix_id: string,
  case_id: string,
  candidate: string,
  repetition: number,
): string {
  return `${matrix_id}.${case_id}.${candidate}.${repetition}`;
}

export function openingEvent(run: MatrixRun, cell: Cell): RuntimeEvent {
  const { contracts, plan } = run;
  const model = plan.track === "own" ? run.model : modelOf(run, cell.candidate);
  return {
    type: "job.created",
    matrix_id: run.matrix_id,
    plan_sha256: run.plan_sha256,
    candidate: cell.candidate.id,
    track: plan.track,
    case_id: cell.case.id,
    case_version: cell.case.version,
    case_sha256: contractDigest("case", cell.case),
    repetition: cell.block.repetition,
    block: cell.block.index,
    position: cell.position,
    model: model.model,
    model_provider: model.provider,
    upstream: run.upstream_kind,
    pricing_catalog: contracts.pricing.name,
    pricing_catalog_sha256: contractDigest("pricing_catalogue", contracts.pricing),
    currency: contracts.pricing.currency,
    concurrency: Math.max(plan.concurrency, run.company.atWork()),
    authorised_tools: [...cell.case.tools],
    limits: {
      model_calls: cell.case.limits.model_calls,
      tool_calls: cell.case.limits.tool_calls,
      cost_pico: cell.cap_pico.toString(),
      wall_ms: Math.round(cell.case.limits.wall_seconds * 1_000),
    },
  };
}

/** What a checkpoint is made under, and must be continued under: plan, case, candidate and what it was installed from. */
export function resumeContracts(
  run: Pick<MatrixRun, "plan_sha256">,
  cell: Pick<Cell, "candidate" | "case">,
  {
    framework,
    packages,
    lockfile_sha256,
  }: Pick<PreparedAdapter, "framework" | "packages" | "lockfile_sha256">,
): Digest {
  return digestDocument("resume-contracts", {
    plan_sha256: run.plan_sha256,
    case_sha256: contractDigest("case", cell.case),
    candidate: cell.candidate.id,
    framework,
    packages,
    lockfile_sha256,
  });
}

export function startPayload(
  run: MatrixRun,
  cell: Cell,
  tools: readonly ToolDefinition[],
  gateway: GatewaySession,
): StartPayload {
  const model = modelOf(run, cell.candidate);
  const { limits } = cell.case;
  return {
    run_id: cell.run_id,
    case: {
      id: cell.case.id,
      version: cell.case.version,
      system: systemText(cell),
      user: cell.case.prompt.user,
    },
    tools: tools.map(({ name, description, input_schema }) => ({
      name,
      description,
      input_schema,
    })),
    model: {
      name: model.model,
      temperature: model.temperature,
      max_output_tokens: model.max_output_tokens,
      wire: model.wires.find((wire) => wire !== "embeddings") ?? "chat_completions",
    },
    gateway: { base_url: gateway.base_url, token: gateway.token },
    limits: {
      model_calls: limits.model_calls,
      tool_calls: limits.tool_calls,
      wall_seconds: limits.wall_seconds,
    },
    checkpoint: null,
  };
}

/** Nothing of the host's environment but PATH and the language; telemetry and tracing exporters off. */
export function workerEnvironment(
  shell: Shell,
  home: string,
  adapter: PreparedAdapter,
): Record<string, string> {
  return {
    PATH: shell.environment("PATH") ?? "",
    LANG: shell.environment("LANG") ?? "C.UTF-8",
    ...(shell.environment("SystemRoot") === undefined
      ? {}
      : { SystemRoot: shell.environment("SystemRoot") ?? "" }),
    HOME: home,
    TMPDIR: home,
    TEMP: home,
    NO_COLOR: "1",
    NO_PROXY: "127.0.0.1,localhost",
    AGENT_LAB_FRAMEWORK_FROM: adapter.framework_from,
    OPENAI_AGENTS_DISABLE_TRACING: "1",
    LANGSMITH_TRACING: "false",
    LANGCHAIN_TRACING_V2: "false",
    OTEL_SDK_DISABLED: "true",
    DISABLE_TELEMETRY: "1",
    DO_NOT_TRACK: "1",
  };
}
