/** Runs inside the report's page: moves weights, and shows what the comparison's own code makes of them. */
import type { Weighing } from "../core/report/view-model.ts";
import { exactFigures, percent, weigh, type Weighed } from "../core/report/weigh-words.ts";

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

function findInput(id: string): HTMLInputElement {
  const found = find(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`${id} is no input`);
  return found;
}

/** A weight as it was typed; an empty or impossible one counts as 0, one beyond the end as the end. */
function readWeight(text: string, most: number): number {
  const weight = Number(text);
  return Number.isFinite(weight) ? Math.min(most, Math.max(0, weight)) : 0;
}

/** The rows by rank, each with its points and the length of its bar. */
function showRows(rows: HTMLElement, weighed: Weighed): void {
  const figures = exactFigures(weighed.weighted);
  const all = weighed.weighted.map((_points, at) => at);
  const others = all.filter((at) => !weighed.order.includes(at));
  for (const at of [...weighed.order, ...others]) {
    const row = rows.querySelector(`[data-at="${String(at)}"]`);
    if (row === null) continue;
    const rank = weighed.order.indexOf(at);
    const points = weighed.weighted[at] ?? null;
    const [place, now] = [row.querySelector(".rank"), row.querySelector(".now")];
    if (place !== null) place.textContent = rank === -1 ? "–" : String(rank + 1);
    if (now !== null) now.textContent = figures[at] ?? "not known";
    row.querySelector(".fill")?.setAttribute("width", `${String(points ?? 0)}%`);
    rows.append(row);
  }
}

function start(): void {
  const weighing: Weighing = JSON.parse(find("weigh-figures").textContent ?? "");
  const own = weighing.metrics.map((metric) => metric.weight);
  const most = Number(findInput("weigh-0").max);
  const weights = [...own];
  const rows = find("weigh-rows");
  const said = find("weigh-said");
  const back = find("weigh-back");

  function show(): void {
    const weighed = weigh(weighing, weights);
    showRows(rows, weighed);
    said.textContent = weighed.statement;
    for (const [at, share] of weighed.shares.entries()) {
      find(`weigh-${String(at)}-share`).textContent = share === null ? "none" : percent(share);
    }
    back.toggleAttribute(
      "disabled",
      weights.every((weight, at) => weight === own[at]),
    );
  }

  for (const at of own.keys()) {
    const range = findInput(`weigh-${String(at)}`);
    const number = findInput(`weigh-${String(at)}-number`);
    range.addEventListener("input", () => {
      weights[at] = readWeight(range.value, most);
      number.value = range.value;
      show();
    });
    number.addEventListener("input", () => {
      weights[at] = readWeight(number.value, most);
      range.value = String(weights[at]);
      show();
    });
    // What was typed may be impossible: leaving the field shows the weight that counts.
    number.addEventListener("change", () => {
      number.value = String(weights[at] ?? 0);
    });
  }
  back.addEventListener("click", () => {
    for (const [at, weight] of own.entries()) {
      weights[at] = weight;
      findInput(`weigh-${String(at)}`).value = String(weight);
      findInput(`weigh-${String(at)}-number`).value = String(weight);
    }
    show();
    findInput("weigh-0").focus();
  });
  find("weigh-off").remove();
  find("weigh-sliders").removeAttribute("hidden");
}

start();
