import { readFileSync } from 'node:fs'
import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { readReview, sidesOf } from '../src/labels/reading.ts'
import { sensitiveFlags } from '../src/labels/signals.ts'
import { phrasesByTone } from '../src/replies/phrases.ts'
import { bodyOf, draftReply } from '../src/replies/reply.ts'
import { labelsOf } from './reviews.ts'

// Properties of every draft, over 300 reviews in each tone and length.

interface Given {
  trade: Trade
  rating: number
  text: string
}

function read(file: string): Given[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [trade, rating, text] = line.split('\t') as [Trade, string, string]
    return { trade, rating: Number(rating), text }
  })
}

const reviewed = [...read('shop-reviews.tsv'), ...read('varied-reviews.tsv')]
/** Two reviews of one trade with the same stars read as one longer review. */
const joined = reviewed.flatMap((first, index) => {
  const second = reviewed.slice(index + 1).find(({ trade, rating }) => trade === first.trade && rating === first.rating)
  return second ? [{ ...first, text: `${first.text} ${second.text}` }] : []
})
const reviews = [...reviewed, ...joined].slice(0, 300)

const tones = ['warm', 'professional', 'concise', 'apologetic'] as const
const lengths = ['short', 'medium', 'long'] as const
const wordsMax = { short: 45, medium: 85, long: 150 }

interface Manner {
  tone: (typeof tones)[number]
  length: (typeof lengths)[number]
}

function writeDraft({ trade, rating, text }: Given, manner: Manner) {
  const { variants, warnings } = draftReply(
    { review: { rating, text }, ...manner },
    { businessName: 'Corner House', trade, seed: text },
  )
  return { text: variants[0]?.text ?? '', claims: variants[0]?.claims ?? [], warnings }
}

const written = new Map<string, ReturnType<typeof writeDraft>>()

/** The draft in this manner, which all properties are read from. */
function draft(given: Given, manner: Manner) {
  const key = JSON.stringify([given, manner])
  const known = written.get(key) ?? writeDraft(given, manner)
  written.set(key, known)
  return known
}
/** A sentence that takes up a request praises and regrets nothing. */
const requests = Object.values(phrasesByTone)
  .flatMap(({ suggestion, question }) => [...suggestion, ...question])
  .map((phrase) => phrase.split('{topic}'))
const isRequest = (sentence: string) =>
  requests.some(([before = '', after = '']) => sentence.startsWith(before) && sentence.endsWith(after))
/** A vulnerable person was treated harshly: no warning of its own, but a matter for a person. */
const harsh = 'The night manager shouted at my mother'
const wordsIn = (text: string) => text.split(/\s+/).length

test('there are 300 reviews', () => expect(new Set(reviews.map(({ text }) => text)).size).toBe(300))

describe.each(tones)('a draft that is %s', (tone) => {
  test('keeps to its number of words, and longer ones have more', () => {
    for (const review of reviews) {
      const [short, medium, long] = lengths.map((length) => wordsIn(draft(review, { tone, length }).text))
      expect(short, review.text).toBeLessThanOrEqual(wordsMax.short)
      expect(medium, review.text).toBeLessThanOrEqual(wordsMax.medium)
      expect(long, review.text).toBeLessThanOrEqual(wordsMax.long)
      expect(medium, review.text).toBeGreaterThan(short ?? 0)
      expect(long, review.text).toBeGreaterThan(medium ?? 0)
    }
  })

  test('regrets nothing that the review only praises, and is glad about nothing that it only blames', () => {
    for (const review of reviews) {
      const { rating, text, trade } = review
      const { aspects } = readReview({ rating, published_at: null }, labelsOf(text, trade), 0)
      for (const length of lengths) {
        const { claims } = draft(review, { tone, length })
        for (const claim of claims.filter(({ text: sentence }) => !isRequest(sentence))) {
          for (const label of labelsOf(claim.text, trade).sentences.flatMap((sentence) => sentence.aspects)) {
            const said = aspects.get(label.aspect)
            if (!said || label.aspect === 'general') continue
            if (label.mention < 0.5 || Math.abs(label.positive - label.negative) < 0.5) continue
            const { praises, complains } = sidesOf(said)
            const opposed = label.positive > label.negative ? complains && !praises : praises && !complains
            expect(opposed, `${label.aspect} in "${claim.text}" to ${JSON.stringify(review)}`).toBe(false)
          }
        }
      }
    }
  })

  test('apologizes for what is serious and names a person to speak to, and only then', () => {
    const serious: readonly string[] = sensitiveFlags
    for (const review of reviews) {
      for (const length of lengths) {
        const { text, warnings } = draft(review, { tone, length })
        const isSerious = warnings.some((warning) => serious.includes(warning))
        expect(/\b(sorry|apologize)\b/.test(text) && text.includes('the manager'), review.text).toBe(
          isSerious || review.text.includes(harsh),
        )
      }
    }
  })
})

describe('reviews that were once misread', () => {
  const bodies = (text: string, rating: number, trade: Trade = 'salon') =>
    tones.map((tone) => bodyOf(draft({ trade, rating, text }, { tone, length: 'long' }).text))

  test('nothing is regretted where the absence of something bad is praised', () => {
    for (const body of bodies('Zero wait on a Saturday! Never waited once.', 5)) {
      expect(body).not.toMatch(/sorry|regret|apolog|pity|both sides/i)
    }
  })

  test('an idiom is not a report of danger', () => {
    const text = 'The rat race stops here, best shave in town, feels like a hospital for beards.'
    for (const body of bodies(text, 5)) expect(body).not.toMatch(/sorry|the manager/i)
  })

  test.each<[string, number, Trade, RegExp]>([
    ['a comparison', 2, 'restaurant', /wine/],
    ['hearsay', 2, 'restaurant', /beer/],
    ['a question', 3, 'restaurant', /our (waiter|staff|team)|the service/],
    ['an absence', 4, 'hotel', /breakfast/],
    ['another business', 5, 'restaurant', /pasta/],
    ['a part of a compound', 5, 'restaurant', /the chicken/],
    ['a wish', 4, 'hotel', /staff/],
  ])('what stands in %s is not named', (kind, rating, trade, name) => {
    const texts: Record<string, string> = {
      'a comparison': 'The stew was as awful as a bad wine.',
      hearsay: 'Apparently the beer is terrible, we left before it came.',
      'a question': 'Why is every waiter so rude? Lovely view.',
      'an absence': 'A great room with no breakfast.',
      'another business': 'My last restaurant had awful pasta. Here all is well.',
      'a part of a compound': 'Great chicken coop in the yard!',
      'a wish': 'If only the staff were friendly.',
    }
    for (const body of bodies(texts[kind] ?? '', rating, trade)) expect(body).not.toMatch(name)
  })

  test.each([
    ['Overpriced, but worth every cent.', 3],
    ['We waited 30 minutes, fair enough on a Friday.', 2],
    ['The soup was cold, they replaced it at once.', 3],
    ['Steep steps up to the door.', 3],
    ['The chairs are expensive.', 2],
  ])('what is excused, or is a price, gets no apology by name: %s', (text, rating) => {
    for (const body of bodies(text, rating, 'restaurant'))
      expect(body).not.toMatch(/(sorry|apolog\w*|regret)[^.]*(price|wait|soup)/i)
  })

  test.each([
    ['We had to say goodbye to our old dog here. They gave us all the time we needed.', 5],
    ['My grandmother passed away in March and they did the flowers for the funeral.', 4],
  ])('a farewell gets condolences and no cheer: %s', (text, rating) => {
    for (const body of bodies(text, rating, 'other')) {
      expect(body).toMatch(/loss|condolences|thoughts are with you/)
      expect(body).not.toMatch(/smil|happy|glad|see you|welcome|pleas(ed|ure)|again/i)
    }
  })

  test.each(['Nobody ever answers the phone. Left three messages.', 'I wrote twice and never heard back.'])(
    'a customer who could not reach the business is not invited to contact it: %s',
    (text) => {
      for (const body of bodies(text, 2, 'garage')) {
        expect(body).toMatch(/the lack of a reply|the trouble you had reaching us/)
        expect(body).not.toMatch(/contact us|get in touch|call or write|hear from you|talk to us|reach us directly/i)
      }
    },
  )

  test('harsh words to a child get an apology and a person to speak to', () => {
    for (const body of bodies('The receptionist shouted at my little son until he was in tears.', 1))
      expect(body).toMatch(/(sorry|apologize)[\s\S]*the manager/)
  })

  test.each([
    ['Nice cut. Do you also open on Mondays?', 'our hours'],
    ['Nice cut. It would be great to book online.', 'booking ahead'],
    ['Nice cut. Could you please take cards?', 'ways to pay'],
  ])('a request is taken up: %s', (text, topic) => {
    for (const body of bodies(text, 4)) expect(body).toContain(topic)
  })
})

test('a customer with four or five stars gets no apology, unless something serious happened', () => {
  const serious: readonly string[] = sensitiveFlags
  for (const review of reviews.filter(({ rating }) => rating >= 4)) {
    for (const tone of tones) {
      const { text, warnings } = draft(review, { tone, length: 'long' })
      if (!warnings.some((warning) => serious.includes(warning)))
        expect(text, review.text).not.toMatch(/\b(sorry|apolog\w*|regret\w*)\b/i)
    }
  }
})

describe.each(tones)('ten drafts of one business that are %s', (tone) => {
  test.each(lengths)('have no sentence twice: %s', (length) => {
    // As often as reviews have these stars: seven happy ones, two of the middle, one unhappy.
    const praise = reviewed.filter(({ trade, rating }) => trade === 'restaurant' && rating >= 4).slice(0, 7)
    const others = reviewed.filter(({ trade, rating }) => trade === 'restaurant' && rating <= 3).slice(0, 3)
    const recent: string[] = []
    for (const { rating, text } of [...praise, ...others]) {
      const { variants } = draftReply(
        { review: { rating, text }, tone, length },
        { businessName: 'Corner House', trade: 'restaurant', seed: text, recent: [...recent] },
      )
      recent.unshift(variants[0]?.text ?? '')
    }
    const sentences = recent.flatMap((text) => bodyOf(text).split(/(?<=[.!?])\s+/))
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
  })
})

test('no draft says the same thing twice', () => {
  for (const review of reviews) {
    for (const tone of tones) {
      const body = bodyOf(draft(review, { tone, length: 'medium' }).text)
      expect(body.match(/\bthank/gi)?.length ?? 0, body).toBeLessThanOrEqual(1)
    }
  }
})
