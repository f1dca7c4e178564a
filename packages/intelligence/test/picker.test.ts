import { describe, expect, test } from 'vitest'
import { phrasesByTone, sharedPhrases } from '../src/replies/phrases.ts'
import { meaningsOf, phrasePickers } from '../src/replies/picker.ts'
import { bodyOf, draftReply } from '../src/replies/reply.ts'

describe('a draft', () => {
  test('says nothing twice in other words, with any stars and in any tone', () => {
    const texts = ['We came, we ate, we left.', 'Great soup.', 'Dreadful soup, cold and late.']
    for (const text of texts)
      for (const rating of [1, 2, 4, 5])
        for (const tone of ['warm', 'professional', 'concise', 'apologetic'] as const)
          for (const seed of ['1', '2', '3', '4', '5', '6', '7', '8']) {
            const { variants } = draftReply(
              { review: { rating, text }, tone, length: 'long' },
              { businessName: 'Corner House', trade: 'restaurant', seed },
            )
            const body = bodyOf(variants[0]?.text ?? '')
            const meant = body.split(/(?<=[.!?]) /).flatMap(meaningsOf)
            expect(meant, body).toEqual([...new Set(meant)])
          }
  })
})

test('sentences in other words have a meaning in common', () => {
  const pairs = [
    ['The whole team will want to see your review.', 'Everyone here will be glad to see your review.'],
    ['We are sorry that you were disappointed.', 'It is clear that we fell short.'],
    ['Your honesty is important to us.', 'We appreciate that you put it so plainly.'],
  ]
  for (const [one = '', other = ''] of pairs)
    expect(meaningsOf(one).filter((meaning) => meaningsOf(other).includes(meaning))).not.toEqual([])
})

test('most sentences of a list stay open after any sentence of another', () => {
  for (const { attention } of Object.values(phrasesByTone))
    for (const said of sharedPhrases.more.positive) {
      const open = attention.positive.filter(
        (phrase) => !meaningsOf(phrase).some((one) => meaningsOf(said).includes(one)),
      )
      expect(open.length).toBeGreaterThan(attention.positive.length / 2)
    }
})

test('a meaning is repeated only where no other sentence is left', () => {
  const pick = phrasePickers('1', [])(0)
  pick('first', ['Everyone here read it.'])
  expect(pick('second', ['The whole team will see it.', 'Come again.'])).toBe('Come again.')
  expect(pick('third', ['The whole team will see it.'])).toBe('The whole team will see it.')
})
