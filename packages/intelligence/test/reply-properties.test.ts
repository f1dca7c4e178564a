import { readFileSync } from 'node:fs'
import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { alertOddsIn } from '../src/labels/alerts.ts'
import { readReview, sidesOf } from '../src/labels/reading.ts'
import { sensitiveFlags } from '../src/labels/signals.ts'
import { phrasesByTone, sharedPhrases } from '../src/replies/phrases.ts'
import { bodyOf, draftReply } from '../src/replies/reply.ts'
import { labelsOf } from './reviews.ts'

// Properties of every draft, over 300 reviews in each tone and length.

interface Given {
  trade: Trade
  rating: number
  text: string
}

function read(file: string): Given[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [trade, rating, text] = line.split('\t') as [Trade, string, string]
    return { trade, rating: Number(rating), text }
  })
}

const reviewed = [...read('shop-reviews.tsv'), ...read('varied-reviews.tsv')]
/** Two reviews of one trade with the same stars read as one longer review. */
const joined = reviewed.flatMap((first, index) => {
  const second = reviewed.slice(index + 1).find(({ trade, rating }) => trade === first.trade && rating === first.rating)
  return second ? [{ ...first, text: `${first.text} ${second.text}` }] : []
})
const reviews = [...reviewed, ...joined].slice(0, 300)

const tones = ['warm', 'professional', 'concise', 'apologetic'] as const
const lengths = ['short', 'medium', 'long'] as const
const wordsMax = { short: 45, medium: 85, long: 150 }

interface Manner {
  tone: (typeof tones)[number]
  length: (typeof lengths)[number]
}

function writeDraft({ trade, rating, text }: Given, manner: Manner) {
  const { variants, warnings } = draftReply(
    { review: { rating, text }, ...manner },
    { businessName: 'Corner House', trade, seed: text },
  )
  return { text: variants[0]?.text ?? '', claims: variants[0]?.claims ?? [], warnings }
}

const written = new Map<string, ReturnType<typeof writeDraft>>()

/** The draft in this manner, which all properties are read from. */
function draft(given: Given, manner: Manner) {
  const key = JSON.stringify([given, manner])
  const known = written.get(key) ?? writeDraft(given, manner)
  written.set(key, known)
  return known
}
/** A sentence that takes up a request praises and regrets nothing. */
const requests = Object.values(phrasesByTone)
  .flatMap(({ suggestion, question }) => [...suggestion, ...question])
  .map((phrase) => phrase.split('{topic}'))
const isRequest = (sentence: string) =>
  requests.some(([before = '', after = '']) => sentence.startsWith(before) && sentence.endsWith(after))
/** A vulnerable person was treated harshly: no warning of its own, but a matter for a person. */
const harsh = 'The night manager shouted at my mother'
const wordsIn = (text: string) => text.split(/\s+/).length

test('there are 300 reviews', () => expect(new Set(reviews.map(({ text }) => text)).size).toBe(300))

describe.each(tones)('a draft that is %s', (tone) => {
  test('keeps to its number of words, and longer ones have more', () => {
    for (const review of reviews) {
      const [short, medium, long] = lengths.map((length) => wordsIn(draft(review, { tone, length }).text))
      expect(short, review.text).toBeLessThanOrEqual(wordsMax.short)
      expect(medium, review.text).toBeLessThanOrEqual(wordsMax.medium)
      expect(long, review.text).toBeLessThanOrEqual(wordsMax.long)
      expect(medium, review.text).toBeGreaterThan(short ?? 0)
      expect(long, review.text).toBeGreaterThan(medium ?? 0)
    }
  })

  test('regrets nothing that the review only praises, and is glad about nothing that it only blames', () => {
    for (const review of reviews) {
      const { rating, text, trade } = review
      const { aspects } = readReview({ rating, published_at: null }, labelsOf(text, trade), 0)
      for (const length of lengths) {
        const { claims } = draft(review, { tone, length })
        for (const claim of claims.filter(({ text: sentence }) => !isRequest(sentence))) {
          for (const label of labelsOf(claim.text, trade).sentences.flatMap((sentence) => sentence.aspects)) {
            const said = aspects.get(label.aspect)
            if (!said || label.aspect === 'general') continue
            if (label.mention < 0.5 || Math.abs(label.positive - label.negative) < 0.5) continue
            const { praises, complains } = sidesOf(said)
            const opposed = label.positive > label.negative ? complains && !praises : praises && !complains
            expect(opposed, `${label.aspect} in "${claim.text}" to ${JSON.stringify(review)}`).toBe(false)
          }
        }
      }
    }
  })

  test('apologizes for what is likely to be serious and names a person to speak to, and only then', () => {
    const serious: readonly string[] = sensitiveFlags
    for (const review of reviews) {
      const { rating, trade } = review
      const isLikely = labelsOf(review.text, trade).sentences.some(
        (sentence) =>
          sentence.signals.some((signal) => serious.includes(signal)) ||
          alertOddsIn(sentence, rating).some(({ logOdds }) => logOdds >= 0),
      )
      for (const length of lengths) {
        const { text, warnings } = draft(review, { tone, length })
        const isWarned = warnings.some((warning) => serious.includes(warning)) || review.text.includes(harsh)
        const isApology = /\b(sorry|apologize)\b/.test(text) && text.includes('the manager')
        // The owner is warned of what is unlikely, or only mentioned, and the draft need not respond.
        expect(isApology && !isWarned, review.text).toBe(false)
        if (rating <= 3 && isLikely) expect(isApology, review.text).toBe(true)
      }
    }
  })
})

describe('reviews that were once misread', () => {
  const bodies = (text: string, rating: number, trade: Trade = 'salon') =>
    tones.map((tone) => bodyOf(draft({ trade, rating, text }, { tone, length: 'long' }).text))

  test('nothing is regretted where the absence of something bad is praised', () => {
    for (const body of bodies('Zero wait on a Saturday! Never waited once.', 5)) {
      expect(body).not.toMatch(/sorry|regret|apolog|pity|both sides/i)
    }
  })

  test('an idiom is not a report of danger', () => {
    const text = 'The rat race stops here, best shave in town, feels like a hospital for beards.'
    for (const body of bodies(text, 5)) expect(body).not.toMatch(/sorry|the manager/i)
  })

  test.each<[string, number, Trade, RegExp]>([
    ['a comparison', 2, 'restaurant', /wine/],
    ['hearsay', 2, 'restaurant', /beer/],
    ['a question', 3, 'restaurant', /our (waiter|staff|team)|the service/],
    ['an absence', 4, 'hotel', /breakfast/],
    ['another business', 5, 'restaurant', /pasta/],
    ['a part of a compound', 5, 'restaurant', /the chicken/],
    ['a wish', 4, 'hotel', /staff/],
  ])('what stands in %s is not named', (kind, rating, trade, name) => {
    const texts: Record<string, string> = {
      'a comparison': 'The stew was as awful as a bad wine.',
      hearsay: 'Apparently the beer is terrible, we left before it came.',
      'a question': 'Why is every waiter so rude? Lovely view.',
      'an absence': 'A great room with no breakfast.',
      'another business': 'My last restaurant had awful pasta. Here all is well.',
      'a part of a compound': 'Great chicken coop in the yard!',
      'a wish': 'If only the staff were friendly.',
    }
    for (const body of bodies(texts[kind] ?? '', rating, trade)) expect(body).not.toMatch(name)
  })

  test.each([
    ['Overpriced, but worth every cent.', 3],
    ['We waited 30 minutes, fair enough on a Friday.', 2],
    ['The soup was cold, they replaced it at once.', 3],
    ['Steep steps up to the door.', 3],
    ['The chairs are expensive.', 2],
  ])('what is excused, or is a price, gets no apology by name: %s', (text, rating) => {
    for (const body of bodies(text, rating, 'restaurant'))
      expect(body).not.toMatch(/(sorry|apolog\w*|regret)[^.]*(price|wait|soup)/i)
  })

  test.each([
    ['We had to say goodbye to our old dog here. They gave us all the time we needed.', 5],
    ['My grandmother passed away in March and they did the flowers for the funeral.', 4],
  ])('a farewell gets condolences and no cheer: %s', (text, rating) => {
    for (const body of bodies(text, rating, 'other')) {
      expect(body).toMatch(/loss|condolences|thoughts are with you/)
      expect(body).not.toMatch(/smil|happy|glad|see you|welcome|pleas(ed|ure)|again/i)
    }
  })

  test.each(['Nobody ever answers the phone. Left three messages.', 'I wrote twice and never heard back.'])(
    'a customer who could not reach the business is not invited to contact it: %s',
    (text) => {
      for (const body of bodies(text, 2, 'garage')) {
        expect(body).toMatch(/our silence|the trouble you had reaching us/)
        expect(body).not.toMatch(/contact us|get in touch|call or write|hear from you|talk to us|reach us directly/i)
      }
    },
  )

  test('harsh words to a child get an apology and a person to speak to', () => {
    for (const body of bodies('The receptionist shouted at my little son until he was in tears.', 1))
      expect(body).toMatch(/(sorry|apologize)[\s\S]*the manager/)
  })

  test.each([
    ['Nice cut. Do you also open on Mondays?', 'our hours'],
    ['Nice cut. It would be great to book online.', 'booking ahead'],
    ['Nice cut. Could you please take cards?', 'payment options'],
  ])('a request is taken up: %s', (text, topic) => {
    for (const body of bodies(text, 4)) expect(body).toContain(topic)
  })
})

test('a customer with four or five stars gets no apology, unless something serious happened', () => {
  const serious: readonly string[] = sensitiveFlags
  for (const review of reviews.filter(({ rating }) => rating >= 4)) {
    for (const tone of tones) {
      const { text, warnings } = draft(review, { tone, length: 'long' })
      if (!warnings.some((warning) => serious.includes(warning)))
        expect(text, review.text).not.toMatch(/\b(sorry|apolog\w*|regret\w*)\b/i)
    }
  }
})

describe.each(tones)('ten drafts of one business that are %s', (tone) => {
  test.each(lengths)('have no sentence twice: %s', (length) => {
    // As often as reviews have these stars: seven happy ones, two of the middle, one unhappy.
    const praise = reviewed.filter(({ trade, rating }) => trade === 'restaurant' && rating >= 4).slice(0, 7)
    const others = reviewed.filter(({ trade, rating }) => trade === 'restaurant' && rating <= 3).slice(0, 3)
    const recent: string[] = []
    for (const { rating, text } of [...praise, ...others]) {
      const { variants } = draftReply(
        { review: { rating, text }, tone, length },
        { businessName: 'Corner House', trade: 'restaurant', seed: text, recent: [...recent] },
      )
      recent.unshift(variants[0]?.text ?? '')
    }
    const sentences = recent.flatMap((text) => bodyOf(text).split(/(?<=[.!?])\s+/))
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
  })
})

test('no draft says the same thing twice', () => {
  for (const review of reviews) {
    for (const tone of tones) {
      const body = bodyOf(draft(review, { tone, length: 'medium' }).text)
      expect(body.match(/\bthank/gi)?.length ?? 0, body).toBeLessThanOrEqual(1)
    }
  }
})

/** The bodies of the long drafts in all tones, for a business with this name. */
const drafted = (text: string, rating: number, trade: Trade, businessName = 'Corner House') =>
  tones.map((tone) =>
    bodyOf(
      draftReply({ review: { rating, text }, tone, length: 'long' }, { businessName, trade, seed: text }).variants[0]
        ?.text ?? '',
    ),
  )
const regrets = /\b(?:sorry|apolog\w*|regret\w*)\b/i
const delays = /\bthe (?:[\w-]+ )?(?:wait|delay|queue|time it took)\b/i

describe('blame', () => {
  test.each<[string, Trade, number]>([
    ['Great agency. The bank was slow with the papers, that is all.', 'other', 4],
    ['Lovely people here. The insurer took six weeks to reply.', 'garage', 4],
    ['Delivery was late because the courier lost the first box.', 'retail', 3],
    ['We waited an hour, but it was not their fault, the road was closed.', 'restaurant', 4],
    ['Nothing to do with the shop, but the supplier kept us waiting for two weeks.', 'retail', 3],
    ['It took a month, delayed by the council and not by Corner House.', 'other', 3],
    ['Good work. Waited three weeks, and I do not blame them for it.', 'garage', 4],
    ['The seller dragged it out for weeks, the agents did all they could.', 'other', 4],
    ['Slow at the start, through no fault of theirs.', 'other', 4],
    ['The wait was my own fault, I came early.', 'salon', 3],
    ['My landlord was rude and slow, the people here were kind.', 'other', 4],
    ['The queue at the door was beyond their control.', 'restaurant', 4],
  ])('for what others caused is not accepted: %s', (text, trade, rating) => {
    for (const body of drafted(text, rating, trade)) {
      expect(body).not.toMatch(delays)
      expect(body).not.toMatch(/a point|your point|the service/i)
    }
  })

  test.each<[string, Trade, number]>([
    ['We waited an hour for the starters.', 'restaurant', 2],
    ['The waiter was slow, it took them 50 minutes to bring the bill.', 'restaurant', 2],
    ['Waited three weeks for a simple repair.', 'garage', 2],
    ['It took them two hours to change four tires.', 'garage', 2],
    ['Stood in the queue for ages.', 'retail', 2],
    ['Nice cut but a long wait.', 'salon', 4],
    ['They kept me waiting for 45 minutes.', 'salon', 2],
    ['Slow service, and the wait was far too long.', 'restaurant', 2],
    ['The wait was terrible.', 'garage', 1],
    ['An hour late, and we waited in the cold.', 'other', 2],
  ])('for what the business did is: %s', (text, trade, rating) => {
    for (const body of drafted(text, rating, trade)) expect(body).toMatch(delays)
  })

  test.each([
    'Our neighbor threatened to hit my husband, and they helped us at once.',
    'My landlord threatened to throw us out, one call from them ended it.',
    'My boss blackmailed me for a year, and this office made it stop.',
    'The other driver had threatened to kill me, they settled the whole case.',
    'My ex threatened us for months, and these people were so kind.',
    "The debt collector's lawyer threatened us with jail, they stopped that in a day.",
    'The bank had charged us twice, and they got the money back.',
    'Our tenant threatened us with a knife, they found us a better one.',
    'The insurer cheated us out of thousands, and they won every cent.',
    'The buyers threatened to sue us, and the agent calmed them down.',
  ])('for a threat by others is not accepted from a customer with five stars: %s', (text) => {
    for (const body of drafted(text, 5, 'other')) {
      expect(body).not.toMatch(regrets)
      expect(body).not.toMatch(/the manager/)
    }
  })

  test('for a danger that nobody complains of is not accepted from a satisfied customer, who gets cheer', () => {
    for (const text of [
      'Came for a pen, left with nine books. Dangerous shop!',
      'Dangerous place. My wallet is empty.',
    ])
      for (const body of drafted(text, 5, 'retail')) expect(body).not.toMatch(regrets)
  })

  test.each([
    'The owner threatened to hit my husband.',
    'The manager threatened to kill me if I came back.',
    'One of the staff said he would break my legs.',
    'He threatened me with a knife in the car park.',
    'The agent threatened to hurt my daughter if we did not sign.',
    'The mechanic threatened to smash my windscreen.',
    'They charged my card twice and refuse to give the money back.',
    'The receptionist threatened me with violence.',
    'He said he knows where my kids go to school and what could happen to them.',
    'The trainer grabbed me by the throat and threatened me.',
  ])('for a threat by the business is taken seriously: %s', (text) => {
    for (const body of drafted(text, 1, 'other')) expect(body).toMatch(/(?:sorry|apologize)[\s\S]*the manager/)
  })
})

describe('a slow manner', () => {
  test.each([
    'They took our dog slowly into the pack over three weeks, so loving.',
    'Slow and careful work, beautiful.',
    'She explained it slowly and patiently to my father.',
    'He took his time with my beard, forty minutes of bliss.',
    'Gently and slowly, step by step, wonderful with a nervous horse.',
    'The teacher goes slowly and kindly with beginners.',
    'Took two hours over my hair without a rush, perfect.',
    'A slow roast that they take all day for, delicious.',
    'They let our cat get used to the room slowly, very kind.',
    'Unhurried, thorough, took an hour over a check that others do in ten minutes. Great.',
  ])('that is praised is no wait: %s', (text) => {
    for (const rating of [4, 5]) for (const body of drafted(text, rating, 'other')) expect(body).not.toMatch(delays)
  })
})

describe('the time of a search', () => {
  test.each([
    'Drove around for half an hour and found no space.',
    'Looked for 20 minutes for somewhere to park, then went home.',
    'We spent 40 minutes parking the car.',
  ])('is no wait: %s', (text) => {
    for (const body of drafted(text, 2, 'restaurant')) expect(body).not.toMatch(delays)
  })
})

describe('a customer who could not reach the business', () => {
  const invited =
    /\bcontact(?:ed)? us|\bcall(?:ed)? (?:us|or wr)|g[eo]t in touch|hear from you|(?:speak|talk|listen|conversation|tell us (?:more|what))\b|let us know|reach us (?:directly|at any|any)/i

  test.each<[string, number]>([
    ['Good work, hopeless at answering the phone.', 3],
    ['Useless at returning calls.', 2],
    ['Nice people, but nobody picks up when you ring.', 4],
    ['The line is always busy.', 2],
    ['Could never get hold of anyone.', 2],
    ['Straight to voicemail every time.', 3],
    ['Rang five times, no answer.', 1],
    ['I wrote twice and nobody replied.', 2],
    ['Nobody came, nobody called.', 2],
    ['Booked for Monday, never showed up.', 1],
    ['Impossible to reach anybody there.', 3],
    ['Great haircut, but they never answer the phone.', 3],
    ['I wish someone would answer the phone.', 4],
    ['I have emailed, called and written.', 2],
    ['We were put on hold for an hour.', 2],
  ])('is not invited to call: %s', (text, rating) => {
    for (const trade of ['garage', 'dentist', 'other'] as const)
      for (const body of drafted(text, rating, trade)) expect(body).not.toMatch(invited)
  })

  test.each([
    'The repair failed after a day.',
    'Dirty waiting room and a rude clerk.',
    'The paint came off in a week.',
    'They scratched my door.',
    'The work was poor and dear.',
    'Bad advice and a bad job.',
    'The clerk was rude to me.',
    'A terrible job on the brakes.',
    'The boiler failed again after their visit.',
    'Unfriendly and careless people.',
  ])('is not everybody who complains: %s', (text) => {
    for (const body of drafted(text, 1, 'garage')) expect(body).toMatch(invited)
  })
})

describe('a satisfied customer who leaves', () => {
  const returning =
    /\b(?:see you|come back|again|next (?:time|visit)|count on us|rely on us|need us|at your service)\b/i

  test.each([
    'I ended my membership because we are moving abroad. Great place.',
    "We're moving to the coast, thank you for ten good years.",
    'Sadly I am relocating to another city. Best gym I know.',
    'I have moved away and miss this place already.',
    'Leaving the area next week, will miss you all.',
    'Cancelled my subscription as I moved overseas, all was simple and kind.',
    'My last session before I leave town, thank you for everything.',
    'We are emigrating to Canada, lovely people here.',
    "I'm moving back home to Italy, the team was wonderful.",
    'Closed my account because I moved abroad, it took a minute.',
  ])('gets good wishes, not an invitation: %s', (text) => {
    for (const body of drafted(text, 5, 'other')) expect(body).not.toMatch(returning)
  })

  test.each([
    'I moved away, and I still come back every month.',
    'We moved here in May, and they made us feel at home.',
    'They moved my appointment to Friday without a fuss.',
    'My favorite place since moving here.',
    'Moving house was easy with them.',
    'The best movers I know, they moved us in a day.',
    'We were moved to a better room, great.',
    'I keep coming back although we moved to the coast.',
    'A moving evening, the singer was wonderful.',
    'I left with a smile, great team.',
  ])('is not everybody who speaks of a move: %s', (text) => {
    for (const body of drafted(text, 5, 'restaurant'))
      expect(body).toMatch(/\b(?:see you|back|again|next|welcome|soon|drop in|until|open|visit)\b/i)
  })
})

describe('a draft for three stars', () => {
  const clearMin = 0.8

  test.each(tones)('regrets once or twice where a complaint is clear, never more often, and is %s', (tone) => {
    for (const review of reviews.filter(({ rating }) => rating === 3)) {
      const complains = labelsOf(review.text, review.trade).sentences.some(({ aspects }) =>
        aspects.some(({ positive, negative }) => negative >= clearMin && negative > positive),
      )
      for (const length of lengths) {
        const { text } = draft(review, { tone, length })
        const found = bodyOf(text)
          .split(/(?<=[.!?])\s+/)
          .filter((sentence) => regrets.test(sentence))
        if (complains) expect(found.length, `${review.text}\n${text}`).toBeGreaterThanOrEqual(1)
        expect(found.length, text).toBeLessThanOrEqual(2)
      }
    }
  })

  test.each([
    'Haircut. It is a haircut.',
    'Everybody moans about the queue here. I had none.',
    'I booked for the wrong day, my mistake, and they made room for us.',
    'My own fault, I had not brushed him since winter and they had to shave it all off.',
    'Bought four chairs. They are chairs.',
    'We looked at three flats and took none of them.',
    'I should have read the label. The shirt is pink now.',
    'Spilled my own tea over my own notes, they brought a cloth.',
    'People complain about the stairs. I like stairs.',
    'They asked what I wanted and did that.',
  ])('regrets nothing where nothing is blamed on the business: %s', (text) => {
    for (const trade of ['retail', 'dentist'] as const)
      for (const body of drafted(text, 3, trade)) {
        expect(body).not.toMatch(regrets)
        expect(body).not.toMatch(/do better|fell short|disappoint/i)
      }
  })
})

test('no sentence after the thanks refers to another one', () => {
  const { health, more, unnamed } = sharedPhrases
  const lists = Object.values(phrasesByTone).flatMap((phrases) => [
    phrases.praise,
    phrases.praiseUnnamed,
    phrases.regret,
    phrases.regretUnnamed,
    phrases.regretMild,
    phrases.note,
    ...Object.values(phrases.attention),
    ...Object.values(phrases.closings),
  ])
  const sentences = [
    ...lists,
    ...Object.values(more),
    ...Object.values(unnamed),
    health.more,
    ...Object.values(health.attention),
  ].flat()
  const referring = sentences.filter((sentence) =>
    /\b(?:this(?! kind)|these|too|as well)\b|\babout (?:it|that)\b/i.test(sentence),
  )
  expect(referring).toEqual([])
})

describe('a wish', () => {
  const takenUp = [
    ...Object.values(phrasesByTone).flatMap(({ suggestion }) => suggestion),
    ...sharedPhrases.unnamed.suggestion,
  ].map((phrase) => phrase.split('{topic}'))
  const isTakenUp = (body: string) =>
    takenUp.some(([before = '', after = '']) => body.includes(before) && body.includes(after))

  test.each([
    'Nice place. Another cashier maybe?',
    "Good coffee. I'd be happy if there was a bit more cake.",
    'Fair prices. Could they not add a few chairs outside?',
    'Good gym, but somebody needs to clean the toilets more often.',
    'Can you open an hour earlier instead of staying open so late?',
    'Good shop. We would be delighted if you had more books for children.',
    "Nice cut. Couldn't you take cards?",
    'My only wish: a bigger room.',
    'Lovely food. Perhaps a quieter corner with less music?',
    'Great classes. Would be nice if you had one at noon.',
    'Tasty. Please add a vegan dish.',
    "I'd love to see more plants. All good otherwise.",
  ])('is taken up: %s', (text) => {
    for (const rating of [3, 4])
      for (const body of drafted(text, rating, 'restaurant')) expect(body).toSatisfy(isTakenUp)
  })

  test.each([
    'The wine could not have been better.',
    'You need to book early here, it is that good.',
    'I would come back any day.',
    'Somebody should write a song about this bread.',
    'Maybe the best soup in town.',
    'What more could you ask for?',
    'They have another room upstairs, lovely.',
    'I was happy with the bigger room.',
    'Nobody needs to be afraid of the prices.',
    'Who would not be happy here?',
  ])('is not every sentence with such words: %s', (text) => {
    for (const body of drafted(text, 5, 'restaurant')) expect(body).not.toSatisfy(isTakenUp)
  })
})

describe('a comparison', () => {
  test.each([
    'The brakes feel like butter now, great.',
    'My skin is soft as butter, great work.',
    'Runs like cream, perfect.',
    'The coat shines like chocolate, lovely.',
    'The leather feels soft like butter, excellent.',
    'The pasta was as good as a steak.',
    'Her voice is like honey, lovely reading.',
    'The seats are soft like a cake, wonderful.',
    'Good work, the doors close like butter.',
    'The dough was light as bread can be, beautiful.',
  ])('names nothing that was judged: %s', (text) => {
    for (const body of drafted(text, 5, 'restaurant'))
      expect(body).not.toMatch(/the (?:butter|cream|chocolate|steak|honey|cake|bread)\b/i)
  })

  test.each([
    ['I like the bread, lovely.', 'bread'],
    ['We really like the cake, great.', 'cake'],
    ['The bread was wonderful.', 'bread'],
    ['Great cake and friendly people.', 'cake'],
    ['They like dogs here, and the coffee is great.', 'coffee'],
    ['The steak was excellent.', 'steak'],
    ['I also like the soup, delicious.', 'soup'],
    ['Kids like the pizza, it is great.', 'pizza'],
    ['Lovely chocolate.', 'chocolate'],
    ['The fish was perfect.', 'fish'],
  ])('is not every sentence with "like": %s', (text, name) => {
    for (const body of drafted(text, 5, 'restaurant')) expect(body).toContain(name)
  })
})

describe('a child', () => {
  const warned = (text: string) =>
    draftReply({ review: { rating: 2, text } }, { businessName: 'Corner House', trade: 'salon', seed: text }).warnings

  test.each([
    'Overpriced for children, 14 for a seven year old.',
    'Prices for kids are a joke, 12 for a six year old.',
    'They charge my eight year old as much as me, a rip-off.',
    'Far too expensive for a toddler with three hairs.',
    'The price for my little boy is outrageous, 25 for a trim.',
    'Way overpriced, 30 for my daughter who is four.',
    'Expensive for a family, my five year old costs as much as I do.',
    'Too pricey: 18 for a three year old.',
    'I do not pay 20 for my nine year old, at these prices we stay at home.',
    'Full price for a four year old is far too dear.',
  ])('whose price is too high is no report about the child: %s', (text) => {
    expect(warned(text)).not.toContain('minors')
  })

  test.each([
    'The trainer slapped my seven year old.',
    'They left my four year old alone in the yard.',
    'She screamed at my six year old until he cried.',
    'They served beer to my twelve year old.',
    'The coach locked my eight year old in a cupboard.',
    'He dragged my nine year old by the ear.',
    'My toddler was found on the street.',
    'They gave my seven year old the wrong medicine.',
    'A teacher hit my ten year old, and they charge 900 a month.',
    'Expensive, and a girl of the staff hit my five year old son.',
  ])('who was harmed is one: %s', (text) => {
    expect(warned(text)).toContain('minors')
  })
})
