/** approve: shows what waits for a person, and records who decided what about exactly that. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { Ledger, Shell } from "../core/ports.ts";
import {
  openRequests,
  requestCode,
  type ApprovalRequest,
} from "../core/recovery/approval-request.ts";
import { cleanText } from "../core/report/escape.ts";
import { plural } from "../core/report/format.ts";
import { openMatrix, openStoredLedger } from "./load-matrix.ts";
import { readingExit } from "./other-version.ts";
import { refusalResult, type CommandResult } from "./result.ts";

export interface ApproveOptions {
  readonly base: string;
  readonly matrix?: string | undefined;
  readonly decision: "approved" | "rejected" | null;
  /** Of the request that was shown. */
  readonly code: string | undefined;
  readonly by: string | undefined;
}

const widest = 4_000;

/** Without a decision it only shows; with one it needs the code of what was shown and a name. */
export async function approveCall(shell: Shell, options: ApproveOptions): Promise<CommandResult> {
  const folder = openMatrix(shell, options.base, options.matrix);
  if (!folder.ok) return refusalResult(folder.faults, 50);
  const opened = openStoredLedger(shell, folder.value);
  if (!opened.ok) return refusalResult(opened.faults, readingExit(opened.faults));
  const ledger = opened.value;
  try {
    const requests = ledger.heads().flatMap(({ job_id }) =>
      openRequests(
        job_id,
        ledger.events(job_id).map((event) => event.body),
      ),
    );
    const { matrix_id } = folder.value;
    if (options.decision === null) return show(requests, matrix_id);
    const chosen = choose(requests, options, matrix_id);
    if (!chosen.ok) return refusalResult(chosen.faults, 50);
    return await decide(shell, ledger, chosen.value, { ...options, decision: options.decision });
  } finally {
    ledger.close();
  }
}

function show(requests: readonly ApprovalRequest[], matrix_id: string): CommandResult {
  const waiting = requests.map((request) => ({ code: requestCode(request), ...request }));
  const text =
    requests.length === 0
      ? `Nothing waits for a person in matrix ${matrix_id}.\n`
      : `${plural(requests.length, "call")} of matrix ${matrix_id} ${requests.length === 1 ? "waits" : "wait"} for a person.\n\n${requests.map(describe).join("\n")}\nDecide one:  agent-lab approve --matrix ${matrix_id} --code CODE --by YOUR-NAME --approve   (or --reject)\n`;
  return { exit_code: 0, text, json: { verdict: null, exit_code: 0, matrix_id, waiting } };
}

function describe(request: ApprovalRequest): string {
  const { action, job_id, attempt, revision, arguments_sha256, expires_at } = request;
  const args = cleanText(JSON.stringify(request.arguments, null, 2), widest, true);
  const lines = [
    `  ${requestCode(request)}  ${action}`,
    ...args.split("\n").map((line) => `      ${line}`),
    `    run        ${job_id}`,
    `    attempt    ${attempt}, revision ${revision}`,
    `    arguments  ${arguments_sha256}`,
    `    expires    ${expires_at ?? "never"}`,
  ];
  return `${lines.join("\n")}\n`;
}

function choose(
  requests: readonly ApprovalRequest[],
  { code, by }: ApproveOptions,
  matrix_id: string,
): Outcome<ApprovalRequest> {
  const look = `See what waits: agent-lab approve --matrix ${matrix_id}`;
  if (code === undefined)
    return refuse("code_missing", "a decision needs the code of the request", "--code", look);
  if (by === undefined || by.trim() === "")
    return refuse(
      "name_missing",
      "a decision needs the name of who decides",
      "--by",
      "Say who you are: --by YOUR-NAME. It goes into the record.",
    );
  const chosen = requests.find((request) => requestCode(request) === code);
  if (chosen !== undefined) return { ok: true, value: chosen };
  return refuse(
    "no_such_request",
    `no call that waits has the code ${cleanText(code, 40)}: it was decided already, or it is another call now`,
    "--code",
    look,
  );
}

async function decide(
  shell: Shell,
  ledger: Ledger,
  request: ApprovalRequest,
  { decision, by = "" }: ApproveOptions & { readonly decision: "approved" | "rejected" },
): Promise<CommandResult> {
  const { job_id, approval_id, operation_id, attempt, action, arguments_sha256, revision } =
    request;
  const approver = `person:${cleanText(by.trim(), 90)}`;
  const appended = await ledger.append({
    job_id,
    expected_revision: ledger.head(job_id)?.revision ?? 0,
    event_id: `approve-${shell.entropy.hex(8)}`,
    at: shell.clock.now(),
    events: [
      {
        type: "approval.decided",
        approval_id,
        operation_id,
        attempt,
        action,
        arguments_sha256,
        decision,
        approver,
        revision,
      },
    ],
  });
  if (!appended.ok)
    return refusalResult(
      [
        {
          code: appended.code,
          message: `the decision was not recorded: ${appended.message}`,
          where: job_id,
          fix: "Look again: agent-lab approve. A request that expired or was decided by somebody else can't be decided twice.",
        },
      ],
      50,
    );
  const code = requestCode(request);
  return {
    exit_code: 0,
    text: `${decision === "approved" ? "Approved" : "Rejected"} by ${approver.slice(7)}: ${action} (${code}) in ${job_id}\n  Run the same evaluate or run command again: it goes on from here.\n`,
    json: { verdict: null, exit_code: 0, decision, approver, code, job_id, head: appended.head },
  };
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
