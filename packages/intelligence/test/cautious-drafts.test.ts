import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { sharedPhrases } from '../src/replies/phrases.ts'
import { bodyOf, draftReply } from '../src/replies/reply.ts'

// What a draft leaves open where a single word of the review would mislead it, and warnings that single words gave.

const tones = ['warm', 'professional', 'concise', 'apologetic'] as const
const drafts = (text: string, rating: number, trade: Trade = 'other', businessName = 'Corner House') =>
  tones.map((tone) =>
    draftReply({ review: { rating, text }, tone, length: 'long' }, { businessName, trade, seed: text }),
  )
const bodies = (...given: Parameters<typeof drafts>) =>
  drafts(...given).map(({ variants }) => bodyOf(variants[0]?.text ?? ''))
const warningsOf = (...given: Parameters<typeof drafts>) => drafts(...given)[0]?.warnings ?? []

describe('a draft does not name', () => {
  test.each([
    'Lovely cut. Do you sell hampers by email?',
    'Good fade, odd ears. Would it be possible to see the back before I pay?',
    'Please take the sign out of our hedge. Sold in May, and fine otherwise.',
  ])('what a wish is about where one word suggests it: %s', (text) => {
    for (const body of bodies(text, 4)) {
      expect(body).not.toMatch(/inform our|payment options|booking ahead/)
      expect(body).toMatch(/question|suggestion|wish|request|ask|would like/i)
    }
  })

  test.each<[string, Trade]>([['Patient and careful with our shy duck.', 'other']])(
    'food as its own where none is sold: %s',
    (text, trade) => {
      for (const body of bodies(text, 5, trade)) expect(body).not.toMatch(/\b(?:duck|biscuit|cake)\b/)
    },
  )

  test('a dish next to something else that is judged', () => {
    for (const body of bodies('She ate the soup and most of my good humor.', 4, 'restaurant'))
      expect(body).not.toContain('the soup')
    for (const body of bodies('Great soup and good bread.', 4, 'restaurant')) expect(body).toMatch(/soup and the bread/)
  })

  test('prices as praised where they are high', () => {
    for (const body of bodies("It isn't cheap. Still, good value for a week by the sea.", 5, 'hotel'))
      expect(body).not.toContain('our prices')
    for (const body of bodies('Good value for a week by the sea.', 5, 'hotel')) expect(body).toContain('our prices')
  })

  test('politeness to a customer with two stars', () => {
    for (const body of bodies('They were polite each time. I waited an hour, and the filling fell out.', 2, 'dentist'))
      expect(body).not.toMatch(/our team/)
  })
})

describe('a request', () => {
  test.each([
    'Best pies for miles. Please bring back the rhubarb crumble?',
    'Kind people. A separate bench for the small dogs would be good?',
    'Fine cut. Would it kill ye to hang a clock?',
  ])('is taken up, though it is written as a question: %s', (text) => {
    for (const body of bodies(text, 4)) expect(body).toMatch(/suggestion|wish|you would like/i)
  })

  test.each(['Where do I begin? The lamp hung off its wire.'])('is not how a story begins: %s', (text) => {
    for (const body of bodies(text, 1, 'hotel')) expect(body).not.toMatch(/question|answer/i)
  })

  test('to other customers in a report is not said to be one to the business', () => {
    const text = 'The wheel came off at 60 mph, the nuts were loose. Please, if you drove here this week, check yours.'
    for (const body of bodies(text, 1, 'garage')) {
      expect(body).toMatch(/manager/)
      expect(body).not.toMatch(/what you ask|your request|asked us/i)
    }
  })
})

describe('a satisfied customer', () => {
  test.each([
    'Swapped the pump after I lay on the ground with a migraine. Very kind lads.',
    'My leg was in a cast after an accident and they carried my bags up. Lovely people.',
  ])('who mentions an illness is thanked for a kind review: %s', (text) => {
    for (const body of bodies(text, 5, 'hotel')) {
      const { thanksKind, thanks } = sharedPhrases.sober
      expect(thanksKind.some((phrase) => body.includes(phrase))).toBe(true)
      expect(thanks.filter((phrase) => !thanksKind.includes(phrase)).some((phrase) => body.includes(phrase))).toBe(
        false,
      )
    }
  })

  test.each([
    'When one of the lorries died they stayed late and got us going. Brilliant people.',
    'The head massage nearly put me to sleep. Wonderful.',
    'I work nights at the hospital, and they open at six. Great people.',
  ])('gets a cheerful draft where words of death and illness mean nothing grave: %s', (text) => {
    const { read, thanks } = sharedPhrases.sober
    for (const body of bodies(text, 5)) for (const phrase of [...read, ...thanks]) expect(body).not.toContain(phrase)
  })
})

describe('a farewell without words of death', () => {
  test.each([
    'We had to let Clover go on a Friday evening. They brought us in by the garden door.',
    'They drove out so that Pickle could go on her own blanket, and a print of her paw came by post.',
    'Brought my father’s tablets all through his last year, up to the final Sunday.',
    'A table for one on my late husband’s birthday, and they kept his chair.',
  ])('gets condolences: %s', (text) => {
    for (const body of bodies(text, 5)) expect(body).toMatch(/loss|condolences|thoughts are with you/)
  })

  test.each([
    'They let Oscar go on the big slide twice. He could go on his own.',
    'My daughter trained here all through her last year of school. Great coaches.',
    'He slept on his own blanket for the whole weekend. Great kennels.',
    'The last ten minutes of the class are brutal for my son, and he loves it.',
  ])('is not every goodbye: %s', (text) => {
    for (const body of bodies(text, 5)) expect(body).not.toMatch(/loss|condolences|thoughts are with you/)
  })
})

describe('a warning', () => {
  test.each([
    'In May they said June. By August I had given up.',
    'They charged me in April, May, June and July.',
    'A decent firm by Dublin standards.',
    'Called me Deborah. My name is Keith.',
  ])('of named staff needs staff: %s', (text) => expect(warningsOf(text, 2)).not.toContain('staff_named'))

  test.each(['Thank you June, you are a star.', 'My fringe was cut by Oonagh.', 'Chef Marco came out to us.'])(
    'of named staff stays where there is a name: %s',
    (text) => expect(warningsOf(text, 2)).toContain('staff_named'),
  )

  test('of words that disagree with the stars needs more than one word', () => {
    expect(warningsOf('The beef fell off the bone and I fell off the chair.', 5, 'restaurant')).not.toContain(
      'rating_mismatch',
    )
  })

  test('of an incentive needs one for a review with one star', () => {
    expect(warningsOf('Cold soup. They sent me a voucher for a free starter.', 1)).not.toContain('incentive')
    expect(warningsOf('Cold soup. They offered a voucher for a five star review on Google.', 1)).toContain('incentive')
  })

  test('of a legal threat is not a bill, and one of dirt not a ceiling that fell', () => {
    expect(warningsOf('Quoted $410, charged $760, shrugged.', 1, 'garage')).toEqual(['wrong_charge'])
    expect(
      warningsOf(
        'The bath leaked through the kitchen ceiling within a week and brought the plaster down on the stove.',
        1,
      ),
    ).not.toContain('hygiene')
  })

  test.each<[string, string, Trade]>([
    ['discrimination', 'He rolled his eyes when my brother, who stutters, gave his order.', 'retail'],
    ['discrimination', 'I am Aboriginal. She stood two steps behind me all the way.', 'retail'],
    ['health_safety', 'All five of us had the prawns, and somebody from public health has your address.', 'restaurant'],
    ['legal_threat', 'All five of us had the prawns, and somebody from public health has your address.', 'restaurant'],
    ['wrong_charge', 'Quote said £300 and bill said £460 because of access.', 'other'],
  ])('of %s is given: %s', (warning, text, trade) => expect(warningsOf(text, 1, trade)).toContain(warning))

  test.each<[string, string]>([
    ['discrimination', 'The waiter laughed when I asked for black coffee.'],
    ['discrimination', 'They wanted to look inside my black bag.'],
    ['discrimination', 'The girl rolled her eyes about the blind in my room.'],
    ['harassment', 'The owner is very hands on with the renovation, and it was late.'],
    ['health_safety', 'Public health is not their thing, the menu is chips.'],
    ['legal_threat', 'Public health is not their thing, the menu is chips.'],
  ])('of %s is not given for the same words in another meaning: %s', (warning, text) =>
    expect(warningsOf(text, 2)).not.toContain(warning),
  )
})
