/** Which variables a setup hook gets: what installers need to reach their registries, and nothing that pays for a model. */
import { isKeyName } from "../../core/redaction/secret-names.ts";

const needed =
  /^(PATH|PATHEXT|SystemRoot|ComSpec|windir|LANG|LC_\w+|TZ|LD_LIBRARY_PATH|HTTPS?_PROXY|ALL_PROXY|NO_PROXY|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|npm_config_\w+|(PIP|UV|POETRY|PDM|YARN|PNPM|COREPACK)_\w+|(PYENV_ROOT|VOLTA_HOME|RUSTUP_HOME|CARGO_HOME|JAVA_HOME|GOROOT|pythonLocation)|(AGENT_TOOLSDIRECTORY|RUNNER_(TOOL_CACHE|OS|ARCH))|CI)$/i;
/** The part of the host's own environment that a hook may see. */
export function keepNeeded(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && needed.test(name) && !isKeyName(name) ? [[name, value]] : [],
    ),
  );
}

/** The first declared variable whose name is that of a provider's or the runner's key. */
export function findKey(declared: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(declared).find(isKeyName);
}
