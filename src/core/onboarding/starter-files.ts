/** The three files that init writes: at most 25 lines of YAML together, each a complete document of its format. */
import type { Argv } from "./project-view.ts";
import { yamlList } from "./yaml-words.ts";

export interface Starter {
  readonly agent: Argv;
  readonly setup: Argv | null;
  readonly models: readonly string[];
  /** A sentence on each model that was not seen on the wire. */
  readonly notes: readonly string[];
  /** Names of the tools that the agent offered its model. */
  readonly tools: readonly string[];
  /** Folder of the agent inside its repository, "" at the top. */
  readonly folder: string;
  /** Puts the project's installer on the runner; null where it is there already. */
  readonly installer: string | null;
  readonly version: string;
  /** Agent Lab's schemas, relative to the agent's folder; null where an editor can't reach them. */
  readonly schemas: string | null;
}

export const caseFile = "evals/first-case.yaml";
export const workflowFile = ".github/workflows/agent-lab.yml";

/** A greeting asks for no tool and no knowledge: it runs anywhere, and is meant to be replaced. */
export const greeting = "Hello, what can you do for me?";

/** agent-lab.yaml. */
export function configText(starter: Starter): string {
  return [
    ...schemaLine(starter.schemas, "agent-lab"),
    ...starter.notes.map((note) => `# ${note.replaceAll(/\s+/g, " ")}`),
    `agent: ${yamlList(starter.agent)}`,
    ...(starter.setup === null ? [] : [`setup: ${yamlList(starter.setup)}`]),
    `models: ${yamlList(starter.models)}`,
    "cases: evals/*.yaml",
    "budget: 5 USD",
    "",
  ].join("\n");
}

/** The first case; tools that are called like an action are forbidden in it. */
export function caseText(starter: Starter): string {
  const never = starter.tools.filter((name) => acting.test(name)).slice(0, 5);
  const forbidden = never.length === 0 ? "" : `, never_calls: ${yamlList(never)}`;
  return [
    ...schemaLine(starter.schemas === null ? null : `../${starter.schemas}`, "case"),
    "# An example to replace: a task of your agent's, what a good answer says, which tools it must and must not call.",
    "id: first-case",
    `input: ${JSON.stringify(greeting)}`,
    `expect: { contains: [help]${forbidden} }`,
    "",
  ].join("\n");
}

const acting =
  /^(issue|create|send|delete|remove|update|pay|cancel|write|post|submit|transfer|buy|publish|execute)(_|-|[A-Z]|$)/;

/** The workflow, for the top of the repository. */
export function workflowText(starter: Starter): string {
  const config =
    starter.folder === ""
      ? []
      : [`        with: { config: ${JSON.stringify(`${starter.folder}/agent-lab.yaml`)} }`];
  return `name: agent-lab
on: pull_request
permissions: { contents: read, pull-requests: write, checks: write }
concurrency: { group: "agent-lab-\${{ github.ref }}", cancel-in-progress: true }
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
        with: { fetch-depth: 0 }
${starter.installer === null ? "" : `      - run: ${starter.installer}\n`}      # Agent Lab ${starter.version}: name its owner, and the full commit id you tried.
      - uses: OWNER/agent-lab@COMMIT
${config.map((line) => `${line}\n`).join("")}        env: { OPENAI_API_KEY: "\${{ secrets.OPENAI_API_KEY }}" }
`;
}

function schemaLine(folder: string | null, name: string): string[] {
  return folder === null ? [] : [`# yaml-language-server: $schema=${folder}/${name}.schema.json`];
}
