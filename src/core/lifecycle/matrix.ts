/** One execution of a plan as a pure reducer: blocks are admitted whole, settled once, and every run is named once. */
import type { Step } from "./refusal.ts";
import { accept, refuse } from "./refusal.ts";
import type { Block, Body, MatrixSnapshot, StreamEvent } from "./snapshot.ts";
import { lookup } from "./snapshot.ts";

/** As `reduceJob`, for the stream that `matrix.registered` opens. */
export function reduceMatrix(
  matrix: MatrixSnapshot | null,
  event: StreamEvent,
): Step<MatrixSnapshot> {
  const { body, sequence } = event;
  const expected = (matrix?.revision ?? 0) + 1;
  if (sequence !== expected)
    return refuse("sequence_gap", { type: body.type }, `sequence ${expected}`, `${sequence}`);
  if (matrix === null)
    return body.type === "matrix.registered"
      ? accept(register(body))
      : refuse("wrong_phase", { type: body.type }, "matrix.registered first", "an empty stream");
  if (matrix.phase === "completed")
    return refuse("finished", { type: body.type }, "no event after matrix.completed", "one");
  const step = apply(matrix, body);
  return step.ok ? accept({ ...step.snapshot, revision: sequence }) : step;
}

function register(body: Body<"matrix.registered">): MatrixSnapshot {
  return {
    kind: "matrix",
    revision: 1,
    phase: "registered",
    matrix_id: body.matrix_id,
    planned_blocks: body.planned_blocks,
    looks: 0,
    blocks: {},
    runs: {},
  };
}

function apply(matrix: MatrixSnapshot, body: StreamEvent["body"]): Step<MatrixSnapshot> {
  // A job event of any kind is refused the same way.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (body.type) {
    case "block.admitted":
      return openBlock(matrix, body, {
        state: "admitted",
        reserved_pico: body.reserved_pico,
        spent_pico: null,
      });
    case "look.registered":
      return registerLook(matrix, body);
    case "block.refused":
      return openBlock(matrix, body, { state: "refused", reserved_pico: null, spent_pico: null });
    case "block.settled":
      return settleBlock(matrix, body);
    case "run.recorded": {
      if (lookup(matrix.runs, body.run_id) !== undefined)
        return refuse(
          "run_exists",
          { type: body.type, of: body.run_id },
          "a run not recorded yet",
          "one that is",
        );
      return accept({ ...matrix, runs: { ...matrix.runs, [body.run_id]: body.result_sha256 } });
    }
    case "matrix.completed":
      return complete(matrix, body);
    case "matrix.registered":
      return refuse("wrong_phase", { type: body.type }, "one registration", "a second");
    default:
      return refuse("wrong_stream", { type: body.type }, "a later event of a matrix", body.type);
  }
}

function openBlock(
  matrix: MatrixSnapshot,
  body: Body<"block.admitted" | "block.refused">,
  block: Block,
): Step<MatrixSnapshot> {
  const subject = { type: body.type, of: `block ${body.block}` };
  if (body.block > matrix.planned_blocks)
    return refuse(
      "unknown_block",
      subject,
      `a block of 1 to ${matrix.planned_blocks}`,
      `${body.block}`,
    );
  const known = lookup(matrix.blocks, String(body.block));
  if (known !== undefined)
    return refuse("block_exists", subject, "a block not opened yet", `one that is ${known.state}`);
  return accept({ ...matrix, blocks: { ...matrix.blocks, [String(body.block)]: block } });
}

/** A second look adds blocks after the planned ones; there is one, and it is stated before any of its blocks. */
function registerLook(matrix: MatrixSnapshot, body: Body<"look.registered">): Step<MatrixSnapshot> {
  const subject = { type: body.type };
  const first = matrix.planned_blocks + 1;
  if (matrix.looks > 0) return refuse("look_exists", subject, "one second look", "another");
  if (body.first_block !== first)
    return refuse("unknown_block", subject, `first block ${first}`, `${body.first_block}`);
  const added = body.cases.reduce((sum, one) => sum + one.blocks, 0);
  return accept({ ...matrix, looks: 1, planned_blocks: matrix.planned_blocks + added });
}

/** What was spent is recorded as it was, also above the reservation: the run that overdrew fails its own budget gate. */
function settleBlock(matrix: MatrixSnapshot, body: Body<"block.settled">): Step<MatrixSnapshot> {
  const subject = { type: body.type, of: `block ${body.block}` };
  const known = lookup(matrix.blocks, String(body.block));
  if (known?.state !== "admitted")
    return refuse(
      "wrong_block_state",
      subject,
      "an admitted block",
      known?.state ?? "one never opened",
    );
  const { reserved_pico } = known;
  const settled: Block = { state: "settled", reserved_pico, spent_pico: body.spent_pico };
  return accept({ ...matrix, blocks: { ...matrix.blocks, [String(body.block)]: settled } });
}

/** Blocks nobody opened are not an error here: a shard runs its own blocks and states the rest as not run. */
function complete(matrix: MatrixSnapshot, body: Body<"matrix.completed">): Step<MatrixSnapshot> {
  const subject = { type: body.type };
  const unsettled = Object.keys(matrix.blocks).filter(
    (id) => matrix.blocks[id]?.state === "admitted",
  );
  if (unsettled.length > 0)
    return refuse(
      "blocks_open",
      subject,
      "every admitted block settled",
      `open: ${unsettled.join(", ")}`,
    );
  const recorded = Object.keys(matrix.runs).length;
  if (body.runs !== recorded)
    return refuse("count_mismatch", subject, `the ${recorded} runs recorded`, `${body.runs}`);
  return accept({ ...matrix, phase: "completed" });
}
