import type { Verdict } from '../findings.ts'
import type { Waived, Waiver } from '../waivers.ts'

/** The result of a comparison, which every format shows. */
export interface ComparisonResult extends Waived {
  /** The names of the two documents. */
  old: string
  now: string
  /** The text of every file of both documents, by the name that places have. */
  texts: ReadonlyMap<string, string>
}

/** The verdicts, the gravest first. */
export const verdicts: readonly Verdict[] = ['breaking', 'risky', 'safe']

export const titles: Record<Verdict, string> = {
  breaking: 'Breaking: a client that follows the old contract can fail',
  risky: 'Risky: it depends on how the client was written',
  safe: 'Safe',
}

/** The number of changes of each verdict, without those that a waiver covers. */
export function countsOf({ open }: ComparisonResult): Record<Verdict, number> {
  const count = (verdict: Verdict) => open.filter((change) => change.verdict === verdict).length
  return { breaking: count('breaking'), risky: count('risky'), safe: count('safe') }
}

/** One line about all changes, such as "1 breaking, 0 risky, 2 safe, 1 waived." */
export function totals(result: ComparisonResult): string {
  const { open, covered } = result
  if (open.length + covered.length === 0) return 'no difference.'
  const counts = countsOf(result)
  const waived = covered.length > 0 ? [`${covered.length} waived`] : []
  return `${[...verdicts.map((verdict) => `${counts[verdict]} ${verdict}`), ...waived].join(', ')}.`
}

/** The terms under which a change was accepted. Continues its sentence. */
export function acceptanceBy({ owner, expires, reason }: Waiver): string {
  return `accepted by ${owner} until ${expires}: ${reason}`
}

interface WaiverNote {
  waiver: Waiver
  /** A sentence about the waiver, without its place. */
  sentence: string
}

/** The waivers without effect. */
export function waiverNotes({ expired, unused }: Waived): WaiverNote[] {
  const subject = ({ rule, operation }: Waiver) => `the waiver of ${rule} in ${operation}`
  return [
    ...expired.map((waiver) => ({
      waiver,
      sentence: `${subject(waiver)} expired on ${waiver.expires} and no longer counts. Remove it, or have it reviewed again.`,
    })),
    ...unused.map((waiver) => ({ waiver, sentence: `${subject(waiver)} no longer covers anything. Remove it.` })),
  ]
}
