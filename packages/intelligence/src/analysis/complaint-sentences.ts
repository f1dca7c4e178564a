import { nameOf, type Vocabulary } from '../vocabulary/taxonomy.ts'
import type { Aggregate, Tally } from './aggregate.ts'
import type { Cause } from './causes.ts'
import { overlapOf } from './common-subjects.ts'
import { inComparison } from './compare.ts'
import { countOf, reviewsThat } from './counts.ts'
import { changeOf, changeSentence } from './past.ts'
import { type Problem, tallyIn } from './problem.ts'

// The sentences about a problem, which are the same in the summary, the rationale and the report.

/** The verb of a number of reviews that say something. */
const say = ['says', 'say'] as const

/** The verb of a number of reviews that complain. */
const complain = ['complains', 'complain'] as const

/** The numbers of a problem as sentences: reviews that complain, those of one topic, and a change. */
export function complaintsOf(
  problem: Problem,
  { own, competitors }: Pick<Aggregate, 'own' | 'competitors'>,
  vocabulary: Vocabulary,
): string[] {
  const { aspect, tally, topic, cause, isCause, subject, quoted } = problem
  const count = countOf(tally, own, 'complaints')
  const change = changeOf(tally, own)
  const changes = change ? [changeSentence(change)] : []
  const theirs = countOf(tallyIn(problem, competitors), competitors, 'complaints')
  if (cause && isCause) {
    return [`${reviewsThat(count, say)} that ${cause.says}${inComparison(count, theirs)}.`, ...changes]
  }
  if (subject) {
    return [`${reviewsThat(count, complain)} about ${subject.name}${inComparison(count, theirs)}.`, ...changes]
  }
  const about = `about ${vocabulary.labels[aspect].toLowerCase()}${inComparison(count, theirs)}`
  const sentence = `${reviewsThat(count, complain)} ${about}.`
  if (quoted) {
    const named = Math.min(count.reviews, overlapOf(quoted.key, aspect, own))
    const ofSubject = own.subjects.get(quoted.key)
    const changed = ofSubject && changeOf(ofSubject, own)
    const since = changed ? [changeSentence(changed)] : changes
    // The more general name says nothing where all are about one thing.
    if (named === count.reviews)
      return [`${reviewsThat(count, complain)} about ${quoted.name}${inComparison(count, theirs)}.`, ...since]
    return [sentence, `${named} of them ${named === 1 ? 'is' : 'are'} about ${quoted.name}.`, ...since]
  }
  if (cause) {
    const named = namedTimes(cause, tally)
    const causeTally = own.causes.get(cause.key)
    const ofAll = countOf(causeTally, own, 'complaints')
    const ofCause = causeTally && changeOf(causeTally, own)
    const since = ofCause ? [changeSentence(ofCause)] : changes
    if (ofAll.reviews > named && ofAll.reviews * mostTimes >= count.reviews) {
      const theirCause = countOf(competitors.causes.get(cause.key), competitors, 'complaints')
      return [`${reviewsThat(ofAll, say)} that ${cause.says}${inComparison(ofAll, theirCause)}.`, ...since]
    }
    // Reviews that say so without another complaint about the subject count here too.
    const isPart = ofAll.reviews === named
    const of = isPart ? `${named === count.reviews ? 'All' : named} of them` : `${ofAll.reviews} of your reviews`
    return [sentence, `${of} say that ${cause.says}.`, ...since]
  }
  const name = topicName(topic, vocabulary, 'negative')
  const named = Math.min(count.reviews, (topic ? own.topics.get(topic)?.complaining : undefined) ?? 0)
  const plain = Math.min(count.reviews, tally.shownComplaints)
  return [
    plain * plainTimes < count.reviews
      ? `${reviewsThat(count, seemToComplain)} ${about}${inPlainWords(plain)}.`
      : sentence,
    // A single one, or a few of many, do not show the subject of the complaints.
    ...(name && named > 1 && named * 2 >= count.reviews ? [`${named} of them are about ${name}.`] : []),
    ...changes,
  ]
}

/** A cause that other complaints name as well is stated alone from this part of those about its aspect on. */
const mostTimes = 2
/** From this many times as many complaints on as have a word of their aspect, most are read from what surrounds it. */
const plainTimes = 2
const seemToComplain = ['seems to complain', 'seem to complain'] as const

function inPlainWords(reviews: number): string {
  return reviews === 0 ? '' : `, ${reviews} of them in plain words`
}

/** The number of reviews that complain and name a cause. */
export function namedTimes({ key }: Cause, { causes }: Tally): number {
  return [...causes].reduce((sum, [keys, count]) => sum + (keys.split(' ').includes(key) ? count : 0), 0)
}

/** The topic of most complaints, or of most praise, if it is more specific than the aspect. */
export function topicName(
  topic: string | null,
  { topics }: Vocabulary,
  polarity: 'positive' | 'negative',
): string | null {
  const known = topic === null ? undefined : topics.get(topic)
  return known && !known.whole ? nameOf(known, polarity) : null
}
