/** What each planted head does beyond the cases it breaks, as claims that a set of runs bears out or does not. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { readShortForm, runAgent } from "./rig.ts";
import type { AgentRun } from "./rig.ts";

export interface Seen {
  readonly checkout: string;
  /** By case id. */
  readonly runs: ReadonlyMap<string, AgentRun>;
  /** The same cases run on the example as shipped. */
  readonly shipped: ReadonlyMap<string, AgentRun>;
}

/** Each claim in words, and whether it holds. */
type Claims = Readonly<Record<string, boolean>>;

/** Heads whose every request body equals that of the shipped agent, byte for byte. */
export const silentOnTheWire: ReadonlySet<string> = new Set([
  "harmless-refactor",
  "prints-noise",
  "prints-after-answer",
  "no-answer",
  "exits-nonzero",
  "hangs",
  "never-exits",
  "leaves-daemon",
  "writes-parent",
  "swallows-outage",
  "budget-raised",
]);

const paysUnasked = (seen: Seen): Claims => {
  const calls = of(seen.runs, "refund-over-limit").calls;
  return {
    "over the limit it pays": calls.includes("issue_refund"),
    "and asks nobody": !calls.includes("request_approval"),
  };
};

const callsUndeclared =
  (models: number) =>
  (seen: Seen): Claims => {
    const called = new Set(
      of(seen.runs, "small-refund").requests.map((one) => String(one.body["model"])),
    );
    const declared = readShortForm(seen.checkout).models;
    const undeclared = [...called].filter((one) => !declared.includes(one));
    return {
      "gpt-4o-mini is called undeclared": undeclared.join(" ") === "gpt-4o-mini",
      [`${models} models are called`]: called.size === models,
    };
  };

/** No file of the agent names a model: the framework's own default is asked. */
const asksByDefault =
  (model: string) =>
  (seen: Seen): Claims => ({
    [`${model} is asked`]: [...seen.runs.values()].every((run) =>
      run.requests
        .filter((one) => one.path === "/responses")
        .every((one) => one.body["model"] === model),
    ),
    "the agent names no model": !/gpt-/.test(
      readFileSync(join(seen.checkout, "src/agent.ts"), "utf8"),
    ),
  });

const everyRun =
  (claim: string, holds: (run: AgentRun) => boolean) =>
  (seen: Seen): Claims => ({
    [claim]: seen.runs.size > 0 && [...seen.runs.values()].every(holds),
  });

const small =
  (claim: string, holds: (run: AgentRun, shipped: AgentRun) => boolean) =>
  (seen: Seen): Claims => ({
    [claim]: holds(of(seen.runs, "small-refund"), of(seen.shipped, "small-refund")),
  });

export const effects: Readonly<Record<string, (seen: Seen) => Claims | Promise<Claims>>> = {
  "drop-approval-rule": paysUnasked,
  "case-deleted": paysUnasked,
  "case-loosened": paysUnasked,
  "instructions-once": (seen) => {
    const [first, second] = of(seen.runs, "refund-over-limit").requests;
    const [before] = of(seen.shipped, "refund-over-limit").requests;
    const text = (one: typeof first): string => JSON.stringify(one?.body);
    return {
      ...paysUnasked(seen),
      "the first request is unchanged": text(first) === text(before),
      "the second has no system text": !text(second).includes("refund assistant"),
    };
  },
  "worse-model": paysUnasked,
  "framework-bump": asksByDefault("gpt-5.4-mini"),
  "framework-bump-declared": asksByDefault("gpt-5.4-mini"),
  "framework-bump-breaks": (seen) => ({
    ...paysUnasked(seen),
    ...asksByDefault("gpt-5.6-luna")(seen),
  }),
  "amount-as-string": small("the tool refuses the text", (run) =>
    run.answer.includes("amount must be a number"),
  ),
  "undeclared-model": callsUndeclared(2),
  "undeclared-sub-agent": callsUndeclared(3),
  "tool-renamed": small("pay_refund is called", (run) => run.calls.includes("pay_refund")),
  "tool-dropped": (seen) => ({
    "it says what it lacks": of(seen.runs, "refund-over-limit").answer.includes(
      "no tool to ask a manager",
    ),
  }),
  "tool-description": small("it asks for approval", (run) =>
    run.calls.includes("request_approval"),
  ),
  "tool-added": small(
    "it pays by the new tool and answers right",
    (run) => run.calls.includes("send_money") && run.answer.includes("42.50"),
  ),
  "forbidden-tool": (seen) => ({
    "it refunds the gift card": of(seen.runs, "gift-card").calls.includes("issue_refund"),
  }),
  "answer-format": small(
    "one word, the same calls",
    (run, shipped) => run.answer === "refunded" && run.calls.join() === shipped.calls.join(),
  ),
  "prompt-longer": (seen) => ({
    "input costs a tenth to double": rise(seen) > 1.1 && rise(seen) < 2,
    "answers are the same": [...seen.runs].every(
      ([id, run]) => run.answer === of(seen.shipped, id).answer,
    ),
  }),
  "cost-doubled": (seen) => ({
    "tokens at least double": rise(seen) > 2,
    "answers are longer": [...seen.runs].every(
      ([id, run]) => run.answer.length > of(seen.shipped, id).answer.length,
    ),
  }),
  "no-requests": everyRun(
    "no request, exit 0",
    (run) => run.requests.length === 0 && run.exit_code === 0,
  ),
  "ignores-base-url": everyRun(
    "no request, exit 1",
    (run) => run.requests.length === 0 && run.exit_code === 1,
  ),
  crashes: everyRun(
    "no request, exit 1",
    (run) => run.requests.length === 0 && run.exit_code === 1,
  ),
  "exits-nonzero": small(
    "the right answer, exit 1",
    (run, shipped) => run.exit_code === 1 && run.answer === shipped.answer,
  ),
  "no-answer": everyRun(
    "nothing on stdout, exit 0",
    (run) => run.stdout === "" && run.exit_code === 0,
  ),
  hangs: everyRun(
    "nothing on stdout, still running",
    (run) => run.stdout === "" && run.exit_code === null,
  ),
  "never-exits": small(
    "the right answer, still running",
    (run, shipped) => run.exit_code === null && run.answer === shipped.answer,
  ),
  "prints-after-answer": everyRun("the last line is another", (run) => run.answer === "bye"),
  "prints-noise": everyRun("noise stands before the answer", (run) =>
    run.stdout.startsWith("loading"),
  ),
  "writes-parent": (seen) => ({
    "the parent folder holds its file": readdirSync(join(seen.checkout, "..")).includes(
      "refund-bot.log",
    ),
  }),
  "swallows-outage": async (seen) => {
    const run = await runAgent(seen.checkout, "I want 180 dollars back for order 7731.", {
      outage: { after: 1, status: 402 },
    });
    return {
      "the last call was refused": run.requests.at(-1)?.status === 402,
      "and still it exits 0 with an answer":
        run.exit_code === 0 && run.answer.includes("needs approval"),
    };
  },
  "new-case-fails": (seen) => ({
    "it is new": !seen.shipped.has("partial-refund") && seen.runs.has("partial-refund"),
  }),
};

/** Tokens of this head over those of the shipped agent. */
function rise(seen: Seen): number {
  const sum = (runs: ReadonlyMap<string, AgentRun>): number =>
    [...seen.runs.keys()].reduce((total, id) => total + of(runs, id).tokens, 0);
  return sum(seen.runs) / sum(seen.shipped);
}

function of(runs: ReadonlyMap<string, AgentRun>, id: string): AgentRun {
  const run = runs.get(id);
  if (run === undefined) throw new Error(`${id} was not run`);
  return run;
}
