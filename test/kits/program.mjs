/** Plays the steps it reads from stdin through the JavaScript kit, and prints what each gave and which tools really ran. */
import { call, tool } from "../../kits/js/agent-lab-kit.js";

const ran = [];

function work(name, args) {
  ran.push(name);
  if (args.fail) throw new TypeError(args.fail);
  if (args.long) return "x".repeat(args.long);
  if (args.broken) return "half \ud83d of a pair";
  if (args.circle === "result") return circle();
  return { from: name, given: args };
}

function circle() {
  const round = { amount: 1 };
  round.self = round;
  return round;
}

const decorated = {
  plain: tool("plain", (args) => work("plain", args)),
  renamed: tool("renamed", async (args) => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return work("renamed", args);
  }),
  stubbed: tool("stubbed", (args) => work("stubbed", args)),
  stubbed_text: tool("stubbed_text", (args) => work("stubbed_text", args), { text: true }),
  forbidden: tool("forbidden", (args) => work("forbidden", args)),
  rejected: tool("rejected", (args) => work("rejected", args)),
  nowhere: tool("nowhere", (args) => work("nowhere", args)),
};

async function play(step) {
  const { tool: name, arguments: args = {} } = step;
  try {
    if (args.circle === "argument") args.round = circle();
    const result =
      step.call === undefined
        ? await decorated[name](args)
        : await call(name, args, () => work(name, args), step.call);
    return args.circle === undefined ? result : "came back";
  } catch (error) {
    return { threw: error.constructor.name };
  }
}

let text = "";
for await (const part of process.stdin) text += part;
const { steps, at_once = false } = JSON.parse(text);
const results = [];
if (at_once) results.push(...(await Promise.all(steps.map(play))));
else for (const step of steps) results.push(await play(step));
console.log(JSON.stringify({ results, ran }));
