/** The Action's inputs, checked here because the runner enforces nothing; anything unexpected is refused by name. */
import type { Fault, Outcome } from "../../contracts/fault.ts";
import { unreadInGlobs } from "../../core/planning/path-filter.ts";
import type { CommentMode } from "../../core/publication/outcome.ts";

/** `config`: an agent-lab.yaml or a matrix file, relative to the workspace. `output_dir`: null is the default place. */
export interface ActionInputs {
  readonly command: "evaluate";
  readonly config: string;
  /** `auto`: dry on a pull request whose live models have no key. */
  readonly mode: "auto" | "evaluate" | "dry";
  /** An earlier evidence bundle for dry mode, relative to the workspace; null where there is none. */
  readonly cassette: string | null;
  /** Globs of the files that make a pull request worth evaluating; none: each one is. */
  readonly paths: readonly string[];
  readonly fail_on: "no-go" | "conditional" | "never";
  readonly output_dir: string | null;
  readonly comment: CommentMode;
  readonly check_run: boolean;
  readonly status: boolean;
  readonly github_token: string | null;
  /** `job.check_run_id`: the number in this job's address; "" on servers that have none. */
  readonly job_id: string;
}

const modes = ["auto", "evaluate", "dry"] as const;
const failOn = ["no-go", "conditional", "never"] as const;
const commentModes = ["always", "on-change", "on-no-go", "off"] as const;
const switches = ["true", "false"] as const;

/** Reads INPUT_* through @actions/core. Every fault names the input and what it may be. */
export async function readActionInputs(): Promise<Outcome<ActionInputs>> {
  const { getInput } = await import("@actions/core");
  const faults: Fault[] = [];
  const command = getInput("command") || "evaluate";
  if (command !== "evaluate") faults.push(refuse("command", command, "evaluate"));
  const choose = <T extends string>(name: string, allowed: readonly [T, ...T[]], usual: T): T => {
    const asked = getInput(name);
    const found = asked === "" ? usual : allowed.find((one) => one === asked);
    if (found === undefined) faults.push(refuse(name, asked, allowed.join(", ")));
    return found ?? usual;
  };
  const mode = choose("mode", modes, "auto");
  const fail_on = choose("fail-on", failOn, "no-go");
  const comment = choose("comment", commentModes, "on-change");
  const check_run = choose("check-run", switches, "true") === "true";
  const status = choose("status", switches, "false") === "true";
  const config = getInput("config") || "agent-lab.yaml";
  const output_dir = getInput("output-dir") || null;
  const cassette = getInput("cassette") || null;
  const places = { config, "output-dir": output_dir ?? "", cassette: cassette ?? "" };
  for (const [name, path] of Object.entries(places)) {
    if (/\p{Cc}/u.test(path)) faults.push(refuse(name, path, "a path without control characters"));
  }
  const paths = getInput("paths")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  for (const glob of paths) {
    if (glob === "!" || unreadInGlobs.test(glob) || /\p{Cc}/u.test(glob))
      faults.push(
        refuse(
          "paths",
          glob,
          "one glob a line, of names, /, *, ** and ?, with ! before it for no, without quotes, commas, dashes or comments",
        ),
      );
  }
  const [first, ...rest] = faults;
  if (first !== undefined) return { ok: false, faults: [first, ...rest] };
  return {
    ok: true,
    value: {
      command: "evaluate",
      config,
      mode,
      cassette,
      paths,
      fail_on,
      output_dir,
      comment,
      check_run,
      status,
      github_token: getInput("github-token") || null,
      job_id: getInput("job-id"),
    },
  };
}

function refuse(name: string, value: string, allowed: string): Fault {
  return {
    code: "invalid_input",
    message: `the input ${name} is ${JSON.stringify(value.slice(0, 200))}`,
    where: `the step's with: ${name}`,
    fix: `Use ${allowed}.`,
  };
}
