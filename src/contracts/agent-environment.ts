/** Variables of the agent's own, as agent-lab.yaml declares them: literal texts, or values of the host's by name. */
import { z } from "zod";

const name = z.string().regex(/^[A-Za-z_]\w{0,99}$/, "use letters, digits and _ (100 at most)");

/**
 * Variables that lead the program to the gateway, keep its folders private and its exporters off, and those that load
 * other code into it than its commit holds. LANG, LC_ALL and TZ are passed on and may be set.
 */
const reserved = new Set([
  "PATH",
  "PATHEXT",
  "SYSTEMROOT",
  "COMSPEC",
  "HOME",
  "USERPROFILE",
  "TMPDIR",
  "TEMP",
  "TMP",
  "PYTHONUNBUFFERED",
  "PYTHONDONTWRITEBYTECODE",
  "NO_COLOR",
  "NO_PROXY",
  "OPENAI_AGENTS_DISABLE_TRACING",
  "LANGSMITH_TRACING",
  "LANGCHAIN_TRACING_V2",
  "OTEL_SDK_DISABLED",
  "DISABLE_TELEMETRY",
  "DO_NOT_TRACK",
  "OPENAI_BASE_URL",
  "OPENAI_API_BASE",
  "OPENAI_API_KEY",
  "AZURE_OPENAI_ENDPOINT",
  "AZURE_OPENAI_API_KEY",
  "ANTHROPIC_BASE_URL",
  "ANTHROPIC_API_KEY",
  "GOOGLE_GEMINI_BASE_URL",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "NODE_OPTIONS",
  "PYTHONHOME",
]);
const reservedKinds = /^(?:AGENT_LAB_|LD_|DYLD_)/;

/** A provider's key, the runner's tokens, and the files through which a step speaks to the runner. */
const neverHanded =
  /^(?:AGENT_LAB_.*|ACTIONS_.*|INPUT_.*|GH_TOKEN|GITHUB_(?:TOKEN|ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)|(?:OPENAI|AZURE_OPENAI|ANTHROPIC|GEMINI|GOOGLE)_API_KEY)$/;

/** Whether Agent Lab sets this variable itself, or must not let it be set. Case is ignored, as Windows ignores it. */
export function isReservedVariable(variable: string): boolean {
  const upper = variable.toUpperCase();
  return reserved.has(upper) || reservedKinds.test(upper);
}

const agentVariable = z.union([z.string().max(32_768), z.strictObject({ from: name })]).meta({
  description:
    "A text, or { from: NAME } for the value of the host's variable NAME, which is then redacted as a secret.",
});

export const agentEnvironment = z
  .record(name, agentVariable)
  .superRefine((variables, context) => {
    const refuse = (path: string[], message: string): void =>
      context.addIssue({ code: "custom", path, message });
    const names = Object.keys(variables);
    if (names.length > 100) refuse([], "100 variables are the limit");
    for (const [variable, value] of Object.entries(variables)) {
      if (isReservedVariable(variable))
        refuse(
          [variable],
          "this name is reserved: Agent Lab sets it itself, or it loads other code",
        );
      if (typeof value === "string") {
        if (value.includes("\0")) refuse([variable], "a variable can't hold a NUL character");
      } else if (neverHanded.test(value.from.toUpperCase()))
        refuse([variable, "from"], `the host's ${value.from} is never handed to an agent`);
      // Its own commit may say where its modules lie; the host's modules belong to nobody's commit.
      else if (variable.toUpperCase() === "PYTHONPATH")
        refuse([variable, "from"], "write this path out: the host's own would load other code");
    }
  })
  .meta({
    description:
      "Variables of the agent's own, for setup, reset, snapshot and the program. Names Agent Lab sets itself are refused.",
  });
export type AgentEnvironment = z.infer<typeof agentEnvironment>;
