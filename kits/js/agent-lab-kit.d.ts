export interface ToolOptions {
  /** Give an answer of the host as the text it is, not parsed as JSON. Default: false. */
  readonly text?: boolean;
}

export interface CallOptions extends ToolOptions {
  /** The model's id of the call. */
  readonly tool_call_id?: string;
  /** Equal for every try of one action. */
  readonly idempotency_key?: string;
}

/**
 * The function, announced under `name` each time it is called: its first argument is what the model wrote. Await it: under
 * Agent Lab it is asynchronous. Where AGENT_LAB_TOOLS_URL is not set it is `run` itself.
 */
export function tool<Arguments, Rest extends readonly unknown[], Result>(
  name: string,
  run: (args: Arguments, ...rest: Rest) => Result,
  options?: ToolOptions,
): (args: Arguments, ...rest: Rest) => Result | Promise<Awaited<Result>>;

/**
 * Runs one tool call of a loop of your own; `run` is called only where the host says so. Rejects where the host could not
 * be asked: the tool then did not run.
 */
export function call<Result>(
  name: string,
  args: unknown,
  run: () => Result,
  options?: CallOptions,
): Promise<Awaited<Result>>;
