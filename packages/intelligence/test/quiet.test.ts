import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import type { ReplyRequest } from '../src/records.ts'
import { sharedPhrases } from '../src/replies/phrases.ts'
import { bodyOf, draftReply } from '../src/replies/reply.ts'

// Drafts for what may be grave, and for what customers ask.

const tones = ['warm', 'professional', 'concise', 'apologetic'] as const
const lengths = ['short', 'medium', 'long'] as const

const drafted = (
  text: string,
  rating: number,
  { trade = 'other', ...rest }: { trade?: Trade; facts?: string[] } = {},
) =>
  tones.flatMap((tone) =>
    lengths.map((length) => {
      const request: ReplyRequest = { review: { rating, text }, tone, length, ...rest }
      return draftReply(request, { businessName: 'Corner House', trade, seed: text }).variants[0]?.text ?? ''
    }),
  )
const bodies = (...given: Parameters<typeof drafted>) => drafted(...given).map(bodyOf)
const sentencesOf = (body: string) => body.split(/(?<=[.!?])\s+/)

const cheer =
  /!|\b(?:happ(?:y|ier)|glad|delight\w*|pleas(?:ed|ure)|smil\w*|proud|thrilled|joy|lovely|wonderful|see you|visit|next time|made our day|boost|reward)\b/i
const condolence = /\b(?:loss|condolences|sympathy|thoughts are with)\b/i
const apology = /\b(?:sorry|apolog\w*|regret\w*)\b/i

describe('a review with words of illness, death, danger or violence', () => {
  const grave = [
    'After my last round of chemo this was the first soup I could taste.',
    'My aunt fainted in the fitting room and a girl held her hand until she was better.',
    'There were paramedics in the lobby when we arrived, and nobody made a fuss.',
    'We came straight from the hospice and they let us sit in the corner.',
    'The little one was sick and we all had headaches until we left the cabin.',
    'Their dog bled on the rug, mine did not, five stars.',
    'A boy of two was standing in the road because the side door does not shut.',
    'We had a crash last year, and they never made us feel stupid about it.',
    'He had an overdose written on the card, ten times what she weighs.',
    'I asked him to stop touching my leg.',
    'They told the couple in front of us that holding hands is not for this place.',
    'Dad died at the end of the joke, as he always does. Great night.',
  ]

  test.each(grave)('gets neither cheer nor condolences nor an apology with four or five stars: %s', (text) => {
    for (const rating of [4, 5])
      for (const body of bodies(text, rating)) {
        if (condolence.test(body)) continue
        expect(body).not.toMatch(cheer)
        expect(body).not.toMatch(apology)
      }
  })

  test.each(grave.filter((text) => !text.includes('died')))('gets no condolences: %s', (text) => {
    for (const rating of [1, 3, 5])
      for (const body of bodies(text, rating)) expect(body).not.toMatch(/\bloss\b|condolences|thoughts are with/i)
  })

  test.each(grave)('gets an apology that is not a light one, and an invitation, with one star: %s', (text) => {
    for (const body of bodies(text, 1)) {
      expect(body).toMatch(apology)
      expect(body).toMatch(/contact|get in touch|call or write|speak (?:to|with)|ask for/i)
      expect(body).not.toMatch(/disappoint|dissatisfied|lose you|happy|next time/i)
    }
  })

  test.each(grave)('gets a longer draft where a longer one is wanted: %s', (text) => {
    for (const rating of [1, 2, 3, 4, 5]) {
      const words = drafted(text, rating).map((draft) => draft.split(/\s+/).length)
      for (let at = 0; at < words.length; at += lengths.length) {
        const [short = 0, medium = 0, long = 0] = words.slice(at)
        expect(short).toBeLessThanOrEqual(45)
        expect(medium).toBeGreaterThan(short)
        expect(long).toBeGreaterThan(medium)
      }
    }
  })

  test('gets the facts of the owner, and an answer to what it asks', () => {
    const text = 'A boy of two was standing in the road. Please fix the latch of the side door.'
    for (const body of bodies(text, 4, { facts: ['We have ordered new hinges'] })) {
      expect(body).toContain('We have ordered new hinges.')
      expect(body).toSatisfy((said: string) => sharedPhrases.unnamed.task.some((phrase) => said.includes(phrase)))
    }
  })

  test.each([
    'The cheesecake is to die for.',
    'My phone battery died and they changed it in ten minutes, friendly people.',
    'Death by chocolate, and a friendly waiter.',
    'Found it by accident, wonderful little shop.',
    'Dangerously good buns.',
    'The animal hospital on the hill sent me here, lovely people.',
    'Drowned out the noise of the street, lovely music.',
    'A stroke of luck that we found them, great work.',
    'The police station is next door, so parking is easy. Great pizza.',
    'A blood orange cake that I dream of.',
  ])('is not every review with such words: %s', (text) => {
    const { read, thanks } = sharedPhrases.sober
    const sober = [...read, ...thanks.filter((phrase) => phrase.includes('this'))]
    for (const body of bodies(text, 5)) expect(sentencesOf(body).filter((said) => sober.includes(said))).toEqual([])
  })
})

describe('a customer who asks for a call', () => {
  const calls = [
    'Cracked tile. Ring me before five, I work nights.',
    'The zip broke. Can someone please call me?',
    "I'd like the manager to phone me.",
    'The lamp hums. Give me a call please.',
    'If you find a grey scarf please call, my number is on the booking.',
    'Please could somebody ring us about the invoice.',
  ]
  const inviting =
    /\b(?:contact us|get in touch|call us|call or write|speak to us|reach us|write to us so|hear from you)\b/i

  test.each(calls)('gets one, and is not asked to call: %s', (text) => {
    const { unnamed, acknowledgments } = sharedPhrases
    const answers = [...unnamed.call, ...acknowledgments.called]
    for (const rating of [1, 2, 3, 4])
      for (const body of bodies(text, rating)) {
        expect(body).toSatisfy((said: string) => answers.some((phrase) => said.includes(phrase)))
        expect(body).not.toMatch(inviting)
      }
  })

  test('and reports something serious gets the call from the manager', () => {
    const text = 'I got food poisoning from the mussels. I want the owner to call me.'
    for (const body of bodies(text, 1, { trade: 'restaurant' })) {
      expect(body).toMatch(/(?:sorry|apologize)[\s\S]*call[\s\S]*the manager/)
      expect(body).not.toMatch(inviting)
    }
  })
})

const asked = [...Object.values(sharedPhrases.unnamed).flat()]
const isTakenUp = (body: string) =>
  asked.some((phrase) => body.includes(phrase)) ||
  /\b(?:question|suggestion|wish|idea|thoughts)\w* (?:about|on|regarding|like yours|concerning)|\byou asked about|owe you an answer|you(?:'ll| will) (?:hear from|get an|get a clear|receive)|will get an answer|what you(?:'d| would) like/i.test(
    body,
  )

describe('a customer who reports something serious', () => {
  test('to a manager who did nothing is not sent back to the manager', () => {
    for (const body of bodies('One of the trainers touches women. I told the manager, who shrugged.', 1))
      expect(body).toContain('other than the manager')
  })

  test('and was not met at an appointment hears from the manager, without regret for silence', () => {
    for (const body of bodies('No show, twice. Then they billed me for a trip that nobody made.', 1)) {
      expect(body).toMatch(/hear from the manager|manager will be in touch/)
      expect(body).not.toMatch(/should have been in touch|owes you an answer|chase/)
    }
  })
})

describe('what customers ask in everyday words', () => {
  test.each([
    'Nice folk. Do ye take in tortoises?',
    'Nice folk. When are you getting a second till lads',
    'What time do you shut on Sundays? Lovely pie.',
    'Great bikes, put the map back up.',
    'Lovely stay. Please can you post my charger, room 4?',
    'Great soup, could you post the menu on the door',
    'Get that sorted lads. Otherwise great.',
    'Good fade. Write it down next time.',
    'Great gym. Somebody might want to look at that cable.',
    'Fine work. Do you think you might stock walnut again?',
    'Good value. Do yous take cheques?',
    'Lovely. If anyone hands in a green glove, please hold on to it for me.',
    'How late are you open on Fridays? Great beer.',
    'Great place, the fee should be mentioned on the phone.',
    'Works well. I could use a manual in English.',
    'A question for the owner, what was the polish you used in May?',
    'Best rye in town. Would ye ever think of doing a seeded one on Mondays?',
    'Lovely lunch. Will the plum and almond cake be back in the spring?',
    'Great gym. Put up a sign by the bikes?',
    'Fine work. I reckon give people a rough price at the door.',
  ])('is taken up: %s', (text) => {
    for (const body of bodies(text, 4)) expect(body).toSatisfy(isTakenUp)
  })

  test.each([
    'I paid 90 for nothing and I would like it back.',
    'I want my deposit returned. Poor work.',
    'Please post my glasses, blue case, room 12. Bad shower.',
    'Could someone please look for our red blanket and leave it at the desk?',
    'I would like the bill itemized. Far too expensive.',
    "Nobody has told me what was in the sauce, and I've asked twice in writing. I was ill all night.",
    "They keep my son's X-rays, and I'd like to know on what grounds.",
  ])('for themselves is taken up with two stars as well: %s', (text) => {
    for (const body of bodies(text, 2))
      expect(body).toSatisfy((said: string) =>
        [...sharedPhrases.unnamed.task, ...sharedPhrases.acknowledgments.asked].some((phrase) => said.includes(phrase)),
      )
  })

  test.each([
    'Who does that?',
    'How hard is it to boil an egg?',
    'Seriously?',
    'Are you kidding me?',
    'What more do you want from a barber?',
    'Would I come back? Yes!',
    'Do you want the best bread in town? Go here.',
    'Can you believe that price?',
    'Is this a bit? Are you doing a bit?',
    'Could it be any better? No.',
    'Do I recommend them? Absolutely.',
    'Are you looking for a plumber? Call these people.',
    'What did he use, gold?',
    'The manager asked whether I would like a late checkout. I reported him to the police.',
    'The trainee was kind, and for her sake I wish the place well.',
    'When will they learn?',
    'Can I give six stars? No? Shame.',
    'She would meet me at the door, turn the radio off and put the kettle on.',
  ])('is not what expects no answer: %s', (text) => {
    for (const rating of [2, 5]) for (const body of bodies(text, rating)) expect(body).not.toSatisfy(isTakenUp)
  })

  test('is answered by a fact of the owner, and no further answer is promised', () => {
    const facts = ['On Sundays we are open until four']
    for (const body of bodies('Lovely pie. What time do you close on Sundays?', 4, { facts })) {
      expect(body).toContain('On Sundays we are open until four.')
      expect(body).not.toMatch(/answer|hear from us/i)
    }
  })
})
