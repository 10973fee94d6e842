/** One thing preflight found wrong with a case: a stable code, a sentence that says how to mend it, and where. */
import type { CasePreflight } from "../../contracts/preflight.ts";

/** `where` is a JSON Pointer (RFC 6901) into the case, or `tools/<name>` for the catalogue. */
export type Problem = CasePreflight["problems"][number];
