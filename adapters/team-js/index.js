/** The team that the staged adapters are made of: three people, one after the other, on one task. The texts are the adapters' own. */

/** In order. After each but the last a checkpoint is saved under the stage's name. */
export const stages = [
  {
    name: "researcher",
    duty: "Find out every fact the task needs with the tools that only read. Change nothing, work nothing out. End with the facts in plain words.",
  },
  {
    name: "analyst",
    duty: "Work out every number the task needs from the researcher's facts, with a tool where one calculates. Change nothing. End with the numbers in plain words.",
  },
  {
    name: "reviewer",
    duty: "Check the facts and numbers against the task. Do what the task asks to be done, once. Then give the answer in the form the task asks for, and nothing else.",
  },
];

/** The stage's own system text; the task's rules follow it unchanged. */
export function systemOf({ name, duty }, start) {
  const place = stages.findIndex((one) => one.name === name) + 1;
  const own = `You are the ${name}, stage ${place} of ${stages.length}. ${duty}`;
  return start.case.system === "" ? own : `${own}\n\n${start.case.system}`;
}

/** What the stage is told once it is its turn, after all that was said before. */
export function assignment({ name }, start) {
  return name === stages[0].name
    ? start.case.user
    : `It is your turn, ${name}. Go on from what was found so far.`;
}
