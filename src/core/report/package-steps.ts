/** What moved in the lockfile between base and head, of the frameworks and model clients we know. */
import type { CandidateComparison } from "../../contracts/comparison.ts";
import { isMissing, plural, sentenceList } from "./format.ts";

type Locked = Pick<CandidateComparison, "framework" | "framework_version" | "packages">;

/** `@openai/agents 0.9.0 → 0.11.0 (and 3 more packages)`: packages that make the same step are named once, by the first. */
export function packageSteps(base: Locked, head: Locked): readonly string[] {
  if (base.packages === undefined || head.packages === undefined) return versionStep(base, head);
  const [before, after] = [versionsByName(base.packages), versionsByName(head.packages)];
  const steps = new Map<string, string[]>();
  for (const name of [...new Set([...before.keys(), ...after.keys()])].toSorted()) {
    const step = stepWords(before.get(name), after.get(name));
    if (step !== null) steps.set(step, [...(steps.get(step) ?? []), name]);
  }
  return [...steps].map(([step, [first = "", ...others]]) =>
    others.length === 0
      ? `${first} ${step}`
      : `${first} ${step} (and ${plural(others.length, "more package")})`,
  );
}

function versionStep(base: Locked, head: Locked): readonly string[] {
  const [before, after] = [base.framework_version, head.framework_version];
  if (isMissing(before) || isMissing(after) || before === after) return [];
  return [`${head.framework} ${before} → ${after}`];
}

/** A lockfile may hold several versions of one package. */
function versionsByName(packages: NonNullable<Locked["packages"]>): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  for (const { name, version } of packages)
    found.set(name, [...new Set([...(found.get(name) ?? []), version])]);
  return new Map(
    [...found].map(([name, versions]) => [name, sentenceList(versions.toSorted())] as const),
  );
}

function stepWords(before: string | undefined, after: string | undefined): string | null {
  if (before === after) return null;
  if (before === undefined) return `${after ?? ""} is new`;
  return after === undefined ? `${before} is gone` : `${before} → ${after}`;
}
