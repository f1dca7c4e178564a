import { styleText } from 'node:util'
import { formatPlace } from '../source/document.ts'
import type { Verdict } from './findings.ts'
import type { Waived, Waiver } from './waivers.ts'

export const formats = ['text', 'json', 'markdown', 'annotations'] as const
type Format = (typeof formats)[number]

/** The names of the two documents, and the result of their comparison. */
interface Comparison extends Waived {
  old: string
  now: string
}

/**
 * Formats the result of a comparison for a person, a program, a pull request, or GitHub's log (workflow commands).
 *
 * @param color whether to color the text for a terminal
 */
export function formatComparison(comparison: Comparison, format: Format, color = false): string {
  switch (format) {
    case 'text':
      return text(comparison, color)
    case 'json':
      return `${JSON.stringify(asJson(comparison), null, 2)}\n`
    case 'markdown':
      return markdown(comparison)
    case 'annotations':
      return annotations(comparison)
  }
}

const titles: Record<Verdict, string> = {
  breaking: 'Breaking: a client that follows the old contract can fail',
  risky: 'Risky: it depends on how the client was written',
  safe: 'Safe',
}
type Style = Parameters<typeof styleText>[0]

const colors: Record<Verdict, Style> = { breaking: 'red', risky: 'yellow', safe: 'green' }
const verdicts: readonly Verdict[] = ['breaking', 'risky', 'safe']

function text(comparison: Comparison, color: boolean): string {
  const paint = (style: Style, words: string) => (color ? styleText(style, words, { validateStream: false }) : words)
  const groups = verdicts.flatMap((verdict) => {
    const changes = comparison.open.filter((change) => change.verdict === verdict)
    if (changes.length === 0) return []
    const entries = changes.map(
      (change) =>
        `  ${change.sentence}\n  ${paint('gray', `${formatPlace(change.place)}  ${change.rule}${change.at ? `  ${change.at}` : ''}`)}`,
    )
    return [`${paint(colors[verdict], titles[verdict])}\n\n${entries.join('\n\n')}\n`]
  })
  const waived = comparison.covered.map(
    ({ change, waiver }) =>
      `  ${change.sentence}\n  ${paint('gray', `accepted by ${waiver.reviewer} until ${waiver.expires}: ${waiver.reason}`)}`,
  )
  if (waived.length > 0) groups.push(`Waived\n\n${waived.join('\n\n')}\n`)
  const notes = waiverNotes(comparison).map((note) => `${note}\n`)
  return [...groups, ...notes, `${comparison.old} → ${comparison.now}: ${totals(comparison)}\n`].join('\n')
}

function waiverNotes({ expired, unused }: Waived): string[] {
  const name = ({ file, line, rule, operation }: Waiver) => `${file}:${line}: the waiver of ${rule} in ${operation}`
  return [
    ...expired.map(
      (waiver) =>
        `${name(waiver)} expired on ${waiver.expires} and no longer counts. Remove it, or have it reviewed again.`,
    ),
    ...unused.map((waiver) => `${name(waiver)} no longer covers anything. Remove it.`),
  ]
}

function totals({ open, covered }: Waived): string {
  if (open.length + covered.length === 0) return 'no difference.'
  const count = (verdict: Verdict) => open.filter((change) => change.verdict === verdict).length
  const waived = covered.length > 0 ? [`${covered.length} waived`] : []
  return `${[...verdicts.map((verdict) => `${count(verdict)} ${verdict}`), ...waived].join(', ')}.`
}

function asJson(comparison: Comparison) {
  const count = (verdict: Verdict) => comparison.open.filter((change) => change.verdict === verdict).length
  return {
    old: comparison.old,
    new: comparison.now,
    summary: {
      breaking: count('breaking'),
      risky: count('risky'),
      safe: count('safe'),
      waived: comparison.covered.length,
    },
    changes: [
      ...comparison.open,
      ...comparison.covered.map(({ change, waiver }) => ({
        ...change,
        waiver: { reason: waiver.reason, reviewer: waiver.reviewer, expires: waiver.expires },
      })),
    ],
    waivers: { expired: comparison.expired, unused: comparison.unused },
  }
}

/** Beyond this, safe changes are counted and not listed: a reviewer reads the rest. */
const safeListedMax = 20

function markdown(comparison: Comparison): string {
  const sections = verdicts.flatMap((verdict) => {
    const changes = comparison.open.filter((change) => change.verdict === verdict)
    if (changes.length === 0) return []
    const listed = verdict === 'safe' ? changes.slice(0, safeListedMax) : changes
    const items = listed.map(
      (change) => `- ${change.sentence} <sub>\`${formatPlace(change.place)}\` ${change.rule}</sub>`,
    )
    const more = changes.length > listed.length ? [`- … and ${changes.length - listed.length} more`] : []
    const body = [...items, ...more].join('\n')
    if (verdict !== 'safe') return [`### ${titles[verdict]}\n\n${body}`]
    return [`<details><summary>${changes.length} safe</summary>\n\n${body}\n\n</details>`]
  })
  const waived = comparison.covered.map(
    ({ change, waiver }) =>
      `- ${change.sentence} Accepted by ${waiver.reviewer} until ${waiver.expires}: ${waiver.reason}`,
  )
  if (waived.length > 0) sections.push(`### Waived\n\n${waived.join('\n')}`)
  const notes = waiverNotes(comparison).map((note) => `> ${note}`)
  return `${['## Changes of the contract', `\`${comparison.old}\` → \`${comparison.now}\`: ${totals(comparison)}`, ...sections, ...notes].join('\n\n')}\n`
}

/** Formats workflow commands, which GitHub shows next to the lines that they name. */
function annotations(comparison: Comparison): string {
  const levels: Record<Verdict, string> = { breaking: 'error', risky: 'warning', safe: 'notice' }
  const property = (value: string) => data(value).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const data = (value: string) => value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const lines = comparison.open
    .filter(({ verdict }) => verdict !== 'safe')
    .map(({ verdict, rule, sentence, place }) => {
      const where = `file=${property(place.file)},line=${place.line},col=${place.column}`
      return `::${levels[verdict]} ${where},title=${property(`${verdict}: ${rule}`)}::${data(sentence)}`
    })
  const notes = [...comparison.expired, ...comparison.unused].map(
    (waiver, index) =>
      `::warning file=${property(waiver.file)},line=${waiver.line}::${data(waiverNotes(comparison)[index] ?? '')}`,
  )
  const summary = `::notice::${data(`${comparison.old} → ${comparison.now}: ${totals(comparison)}`)}`
  return `${[...lines, ...notes, summary].join('\n')}\n`
}
