/** What a pull request changes about its own judgement: said, because a reader would not look for it, and not obeyed. */
import type { Plan } from "../../contracts/plan.ts";
import { sentenceList } from "./format.ts";
import type { Statement } from "./view-model.ts";

export function ignoredChanges(plan: Plan | null): readonly Statement[] {
  const changed = plan?.ignored_changes ?? [];
  const withheld = plan?.withheld_variables ?? [];
  const text = [
    ...(changed.length === 0
      ? []
      : [
          `This pull request also changes the ${sentenceList(changed)} it is judged by; base's hold until it is merged.`,
        ]),
    ...(withheld.length === 0
      ? []
      : [
          `Its env asks for ${sentenceList(withheld)} of the host, which base's agent-lab.yaml does not list; its program ran without, and will until that is merged.`,
        ]),
  ];
  return text.length === 0 ? [] : [{ label: "Noticed", text }];
}
