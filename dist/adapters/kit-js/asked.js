/** Idempotency keys made of what is asked, so that a new attempt finds the receipts of an earlier one, whatever it asks first. */
import { createHash } from "node:crypto";

const format = 1;

/**
 * Counts how often each request was sent. `before`: how often each was answered before the checkpoint a run goes on from.
 * A call is counted as answered by itself: one that is open when a checkpoint is made will be asked again, under the same key.
 */
export function createAsked(run_id, before) {
  const sent = new Map(before);
  const answered = new Map(before);

  function keyFor(request) {
    const digest = digestRequest({ run_id, ...request });
    const nth = (sent.get(digest) ?? 0) + 1;
    sent.set(digest, nth);
    return {
      idempotency_key: `${digest}:${nth}`,
      answered: () => answered.set(digest, (answered.get(digest) ?? 0) + 1),
    };
  }

  /** What a checkpoint frame holds: the adapter's state beside the kit's own. */
  function wrap(state) {
    const counts = Object.fromEntries(answered);
    return { agent_lab_kit: format, answered: counts, state: state ?? null };
  }

  return { keyFor, wrap };
}

/** The two halves of a checkpoint's state; one that no kit wrapped is the adapter's alone. */
export function unwrap(checkpoint) {
  if (checkpoint === null) return { checkpoint, answered: [] };
  const { stage, state } = checkpoint;
  if (state?.agent_lab_kit !== format) return { checkpoint, answered: [] };
  return { checkpoint: { stage, state: state.state }, answered: Object.entries(state.answered) };
}

/** SHA-256 in hex of a domain line and the RFC 8785 text. The request has been through JSON's own rules by then. */
function digestRequest(request) {
  const text = canonical(JSON.parse(JSON.stringify(request)));
  return createHash("sha256").update(`agent-lab/tool-key/v1\n${text}`).digest("hex");
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value).toSorted();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}
