/** The face of an evaluation that was refused: what is in the way, where, and what to do, in place of a verdict. */
import type { Fault } from "../../contracts/fault.ts";
import type { Plan } from "../../contracts/plan.ts";
import { formatNumber, shortRevision } from "./format.ts";
import { endWithStop } from "./sentence.ts";
import { code, type ReportView, type Statement, type Text } from "./view-model.ts";

const FAULTS_SHOWN = 6;

/**
 * `plan`: null where the refusal came before there was one; then `title` is what was to be evaluated. `unspent`: no model
 * was asked, which is known of everything that is refused before the first run.
 */
export function refusalView(input: {
  readonly title: string;
  readonly plan: Pick<Plan, "title" | "candidates"> | null;
  readonly faults: readonly [Fault, ...Fault[]];
  readonly unspent: boolean;
}): ReportView {
  const { plan, faults, unspent } = input;
  const [first, ...others] = faults;
  const shown = others.slice(0, FAULTS_SHOWN - 1);
  const hidden = others.length - shown.length;
  const more: Statement[] =
    hidden === 0 ? [] : [{ label: "And", text: [`${formatNumber(hidden)} more in the log`] }];
  return {
    kind: "refusal",
    verdict: "Not evaluated",
    tone: "none",
    title: plan?.title ?? input.title,
    whose: plan === null ? null : compared(plan),
    label: null,
    data_error: null,
    ...leadOf(endWithStop(first.message)),
    table: null,
    statements: [
      ...placed(first),
      ...shown.flatMap((fault) => [
        { label: "Also", text: [endWithStop(fault.message)] },
        ...placed(fault),
      ]),
      ...more,
    ],
    facts: unspent ? [["nothing was run"], ["no model was asked"], ["nothing was spent"]] : [],
    verify: null,
    sections: [],
    paths: [],
  };
}

/** `head cannot be installed:` stands out; what an installer said about it does not. */
function leadOf(message: string): { readonly lead: Text | null; readonly why: Text } {
  const [, lead, rest] = /^([^:]{1,60}:) (.+)$/s.exec(message) ?? [];
  return lead === undefined || rest === undefined
    ? { lead: null, why: [message] }
    : { lead: [lead], why: [rest] };
}

function placed({ where, fix }: Fault): Statement[] {
  return [
    { label: "Where", text: [code(where)] },
    { label: "Would lift it", text: [endWithStop(fix)] },
  ];
}

/** `head a1b2c3d against base 9f8e7d6`; null where no two revisions are compared. */
function compared({ candidates }: Pick<Plan, "candidates">): Text | null {
  const named = (role: "base" | "head"): Text | null => {
    const found = candidates.find((one) => one.role === role);
    return found?.revision === undefined ? null : [`${role} `, code(shortRevision(found.revision))];
  };
  const [base, head] = [named("base"), named("head")];
  return base === null || head === null ? null : [...head, " against ", ...base];
}
