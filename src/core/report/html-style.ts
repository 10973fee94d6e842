/** The page's one style sheet. Its digest is the only style the page's policy admits, so no injected style can apply. */

/** SHA-256 of STYLE in base64, as Content-Security-Policy writes it (CSP3, 2.3.1); a test recomputes it. */
export const STYLE_SHA256 = "JVb4oxcL1RjKWaw+i/KHjSdPfTgqC5PrOmVuZqrbhnQ=";

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fcfcfa; --raised: #ffffff; --ink: #1d1f21; --soft: #62676c; --line: #e3e3de; --wash: #f3f3ef;
  --go: #1a7f4b; --conditional: #9a6700; --no: #c0362c; --bar: #8d99a6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141618; --raised: #1b1e21; --ink: #e4e5e3; --soft: #9aa0a5; --line: #2d3134; --wash: #202428;
    --go: #4fb884; --conditional: #d8a53d; --no: #ee7b70; --bar: #8793a0;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
main { max-width: 62rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
h1, h2, h3 { line-height: 1.25; margin: 0; font-weight: 600; letter-spacing: -.008em; }
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
.scroll { overflow-x: auto; margin: .9rem 0 0; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .5rem .9rem .5rem 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-weight: 500; font-size: .84rem; color: var(--soft); white-space: nowrap; }
tbody th { font-weight: 500; }
.r { text-align: right; white-space: nowrap; }
.headline td.r, .headline tbody th { white-space: nowrap; }
.headline td.r + td:not(.r) { padding-left: .9rem; }
.headline { margin-top: 1.75rem; }
td.go { color: var(--go); font-weight: 500; } td.conditional { color: var(--conditional); font-weight: 500; }
td.no_go { color: var(--no); font-weight: 500; } td.muted { color: var(--soft); }
td .share, td .range { display: inline-block; min-width: 3.2rem; }
td .range { min-width: 12rem; }
.note { margin: .5rem 0 0; font-size: .84rem; color: var(--soft); max-width: 46rem; }
.plot { display: inline-block; width: 7.5rem; height: 8px; margin-right: .8rem; vertical-align: .05em; }
.plot .rail { fill: var(--wash); } .plot .fill, .plot .tick { fill: var(--bar); } .plot .tick { fill: var(--ink); }
dl { margin: 1.5rem 0 0; display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; }
dt { color: var(--soft); } dd { margin: 0; max-width: 46rem; }
.facts { margin: 1.5rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; font-size: .88rem; color: var(--soft); }
nav { margin: 2.75rem 0 0; padding: .9rem 0; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); font-size: .88rem; }
nav ul { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
nav li { margin: 0; }
nav a { color: var(--soft); text-decoration: none; } nav a:hover { color: var(--ink); text-decoration: underline; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--bar); outline-offset: 2px; border-radius: 3px; }
section { margin: 2.75rem 0 0; scroll-margin-top: 1rem; }
h2 { font-size: 1.2rem; } h3 { font-size: .98rem; margin: 1.5rem 0 0; }
section p { margin: .6rem 0 0; max-width: 46rem; }
section ul { margin: .6rem 0 0; padding-left: 1.15rem; max-width: 46rem; }
li { margin: .25rem 0; overflow-wrap: anywhere; } li::marker { color: var(--soft); }
summary { cursor: pointer; } summary h2 { display: inline; }
footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .84rem; color: var(--soft); }
@media (max-width: 40rem) {
  main { padding: 1.75rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; }
  th, td { padding-right: 1.1rem; }
  .scroll table:not(.stack) { min-width: 27rem; }
  .plot { display: none; } td .share, td .range { min-width: 0; }
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
    --go: #14653b; --conditional: #7a5200; --no: #a12a21; --bar: #888;
  }
  body { font-size: 10pt; } main { max-width: none; padding: 0; } nav { display: none; }
  section { margin-top: 1.6rem; } h2, h3 { break-after: avoid; } tr, li { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .scroll { overflow: visible; } pre, code { background: none; }
}
`;
