/** The style sheet of a report, for screens of any width and for A4. */
export const styles = `
:root { color-scheme: light; --ink: #1d2433; --soft: #5c667a; --line: #d9dee8; --own: #1f5fbf; --other: #c2702d; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 3rem 1.5rem; color: var(--ink); background: #fff;
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header { border-bottom: 2px solid var(--ink); margin-bottom: 2rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .2rem 0; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; }
.place, .period, figcaption, cite { color: var(--soft); font-size: .9rem; }
h2 { break-after: avoid; }
blockquote, figure { break-inside: avoid; }
blockquote { margin: 1rem 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); }
blockquote p { margin: 0; }
cite { font-style: normal; }
figure { margin: 1.2rem 0; }
figcaption { margin-top: .6rem; }
h1 { text-wrap: balance; }
svg, .key, .bar { print-color-adjust: exact; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 12px system-ui, sans-serif; fill: var(--soft); }
.series0 { fill: var(--own); stroke: var(--own); }
.series1 { fill: var(--other); stroke: var(--other); }
.rows { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .7rem 1rem; align-items: center; font-size: .85rem; }
.rows > :nth-child(odd) { text-align: right; max-width: 15rem; line-height: 1.3; }
.bar { display: flex; align-items: center; gap: .4rem; line-height: 1.15; color: var(--soft); break-inside: avoid; }
.bar span { display: block; height: .7rem; min-width: 1px; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .2rem; break-after: avoid; }
h3 + p { margin-top: 0; }
.why { color: var(--soft); font-size: .95rem; }
.key { display: inline-block; width: .7rem; height: .7rem; margin: 0 .3rem 0 .9rem; }
.key0 { background: var(--own); }
.key1 { background: var(--other); }
@media screen and (max-width: 34rem) {
  body { padding: 1.5rem 1rem; }
  h1 { font-size: 1.5rem; }
  .rows { grid-template-columns: 1fr; gap: .15rem; }
  .rows > :nth-child(odd) { text-align: left; max-width: none; margin-top: .6rem; }
  svg text { font-size: 22px; }
  svg .between { display: none; }
}
@page { size: A4; margin: 18mm 17mm; @bottom-right { content: counter(page); color: #5c667a; font: 9pt system-ui, sans-serif; } }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; } p { orphans: 3; widows: 3; } }
`
