import { formatPlace } from '../../source/document.ts'
import type { Verdict } from '../findings.ts'
import { acceptanceBy, type ComparisonResult, titles, totals, verdicts, waiverNotes } from './result.ts'

/** The number of changes of a verdict to list. GitHub refuses comments of more than 65,536 characters. */
const listedMax: Record<Verdict, number> = { breaking: 100, risky: 50, safe: 20 }

/** Formats a result as a comment on a pull request. */
export function markdown(result: ComparisonResult): string {
  const sections = verdicts.flatMap((verdict) => {
    const changes = result.open.filter((change) => change.verdict === verdict)
    if (changes.length === 0) return []
    const items = changes
      .slice(0, listedMax[verdict])
      .map((change) => `- ${change.sentence} <sub>\`${formatPlace(change.place)}\` ${change.rule}</sub>`)
    const body = listOf(items, changes.length)
    if (verdict !== 'safe') return [`### ${titles[verdict]}\n\n${body}`]
    return [`<details><summary>${changes.length} safe</summary>\n\n${body}\n\n</details>`]
  })
  const waived = result.covered
    .slice(0, listedMax.breaking)
    .map(({ change, waiver }) => `- ${change.sentence} <sub>${acceptanceBy(waiver)}</sub>`)
  if (waived.length > 0) sections.push(`### Waived\n\n${listOf(waived, result.covered.length)}`)
  const notes = waiverNotes(result).map(({ waiver, sentence }) => `> \`${waiver.file}:${waiver.line}\`: ${sentence}`)
  const summary = `\`${result.old}\` → \`${result.now}\`: ${totals(result)}`
  return `${['## Changes of the contract', summary, ...sections, ...notes].join('\n\n')}\n`
}

function listOf(items: readonly string[], total: number): string {
  const more = total > items.length ? [`- … and ${total - items.length} more`] : []
  return [...items, ...more].join('\n')
}
