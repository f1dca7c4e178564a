import { plural } from './counts.ts'
import type { ReportSection } from './records.ts'

/** The headings and sentences of reports. `report.ts` decides which are written. */

export const headings: Record<ReportSection['key'], string> = {
  overview: 'Where you stand',
  strengths: 'What customers praise',
  weaknesses: 'What customers complain about',
  comparison: 'You and your competitors',
  trend: 'Trend',
  follow_up: 'Results of completed actions',
  priorities: 'What to do first',
  method: 'Methodology',
}

export const reportTitle = (business: string) => `What customers say about ${business}`

export const overviewPhrases = {
  sample: ({
    business,
    own,
    competing,
    competitors,
  }: Record<'own' | 'competing' | 'competitors', number> & { business: string }) =>
    `In this period ${plural(own, 'review')} of ${business} and ${plural(competing, 'review')} ` +
    `of ${plural(competitors, 'competitor')} could be read.`,
  noOwnReview: 'No review of your own could be read in this period, so the following describes only your competitors.',
  stars: (yours: number, theirs: number) =>
    `You stand at ${yours.toFixed(1)} stars and your competitors together at ${theirs.toFixed(1)}, ` +
    'recent reviews counting more; reviews without words are in these averages too.',
  praisedAndBlamed: (praised: string, blamed: string) =>
    `What customers praise most is ${praised}; what weighs most against you is ${blamed}.`,
}

export const strengthPhrases = {
  none: 'No aspect is praised often enough to call it a strength.',
  satisfied: (satisfied: number, rated: number) =>
    `${satisfied} of your ${plural(rated, 'review')} with stars ${satisfied === 1 ? 'gives' : 'give'} four or five; ` +
    'no single aspect is praised often enough to stand out.',
}

export const noWeakness = 'No complaint is frequent enough to stand out.'

export const comparisonPhrases = {
  ahead: (aspects: readonly string[]) => `You are ahead of your competitors in: ${aspects.join(', ')}.`,
  nowhereAhead: 'There is no aspect in which you are clearly ahead of all of them together.',
  behind: (aspects: readonly string[]) => `They are ahead in: ${aspects.join(', ')}.`,
  nowhereBehind: 'There is no aspect in which all of them together are clearly ahead.',
  tooFew: 'Too few reviews mention the same aspects to compare them.',
  tooFewTogether: 'Too few reviews mention the same aspects to compare you with all of them together.',
  praised: (aspects: readonly string[]) => `What their reviews praise most: ${aspects.join(', ')}.`,
}

export const verdictPhrases = {
  they_lead: 'customers are more satisfied there than with you',
  we_lead: 'customers are more satisfied with you',
  level: 'no clear difference in satisfaction',
  insufficient_data: 'too few reviews to compare',
} as const

export const trendPhrases = {
  complaints: (aspect: string, direction: 'rising' | 'falling', numbers: string) =>
    `Complaints about ${aspect} are ${direction}: ${numbers}.`,
  settled: (aspect: string) => `Complaints about ${aspect} have all but stopped in the last 90 days.`,
  stars: (direction: 'fallen' | 'risen', now: number, before: number) =>
    `Your stars have ${direction}: ${now.toFixed(1)} on average in the last 90 days, ${before.toFixed(1)} before.`,
  unchanged: 'Neither the stars nor any complaint have clearly changed in the last 90 days.',
}

export const noPriority = 'Nothing stands out enough to recommend a change.'

/** The paragraphs of the section about the method, each a list of sentences. */
export const methodPhrases = (scoreMin: number): string[][] => [
  [
    'For each sentence, the engine estimates the probability of each subject and of each opinion about it.',
    'A review counts once for each subject.',
    'A review counts as praise or as a complaint where at least 40% of what it says about the subject is; ' +
      'with both it counts as both.',
    'Percentages, charts and scores are computed from these numbers of reviews, ' +
      'and the list of reviews filters by the same rule.',
  ],
  ['Where the two sides are compared, the weight of a review halves with every 180 days of age.'],
  [
    'The comparison with a single competitor is the share of praise among the reviews that mention a subject. ' +
      'It is only stated when the 95% interval of the difference does not include zero. ' +
      'Many subjects are compared, so that about one in twenty such differences would show by chance alone.',
  ],
  [
    'A difference between you and your competitors is only stated when it is at least 90% certain, ' +
      'larger than the error of reading, and both sides have enough mentions.',
  ],
  [
    'The score of a priority is the product of complaint frequency, difference in ratings, gap to competitors, ' +
      'trend, severity and certainty.',
    'A difference in stars goes together with a complaint; it need not be caused by it.',
    `Problems that score below ${scoreMin} of 100 are listed but not recommended.`,
    'Recent reports of danger, illness, discrimination, harassment, violence, harm to children, lack of hygiene, ' +
      'legal steps or money taken wrongly are recommended first, at any score; a single report about money, hygiene or ' +
      'a legal step is not.',
    'The engine recognizes many such reports, not all: read the reviews with one or two stars yourself.',
  ],
]

export const sampleRead = {
  all: 'Every review of the period could be read.',
  not: (reviews: number) =>
    `${plural(reviews, 'review')} could not be read, because they are not in English or have no text. ` +
    'Only their ratings are used, where ratings are compared.',
}
