/** The page's one style sheet. Its digest is the only style the page's policy admits, so no injected style can apply. */

/** SHA-256 of STYLE in base64, as Content-Security-Policy writes it (CSP3, 2.3.1); a test recomputes it. */
export const STYLE_SHA256 = "SwMjYSF30jtPqZsSy/dFu0zP/NOK3d+uzPH8372LFnQ=";

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fcfcfa; --raised: #ffffff; --ink: #1d1f21; --soft: #62676c; --line: #e3e3de; --wash: #f3f3ef;
  --go: #1a7f4b; --conditional: #9a6700; --no: #c0362c; --bar: #8d99a6; --mark: #3d6a94; --faint: #ecece7; --band: #e6e9ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141618; --raised: #1b1e21; --ink: #e4e5e3; --soft: #9aa0a5; --line: #2d3134; --wash: #202428;
    --go: #4fb884; --conditional: #d8a53d; --no: #ee7b70; --bar: #8793a0; --mark: #7fb0dd; --faint: #222629; --band: #262c31;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
main { max-width: 66rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; font-weight: 600; letter-spacing: -.008em; }
h1 { font-size: 2rem; display: flex; align-items: center; gap: .7rem; flex-wrap: wrap; letter-spacing: -.02em; }
h1::before { content: ""; width: .62em; height: .62em; border-radius: 50%; background: currentColor; flex: none; }
h1.go { color: var(--go); } h1.conditional { color: var(--conditional); } h1.no_go { color: var(--no); }
h1.none { color: var(--soft); }
.label {
  font-size: .72rem; font-weight: 600; letter-spacing: .06em; color: var(--soft);
  border: 1px solid var(--line); border-radius: 1rem; padding: .15rem .7rem; background: var(--raised);
}
.title { margin: .35rem 0 0; font-size: 1.05rem; color: var(--soft); }
.title b { color: var(--ink); font-weight: 600; }
.why { margin: 1.5rem 0 0; font-size: 1.12rem; max-width: 46rem; }
.data { margin: 1.5rem 0 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--conditional); max-width: 46rem; }
code {
  font: .86em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  background: var(--wash); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere;
}
pre { margin: .75rem 0; padding: .8rem 1rem; background: var(--wash); border-radius: 8px; white-space: pre-wrap; }
pre code { background: none; padding: 0; }
a { color: inherit; text-decoration-color: var(--bar); text-underline-offset: .18em; }
.scroll { overflow-x: auto; margin: .9rem 0 0; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .5rem .9rem .5rem 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-weight: 500; font-size: .84rem; color: var(--soft); white-space: nowrap; }
tbody th { font-weight: 500; }
.dense { font-size: .84rem; } .dense th, .dense td { padding-top: .3rem; padding-bottom: .3rem; } .dense code { background: none; padding: 0; }
tr:target th, tr:target td { background: var(--band); }
.r { text-align: right; white-space: nowrap; }
.headline td.r, .headline tbody th { white-space: nowrap; }
.headline td.r + td:not(.r) { padding-left: .9rem; }
.headline { margin-top: 1.75rem; }
td.go { color: var(--go); font-weight: 500; } td.conditional { color: var(--conditional); font-weight: 500; }
td.no_go { color: var(--no); font-weight: 500; } td.muted { color: var(--soft); }
td .share { display: inline-block; min-width: 3.2rem; }
.note { margin: .5rem 0 0; font-size: .84rem; color: var(--soft); max-width: 46rem; }
.plot { display: inline-block; width: 7.5rem; height: 8px; margin-right: .8rem; vertical-align: .05em; }
.rail { fill: var(--wash); } .fill { fill: var(--bar); }
.plots { margin: .8rem 0 1.2rem; }
.plots figcaption { font-size: .9rem; font-weight: 500; margin: 0 0 .25rem; }
.lane { display: grid; grid-template-columns: 15rem 1fr; gap: 0 1.25rem; align-items: center; }
.lane + .lane { margin-top: .35rem; }
.who { display: flex; flex-direction: column; line-height: 1.3; padding-bottom: .2rem; overflow-wrap: anywhere; }
.who b { font-weight: 500; font-size: .9rem; } .who span { color: var(--soft); font-size: .8rem; }
.draw { display: block; width: 100%; overflow: visible; }
.draw text { fill: var(--soft); font-size: 11.5px; }
.axis .draw { border-top: 1px solid var(--line); margin-top: .1rem; }
.grid { stroke: var(--faint); } .origin { stroke: var(--bar); }
.bound { stroke: var(--conditional); stroke-dasharray: 3 3; } .band { fill: var(--band); }
.dot { fill: var(--mark); fill-opacity: .8; } .column { fill: var(--mark); fill-opacity: .65; }
.whisker { stroke: var(--soft); stroke-width: 1.25; } .middle { stroke: var(--ink); stroke-width: 2.25; }
.p95 { fill: none; stroke: var(--mark); stroke-width: 1.5; }
section .key { list-style: none; padding: 0; margin: .8rem 0 0; display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; max-width: none; font-size: .84rem; color: var(--soft); }
.key li { display: flex; align-items: center; gap: .45rem; margin: 0; } .glyph { flex: none; }
.weigh { margin: 1.1rem 0 0; padding: .4rem 1.25rem 1.1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
.weigh .scroll { margin: 0; } .weigh tbody tr:last-child > * { border-bottom: 0; }
.weigh .rank { color: var(--soft); width: 3rem; padding-right: 1.2rem; } .weigh .now { font-weight: 600; }
.weigh .wide { width: 40%; min-width: 7rem; } .weigh small { color: var(--soft); font-weight: 400; }
.bar { display: block; width: 100%; overflow: visible; } .bar .fill { fill: var(--mark); } .own { stroke: var(--ink); stroke-width: 2; }
#weigh-said { margin: .35rem 0 0; }
#weigh-sliders { margin: 1.1rem 0 0; padding: .9rem 0 0; border-top: 1px solid var(--line); }
.slider { display: grid; grid-template-columns: 9rem 1fr 6.2rem 4.2rem; gap: 0 1.1rem; align-items: center; padding: .22rem 0; }
.slider label { overflow-wrap: anywhere; } .slider output { text-align: right; color: var(--soft); }
.track { display: block; } .track input { display: block; width: 100%; margin: 0; accent-color: var(--mark); }
.track .marks { display: block; width: calc(100% - 16px); margin: 0 8px; overflow: visible; }
input[type="number"], button {
  font: inherit; font-size: .9rem; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: .2rem .5rem;
}
input[type="number"] { width: 100%; text-align: right; }
button { cursor: pointer; padding: .3rem .9rem; white-space: nowrap; } button:disabled { color: var(--soft); cursor: default; }
.back { display: flex; gap: 1rem 1.25rem; align-items: baseline; margin: .8rem 0 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
dl { margin: 1.5rem 0 0; display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; }
dt { color: var(--soft); } dd { margin: 0; max-width: 46rem; }
.facts { margin: 1.5rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; font-size: .88rem; color: var(--soft); }
nav { margin: 2.75rem 0 0; padding: 1rem 0 1.1rem; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); font-size: .88rem; }
nav ul, nav ol { margin: 0; padding: 0; list-style: none; }
nav li { margin: 0; }
nav a { color: var(--soft); text-decoration: none; } nav a:hover { color: var(--ink); text-decoration: underline; }
nav .before { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
nav ol { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem 1.75rem; counter-reset: part; }
nav .before + ol { margin-top: .9rem; }
nav ol > li { counter-increment: part; padding-left: 1.35rem; position: relative; }
nav ol > li::before { content: counter(part); position: absolute; left: 0; color: var(--bar); }
nav ol > li > a { color: var(--ink); font-weight: 500; }
nav ol ul li { line-height: 1.45; margin-top: .15rem; font-size: .94em; }
a:focus-visible, summary:focus-visible, input:focus-visible, button:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 3px; }
.part { margin: 3.5rem 0 0; padding: 1.6rem 0 0; border-top: 1px solid var(--line); scroll-margin-top: 0; }
.part h2 { font-size: 1.4rem; letter-spacing: -.015em; }
.number { color: var(--bar); font-weight: 500; margin-right: .65rem; }
section { margin: 2.75rem 0 0; scroll-margin-top: 1rem; }
.part section { margin-top: 1.9rem; } .part h2 + section { margin-top: 1.2rem; }
h2 { font-size: 1.2rem; } h3 { font-size: .98rem; margin: 1.5rem 0 0; } h4 { font-size: .95rem; margin: 1.4rem 0 0; }
section > h3:first-child, summary h3 { font-size: 1.12rem; margin: 0; }
section p { margin: .6rem 0 0; max-width: 46rem; }
section ul { margin: .6rem 0 0; padding-left: 1.15rem; max-width: 46rem; }
li { margin: .25rem 0; overflow-wrap: anywhere; } li::marker { color: var(--soft); }
summary { cursor: pointer; } summary h2, summary h3 { display: inline; }
footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .84rem; color: var(--soft); }
@media (max-width: 52rem) { nav ol { grid-template-columns: repeat(2, 1fr); } }
@media (max-width: 40rem) {
  main { padding: 1.75rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
  nav ol { grid-template-columns: 1fr; gap: .7rem; } nav ol ul { display: none; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; }
  th, td { padding-right: 1.1rem; }
  .scroll table:not(.stack) { min-width: 27rem; } .scroll table:not(.stack) tbody th { min-width: 8rem; }
  .plot { display: none; } td .share { min-width: 0; }
  .lane { grid-template-columns: 1fr; } .lane + .lane { margin-top: .7rem; } .axis .who { display: none; }
  .lane + .axis { margin-top: .1rem; } .who { flex-direction: row; gap: .6rem; align-items: baseline; }
  .weigh { padding: .3rem .9rem .9rem; } .weigh .scroll table:not(.stack), .weigh .scroll table:not(.stack) tbody th { min-width: 0; font-size: .9rem; } .weigh th, .weigh td { padding-right: .7rem; } .weigh .wide { display: none; }
  .weigh thead th:nth-child(3) { display: none; } .weigh thead th { white-space: normal; } .weigh .rank { width: 1.6rem; padding-right: .6rem; }
  .slider { grid-template-columns: 1fr 5.4rem 3.6rem; gap: .1rem .7rem; padding: .5rem 0; } .slider .track { grid-row: 2; grid-column: 1 / -1; }
  .back { flex-direction: column; }
  .stack thead { display: none; }
  .stack tbody, .stack tr, .stack th, .stack td { display: block; border: 0; padding: 0; }
  .stack tr { padding: .7rem 0; border-bottom: 1px solid var(--line); }
  .stack td { display: flex; justify-content: space-between; gap: 1rem; padding: .1rem 0; text-align: right; }
  .stack td::before { content: attr(data-label); color: var(--soft); text-align: left; }
  .stack td:empty { display: none; }
}
@media print {
  :root {
    --paper: #fff; --raised: #fff; --ink: #000; --soft: #555; --line: #ccc; --wash: #f4f4f4;
    --go: #14653b; --conditional: #7a5200; --no: #a12a21; --bar: #888; --mark: #2f5f8a; --faint: #eee; --band: #e8e8e8;
  }
  body { font-size: 10pt; } main { max-width: none; padding: 0; } nav, #weigh-sliders, #weigh-off { display: none; }
  section { margin-top: 1.6rem; } .part { margin-top: 2rem; } h2, h3, h4 { break-after: avoid; } tr, li, .lane, .weigh { break-inside: avoid; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .scroll { overflow: visible; } pre, code { background: none; }
}
`;
