/** One stored matrix under one score profile or several: a verdict each, the planned profile's first. */
import type { Outcome } from "../contracts/fault.ts";
import type { ScoreProfile } from "../contracts/score-profile.ts";
import { contractDigest } from "../core/planning/bind-contracts.ts";
import type { Shell } from "../core/ports.ts";
import { reportJson } from "../core/report/json.ts";
import { profilesSection, type MatrixLook } from "../core/report/side-by-side.ts";
import { orderByProfiles } from "../core/scoring/profile-orders.ts";
import { decideMatrix, type LaterLook, type MatrixVerdict } from "../core/verdict/decide-matrix.ts";
import {
  lineageFault,
  terminalFace,
  withPaths,
  writeViews,
  type StoredEvidence,
  type ViewPaths,
} from "./judge.ts";
import type { StoredMatrix } from "./load-matrix.ts";
import { refusalResult, type CommandResult } from "./result.ts";

/** `label`: the profile's part of the folder that its views are written to; null for the planned one. */
interface GivenProfile {
  readonly profile: ScoreProfile;
  readonly label: string | null;
}

function digestOf(profile: ScoreProfile): string {
  return contractDigest("score_profile", profile);
}

/** The profiles to weigh by. Beside others the planned one always comes first: it is what they are held against. */
export function loadProfiles(
  shell: Shell,
  planned: ScoreProfile,
  files: readonly string[],
): Outcome<readonly GivenProfile[]> {
  const read = files.map((file) => ({ file, loaded: shell.workspace.loadProfile(file) }));
  const faults = read.flatMap(({ loaded }) => (loaded.ok ? [] : loaded.faults));
  const [fault, ...others] = faults;
  if (fault !== undefined) return { ok: false, faults: [fault, ...others] };
  const given = new Map<string, ScoreProfile>();
  const names = new Map<string, string>();
  for (const { file, loaded } of read) {
    if (!loaded.ok) continue;
    const { value: profile } = loaded;
    const digest = digestOf(profile);
    const before = names.get(profile.name) ?? digest;
    if (before !== digest)
      return {
        ok: false,
        faults: [
          {
            code: "profile_name_twice",
            message: `two different score profiles are named ${profile.name}`,
            where: file,
            fix: "Give each profile a name of its own; its views are written to a folder of that name.",
          },
        ],
      };
    names.set(profile.name, digest);
    given.set(digest, profile);
  }
  const [first] = given.values();
  if (first === undefined) return { ok: true, value: [{ profile: planned, label: null }] };
  if (given.size === 1) return { ok: true, value: [{ profile: first, label: first.name }] };
  given.delete(digestOf(planned));
  return {
    ok: true,
    value: [
      { profile: planned, label: null },
      ...[...given.values()].map((profile) => ({ profile, label: profile.name })),
    ],
  };
}

interface Looked {
  readonly verdict: MatrixVerdict;
  readonly planned: boolean;
  readonly label: string | null;
  readonly paths: ViewPaths;
}

/** `evidence` is the stored one, with the profile that the plan fixed. Decides, writes the views of each profile, and gives the first one's face with all of them in a table. */
export function weighProfiles(
  shell: Shell,
  about: {
    readonly stored: StoredMatrix;
    readonly evidence: StoredEvidence;
    readonly look: LaterLook;
  },
  profiles: readonly GivenProfile[],
  labels: { readonly before: readonly string[]; readonly behind: readonly string[] },
): (MatrixLook & { readonly json: CommandResult["json"] }) | CommandResult {
  const { stored, evidence, look } = about;
  const looked: Looked[] = [];
  for (const { profile, label: part } of profiles) {
    const other = part === null ? {} : { planned_profile: evidence.profile };
    const verdict = decideMatrix({ ...evidence, profile }, { ...look, ...other });
    if (!verdict.ok) {
      const { fault, exit_code } = lineageFault(verdict, stored.folder.path);
      return refusalResult([fault], exit_code);
    }
    const joined = [...labels.before, ...(part === null ? [] : [part]), ...labels.behind].join("-");
    const label = joined === "" ? null : joined;
    const { digest } = verdict.comparison.profile;
    const planned = stored.plan.contracts.some(
      (one) => one.kind === "score_profile" && one.digest === digest,
    );
    looked.push({ verdict, planned, label, paths: writeViews(stored, verdict, label) });
  }
  const [first] = looked;
  if (first === undefined) throw new Error("a matrix is weighed under at least one profile");
  const comparisons = looked.map((one) => one.verdict.comparison);
  const report = withPaths(
    first.verdict.report,
    [
      { name: "report", path: first.paths.markdown },
      { name: "page", path: first.paths.html },
      { name: "comparison", path: first.paths.comparison },
      ...looked.slice(1).map(({ verdict, paths }) => ({
        name: `under ${verdict.comparison.profile.name}`,
        path: paths.comparison,
      })),
    ],
    [],
  );
  const several = looked.length > 1;
  const beside = looked.map(({ verdict, planned }) => ({
    comparison: verdict.comparison,
    planned,
  }));
  return {
    matrix_id: evidence.matrix_id,
    track: stored.plan.track,
    title: stored.plan.title,
    text: terminalFace(shell, report, {
      bundle: bundleOf(stored),
      later: first.label !== null,
      beside: several ? [profilesSection(beside)] : [],
    }),
    json: {
      ...reportJson(report, 0),
      comparison: first.verdict.comparison,
      ...(several ? { profiles: comparisons, profile_orders: orderByProfiles(comparisons) } : {}),
    },
  };
}

function bundleOf({ folder }: StoredMatrix): { readonly path: string } | null {
  return folder.read("evidence.tar.gz") === null
    ? null
    : { path: folder.locate("evidence.tar.gz") };
}
