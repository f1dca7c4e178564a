/** The style sheet of the HTML page. */
export const styles = `
:root {
  --page: #ffffff; --text: #1c2330; --quiet: #5b6575; --line: #dde2ea; --panel: #f6f8fa;
  --breaking: #b3261e; --risky: #8a5a00; --safe: #1a6b3c; --waived: #4a5bb0;
  --gone: #ffe3e0; --added: #dcf5e3; --gone-mark: #ffb3ac; --added-mark: #9fe3b5; --link: #2456c4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11151c; --text: #e4e8ef; --quiet: #9aa5b5; --line: #2b3341; --panel: #181e28;
    --breaking: #ff8a80; --risky: #f0b849; --safe: #6fd39a; --waived: #a3b1ff;
    --gone: #3d2023; --added: #183526; --gone-mark: #86343a; --added-mark: #24704a; --link: #8ab4ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem clamp(1rem, 3vw, 2.5rem) 4rem; max-width: 92rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 1rem; font-size: 1.15rem; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; line-height: 1.45; overflow-wrap: anywhere; }
code, .lines { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { font-size: .875em; overflow-wrap: anywhere; }
h3 code { font-weight: 500; }
.documents { margin: .35rem 0 1.25rem; color: var(--quiet); }
nav { display: flex; flex-wrap: wrap; gap: .5rem; }
.chip {
  padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 2rem;
  color: var(--quiet); text-decoration: none;
}
a.chip { border-color: currentcolor; }
a.chip:hover { background: var(--panel); }
a.chip.breaking { color: var(--breaking); } a.chip.risky { color: var(--risky); }
a.chip.safe { color: var(--safe); } a.chip.waived { color: var(--waived); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
summary { cursor: pointer; color: var(--link); margin-bottom: 1rem; }
article {
  margin: 0 0 1.25rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-left: 4px solid var(--line);
  border-radius: .5rem;
}
article.breaking { border-left-color: var(--breaking); } article.risky { border-left-color: var(--risky); }
article.safe { border-left-color: var(--safe); } article.waived { border-left-color: var(--waived); }
dl { display: flex; flex-wrap: wrap; gap: .15rem 1.5rem; margin: .5rem 0 .85rem; font-size: .875rem; }
dl div { display: flex; gap: .4rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; }
figure { margin: 0; border: 1px solid var(--line); border-radius: .375rem; overflow: hidden; background: var(--panel); }
figcaption { padding: .3rem .75rem; font-size: .8125rem; color: var(--quiet); overflow-wrap: anywhere; }
.lines { border-top: 1px solid var(--line); background: var(--page); font-size: .8125rem; line-height: 1.55; }
.lines table { border-collapse: collapse; min-width: 100%; }
.lines td { padding: 0 .75rem; height: 1.55em; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: none; color: inherit; border-radius: .2em; }
tr.old mark { background: var(--gone-mark); } tr.now mark { background: var(--added-mark); }
.lines td:first-child { width: 1%; white-space: nowrap; padding-right: .5rem; text-align: right; color: var(--quiet); user-select: none; }
.lines tr.old td { background: var(--gone); } .lines tr.now td { background: var(--added); }
aside { margin-top: 2rem; padding: .75rem 1.25rem; border: 1px solid var(--risky); border-radius: .5rem; }
aside h2 { margin: 0; font-size: 1rem; color: var(--risky); }
aside ul { margin: .4rem 0 0; padding-left: 1.1rem; }
@media (max-width: 48rem) { .sides { grid-template-columns: 1fr; } }
@media print { article { break-inside: avoid; } }
`
