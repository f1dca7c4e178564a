import type { CompetitorLead } from './records.ts'

/** The sentences about the aspects in which the business or one competitor leads. */

type LeadFacts = Pick<CompetitorLead, 'name' | 'label' | 'verdict' | 'own' | 'competitor' | 'difference' | 'since'> & {
  isWholePeriod: boolean
}

export const leadPhrases = {
  text: ({ name, label, verdict, own, competitor, difference, since, isWholePeriod }: LeadFacts): string => {
    const subject = label.toLowerCase()
    const weLead = verdict === 'we_lead'
    return [
      weLead ? `You are ahead of ${name} in ${subject}.` : `${name} is ahead of you in ${subject}.`,
      `${own.praises} of your ${own.mentions} reviews that mention it praise it, and ${competitor.praises} of their ${competitor.mentions}.`,
      `The difference is between ${points(difference, weLead)} percentage points with 95% certainty.`,
      beginning(since, isWholePeriod),
    ].join(' ')
  },
}

/** "38 and 84": the ends of the interval as sizes, the smaller first. */
function points({ low, high }: CompetitorLead['difference'], weLead: boolean): string {
  const [least, most] = weLead ? [low, high] : [-high, -low]
  return `${Math.max(1, Math.round(least * 100))} and ${Math.round(most * 100)}`
}

function beginning(since: string | null, isWholePeriod: boolean): string {
  if (since === null) return 'It does not show in the newest reviews.'
  return isWholePeriod ? 'It shows throughout the period.' : `It has shown since about ${monthOf(since)}.`
}

/** "August 2026". */
function monthOf(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
