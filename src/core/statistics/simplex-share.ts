/** interim */
export function shareOfWeights(d: readonly number[], alpha: readonly number[]): number {
  const repeated = d.flatMap((value, at) => Array.from({ length: alpha[at] ?? 0 }, () => value));
  const ahead = repeated.filter((value) => value > 0);
  const behind = repeated.filter((value) => value <= 0);
  if (behind.length === 0) return 1;
  const share = [1, ...behind.map(() => 0)];
  for (const y of ahead) {
    for (const [at, x] of behind.entries()) {
      share[at + 1] = (y * (share[at] ?? 0) - x * (share[at + 1] ?? 0)) / (y - x);
    }
  }
  return ahead.length === 0 ? 0 : (share.at(-1) ?? 0);
}
