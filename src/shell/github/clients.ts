/** The real clients of GitHub, loaded only when something is published, so that the Action starts without them. */
import type { ArtifactClient } from "@actions/artifact";
import type { getOctokit } from "@actions/github";

export type GitHub = ReturnType<typeof getOctokit>;

/** `github` or `artifacts` is null where its token is missing; the reason is for the log. */
export interface PublicationClients {
  readonly github: GitHub | null;
  readonly artifacts: ArtifactClient | null;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export interface ClientSettings {
  readonly token: string | null;
  /** GITHUB_API_URL; null is github.com. */
  readonly api_url: string | null;
  /** Whether the runner gave the tokens of its artifact service (ACTIONS_RUNTIME_TOKEN and ACTIONS_RESULTS_URL). */
  readonly has_results_service: boolean;
}

export async function loadClients(
  settings: ClientSettings,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<PublicationClients> {
  return {
    github: settings.token === null ? null : await loadGitHub(settings.token, settings.api_url),
    artifacts: settings.has_results_service ? await loadArtifacts() : null,
    sleep,
  };
}

function quiet(): void {}

async function loadGitHub(token: string, api_url: string | null): Promise<GitHub> {
  const { getOctokit: connect } = await import("@actions/github");
  return connect(token, {
    ...(api_url === null ? {} : { baseUrl: api_url }),
    // Its own log goes to the step's log, where text from outside could be a command.
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

async function loadArtifacts(): Promise<ArtifactClient> {
  const { DefaultArtifactClient } = await import("@actions/artifact");
  return new DefaultArtifactClient();
}
