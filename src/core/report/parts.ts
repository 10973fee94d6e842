/** The six parts of the page, and which section belongs to which; what is in none stands with the verdict, before them. */
import type { Section } from "./view-model.ts";

export interface Part {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

const parts: readonly {
  readonly id: string;
  readonly title: string;
  readonly holds: readonly string[];
}[] = [
  {
    id: "part-runs",
    title: "Raw runs and hash links",
    holds: ["cases", "runs", "evidence", "wire"],
  },
  {
    id: "part-points",
    title: "Raw, normalised, weight, contribution",
    holds: ["metrics", "profiles", "capabilities"],
  },
  {
    id: "part-gates",
    title: "Hard gates and fault evidence",
    holds: ["gates", "failures", "preflight"],
  },
  {
    id: "part-samples",
    title: "Sample sizes and distributions",
    holds: ["spread", "pairs", "order"],
  },
  {
    id: "part-weights",
    title: "Weight sensitivity",
    holds: ["sensitivity"],
  },
  {
    id: "part-scope",
    title: "Scope and residual risk",
    holds: ["scope", "level", "risk", "questions"],
  },
];

/** The sections before the parts, then the parts that have any, each in its own order. */
export function sortIntoParts(sections: readonly Section[]): {
  readonly first: readonly Section[];
  readonly parts: readonly Part[];
} {
  const placed = new Set(parts.flatMap((part) => part.holds));
  return {
    first: sections.filter((section) => !placed.has(section.id)),
    parts: parts
      .map(({ id, title, holds }) => ({
        id,
        title,
        sections: holds.flatMap((held) => sections.filter((section) => section.id === held)),
      }))
      .filter((part) => part.sections.length > 0),
  };
}
