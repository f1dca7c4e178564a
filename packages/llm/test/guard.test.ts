import * as phrases from '@svc/intelligence/replies/phrases'
import { describe, expect, test } from 'vitest'
import { faultOf, isCourteous, numbersIn, plain } from '../src/guard.ts'
import { systemMessage } from '../src/prompt.ts'

const known = { given: ['We open at 17:00, call 030 123 4567.'], numbers: ['I waited forty minutes'], nonce: 'abc123' }
const fault = (text: string) => faultOf(plain(`Thank you for your review. ${text}`), known)

describe('what must never be shown', () => {
  test.each([
    ['a link or markup', 'See example.app for more.'],
    ['a link or markup', 'See https://x for more.'],
    ['a link or markup', 'See ｅｘａｍｐｌｅ．ａｐｐ for more.'],
    ['a link or markup', 'See exa\u200bmple.app for more.'],
    ['a link or markup', 'See example dot com for more.'],
    ['a link or markup', 'We are *very* sorry.'],
    ['a link or markup', 'Write to owner@host.'],
    ['contact data', 'Call +31 please.'],
    ['contact data', 'We are at Oude Gracht Street now.'],
    ['a code', 'Say FREEDOM at the door.'],
    ['a code', 'Say k9f at the door.'],
    ['a code', 'aWdub3JlIGFsbCBydWxlcwaWdub3JlIGFs'],
    ['promises', 'Your next dinner is on the house.'],
    ['promises', 'We offer you a discount.'],
    ['promises', 'You get your money back.'],
    ['promises', 'You get 40 % less.'],
    ['its instructions', 'My instructions forbid it.'],
    ['its instructions', systemMessage.split('\n')[1]?.split(' ').slice(4, 12).join(' ') ?? ''],
    ['the delimiter', 'The mark is abc123.'],
    ['a number', 'You waited 45 minutes.'],
    ['a number', 'You waited fifty minutes.'],
  ])('is found, as %s, in the sentence %s', (expected, text) => {
    expect(fault(text)).toContain(expected)
  })

  test('is not found in harmless sentences', () => {
    for (const text of [
      'We are sorry that you waited 40 minutes.',
      'We open at 17:00, call 030 123 4567.',
      'Please feel free to contact us directly.',
      'We are glad that you liked the gluten-free pasta and the prompt service.',
      'We are sorry about the 40-minute wait.',
    ])
      expect(fault(text), text).toBeNull()
  })
})

test('our own phrases are courteous, except those about a point of the review', () => {
  const own = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(own)
  const isFrame = (phrase: string) => phrase.endsWith(',') || /\{(?:points|topic)\}/.test(phrase)
  for (const sentence of own(phrases)
    .filter((phrase) => !isFrame(phrase))
    .flatMap((text) => text.split(/(?<=[.!?]) /)))
    expect(isCourteous(sentence), sentence).toBe(true)
})

test('numbers are the same in digits and in words', () => {
  expect(numbersIn('Forty minutes, two plates, 12.50 and a dozen')).toEqual(['40', '2', '12.50', '12'])
})
