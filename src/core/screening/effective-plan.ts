/** The plan as it was really carried out: the planned blocks and, where one was registered, those of the second look. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { Block, Plan } from "../../contracts/plan.ts";
import { secondLookBlocks } from "./second-look.ts";

type Registered = Extract<RuntimeEvent, { type: "look.registered" }>;

/** Blocks of the registered second look; none when the stream registers none. */
export function registeredBlocks(plan: Plan, bodies: readonly RuntimeEvent[]): Block[] {
  const look = bodies.find((body): body is Registered => body.type === "look.registered");
  const [first] = look?.cases ?? [];
  if (look === undefined || first === undefined) return [];
  const choice = {
    cases: look.cases.map((one) => one.case_id),
    blocks_each: first.blocks,
    reason: look.reason,
    untested: [],
  };
  const candidates = plan.candidates.map((one) => one.id);
  return secondLookBlocks(plan, choice, candidates, plan.case_changes ?? []);
}

export function withSecondLook(plan: Plan, bodies: readonly RuntimeEvent[]): Plan {
  const extra = registeredBlocks(plan, bodies);
  if (extra.length === 0) return plan;
  const blocks = [...plan.blocks, ...extra];
  return { ...plan, blocks, cells: blocks.length * plan.candidates.length };
}
