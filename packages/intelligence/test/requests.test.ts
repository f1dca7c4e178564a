import { describe, expect, test } from 'vitest'
import { phrasesByTone, sharedPhrases } from '../src/replies/phrases.ts'
import { bodyOf, draftReply } from '../src/replies/reply.ts'
import { requestIn } from '../src/replies/requests.ts'
import { readSentences } from '../src/text/tokens.ts'

const requestOf = (text: string) =>
  requestIn(
    readSentences(text).map(({ start, end, tokens }) => ({ text: text.slice(start, end), tokens })),
    'other',
  )

const wishes = [
  'Please keep the second till open at lunch.',
  'Great cut. Please take on another barber.',
  'Bring back the pumpkin soup! Everything else is as good as ever.',
  "I'd only ask that you warm the changing rooms in January.",
  'Treat yourselves to a new vacuum, the mats are dusty.',
  'I want you to add a bench by the door.',
  'Could the speakers please not be so close to my ear?',
  'Would be nice if the yoga class had mats.',
  'Any chance of a bike rack?',
  'Wish you stocked bigger sizes.',
  'Shift the spin class to noon, please, some of us work.',
  'Please move the bins away from the gate.',
  'More greens on the side please.',
  'A lower stool at the bar would be kind to short people like me.',
  'I beg you, please get a second squat rack.',
  'Could you please put a kettle in the rooms?',
  'Why not add a reading corner?',
  'How about a lamp over the desk?',
  'I hope you bring back the quiz night.',
  'May I suggest a hook in the fitting room?',
  'It would be lovely to have a shelf in the shower.',
  'We would love it if you stocked wool.',
  'Hire another groomer and it is perfect.',
  'Please train the new boy a little longer.',
  'Put up a sign at the corner, nobody finds you.',
  'Replace the mirror in booth two.',
  'Turn the lights down in the evening.',
  'Is it possible to get smaller portions for children?',
  "It'd help if the lift was announced as broken.",
  'Please stop changing the mugs.',
  'The class was fine but could the instructor please speak up?',
  'Keep the dog park gate shut, please and thank you.',
  'Put a lock on the bathroom door.',
  'I just wish the showers were warm.',
  'Would you consider a later checkout?',
  'Would you think about bringing the quiz back?',
  'Could you possibly put a bench outside?',
  'A bench near the door would be a blessing for my knees.',
  "I wouldn't mind a bigger locker.",
  'One could wish for a wider door.',
  "Wish you'd stock oat milk.",
  'It is freezing in there, pls fix the door.',
  'Might there be a hairdryer for the second bathroom one day?',
  "Couldn't someone just put the class times on the door?",
  'Could the front desk at least ring ahead?',
  "Drop the price of the kids' meals a bit, would you?",
  'Bring that mushroom pie back!',
  'You need another till, the queue was out of the door.',
  'You want to get that front door fixed.',
  "I'd rather you told us before we arrived.",
  'Next time could someone please sweep between cuts?',
  "A water machine in the hall wouldn't be a bad idea.",
  'Cooler water please in the fountain.',
  'All it needs is a lamp by the bed.',
  'Is it too much to ask for a coat rack that stands?',
  'Handsome hall. The chairs are hard, cushions for the back row perhaps?',
  'Someone really ought to repair the ramp.',
]

const questions = [
  'Can someone tell us if the sauna is ever reopening?',
  'Just tell us when the deli counter is coming back.',
  'Please tell us whether the pool is coming back, so I can stop paying.',
  'Has it changed hands?',
  'When are they being fixed?',
  'Any plans?',
  'What are you doing about that gate?',
  'Why shut for lunch, the only hour that I can come?',
  'Are the lifts ever going to be repaired?',
  'Whatever became of the ginger biscuits?',
  'What happened to the knitting circle?',
]

const tasks = [
  'Somebody still has to come and finish the tiles.',
  'Please send someone to look at the boiler.',
  'Ring me if you are running behind.',
  'Would you kindly call with the results?',
  'Any chance of a copy of my receipt?',
  'I wish they would stop asking for my number.',
  "I'd like the name of the product and your insurer, in writing.",
  "I asked for your insurer's details ten days ago and still nothing.",
  'I want to know what was in that sauce.',
  'I have asked three times for the notes.',
]

const others = [
  'Do yourself a favor and go. Order the lamb.',
  "Please go there, you won't regret it.",
  'Bring cash and a friend.',
  'Please never change.',
  'Please do not ever retire, Joe.',
  "Please don't close, we need you.",
  'Never change, lovely people.',
  'Please try the pie.',
  'Please believe the good reviews.',
  'Please keep up the good work.',
  'Yes please!',
  'More, please!',
  'They are always eager to please.',
  'My father is impossible to please and he loved it.',
  'Take my money, please do.',
  'Add wine and you are in heaven.',
  'Book early.',
  'Ask for the corner table.',
  'It brings back memories.',
  'They put up with my dog.',
  'Treat yourself to the tasting menu.',
  'Please give them a chance.',
  'Please take my money.',
  'I want you to know that it was perfect.',
  'Please support this little shop.',
  'Say hello to Ana.',
  'The chef likes to please his guests.',
  'Hope you all enjoy it as much as I did.',
  'Keep calm and go there.',
  'Get the lamb.',
  'Why does anyone go elsewhere?',
  'Has anyone ever had a better pie?',
  'Could there be a better way to spend a day?',
  'Could it be any fresher?',
  'What more could anyone want?',
  'What happened to customer service?',
  'Would I stay again? In a flash.',
  'Look at this fringe, would you?',
  'You should try the rhubarb jam.',
  'You need to go when it is quiet.',
  'You want to see the smile on my boy.',
  'I asked could we sit by the window and they said no.',
  'They put a new rope up, and the view is worth it.',
  'Someone should give this woman a medal.',
  'The best in town, perhaps?',
  'My niece thought it would be kind to bring me back.',
  'He turned the radio off and put the kettle back.',
]

test.each(wishes)('a wish is read: %s', (text) => expect(requestOf(text)?.kind).toBe('suggestion'))

test.each(questions)('a question is read: %s', (text) => {
  expect(requestOf(text)).toMatchObject({ kind: 'question', topic: null })
})

test.each(tasks)('what is to be done for the customer is read: %s', (text) => {
  expect(requestOf(text)?.kind).toBe('task')
})

test.each(others)('advice to customers and compliments ask for nothing: %s', (text) => {
  expect(requestOf(text)).toBeNull()
})

describe('a draft', () => {
  const phrases = [
    ...Object.values(phrasesByTone).flatMap(({ suggestion }) => suggestion),
    ...Object.values(sharedPhrases.unnamed).flat(),
  ].map((phrase) => phrase.split('{topic}'))
  const isTakenUp = (body: string) =>
    phrases.some(([before = '', after = '']) => body.includes(before) && body.includes(after))
  const bodies = (text: string, rating: number) =>
    (['warm', 'professional', 'concise', 'apologetic'] as const).map((tone) =>
      bodyOf(
        draftReply({ review: { rating, text }, tone }, { businessName: 'Corner House', trade: 'other', seed: text })
          .variants[0]?.text ?? '',
      ),
    )

  test.each([...questions, ...tasks])('takes it up with few stars: %s', (text) => {
    for (const body of bodies(text, 2)) expect(body).toSatisfy(isTakenUp)
  })

  test.each(wishes)('takes the wish up: %s', (text) => {
    for (const body of bodies(text, 4)) expect(body).toSatisfy(isTakenUp)
  })

  test.each(others)('takes nothing up where nothing is asked: %s', (text) => {
    for (const body of bodies(text, 5)) expect(body).not.toSatisfy(isTakenUp)
  })
})

test.each([
  ['Please open later on Fridays.', 'our hours'],
  ['Keep the second till open on Saturdays, please.', null],
  ['Please turn the heating up.', 'the temperature'],
  ['I wish you took cards.', 'payment options'],
  ['Please put the price list online.', 'what we offer online'],
  ['It would be great to be able to book online.', 'booking ahead'],
  ['Could you possibly open the side gate again?', null],
  ['Please extend the classes, since I pay by card for the whole month.', null],
])('the topic of a wish is what is asked for: %s', (text, topic) => {
  expect(requestOf(text)?.topic).toBe(topic)
})

test.each([
  "Please don't scrap the delivery van, it is all my gran has.",
  'Go back to the old recipe.',
  'I wish they would bring back the almond tart.',
  'Please train your people.',
])('a wish is taken up with any stars, and called a suggestion from three stars on: %s', (text) => {
  for (const rating of [1, 2, 4]) {
    const { suggestion, task } = sharedPhrases.unnamed
    const expected = rating > 2 ? suggestion : task
    const { variants } = draftReply(
      { review: { rating, text } },
      { businessName: 'Corner House', trade: 'other', seed: text },
    )
    expect(variants[0]?.text).toSatisfy((draft: string) => expected.some((phrase) => draft.includes(phrase)))
  }
})

describe('questions in direct speech', () => {
  test.each([
    'One door says nine and the other ten. Which one is it please? I came from the coast.',
    'Wondering if you ever take old tools?',
    'The sauna has been shut since March. What’s the plan for it?',
    'Do you know anyone near Leeds who is even half as careful? I’d ask nobody else.',
    'It has not arrived yet. Is that normal? No hurry.',
    'What was the other ten for? I forgot to ask.',
  ])('%s', (text) => expect(requestOf(text)?.kind).toBe('question'))

  test.each([
    'Any hope of the recipe for the soup?',
    'The insurer wants the receipt, could you send it on?',
    'There is oil on the seat. Could you just have it cleaned?',
  ])('a task: %s', (text) => expect(requestOf(text)?.kind).toBe('task'))

  test.each([
    'Would I come back? I would.',
    'Do I regret it? I do.',
    'What’s the deal with portions this size?',
    'Do you know what patience is?',
    'Isn’t that a bit much?',
    'Can anyone explain the hype?',
  ])('asks nothing: %s', (text) => expect(requestOf(text)).toBeNull())
})

describe('one thought is said once', () => {
  test('three words have no details', () => {
    for (const seed of 'abcdefghij') {
      const { variants } = draftReply(
        { review: { rating: 4, text: 'Nice quiet people' }, length: 'long' },
        { businessName: 'Corner House', trade: 'garage', seed },
      )
      expect(bodyOf(variants[0]?.text ?? '')).not.toContain('Details')
    }
  })

  test('"out loud" is no noise', () =>
    expect(
      draftReply(
        {
          review: { rating: 4, text: 'Calm, clean rooms. My son read the menu out loud to everybody.' },
          length: 'long',
        },
        { businessName: 'Corner House', trade: 'hotel', seed: 'a' },
      ).variants[0]?.text,
    ).not.toContain('noise'))
})
