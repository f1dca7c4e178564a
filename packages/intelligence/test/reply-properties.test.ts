import { readFileSync } from 'node:fs'
import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { readReview, sidesOf } from '../src/reading.ts'
import { bodyOf, draftReply } from '../src/reply.ts'
import { sensitiveFlags } from '../src/signals.ts'
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
        for (const claim of claims) {
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
        expect(/\b(sorry|apologize)\b/.test(text) && text.includes('the person in charge'), review.text).toBe(isSerious)
      }
    }
  })
})

describe('reviews that were once misread', () => {
  const bodies = (text: string, rating: number) =>
    tones.map((tone) => bodyOf(draft({ trade: 'salon', rating, text }, { tone, length: 'medium' }).text))

  test('nothing is regretted where the absence of something bad is praised', () => {
    for (const body of bodies('Zero wait on a Saturday! Never waited once.', 5)) {
      expect(body).not.toMatch(/sorry|regret|apolog|pity|both sides/i)
    }
  })

  test('an idiom is not a report of danger', () => {
    const text = 'The rat race stops here, best shave in town, feels like a hospital for beards.'
    for (const body of bodies(text, 5)) expect(body).not.toMatch(/sorry|person in charge/i)
  })
})
