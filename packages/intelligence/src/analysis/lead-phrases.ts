import type { CompetitorLead } from '../records.ts'

/** The sentences about the aspects in which the business or one competitor leads. */

type LeadFacts = Pick<CompetitorLead, 'name' | 'label' | 'verdict' | 'own' | 'competitor' | 'since'> & {
  isWholePeriod: boolean
}

export const leadPhrases = {
  text: ({ name, label, verdict, own, competitor, since, isWholePeriod }: LeadFacts): string => {
    const subject = label.toLowerCase()
    const weLead = verdict === 'we_lead'
    return [
      weLead ? `You are ahead of ${name} in ${subject}.` : `${name} is ahead of you in ${subject}.`,
      `Of the reviews that mention it, ${own.praises} of your ${own.mentions} praise it, and ${competitor.praises} of their ${competitor.mentions}.`,
      beginning(since, isWholePeriod),
    ].join(' ')
  },
}

function beginning(since: string | null, isWholePeriod: boolean): string {
  if (since === null) return 'The newest reviews do not show it.'
  return isWholePeriod ? 'It has been so all year.' : `It has been so since about ${monthOf(since)}.`
}

/** "August 2026". */
function monthOf(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
