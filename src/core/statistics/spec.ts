/** The name of these formulas and conventions: an output that carries it can be derived again by anyone who has them. */

/** Changes whenever any function here would give another number for the same input. */
export const STATISTICS_SPEC = "agentlab-stats/1";
