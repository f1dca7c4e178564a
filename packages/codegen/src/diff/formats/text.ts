import { styleText } from 'node:util'
import { formatPlace } from '../../source/document.ts'
import type { Verdict } from '../findings.ts'
import { acceptanceBy, type ComparisonResult, titles, totals, verdicts, waiverNotes } from './result.ts'

type Style = Parameters<typeof styleText>[0]

const colors: Record<Verdict, Style> = { breaking: 'red', risky: 'yellow', safe: 'green' }

/** Formats a result for a terminal. */
export function text(result: ComparisonResult, hasColors: boolean): string {
  const paint = (style: Style, words: string) =>
    hasColors ? styleText(style, words, { validateStream: false }) : words
  const groups = verdicts.flatMap((verdict) => {
    const changes = result.open.filter((change) => change.verdict === verdict)
    if (changes.length === 0) return []
    const entries = changes.map(
      (change) =>
        `  ${change.sentence}\n  ${paint('gray', `${formatPlace(change.place)}  ${change.rule}${change.at ? `  ${change.at}` : ''}`)}`,
    )
    return [`${paint(colors[verdict], titles[verdict])}\n\n${entries.join('\n\n')}\n`]
  })
  const waived = result.covered.map(
    ({ change, waiver }) => `  ${change.sentence}\n  ${paint('gray', acceptanceBy(waiver))}`,
  )
  if (waived.length > 0) groups.push(`Waived\n\n${waived.join('\n\n')}\n`)
  const notes = waiverNotes(result).map(({ waiver, sentence }) => `${waiver.file}:${waiver.line}: ${sentence}\n`)
  return [...groups, ...notes, `${result.old} → ${result.now}: ${totals(result)}\n`].join('\n')
}
