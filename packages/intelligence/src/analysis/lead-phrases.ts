import type { CompetitorLead } from '../records.ts'

/** The sentences about the aspects in which the business or one competitor leads. */

type LeadFacts = Pick<CompetitorLead, 'name' | 'label' | 'verdict' | 'own' | 'competitor'> & {
  /** The months before the end of the period that the lead lasts; null where the reviews do not show when it began. */
  months: number | null
  isWholePeriod: boolean
}

export const leadPhrases = {
  text: ({ name, label, verdict, own, competitor, months, isWholePeriod }: LeadFacts): string => {
    const subject = label.toLowerCase()
    const lead = verdict === 'we_lead' ? `You get more praise than ${name}` : `${name} gets more praise than you`
    return [
      `${lead} for ${subject}.`,
      `Of the reviews with an opinion about it, ${partOf(own, ['your', 'yours'])} praise it, and ${partOf(competitor, ['their', 'theirs'])}.`,
      ...durationOf(months, isWholePeriod),
    ].join(' ')
  },
}

/** "12 of your 20", "all 5 of yours", "none of their 5". */
function partOf({ praises, mentions }: CompetitorLead['own'], [before, alone]: readonly [string, string]): string {
  if (praises === mentions) return `all ${mentions} of ${alone}`
  return `${praises === 0 ? 'none' : praises} of ${before} ${mentions}`
}

function durationOf(months: number | null, isWholePeriod: boolean): string[] {
  if (isWholePeriod) return ['The reviews of the whole year show it.']
  return months === null ? [] : [`The reviews of the last ${months} months show it.`]
}
