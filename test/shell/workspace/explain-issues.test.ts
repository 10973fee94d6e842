import { expect, test } from "vitest";
import { z } from "zod";

import { caseFile } from "../../../src/contracts/case.ts";
import { matrixFile, shortForm } from "../../../src/contracts/matrix.ts";
import { pricingCatalogue } from "../../../src/contracts/pricing.ts";
import { scoreProfile } from "../../../src/contracts/score-profile.ts";
import { toolCatalogue } from "../../../src/contracts/tool-catalogue.ts";
import { loadYaml } from "../../../src/shell/workspace/documents.ts";
import { aFolder } from "./folder.ts";

function faultsOf(format: z.ZodType, text: string) {
  const read = loadYaml(aFolder().write("f.yaml", text), format, "f.yaml");
  if (read.ok) throw new Error("read");
  return read.faults;
}

const aCase = (more: string): string => `id: c\ninput: x\n${more}`;
const aTool = (more: string): string =>
  `id: t\ntools:\n  - name: x\n    description: d\n    input_schema: {}\n    side_effect_class: read\n    behaviour: ${more}\n`;

const table: readonly {
  what: string;
  format: z.ZodType;
  text: string;
  code: string;
  where: string;
  message: string;
  fix: string;
}[] = [
  {
    what: "an unknown key at the top",
    format: shortForm,
    text: "adapters: [a]\nbudgte: 5 USD\n",
    code: "unknown_key",
    where: "f.yaml:2:1",
    message: 'unknown key "budgte"',
    fix: 'Did you mean "budget"? Allowed here: schema_version, agent,',
  },
  {
    what: "an unknown key at depth",
    format: caseFile,
    text: aCase("expect: { contains: [a] }\nlimits:\n  model_cals: 3\n"),
    code: "unknown_key",
    where: "f.yaml:5:3",
    message: 'unknown key "model_cals" in limits',
    fix: 'Did you mean "model_calls"?',
  },
  {
    what: "an unknown key in a list",
    format: matrixFile,
    text: "id: m\nvariable: framework\nmodels: [m]\ncases: [c]\npricing: p\nprofile: p\npolicy: p\nbudget: 5 USD\ncandidates:\n  - { id: a, adaptor: x }\n",
    code: "unknown_key",
    where: "f.yaml:10:14",
    message: 'unknown key "adaptor" in candidates[0]',
    fix: 'Did you mean "adapter"?',
  },
  {
    what: "an unknown key that is like none",
    format: caseFile,
    text: aCase("expect: { contains: [a] }\nzzzzzzzzzz: 1\n"),
    code: "unknown_key",
    where: "f.yaml:4:1",
    message: 'unknown key "zzzzzzzzzz"',
    fix: "Allowed here: schema_version, id,",
  },
  {
    what: "a word of a closed list, misspelt",
    format: matrixFile,
    text: "id: m\nvariable: framewrk\nmodels: [m]\ncases: [c]\npricing: p\nprofile: p\npolicy: p\nbudget: 5 USD\ncandidates: [{ id: a, adapter: x }]\n",
    code: "invalid_value",
    where: "f.yaml:2:1",
    message: 'variable is "framewrk"',
    fix: 'Did you mean "framework"? Allowed: revision, framework,',
  },
  {
    what: "the kind of a union, misspelt",
    format: caseFile,
    text: aCase("evaluator:\n  checks:\n    - { type: contain, text: [a] }\n"),
    code: "invalid_value",
    where: "f.yaml:5:9",
    message: 'evaluator.checks[0].type is "contain"',
    fix: 'Did you mean "contains"? Allowed: output, json_schema, contains,',
  },
  {
    what: "the kind of a union, left out",
    format: caseFile,
    text: aCase("evaluator:\n  checks:\n    - { text: [a] }\n"),
    code: "missing_key",
    where: "f.yaml:5:7",
    message: "evaluator.checks[0].type is missing",
    fix: "Allowed: output, json_schema, contains,",
  },
  {
    what: "an unknown key inside a branch of a union",
    format: caseFile,
    text: aCase("evaluator:\n  checks:\n    - { type: contains, text: [a], ignore: true }\n"),
    code: "unknown_key",
    where: "f.yaml:5:36",
    message: 'unknown key "ignore" in evaluator.checks[0]',
    fix: "Allowed here: id, points, type,",
  },
  {
    what: "a wrong type inside a branch of a union",
    format: toolCatalogue,
    text: aTool("{ kind: lookup, fixture: f, key: 3 }"),
    code: "invalid_type",
    where: "f.yaml:7:44",
    message: "tools[0].behaviour.key",
    fix: "Give a string.",
  },
  {
    what: "a text or a file, and neither",
    format: caseFile,
    text: "id: c\nexpect: { contains: [a] }\nprompt:\n  user: { fil: x.md }\n",
    code: "unknown_key",
    where: "f.yaml:4:11",
    message: 'unknown key "fil" in prompt.user',
    fix: 'Did you mean "file"?',
  },
  {
    what: "a missing key",
    format: scoreProfile,
    text: "name: p\n",
    code: "missing_key",
    where: "f.yaml:1:1",
    message: "metrics is missing",
    fix: "Give a list.",
  },
  {
    what: "a wrong type",
    format: shortForm,
    text: "adapters: [a]\nrepetitions: many\n",
    code: "invalid_type",
    where: "f.yaml:2:1",
    message: "repetitions: ",
    fix: "Give a number.",
  },
  {
    what: "a rule of the whole document",
    format: shortForm,
    text: "cases: a.yaml\n",
    code: "custom",
    where: "f.yaml:1:1",
    message: "the document: give either agent (your own program) or adapters",
    fix: "",
  },
  {
    what: "a list where a map belongs",
    format: shortForm,
    text: "- a\n",
    code: "invalid_type",
    where: "f.yaml:1:1",
    message: "the document: ",
    fix: "Give a map (key: value).",
  },
  {
    what: "an empty file",
    format: shortForm,
    text: "",
    code: "invalid_type",
    where: "f.yaml:1:1",
    message: "the document: ",
    fix: "Give a map (key: value).",
  },
  {
    what: "an amount without its currency",
    format: shortForm,
    text: "adapters: [a]\nbudget: 5\n",
    code: "invalid_type",
    where: "f.yaml:2:1",
    message: "budget: ",
    fix: "An amount with its currency: 5 USD.",
  },
  {
    what: "a price with more than twelve decimals",
    format: pricingCatalogue,
    text: 'name: p\ncurrency: USD\nentries:\n  - { provider: p, model: m, effective_from: "2026-01-01", input: 0.0000000000001, output: 1, source: s, checked: "2026-01-01" }\n',
    code: "custom",
    where: "f.yaml:4:60",
    message: "entries[0].input: use fifteen digits before the point and twelve after it at most",
    fix: "Per million input tokens.",
  },
];

test.each(table)("$what", ({ format, text, code, where, message, fix }) => {
  const faults = faultsOf(format, text);
  const fault = faults.find((one) => one.code === code) ?? faults[0];
  expect({ code: fault.code, where: fault.where }).toEqual({ code, where });
  expect(fault.message).toContain(message);
  expect(fault.fix).toContain(fix);
  expect(fault.fix).not.toBe("");
});

test("every fault of a document is told, in one go", () => {
  const faults = faultsOf(caseFile, "idd: c\nlimits: { model_calls: 0 }\ntags: [A]\n");
  expect(faults.map((one) => [one.code, one.where])).toEqual([
    ["missing_key", "f.yaml:1:1"],
    ["too_small", "f.yaml:2:11"],
    ["invalid_format", "f.yaml:3:8"],
    ["unknown_key", "f.yaml:1:1"],
  ]);
});
