import { formatPlace, type Place } from '../../source/document.ts'
import { capitalized } from '../../source/names.ts'
import type { Change, Verdict } from '../findings.ts'
import type { Waiver } from '../waivers.ts'
import { acceptanceBy, type ComparisonResult, countsOf, titles, totals, verdicts, waiverNotes } from './result.ts'
import { excerptOf, type Row, sideBySide } from './side-by-side.ts'
import { styles } from './styles.ts'

/** Formats a result as a page without scripts or other files, with the old and the new lines of each change. */
export function html(result: ComparisonResult): string {
  const { old, now, covered, texts } = result
  const lines = new Map([...texts].map(([name, text]) => [name, text.split('\n')]))
  const sections = [...verdicts.map((verdict) => verdictSection(result, verdict, lines)), waivedSection(result, lines)]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Changes of the contract: ${escapeHtml(old)} → ${escapeHtml(now)}</title>
<style>${styles}</style>
</head>
<body>
<header>
<h1>Changes of the contract</h1>
<p class="documents"><code>${escapeHtml(old)}</code> → <code>${escapeHtml(now)}</code></p>
${summary(result, covered.length)}
</header>
<main>
${notesOf(result)}${sections.join('')}</main>
</body>
</html>
`
}

function summary(result: ComparisonResult, waived: number): string {
  if (result.open.length + waived === 0) return `<p>${capitalized(totals(result))}</p>`
  const counts = countsOf(result)
  const chips = verdicts.map((verdict) => ({ name: verdict, count: counts[verdict] }))
  const links = [...chips, { name: 'waived', count: waived }].map(({ name, count }) =>
    count > 0
      ? `<a class="chip ${name}" href="#${name}"><b>${count}</b> ${name}</a>`
      : `<span class="chip"><b>0</b> ${name}</span>`,
  )
  return `<nav aria-label="Verdicts">${links.join('\n')}</nav>`
}

function notesOf(result: ComparisonResult): string {
  const items = waiverNotes(result).map(
    ({ waiver, sentence }) =>
      `<li><code>${escapeHtml(`${waiver.file}:${waiver.line}`)}</code> ${inline(capitalized(sentence))}</li>`,
  )
  return items.length > 0 ? `<aside><h2>Waivers without effect</h2><ul>${items.join('')}</ul></aside>\n` : ''
}

/** The lines of each file, by the name that places have. */
type Lines = ReadonlyMap<string, readonly string[]>

function verdictSection(result: ComparisonResult, verdict: Verdict, lines: Lines): string {
  const changes = result.open.filter((change) => change.verdict === verdict)
  if (changes.length === 0) return ''
  const articles = changes.map((change) => article(lines, change, verdict)).join('')
  // Most changes are safe, and few readers look at them.
  const body =
    verdict === 'safe'
      ? `<details><summary>Show ${changes.length} safe changes</summary>${articles}</details>`
      : articles
  return `<section id="${verdict}"><h2>${titles[verdict]}</h2>${body}</section>\n`
}

function waivedSection(result: ComparisonResult, lines: Lines): string {
  if (result.covered.length === 0) return ''
  const articles = result.covered.map(({ change, waiver }) => article(lines, change, 'waived', waiver))
  return `<section id="waived"><h2>Waived: breaking, and accepted for a time</h2>${articles.join('')}</section>\n`
}

/** Shared schemas can affect hundreds of operations. */
const namesMax = 12

function article(files: Lines, change: Change, style: Verdict | 'waived', waiver?: Waiver): string {
  const { rule, sentence, at, affects, place, was, kind } = change
  const names = affects.slice(0, namesMax).map(({ name }) => `<code>${escapeHtml(name)}</code>`)
  const others = affects.length > namesMax ? ` and ${affects.length - namesMax} more` : ''
  const facts = [
    ['Rule', `<code>${escapeHtml(rule)}</code>`],
    ['Position', at === '' ? '' : `<code>${escapeHtml(at)}</code>`],
    ['Affects', names.join(' ') + others],
    ['Waiver', waiver ? inline(capitalized(acceptanceBy(waiver))) : ''],
  ].flatMap(([name, value]) => (value === '' ? [] : [`<div><dt>${name}</dt><dd>${value}</dd></div>`]))
  const isIn = { old: was !== undefined, now: kind !== 'removed' }
  const excerpt = (where: Place | undefined) => {
    const lines = where && files.get(where.file)
    return where && lines ? excerptOf(lines, where) : undefined
  }
  const rows = sideBySide(isIn.old ? excerpt(was) : undefined, isIn.now ? excerpt(place) : undefined)
  return `<article class="${style}">
<h3>${inline(sentence)}</h3>
<dl>${facts.join('')}</dl>
<div class="sides">
${side('old', isIn.old ? was : undefined, rows)}${side('now', isIn.now ? place : undefined, rows)}</div>
</article>
`
}

const absences = { old: 'Not in the old document', now: 'No longer in the new document' }

function side(key: 'old' | 'now', place: Place | undefined, rows: readonly Row[]): string {
  if (place === undefined) return `<figure><figcaption>${absences[key]}</figcaption></figure>\n`
  const indent = commonIndent(rows)
  const lines = rows.map((row) => {
    const line = row[key]
    const style = row.kind === 'changed' && line !== undefined ? ` class="${key}"` : ''
    return `<tr${style}><td>${line?.number ?? ''}</td><td>${line ? lineOf(row, key, indent) : ''}</td></tr>`
  })
  return `<figure><figcaption title="${escapeHtml(place.pointer)}">${escapeHtml(formatPlace(place))}</figcaption>
<div class="lines"><table aria-label="${key === 'old' ? 'Old' : 'New'} lines">${lines.join('')}</table></div></figure>
`
}

function commonIndent(rows: readonly Row[]): number {
  const texts = rows.flatMap(({ old, now }) => [old?.text ?? '', now?.text ?? '']).filter((text) => text.trim() !== '')
  return Math.min(...texts.map((text) => text.search(/\S/)))
}

/** The text of a line, with a mark where a similar line is different. */
function lineOf({ old, now, kind }: Row, key: 'old' | 'now', indent: number): string {
  const text = ({ old, now }[key]?.text ?? '').slice(indent)
  const other = ({ old: now, now: old }[key]?.text ?? '').slice(indent)
  if (kind === 'same' || other === '') return escapeHtml(text)
  const shorter = Math.min(text.length, other.length)
  let start = 0
  while (start < shorter && text[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && text.at(-1 - end) === other.at(-1 - end)) end += 1
  const isSimilar = (start + end) * 2 >= shorter
  if (!isSimilar) return escapeHtml(text)
  const [before, changed, after] = [
    text.slice(0, start),
    text.slice(start, text.length - end),
    text.slice(text.length - end),
  ]
  return `${escapeHtml(before)}<mark>${escapeHtml(changed)}</mark>${escapeHtml(after)}`
}

/** Text with code in backticks. */
function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
