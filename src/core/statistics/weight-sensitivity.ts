/** How far weights may move before a weighted sum of differences turns over. */

/**
 * The smallest share by which every weight may move, each its own way, until the sum of weight x difference is 0:
 * (pro - con) / (pro + con), with pro and con the weight on either side. `d`: the leader's points minus the rival's, a
 * place a metric. Null where no weights turn it over, because nothing speaks for the rival.
 */
export function tolerance(weights: readonly number[], d: readonly number[]): number | null {
  let pro = 0;
  let con = 0;
  for (const [at, difference] of d.entries()) {
    const part = (weights[at] ?? 0) * difference;
    if (part > 0) pro += part;
    else con -= part;
  }
  return con === 0 ? null : (pro - con) / (pro + con);
}

export interface OneWeight {
  readonly critical: number | null;
  readonly low: number;
  readonly high: number;
}

export function oneAtATime(weights: readonly number[], d: readonly number[]): OneWeight[] {
  const total = weights.reduce((sum, one) => sum + one, 0);
  const w = weights.map((one) => one / total);
  const lead = w.reduce((sum, one, at) => sum + one * (d[at] ?? 0), 0);
  return w.map((own, at) => {
    const difference = d[at] ?? 0;
    const rest = own === 1 ? 0 : (lead - own * difference) / (1 - own);
    if (rest * difference >= 0) return { critical: null, low: 0, high: 1 };
    const critical = rest / (rest - difference);
    return own >= critical
      ? { critical, low: critical, high: 1 }
      : { critical, low: 0, high: critical };
  });
}

export interface Transfer {
  readonly total_variation: number;
  readonly moves: readonly {
    readonly from: number;
    readonly to: number;
    readonly amount: number;
  }[];
}

export function smallestTransfer(
  weights: readonly number[],
  d: readonly number[],
): Transfer | null {
  const total = weights.reduce((sum, one) => sum + one, 0);
  let lead = weights.reduce((sum, one, at) => sum + (one / total) * (d[at] ?? 0), 0);
  const least = Math.min(...d);
  const to = d.indexOf(least);
  if (least >= 0) return null;
  const moves: { from: number; to: number; amount: number }[] = [];
  let moved = 0;
  const order = [...d.keys()].toSorted((left, right) => (d[right] ?? 0) - (d[left] ?? 0));
  for (const from of order) {
    const step = (d[from] ?? 0) - least;
    if (step <= 0 || lead <= 0) break;
    const amount = Math.min((weights[from] ?? 0) / total, lead / step);
    if (amount === 0) continue;
    moves.push({ from, to, amount });
    moved += amount;
    lead -= amount * step;
  }
  return { total_variation: moved, moves };
}
