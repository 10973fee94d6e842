/** The command line: arguments in, text or one JSON object out, an exit code of SPEC's table. */
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";

import { examineAgent } from "../commands/doctor.ts";
import { evaluate } from "../commands/evaluate.ts";
import { explainPlan, planFile, preflightFile, validateFile } from "../commands/examine.ts";
import { gateStored } from "../commands/gate.ts";
import { initProject } from "../commands/init.ts";
import { defaultFolder } from "../commands/load-matrix.ts";
import { planShards } from "../commands/plan-shards.ts";
import type { CommandResult } from "../commands/result.ts";
import { runOnly } from "../commands/run-only.ts";
import { runShard } from "../commands/run-shard.ts";
import { composeShell, enterHost, type Surroundings } from "../compose.ts";
import type { Shell } from "../core/ports.ts";
import type { FailOn } from "../core/readiness/conclude.ts";
import { redactValue } from "../core/redaction/values.ts";
import type { ShardName } from "../core/shards/streams.ts";
import { verify } from "../verify/main.ts";
import { describeApprove } from "./approving.ts";
import { describeCompare } from "./comparing.ts";
import { describeKeeping } from "./keeping.ts";
import { describeMerge, readShard, readShards } from "./sharding.ts";

type Work = (shell: Shell) => CommandResult | Promise<CommandResult>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Commands that start agents: only they are worth a second start without secrets in the environment. */
const RUNS = new Set(["evaluate", "run", "doctor", "init"]);

/** Parses argv and runs one command; the returned number is the exit code. */
export async function runCli(
  argv: readonly string[],
  environment: Environment = process.env,
  trial: Surroundings["trial"] = {},
): Promise<number> {
  let exit = 0;
  const perform = async (machine: boolean, work: Work): Promise<void> => {
    const shell = shellOf(environment, trial);
    const found = await work(shell);
    const redactor = shell.openRedactor();
    const result = { ...found, text: redactor.redactText(found.text) };
    if (machine) process.stdout.write(`${JSON.stringify(redactValue(redactor, found.json))}\n`);
    else
      (result.exit_code === 50 || result.exit_code === 60 ? process.stderr : process.stdout).write(
        result.text,
      );
    exit = result.exit_code;
  };
  const program = describeCommands(perform, (code) => {
    exit = code;
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 50;
    process.stderr.write(
      `agent-lab: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n  This is a bug in Agent Lab or a machine at its limits; nothing that was recorded is lost.\n`,
    );
    return 40;
  }
  return exit;
}

export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  process.exitCode = await runCli(argv, RUNS.has(argv[0] ?? "") ? enterRun() : process.env);
}

/** May start this process again; returns the environment with its secrets, which no other process can read. */
function enterRun(): Environment {
  const host = enterHost(process.env, [...process.execArgv, ...process.argv.slice(1)]);
  for (const note of host.notes) process.stderr.write(`agent-lab: ${note}\n`);
  return { ...host.clean, ...host.secrets };
}

function shellOf(environment: Environment, trial: Surroundings["trial"] = {}): Shell {
  return composeShell({
    trial,
    project: process.cwd(),
    environment,
    node: process.execPath,
    platform: `${process.platform}-${process.arch}`,
    node_version: process.version,
    output: {
      is_tty: process.stdout.isTTY,
      columns: process.stdout.isTTY ? process.stdout.columns : 100,
    },
    errors: {
      write: (text) => process.stderr.write(text),
      is_tty: process.stderr.isTTY,
      columns: process.stderr.columns,
    },
  });
}

function file(command: Command): Command {
  return command.argument("[file]", "agent-lab.yaml or a matrix file", "agent-lab.yaml");
}

function json(command: Command): Command {
  return command.option("--json", "one JSON object on stdout", false);
}

function stored(command: Command): Command {
  return command
    .option("--matrix <id>", "a matrix id; default: the newest")
    .option("--dir <folder>", "where matrices are kept", defaultFolder);
}

interface RunFlags {
  readonly json: boolean;
  readonly new: boolean;
  readonly dir: string;
  readonly workers: number;
  readonly join: boolean;
  readonly shard?: ShardName;
  readonly matrixId?: string;
  readonly base: string;
  readonly head: string;
}

interface PlanFlags {
  readonly json: boolean;
  readonly explain: boolean;
  readonly shards?: number;
  readonly base: string;
  readonly head: string;
}

function workers(): Option {
  return new Option(
    "--workers <number>",
    "how many blocks are run at a time; above 1 no time counts",
  )
    .default(1)
    .argParser(readWorkers);
}

function readWorkers(text: string): number {
  const number = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > 64)
    throw new InvalidArgumentError("Give a whole number from 1 to 64.");
  return number;
}

function failOn(): Option {
  return new Option("--fail-on <verdict>", "which verdicts exit with their code").choices([
    "no-go",
    "conditional",
    "never",
  ]);
}

function describeCommands(
  perform: (json: boolean, work: Work) => Promise<void>,
  exitWith: (code: number) => void,
): Command {
  const program = new Command("agent-lab")
    .description(
      "May this change to an agent be merged? Runs candidates side by side and answers with evidence.",
    )
    .exitOverride()
    .showHelpAfterError()
    .configureHelp({ sortSubcommands: false });
  json(program.command("init"))
    .description("write agent-lab.yaml, a first case and the workflow for your own agent")
    .option("--agent <command>", "how your agent is started; default: read from the project")
    .option("--no-run", "do not run the agent once to see its models")
    .action(async (options: { json: boolean; agent?: string; run: boolean }) =>
      perform(options.json, async (shell) =>
        initProject(shell, { agent: options.agent, run: options.run }),
      ),
    );
  json(file(program.command("doctor")))
    .description("run one case of your own agent here, keyless, and say what it asks its model")
    .option("--case <id>", "which case; default: the first")
    .option("--tools", "the built-in model calls each tool once, with made-up arguments", false)
    .action(async (path: string, options: { json: boolean; case?: string; tools: boolean }) =>
      perform(options.json, async (shell) =>
        examineAgent(shell, { file: path, case: options.case, use_tools: options.tools }),
      ),
    );
  json(file(program.command("evaluate")))
    .description("plan, preflight, run, score, gate, report and bundle")
    .addOption(failOn().default("no-go"))
    .option("--base <ref>", "your own agent: the revision to compare with", "main")
    .option("--head <ref>", "your own agent: the revision to judge", "HEAD")
    .option("--new", "start a new matrix even if one of this plan is incomplete", false)
    .option("--dir <folder>", "where matrices are kept", defaultFolder)
    .addOption(workers())
    .option(
      "--dry",
      "your own agent, without a key: only what changes on the wire; no verdict",
      false,
    )
    .addOption(
      new Option(
        "--cassette <path>",
        "an earlier evidence bundle: base's recorded answers for --dry",
      ).implies({ dry: true }),
    )
    .action(
      async (
        path: string,
        options: {
          json: boolean;
          dry: boolean;
          cassette?: string;
          workers: number;
          failOn: FailOn;
          new: boolean;
          dir: string;
          base: string;
          head: string;
        },
      ) =>
        perform(options.json, async (shell) =>
          evaluate(shell, {
            file: path,
            base: options.dir,
            fresh: options.new,
            fail_on: options.failOn,
            run_attempt: 1,
            source: null,
            workers: options.workers,
            revisions: { base: options.base, head: options.head },
            ...(options.dry
              ? {
                  dry: {
                    when: "always" as const,
                    fork: null,
                    cassette: options.cassette ?? null,
                  },
                }
              : {}),
          }),
        ),
    );
  json(file(program.command("validate")))
    .description("check every contract, without starting anything")
    .action(async (path: string, options: { json: boolean }) =>
      perform(options.json, (shell) => validateFile(shell, path)),
    );
  json(file(program.command("preflight")))
    .description("are the cases themselves sound? No model call")
    .option("--case <file>", "check one case file, also a superseded one")
    .action(async (path: string, options: { json: boolean; case?: string }) =>
      perform(options.json, (shell) => preflightFile(shell, path, options.case)),
    );
  json(file(program.command("plan")))
    .description("cells, order, worst case and digests")
    .option("--explain", "print every frozen contract with all defaults", false)
    .addOption(
      new Option("--shards <number>", "deal the blocks to so many hosts; --json is a job matrix")
        .argParser(readShards)
        .conflicts("explain"),
    )
    .option("--base <ref>", "with --shards, your own agent: the revision to compare with", "main")
    .option("--head <ref>", "with --shards, your own agent: the revision to judge", "HEAD")
    .action(async (path: string, options: PlanFlags) =>
      perform(options.json, async (shell) => {
        const { shards: count, base, head } = options;
        if (count !== undefined)
          return planShards(shell, { file: path, count, revisions: { base, head } });
        return options.explain ? explainPlan(shell, path) : planFile(shell, path);
      }),
    );
  json(file(program.command("run")))
    .description("run the plan's cells; resumes the newest incomplete matrix of the same plan")
    .option("--new", "start a new matrix", false)
    .option("--dir <folder>", "where matrices are kept", defaultFolder)
    .addOption(workers())
    .addOption(
      new Option("--join", "help a process that runs this plan already: take blocks, no more")
        .conflicts("new")
        .default(false),
    )
    .addOption(
      new Option("--shard <i/n>", "one shard of the plan alone, as plan --shards lists it")
        .argParser(readShard)
        .conflicts(["new", "join"]),
    )
    .option("--matrix-id <id>", "with --shard: the id that plan --shards drew")
    .option("--base <ref>", "with --shard, your own agent: the revision to compare with", "main")
    .option("--head <ref>", "with --shard, your own agent: the revision to judge", "HEAD")
    .action(async (path: string, options: RunFlags) =>
      perform(options.json, async (shell) => {
        const { shard, matrixId = "", base, head, dir, workers: at } = options;
        const common = { file: path, base: dir, run_attempt: 1, workers: at };
        return shard === undefined
          ? runOnly(shell, { ...common, fresh: options.new, join: options.join })
          : runShard(shell, {
              ...common,
              shard: { name: shard, matrix_id: matrixId },
              revisions: { base, head },
            });
      }),
    );
  describeMerge(program, perform);
  describeCompare(json(program.command("compare")), perform);
  json(stored(program.command("gate")))
    .description("the verdict of a stored matrix, with the whole table of exit codes")
    .option("--policy <file>", "a readiness policy")
    .addOption(failOn())
    .action(
      async (options: {
        json: boolean;
        dir: string;
        matrix?: string;
        policy?: string;
        failOn?: FailOn;
      }) =>
        perform(options.json, async (shell) =>
          gateStored(shell, {
            base: options.dir,
            matrix: options.matrix,
            policy: options.policy,
            fail_on: options.failOn ?? null,
            format: "terminal",
          }),
        ),
    );
  json(stored(program.command("report")))
    .description("write the report of a stored matrix again")
    .option("--markdown", "print Markdown instead of the terminal face", false)
    .action(async (options: { json: boolean; dir: string; matrix?: string; markdown: boolean }) =>
      perform(options.json, async (shell) =>
        gateStored(shell, {
          base: options.dir,
          matrix: options.matrix,
          fail_on: "never",
          format: options.markdown ? "markdown" : "terminal",
        }),
      ),
    );
  describeApprove(json(stored(program.command("approve"))), perform);
  describeKeeping(program, perform);
  program
    .command("verify")
    .description("check an evidence bundle offline; the same check as verify.mjs")
    .argument("<bundle>", "its folder or its .tar.gz")
    .option("--digest <sha256>", "the digest that was published for the archive")
    .option("--json", "one JSON object on stdout", false)
    .action((bundle: string, options: { digest?: string; json: boolean }) => {
      const argv = [
        bundle,
        ...(options.digest === undefined ? [] : ["--digest", options.digest]),
        ...(options.json ? ["--json"] : []),
      ];
      exitWith(
        verify(
          argv,
          (text) => process.stdout.write(text),
          (text) => process.stderr.write(text),
        ),
      );
    });
  return program;
}

if (import.meta.main && import.meta.filename.endsWith("main.ts")) await main();
