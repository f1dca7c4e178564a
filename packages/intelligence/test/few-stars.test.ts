import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { bodyOf, draftReply } from '../src/replies/reply.ts'

// What drafts take from unhappy and grieving customers, and what the owner is warned of.

const tones = ['warm', 'professional', 'concise', 'apologetic'] as const
const drafts = (text: string, rating: number, trade: Trade = 'other', businessName = 'Corner House') =>
  tones.map((tone) =>
    draftReply({ review: { rating, text }, tone, length: 'long' }, { businessName, trade, seed: text }),
  )
const bodies = (text: string, rating: number, trade: Trade = 'other') =>
  drafts(text, rating, trade).map(({ variants }) => bodyOf(variants[0]?.text ?? ''))
const warningsOf = (text: string, rating: number, businessName?: string) =>
  drafts(text, rating, 'other', businessName)[0]?.warnings ?? []

const joy =
  /glad (?:that|you|to hear|to read)|happy|delight|pleas(?:ed|ure)|lovely|great to|good to (?:hear|read)|thrilled|kind words/i

describe('a draft for one or two stars begins without joy', () => {
  test.each<[string, number, Trade]>([
    ["The music was nice, I'll give them that. The soup was cold and the waiter rude.", 1, 'restaurant'],
    ['Great view of the bins. The soup was cold and the bill was wrong.', 1, 'restaurant'],
    ['We at least enjoyed the terrace. The burger was cold and the service slow.', 2, 'restaurant'],
    ['The bed was comfortable, in fairness. The room was dirty and the shower cold.', 2, 'hotel'],
  ])('where praise is bitter or conceded: "%s" (%i stars)', (text, rating, trade) => {
    for (const body of bodies(text, rating, trade)) expect(body).not.toMatch(joy)
  })

  test('and still names praise that is plain', () => {
    for (const body of bodies('The bread was delicious. The soup was cold.', 2, 'restaurant'))
      expect(body).toMatch(/the bread.*the soup/)
  })
})

describe('a draft does not name', () => {
  test.each<[string, number, Trade, RegExp]>([
    ['what somebody was honest about', 3, 'other', /our prices/],
    ['the wait twice', 4, 'garage', /wait and the wait|wait and the time/],
    ['what was served as the customer’s', 3, 'restaurant', /your (?:pizza|service)/],
    ['the telephone where nobody came', 1, 'other', /reach/],
  ])('%s', (what, rating, trade, wrong) => {
    const texts: Record<string, string> = {
      'what somebody was honest about': 'The seller was honest about the price. Then nobody wrote to us for a month.',
      'the wait twice': 'Solid repair. Took four days longer than promised, waiting for a hose.',
      'what was served as the customer’s': 'My pizza was delicious but our waiter was rude.',
      'the telephone where nobody came': 'Two appointments, two no-shows. Nobody picked up the phone either.',
    }
    for (const body of bodies(texts[what] ?? '', rating, trade)) expect(body).not.toMatch(wrong)
  })
})

describe('a death in other words', () => {
  test.each([
    'Sixteen years he was ours, and they let the children sit with him under the apple tree.',
    'My husband was ill at home near the end and they brought everything to the door.',
    'Our old boy’s blanket came too. Nobody hurried, and it could not have gone more gently.',
  ])('gets condolences: %s', (text) => {
    for (const body of bodies(text, 5)) expect(body).toMatch(/loss|condolences|thoughts are with you/)
  })

  test('gets sympathy in a complaint as well', () => {
    for (const body of bodies('They gave our cat the wrong dose and she died on Sunday.', 1))
      expect(body).toMatch(/sorry for your loss/)
  })

  test.each([
    "The plumber was quick. After he'd gone we noticed a drip.",
    'He was two hours with the boiler, and after he had gone it ran like new.',
    'She was 80 last week and they let us bring a cake. We held her hand up the stairs.',
    "After she'd gone through the menu with us, our waitress found the one dish that he could eat. He was only four.",
  ])('is not that of somebody who left, or has an age: %s', (text) => {
    for (const body of bodies(text, 5)) expect(body).not.toMatch(/loss|condolences|thoughts are with you/)
  })
})

describe('the owner is warned', () => {
  test.each<[string, number, string]>([
    ['My sister wears a hijab. The room was free until she came to the door.', 1, 'discrimination'],
    ['A friend with an English name phoned and got a viewing that afternoon.', 1, 'discrimination'],
    ['The flue was never sealed.', 1, 'health_safety'],
    ['The cooker has had a smell like gas since they left.', 2, 'health_safety'],
    ["Three visits later I can't open my mouth.", 1, 'health_safety'],
    ['My son is fourteen and a trainer here kept texting him.', 1, 'minors'],
    ['Nobody will say who was given her mobile.', 1, 'harassment'],
    ['A little shape scurried behind the radiator while we ate.', 2, 'hygiene'],
    ['Inside the cap was another customer’s hair.', 2, 'hygiene'],
    ['40 on the phone, 65 at the counter, for the same small poodle.', 2, 'wrong_charge'],
    ['My daughter, 22, heard from the barman that he would let her drink for free if she came alone.', 1, 'harassment'],
  ])('"%s" (%i stars): %s', (text, rating, warning) => expect(warningsOf(text, rating)).toContain(warning))

  test.each<[string, number, string]>([
    ['Told the man at the desk, he shrugged and said "that happens".', 2, 'threat'],
    [
      'Paid $45 for a set of four mugs, delivered on the 3rd as arranged, and two were clearly cracked.',
      2,
      'wrong_charge',
    ],
    ['Paid $60 for a lead that I found online for $15.', 2, 'wrong_charge'],
    ['They lost the form and wanted it signed again in black ink.', 1, 'discrimination'],
    ["Leg day is hard here, but I come back, so who's the idiot", 5, 'abuse'],
    ['He had eaten rat bait in the barn and they got it out of him.', 5, 'hygiene'],
    ["I've reported it to the owner.", 1, 'legal_threat'],
    ['They offered us a biscuit by way of compensation.', 2, 'refund_request'],
    ["You're told what it costs before they begin.", 4, 'staff_named'],
    ['Spoke to the manager and got a shrug.', 2, 'staff_named'],
    ['At midnight we heard Sweet Caroline again.', 3, 'staff_named'],
    ['My colleague, with an Anglo name, had no trouble.', 3, 'staff_named'],
    ['My hairdresser before was dear. Dearer than the barber next door, though.', 3, 'staff_named'],
    ['What was the oil you used in June? The June one smelled better.', 4, 'staff_named'],
    ['It will have grown back by Thanksgiving.', 3, 'staff_named'],
    ['Took the pies home, cold by Quarry Rd.', 2, 'staff_named'],
    ['Nobody cuts like old Mr Penhallow, God rest him.', 5, 'staff_named'],
    ['Four dollars for a lost locker key, nine for a guest towel.', 2, 'wrong_charge'],
    [
      'I came for a booster and left with an estimate for a heart scan and a senior plan with a monthly fee.',
      2,
      'wrong_charge',
    ],
    ['They refunded the $80 but wanted me to sign a form first.', 2, 'refund_request'],
  ])('of nothing that the review does not report: "%s" (%i stars): %s', (text, rating, warning) =>
    expect(warningsOf(text, rating)).not.toContain(warning),
  )

  test('the name of the business is not that of somebody who works there', () =>
    expect(warningsOf('With Larkstoke I leave the key in the box.', 5, 'Larkstoke Boats')).not.toContain('staff_named'))

  test('that a case of custody is about a child is not an alert for a law firm', () =>
    expect(
      warningsOf(
        'My custody case went badly. The trainee called my son by the wrong name in front of the judge.',
        2,
        'Corner House Solicitors',
      ),
    ).not.toContain('minors'))
})

describe('a draft takes up', () => {
  test.each<[string, number, RegExp]>([
    ['Perfect wedding. Would you host a birthday for sixty in May?', 5, /question|answer/],
    ["Cleaning was fine. What's the number for emergencies, by the way?", 3, /question|answer/],
    ['What is a service pack please, and where is mine?', 2, /question|answer/],
    ['Your ladder is still behind our shed, any chance somebody could fetch it?', 4, /ask|request/],
    ['Third rattle. Would it be possible for somebody to come and ride with me?', 2, /ask|request/],
    ['The lift was out of order all week. Please warn guests before they arrive.', 3, /inform our customers/],
    ['I asked for the notes three times.', 2, /ask|request/],
    ['My dad loves the truck and wants to know what you did to it?', 5, /question|answer|asked/],
  ])('"%s" (%i stars)', (text, rating, promise) => {
    for (const body of bodies(text, rating)) expect(body).toMatch(promise)
  })

  test.each(['Tell everyone about this place! Superb.', 'Please do not take their word for it.'])(
    'nothing that is for other readers: %s',
    (text) => {
      for (const rating of [1, 5])
        for (const body of bodies(text, rating)) expect(body).not.toMatch(/suggest|request|what you ask|inform our/)
    },
  )

  test('a complaint of a call that never came without asking for one', () => {
    for (const body of bodies('The bar hit my collarbone and broke it. The owners have yet to ring.', 2))
      expect(body).not.toMatch(/get in touch|[Pp]lease (?:contact|call)|ask for the manager/)
  })
})
