/** Why an agent can't be evaluated yet: each reason with its place and the line that mends it. */
import type { Fault } from "../../contracts/fault.ts";
import type { ModelContract } from "../../contracts/model.ts";
import type { PricingCatalogue } from "../../contracts/pricing.ts";
import { findPrice } from "../budget/price.ts";
import type { Taken } from "../own/answer.ts";
import { addressWords } from "./address-words.ts";
import type { Argv } from "./project-view.ts";
import type { SeenModel } from "./sighting.ts";
import { yamlList } from "./yaml-words.ts";

/** How the program ended; `said` is all it printed on stderr and stdout. */
export interface Ended {
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly timed_out: boolean;
  readonly spawn_error: string | null;
  readonly said: string;
  readonly wall_seconds: number;
}

export interface Examined {
  readonly argv: Argv;
  readonly setup: Argv | null;
  readonly seen: readonly SeenModel[];
  /** Calls that were refused because the case allows no more. */
  readonly refused: number;
  readonly ended: Ended;
  readonly taken: Taken;
  /** Tools were called with made-up arguments. */
  readonly use_tools: boolean;
  /** `file:line` of addresses written into sources. */
  readonly fixed_addresses: readonly string[];
}

/** What agent-lab.yaml says: its path, its models and the prices that will hold on `day` (YYYY-MM-DD). */
export interface Declared {
  readonly file: string;
  readonly models: readonly ModelContract[];
  readonly pricing: PricingCatalogue;
  readonly day: string;
}

/** None where the agent can be evaluated. */
export function findTroubles(examined: Examined, declared: Declared): Fault[] {
  return [...programTroubles(examined, declared.file), ...modelTroubles(examined, declared)];
}

/** What keeps the program itself from answering through the gateway. */
export function programTroubles(examined: Examined, file: string): Fault[] {
  const { argv, ended, seen, taken } = examined;
  const where = argv.join(" ").slice(0, 500);
  const broken = endTrouble(examined, file, where);
  if (broken !== null && (broken.code === "setup_missing" || broken.code === "not_started"))
    return [broken];
  const troubles = broken === null ? [] : [broken];
  if (seen.length === 0) return [...troubles, addressTrouble(examined, where)];
  if (broken === null && !taken.ok)
    troubles.push({
      code: "no_answer",
      message: `${taken.message}, so there is no answer to judge`,
      where,
      fix: `Print the answer as the last line of stdout, write it to the file $AGENT_LAB_OUTPUT, or say in ${file} which part it is: output: { take: json_last } or output: { take: { after: "Answer:" } }.`,
    });
  if (ended.exit_code === 0 && examined.refused > 0)
    troubles.push({
      code: "too_many_calls",
      message: `the program asked for ${examined.refused} more model calls than the case allows`,
      where,
      fix: "Raise limits: { model_calls: … } in the case, or mend the loop.",
    });
  return troubles;
}

function endTrouble(examined: Examined, file: string, where: string): Fault | null {
  const { ended, setup, seen } = examined;
  const words = lastWords(ended.said);
  const install =
    setup === null
      ? `Install what it needs, and say in ${file} how: setup: [npm, ci].`
      : `Run setup here first: ${shellLine(setup)}`;
  if (ended.spawn_error !== null || /failed to execute .*No such file/.test(ended.said))
    return {
      code: "not_started",
      message: `the program can't be started: there is no ${examined.argv[0]} here`,
      where,
      fix: `${install}\n  If it is there under another name, correct the line agent: of ${file}.`,
    };
  if (ended.timed_out)
    return {
      code: "timed_out",
      message: `the program did not end within ${ended.wall_seconds} s and was stopped`,
      where,
      fix: "It must read its case from stdin, answer and exit: no server, no prompt for more. A slow one gets limits: { wall_seconds: … } in the case.",
    };
  if (ended.exit_code === 0) return null;
  const how = ended.signal === null ? `exit code ${ended.exit_code ?? "unknown"}` : ended.signal;
  if (missingPackage.test(ended.said))
    return {
      code: "setup_missing",
      message: `the program ended with ${how}; its last words: ${words}`,
      where,
      fix: `A package or program is missing. ${install}`,
    };
  return {
    code: seen.length === 0 ? "crashed" : "crashed_after_answer",
    message: `the program ended with ${how}; its last words: ${words}`,
    where,
    fix: crashFix(examined),
  };
}

function crashFix({ seen, use_tools }: Examined): string {
  if (seen.length === 0)
    return "Mend what it says. It gets PATH, HOME and its provider's variables; others of your environment only if agent-lab.yaml names them under env.";
  return use_tools
    ? "The arguments of --tools are made up: a program that ends on them may also end on a model's slip. Without --tools, doctor says whether it can be evaluated."
    : "Mend what it says. The built-in model only says ok (or the smallest JSON its schema allows): a program that can't take that may still work with its own model.";
}

const missingPackage =
  /ModuleNotFoundError|No module named|Cannot find (module|package)|ERR_MODULE_NOT_FOUND|command not found|: not found$/m;

function addressTrouble({ argv, ended, fixed_addresses }: Examined, where: string): Fault {
  if (/this path is not served; the gateway serves/.test(ended.said))
    return {
      code: "wire_not_served",
      message: "the program speaks a wire that this version can't read",
      where,
      fix: "Served are OpenAI's Chat Completions, Responses and Embeddings, on Azure's paths too. Anthropic's and Google's own wires are not built yet.",
    };
  if (/send the run's token as/.test(ended.said))
    return {
      code: "other_key",
      message: "the program reached the gateway with another key than the one it was given",
      where,
      fix: "Let it take its key from OPENAI_API_KEY; a .env file must not override it (Python: load_dotenv() without override=True).",
    };
  const places = fixed_addresses.slice(0, 3).join(", ");
  const written = places === "" ? "" : ` An address is written out at ${places}.`;
  return {
    code: "no_requests",
    message: "the gateway saw no request: the program asked no model, or asked somewhere else",
    where,
    fix: `Its calls must go to the address in OPENAI_BASE_URL.${written}${addressWords(argv)}`,
  };
}

function modelTroubles({ seen }: Examined, declared: Declared): Fault[] {
  const { file, models, pricing, day } = declared;
  const undeclared = seen.filter((one) => !models.some((model) => model.model === one.model));
  const names = [...new Set([...models, ...undeclared].map((one) => one.model))];
  const troubles: Fault[] = undeclared.map((one) => ({
    code: "model_not_declared",
    message: `the program asked for ${one.model}, which ${file} does not declare`,
    where: file,
    fix: `Put this line there: models: ${yamlList(names)}`,
  }));
  for (const one of seen) {
    const named = models.filter((model) => model.model === one.model);
    const other = one.wires.find((wire) => !named.some((model) => model.wires.includes(wire)));
    if (named.length > 0 && other !== undefined)
      troubles.push({
        code: "wire_not_allowed",
        message: `the program asked ${one.model} by ${other}; its contract allows ${named.flatMap((model) => model.wires).join(", ")}`,
        where: file,
        fix: `Declare the model by a file of its own, with wires: [${one.wires.join(", ")}].`,
      });
  }
  const asked = [
    ...models.map(({ provider, model }) => ({ provider, model })),
    ...undeclared.map(({ model }) => ({ provider: models[0]?.provider ?? "openai", model })),
  ];
  const unpriced = asked.filter(
    ({ provider, model }) => "missing" in findPrice(pricing, provider, model, day),
  );
  if (unpriced.length > 0) troubles.push(priceTrouble(unpriced, asked, declared));
  return troubles;
}

interface Asked {
  readonly provider: string;
  readonly model: string;
}

/** A catalogue of one's own replaces the shipped one: the lines hold every model, with the rates that are known. */
function priceTrouble(
  unpriced: readonly Asked[],
  asked: readonly Asked[],
  { file, pricing, day }: Declared,
): Fault {
  const rows = asked.map(({ provider, model }) => {
    const price = findPrice(pricing, provider, model, day);
    const rates =
      "missing" in price
        ? `effective_from: "${day}", input: RATE, output: RATE, source: WHERE, checked: "${day}"`
        : `effective_from: "${price.effective_from}", input: ${price.input}, output: ${price.output}, source: ${JSON.stringify(price.source)}, checked: "${price.checked}"`;
    return `\n      - { provider: ${provider}, model: ${JSON.stringify(model)}, ${rates} }`;
  });
  return {
    code: "no_price",
    message: `no price is known for ${unpriced.map((one) => one.model).join(", ")}; unknown is not free, so nothing would be spent`,
    where: file,
    fix: `Put pricing: pricing.yaml into ${file}, and into pricing.yaml beside it (RATE: ${pricing.currency} per million tokens; WHERE: the page you read):\n    name: my-prices\n    currency: ${pricing.currency}\n    entries:${rows.join("")}`,
  };
}

/** The line that tells most: the last that names an error, else the last that says anything; 300 characters. */
function lastWords(said: string): string {
  const lines = said.split(/\r?\n/);
  const telling =
    lines.findLast((line) => /^\s*([\w.]*(Error|Exception)\b|npm error)/.test(line)) ??
    lines.findLast((line) => line.trim() !== "");
  return telling?.trim().slice(0, 300).toWellFormed() ?? "none";
}

/** The list as one would type it. */
export function shellLine(argv: Argv): string {
  return argv
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}
