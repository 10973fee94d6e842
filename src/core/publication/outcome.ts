/** What is published, where and how much of it: plain data that every face on GitHub is made from. */
import type { Digest } from "../../contracts/primitives.ts";
import type { Verdict } from "../../contracts/readiness.ts";
import type { EventPlace } from "./place.ts";

export type CommentMode = "always" | "on-change" | "on-no-go" | "off";

/** `line` and `column` count from 1; `file` is relative to the repository. */
export interface CodeNote {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
}

export interface PublicationOutcome {
  /** `not applicable`: no changed file is one that the step asks about. */
  readonly verdict: Verdict | "not evaluated" | "not applicable";
  /** The verdict in the words of the report's heading. */
  readonly title: string;
  /** What the step ends with, after fail-on. */
  readonly exit_code: number;
  readonly matrix_id: string | null;
  /** The config input: which plan this is, known even when nothing could be evaluated. */
  readonly config: string;
  /** The report as Markdown, fullest form first, at least one. Text from models is inert in it already. */
  readonly markdown: readonly [string, ...string[]];
  /** Short named figures that tell one result from another ("verdict", "points"); no times, no digests. */
  readonly facts: Readonly<Record<string, string>>;
  readonly notes: readonly CodeNote[];
  /** Absolute paths. */
  readonly bundle: { readonly path: string; readonly sha256: Digest } | null;
  readonly html: string | null;
}

export interface PublicationContext extends EventPlace {
  /** `https://github.com` or a company's own, without a slash at the end. */
  readonly server_url: string;
  readonly repository: string;
  readonly run_id: string;
  readonly run_attempt: number;
  /** The workflow file's path and the job's id: with the config they tell our comments on one pull request apart. */
  readonly workflow: string;
  readonly job: string;
  /** `job.check_run_id`, which is the number in the job's address; null where GitHub gives none. */
  readonly job_id: string | null;
  readonly comment: CommentMode;
  readonly check_run: boolean;
  readonly status: boolean;
}
