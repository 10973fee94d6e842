/** Addresses on GitHub of what stands behind a result; they are added at publication and no part of the evidence. */
import { markdownCode } from "../report/escape.ts";
import type { PublicationContext, PublicationOutcome } from "./outcome.ts";

export function artifactUrl(context: PublicationContext, id: number): string {
  return `${runsUrl(context)}/artifacts/${id}`;
}

/** The job where GitHub told its number, else the attempt of the run. */
export function jobUrl(context: PublicationContext): string {
  return context.job_id === null
    ? `${runsUrl(context)}/attempts/${context.run_attempt}`
    : `${runsUrl(context)}/job/${context.job_id}`;
}

/** The config as it was at the head commit; null for a path outside the repository. */
export function contractUrl(context: PublicationContext, config: string): string | null {
  const steps = config.replace(/^\.\//, "").split("/");
  if (steps.some((step) => step === "" || step === "." || step === "..")) return null;
  return `${context.server_url}/${context.repository}/blob/${context.head_sha}/${steps.map(encodeStep).join("/")}`;
}

function runsUrl({ server_url, repository, run_id }: PublicationContext): string {
  return `${server_url}/${repository}/actions/runs/${run_id}`;
}

/** Brackets would end a Markdown link. */
function encodeStep(step: string): string {
  return encodeURIComponent(step.toWellFormed()).replaceAll(
    /[()!'*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** What became of an upload: its address, or why there is none. */
export type Uploaded =
  | { readonly state: "uploaded"; readonly url: string; readonly name: string }
  | { readonly state: "absent"; readonly reason: string };

/** One line: evidence, its digest, page, run, contract. */
export function lineageLine(
  outcome: PublicationOutcome,
  context: PublicationContext,
  bundle: Uploaded,
  html: Uploaded,
): string {
  const contract = contractUrl(context, outcome.config);
  const at = `${markdownCode(outcome.config, false, 120)} at ${markdownCode(context.head_sha.slice(0, 7), false)}`;
  const parts = [
    ...(outcome.bundle === null
      ? []
      : [
          `${artifactLink("evidence bundle", bundle)} ${markdownCode(outcome.bundle.sha256, false)}`,
        ]),
    ...(outcome.html === null ? [] : [artifactLink("HTML report", html)]),
    `[run ${context.run_id}, attempt ${context.run_attempt}](${jobUrl(context)})`,
    ...(contract === null ? [] : [`[${at}](${contract})`]),
  ];
  return `<sub>${parts.join(" · ")}</sub>`;
}

function artifactLink(label: string, upload: Uploaded): string {
  return upload.state === "uploaded" ? `[${label}](${upload.url})` : `${label} (not uploaded)`;
}
