import { readFileSync } from 'node:fs'
import type { Trade } from '@generated/contract/enums'
import { beforeAll, describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import { subjectsNamed } from '../src/analysis/subjects.ts'
import type { ReplyContent, ReplyRequest } from '../src/records.ts'
import * as phrases from '../src/replies/phrases.ts'
import { bodyOf, draftReply } from '../src/replies/reply.ts'
import { vocabularyOf } from '../src/vocabulary/taxonomy.ts'
import causes from '../vocabulary/causes.json' with { type: 'json' }
import subjects from '../vocabulary/subjects.json' with { type: 'json' }
import { input, review } from './reviews.ts'

// No draft says what neither the review nor the given facts say. The reviews were written for this test, in six trades.

const variedReviews = readFileSync(new URL('varied-reviews.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [trade, rating, text] = line.split('\t') as [Trade, string, string]
    return { trade, rating: Number(rating), text }
  })

const facts = ['Our opening hours are on the door', 'You can reach Mia at the desk until six']

/** Subjects for which a name that is not in the words of the review is correct. Each was read and judged by hand. */
const evidencePatterns: Record<string, RegExp> = {
  'the cleanliness': /clean|spotless|immaculate|pristine/i,
  'the time it took': /slow|sluggish/i,
  'our quick service': /quick|fast|prompt|speed|swift/i,
  'our explanations': /explain/i,
  'our honesty': /honest/i,
  'our prices': /price|pricey|cheap|expensive|value|afford|dear/i,
  'our service': /service/i,
  'our silence': /repl|respon|answer|heard|back/i,
  'our team': /kind|friendly|helpful|polite|welcom|patient|gentle|caring|lovely|attentive/i,
  'the atmosphere': /calm|peaceful|relax|cosy|charming|atmosph/i,
  'the delay': /late|delay/i,
  'the lack of cleanliness': /dirty|filthy|grubby|unclean/i,
  'the long wait': /wait|hour|minute|took/i,
  'the noise': /loud|nois/i,
  'the queue': /queue/i,
  'the service': /rude|unfriendl|impolite|unhelpful|service|ignored/i,
  'the trouble you had reaching us': /phone|reach|call|answer|get through/i,
  'the wait': /wait|hour|minutes|weeks|days/i,
  'the work': /work|job/i,
  'what we served': /delicious|tasty/i,
}

const fixed = Object.values(phrases.phrasesByTone).flatMap(({ praise, regret, regretThough, note }) => [
  ...praise,
  ...regret,
  ...regretThough,
  ...note,
])
const withPoints = fixed.map((phrase) => {
  const [before = '', after = ''] = phrase.split('{points}')
  return { before, after }
})
// "over {points}, though." is not "over {points}."
withPoints.sort((a, b) => b.after.length - a.after.length)
/** A sentence without a name may read like one that has some: "We apologize for what you went through." */
const ownSentences = JSON.stringify(Object.values(phrases))
const inventory = new Set(wordsOf(JSON.stringify(Object.values(phrases))))
/** Number words of "five stars", and what a list is joined with. */
const glue = new Set(['and', 'one', 'two', 'three', 'four', 'five', 'star', 'stars', 'of', 'the', 'our'])

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The things that a sentence names, or none where it is a fixed sentence. */
function namesIn(sentence: string): string[] {
  const template = withPoints.find(({ before, after }) => sentence.startsWith(before) && sentence.endsWith(after))
  if (!template || ownSentences.includes(sentence)) return []
  return sentence
    .slice(template.before.length, sentence.length - template.after.length)
    .split(/, | and (?=the |our |your |what )/)
}

/** "the 40-minute wait" for "40 minutes", "the one-hour wait" for "an hour". */
function isTimeOf(name: string, quote: string): boolean {
  const [, amount = '', unit] = /^the (.+)-([a-z]+) wait$/.exec(name) ?? []
  const said = amount === 'one' ? '(?:one|an?)' : amount.replaceAll('-', '[ -]')
  return unit !== undefined && new RegExp(`\\b${said}[ -](?:an? )?${unit.slice(0, 3)}`, 'i').test(quote)
}

const drafts = new Map<string, ReplyContent['variants']>()

/** The drafts for a review, which all guarantees are read from. */
function draftsOf({ trade, rating, text }: (typeof variedReviews)[number], request: Partial<ReplyRequest> = {}) {
  const key = JSON.stringify([text, request])
  const known =
    drafts.get(key) ??
    draftReply(
      { review: { rating, text }, variants: 3, facts: facts, ...request },
      { businessName: 'Corner House', trade, seed: text },
    ).variants
  drafts.set(key, known)
  return known
}

const manners = (['warm', 'professional', 'concise', 'apologetic'] as const).flatMap((tone) =>
  (['short', 'medium', 'long'] as const).map((length) => ({ tone, length })),
)

test('the test data has at least two hundred reviews in six trades', () => {
  expect(variedReviews.length).toBeGreaterThanOrEqual(200)
  expect(new Set(variedReviews.map(({ trade }) => trade)).size).toBe(6)
  expect(new Set(variedReviews.map(({ text }) => text)).size).toBe(variedReviews.length)
})

describe.each(manners)('drafts that are $tone and $length', (manner) => {
  test('name only points that verbatim words of the review support', () => {
    for (const review of variedReviews) {
      for (const { text, claims } of draftsOf(review, manner)) {
        const body = bodyOf(text)
        for (const sentence of body.split(/(?<=[.!?])\s+/)) {
          for (const name of namesIn(sentence)) {
            const quotes = claims.filter((claim) => claim.text === sentence).map(({ quote }) => quote)
            for (const quote of quotes) expect(review.text).toContain(quote)
            const carried = quotes.some((quote) => {
              const said = new Set(wordsOf(quote))
              const own = wordsOf(name.replace(/^(the service of our|the|our|your) /, '').replace(/^delay of /, ''))
              return own.every((word) => said.has(word)) || isTimeOf(name, quote) || evidencePatterns[name]?.test(quote)
            })
            expect(carried, `"${name}" of ${JSON.stringify(review)}`).toBe(true)
          }
        }
      }
    }
  })

  test('use no word that is neither ours, nor the review’s, nor that of a fact', () => {
    const names = new Set(Object.keys(evidencePatterns).flatMap(wordsOf))
    for (const review of variedReviews) {
      const said = wordsOf([review.text, ...facts, 'Corner House'].join(' '))
      // "40 minutes" become "the 40-minute wait".
      const given = new Set([...said, ...said.map((word) => word.replace(/s$/, '').replace(/^min$/, 'minute'))])
      for (const { text } of draftsOf(review, manner)) {
        const strange = wordsOf(text).filter(
          (word) => !inventory.has(word) && !glue.has(word) && !names.has(word) && !given.has(word),
        )
        expect(strange, JSON.stringify(review)).toEqual([])
      }
    }
  })
})

test('a quarter of the drafts reply to a point, so the guarantees above are not met by saying nothing', () => {
  const specific = variedReviews.filter((review) =>
    draftsOf(review).some(({ claims }) => claims.some(({ supported_by }) => supported_by === 'review')),
  )
  expect(specific.length / variedReviews.length).toBeGreaterThan(0.25)
})

test('a draft does not respond to an accusation that requires a person', () => {
  const grave =
    /poison|sick all night|wheelchair|stitches|bed bugs|brakes failed|solicitor|trading standards|dental council|no gloves|burned my scalp|infection|is black|idiot|wrong tooth/i
  for (const review of variedReviews.filter(({ text }) => grave.test(text))) {
    for (const { text, claims } of draftsOf(review)) {
      expect(text, review.text).toContain('the manager')
      // Nothing of the accusation is named, so nothing is confirmed or denied.
      expect(claims.filter(({ supported_by }) => supported_by === 'review')).toEqual([])
    }
  }
})

/** The subjects that quoted evidence must mention if a finding names a topic. */
const topicEvidence: [name: RegExp, words: RegExp][] = [
  [/bills and|costs and quotes/, /charge|bill|quote|estimate|invoice|deposit|refund|fee|paid/i],
  [/booking or for a table|at the appointment/, /wait|late|minutes|hour|seat|table|room/i],
  [/food, drinks or the bill/, /wait|minutes|hour|starter|main|course|order/i],
  [/reaching you|being reachable/, /phone|call|answer|reach/i],
  [/calls and messages/, /call|email|message|reply|answer|rang/i],
  [/noise|music/, /noise|music|loud|hear/i],
  [/beds and sleep/, /bed|sleep|slept|night|wall|noise|mattress|pillow/i],
  [/arrival/, /check|room|desk|hotel|arriv/i],
  [/tills and queues|the tills/, /till|queue|cashier|checkout|minute/i],
  [/delivery/, /deliver|arriv|shipp|door/i],
  [/pain|gentleness/, /pain|hurt|gentle|feel|bled|rough|inject/i],
  [/recommended work/, /need|wrong|fault|charge|wait|told|show|said/i],
  [/turnaround/, /day|week|hour|wait|ready/i],
]

/** Every text that the engine writes, with its evidence. */
async function findingsOf(trade: Trade) {
  const own = variedReviews.filter((entry) => entry.trade === trade)
  // Three years of the same customers: enough of each complaint to be reported.
  const reviews = [0, 1, 2].flatMap((round) =>
    own.map(({ text, rating }, index) => review(round * 100 + index, text, { rating })),
  )
  const business = { id: 'biz_1', name: 'Corner House', trade }
  const result = await analyze(input(reviews, { business, competitors: [] }))
  if (result.status !== 'completed') throw new Error(result.message)
  return { result, texts: new Map(reviews.map(({ id, text }) => [id, text])) }
}

describe.each(['restaurant', 'hotel', 'salon', 'garage', 'dentist', 'retail'] as const)(
  'an analysis of a %s',
  (trade) => {
    let findings: Awaited<ReturnType<typeof findingsOf>>
    beforeAll(async () => {
      findings = await findingsOf(trade)
    })

    test('quotes with each recommendation reviews that support it', () => {
      const { result, texts } = findings
      expect(result.recommendations.length).toBeGreaterThan(0)
      for (const { evidence, rationale, aspect, problem_key, title } of result.recommendations) {
        expect(evidence.length).toBeGreaterThan(0)
        for (const { review_id, text } of evidence) expect(texts.get(review_id)).toContain(text)
        const named = /of them (?:is|are) about ([^.]+)\./.exec(rationale)?.[1]
        if (named) {
          const topics = [...vocabularyOf(trade).topics.values()].map(({ name }) => name)
          expect([...topics, ...subjects.map(({ name }) => name)]).toContain(named)
          const subject = subjects.find(({ name }) => name === named)
          if (subject && title.endsWith(named)) {
            const naming = evidence.filter(({ text }) => subjectsNamed(text, trade).includes(subject.key))
            expect(naming.length * 2, title).toBeGreaterThan(evidence.length)
          }
          const rule = topicEvidence.find(([name]) => name.test(named))
          if (rule)
            expect(
              evidence.some(({ text }) => rule[1].test(text)),
              `${title}: ${named}`,
            ).toBe(true)
        } else if (!problem_key.startsWith('alert.')) {
          const said = [
            ...causes.filter(({ says }) => rationale.includes(`that ${says}`)),
            ...subjects.filter(
              ({ key, name }) => problem_key === `subject.${key}` && rationale.includes(`about ${name}`),
            ),
          ]
          const label = vocabularyOf(trade).labels[aspect].toLowerCase()
          expect(said.length > 0 || rationale.includes(label), rationale).toBe(true)
        }
      }
    })

    test('states how many reviews it is based on, and never more than exist', () => {
      const { result } = findings
      const { own_reviews } = result.sample
      const { positives, negatives } = result.summary
      for (const finding of [...positives, ...negatives]) {
        expect(finding).toMatch(/\d+ of your \d+ reviews/)
        const [, part, whole] = /(\d+) of your (\d+)/.exec(finding) ?? []
        expect(Number(part)).toBeLessThanOrEqual(Number(whole))
        expect(Number(whole)).toBeLessThanOrEqual(own_reviews)
      }
      for (const section of result.report.sections.filter(({ key }) => key === 'strengths' || key === 'weaknesses'))
        expect(
          section.text
            .split('\n\n')
            .every(
              (line) => [...positives, ...negatives].includes(line) || /^No |^One (?:more )?review may /.test(line),
            ),
        ).toBe(true)
    })
  },
)
