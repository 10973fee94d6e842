/** From a stored matrix to its verdict: contracts read back from its folder, views written beside it. */
import { caseContract } from "../contracts/case.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { ContractKind } from "../contracts/plan.ts";
import { pricingCatalogue } from "../contracts/pricing.ts";
import { readinessPolicy } from "../contracts/readiness-policy.ts";
import { rubric } from "../contracts/rubric.ts";
import { scoreProfile } from "../contracts/score-profile.ts";
import { toolCatalogue, type ToolCatalogue } from "../contracts/tool-catalogue.ts";
import { contractDigest } from "../core/planning/bind-contracts.ts";
import type { Ledger, Shell } from "../core/ports.ts";
import { renderHtml } from "../core/report/html.ts";
import { renderMarkdown } from "../core/report/markdown.ts";
import { renderTerminal } from "../core/report/terminal.ts";
import type { Section } from "../core/report/view-model.ts";
import { reportView, type ReportInput } from "../core/report/view.ts";
import { decodeRequests, keptRequests } from "../core/runs/decode-requests.ts";
import type { ComparisonRefusal } from "../core/scoring/lineage.ts";
import type { DigestedResult } from "../core/scoring/observation.ts";
import { matrixEvents } from "../core/shards/streams.ts";
import type { MatrixEvidence, MatrixVerdict } from "../core/verdict/decide-matrix.ts";
import type { CanonicalRequest } from "../core/wire/request.ts";
import { readDocument, serialise, type Format, type StoredMatrix } from "./load-matrix.ts";
import { orOtherVersion } from "./other-version.ts";

export interface StoredEvidence extends MatrixEvidence {
  readonly catalogue: ToolCatalogue;
  readonly results: readonly DigestedResult[];
}

/** Reads the contracts a stored matrix is bound to and joins them with its runs and its stream. */
export async function gatherEvidence(
  shell: Shell,
  stored: StoredMatrix,
  ledger: Ledger,
): Promise<Outcome<StoredEvidence>> {
  const faults: Fault[] = [];
  const read = <T>(kind: ContractKind, format: Format<T>): T[] =>
    stored.plan.contracts
      .filter((bound) => bound.kind === kind)
      .flatMap((bound) => {
        const document = readDocument(stored.folder, bound.path, format);
        if (!document.ok)
          faults.push(
            ...orOtherVersion(
              stored.folder,
              bound.path,
              document,
              (one) => contractDigest(kind, one) === bound.digest,
            ).faults,
          );
        else if (contractDigest(kind, document.value) === bound.digest) return [document.value];
        else
          faults.push({
            code: "contract_changed",
            message: `${bound.path} is not the contract that the plan of matrix ${stored.folder.matrix_id} binds: it was changed afterwards`,
            where: stored.folder.locate(bound.path),
            fix: "Restore the file from the evidence bundle, or run it again with --new.",
          });
        return [];
      });
  // Nothing is decided from these two; the bundle carries them.
  read("matrix", asWritten);
  read("model", asWritten);
  const cases = read("case", caseContract);
  const [catalogue] = read("tool_catalogue", toolCatalogue);
  const [pricing] = read("pricing_catalogue", pricingCatalogue);
  const [profile] = read("score_profile", scoreProfile);
  const [policy] = read("readiness_policy", readinessPolicy);
  const [judged] = read("rubric", rubric);
  const [first, ...rest] = faults;
  if (first !== undefined || !catalogue || !pricing || !profile || !policy)
    return {
      ok: false,
      faults: [
        first ?? {
          code: "contract_missing",
          message: "the plan binds no pricing, profile, policy or tools",
          where: stored.folder.path,
          fix: "Run it again.",
        },
        ...rest,
      ],
    };
  const requests = await readRequests(shell, stored);
  if (!requests.ok) return requests;
  return {
    ok: true,
    value: {
      ...(requests.value === null ? {} : { requests: requests.value }),
      matrix_id: stored.folder.matrix_id,
      plan: stored.plan,
      plan_sha256: stored.plan_sha256,
      preflight: stored.preflight,
      results: stored.runs,
      stream: matrixEvents(ledger, stored.folder.matrix_id),
      cases,
      catalogue,
      profile,
      pricing,
      policy,
      ...(judged === undefined ? {} : { rubric: judged }),
    },
  };
}

const asWritten: Format<unknown> = {
  safeParse: (value) => ({ success: true, data: value }),
};

/** A pull request's runs are compared by what they sent, read back from their artifacts; null for any other matrix. */
async function readRequests(
  shell: Shell,
  { plan, folder, runs }: StoredMatrix,
): Promise<Outcome<ReadonlyMap<string, readonly CanonicalRequest[]> | null>> {
  if (plan.variable !== "revision") return { ok: true, value: null };
  const artifacts = shell.openArtifacts(folder.locate("artifacts"));
  const requests = new Map<string, readonly CanonicalRequest[]>();
  for (const { result } of runs) {
    const bodies = new Map<string, Uint8Array>();
    for (const call of keptRequests(result)) {
      const bytes = await artifacts.read({ sha256: call.request_sha256, size: call.request_size });
      if ("fault" in bytes)
        return {
          ok: false,
          faults: [
            {
              code: "artifact_unreadable",
              message: bytes.message,
              where: `run ${result.run_id}`,
              fix: "The request was lost or changed on this disk; restore it from the bundle.",
            },
          ],
        };
      bodies.set(call.request_sha256, bytes);
    }
    requests.set(result.run_id, decodeRequests(result, bodies));
  }
  return { ok: true, value: requests };
}

export interface ViewPaths {
  readonly comparison: string;
  readonly readiness: string;
  readonly markdown: string;
  readonly html: string;
}

/** Writes the views. `label` keeps a later look beside the planned one: views/later-cost-first/… */
export function writeViews(
  stored: StoredMatrix,
  verdict: MatrixVerdict,
  label: string | null,
): ViewPaths {
  const at = label === null ? "views" : `views/${label}`;
  const view = reportView(label === null ? verdict.report : laterLook(verdict.report));
  const files: Record<keyof ViewPaths, string> = {
    comparison: `${at}/comparison.json`,
    readiness: `${at}/readiness.json`,
    markdown: `${at}/report.md`,
    html: `${at}/report.html`,
  };
  stored.folder.write(files.comparison, serialise(verdict.comparison));
  stored.folder.write(files.readiness, serialise(verdict.readiness));
  stored.folder.write(files.markdown, renderMarkdown(view));
  stored.folder.write(files.html, renderHtml(view));
  return {
    comparison: stored.folder.locate(files.comparison),
    readiness: stored.folder.locate(files.readiness),
    markdown: stored.folder.locate(files.markdown),
    html: stored.folder.locate(files.html),
  };
}

/** The same report with the places on this machine, for the terminal only: evidence never names a machine. */
export function withPaths(
  report: ReportInput,
  paths: ReportInput["paths"],
  digests: ReportInput["digests"],
): ReportInput {
  return { ...report, paths, digests };
}

/** No bundle holds a later look: its report names no command that would recompute it. */
export function laterLook(report: ReportInput): ReportInput {
  return { ...report, verify: null };
}

/**
 * The terminal face with places as people type them and, where there is a bundle, the command that checks it; with the
 * archive's digest where it was just made. `later`: the bundle holds another verdict than this one, the planned one.
 */
export function terminalFace(
  shell: Shell,
  report: ReportInput,
  about: {
    readonly bundle: { readonly path: string; readonly sha256?: string } | null;
    readonly later: boolean;
    readonly beside?: readonly Section[];
  },
): string {
  const view = reportView(report);
  const bundle = about.later ? null : about.bundle;
  const digest = bundle?.sha256;
  const beside = "Not in the evidence bundle, which holds the verdict as it was planned.";
  const shown = {
    ...view,
    sections: [...view.sections, ...(about.beside ?? [])],
    statements: about.later
      ? [...view.statements, { label: "Later look", text: [beside] }]
      : view.statements,
    paths: [
      ...view.paths.map(({ name, path }) => ({ name, path: shell.show(path) })),
      ...(digest === undefined ? [] : [{ name: "bundle digest", path: digest }]),
    ],
    verify: bundle === null ? null : verifyLine(shell, bundle),
  };
  return renderTerminal(shown, shell.terminal);
}

function verifyLine(
  shell: Shell,
  bundle: { readonly path: string; readonly sha256?: string },
): string {
  const digest = bundle.sha256 === undefined ? "" : ` --digest ${bundle.sha256}`;
  return `node ${asWord(shell.verifier)} ${asWord(shell.show(bundle.path))}${digest}`;
}

/** A path as one word of a shell's command line. */
function asWord(path: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** A refused comparison as a fault; all but an unusable profile mean that the evidence is broken. */
export function lineageFault(
  refusal: ComparisonRefusal,
  where: string,
): { fault: Fault; exit_code: 50 | 60 } {
  return {
    fault: {
      code: refusal.code,
      message: refusal.message,
      where: refusal.run_id === "" ? where : `run ${refusal.run_id}`,
      fix: "Compare only runs of one matrix, as they were recorded.",
    },
    exit_code: refusal.code === "profile_unsupported" ? 50 : 60,
  };
}
