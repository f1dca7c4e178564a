import type { Place } from '../../source/document.ts'
import type { Verdict } from '../findings.ts'
import { acceptanceBy, type ComparisonResult, totals, waiverNotes } from './result.ts'

type Level = 'error' | 'warning' | 'notice'

const levels: Record<Verdict, Level> = { breaking: 'error', risky: 'warning', safe: 'notice' }

/** Formats a result as workflow commands, which GitHub shows next to the lines that they name. */
export function annotations(result: ComparisonResult): string {
  const lines = [
    ...result.open
      .filter(({ verdict }) => verdict !== 'safe')
      .map(({ verdict, rule, sentence, place }) => command(levels[verdict], sentence, place, `${verdict}: ${rule}`)),
    ...result.covered.map(({ change, waiver }) =>
      command('notice', `${change.sentence} It is ${acceptanceBy(waiver)}`, change.place, `waived: ${change.rule}`),
    ),
    ...waiverNotes(result).map(({ waiver, sentence }) =>
      command('warning', sentence, { file: waiver.file, line: waiver.line, column: 1 }, 'waiver without effect'),
    ),
    `::notice::${escapeData(`${result.old} → ${result.now}: ${totals(result)}`)}`,
  ]
  return `${lines.join('\n')}\n`
}

function command(level: Level, message: string, { file, line, column }: Omit<Place, 'pointer'>, title: string): string {
  const properties = `file=${escapeProperty(file)},line=${line},col=${column},title=${escapeProperty(title)}`
  return `::${level} ${properties}::${escapeData(message)}`
}

function escapeData(value: string): string {
  return value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(value: string): string {
  return escapeData(value).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
