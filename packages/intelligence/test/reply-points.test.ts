import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { bodyOf, draftReply } from '../src/replies/reply.ts'

// What a draft names of a review, and how gravely it responds.

const tones = ['warm', 'professional', 'concise', 'apologetic'] as const
const drafts = (text: string, rating: number, trade: Trade) =>
  tones.map((tone) =>
    draftReply({ review: { rating, text }, tone, length: 'long' }, { businessName: 'Corner House', trade, seed: text }),
  )
const bodies = (text: string, rating: number, trade: Trade = 'restaurant') =>
  drafts(text, rating, trade).map(({ variants }) => bodyOf(variants[0]?.text ?? ''))

describe('a draft does not thank for cleanliness', () => {
  test.each(['Immaculate ramen.', 'The immaculate tuna was worth it.', 'Everything on the plate was immaculate.'])(
    'where a dish is immaculate: %s',
    (text) => {
      for (const body of bodies(text, 5)) expect(body).not.toMatch(/cleanliness/)
    },
  )

  test.each<[string, number, Trade]>([
    ['The stitches came out on Monday and the wound is lovely and clean.', 5, 'other'],
    ['Both incisions closed clean within a week.', 5, 'other'],
    ['Clean lines and a clean taper.', 5, 'salon'],
    ['The neatest, cleanest beard line of my life.', 5, 'salon'],
    ['The weld is really clean.', 4, 'garage'],
    ['Our poodle came back clean.', 5, 'other'],
    ['Meh. The cat is clean I suppose.', 3, 'other'],
  ])('where work or an animal is clean: %s', (text, rating, trade) => {
    for (const body of bodies(text, rating, trade)) expect(body).not.toMatch(/cleanliness/)
  })

  test.each<[string, Trade]>([
    ['The place is always immaculate.', 'salon'],
    ['The shop was clean.', 'retail'],
    ['Always clean and quick.', 'salon'],
  ])('and does where a place is: %s', (text, trade) => {
    for (const body of bodies(text, 5, trade)) expect(body).toMatch(/cleanliness/)
  })
})

describe('a draft does not thank for the team', () => {
  test.each(['Really family friendly, with cots in every room.', 'Bike friendly, with a locked shed.'])(
    'where "friendly" says for whom a place is: %s',
    (text) => {
      for (const body of bodies(text, 4, 'hotel')) expect(body).not.toMatch(/our team|our staff/)
    },
  )

  test('and does where people are friendly', () => {
    for (const body of bodies('Very friendly and helpful.', 5, 'hotel')) expect(body).toMatch(/our team/)
  })
})

describe('a draft does not name', () => {
  test.each<[string, number, Trade, RegExp]>([
    ['Bread superb, coffee like hot dishwater.', 3, 'restaurant', /coffee/],
    ['No hard feelings, he still looks great and the girl gave him a biscuit for being good.', 5, 'other', /biscuit/],
    ['They explained each result in plain words.', 5, 'other', /the result/],
    [
      "I'd always thought modern salons were all thumping music, but he brought me a cushion and asked about my garden.",
      5,
      'salon',
      /music/,
    ],
    ["I'd paid for half an hour to switch off and heard all about her boyfriend.", 2, 'salon', /the wait/],
    ['An hour for two plates, and nobody came back to the table to ask.', 1, 'restaurant', /silence|reach/],
    ['I got three letters and a voicemail for a stranger.', 3, 'other', /reaching us/],
  ])('what no word of its clause judges: %s', (text, rating, trade, named) => {
    for (const body of bodies(text, rating, trade)) expect(body).not.toMatch(named)
  })

  test('so much in a short draft that no closing fits', () => {
    const text = 'Lovely colour, lovely head massage. They ran 25 mins late.'
    const request = { review: { rating: 4, text }, tone: 'professional', length: 'short' } as const
    const drafted = draftReply(request, { businessName: 'Corner House Hair Rooms', trade: 'salon', seed: text })
    const body = bodyOf(drafted.variants[0]?.text ?? '')
    expect(body).toContain('the delay of 25 mins')
    expect(body).not.toMatch(/25 mins[^.]*\.$/)
  })

  test('the price of a house as a price of the agency', () => {
    const drafted = (businessName: string) =>
      draftReply(
        { review: { rating: 5, text: 'Good price too.' }, length: 'long' },
        { businessName, trade: 'other', seed: '1' },
      ).variants[0]?.text
    expect(drafted('Corner House Property')).not.toMatch(/prices/)
    expect(drafted('Corner House Plumbing')).toMatch(/prices/)
  })
})

describe('praise of another business', () => {
  test.each<[string, number, Trade]>([
    ['The vet in Ashby explained the scan to me clearly.', 2, 'other'],
    ["For a full service I'd go to the main dealer, who is honest.", 3, 'garage'],
    ['I have since moved to a practice where the staff are friendly.', 2, 'other'],
  ])('is not taken for praise of this one: %s', (text, rating, trade) => {
    for (const body of bodies(text, rating, trade))
      expect(body).not.toMatch(/\bour (?:explanations|honesty|team|staff)/)
  })
})

describe('what follows "as if" and "as though" is not the case', () => {
  test.each([
    'They behave as if the service was excellent.',
    'He talked as though the steak was perfect.',
    'The menu reads as if our staff were friendly.',
  ])('and not named: %s', (text) => {
    for (const rating of [2, 3])
      for (const body of bodies(text, rating)) expect(body).not.toMatch(/service|steak|staff/)
  })

  test('up to the comma', () => {
    for (const body of bodies('They treated us as if we were thieves, and the soup was cold.', 2))
      expect(body).toMatch(/the soup/)
  })

  test('and no report: nobody shot a dog', () => {
    for (const body of bodies('The cashier looked at me as if I had shot her dog.', 2, 'retail'))
      expect(body).not.toMatch(/the manager/)
  })
})

describe('a wait', () => {
  test.each([
    ['Waited 40 minutes past my appointment.', /the 40-minute wait/],
    ['Sat there for fifty minutes.', /the fifty-minute wait/],
    ['Waited three weeks for a quote that never came.', /the three-week wait/],
    ['Stood at the desk for twenty minutes before anyone came.', /the twenty-minute wait/],
    ['Kept me sitting there for an hour and ten minutes.', /the long wait/],
  ])('is named with its time: %s', (text, name) => {
    for (const body of bodies(text, 2, 'salon')) expect(body).toMatch(name)
  })

  test.each<[string, number]>([
    ['They wanted forty pounds because I was five minutes late.', 1],
    ['We were twenty minutes late thanks to the ring road and our table was gone.', 2],
    ['A fee for being ten minutes late, charged without a word.', 2],
    ['The guest network logs you off after 30 minutes.', 2],
    ['There is a limit of two hours on tables.', 3],
  ])('is not named where the customer was late or a time is a limit: %s', (text, rating) => {
    for (const body of bodies(text, rating)) expect(body).not.toMatch(/\bthe (?:[\w-]+ )?(?:wait|delay)\b/)
  })

  test.each(['The stylist was 40 minutes late.', 'Our food came 40 minutes late.'])(
    'is named where the business was late: %s',
    (text) => {
      for (const body of bodies(text, 2, 'salon')) expect(body).toMatch(/the delay of 40 minutes/)
    },
  )

  test.each([
    'The wait was surprisingly short for a Saturday.',
    'Only waited two minutes.',
    'A dry cut that took five minutes while he talked on the phone.',
    'We waited just five minutes for a table.',
    'The shortest queue in town.',
  ])('that is praised as short is not: %s', (text) => {
    for (const body of bodies(text, 4)) expect(body).not.toMatch(/\bthe (?:[\w-]+ )?(?:wait|queue)\b/)
  })
})

test.each([
  ['Small portion, and at that price I expect fresh bread.', 2],
  ['For that price the dry cake was a joke.', 2],
])('a price that is a condition is not named: %s', (text, rating) => {
  for (const body of bodies(text, rating)) expect(body).not.toMatch(/our prices/)
})

test.each([
  ['The Duck and Waffle never disappoints.', /duck|waffle/i],
  ['Bread Street Kitchen is lovely, the staff are warm.', /the bread/i],
  ['We loved the Golden Tea House.', /the tea/i],
])('a proper name is not read as a dish: %s', (text, name) => {
  for (const body of bodies(text, 5)) expect(body).not.toMatch(name)
})

describe('faint praise', () => {
  test.each(['Decent burger, okay service.', 'At least the coffee was okay.', 'Fine for lunch.', 'Not bad.'])(
    'gets no enthusiastic thanks: %s',
    (text) => {
      for (const rating of [3, 4])
        for (const body of bodies(text, rating))
          expect(body).not.toMatch(
            /delighted|thrilled|over the moon|made our day|joy|proud|couldn't (?:wish|ask)|wonderful|the burger/i,
          )
    },
  )

  test('does not hide what is praised next to it', () => {
    for (const body of bodies('The pizza is decent and the staff are lovely.', 4)) expect(body).toMatch(/our staff/)
  })
})

describe('a harmless review gets no grave reply', () => {
  test.each<[string, number, Trade]>([
    ['Coffee cold. My wallet is bleeding.', 2, 'restaurant'],
    ['My daughter has a nut allergy and they could not have been more careful.', 5, 'restaurant'],
    ['We got sick of waiting and left.', 2, 'restaurant'],
    ['I fainted from surprise when the parcel came.', 1, 'retail'],
    ['The painter dripped on my slippers and left the ladder behind.', 2, 'other'],
    ['My shirt came back with a cuff scorched and two buttons gone.', 2, 'other'],
    ['The style police ought to be called about those curtains.', 1, 'hotel'],
    ['Would it kill you to open a branch in Leeds? Ha.', 5, 'restaurant'],
    ['Called for a quote, he came, measured and was never heard of again.', 1, 'other'],
  ])('%s', (text, rating, trade) => {
    for (const body of bodies(text, rating, trade)) expect(body).not.toMatch(/the manager/)
  })

  test('and the owner is warned of what may be more all the same', () => {
    for (const { warnings } of drafts('Coffee cold. My wallet is bleeding.', 2, 'restaurant'))
      expect(warnings).toContain('health_safety')
  })

  test.each<[string, number, Trade]>([
    ['My son is celiac and they served him bread after I told them twice.', 1, 'restaurant'],
    ['My son nearly died of the peanuts in the sauce and spent the night in hospital.', 1, 'restaurant'],
    ['I choked on the bone in a boneless fish.', 1, 'restaurant'],
    ['We got sick and the doctor blamed the mussels.', 1, 'restaurant'],
    ['My mother had a heart attack at the gym and nobody called for help.', 1, 'other'],
    ['Bleach on my scalp too long, now I have scabs.', 1, 'salon'],
    ['Slipped on the wet tiles by the pool and broke my wrist.', 1, 'hotel'],
    ['He charged me twice and laughed when I asked for the money back.', 1, 'retail'],
    ['He grabbed my arm and shouted as if I was deaf.', 1, 'other'],
  ])('and a serious one does: %s', (text, rating, trade) => {
    for (const body of bodies(text, rating, trade)) expect(body).toMatch(/(?:sorry|apologize)[\s\S]*the manager/)
  })
})

test('an unhappy wish gets an apology', () => {
  for (const body of bodies('Please clean your toilets.', 2)) expect(body).toMatch(/sorry|apolog|regret/i)
})

test('what came instead of what was asked for is a complaint, not praise', () => {
  for (const body of bodies('A lovely long bob instead of the trim I asked for.', 3, 'salon'))
    expect(body).not.toMatch(/glad|pleased|happy with|liked/)
})

test('a customer who asks for the phone to be answered is not asked to contact the business', () => {
  for (const body of bodies('Could somebody please answer the phone?', 2, 'other'))
    expect(body).not.toMatch(
      /contact us|get in touch|call or write|hear from you|talk to (?:us|you)|reach us directly/i,
    )
})

test('customers who went elsewhere for years are not thanked for staying', () => {
  for (const body of bodies('Great fade, better than the place on the quay I had been going to for years.', 5, 'salon'))
    expect(body).not.toMatch(/stayed with us|so long|for years|loyal/i)
})
