/** What a program of the user's own finds in its environment: its provider's variables, lead to the gateway, and no key. */
import type { CaseContract } from "../contracts/case.ts";
import { canonicalJson } from "../core/digest/canonical.ts";
import type { Shell } from "../core/ports.ts";

export interface OwnSession {
  readonly base_url: string;
  readonly token: string;
  /** Null where no kit is heard. */
  readonly tools_url: string | null;
  readonly case_file: string;
  readonly output_file: string;
  readonly run_id: string;
}

/**
 * `session` is null for hooks: they get no model. `variables`: the agent's own; no name of ours is among them. OpenAI's SDKs want /v1 in their base URL, Anthropic's and Google's
 * add the version themselves. Exporters are off, because they fail when they can't reach their own servers.
 */
export function ownEnvironment(
  shell: Shell,
  folders: { readonly home: string; readonly temporary: string },
  session: OwnSession | null,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = ["PATH", "LANG", "LC_ALL", "TZ", "SystemRoot", "ComSpec", "PATHEXT"];
  const inherited = kept.flatMap((name) => {
    const value = shell.environment(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    ...variables,
    HOME: folders.home,
    USERPROFILE: folders.home,
    TMPDIR: folders.temporary,
    TEMP: folders.temporary,
    TMP: folders.temporary,
    PYTHONUNBUFFERED: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    NO_COLOR: "1",
    NO_PROXY: "127.0.0.1,localhost",
    OPENAI_AGENTS_DISABLE_TRACING: "1",
    LANGSMITH_TRACING: "false",
    LANGCHAIN_TRACING_V2: "false",
    OTEL_SDK_DISABLED: "true",
    DISABLE_TELEMETRY: "1",
    DO_NOT_TRACK: "1",
    ...(session === null ? {} : sessionVariables(session)),
  };
}

/** What it is given on stdin and in $AGENT_LAB_CASE. */
export function inputText({ input, prompt }: CaseContract): string {
  if (input === undefined) return prompt.user;
  return typeof input === "string" ? input : canonicalJson(input);
}

function sessionVariables(session: OwnSession): Record<string, string> {
  const bare = session.base_url.replace(/\/v1$/, "");
  return {
    OPENAI_BASE_URL: session.base_url,
    OPENAI_API_BASE: session.base_url,
    OPENAI_API_KEY: session.token,
    AZURE_OPENAI_ENDPOINT: bare,
    AZURE_OPENAI_API_KEY: session.token,
    ANTHROPIC_BASE_URL: bare,
    ANTHROPIC_API_KEY: session.token,
    GOOGLE_GEMINI_BASE_URL: bare,
    GEMINI_API_KEY: session.token,
    GOOGLE_API_KEY: session.token,
    ...(session.tools_url === null
      ? {}
      : { AGENT_LAB_TOOLS_URL: session.tools_url, AGENT_LAB_TOOLS_TOKEN: session.token }),
    AGENT_LAB_CASE: session.case_file,
    AGENT_LAB_OUTPUT: session.output_file,
    AGENT_LAB_RUN_ID: session.run_id,
  };
}
