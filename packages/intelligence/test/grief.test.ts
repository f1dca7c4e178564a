import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { isGrieving } from '../src/replies/grief.ts'
import { bodyOf, draftReply } from '../src/replies/reply.ts'
import { readSentences } from '../src/text/tokens.ts'

const grieves = (text: string) => isGrieving(readSentences(text))

const drafted = (text: string, rating: number, trade: Trade = 'other') =>
  (['warm', 'professional', 'concise', 'apologetic'] as const).map((tone) =>
    draftReply(
      { review: { rating, text, author_name: 'Anna' }, tone, length: 'long' },
      { businessName: 'Corner House', trade, seed: text },
    ),
  )

describe('a review that tells of a death', () => {
  test.each([
    "Bella's last visit was as gentle as it could be. They let me hold her until the end.",
    'They clipped our old spaniel for the last time on Friday; he went in his sleep on Sunday.',
    "Did the wreath for my dad's service. It was perfect.",
    'When Mum died the staff sat with us all night.',
    'Our cat was put to sleep here in May. Kind people.',
    'We had to put our old collie, Bramble, to sleep on Monday. The nurse sat with us.',
    'Came to the care home and did my mother’s nails the week before she went.',
    'My dog died under anesthetic.',
    "They lost my father's ashes for two days.",
    'We had to let Bramble go last week, sixteen years old. She sat on the floor with us.',
    'I went in after the burial to hand back what was left over and she held on to me.',
    'Buried my husband last week. Every detail was thought of.',
    'We lost our twins in spring. They found the exact little bear for us.',
    "We came after my mother's funeral and the staff were so quiet and kind.",
    'My dad passed away last month; the receptionist moved my appointments without a word.',
    'Had to let our boy go on Tuesday. The vet knelt on the floor with us.',
    'We had to put her down at home and they came within the hour.',
    'My nan spent her final days here and was never alone.',
    'My father spent his last week in the hospice and the shop brought his paper there.',
    'Saying goodbye to our old Labrador was made bearable by these people.',
    'They cut my brother’s hair at the hospice, for free.',
    'My wife died in June and I could not face the garden. They did it all.',
    'Since he died I have not cooked. This is where I eat.',
    'They printed the order of service for the funeral overnight.',
    'After my miscarriage the midwife rang me every week.',
    'We lost her to cancer, and they kept her room ready for us.',
    'The solicitor dealt with the will when my father died. Patient and clear.',
    'Sold the house after the death of my parents, and they were so tactful.',
    'My horse had to be put down. They stayed with us.',
    'The vet could not save our rabbit but tried everything.',
    'Our cat passed peacefully in my arms.',
    'She took her last breath with the nurse holding her hand.',
    'They made her pretty for the coffin.',
    'Held my old cat while she slipped away. I am grateful.',
    'We buried Pop on Monday and the organist played his favorite.',
    'They took our rabbit in at midnight. She did not make it, but they never gave up on her.',
    'Came for one last goodbye with Rufus.',
    'Our old girl had her last groom here. She passed the week after.',
    'In memory of my sister they tied white roses.',
    'My gran had palliative care here, and they were angels.',
    'I am a widow and they treat me with such respect.',
    'Grieving is hard, and the flowers helped.',
    'The paw print they took is on my wall. I miss him every day.',
    'Our guinea pig died on the way, and they did not charge us.',
    'They drove the hearse past his favorite pub.',
    'Euthanasia at home, calm and kind.',
    'Our son was stillborn. The photographer gave us the only pictures we have.',
    'My husband passed last spring and they canceled the booking without a fee.',
    'He crossed the rainbow bridge this morning.',
    'We scattered the ashes of my uncle and then ate here. Nobody hurried us.',
    'It was the hardest day. They let us say goodbye in the garden, and Max’s collar was washed for us.',
    'They could not have been kinder about the loss of our beagle.',
    'She clipped our Alfie for nine years. He passed last Tuesday and a card came.',
    'Smudge had one last holiday here and they made up a bed for her. She passed in May.',
    'Clover, our dear old girl, was bathed here to the end. Clover passed on Sunday.',
    'Ginger passed that same night, at home, as we had hoped.',
    'The wake for my uncle was here and nobody hurried us.',
  ])('is read as one: %s', (text) => expect(grieves(text)).toBe(true))

  test.each([
    ['Did the flowers for my dad’s funeral. Perfect!', 5, 'retail'],
    ['We had to put our cat to sleep. Thank you all so much!', 5, 'other'],
    ['My mother died here in the spring, and the carers were wonderful!', 5, 'other'],
    ['Buried my husband last week and they did my hair so kindly. Love this place!', 5, 'salon'],
    ['We ate here after the funeral. Delicious soup, lovely staff!', 4, 'restaurant'],
  ] as const)('gets a quiet reply: %s', (text, rating, trade) => {
    for (const { variants, warnings } of drafted(text, rating, trade)) {
      const body = bodyOf(variants[0]?.text ?? '')
      expect(body).toMatch(/loss|condolences|thoughts are with you/)
      expect(body).not.toMatch(/!|smil|happy|glad|delight|see you|come again|next time|welcome|pleas(?:ed|ure)/i)
      expect(variants[0]?.text).not.toMatch(/^Hi /)
      expect(warnings.filter((warning) => warning !== 'staff_named')).toEqual([])
    }
  })

  test('is thanked for its praise', () => {
    for (const { variants } of drafted('When my mother died they handled it all. A kind and patient firm.', 5))
      expect(variants[0]?.text).toMatch(/kind words|write so kindly|what you write about us/)
  })

  test.each([
    'My dog died under anesthetic and nobody called me for three hours.',
    "They lost my father's ashes and laughed about it.",
    'Our cat was put to sleep without asking us. Cruel people.',
  ])('and blames the business gets an apology and a person to speak to: %s', (text) => {
    for (const { variants } of drafted(text, 1))
      expect(variants[0]?.text).toMatch(/(?:sorry|apologize)[\s\S]*the manager/)
  })
})

describe('a joke with death', () => {
  const jokes = [
    'The Fiesta passed that Friday with no advisories.',
    'He passed last week, his driving instructor is a saint.',
    'Chloe passed on Tuesday, the theory lessons paid off.',
    'Two eyebrows in mourning, but they faded.',
    'He passed on the allergy notes and the cake was nut free.',
    'Sal passed on this trick to me last year, for the last time I hope. She laughed.',
    'She passed the menu round with a smile.',
    'They came out on the wake of a storm and fixed the roof.',
    'My legs are dead after that class.',
    'Slept like the dead in a room the size of a coffin.',
    'Dead good chips.',
    'The cheesecake is to die for.',
    "I nearly died laughing at the waiter's jokes.",
    'They killed it with my balayage.',
    'My battery was dead, they had me going in ten minutes.',
    'This place is dead on Mondays, which I love.',
    'My husband almost died when he saw how many shoes I bought.',
    'My daughter is dying to come back.',
    'My son died of embarrassment when I sang.',
    'I was dying for a coffee, and this one was perfect.',
    'The screen died, and they fixed it in an hour.',
    'I would die for their dumplings.',
    'My wife says she died and went to heaven.',
    'Drop dead gorgeous nails.',
    "Wouldn't be seen dead anywhere else.",
    'Say goodbye to your split ends.',
    'I said goodbye to my belly thanks to this gym.',
    'Lost my husband in the tool section for an hour.',
    'We lost our son in the maze and he loved it.',
    'I lost my wife to the yarn aisle.',
    'The massage put me to sleep.',
    'The music put our baby to sleep.',
    'My daughter passed first time with this instructor.',
    'The old bar felt like a funeral, this one is alive.',
    'Death by chocolate, and I came back for more.',
    'My husband is bored to death in shops, not in this one.',
    'My roses died within a week, they replaced them.',
    'Leg day with Tom: I am a dead man walking.',
    'A murder mystery dinner where the father died in act one. Great fun.',
    'The film in which her dog died was sold out.',
    'Still mourning my old hair, but the new cut is lovely.',
    'My kids loved the ghost tour, nobody died.',
    'Our puppy says goodbye at the gate every morning and never looks back.',
    'The clutch died on the bypass and they came at once.',
    'My dad would rather die than go elsewhere.',
    'Dead easy to book, dead friendly people.',
    'The puppy was dying to meet everyone.',
    'It was a matter of life and death: my phone had one percent.',
    'My abs died, my ego too.',
    'Coffin nails with chrome tips, perfect.',
    'She did not make it to the class, and they kept her place.',
    'She nearly did not make it, and we are $3,800 out of pocket. They found a swab inside our dog.',
    'We had to let Marco go on with his story, it was that good.',
    'The mayor slipped away from the party.',
    'Good grief, what a breakfast.',
    'Our son cried when he had to say goodbye to his coach.',
    'All the money of this shop goes to the hospice.',
    'The last visit was better than the one before.',
    'She held the baby while I ate. My old friend loved it.',
    'Final day of our stay, and the twins cried because they had to leave.',
  ]
  test.each(jokes)('is not grief: %s', (text) => expect(grieves(text)).toBe(false))

  test.each(jokes)('gets neither condolences nor the manager: %s', (text) => {
    for (const { variants } of drafted(text, 5))
      expect(variants[0]?.text).not.toMatch(/your loss|condolences|thoughts are with you|the manager/)
  })
})

test('a law firm that settled an estate condoles in one sentence and thanks for the praise', () => {
  const text = 'When Dad died we knew nothing about probate. She explained every letter and it took eight months.'
  const bodyBy = (businessName: string) => {
    const request = { review: { rating: 5, text }, tone: 'warm', length: 'long' } as const
    return bodyOf(draftReply(request, { businessName, trade: 'other', seed: text }).variants[0]?.text ?? '')
  }
  const mourning = /\bstrength\b|sympathy|goodbye|memories|such a loss|harder than a loss|\bcomfort\b|right words/
  expect(bodyBy('Corner House Solicitors')).toMatch(/loss|condolences|thoughts are with/)
  expect(bodyBy('Corner House Solicitors')).toMatch(/kind(?:ly)?\b|grateful for what you write/)
  expect(bodyBy('Corner House Solicitors')).not.toMatch(mourning)
  expect(bodyBy('Corner House Vets')).toMatch(mourning)
})

describe('a death in an aside', () => {
  test.each([
    'Got the right paint at once, which my late grandfather would have called luck.',
    'Do you buy old records? My late aunt had a cellar full of them.',
    'My late husband and I used to dance here every New Year.',
    'Leg day here: I saw my own wake, and booked the next one.',
    'He didn’t live to regret the second curry.',
    'My brother’s estate car has never run so well.',
  ])('gets no condolences: %s', (text) => expect(grieves(text)).toBe(false))

  test.each([
    'They read us my late aunt’s will twice, slowly.',
    'My father passed on the 9th of June, and they moved the crown without a fee.',
    'We took Olive in knowing she would not be with us for long, knowing he wouldn’t come back home.',
    'Nan didn’t live to see the kitchen, and they finished it for her.',
    'They wound up my brother’s affairs, and rang me every Friday.',
  ])('that the review is about gets them: %s', (text) => expect(grieves(text)).toBe(true))

  test('a complaint about a bill begins with the loss', () =>
    drafted('My wife died on Sunday. On Thursday you billed her for a missed appointment.', 1, 'dentist').forEach(
      ({ variants }) => {
        expect(variants[0]?.text).toContain('sorry for your loss')
        expect(variants[0]?.text).not.toContain('individual cases')
      },
    ))
})
