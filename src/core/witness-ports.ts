/** Who wants to know of requests that the gateway turned away before anybody could admit them. Types only. */

export interface TurnedAway {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** The refusal's code. */
  readonly code: string;
}

export interface RefusalWitness {
  turnedAway(request: TurnedAway): void;
}
