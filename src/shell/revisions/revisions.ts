/** Everything about base and head behind one port. */
import type { Revisions } from "../../core/revision-ports.ts";
import { changedFiles, filesOf } from "./changed-files.ts";
import { openCheckout } from "./checkout.ts";
import { describeCheckout } from "./describe.ts";
import { runGit, type GitOptions } from "./git.ts";
import { resolveRevisions } from "./resolve.ts";
import { runSetup } from "./setup.ts";

const fiveMinutes = 300_000;

/** `environment`: the host's own. git uses it for its credentials; setup hooks see only what installers need. */
export function createRevisions(settings: {
  readonly environment: GitOptions["environment"];
  /** Milliseconds a single git command may take; default five minutes. */
  readonly git_timeout_ms?: number;
}): Revisions {
  const options: GitOptions = {
    environment: settings.environment,
    timeout_ms: settings.git_timeout_ms ?? fiveMinutes,
  };
  return {
    prefix: async (folder) => {
      const found = await runGit(folder, ["rev-parse", "--show-prefix"], options);
      return found.ok ? found.stdout.trim() : "";
    },
    resolve: async (request) => resolveRevisions(request, options),
    changedFiles: async (request) => changedFiles(request, options),
    filesOf: async (request) => filesOf(request, options),
    openCheckout: async (request) => openCheckout(request, options),
    runSetup: async (request) => runSetup(request, settings.environment),
    describe: async (checkout, folder = ".") => describeCheckout(checkout, folder, options),
  };
}
