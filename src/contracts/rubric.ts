/** A rubric: what people judge where telemetry can't, with the levels in words, and who judged whom, when, on what evidence. */
import { z } from "zod";

import { day, identifier, schemaVersion } from "./primitives.ts";

/** The three dimensions that no run shows; the other five are never assessed by hand. */
export const rubricDimension = z.enum(["operability", "developer_experience", "portability"]);
export type RubricDimension = z.infer<typeof rubricDimension>;

const level = z.int().min(0).max(4);
const sentence = z.string().trim().min(1).max(500);

const described = z
  .strictObject({
    id: rubricDimension,
    question: sentence,
    levels: z.array(z.strictObject({ level, means: sentence })).length(5),
  })
  .refine((one) => one.levels.every((each, index) => each.level === index), {
    message: "describe the levels 0, 1, 2, 3 and 4, in this order",
    path: ["levels"],
  });

export const assessment = z.strictObject({
  candidate: identifier.meta({ description: "The candidate's id in the matrix." }),
  framework_version: z.string().min(1).max(100).optional().meta({
    description: "Where given, the assessment holds for this version only.",
  }),
  dimension: rubricDimension,
  level,
  assessor: z.string().trim().min(1).max(100).meta({ description: "A person's name." }),
  date: day,
  evidence: z.string().trim().min(1).max(500).meta({
    description: "A link or a path: what the assessor looked at.",
  }),
  note: z.string().trim().min(1).max(1_000).optional(),
});
export type Assessment = z.infer<typeof assessment>;

/** Who says what about which version of whom: one voice has one say. */
function voice(one: Assessment): string {
  return JSON.stringify([one.candidate, one.framework_version, one.dimension, one.assessor]);
}

export const rubric = z
  .strictObject({
    schema_version: schemaVersion.default(1),
    name: identifier,
    version: z.int().positive(),
    description: z.string().max(1_000).optional(),
    dimensions: z.array(described).min(1).max(3),
    assessments: z.array(assessment).max(300),
  })
  .superRefine((document, context) => {
    const refuse = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const known = new Set<RubricDimension>();
    for (const [index, { id }] of document.dimensions.entries()) {
      if (known.has(id)) refuse(["dimensions", index, "id"], `${id} is described twice`);
      known.add(id);
    }
    const said = new Set<string>();
    for (const [index, one] of document.assessments.entries()) {
      if (!known.has(one.dimension))
        refuse(
          ["assessments", index, "dimension"],
          `${one.dimension} is assessed, but its levels are not described under dimensions`,
        );
      if (said.has(voice(one)))
        refuse(
          ["assessments", index],
          `${one.assessor} assesses ${one.dimension} of ${one.candidate} twice`,
        );
      said.add(voice(one));
    }
  })
  .meta({ id: "rubric", title: "Agent Lab rubric" });
export type Rubric = z.infer<typeof rubric>;
