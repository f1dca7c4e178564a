import { readFileSync } from 'node:fs'
import type { Trade } from '@generated/contract/enums'
import { beforeAll, describe, expect, test } from 'vitest'
import { analyze } from '../src/analyze.ts'
import type { ReplyContent, ReplyRequest } from '../src/records.ts'
import { bodyOf, draftReply } from '../src/reply.ts'
import * as phrases from '../src/reply-phrases.ts'
import { vocabularyOf } from '../src/taxonomy.ts'
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
  'how comfortable it was': /feel a thing|gentle|painless|pain|hurt|ease/i,
  'how easy it was to reach us': /phone|reach|call|answer/i,
  'how hard it was to reach us': /phone|reach|call|answer/i,
  'how we kept you informed': /inform|updat|posted|call|rang|text|message|let me|let us|touch/i,
  'how things were handled': /honest|straight|charge|showed|talked me out|fair|trust|pressure|promise/i,
  'how this was handled':
    /charged|told|said|push|wrong with|cowboys|take it back|never had|credit|refus|refund|put it right/i,
  'our team':
    /kind|friendly|helpful|people|cheerful|welcom|looked after|staff|team|smil|patient|the dentist is lovely|ordered the part for me|without us asking|at reception/i,
  'the access': /find|park|reach|sign/i,
  'the arrival': /room|check|hotel|arriv|reception/i,
  'the arrangements': /car|lift|station|wait|seat/i,
  'the atmosphere': /calm|quiet|peaceful|relax|dated|cosy|view|light|charming|music/i,
  'the booking': /book|appointment|squeezed|reserv|seat|table|cancel/i,
  'the care taken': /allerg|careful|safe/i,
  'the charges': /charge/i,
  'the choice': /range|choice|selection|stock/i,
  'the cleanliness': /clean|spotless|immaculate|dust|dirty|hair|bugs|sticky|stain|smell/i,
  'the comfort': /comf|drilled before|slept|sleep|hot water|freezing|equipment|seat|bed|broken|cold|noise/i,
  'the communication': /explain|rang|told|know|idea|answer|listen|quote|ask|advice|communicat|line/i,
  'the convenience': /car|lift|station|wait|seat/i,
  'the delay': /late|delay|behind|ready/i,
  'the discomfort': /bled|hurt|pain|rough|sore/i,
  'the follow-up': /call|repl|follow|rang|answer/i,
  'the lack of an answer': /call|repl|answer|heard/i,
  'the lack of news': /word|updat|chas|call|rang|ring|text|tell|told|know|found out|guess/i,
  'the location': /location|central|close|station|find|walk/i,
  'the noise': /loud|noise|hear|noisy|shout/i,
  'the order': /order|collect/i,
  'the price': /invoice|charged|cheap|price|expensive|money|cost|worth|afford|value|euro|pricey/i,
  'the pricing': /quote|price|bill|cost|surprise|fee/i,
  'the punctuality': /on time|punctual|schedule|straight in/i,
  'the quality': /torn|date|expired|fell apart|broke|quality|made|wash|faulty/i,
  'the queue': /queue/i,
  'the result': /hair|cut|shave|colou?r|nails|look|fringe|side/i,
  'the service':
    /shrugged|talked to me as if|rude|cashier|ignor|nobody|no one|apology|phone|refus|smile|asked|idea|service|attitude/i,
  'the smell': /smel/i,
  'the speed': /quick|fast|same day|within|no time|wait|minute/i,
  'the staffing': /staffed/i,
  'the time it took': /slow|minutes|wait|gap|took|week|hour|ages/i,
  'the timing': /wait|time|ready|when/i,
  'the treatment': /crown|tooth|teeth|filling|braces|retainer|work|nail|drill|treat/i,
  'the wait': /wait|late|appointment|slot/i,
  'the explanations': /explain/i,
  'the honesty': /honest/i,
  'the work': /repair|runs|sorted|fix|work|oil|scratch|job/i,
  'what we had in stock': /sold out|stock|shel/i,
  'what we served': /dish|flavour|soup|taste|delicious|food|plate|cold|fresh|bland|salty/i,
  'what you found here': /upgrad|room|photo|wallpaper|breakfast|carpet/i,
}

const fixed = [phrases.praise, phrases.regret, phrases.regretThough].flatMap((byTone) => Object.values(byTone).flat())
const withPoints = [...fixed, ...phrases.praiseMore, ...phrases.regretMore].map((phrase) => {
  const [before = '', after = ''] = phrase.split('{points}')
  return { before, after }
})
// "over {points}, though." is not "over {points}."
withPoints.sort((a, b) => b.after.length - a.after.length)
const inventory = new Set(wordsOf(JSON.stringify(Object.values(phrases))))
/** Number words of "five stars", and what a list is joined with. */
const glue = new Set(['and', 'one', 'two', 'three', 'four', 'five', 'star', 'stars', 'of', 'the', 'our'])

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The things that a sentence names, or none where it is a fixed sentence. */
function namesIn(sentence: string): string[] {
  const template = withPoints.find(({ before, after }) => sentence.startsWith(before) && sentence.endsWith(after))
  if (!template || phrases.praiseUnnamed.includes(sentence)) return []
  return sentence
    .slice(template.before.length, sentence.length - template.after.length)
    .split(/, | and (?=the |our |how |what )/)
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
              const own = wordsOf(name.replace(/^(the service of our|the|our) /, '').replace(/^(wait|delay) of /, ''))
              return own.every((word) => said.has(word)) || evidencePatterns[name]?.test(quote)
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
      const given = new Set(wordsOf([review.text, ...facts, 'Corner House'].join(' ')))
      for (const { text } of draftsOf(review, manner)) {
        const strange = wordsOf(text).filter(
          (word) => !inventory.has(word) && !glue.has(word) && !names.has(word) && !given.has(word),
        )
        expect(strange, JSON.stringify(review)).toEqual([])
      }
    }
  })
})

test('most drafts reply to a point of the review, so the guarantees above are not met by saying nothing', () => {
  const specific = variedReviews.filter((review) =>
    draftsOf(review).some(({ claims }) => claims.some(({ supported_by }) => supported_by === 'review')),
  )
  expect(specific.length / variedReviews.length).toBeGreaterThan(0.6)
})

test('a draft does not respond to an accusation that requires a person', () => {
  const grave =
    /poison|sick all night|wheelchair|stitches|bed bugs|brakes failed|solicitor|trading standards|dental council|no gloves|burned my scalp|infection|is black|idiot|wrong tooth/i
  for (const review of variedReviews.filter(({ text }) => grave.test(text))) {
    for (const { text, claims } of draftsOf(review)) {
      expect(text, review.text).toContain('the person in charge')
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
          const names = [...vocabularyOf(trade).topics.values()].map(({ name }) => name)
          expect(names).toContain(named)
          const rule = topicEvidence.find(([name]) => name.test(named))
          if (rule)
            expect(
              evidence.some(({ text }) => rule[1].test(text)),
              `${title}: ${named}`,
            ).toBe(true)
        } else if (!problem_key.startsWith('alert.')) {
          expect(rationale).toContain(vocabularyOf(trade).labels[aspect].toLowerCase())
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
          section.text.split('\n\n').every((line) => [...positives, ...negatives].includes(line) || /^No /.test(line)),
        ).toBe(true)
    })
  },
)
