import * as bounds from '@generated/contract/bounds'
import type { Aspect } from '@generated/contract/enums'
import type { CompetitorLead, Quote, RecommendationDraft } from '../records.ts'
import type { Tally } from './aggregate.ts'
import type { Subject } from './subjects.ts'

// Advice where the reviews show what a problem is about, and not what causes it.

type Wording = Pick<RecommendationDraft, 'title' | 'action' | 'effort'>

/** A problem to look into, and the recommendations about it. */
export interface LookedInto {
  aspect: Aspect
  tally: Pick<Tally, 'complaining90d'>
  evidence: readonly Pick<Quote, 'published_at'>[]
  /** The recommendations before, of which one may have the general advice. */
  before: readonly Pick<RecommendationDraft, 'action'>[]
  leads: readonly CompetitorLead[]
}

const actionCharsMax = bounds.Recommendation.action.maxLength
const beginning = 'Read the quoted reviews with the people who are responsible for this'

/**
 * The advice to look into something. The general advice stands once among recommendations; after that, the date of the
 * latest review and a competitor that is ahead say where to begin.
 */
export function lookInto({ name, action }: Pick<Subject, 'name' | 'action'>, facts: LookedInto): Wording {
  const isSaid = facts.before.some((draft) => draft.action.startsWith(beginning))
  return {
    title: `Look into what customers say about ${name}`,
    action: action ?? (isSaid ? whereToBegin(facts) : readTogether(facts)),
    effort: 'low',
  }
}

/** The advice for any problem; reviews of the last 90 days already show that it still happens. */
function readTogether({ tally: { complaining90d } }: LookedInto): string {
  const check = complaining90d > 0 ? '' : ', check today whether it still happens'
  return `${beginning}${check}, agree on one change, and say in your replies what you have changed.`
}

function whereToBegin({ aspect, evidence, leads }: LookedInto): string {
  const dates = evidence.flatMap(({ published_at }) => published_at ?? []).sort()
  const latest = dates.at(-1)
  const [beginWith, them] =
    evidence.length === 1 ? ['The quoted review', 'it'] : ['The latest of the quoted reviews', 'that one']
  const first =
    latest === undefined
      ? 'Find out who was there when the quoted reviews were written'
      : `${beginWith} is of ${dayOf(latest)}: begin with ${them}, find out who was there`
  const ahead = leads.find((lead) => lead.verdict === 'they_lead' && lead.aspect === aspect)
  const action = `${first} and what went wrong, and change that first.`
  const compared = ahead ? `${action} ${ahead.name} gets more praise for this: read its reviews as well.` : action
  return compared.length <= actionCharsMax ? compared : action
}

function dayOf(time: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
}
