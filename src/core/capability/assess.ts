/** The three dimensions that people judge: each assessment stands by itself, with who, when and on what evidence. */

import type { CapabilityRow } from "../../contracts/capability.ts";
import type { CandidateComparison } from "../../contracts/comparison.ts";
import { rubricDimension, type Rubric, type RubricDimension } from "../../contracts/rubric.ts";
import { isMissing } from "../scoring/missing.ts";

type Assessed = Pick<CandidateComparison, "candidate" | "framework_version">;

/** One row a dimension; an assessment of another version than the one that ran is not taken over. */
export function assessByRubric(rubric: Rubric | null, candidate: Assessed): CapabilityRow[] {
  return rubricDimension.options.map((dimension) => assess(rubric, candidate, dimension));
}

function assess(
  rubric: Rubric | null,
  { candidate, framework_version: ran }: Assessed,
  dimension: RubricDimension,
): CapabilityRow {
  const open = (reason: string, question?: string): CapabilityRow => ({
    dimension,
    origin: "rubric",
    state: "not_measured",
    reason,
    facts: [],
    ...(question === undefined ? {} : { question }),
  });
  if (rubric === null) return open("no rubric was given");
  const described = rubric.dimensions.find((one) => one.id === dimension);
  if (described === undefined) return open(`rubric ${rubric.name} does not ask about it`);
  const { question, levels } = described;
  const voices = rubric.assessments.filter(
    (one) => one.candidate === candidate && one.dimension === dimension,
  );
  const valid = voices.filter(
    ({ framework_version: judged }) => judged === undefined || judged === ran,
  );
  const assessments = valid.map(({ level, assessor, date, evidence, note }) => ({
    level,
    of: levels.length - 1,
    criterion: levels.find((one) => one.level === level)?.means ?? "",
    assessor,
    date,
    evidence,
    ...(note === undefined ? {} : { note }),
  }));
  if (assessments.length > 0)
    return { dimension, origin: "rubric", state: "measured", facts: [], question, assessments };
  const others = [...new Set(voices.flatMap((one) => one.framework_version ?? []))];
  if (others.length === 0) return open(`rubric ${rubric.name} does not assess it`, question);
  const now = isMissing(ran) ? "the version that ran is not known" : `version ${ran} ran`;
  return open(`assessed for version ${others.join(", ")} only, and ${now}`, question);
}
