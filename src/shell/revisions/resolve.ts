/** Names two commits for a pull request: head as it was pushed, base as the merge base; never a moving branch, never GitHub's merge commit. */
import type { Fault, Outcome } from "../../contracts/fault.ts";
import type { ResolvedRevisions } from "../../core/revision-ports.ts";
import { runGit, type GitOptions } from "./git.ts";
import {
  askOrigin,
  fetchCommits,
  findCommit,
  findMergeBase,
  isShallow,
  type MergeBase,
} from "./history.ts";

export interface ResolveRequest {
  readonly repository: string;
  /** A commit id or a branch name each. */
  readonly base: string;
  readonly head: string;
  /** How deep to look for the merge base in a shallow clone, in commits, before asking for everything. */
  readonly depths?: readonly number[];
}

const wholeHistory = 2_147_483_647;
const fullId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const pasteable = `Give the checkout step the whole history:

      - uses: actions/checkout@v7
        with:
          fetch-depth: 0`;

/**
 * Fetches from origin what a shallow clone lacks: exactly the two commits, and history until their merge base is
 * proven. Refusals: git_missing, not_a_repository, revision_invalid, revision_unavailable, head_is_merge_commit,
 * no_common_history.
 */
export async function resolveRevisions(
  request: ResolveRequest,
  options: GitOptions,
): Promise<Outcome<ResolvedRevisions>> {
  const { repository } = request;
  const opened = await runGit(repository, ["rev-parse", "--git-dir"], options);
  if (!opened.ok) return refuseRepository(repository, opened.code, opened.complaint);
  const notes: string[] = [];
  const base = await locate(repository, "base", request.base, options);
  if (!base.ok) return base;
  const head = await locate(repository, "head", request.head, options);
  if (!head.ok) return head;
  const merge = await findMergeRef(repository, head.value, options);
  if (merge !== undefined) return refuseMergeCommit(request.head, merge);
  const known = await learnHistory(request, base.value, head.value, notes, options);
  if (!known.ok) return known;
  const { found, others } = known.value;
  if (others > 0) {
    notes.push(`base and head have ${others + 1} merge bases; git's first, ${found}, is used`);
  }
  const changed = await countUncommitted(repository, head.value, options);
  if (changed > 0)
    notes.push(
      `${changed === 1 ? "1 changed file is" : `${changed} changed files are`} not committed, and so not seen`,
    );
  if (found === head.value) notes.push("head adds nothing to base: it is base's own ancestor");
  return {
    ok: true,
    value: { base: found, head: head.value, base_tip: base.value, merge_bases: others + 1, notes },
  };
}

/** Files that git knows and that differ from head, where head is what is checked out; on a runner it is not. */
async function countUncommitted(
  repository: string,
  head: string,
  options: GitOptions,
): Promise<number> {
  if ((await findCommit(repository, "HEAD", options)) !== head) return 0;
  const status = await runGit(
    repository,
    ["status", "--porcelain", "--untracked-files=no"],
    options,
  );
  return status.ok ? status.stdout.split("\n").filter((line) => line !== "").length : 0;
}

/** A full id is taken at its word and fetched later; a name must stand for a commit here or at origin. */
async function locate(
  repository: string,
  role: "base" | "head",
  name: string,
  options: GitOptions,
): Promise<Outcome<string>> {
  if (fullId.test(name)) return { ok: true, value: name };
  if (name === "" || name.startsWith("-") || /[\0\s:]/.test(name)) {
    return refuse(
      "revision_invalid",
      `${role} "${name.slice(0, 80)}" is neither a commit id nor a branch name`,
      role,
      "Name a full commit id (on a pull request: pull_request.base.sha and pull_request.head.sha) or a branch.",
    );
  }
  const found =
    (await findCommit(repository, name, options)) ??
    (await findCommit(repository, `refs/remotes/origin/${name}`, options)) ??
    (await askOrigin(repository, name, options));
  return found === undefined
    ? refuse(
        "revision_unavailable",
        `${role} "${name.slice(0, 80)}" names no commit here and no branch of origin`,
        repository,
        `Name a branch or a commit that is here (git branch --all lists them). On a runner: ${pasteable}`,
      )
    : { ok: true, value: found };
}

/** The commit GitHub makes to test a merge; checkout leaves it under this name. Its tree is nobody's code. */
async function findMergeRef(
  repository: string,
  head: string,
  options: GitOptions,
): Promise<string | undefined> {
  const named = await runGit(
    repository,
    ["for-each-ref", "--format=%(objectname) %(refname)", "refs/remotes/pull", "refs/pull"],
    options,
  );
  return named.stdout
    .split("\n")
    .find((line) => line.startsWith(`${head} `) && line.endsWith("/merge"))
    ?.slice(head.length + 1);
}

type KnownBase = Extract<MergeBase, { found: string }>;

async function learnHistory(
  request: ResolveRequest,
  base: string,
  head: string,
  notes: string[],
  options: GitOptions,
): Promise<Outcome<KnownBase>> {
  const { repository } = request;
  const here = async (): Promise<KnownBase | undefined> => {
    const merged = await findMergeBase(repository, base, head, options);
    return merged.found !== undefined && merged.proven ? merged : undefined;
  };
  const absent: string[] = [];
  for (const commit of new Set([base, head])) {
    if ((await findCommit(repository, commit, options)) === undefined) absent.push(commit);
  }
  const first = absent.length === 0 ? await here() : undefined;
  if (first !== undefined) return { ok: true, value: first };
  const shallow = await isShallow(repository, options);
  if (!shallow && absent.length === 0) return refuseUnrelated(repository, base, head);
  const depths = shallow ? [...(request.depths ?? [50, 1_000]), wholeHistory] : [undefined];
  for (const depth of depths) {
    // In a full clone only what is absent is asked for: a depth would cut its history off.
    const wanted = depth === undefined ? absent : [...new Set([base, head])];
    const fetched = await fetchCommits(repository, wanted, depth, options);
    if (!fetched.ok) return refuseFetch(repository, wanted, fetched.complaint);
    const found = await here();
    if (found === undefined) continue;
    notes.push(`fetched ${describeFetch(wanted, depth)} from origin to find the merge base`);
    return { ok: true, value: found };
  }
  return refuseUnrelated(repository, base, head);
}

function describeFetch(commits: readonly string[], depth: number | undefined): string {
  const which = commits.map((commit) => commit.slice(0, 12)).join(" and ");
  if (depth === undefined || depth === wholeHistory) return `${which} with all history`;
  return `${which} with ${depth} commits of history`;
}

function refuseFetch(
  repository: string,
  commits: readonly string[],
  complaint: string,
): { ok: false; faults: [Fault] } {
  const which = commits.map((commit) => commit.slice(0, 12)).join(" and ");
  return refuse(
    "revision_unavailable",
    `${which} can't be fetched from origin: ${complaint}. If the branch was force-pushed since, its old commit may be gone: run on the newest push`,
    repository,
    pasteable,
  );
}

function refuseUnrelated(
  repository: string,
  base: string,
  head: string,
): { ok: false; faults: [Fault] } {
  return refuse(
    "no_common_history",
    `${base.slice(0, 12)} (base) and ${head.slice(0, 12)} (head) have no common ancestor`,
    repository,
    "Check that head was branched from base; unrelated histories can't be compared as a pull request.",
  );
}

function refuseMergeCommit(head: string, ref: string): { ok: false; faults: [Fault] } {
  return refuse(
    "head_is_merge_commit",
    `head ${head.slice(0, 80)} is ${ref}, the merge commit that GitHub makes for tests, not what was pushed`,
    "head",
    "Pass github.event.pull_request.head.sha.",
  );
}

function refuseRepository(
  repository: string,
  code: number | null,
  complaint: string,
): { ok: false; faults: [Fault] } {
  return code === null
    ? refuse("git_missing", complaint, repository, "Install git, and put it on PATH.")
    : refuse(
        "not_a_repository",
        `${repository} is no git repository: ${complaint}`,
        repository,
        "Run in a clone; in a workflow, after actions/checkout.",
      );
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return {
    ok: false,
    faults: [{ code, message: message.slice(0, 2_000), where: where.slice(0, 500), fix }],
  };
}
