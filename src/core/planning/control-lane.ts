/** The A/A lane: one candidate once more under another name, so that a reader sees what noise alone looks like. */
import type { Fault } from "../../contracts/fault.ts";
import type { Candidate, MatrixFile } from "../../contracts/matrix.ts";
import type { FrozenContracts } from "./bind-contracts.ts";

const suffix = "-aa";

/** The candidates as they are run: with `aa_control`, base's twin is the last; without a base, that of the first. */
export function withControl({
  candidates,
  aa_control,
}: Pick<MatrixFile, "candidates" | "aa_control">): Candidate[] {
  const original = candidates.find((one) => one.role === "base") ?? candidates[0];
  if (!aa_control || original === undefined) return [...candidates];
  return [
    ...candidates,
    {
      ...original,
      id: `${original.id}${suffix}`,
      label: `${(original.label ?? original.id).slice(0, 80)} (A/A control)`,
      role: "member",
      control_of: original.id,
    },
  ];
}

/** A control is planned, never declared; and a profile that adds up by framework alone would add it to its original. */
export function findControlFaults(
  { matrix, profile }: Pick<FrozenContracts, "matrix" | "profile">,
  where: string,
): Fault[] {
  const declared = matrix.candidates
    .filter((one) => one.control_of !== undefined)
    .map((one) => ({
      code: "control_declared",
      message: `candidate ${one.id} declares itself a control of ${one.control_of}`,
      where,
      fix: "Take control_of out and write aa_control: true in the matrix: planning adds the control.",
    }));
  const merged = matrix.aa_control && !profile.group_by.includes("candidate");
  return [
    ...declared,
    ...(merged
      ? [
          {
            code: "control_merged",
            message: `profile ${profile.name} groups by framework, and the A/A control has the framework of its original`,
            where,
            fix: "Use a profile with group_by: [candidate], or leave aa_control out.",
          },
        ]
      : []),
  ];
}
