import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { draftReply } from '../src/replies/reply.ts'

// What words and amounts report, whether or not the labels of the review have it too.

function written(text: string, rating: number, trade: Trade = 'other', more: { tone?: 'warm' } = {}) {
  const { variants, warnings } = draftReply(
    { review: { rating, text }, length: 'long', ...more },
    { businessName: 'Corner House', trade, seed: text },
  )
  return { warnings, text: variants[0]?.text ?? '' }
}

describe('the owner is warned', () => {
  test.each<[string, number, string]>([
    ['They said $80 on the phone. The bill was $130.', 2, 'wrong_charge'],
    ['The estimate was €1,200 and we were charged €2,100.', 3, 'wrong_charge'],
    ['Invoice for £95 when I had been quoted "about seventy".', 2, 'wrong_charge'],
    ['I cancelled in May. They took $25 in June and July.', 1, 'wrong_charge'],
    ['My card was charged twice for one dinner.', 2, 'wrong_charge'],
    ['The pharmacist gave my father the wrong dose of the tablets.', 1, 'health_safety'],
    ['We warned the waiter about the peanuts, twice. She was swollen before dessert.', 1, 'health_safety'],
    ['I have written to the equality commission about that evening.', 1, 'legal_threat'],
    ['A complaint has gone to the veterinary board.', 1, 'legal_threat'],
    ['The mechanic would rather explain it to my husband instead of me.', 1, 'discrimination'],
    ['He found my daughter on Instagram the same night.', 1, 'harassment'],
    ['He said he knows where we live.', 1, 'threat'],
    ['The fork fell on the floor, he picked it up and put it on my plate.', 2, 'hygiene'],
    ['New pads on Friday, and on Sunday the pedal sank right to the floor.', 1, 'health_safety'],
    ['The other clinic found a piece of gauze still inside her.', 1, 'health_safety'],
    ['The syrup was so strong that we could not rouse him for supper.', 1, 'health_safety'],
    ['The dog had eaten slug bait and they told us to try somewhere else.', 1, 'health_safety'],
    ['One of the coaches touches the women. He also runs the junior squad.', 1, 'minors'],
    ['Sticky counter, flies round the cakes.', 2, 'hygiene'],
    ['Kept $300 of our bond for a blind. The blind was binned the week after we left.', 1, 'wrong_charge'],
    ['I was sent a bill for something that my insurer had already paid.', 3, 'wrong_charge'],
    ['I gave my surname, which is Nigerian, and the room had just gone.', 1, 'discrimination'],
    ["My daughter was sitting outside alone in the rain, and staff hadn't noticed.", 1, 'minors'],
    ["The kids' club left our five year old unattended by the lake.", 1, 'minors'],
    ['His hand went somewhere it should not have.', 1, 'harassment'],
    ['My chin has been numb for eight weeks.', 1, 'health_safety'],
    ['Fractured wrist, says the hospital.', 1, 'health_safety'],
    ['They lost my cat. Somebody left the cage open.', 1, 'health_safety'],
    ['I very nearly tripped on the same cable twice.', 2, 'health_safety'],
    ['We sent the deposit, full payment in advance. Nobody turned up.', 1, 'wrong_charge'],
    ['The roofer took half up front and ghosted us.', 1, 'wrong_charge'],
    ['They took the room payment two times.', 1, 'wrong_charge'],
    ['The needle broke off in my gum, and he told me to wait.', 1, 'health_safety'],
    ['They forgot our youngest daughter behind at the museum.', 1, 'minors'],
    ["The man at the till mimicked my mother's accent.", 1, 'discrimination'],
    ['The minute they heard we were Travellers, the table was gone.', 1, 'discrimination'],
  ])('"%s" (%i stars): %s', (text, rating, warning) => expect(written(text, rating).warnings).toContain(warning))

  test.each<[string, number]>([
    ['Quoted $400, and the bill was $385.', 3],
    ['The dealer said $2,300. Here it was $340 in the end.', 3],
    ['I was not charged twice, as I had feared.', 3],
    ['They cancelled, and did not take the $20.', 5],
    ['The sign says $10, and I paid $10 for a dull trim.', 2],
    ['Paid the deposit by card, easy enough, but the starter never came.', 2],
    ['We had put a deposit down. Nobody came to the table for half an hour.', 2],
    ['It took me calling four times for somebody to say so.', 2],
    ['The bag was searched in front of everyone. He had his receipt.', 2],
  ])('of no wrong charge where none is reported: "%s" (%i stars)', (text, rating) =>
    expect(written(text, rating).warnings).not.toContain('wrong_charge'),
  )
})

test.each([
  ['The teachers are brilliant and friendly, and will change a move if your wrists or your back will not have it.', 3],
  ['Full at five, full at six. I queued for a bench behind a bloke watching the cricket on it.', 1],
  ['The pool was shut three weeks after I joined, no discount.', 2],
  ['Cold room, and a laminated notice about the cost of logs.', 2],
  ['My daughter has been on to them for weeks about the pills they forgot.', 2],
  ['My son and I sat alone in a corner for an hour.', 2],
  ['They noticed he had left half, and asked nothing.', 2],
  ['"Too busy", apparently.', 1],
  ['My kids were left sitting outside with us on the patio, in the wind.', 2],
])('a complaint without a report is not warned of as one: "%s" (%i stars)', (text, rating) => {
  const alerts = ['threat', 'harassment', 'hygiene', 'legal_threat', 'discrimination', 'minors', 'wrong_charge']
  expect(written(text, rating).warnings.filter((warning) => alerts.includes(warning))).toEqual([])
})

test.each([
  ['The bar came down on my collarbone, hairline fracture, eight weeks of no lifting my own toddler.', 'minors'],
  ['Had a leg wax. My shins blistered, and my doctor thinks the patch will scar.', 'hygiene'],
])('a report of an injury is not also one of what its words only mention: "%s"', (text, mentioned) => {
  const { warnings } = written(text, 1)
  expect(warnings).toContain('health_safety')
  expect(warnings).not.toContain(mentioned)
})

test('a child who was hurt is a warning next to that of the injury', () => {
  const { warnings } = written('The slide came off and my son hit his head, three stitches in hospital.', 1)
  expect(warnings).toEqual(expect.arrayContaining(['health_safety', 'minors']))
})

test.each<[string, boolean]>([
  ['The brake pedal went straight to the floor. Both my girls were in the back.', true],
  ['The brake pedal went straight to the floor. My girls are at school by then.', false],
  ['A long wait, and my girls were in the back of the car.', false],
])('a child is in danger where it was in the car that failed: "%s"', (text, isInDanger) =>
  expect(written(text, 1).warnings.includes('minors')).toBe(isInDanger),
)

test.each([
  'Sam smelled like oatmeal for a week.',
  'It was a nicer place when Declan ran it.',
  "Their van blocked Mrs. Alvarez's driveway.",
  'I called the office manager in April, May and June.',
  'Our dog Walter loves it.',
  'Our wee one Isla loves it. Cheers, Morag',
  'We brought our dog, Bruno. The groomer spoiled Bruno rotten.',
  'My nephews Otis and Arthur picked the red one. Arthur never lets go of it.',
  'Leo, my son, hates needles. The dentist had Leo laughing.',
  'A cat called Max and a long drive.',
  'Tell them Linda sent you.',
  'It is lovely here. Signed, a much calmer Trevor',
  'Arrest this chef, it was that good.',
])('who does not work here is not named staff: %s', (text) =>
  expect(written(text, 3).warnings).not.toContain('staff_named'),
)

test.each([
  'Cheers Phil!',
  'My son adores his coach Leo.',
  'A shout out to Priya on the desk.',
  'Our girl Tanya kept the drinks coming.',
  'The girl with the fringe, Kayleigh I think, smudged two nails.',
])('who works here is named: %s', (text) => expect(written(text, 4).warnings).toContain('staff_named'))

describe('harm that the business did not do', () => {
  test.each<[string, number, Trade]>([
    ['I fainted in the street outside, and the girl from the till sat me down until the ambulance came.', 5, 'retail'],
    ['Robbed at the station. They rushed over with tea and called the police for me.', 5, 'restaurant'],
    ['My rabbit was attacked by a fox, bleeding badly, and they worked through the night.', 5, 'other'],
    ['I fell off my bike and hurt my head. The chemist patched me up and would not take a penny.', 4, 'retail'],
  ])('is neither warned of nor apologized for: "%s" (%i stars, %s)', (text, rating, trade) => {
    const draft = written(text, rating, trade)
    expect(draft.warnings.filter((warning) => warning !== 'low_confidence')).toEqual([])
    expect(draft.text).not.toMatch(/sorry|apolog|manager/i)
  })

  test.each([
    'I fell off the climbing wall because nobody had checked the rope. They called an ambulance.',
    'I slipped on the wet floor and broke my wrist. They called an ambulance.',
  ])('is not what happened on its premises: %s', (text) => expect(written(text, 1).warnings).toContain('health_safety'))
})

test.each<[string, number]>([
  ['My arms are filing a lawsuit after that class.', 4],
  ['Would it kill you to open a window? Handsome room.', 4],
  ['The instructor will kill you with squats.', 3],
  ['I could kill for that pudding. So sue me.', 4],
])('a joke is no threat: "%s" (%i stars)', (text, rating) => {
  const { warnings } = written(text, rating)
  for (const threat of ['threat', 'legal_threat', 'abuse']) expect(warnings).not.toContain(threat)
})

test('a long story with five stars does not contradict them, in any wording', () => {
  const text =
    'The insurer was awful and slow. Terrible letters came every week, and the worst was the waiting. He told me that I would hate him, and I did. Then we won the case.'
  expect(written(text, 5).warnings).not.toContain('rating_mismatch')
})

describe('a draft for something serious', () => {
  test('has no warm wishes and no exclamation marks', () => {
    for (const text of ['The wheel came off on the way home.', 'We lost Biscuit on Tuesday.'])
      for (const rating of [1, 2])
        expect(written(text, rating, 'other', { tone: 'warm' }).text).not.toMatch(/[Ww]arm|!/)
  })

  test('does not ask those who wait for an answer, or have an attorney, to call', () => {
    for (const text of [
      'He had a reaction to the nuts. Nobody from the restaurant has called.',
      'My wrist is broken. All further talking will be through our attorney.',
      'I got food poisoning. I want to know what was in that sauce.',
    ])
      expect(written(text, 1, 'restaurant').text).not.toMatch(
        /get in touch|[Pp]lease (?:contact|call)|ask for|hear from you/,
      )
  })
})

describe('a draft names nothing that is only mentioned', () => {
  test.each<[string, number, Trade, RegExp]>([
    ['Out, cleaned, bandaged, home for tea.', 5, 'other', /clean/],
    ["You'd be served, and they'd cut a key while you waited. Now you scan your own things.", 2, 'retail', /wait/],
    ['They wanted to post it off and for me to wait up to 28 days.', 2, 'retail', /wait/],
    ['Muffins were great in the fall, now they are smaller. Did the muffin go on a diet?', 3, 'restaurant', /muffin/],
    ['I counted five peas. They were very good peas.', 3, 'restaurant', /peas/],
  ])('"%s" (%i stars, %s)', (text, rating, trade, name) => expect(written(text, rating, trade).text).not.toMatch(name))
})

test('four stars are not celebrated like five', () => {
  const text = 'Handsome room, odd breakfast hours. We slept, we left.'
  expect(written(text, 4, 'hotel').text).not.toMatch(/proud|nicer feedback|couldn't ask|could not ask|made our day/)
})

test('what a long review with three stars complains of gets regret, even if nobody can name it', () => {
  const text =
    'Foils came out even and the girl at the basin was gentle, but my stylist spent most of the two hours telling her colleague about a man called Trent, and I know more about him than about my hair.'
  expect(written(text, 3, 'salon').text).toMatch(/sorry|apolog/i)
})

test.each([
  'She was sixteen and it was time. They came to the house and let us take as long as we wanted.',
  'We said goodbye to Otis here on Friday, in the side room.',
  'My father had his last pint here, and they kept his stool empty for a week.',
])('what may tell of a farewell gets neither cheer nor condolences: %s', (text) => {
  const { text: draft } = written(text, 5, 'other', { tone: 'warm' })
  expect(draft).not.toMatch(/!|happy|glad|delight|pleas|lovely|loss|condolences|see you/i)
})

test.each([
  'I said stop it with the newsletters, and they did not.',
  'The price of the bonnet went up while I waited.',
  'An eye-watering price for a shirt.',
])('words of injury in another meaning are no report of one: %s', (text) =>
  expect(written(text, 2).warnings).not.toContain('health_safety'),
)

describe('what readers of drafts missed', () => {
  test.each<[string, number, Trade, string]>([
    ['At the end of each massage his hands rested longer than they had to.', 1, 'other', 'harassment'],
    ['I can’t repeat here what our son told us about nap time.', 1, 'other', 'minors'],
    [
      'Our daughter was on the pavement by herself, and the teachers had not noticed she was gone.',
      1,
      'other',
      'minors',
    ],
    ['They pulled a perfectly healthy tooth.', 2, 'dentist', 'health_safety'],
    ['Lovely soup, but the cook dropped a fillet, wiped it and put it back on the grill.', 3, 'restaurant', 'hygiene'],
    ['The radiator is pretty, and the gas detector kept going off at night.', 4, 'hotel', 'health_safety'],
    ['Added €40 for sundries, and the lady couldn’t name one.', 2, 'garage', 'wrong_charge'],
    ['Nobody at the clinic could explain the last charge.', 2, 'other', 'wrong_charge'],
    ['The pass was shut by snow, and we were charged for the room anyway.', 2, 'hotel', 'wrong_charge'],
    ['The invoice and the statement don’t match.', 2, 'other', 'wrong_charge'],
    ['Quoted £60 and it was £90 at the end.', 2, 'salon', 'wrong_charge'],
    ['We paid for a balcony and got none. I would like the €45 difference back.', 2, 'hotel', 'refund_request'],
  ])('"%s" (%i stars, %s): %s', (text, rating, trade, warning) =>
    expect(written(text, rating, trade).warnings).toContain(warning),
  )

  test.each<[string, number, Trade]>([
    ['There is a CO alarm in every room. Very safe.', 5, 'hotel'],
    ['Our CO alarm went off at two, and they came within the hour.', 5, 'other'],
    ['He explained every line of the bill.', 3, 'garage'],
    ['My daughter tied her own shoes by herself after a week here.', 3, 'other'],
    ['The walk to the beach is longer than it looks, and our hands were cold.', 3, 'hotel'],
    ['I was being sued by my neighbor. Two letters, and he apologized.', 5, 'other'],
  ])('harmless: "%s" (%i stars, %s)', (text, rating, trade) => {
    const warnings: readonly string[] = written(text, rating, trade).warnings
    for (const grave of ['health_safety', 'minors', 'harassment', 'wrong_charge', 'threat', 'legal_threat'])
      expect(warnings).not.toContain(grave)
  })

  test('missing cash is no charge', () =>
    expect(
      written('I left $300 in the drawer of the room. After cleaning it was stolen, all but $20.', 1, 'hotel').text,
    ).not.toContain('charge'))
})

describe('names of people', () => {
  test.each([
    'Found a 1934 Agatha Christie under the stairs.',
    'They had the Emily Dickinson I wanted.',
    'Two novels by Anna Burns for the price of one.',
    'My mother was kept at Anna Freud until Monday.',
    'Our dog Mrs Potter hates everybody.',
    "Y'all saved my weekend.",
    'Pharmacy gave me the right one at once.',
    'Bloke at the till was asleep.',
    'Flowers at reception were plastic.',
  ])('who does not work here is not named: %s', (text) =>
    expect(written(text, 4).warnings).not.toContain('staff_named'),
  )

  test.each([
    'Thandeka at reception found us a taxi.',
    'Wiremu in the workshop is a wizard.',
    'Your man Fintan saw it happen.',
    'Nthabiseng did my nails, and they held.',
    'Ask for Bronagh. She will find it.',
    'On Dr. Okonjo’s advice he walks again.',
  ])('who works here is named: %s', (text) => expect(written(text, 4).warnings).toContain('staff_named'))
})
