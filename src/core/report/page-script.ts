/** Written by scripts/generate.ts from src/page/main.ts and what it needs of the core: change those. */

/** SHA-256 of PAGE_SCRIPT in base64, as Content-Security-Policy writes it (CSP3, 2.3.1). */
export const PAGE_SCRIPT_SHA256 = "JaYjKBRTbJ0jV44ztegHZlcI+A2wLJ4NweOApC8Y6LE=";

export const PAGE_SCRIPT = `
"use strict";
(() => {
  function sum(values) {
    let total = 0;
    let compensation = 0;
    for (const value of values) {
      const next = total + value;
      compensation +=
        Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
      total = next;
    }
    return total + compensation;
  }

  const MOST_SHARES = 10_000;

  function chanceAhead(ahead, behind) {
    const chances = new Float64Array(behind.length + 1);
    chances[0] = 1;
    for (let h = 0; h < ahead.length; h += 1) {
      const y = ahead[h] ?? 0;
      for (let j = 1; j < chances.length; j += 1) {
        const x = behind[j - 1] ?? 0;
        chances[j] = (y * (chances[j - 1] ?? 0) + x * (chances[j] ?? 0)) / (y + x);
      }
    }
    return chances[behind.length] ?? 0;
  }

  function shareOfWeights(d, alpha) {
    const whole = alpha.every((one) => Number.isSafeInteger(one) && one >= 0);
    const held = alpha.reduce((total, one) => total + one, 0);
    if (d.length !== alpha.length || !whole || held < 1 || held > MOST_SHARES) {
      throw new RangeError(
        "a share of weights needs one whole Dirichlet parameter for every difference",
      );
    }
    if (!d.every(Number.isFinite))
      throw new RangeError("a share of weights needs finite differences");
    const repeated = d.flatMap((one, at) => Array.from({ length: alpha[at] ?? 0 }, () => one));
    if (repeated.every((one) => one === 0)) return { tie: true };
    const ahead = repeated.filter((one) => one > 0);
    const behind = repeated.filter((one) => one <= 0).map((one) => -one);
    return chanceAhead(ahead, behind);
  }

  function concentrate(weights, total) {
    const all = sum(weights);
    const exact = weights.map((weight) => (all === 0 ? 0 : (weight / all) * total));
    const whole = exact.map((value) => Math.floor(value + 1e-9));
    const rest = total - whole.reduce((count, value) => count + value, 0);
    const order = [...exact.keys()].toSorted(
      (left, right) =>
        (exact[right] ?? 0) - (whole[right] ?? 0) - ((exact[left] ?? 0) - (whole[left] ?? 0)) ||
        left - right,
    );
    for (const at of order.slice(0, Math.max(0, rest))) whole[at] = (whole[at] ?? 0) + 1;
    return whole;
  }

  function shareAhead(differences, alpha) {
    const share = shareOfWeights(differences, alpha);
    return typeof share === "number" ? share : 0;
  }

  function stabilityOf(eps, near, thresholds) {
    const { stable_tolerance, stable_share, sensitive_tolerance, sensitive_share } = thresholds;
    const reach = eps ?? Number.POSITIVE_INFINITY;
    if (reach < sensitive_tolerance || near < sensitive_share) return "sensitive";
    return reach >= stable_tolerance && near >= stable_share ? "stable" : "moderate";
  }

  function leastFirm(words) {
    return ["sensitive", "moderate", "stable"].find((word) => words.includes(word)) ?? null;
  }

  const SIGNIFICANT_DIGITS = 9;

  function roundDerived(value) {
    if (!Number.isFinite(value)) throw new RangeError(\`\${value} is not a result\`);
    const rounded = Number(value.toPrecision(SIGNIFICANT_DIGITS));
    return rounded === 0 ? 0 : rounded;
  }

  function weighCandidates(points, weights) {
    const total = sum(weights);
    return points.map((row) => {
      const parts = row.map((value, at) =>
        value === null ? null : (value * (weights[at] ?? 0)) / total,
      );
      const known = parts.filter((part) => part !== null);
      return total === 0 || known.length < parts.length ? null : roundDerived(sum(known));
    });
  }

  function orderCandidates(weighted) {
    return weighted
      .flatMap((points, at) => (points === null ? [] : [{ points, at }]))
      .toSorted((left, right) => right.points - left.points)
      .map(({ at }) => at);
  }

  const DIRT = 1e-12;

  function dot(left, right) {
    return left.reduce((total, one, at) => total + one * (right[at] ?? 0), 0);
  }

  function sizeOf(weights, d) {
    return weights.reduce((total, one, at) => total + one * Math.abs(d[at] ?? 0), 0);
  }

  function orient(weights, d) {
    const held = weights.reduce((total, one) => total + one, 0);
    const sound = weights.every((one) => one >= 0) && held > 0 && Number.isFinite(held);
    if (weights.length !== d.length || !sound || !d.every(Number.isFinite)) {
      throw new RangeError(
        "a weight sensitivity needs one weight of 0 or more for every finite difference",
      );
    }
    const normalised = weights.map((one) => one / held);
    const lead = dot(normalised, d);
    if (Math.abs(lead) <= DIRT * sizeOf(normalised, d)) return { weights: normalised, d, lead: 0 };
    return { weights: normalised, d: d.map((one) => one * Math.sign(lead)), lead: Math.abs(lead) };
  }

  function tolerance(weights, d) {
    const oriented = orient(weights, d);
    const size = sizeOf(oriented.weights, oriented.d);
    const con = (size - dot(oriented.weights, oriented.d)) / 2;
    return con <= DIRT * size ? null : oriented.lead / size;
  }

  function exactFigures(values) {
    const decimals = values.reduce((most, value) => {
      if (value === null) return most;
      const text = String(value);
      return Math.max(most, text.includes("e") ? 15 : (text.split(".")[1] ?? "").length);
    }, 0);
    return values.map((value) => (value === null ? null : value.toFixed(decimals)));
  }

  function percent(share) {
    if (share > 0 && share < 0.0005) return "under 0.1 %";
    if (share < 1 && share >= 0.9995) return "over 99.9 %";
    return \`\${(share * 100).toFixed(1).replace(/\\.0$/, "")} %\`;
  }

  function holdAgainst(weighing, weights, leader, at) {
    const { candidates, concentration, thresholds } = weighing;
    const differences = weights.map(
      (_weight, place) =>
        (candidates[leader]?.points[place] ?? 0) - (candidates[at]?.points[place] ?? 0),
    );
    const found = tolerance(weights, differences);
    const near = shareAhead(differences, concentrate(weights, concentration));
    return { at, tolerance: found, near, stability: stabilityOf(found, near, thresholds) };
  }

  function sentence(weighing, weights, weighted, order) {
    const name = (at) => weighing.candidates[at]?.label ?? "";
    if (weights.every((weight) => weight === 0)) return "Every weight is 0: nothing is weighed.";
    const [leader, second, ...others] = order;
    if (leader === undefined) return "No candidate that can be ranked has points in every metric.";
    if (second === undefined) return \`Only \${name(leader)} can be ranked.\`;
    const ahead = (weighted[leader] ?? 0) - (weighted[second] ?? 0);
    if (ahead === 0) return \`\${name(leader)} and \${name(second)} are level.\`;
    const lead = \`\${name(leader)} is ahead of \${name(second)} by \${String(Number(ahead.toPrecision(6)))} points.\`;
    const rivals = [second, ...others].map((at) => holdAgainst(weighing, weights, leader, at));

    const [closest] = rivals.toSorted((a, b) => (a.tolerance ?? 2) - (b.tolerance ?? 2));
    const word = leastFirm(rivals.map((one) => one.stability)) ?? "";
    if (closest === undefined || closest.tolerance === null)
      return \`\${lead} No change of these weights brings a rival level: the order is \${word}.\`;
    return \`\${lead} Closest is \${name(closest.at)}: level if every weight moves by \${percent(closest.tolerance)}, each its own way; \${percent(closest.near)} of the weights around these keep \${name(leader)} ahead. The order is \${word}.\`;
  }

  function weigh(weighing, weights) {
    const { candidates } = weighing;
    const weighted = weighCandidates(
      candidates.map((one) => one.points),
      weights,
    );
    const order = orderCandidates(
      weighted.map((points, at) => (candidates[at]?.unranked === null ? points : null)),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return {
      weighted,
      order,
      shares: weights.map((weight) => (total === 0 ? null : weight / total)),
      statement: sentence(weighing, weights, weighted, order),
    };
  }

  function find(id) {
    const found = document.getElementById(id);
    if (found === null) throw new Error(\`the page has no \${id}\`);
    return found;
  }

  function findInput(id) {
    const found = find(id);
    if (!(found instanceof HTMLInputElement)) throw new Error(\`\${id} is no input\`);
    return found;
  }

  function readWeight(text, most) {
    const weight = Number(text);
    return Number.isFinite(weight) ? Math.min(most, Math.max(0, weight)) : 0;
  }

  function showRows(rows, weighed) {
    const figures = exactFigures(weighed.weighted);
    const all = weighed.weighted.map((_points, at) => at);
    const others = all.filter((at) => !weighed.order.includes(at));
    for (const at of [...weighed.order, ...others]) {
      const row = rows.querySelector(\`[data-at="\${String(at)}"]\`);
      if (row === null) continue;
      const rank = weighed.order.indexOf(at);
      const points = weighed.weighted[at] ?? null;
      const [place, now] = [row.querySelector(".rank"), row.querySelector(".now")];
      if (place !== null) place.textContent = rank === -1 ? "–" : String(rank + 1);
      if (now !== null) now.textContent = figures[at] ?? "not known";
      row.querySelector(".fill")?.setAttribute("width", \`\${String(points ?? 0)}%\`);
      rows.append(row);
    }
  }

  function start() {
    const weighing = JSON.parse(find("weigh-figures").textContent ?? "");
    const own = weighing.metrics.map((metric) => metric.weight);
    const most = Number(findInput("weigh-0").max);
    const weights = [...own];
    const rows = find("weigh-rows");
    const said = find("weigh-said");
    const back = find("weigh-back");

    function show() {
      const weighed = weigh(weighing, weights);
      showRows(rows, weighed);
      said.textContent = weighed.statement;
      for (const [at, share] of weighed.shares.entries()) {
        find(\`weigh-\${String(at)}-share\`).textContent = share === null ? "none" : percent(share);
      }
      back.toggleAttribute(
        "disabled",
        weights.every((weight, at) => weight === own[at]),
      );
    }

    for (const at of own.keys()) {
      const range = findInput(\`weigh-\${String(at)}\`);
      const number = findInput(\`weigh-\${String(at)}-number\`);
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

      number.addEventListener("change", () => {
        number.value = String(weights[at] ?? 0);
      });
    }
    back.addEventListener("click", () => {
      for (const [at, weight] of own.entries()) {
        weights[at] = weight;
        findInput(\`weigh-\${String(at)}\`).value = String(weight);
        findInput(\`weigh-\${String(at)}-number\`).value = String(weight);
      }
      show();
      findInput("weigh-0").focus();
    });
    find("weigh-off").remove();
    find("weigh-sliders").removeAttribute("hidden");
  }

  start();
})();
`;
