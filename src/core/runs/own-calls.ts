/** One record a call, where a program's kit and the wire both saw it: the kit's holds, what only the wire saw stays. */
import type { Json } from "../../contracts/primitives.ts";
import type { ToolCallRecord } from "../../contracts/run-result.ts";
import { isMap, member, sameJson } from "../tools/json-value.ts";

type Sign = (seen: ToolCallRecord, announced: ToolCallRecord) => boolean;

/** From the surest sign to the weakest. A program may add to what the model wrote, such as its own defaults. */
const signs: readonly Sign[] = [
  (seen, announced) => seen.tool_call_id !== "" && seen.tool_call_id === announced.tool_call_id,
  (seen, announced) => seen.arguments_sha256 === announced.arguments_sha256,
  (seen, announced) => holdsAll(announced.arguments, seen.arguments),
];

/** Records in their order, without those of the wire that a kit announced too. */
export function mergeCalls(records: readonly ToolCallRecord[]): ToolCallRecord[] {
  let wire = records.filter((one) => one.provenance === "wire");
  const announced = records.filter((one) => one.provenance !== "wire");
  const open = [...announced];
  for (const sign of signs)
    wire = wire.filter((seen) => {
      const at = open.findIndex((one) => one.name === seen.name && sign(seen, one));
      if (at >= 0) open.splice(at, 1);
      return at < 0;
    });
  const left = new Set(wire);
  return records.filter((one) => one.provenance !== "wire" || left.has(one));
}

function holdsAll(whole: Json, part: Json): boolean {
  if (!isMap(whole) || !isMap(part)) return false;
  return Object.entries(part).every(([name, value]) => {
    const found = member(whole, name);
    return found !== undefined && sameJson(found, value);
  });
}
