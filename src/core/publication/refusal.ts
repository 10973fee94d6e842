/** What a refused write means in a reader's words, with the line that lifts it. */
import type { PublicationContext } from "./outcome.ts";

/** What is written, and the permission it takes. Uploads take none. */
export type Permission = "pull-requests" | "checks" | "statuses";

export interface Refused {
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  readonly message: string;
}

/** `what`: the thing that is missing now ("The comment"). One line. */
export function refusalWords(
  what: string,
  permission: Permission,
  refused: Refused,
  context: PublicationContext,
): string {
  const answer =
    refused.status === null
      ? `GitHub did not answer (${refused.message})`
      : `GitHub answered ${refused.status} (${refused.message})`;
  return `${what} was not written: ${answer}. ${advice(permission, refused, context)} The result stands; it is in the job summary.`;
}

function advice(permission: Permission, refused: Refused, context: PublicationContext): string {
  const forbidden = refused.status === 403 || refused.status === 404;
  if (!forbidden || /rate limit/i.test(refused.message))
    return "Run the job again if it is needed there.";
  if (context.pull_request?.from_fork === true)
    return "A pull request from a fork has a read-only token, so this is expected.";
  return `Paste into the job: ${permissionLine(permission, context)}`;
}

/** `permissions:` replaces every default, so that the line names all that is needed. */
export function permissionLine(needed: Permission, context: PublicationContext): string {
  const all: [string, boolean][] = [
    ["contents: read", true],
    ["pull-requests: write", needed === "pull-requests" || context.comment !== "off"],
    ["checks: write", needed === "checks" || context.check_run],
    ["statuses: write", needed === "statuses" || context.status],
  ];
  return `permissions: { ${all
    .filter(([, wanted]) => wanted)
    .map(([line]) => line)
    .join(", ")} }`;
}
