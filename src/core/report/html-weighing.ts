/** The sliders of the weights: everything but them stands without the script, which only moves what is here. */
import { cleanText } from "./escape.ts";
import { inline, plain, TEXT_LIMIT } from "./html-text.ts";
import type { Weighing } from "./view-model.ts";
import { exactFigures, percent, weigh, type Weighed } from "./weigh-words.ts";

const off = "Without JavaScript the sliders do not show; every figure of this page does.";
const note =
  "The verdict was taken under the profile's own weights. Sliders change only what stands here, computed by the code that compared the runs.";
const MOST_DECIMALS = 6;

/** The coarsest power of ten that reaches every weight and a fiftieth of the whole; `any` where none does. */
function stepOf(weights: readonly number[], total: number): string {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    const reached = weights.every((weight) => Number(weight.toFixed(decimals)) === weight);
    if (reached && 10 ** -decimals <= total / 50)
      return String(Number((10 ** -decimals).toFixed(decimals)));
  }
  return "any";
}

function bar(points: number | null): string {
  const width = points === null ? 0 : points;
  return [
    '<svg class="bar" height="10" aria-hidden="true">',
    '<rect class="rail" x="0" y="3" width="100%" height="4" rx="2"/>',
    `<rect class="fill" x="0" y="3" width="${String(width)}%" height="4" rx="2"/>`,
    points === null
      ? ""
      : `<line class="own" x1="${String(width)}%" x2="${String(width)}%" y1="0" y2="10"/>`,
    "</svg>",
  ].join("");
}

/** In the order of the candidates: the script puts rows in the order of their points, and so does this. */
function rows(weighing: Weighing, weighed: Weighed): string {
  const figures = exactFigures(weighed.weighted);
  const ranked = weighed.order.map((at, index) => ({ at, rank: String(index + 1) }));
  const others = weighing.candidates.flatMap((_one, at) =>
    weighed.order.includes(at) ? [] : [{ at, rank: "–" }],
  );
  return [...ranked, ...others]
    .map(({ at, rank }) => {
      const one = weighing.candidates[at];
      const figure = figures[at] ?? "not known";
      return [
        `<tr data-at="${String(at)}"><td class="r rank">${rank}</td>`,
        `<th scope="row">${plain(one?.label ?? "")}${reason(one?.unranked ?? null)}</th>`,
        `<td class="wide">${bar(weighed.weighted[at] ?? null)}</td>`,
        `<td class="r now">${figure}</td><td class="r muted">${figure}</td></tr>`,
      ].join("");
    })
    .join("\n");
}

function reason(unranked: string | null): string {
  return unranked === null ? "" : ` <small>${plain(unranked)}</small>`;
}

function slider(weighing: Weighing, at: number, most: number, step: string, share: string): string {
  const metric = weighing.metrics[at];
  const name = plain(metric?.id ?? "");
  const weight = metric?.weight ?? 0;
  const id = `weigh-${String(at)}`;
  const range = `min="0" max="${String(most)}" step="${step}" value="${String(weight)}" autocomplete="off"`;
  const mark = `${String(Math.round((weight / most) * 1e4) / 1e2)}%`;
  return [
    `<div class="slider"><label for="${id}">${name}</label>`,
    `<span class="track"><input type="range" id="${id}" ${range}>`,
    `<svg class="marks" height="6" aria-hidden="true"><line class="own" x1="${mark}" x2="${mark}" y1="0" y2="6"/></svg></span>`,
    `<input type="number" id="${id}-number" aria-label="weight of ${name}" ${range}>`,
    `<output id="${id}-share" for="${id}">${share}</output></div>`,
  ].join("");
}

/** `<` is written as its escape, so that no text can end the block. */
function figuresBlock(weighing: Weighing): string {
  const json = JSON.stringify(weighing).replaceAll("<", String.raw`\u003c`);
  return `<script type="application/json" id="weigh-figures">${json}</script>`;
}

export function htmlWeighing(given: Weighing): string {
  const weighing: Weighing = {
    ...given,
    candidates: given.candidates.map((one) => ({
      ...one,
      label: cleanText(one.label, TEXT_LIMIT),
    })),
  };
  const weights = weighing.metrics.map((metric) => metric.weight);
  const weighed = weigh(weighing, weights);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const most = total === 0 ? 1 : Number(total.toPrecision(9));
  const step = stepOf(weights, most);
  const sliders = weighing.metrics.map((_metric, at) => {
    const share = weighed.shares[at] ?? null;
    return slider(weighing, at, most, step, share === null ? "none" : percent(share));
  });
  return [
    '<div class="weigh">',
    '<div class="scroll"><table><thead><tr><th scope="col" class="r">rank</th><th scope="col">candidate</th><th scope="col"><span class="unseen">points</span></th><th scope="col" class="r">weighted now</th><th scope="col" class="r">under the profile</th></tr></thead>',
    `<tbody id="weigh-rows">${rows(weighing, weighed)}</tbody></table></div>`,
    `<p id="weigh-said" aria-live="polite">${inline([weighed.statement], new Set())}</p>`,
    `<p class="note" id="weigh-off">${plain(off)}</p>`,
    `<div id="weigh-sliders" role="group" aria-label="Weights" hidden>${sliders.join("\n")}`,
    `<div class="back"><button type="button" id="weigh-back" disabled>Back to the profile</button><p class="note">${plain(note)}</p></div></div>`,
    figuresBlock(weighing),
    "</div>",
  ].join("\n");
}
