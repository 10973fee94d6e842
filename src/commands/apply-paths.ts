/** A pull request that changes none of the named files: said at once, so that a required check ends and nothing is run. */
import { idleGlobs, matchingFiles } from "../core/planning/path-filter.ts";
import type { Shell } from "../core/ports.ts";
import { markdownCode, markdownFence } from "../core/report/escape.ts";
import { plural } from "../core/report/format.ts";
import type { Evaluated } from "./evaluate.ts";
import type { RevisionNames } from "./plan-revisions.ts";

const title = "Not applicable: no changed file matches paths";

/**
 * Null where it is to be evaluated: a file matches, it is not known which files changed, or a glob stands for no file at
 * all and so may be misspelt.
 */
export async function applyPaths(
  shell: Shell,
  globs: readonly string[],
  names: RevisionNames,
): Promise<Evaluated | null> {
  const repository = shell.project;
  const resolved = await shell.revisions.resolve({ repository, ...names });
  if (!resolved.ok) return unknown(shell, resolved.faults[0].message);
  const { base, head, merge_bases } = resolved.value;
  if (merge_bases > 1)
    return unknown(
      shell,
      `base and head have ${merge_bases} merge bases, and no one of them tells what this pull request alone changed`,
    );
  const changed = await shell.revisions.changedFiles({ repository, base, head });
  if (!changed.ok) return unknown(shell, changed.faults[0].message);
  if (matchingFiles(globs, changed.value).length > 0) return null;
  const files: string[] = [];
  for (const sha of [base, head]) {
    const listed = await shell.revisions.filesOf({ repository, sha });
    if (!listed.ok) return unknown(shell, listed.faults[0].message);
    files.push(...listed.value);
  }
  const idle = idleGlobs(globs, files);
  if (idle.length > 0)
    return evaluateAll(
      shell,
      `no file of base or head matches ${idle.map((glob) => JSON.stringify(glob)).join(", ")}; a folder is written folder/**`,
    );
  const count = plural(changed.value.length, "file");
  const [from, to] = [base, head].map((sha) => sha.slice(0, 7));
  return {
    exit_code: 0,
    text: `${title}\n${count} changed between ${from} and ${to}; nothing was run.\n${globs.map((glob) => `  ${glob}\n`).join("")}`,
    json: { verdict: null, exit_code: 0, applicable: false, globs, files: changed.value.length },
    verdict: "not applicable",
    title,
    matrix_id: null,
    summary: `### ⚪ ${title}\n\n${count} changed between ${markdownCode(from ?? "", false)} and ${markdownCode(to ?? "", false)}. Nothing was run and nothing was spent. The globs:\n\n${markdownFence(globs.join("\n"), 4_000)}\n`,
    short_summary: `**${title}**\n`,
    paths: null,
    bundle: null,
  };
}

/** To evaluate one too many is safe; to pass one unseen is not. */
function unknown(shell: Shell, why: string): null {
  return evaluateAll(shell, `the changed files are not known: ${why}`);
}

function evaluateAll(shell: Shell, why: string): null {
  const text = `paths is not applied, since ${why}`;
  shell.progress.report({ kind: "note", text });
  return null;
}
