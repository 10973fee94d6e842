/** HTTP-date without a clock or a time zone: the three forms RFC 9110 5.6.7 obliges a recipient to read. */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const IMF = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const RFC850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;
const DAY_MS = 86_400_000;

/** Days from 1970-01-01 to a date of the proleptic Gregorian calendar (era arithmetic; year >= 1). */
function daysFromEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const monthFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function reorder(text: string): readonly string[] | null {
  const imf = IMF.exec(text);
  if (imf !== null) return imf.slice(1);
  const old = RFC850.exec(text);
  if (old !== null) {
    const [day = "", month = "", year = "", ...time] = old.slice(1);
    return [day, month, `${Number(year) < 70 ? "20" : "19"}${year}`, ...time];
  }
  const asc = ASCTIME.exec(text);
  if (asc === null) return null;
  const [month = "", day = "", hour = "", minute = "", second = "", year = ""] = asc.slice(1);
  return [day, month, year, hour, minute, second];
}

/** Milliseconds since 1970-01-01T00:00:00Z, or null when the text is not an HTTP-date. */
export function parseHttpDate(text: string): number | null {
  const fields = reorder(text.trim());
  if (fields === null) return null;
  const [day, monthName = "", year, hour, minute, second] = fields;
  const month = MONTHS.indexOf(monthName) + 1;
  const numbers = [day, year, hour, minute, second].map(Number);
  const [d = 0, y = 0, h = 0, m = 0, s = 0] = numbers;
  if (month === 0 || d < 1 || d > 31 || y < 1 || h > 23 || m > 59 || s > 60) return null;
  return daysFromEpoch(y, month, d) * DAY_MS + ((h * 60 + m) * 60 + s) * 1000;
}
