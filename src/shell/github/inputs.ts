/** The Action's inputs, checked here because the runner enforces nothing; anything unexpected is refused by name. */
import type { Fault, Outcome } from "../../contracts/fault.ts";

/** `config`: an agent-lab.yaml or a matrix file, relative to the workspace. `output_dir`: null is the default place. */
export interface ActionInputs {
  readonly command: "evaluate";
  readonly config: string;
  readonly fail_on: "no-go" | "conditional" | "never";
  readonly output_dir: string | null;
}

const failOn = ["no-go", "conditional", "never"] as const;

/** Reads INPUT_* through @actions/core. Every fault names the input and what it may be. */
export async function readActionInputs(): Promise<Outcome<ActionInputs>> {
  const { getInput } = await import("@actions/core");
  const faults: Fault[] = [];
  const command = getInput("command") || "evaluate";
  if (command !== "evaluate") faults.push(refuse("command", command, "evaluate"));
  const asked = getInput("fail-on") || "no-go";
  const fail_on = failOn.find((one) => one === asked);
  if (fail_on === undefined) faults.push(refuse("fail-on", asked, failOn.join(", ")));
  const config = getInput("config") || "agent-lab.yaml";
  const output_dir = getInput("output-dir") || null;
  for (const [name, path] of Object.entries({ config, "output-dir": output_dir ?? "" })) {
    if (/\p{Cc}/u.test(path)) faults.push(refuse(name, path, "a path without control characters"));
  }
  const [first, ...rest] = faults;
  if (first !== undefined || fail_on === undefined) {
    return { ok: false, faults: [first ?? refuse("fail-on", asked, failOn.join(", ")), ...rest] };
  }
  return { ok: true, value: { command: "evaluate", config, fail_on, output_dir } };
}

function refuse(name: string, value: string, allowed: string): Fault {
  return {
    code: "invalid_input",
    message: `the input ${name} is ${JSON.stringify(value.slice(0, 200))}`,
    where: `the step's with: ${name}`,
    fix: `Use ${allowed}.`,
  };
}
