import { describe, expect, test } from 'vitest'
import { type AnalysisInput, analyze } from '../src/analysis/analyze.ts'
import type { AnalysisCompleted } from '../src/records.ts'
import { draftReply } from '../src/replies/reply.ts'
import { input, repeated, review } from './reviews.ts'

// An analysis claims only what a sentence clearly reports. What it may report is shown to be read, and never counted.

const happy = repeated(0, 20, 'The staff were friendly and the haircut was perfect.', { rating: 5 })
const lock = "The toilet lock's been bust since Easter."
const soup = 'The waiter sneezed into the soup and served it all the same.'

/** An analysis of these texts, each a recent review without a reply, next to those of satisfied customers. */
async function analyzed(
  texts: readonly string[],
  { rating = 1, ...overrides }: Partial<AnalysisInput> & { rating?: number } = {},
): Promise<AnalysisCompleted> {
  const reviews = texts.map((text, index) =>
    review(100 + index, text, { rating, ageDays: 5 + index, owner_replied: false }),
  )
  const result = await analyze(input([...happy, ...reviews], overrides))
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

const sectionOf = ({ report }: AnalysisCompleted, key: string) =>
  report.sections.find((section) => section.key === key)?.text ?? ''
/** The quotes of the report, each with the key of its section. */
const quotesIn = ({ report }: AnalysisCompleted) =>
  report.sections.flatMap(({ key, quotes }) => quotes.map(({ text }) => [key, text]))
const alertsOf = ({ recommendations }: AnalysisCompleted) =>
  recommendations.filter(({ problem_key }) => problem_key.startsWith('alert.'))
const keysOf = (result: AnalysisCompleted) => alertsOf(result).map(({ problem_key }) => problem_key)

describe('what two reviews may report', () => {
  test('is claimed nowhere, and does not make a review a serious one without a reply', async () => {
    const result = await analyzed([lock, lock])
    expect(keysOf(result)).toEqual([])
    expect(result.recommendations.filter(({ urgent }) => urgent)).toEqual([])
    expect(result.summary.negatives.filter((line) => /report/.test(line))).toEqual([])
    expect(sectionOf(result, 'overview')).not.toMatch(/most serious|serious matter/)
  })

  test('is shown once, as the last line about complaints, with its quote', async () => {
    const result = await analyzed([lock, lock])
    const lines = sectionOf(result, 'weaknesses').split('\n\n')
    expect(lines.at(-1)).toBe('One review may be about a lack of hygiene; please read it (the first quote below).')
    expect(quotesIn(result).filter(([, text]) => text === lock)).toEqual([['weaknesses', lock]])
  })

  test('disappears with the quotes of its review, as no text of the report repeats it', async () => {
    const { report } = await analyzed([lock, lock])
    for (const { text } of report.sections) expect(text).not.toContain(lock)
  })

  test('is one more review where others report it clearly', async () => {
    const result = await analyzed([soup, soup, lock])
    expect(result.summary.negatives).toContain('2 of your 23 reviews report a lack of hygiene.')
    expect(sectionOf(result, 'weaknesses')).toContain('One more review may be about a lack of hygiene')
  })

  test('is a warning of the draft of a reply all the same', () => {
    const { warnings } = draftReply(
      { review: { rating: 2, text: lock } },
      { businessName: 'Corner House', trade: 'restaurant', seed: 'lock' },
    )
    expect(warnings).toContain('hygiene')
  })
})

test('a single report about hygiene is no claim, but is shown to be read', async () => {
  const result = await analyzed([soup])
  expect(keysOf(result)).toEqual([])
  expect(sectionOf(result, 'weaknesses')).toContain('please read it (the first quote below)')
  expect(quotesIn(result)).toContainEqual(['weaknesses', soup])
})

describe('two reviews are claimed to report', () => {
  test.each<[string, string]>([
    [soup, 'hygiene'],
    ['My sandwich came with a long black hair baked into the bread.', 'hygiene'],
    ['She used the same razor on me that she had used on the man before me.', 'hygiene'],
    ['The barber cut my ear and it bled for an hour.', 'health_safety'],
    ['The chair collapsed under me and I broke my wrist.', 'health_safety'],
    ['The nursery left my two year old alone in the yard.', 'minors'],
    ['The doorman punched my brother because he asked for a receipt.', 'threat'],
    ['He kept asking for my number and put his hand on my knee.', 'harassment'],
    ['They charged my card twice and refuse to refund it.', 'wrong_charge'],
  ])('"%s" as %s', async (text, alert) => expect(keysOf(await analyzed([text, text]))).toContain(`alert.${alert}`))
})

describe('two reviews are not claimed to report anything by', () => {
  test.each<[string, number]>([
    // Dirt is a lack of hygiene on food, skin or a tool.
    [lock, 2],
    ['my fault maybe for saying "short" but I did show a photo. the photo had hair in it', 2],
    ['This week it was sour, watery and served in a cup with lipstick on it.', 2],
    // Words of children and of falling things, without a child or an injury.
    ['I know they lost the young lad who cleaned up, but three grown men can surely lift a dustpan between them.', 2],
    ['My boy wriggles.', 2],
    ['Then someone dropped a tray of cutlery and I took both aids out and ate in silence.', 1],
    ['Put a hook on the wall with numbers, put a pad by the door, put a dog in charge, anything.', 2],
    // Comparisons, and what went well.
    ['The bright fluorescent lights made it feel like eating in a hospital cafeteria.', 2],
    ['The hygienist found a white patch under my tongue and sent me to hospital with it, it was early cancer.', 4],
  ])('"%s" (%i stars)', async (text, rating) => {
    const result = await analyzed([text, text], { rating })
    expect(keysOf(result)).toEqual([])
    expect(result.summary.negatives.filter((line) => /reports? (?!that)/.test(line))).toEqual([])
  })
})

test('what a court decided for the client of a law firm is no legal step against it', async () => {
  const text = 'The judge ruled against us and took the house.'
  const business = { id: 'biz_1', trade: 'other' as const }
  const ofLaw = await analyzed([text, text], { business: { ...business, name: 'Marsh & Hale Solicitors' } })
  expect(keysOf(ofLaw)).not.toContain('alert.legal_threat')
  const ofOthers = await analyzed([text, text], { business: { ...business, name: 'Corner House' } })
  expect(keysOf(ofOthers)).toContain('alert.legal_threat')
})

describe('the evidence of a report', () => {
  test('is the sentence that reports it most clearly, not another of its review', async () => {
    const vague = 'My arm was sore and swollen after the massage in March.'
    const clear = 'The barber sliced my ear open with the razor and it bled down my neck for an hour.'
    const [first] = alertsOf(await analyzed([`${vague} ${clear}`]))
    expect(first).toMatchObject({ problem_key: 'alert.health_safety' })
    expect(first?.evidence.map(({ text }) => text)).toEqual([clear])
  })

  test('is explained by words of such reports, not by others that the reader of alerts counted', async () => {
    const [first] = alertsOf(await analyzed(['The doorman punched my brother because he asked for a receipt.']))
    expect(first?.rationale).toContain('The review says "punched".')
  })
})
