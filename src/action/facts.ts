/** The short figures by which one result is told from another: no time, no digest, no text of a model. */
import { formatPico } from "../core/budget/money.ts";

/**
 * `json` is the evaluation's `--json` object (src/core/report/json.ts); what it lacks gives no fact. Cost and tokens are
 * the subject's alone: those of base differ from run to run and say nothing about a change.
 */
export function resultFacts(
  verdict: string,
  json: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const facts: Record<string, string> = { verdict };
  const stopped = codes(json["faults"]);
  if (stopped !== "none") facts["stopped by"] = stopped;
  if (json["mode"] === "dry") {
    const { length } = members(json["cases"]);
    facts["asks something else"] = `${figure(json["cases_differing"], 0)} of ${length} cases`;
  }
  const candidates = members(json["candidates"]);
  const subject =
    candidates.find((one) => one.get("candidate") === json["subject"]) ?? candidates[0];
  const [money] = members([json["money"]]);
  const [screen] = members([json["screen"]]);
  if (screen !== undefined) facts["broke"] = brokenCases(screen.get("regressions"));
  if (subject !== undefined) {
    facts["blocking"] = codes(subject.get("blocking"));
    facts["conditions"] = codes(subject.get("conditions"));
    facts["cost a run"] = cost(subject.get("cost_pico"), money?.get("currency"));
    facts["tokens a run"] = figure(subject.get("tokens"), 0);
  }
  for (const one of candidates) {
    const label = String(one.get("label"));
    facts[`points of ${label}`] = figure(one.get("score"), 1);
    if (one !== subject) facts[`verdict of ${label}`] = String(one.get("verdict"));
  }
  return facts;
}

function codes(value: unknown): string {
  const found = new Set(members(value).map((one) => String(one.get("code"))));
  return found.size === 0 ? "none" : [...found].toSorted().join(", ");
}

/** Cases that broke, by name: a reader knows them, and not our codes. */
function brokenCases(regressions: unknown): string {
  const broken = members(regressions).filter((one) => one.get("confirmed") === true);
  return broken.length === 0 ? "none" : broken.map((one) => String(one.get("case_id"))).join(", ");
}

function figure(value: unknown, digits: number): string {
  return typeof value === "number" ? String(Number(value.toFixed(digits))) : "not known";
}

function cost(pico: unknown, currency: unknown): string {
  return typeof pico === "string" && /^\d+$/.test(pico) && typeof currency === "string"
    ? formatPico(BigInt(pico), currency)
    : "not known";
}

/** The objects of a list as maps; nothing where it is no list. */
function members(value: unknown): ReadonlyMap<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) =>
    typeof one === "object" && one !== null ? [new Map<string, unknown>(Object.entries(one))] : [],
  );
}
