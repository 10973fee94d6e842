/** Figures as people read them: thousands separated, units always, the same decimals down a column, absence in words. */
import type { Missing } from "../../contracts/primitives.ts";

export type Optional = number | Missing;

export function isMissing(value: unknown): value is Missing {
  return typeof value === "object" && value !== null && "missing" in value;
}

/** `1262.4, 1` gives `1,262.4`. Rounds half away from zero as toFixed does; never prints -0. */
export function formatNumber(value: number, decimals = 0): string {
  const [whole = "0", fraction] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  const digits = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return value < 0 && /[1-9]/.test(digits) ? `−${digits}` : digits;
}

/** The fewest decimals, `most` at most, with which no value of one column loses anything. */
export function sharedDecimals(values: readonly Optional[], most: number): number {
  const numbers = values.filter((value) => typeof value === "number");
  for (let decimals = 0; decimals < most; decimals += 1) {
    if (numbers.every((value) => Math.abs(value - Number(value.toFixed(decimals))) < 1e-9)) {
      return decimals;
    }
  }
  return most;
}

/** A lone figure of any size: whole numbers whole, small ones with four significant digits, others with two decimals. */
export function formatFigure(value: number): string {
  if (Number.isInteger(value)) return formatNumber(value);
  if (Math.abs(value) >= 1) return formatNumber(value, 2);
  const decimals = Math.min(12, 3 - Math.floor(Math.log10(Math.abs(value))));
  return formatNumber(value, decimals).replace(/\.?0+$/, "");
}

/** A figure with its unit; a unit that says nothing to a reader is left out. */
export function formatQuantity(value: number, unit: string): string {
  if (unit === "ms") return formatDuration(value);
  if (unit === "USD") return `${value < 0 ? "−" : ""}$${formatFigure(Math.abs(value))}`;
  if (unit === "tokens") return `${formatNumber(value)} tokens`;
  if (unit === "share") return formatShare(value);
  return unit === "" || unit === "0 or 1" ? formatFigure(value) : `${formatFigure(value)} ${unit}`;
}

/** Behind the name of a column whose figures carry no unit of their own. */
export function unitWords(name: string, unit: string): string {
  const own = ["", "ms", "USD", "share", name].includes(unit);
  return own ? "" : ` (${unit})`;
}

/** For a column of one unit, named at its head where the figures do not carry it: the same decimals all the way down. */
export function columnFormatter(
  values: readonly Optional[],
  unit: string,
): (value: number) => string {
  const known = values.filter((value) => typeof value === "number");
  const largest = known.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (unit === "ms") return (value) => formatDuration(value, largest);
  if (unit === "share") return formatShare;
  const most =
    largest >= 1_000 ? 0 : largest >= 1 || largest === 0 ? 2 : 1 - Math.floor(Math.log10(largest));
  const decimals = sharedDecimals(
    known,
    Math.min(12, unit === "USD" ? Math.max(2, most + 1) : most),
  );
  return (value) => {
    const figure = formatNumber(Math.abs(value), decimals);
    const sign = value < 0 && /[1-9]/.test(figure) ? "−" : "";
    return `${sign}${unit === "USD" ? "$" : ""}${figure}`;
  };
}

/** Milliseconds, given; `scale_ms` is the largest value of the column and picks the unit for all. */
export function formatDuration(milliseconds: number, scale_ms = milliseconds): string {
  if (scale_ms < 1_000) return `${formatNumber(milliseconds)} ms`;
  return `${formatNumber(milliseconds / 1_000, 1)} s`;
}

/** How long a whole matrix took: `41 s`, `6 min 5 s`, `2 h 4 min`. */
export function formatWall(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return `${formatNumber(hours)} h ${String(minutes % 60)} min`;
  if (minutes > 0) return `${String(minutes)} min ${String(whole % 60)} s`;
  return `${String(whole)} s`;
}

/** A share 0..1 as a percentage; shares that are not exactly none or all never round to them. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return "under 1 %";
  if (share < 1 && share > 0.99) return "over 99 %";
  return `${formatNumber(share * 100)} %`;
}

/** Twelve hex digits are enough to recognise a digest; the whole one stands in the evidence section. */
export function shortDigest(digest: string): string {
  const [algorithm = "", hex = ""] = digest.split(":");
  return hex.length > 12 ? `${algorithm}:${hex.slice(0, 12)}…` : digest;
}

/** A git revision as people write it. */
export function shortRevision(revision: string): string {
  return /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 7) : revision;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function sentenceList(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
