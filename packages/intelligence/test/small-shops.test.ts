import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import { causesIn } from '../src/analysis/causes.ts'
import { subjectsIn } from '../src/analysis/subjects.ts'
import { labelReview } from '../src/labels/labels.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import type { AnalysisCompleted } from '../src/records.ts'
import { input, repeated, review } from './reviews.ts'

// What analyses of some 35 reviews conclude, in words that were not read while the rules were written.

const others = repeated(900, 20, 'Friendly people, we will be back.', { rating: 5 })

const each = (from: number, texts: readonly string[], options: Parameters<typeof review>[2]) =>
  texts.map((text, index) => review(from + index, text, options))

async function analysisOf(reviews: ReviewInput[], trade: Trade = 'restaurant'): Promise<AnalysisCompleted> {
  const business = { id: 'biz_1', name: 'Corner House', trade } as const
  const result = await analyze(input(reviews, { business }))
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

const sectionOf = ({ report }: AnalysisCompleted, key: string) => report.sections.find((section) => section.key === key)

function named(text: string, trade: Trade, rating = 2): string[] {
  const labels = labelReview(text, { trade })
  const subjects = subjectsIn({ text, rating }, labels, trade).complained
  return [...subjects, ...causesIn({ text, rating }, labels, trade).flat()]
}

describe('a dissatisfied customer complains about', () => {
  test.each<[string, Trade, string]>([
    ['soldout', 'restaurant', 'At eleven the shelves were empty and I walked out.'],
    ['soldout', 'restaurant', 'We went home without a single bagel again.'],
    ['space', 'other', 'After six there is nowhere to stretch because of the spinning group.'],
    ['shower', 'other', 'The showers were freezing the whole winter.'],
    ['hours', 'restaurant', 'They open later than they used to and my train leaves at seven.'],
    ['card', 'salon', "They don't accept cards, which nobody tells you."],
    ['edges', 'salon', 'He pushed my hairline back an inch.'],
    ['together', 'restaurant', 'The four of us ate in shifts.'],
    ['together', 'restaurant', 'My pasta arrived when she had already finished.'],
    ['lost', 'restaurant', 'The birthday cake had the wrong name on it.'],
    ['cancel', 'other', 'I handed in written notice and they went on billing me.'],
    ['turn', 'salon', 'Two friends of the owner hopped over everyone who had been waiting.'],
    ['notready', 'salon', 'My 9.15 started at 9.50.'],
    ['notready', 'salon', 'I sat there gowned up while she finished somebody else.'],
    ['charges', 'salon', 'They never said the treatment was extra.'],
    ['charges', 'restaurant', 'A Sunday surcharge that is nowhere on the menu.'],
  ])('%s', (key, trade, text) => {
    expect(named(text, trade)).toContain(key)
  })

  test.each<[string, Trade, string]>([
    ['soldout', 'restaurant', 'The shelves were full and the bread was stale.'],
    ['space', 'other', 'The trainer was late and the music bad.'],
    ['shower', 'restaurant', 'The hot water for the tea was not hot.'],
    ['hours', 'salon', 'He said 20 minutes and it was 65.'],
    ['vegan', 'restaurant', 'The oat milk latte was cold.'],
    ['till', 'restaurant', 'We waited till half past nine.'],
  ])('no %s without words for it', (key, trade, text) => {
    expect(named(text, trade)).not.toContain(key)
  })
})

describe('a line about complaints', () => {
  test('names the one thing that all of them are about, and nothing more general', async () => {
    const chairs = ['The chairs are torn and hard.', 'Our stools were wobbly and uncomfortable.']
    const { summary } = await analysisOf([...each(0, chairs, { rating: 2 }), ...others])
    expect(summary.negatives).toContain('2 of your 22 reviews complain about the seats.')
  })

  test('states what a tenth of the reviews say about charges, though they cost few stars', async () => {
    const charges = [
      'Good soup, but the bill had a holiday surcharge nobody mentioned.',
      'Lovely fish. The board said 12 and they charged 15 at the till.',
      'Nice place, yet the price on the menu was not what it was at the till: a surcharge.',
    ]
    const { summary } = await analysisOf([
      ...each(0, charges, { rating: 3 }),
      ...repeated(900, 20, 'Friendly people, we will be back.', { rating: 4 }),
    ])
    expect(summary.negatives.join(' ')).toMatch(/3 of your 23 reviews .*say that they paid more than was listed/)
  })

  test('calls a subject new if four recent customers complain in plain words and nobody did before', async () => {
    const text = 'They open later than before, too late for my shift.'
    const { summary } = await analysisOf([
      ...repeated(0, 4, text, { rating: 2, ageDays: 20 }),
      ...repeated(100, 12, 'Friendly people, we will be back.', { rating: 5, ageDays: 30 }),
      ...repeated(200, 22, 'Friendly people, we will be back.', { rating: 5, ageDays: 200 }),
    ])
    expect(summary.negatives.join(' ')).toContain('complain about the opening hours. This is new: 4 of 16 reviews')
  })

  test('states orders that went wrong as past, though they were too few to end by chance', async () => {
    const wrong = 'They mixed up our order and the wrong cake was in the box.'
    const { summary, recommendations } = await analysisOf([
      ...repeated(0, 3, wrong, { rating: 2, ageDays: 250 }),
      ...repeated(100, 15, 'Friendly people, we will be back.', { rating: 5, ageDays: 30 }),
      ...repeated(200, 15, 'Friendly people, we will be back.', { rating: 5, ageDays: 200 }),
    ])
    expect(summary.negatives).toContain(
      '3 of your 33 reviews said that orders were forgotten, wrong or served to somebody else; none of 15 in the last 90 days does.',
    )
    expect(recommendations).toEqual([])
  })

  test('says how many customers are dissatisfied where no complaint is found', async () => {
    const puzzling = [
      'Not for us.',
      'My aunt had a view on this.',
      'One visit was one too many.',
      'Ask my brother why.',
    ]
    const shop = await analysisOf([...each(0, puzzling, { rating: 2 }), ...others])
    expect(sectionOf(shop, 'weaknesses')?.text).toBe(
      '4 of your 24 reviews with stars give one or two; we recognize no complaint that several have in common, so please read these yourself.',
    )
    expect(sectionOf(await analysisOf(others), 'weaknesses')?.text).toBe(
      'No complaint is frequent enough to stand out.',
    )
  })
})

describe('a quote of a complaint', () => {
  const quotesOf = ({ themes, recommendations, report }: AnalysisCompleted) =>
    [...themes, ...report.sections]
      .flatMap(({ quotes }) => quotes)
      .concat(recommendations.flatMap((one) => one.evidence))

  test('is not what a satisfied customer praises in a sentence that blames something else', async () => {
    const praise = 'The lasagne was huge and the queue for the toilet was awful.'
    const shop = await analysisOf([
      ...repeated(0, 3, praise, { rating: 4 }),
      ...each(50, ['The lasagne was cold and bland.', 'My soup was cold and bland.'], { rating: 2 }),
      ...others,
    ])
    const about = shop.recommendations.find(({ aspect }) => aspect === 'quality')
    expect(about?.evidence.length).toBeGreaterThan(0)
    expect(about?.evidence.map(({ text }) => text)).not.toContain(praise)
  })

  test('is quoted with the sentence that it answers', async () => {
    const shop = await analysisOf([
      ...repeated(0, 4, 'We asked for a second blanket. There is only one blanket, they said, and it is dirty.', {
        rating: 1,
      }),
      ...others,
    ])
    for (const { text } of quotesOf(shop)) expect(text).not.toMatch(/^There is only/)
  })

  test('stands under its aspect where complaints name a cause and no word of the aspect', async () => {
    const late = ['My 10.30 began at 11.10.', 'The 2.15 started at 3.', 'My 9.40 began at 10.20.']
    const shop = await analysisOf(
      [
        ...each(0, late, { rating: 2, ageDays: 20 }),
        ...repeated(50, 9, 'No waiting at all, on time as always.', { rating: 5, ageDays: 200 }),
        ...others,
      ],
      'salon',
    )
    const theme = shop.themes.find(({ aspect }) => aspect === 'wait')
    expect(theme?.quotes.some(({ text }) => late.includes(text))).toBe(true)
  })
})

describe('praise', () => {
  const rolls = [
    'Their cheese scones are great.',
    'The best plum tart in town.',
    'Lovely bread, and a cheese bun for the road.',
    'I come for the rye bread, it is wonderful.',
    'A perfect rye bread every week.',
    'Wonderful rye bread and good people.',
  ]

  test('names the things that many of its reviews praise', async () => {
    const { summary } = await analysisOf([...each(0, rolls, { rating: 5 }), ...others])
    expect(summary.positives[0]).toMatch(/praise bread, cakes and pastries, often for rye bread\.$/)
  })

  test('of an aspect is not stated next to one thing of it that more praise', async () => {
    const { summary } = await analysisOf([
      ...each(0, [...rolls, 'Came for a scone, as every Friday.'], { rating: 5 }),
      ...others,
    ])
    expect(summary.positives.join(' ')).not.toContain('food and drink')
  })

  const coffees = repeated(0, 6, 'The coffee is wonderful.', { rating: 5, ageDays: 40 })

  test('of coffee stands where dissatisfied customers only mention theirs', async () => {
    const passing = repeated(50, 4, 'Had a coffee on the way to the bank and then the door was locked.', {
      rating: 2,
      ageDays: 40,
    })
    const { summary } = await analysisOf([...coffees, ...passing, ...others])
    expect(summary.positives.join(' ')).toContain('6 of your 30 reviews praise coffee')
  })

  test('of coffee does not stand where they complain about it', async () => {
    const complaints = repeated(50, 4, 'The coffee was bitter and cold.', { rating: 2, ageDays: 40 })
    const { summary } = await analysisOf([...coffees, ...complaints, ...others])
    expect(summary.positives.join(' ')).not.toContain('praise coffee')
  })

  test('of training for older people is stated for a gym, and not for a groomer', async () => {
    const older = [
      'With my bad knees I feel safe here, wonderful.',
      "They adapted everything to my wife's arthritis, great people.",
      'A lovely silver class.',
      'At my age I never felt better, thank you.',
    ]
    const gym = repeated(50, 5, 'The coach is great.', { rating: 5 })
    const phrase = 'praise training for older people and after illness'
    const ofGym = await analysisOf([...each(0, older, { rating: 5 }), ...gym, ...others], 'other')
    expect(ofGym.summary.positives.join(' ')).toContain(phrase)
    const ofOther = await analysisOf([...each(0, older, { rating: 5 }), ...others], 'other')
    expect(ofOther.summary.positives.join(' ')).not.toContain(phrase)
  })
})

test('a theme that mostly own reviews mention is not shown by words about a competitor alone', async () => {
  const { themes } = await analysisOf([
    ...repeated(0, 5, 'The waiter is friendly.', { rating: 5 }),
    ...repeated(100, 12, 'It cost 12.', { rating: 4 }),
    ...repeated(300, 4, 'The prices are very high.', { rating: 2, competitor_id: 'cmp_1' }),
  ])
  for (const { own, competitors, quotes, verdict } of themes)
    if (own.mentions > competitors.mentions && verdict === 'insufficient_data' && quotes.length > 0)
      expect(quotes.some(({ competitor_id }) => competitor_id === null)).toBe(true)
})
