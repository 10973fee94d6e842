/** One line of an audit. */
import type { LedgerFault, LedgerFaultCode } from "../../core/ledger-ports.ts";

export function fault(
  job_id: string | null,
  sequence: number | null,
  code: LedgerFaultCode,
  message: string,
): LedgerFault {
  return { job_id, sequence, code, message };
}
