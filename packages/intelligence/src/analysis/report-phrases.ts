import type { ReportSection } from '../records.ts'
import { plural } from './counts.ts'

/** The headings and sentences of reports. `report.ts` decides which are written. */

export const headings: Record<ReportSection['key'], string> = {
  overview: 'Where you stand',
  strengths: 'What customers praise',
  weaknesses: 'What customers complain about',
  comparison: 'You and your competitors',
  trend: 'Trend',
  follow_up: 'Results of completed actions',
  priorities: 'What to do first',
  method: 'How to read this report',
}

export const reportTitle = (business: string) => `What customers say about ${business}`

export const overviewPhrases = {
  sample: ({
    business,
    own,
    competing,
    competitors,
  }: Record<'own' | 'competing' | 'competitors', number> & { business: string }) =>
    `This report is based on ${plural(own, 'review')} of ${business}` +
    (competing > 0 ? ` and ${plural(competing, 'review')} of ${plural(competitors, 'competitor')}.` : '.'),
  noOwnReview: 'There are no reviews of your own in this period, so it describes only your competitors.',
  stars: (yours: number, theirs: number | null, others: readonly string[]) =>
    `Your average is ${yours.toFixed(1)} stars` +
    (theirs === null ? '' : `, that of your competitors is ${theirs.toFixed(1)}`) +
    `.${others.length > 0 ? ` Reviews ${others.join(' and ')} are included.` : ''}`,
  praisedAndBlamed: (praised: string, blamed: string) =>
    praised === blamed
      ? `Customers both praise and criticize ${praised} most.`
      : `Your main strength is ${praised}; the main subject of complaints is ${blamed}.`,
  praisedAndNamed: (praised: string, says: string) =>
    `Your main strength is ${praised}; the complaint with the most weight is that ${says}.`,
  reported: (reports: readonly string[]) => `The most serious point: ${reports.join('; ')}.`,
}

export const strengthPhrases = {
  none: 'No subject is praised often enough to call it a strength.',
  satisfied: (satisfied: number, rated: number) =>
    `${satisfied} of your ${plural(rated, 'review')} with stars ${satisfied === 1 ? 'gives' : 'give'} four or five; ` +
    'no single subject is praised often enough to stand out.',
}

/**
 * A review that may report something serious; `more` if others are reported. Its quote, at `position`, stands apart,
 * so that it disappears with the review.
 */
export const possibleReport = (about: string, more: boolean, position: number) =>
  `One ${more ? 'more ' : ''}review may be about ${about}; please read it (the ${ordinals[position]} quote below).`

const ordinals = ['first', 'second', 'third']

/** The number of customers who are dissatisfied although no complaint is stated. */
export function noWeakness(dissatisfied: number, rated: number): string {
  if (dissatisfied === 0) return 'No complaint is frequent enough to stand out.'
  const [give, them] = dissatisfied === 1 ? ['gives', 'this one'] : ['give', 'these']
  return (
    `${dissatisfied} of your ${plural(rated, 'review')} with stars ${give} one or two; ` +
    `we recognize no complaint that several have in common, so please read ${them} yourself.`
  )
}
export const noOtherWeakness = 'We recognize no other complaint that several reviews have in common.'

export const comparisonPhrases = {
  ahead: (aspects: readonly string[]) => `You are ahead of your competitors in: ${aspects.join(', ')}.`,
  nowhereAhead: 'We see no subject in which you are clearly ahead of all of them together.',
  behind: (aspects: readonly string[]) => `They are ahead in: ${aspects.join(', ')}.`,
  nowhereBehind: 'We see no subject in which all of them together are clearly ahead.',
  noCompetitor: 'You have not added a competitor yet, so there is nothing to compare.',
  noReviews: 'There are no reviews of your competitors that could be compared in this period.',
  tooFew: 'The reviews are too few to say who is ahead.',
  praisedMore: (topics: readonly string[]) => `Your reviews praise more often than theirs: ${topics.join(', ')}.`,
  praisedBy: (name: string, subjects: readonly string[]) =>
    `Reviews of ${name} praise more often than yours: ${subjects.join(', ')}.`,
  blamedMore: (subjects: readonly string[]) =>
    `Reviews of your competitors complain more often than yours about: ${subjects.join(', ')}.`,
  namedMore: (clauses: readonly string[]) => `Your reviews say more often than theirs that ${clauses.join('; that ')}.`,
  praised: (aspects: readonly string[]) => `Their reviews praise more often than yours: ${aspects.join(', ')}.`,
}

export const verdictPhrases = {
  they_lead: 'customers are more satisfied there than with you',
  we_lead: 'customers are more satisfied with you',
  level: 'no clear difference in satisfaction',
  insufficient_data: 'too few reviews to compare the stars',
} as const

export const trendPhrases = {
  complaints: (aspect: string, kind: 'new' | 'rising' | 'falling', numbers: string) =>
    `Complaints about ${aspect} are ${kind}: ${numbers}.`,
  named: (says: string, kind: 'new' | 'rising' | 'falling', numbers: string) =>
    `${kind === 'falling' ? 'Fewer' : 'More'} reviews say that ${says}: ${numbers}.`,
  stars: (direction: 'fallen' | 'risen', now: number, before: number) =>
    `Your stars have ${direction}: ${now.toFixed(1)} on average in the last 90 days, ${before.toFixed(1)} before.`,
  unclearStars: (now: number, before: number) =>
    `Your stars were ${now.toFixed(1)} on average in the last 90 days and ${before.toFixed(1)} before, which may be chance.`,
  sameStars: 'We see no clear change in your stars in the last 90 days.',
}

export const noPriority = 'Nothing stands out enough to recommend a change.'

/** The order of the recommendations of a report. */
export const orderPhrases = {
  reportsFirst: ['Reports of something serious come first.', 'Then come the complaints with the most weight'],
  cleanlinessBeforeHygiene: [
    'Reports of something serious come first, but cleanliness comes before the reports about hygiene, which are a part ' +
      'of those complaints.',
    'Then come the complaints with the most weight',
  ],
  byWeight: ['The complaints with the most weight come first'],
} as const

/** The paragraphs of the section about the method, each a list of sentences. */
export const methodPhrases = ({
  withCompetitors,
  order,
}: {
  withCompetitors: boolean
  order: keyof typeof orderPhrases
}): string[][] => [
  [
    'Counts are numbers of reviews, and a review counts once for each subject.',
    'If it praises and criticizes the same subject, it counts as both.',
    'The list of reviews shows the same reviews when you filter it by subject.',
  ],
  ...(withCompetitors
    ? [
        [
          'We say that you or a competitor is ahead only where chance is unlikely to explain the difference.',
          'Even so, about one in twenty such differences may be chance.',
        ],
      ]
    : []),
  [
    `${orderPhrases[order].join(' ')}: how many customers complain, how many fewer stars they give, ` +
      `${withCompetitors ? 'how you compare with competitors, ' : ''}and whether complaints increase. ` +
      'Replies to reviews come last.',
    'Customers who complain give fewer stars, but the complaint need not be the reason.',
  ],
  ['Some serious reviews are not recognized. Read every review with one or two stars yourself.'],
]

export const sampleRead = (reviews: number, otherLanguages: string | null) =>
  `${plural(reviews, 'review')} without text or in another language than English ${reviews === 1 ? 'is' : 'are'} ` +
  `not counted here, except for the stars${otherLanguages === null ? '' : `; ${otherLanguages}`}.`
