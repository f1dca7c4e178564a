import type { CompetitorLead } from '../records.ts'

/** The sentences about the aspects in which the business or one competitor leads. */

type LeadFacts = Pick<CompetitorLead, 'name' | 'label' | 'verdict' | 'own' | 'competitor'> & {
  /** The months before the end of the period that the lead lasts; null if the newest reviews do not show it. */
  months: number | null
  isWholePeriod: boolean
}

export const leadPhrases = {
  text: ({ name, label, verdict, own, competitor, months, isWholePeriod }: LeadFacts): string => {
    const subject = label.toLowerCase()
    return [
      verdict === 'we_lead'
        ? `You get more praise than ${name} for ${subject}.`
        : `${name} gets more praise than you for ${subject}.`,
      `Of the reviews that mention it, ${own.praises} of your ${own.mentions} praise it, and ${competitor.praises} of their ${competitor.mentions}.`,
      durationOf(months, isWholePeriod),
    ].join(' ')
  },
}

function durationOf(months: number | null, isWholePeriod: boolean): string {
  if (isWholePeriod) return 'The reviews of the whole year show it.'
  return months === null ? 'The newest reviews do not show it.' : `The reviews of the last ${months} months show it.`
}
