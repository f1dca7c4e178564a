import { facetKinds } from './facets.ts'
import type { Failure } from './failure.ts'
import type { Cell, FacetCell, RelationCell, Summary } from './summary.ts'

/** The report as one self-contained page. */
export function summaryHtml(summary: Summary): string {
  const open = summary.failures.filter(({ baseline }) => !baseline)
  const known = summary.failures.filter(({ baseline }) => baseline)
  const { reached, documented, cells } = summary.coverage
  const verdict = verdictOf(summary.exit_code, open.length)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Contract tests: ${html(verdict)}</title>
<style>${style}</style>
</head>
<body>
<header class="${summary.exit_code === 0 ? 'good' : 'bad'}">
<p class="kind">Contract tests</p>
<h1>${html(verdict)}</h1>
<p>${summary.cases.toLocaleString('en')} cases in ${summary.seconds} s against ${html(summary.target)} · ${html(summary.mode)} · seed ${summary.seed}</p>
${summary.error === null ? '' : `<pre>${html(summary.error)}</pre>`}
</header>
<main>
<ul class="values">
${valueItem(`${reached}/${documented}`, 'documented statuses reached')}
${valueItem(String(summary.passed), 'passed')}
${valueItem(String(open.length), 'failures')}
${valueItem(String(known.length), 'known failures')}
${valueItem(String(Math.round(summary.cases / Math.max(summary.seconds, 0.1))), 'cases per second')}
</ul>
${failuresSection(open, 'Failures')}
${matrixSection(cells, summary)}
${relationsSection(summary.coverage.relations)}
${facetsSection(summary.coverage.facets)}
${lanesSection(summary)}
${slowestSection(summary)}
${failuresSection(known, 'Known failures')}
${summary.cleaned_up.length === 0 ? '' : `<section><h2>Created and deleted</h2><p>${summary.cleaned_up.map((id) => `<code>${html(id)}</code>`).join(' ')}</p></section>`}
<section><h2>Reproduce</h2>
<p>All cases: <code>npm run contract -- --seed ${summary.seed}</code>. One failure: <code>npm run contract -- --replay CASE</code>, with the name shown here.
The command below a failure sends one request; set <code>SVC_API_KEY</code> first. Its IDs are from that run.</p></section>
</main>
</body>
</html>
`
}

function verdictOf(exitCode: number, failures: number): string {
  if (exitCode === 2) return 'The tests could not run'
  return failures === 0 ? 'No failures' : plural(failures, 'failure')
}

function valueItem(value: string, name: string): string {
  return `<li><strong>${value}</strong><span>${name}</span></li>`
}

function failuresSection(failures: readonly Failure[], title: string): string {
  if (failures.length === 0) return ''
  const items = failures.map(
    ({ id, message, curl, count, baseline }) => `<details${failures.length < 4 ? ' open' : ''}>
<summary><code>${html(id)}</code> ${html(message.split('\n', 1)[0] ?? '')}${count > 1 ? ` <span class="count">${count} times</span>` : ''}${baseline ? ` <span class="count">${html(baseline.ticket)}, until ${baseline.expires}</span>` : ''}</summary>
<pre>${html(message)}</pre>
${curl === null ? '' : `<pre class="command">${html(curl)}</pre>`}
${curl === null && id.startsWith('all/') ? '' : `<pre class="command">npm run contract -- --replay ${html(id)}</pre>`}
</details>`,
  )
  return `<section><h2>${title}</h2>\n${items.join('\n')}\n</section>`
}

/**
 * A table of operations and documented statuses. Rows with unreached statuses come first; each cell has the counts of
 * the lanes.
 */
function matrixSection(cells: readonly Cell[], { lanes, is_whole }: Summary): string {
  const operations = [...new Set(cells.map(({ operation }) => operation))]
  const statuses = [...new Set(cells.map(({ status }) => status))].sort()
  const cellOf = new Map(cells.map((cell) => [`${cell.operation} ${cell.status}`, cell]))
  const head = statuses.map((status) => `<th scope="col">${status}</th>`).join('')
  const rows = operations.map((operation) => {
    const row = statuses.map((status) =>
      cellHtml(
        cellOf.get(`${operation} ${status}`),
        lanes.map(({ name }) => name),
      ),
    )
    return `<tr><th scope="row">${html(operation).replace(/(?=[A-Z])/g, '<wbr>')}</th>${row.join('')}</tr>`
  })
  const reasons = cells
    .filter(({ reason }) => reason)
    .map(({ operation, status, reason = '' }) => `<li><code>${html(operation)} ${status}</code> ${html(reason)}</li>`)
  return `<section><h2>Every operation, every documented status</h2>
<p class="legend"><span class="missing">not reached</span> <span class="explained">not reached, with a reason</span> <span class="hit">number of responses</span> Select a number to see its lanes.</p>
${is_whole ? '' : '<p>This run was partial. Statuses that it does not cover are shown as not reached and are not failures.</p>'}
<div class="scroll"><table class="matrix"><thead><tr><th scope="col">operation</th>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
${reasons.length === 0 ? '' : `<h3>Not reached, with a reason</h3><ul>${reasons.join('')}</ul>`}
</section>`
}

function cellHtml(cell: Cell | undefined, lanes: readonly string[]): string {
  if (!cell) return '<td class="none"></td>'
  if (cell.count === 0) {
    const kind = cell.reason ? 'explained' : 'missing'
    return `<td class="${kind}"${cell.reason ? ` title="${html(cell.reason)}"` : ''}>0</td>`
  }
  const parts = lanes
    .filter((lane) => cell.lanes[lane])
    .map((lane) => `<li>${html(lane)} <b>${cell.lanes[lane]}</b></li>`)
  return `<td class="hit"><details><summary>${cell.count}</summary><ul>${parts.join('')}</ul></details></td>`
}

/** A table of operations and relations; a cell without a mark is a relation that does not apply. */
function relationsSection(cells: readonly RelationCell[]): string {
  if (cells.length === 0) return ''
  const names = [...new Set(cells.map(({ relation }) => relation))]
  const head = names.map((name) => `<th scope="col">${html(name).replaceAll('_', '_<wbr>')}</th>`).join('')
  const rows = [...Map.groupBy(cells, ({ operation }) => operation)].map(([operation, own]) => {
    const row = names.map((name) => relationHtml(own.find(({ relation }) => relation === name)))
    return `<tr><th scope="row">${html(operation).replace(/(?=[A-Z])/g, '<wbr>')}</th>${row.join('')}</tr>`
  })
  const statements = [...new Map(cells.map((cell) => [cell.relation, cell.statement]))].map(
    ([name, statement]) => `<li><code>${html(name)}</code> ${html(statement)}</li>`,
  )
  return `<section><h2>Every operation, every relation</h2>
<p class="legend"><span class="hit">holds</span> <span class="missing">fails</span> <span class="explained">not compared</span></p>
<div class="scroll"><table class="matrix"><thead><tr><th scope="col">operation</th>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
<ul>${statements.join('')}</ul>
</section>`
}

function relationHtml(cell: RelationCell | undefined): string {
  if (!cell) return '<td class="none"></td>'
  if (cell.outcome === 'holds') return '<td class="hit">✓</td>'
  if (cell.outcome === 'fails') return '<td class="missing">✗</td>'
  return `<td class="explained" title="${html(cell.reason ?? '')}">–</td>`
}

/** A table of operations and kinds of facets; a number opens the list of those that no request or response had. */
function facetsSection(cells: readonly FacetCell[]): string {
  const head = facetKinds.map((kind) => `<th scope="col">${kind}</th>`).join('')
  const rows = [...Map.groupBy(cells, ({ operation }) => operation)].map(([operation, own]) => {
    const row = facetKinds.map((kind) => facetHtml(own.filter((cell) => cell.kind === kind)))
    return `<tr><th scope="row">${html(operation).replace(/(?=[A-Z])/g, '<wbr>')}</th>${row.join('')}</tr>`
  })
  return `<section><h2>Every operation, every media type, parameter and value</h2>
<p class="legend"><span class="hit">all were tested</span> <span class="missing">some were not</span> Select a number to see which.</p>
<div class="scroll"><table class="matrix"><thead><tr><th scope="col">operation</th>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
</section>`
}

function facetHtml(cells: readonly FacetCell[]): string {
  const untested = cells.filter(({ count }) => count === 0)
  if (cells.length === 0) return '<td class="none"></td>'
  if (untested.length === 0) return `<td class="hit">${cells.length}</td>`
  const names = untested.map(({ name }) => `<li><code>${html(name)}</code></li>`)
  const tested = `${cells.length - untested.length}/${cells.length}`
  return `<td class="missing"><details><summary>${tested}</summary><ul>${names.join('')}</ul></details></td>`
}

function lanesSection({ lanes }: Summary): string {
  const rows = lanes.map(
    ({ name, cases, seconds, checks, passed, failed, case_list }) =>
      `<tr class="${failed === 0 ? '' : 'failed'}"><th scope="row">${html(name)}</th><td>${cases}</td><td>${seconds} s</td><td>${Math.round(cases / Math.max(seconds, 0.1))}</td><td>${checks}</td><td>${passed}</td><td>${failed}</td><td><code>${case_list}</code></td></tr>`,
  )
  const head = ['lane', 'cases', 'time', 'cases/s', 'checks', 'passed', 'failed', 'case list']
  return `<section><h2>Lanes</h2><div class="scroll"><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div><p>Two runs with one seed send the same cases when their case lists are equal.</p></section>`
}

function slowestSection({ slowest }: Summary): string {
  const longest = Math.max(1, ...slowest.map(({ ms }) => ms))
  const rows = slowest.map(
    ({ operation, ms, lane }) =>
      `<tr><th scope="row">${html(operation)}</th><td>${html(lane)}</td><td>${ms} ms</td><td class="bar"><span style="width:${Math.round((ms / longest) * 100)}%"></span></td></tr>`,
  )
  return `<section><h2>Slowest responses</h2><div class="scroll"><table><tbody>\n${rows.join('\n')}\n</tbody></table></div></section>`
}

const style = `
:root{--ground:#fbfaf8;--card:#fff;--ink:#1d1d1f;--soft:#6b6b70;--line:#e4e2dd;--good:#17663a;--bad:#a32118;--hit:#dcefe2;--missing:#f6c9c4;--explained:#f4e6b8;--code:#f2f0ec}
@media(prefers-color-scheme:dark){:root{--ground:#151517;--card:#1d1d20;--ink:#ececee;--soft:#a0a0a8;--line:#34343a;--good:#7fd6a1;--bad:#ff9a8f;--hit:#1e3a2a;--missing:#5c221d;--explained:#4a3f17;--code:#26262b}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main{max-width:1180px;margin:auto;padding:1.25rem 1rem}
header h1{margin:0;font-size:2rem;line-height:1.2}
header.good h1{color:var(--good)}header.bad h1{color:var(--bad)}
.kind{margin:0;color:var(--soft);font-weight:600}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem;margin:0 0 1rem}
h2{margin:0 0 .5rem;font-size:1.15rem}h3{font-size:1rem;margin:1rem 0 .3rem}
.values{display:flex;flex-wrap:wrap;gap:.75rem;list-style:none;margin:0 0 1rem;padding:0}
.values li{flex:1 1 130px;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:.75rem 1rem}
.values strong{display:block;font-size:1.5rem}.values span,.legend,.count{color:var(--soft);font-size:.85rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .5rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top;white-space:nowrap}
th[scope=row],thead th:first-child{text-align:left;font-weight:500}
thead th{color:var(--soft);font-size:.85rem}
.matrix th[scope=row]{position:sticky;left:0;background:var(--card)}
.matrix thead th:not(:first-child){text-align:center}
.matrix td{text-align:center;border:1px solid var(--line)}
.hit{background:var(--hit)}.missing{background:var(--missing);font-weight:700}.explained{background:var(--explained)}.none{background:none}
.legend{line-height:1.9}.legend span{padding:.1rem .4rem;border-radius:4px;color:var(--ink);white-space:nowrap}
.matrix summary{cursor:pointer;list-style:none}.matrix details ul{list-style:none;margin:.3rem 0 0;padding:0;text-align:left;font-size:.8rem}
tr.failed th,tr.failed td{color:var(--bad)}
.bar{width:40%}.bar span{display:block;height:.8rem;margin-top:.35rem;border-radius:4px;background:var(--good)}
code,pre{font:13px/1.45 ui-monospace,monospace}
pre{background:var(--code);padding:.75rem;border-radius:8px;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
details>summary{cursor:pointer;overflow-wrap:anywhere}
ul{padding-left:1.2rem}
@media(max-width:560px){
.matrix th,.matrix td{padding:.3rem;font-size:.8rem}
.matrix th[scope=row]{white-space:normal}
}
`
  .trim()
  .replaceAll('\n', '')

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function html(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
