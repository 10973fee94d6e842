/** What a pull request changes about its own judgement: said, because a reader would not look for it, and not obeyed. */
import type { Plan } from "../../contracts/plan.ts";
import { sentenceList } from "./format.ts";
import type { Statement } from "./view-model.ts";

export function ignoredChanges(plan: Plan | null): readonly Statement[] {
  const changed = plan?.ignored_changes ?? [];
  if (changed.length === 0) return [];
  const what = sentenceList(changed);
  return [
    {
      label: "Noticed",
      text: [
        `This pull request also changes the ${what} it is judged by; base's hold until it is merged.`,
      ],
    },
  ];
}
