/** init: writes agent-lab.yaml, a first case and the workflow from what the project and one probing run say. */
import type { Fault } from "../contracts/fault.ts";
import { programTroubles, shellLine } from "../core/onboarding/findings.ts";
import {
  guessAgent,
  guessSetup,
  installerOf,
  splitCommand,
  type Guess,
} from "../core/onboarding/guess-start.ts";
import type { ProjectView } from "../core/onboarding/project-view.ts";
import { describeModel } from "../core/onboarding/sighting.ts";
import { findFixedAddresses, findNamedModels } from "../core/onboarding/source-hints.ts";
import {
  caseFile,
  caseText,
  configText,
  greeting,
  workflowFile,
  workflowText,
  type Starter,
} from "../core/onboarding/starter-files.ts";
import { expandShortForm } from "../core/planning/short-form.ts";
import type { Shell } from "../core/ports.ts";
import { probeAgent, type Probe } from "./probe-agent.ts";
import { refusalResult, type CommandResult } from "./result.ts";

export interface InitOptions {
  /** How the agent is started, as one would type it; default: read from the project. */
  readonly agent: string | undefined;
  /** Run the agent once to see its models. */
  readonly run: boolean;
}

const configFile = "agent-lab.yaml";
const probeSeconds = 60;
/** Where nothing says which model is asked. */
const placeholder = "gpt-4.1-mini";

/** Exit 0 with every file there, written now or before; 50 where the agent's start can't be known. */
export async function initProject(shell: Shell, options: InitOptions): Promise<CommandResult> {
  const view = shell.projectFiles.look();
  const agent = chooseAgent(view, options.agent);
  if (agent === null)
    return refusalResult(
      [
        {
          code: "no_agent",
          message: "nothing in this folder says how your agent is started",
          where: shell.show(shell.project),
          fix: 'Say it as you would type it: agent-lab init --agent "python -m my_agent". Looked for a package with __main__.py, scripts in pyproject.toml, start in package.json, main.py and the like.',
        },
      ],
      50,
    );
  const setup = guessSetup(view, agent.argv);
  const probe = options.run
    ? await probeAgent(shell, {
        argv: agent.argv,
        cwd: shell.project,
        input: greeting,
        take: "last_line",
        wall_seconds: probeSeconds,
        model_calls: 12,
        use_tools: false,
        variables: {},
        redactor: shell.openRedactor(),
        declared: null,
      })
    : null;
  const models = chooseModels(shell, view, probe);
  const starter: Starter = {
    agent: agent.argv,
    setup: setup?.argv ?? null,
    models: models.names,
    notes: models.notes,
    tools: [...new Set((probe?.seen ?? []).flatMap((one) => one.tools))],
    folder: view.below_repository ?? "",
    installer: installerOf(view, agent.argv),
    version: shell.version,
    schemas: view.schemas,
  };
  const hasCases = [...view.files.keys()].some((path) => /^evals\/[^/]+\.yaml$/.test(path));
  const upward = starter.folder === "" ? "" : "../".repeat(starter.folder.split("/").length);
  const written = [
    { path: configFile, text: configText(starter) },
    ...(hasCases ? [] : [{ path: caseFile, text: caseText(starter) }]),
    { path: `${upward}${workflowFile}`, text: workflowText(starter) },
  ].map(({ path, text }) => ({ path, outcome: shell.projectFiles.create(path, text) }));
  const faults = written.flatMap(({ outcome }) => (typeof outcome === "string" ? [] : [outcome]));
  const [first, ...others] = faults;
  if (first !== undefined) return refusalResult([first, ...others], 50);
  const left = [
    ...written.flatMap(({ path, outcome }) => (outcome === "exists" ? [path] : [])),
    ...(hasCases ? ["evals/"] : []),
  ];
  const made = written.flatMap(({ path, outcome }) => (outcome === "written" ? [path] : []));
  const troubles =
    probe === null
      ? []
      : programTroubles(
          {
            argv: agent.argv,
            setup: starter.setup,
            seen: probe.seen,
            refused: probe.refused,
            ended: { ...probe.ended, said: probe.said, wall_seconds: probeSeconds },
            taken: probe.taken,
            use_tools: false,
            fixed_addresses: findFixedAddresses(view.files),
          },
          configFile,
        );
  return {
    exit_code: 0,
    text: describe({ agent, setup, probe, models, made, left, troubles, view }),
    json: {
      verdict: null,
      exit_code: 0,
      written: made,
      left_alone: left,
      agent: agent.argv,
      setup: starter.setup,
      models: models.names,
      seen: probe?.seen ?? [],
      troubles,
    },
  };
}

function chooseAgent(view: ProjectView, line: string | undefined): Guess | null {
  if (line === undefined) return guessAgent(view);
  const argv = splitCommand(line);
  return argv === null ? null : { argv, from: "--agent" };
}

interface Models {
  readonly names: readonly string[];
  /** For the file: which of them are not sure, and why. */
  readonly notes: readonly string[];
  readonly origins: readonly string[];
}

/** Seen on the wire first, then what the sources name and a price is known for; a guess is marked as one. */
function chooseModels(shell: Shell, view: ProjectView, probe: Probe | null): Models {
  const seen = (probe?.seen ?? []).map((one) => one.model);
  const named = findNamedModels(view.files, pricedModels(shell))
    .filter((one) => !seen.includes(one.model))
    .slice(0, Math.max(0, 10 - seen.length));
  const names = [...seen, ...named.map((one) => one.model)];
  if (names.length === 0)
    return {
      names: [placeholder],
      notes: [`${placeholder} is a guess: agent-lab doctor says which models the agent asks for.`],
      origins: [`${placeholder} (a guess)`],
    };
  return {
    names,
    notes: named.map(
      ({ model, path }) => `${model} stands in ${path}; no call for it was seen yet.`,
    ),
    origins: [
      ...seen.map((model) => `${model} (seen)`),
      ...named.map(({ model, path }) => `${model} (named in ${path})`),
    ],
  };
}

/** Names of OpenAI's models in the price list that agent-lab.yaml gets by default; none where it can't be read. */
function pricedModels(shell: Shell): ReadonlySet<string> {
  const { pricing } = expandShortForm(
    { schema_version: 1, agent: ["agent"], models: [placeholder], cases: "", budget: "5 USD" },
    "agent-lab",
  );
  const read = shell.workspace.loadPricing(pricing);
  const entries = read.ok ? read.value.entries : [];
  return new Set(entries.filter((one) => one.provider === "openai").map((one) => one.model));
}

function describe(done: {
  readonly agent: Guess;
  readonly setup: Guess | null;
  readonly probe: Probe | null;
  readonly models: Models;
  readonly made: readonly string[];
  readonly left: readonly string[];
  readonly troubles: readonly Fault[];
  readonly view: ProjectView;
}): string {
  const { agent, setup, probe, models, made, left } = done;
  const rows = [
    ...made.map((path) => ["wrote", path]),
    ...left.map((path) => ["left alone", `${path} (it is there already)`]),
    ["agent", `${shellLine(agent.argv)} (from ${agent.from})`],
    ["setup", setup === null ? "none found" : `${shellLine(setup.argv)} (from ${setup.from})`],
    ["models", models.origins.join(", ")],
    ...(probe === null ? [] : [["saw", probe.seen.map(describeModel).join("; ") || "no request"]]),
  ].map(([name = "", text = ""]) => `  ${name.padEnd(10)}  ${text}\n`);
  const [trouble] = done.troubles;
  const ran =
    trouble === undefined
      ? ""
      : `\nIt was run once and did not answer yet: ${trouble.message}\n  ${trouble.fix}\n`;
  const unready = trouble?.code === "setup_missing" || trouble?.code === "not_started";
  const first = unready && setup !== null ? `${shellLine(setup.argv)}, and then ` : "";
  const steps = [
    `${first}agent-lab doctor`,
    `Put tasks of your own into evals/, one file each; ${caseFile} is an example to replace.`,
    `In ${workflowFile}, name OWNER and COMMIT; in the repository's settings, the secret OPENAI_API_KEY.`,
    ...(done.view.below_repository === null ? ["git init: base and head are commits."] : []),
    "Commit it on a branch and open a pull request. Or here, with OPENAI_API_KEY set (5 USD at most): agent-lab evaluate --base main --head YOUR-BRANCH",
  ];
  return `${rows.join("")}${ran}\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join("")}`;
}
