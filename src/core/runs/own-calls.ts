/** One record a call, where a program's kit and the wire both saw it: the kit's holds, what only the wire saw stays. */
import type { Json } from "../../contracts/primitives.ts";
import type { ToolCallRecord } from "../../contracts/run-result.ts";
import { isMap, member, sameJson } from "../tools/json-value.ts";
import { carriesAnswer } from "./own-answers.ts";

/** What the wire saw of a call, and what the kit announced of it. */
export interface CallPair {
  readonly seen: ToolCallRecord;
  readonly announced: ToolCallRecord;
}

export interface MergedCalls {
  /** In their order, without those of the wire that a kit announced too. */
  readonly records: readonly ToolCallRecord[];
  readonly pairs: readonly CallPair[];
}

type Sign = (seen: ToolCallRecord, announced: ToolCallRecord) => boolean;

/** From the surest sign to the weakest. A program may add to what the model wrote, such as its own defaults. */
const signs: readonly Sign[] = [
  (seen, announced) =>
    seen.tool_call_id !== "" &&
    seen.tool_call_id === announced.tool_call_id &&
    (!comparable(seen, announced) || holdsAll(announced.arguments, seen.arguments)),
  (seen, announced) => seen.arguments_sha256 === announced.arguments_sha256,
  (seen, announced) => holdsAll(announced.arguments, seen.arguments),
];

export function mergeCalls(records: readonly ToolCallRecord[]): MergedCalls {
  let wire = records.filter((one) => one.provenance === "wire");
  const open = records.filter((one) => one.provenance !== "wire");
  const pairs: CallPair[] = [];
  for (const sign of signs)
    wire = wire.filter((seen) => {
      const fits = open.filter((one) => one.name === seen.name && sign(seen, one));
      // Of equal calls that ran at once, each has its own answer.
      const announced =
        fits.length < 2 ? fits[0] : (fits.find((one) => answered(seen, one)) ?? fits[0]);
      if (announced === undefined) return true;
      open.splice(open.indexOf(announced), 1);
      pairs.push({ seen, announced });
      return false;
    });
  const left = new Set(wire);
  return {
    records: records.filter((one) => one.provenance !== "wire" || left.has(one)),
    pairs,
  };
}

function answered({ output }: ToolCallRecord, announced: ToolCallRecord): boolean {
  return output !== null && carriesAnswer(output, announced) === true;
}

/** A refusal records no arguments, and of a broken call the wire has only its text. */
function comparable(seen: ToolCallRecord, announced: ToolCallRecord): boolean {
  return isMap(seen.arguments) && announced.arguments !== null;
}

function holdsAll(whole: Json, part: Json): boolean {
  if (!isMap(whole) || !isMap(part)) return false;
  return Object.entries(part).every(([name, value]) => {
    const found = member(whole, name);
    return found !== undefined && sameJson(found, value);
  });
}
