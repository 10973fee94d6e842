/** What the host tells an adapter: the payload of the start frame. */
export interface Start {
  readonly run_id: string;
  readonly case: {
    readonly id: string;
    readonly version: number;
    readonly system: string;
    readonly user: string;
  };
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly input_schema: Readonly<Record<string, unknown>>;
  }[];
  readonly model: {
    readonly name: string;
    readonly temperature: number;
    readonly max_output_tokens: number;
    readonly wire: "chat_completions" | "responses";
  };
  /** `base_url` ends in /v1; `token` is the bearer token of this run. */
  readonly gateway: { readonly base_url: string; readonly token: string };
  readonly limits: {
    readonly model_calls: number;
    readonly tool_calls: number;
    readonly wall_seconds: number;
  };
  readonly checkpoint: { readonly stage: string; readonly state: unknown } | null;
}

export interface CallOptions {
  /** The id the model gave the call, when the framework exposes it. */
  readonly tool_call_id?: string;
  /** The arguments as the model wrote them, when they could not be parsed. */
  readonly arguments_text?: string;
  /** Runs the tool in this process if the host hands it over (`accepted`, execute: child). */
  readonly execute?: (args: unknown) => string | Promise<string>;
}

export interface Host {
  /** Asks the host. Resolves to the text for the model: the tool's output, or why it was refused. Rejects on cancel. */
  callTool(name: string, args: unknown, options?: CallOptions): Promise<string>;
  /**
   * Hands over state to resume from, as JSON. A stage name is used once: lower-case letters, digits, `.`, `_`, `-`.
   * Throws where no frame holds the state: more than 1 MiB as JSON, more than 61 levels, half a surrogate pair.
   */
  checkpoint(
    stage: string,
    state: unknown,
    options?: { readonly pending_operation_id?: string | null },
  ): void;
  /** Aborts when the host cancels or goes away. Pass it to every model call. */
  readonly signal: AbortSignal;
}

export type Usage =
  | { readonly in: number | null; readonly out: number | null; readonly requests: number | null }
  | { readonly missing: string };

export interface Outcome {
  /** Default: completed. */
  readonly status?: "completed" | "failed";
  readonly output: string;
  /** What the framework itself counted. The host counts on the wire and compares. */
  readonly usage?: Usage;
  /** Why it failed, in words; 2,000 characters are kept. */
  readonly error?: unknown;
}

/**
 * Says hello, waits for the start frame, runs `run`, sends heartbeats, sends the result, ends the process.
 * A thrown error becomes a failed result with the error's text. Nothing is printed on stdout.
 */
export function runAdapter<Prepared = undefined>(adapter: {
  readonly name: string;
  /** Loads the framework before hello, so that loading is not counted as the agent's time. Its error fails the run. */
  readonly prepare?: () => Promise<Prepared>;
  readonly run: (start: Start, host: Host, prepared: Prepared) => Promise<Outcome>;
}): Promise<void>;
