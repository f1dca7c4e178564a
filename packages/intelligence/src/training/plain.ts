import type { Polarity } from '../model/spaces.ts'
import type { Aspect, Trade } from '../records.ts'
import type { CorpusSentence } from './examples.ts'

/**
 * Sentences as plain as they come: "The service was slow." Customers write them by the million and writers of a corpus avoid
 * them, so they are put together here, the same ones each time. They only ever teach; nothing is measured on them.
 */

type Sign = 'positive' | 'negative'

/** Things that are judged, singular or plural ("s:" or "p:"), by trade and aspect; `other` goes for every trade. */
const NOUNS: Record<string, Partial<Record<Aspect, string>>> = {
  other: {
    service: 's:service, p:the staff, s:customer service, s:the owner, s:the manager, p:the people, p:employees',
    price: 'p:prices, s:the price, s:the bill, s:the value',
    wait: 's:the wait, s:the waiting time, s:the speed',
    booking: 's:booking, s:the booking system, s:getting an appointment',
    cleanliness: 's:the cleanliness, s:the hygiene, p:the toilets, s:the bathroom',
    ambience: 's:the atmosphere, s:the decor, s:the ambience, s:the music, s:the ambiance, s:the interior, s:the vibe',
    comfort: 'p:the seats, p:the chairs, s:the waiting area, s:the seating, s:the wifi',
    location: 's:the location, s:the parking, s:the area',
    communication: 's:the communication, s:the explanation, s:the advice',
    general: 's:the place, s:this place, s:the experience, s:the whole experience, s:our visit, s:everything',
  },
  restaurant: {
    quality:
      's:the food, p:the dishes, s:the pizza, s:the sushi, s:the steak, s:the pasta, p:the desserts, p:the appetizers, s:the wine list, p:the drinks, s:the chicken, s:the fish, s:the menu, s:the salad, p:the portions, p:the cocktails, s:the coffee, s:the soup, s:the rice, s:the sauce, p:the burgers, p:the fries, s:the bread, s:dinner, s:lunch, s:brunch, s:the meat, s:the wine, p:the noodles, p:the entrees, s:the curry, p:the tacos',
    service:
      's:the waiter, s:our waitress, s:our server, s:the hostess, p:the waiters, s:the bartender, p:the waitstaff',
    ambience: 's:the room, s:the dining room, s:the garden, s:the setting, s:the lighting, s:the crowd, s:the view',
  },
  hotel: {
    quality: 's:the breakfast, s:the buffet, s:the restaurant food, p:the cocktails',
    comfort: 's:the bed, s:the room, s:the shower, s:the pool, p:the pillows, s:the mattress',
    service: 's:the receptionist, s:reception, s:the concierge',
  },
  garage: {
    quality: 's:the repair, s:the work, s:the bodywork, s:the paint job, p:the brakes',
    service: 's:the mechanic, p:the guys',
  },
  salon: {
    quality: 's:my haircut, s:the colour, s:the cut, p:my nails, p:the highlights, s:the blow dry, s:the massage',
    service: 's:my stylist, s:the hairdresser, s:the barber',
  },
  dentist: {
    quality: 's:the filling, s:the crown, s:the treatment, s:the cleaning',
    service: 's:the dentist, s:the nurse, s:the hygienist',
  },
  retail: {
    quality: 's:the selection, s:the product, p:the shoes, s:the sofa, s:the quality, p:the goods',
    service: 's:the assistant, s:the cashier',
  },
}

const ADJECTIVES: Record<Sign, string> = {
  positive:
    'great, good, excellent, amazing, wonderful, fantastic, very good, really nice, nice, lovely, superb, outstanding, perfect, awesome, terrific, fabulous, decent, brilliant, top notch, the best, incredible, pleasant, impressive, fine, pretty good, so good, always good, exceptional',
  negative:
    'terrible, bad, awful, horrible, poor, very poor, disappointing, mediocre, really bad, the worst, dreadful, appalling, a joke, pretty bad, below average, atrocious, a disappointment, lousy, not great, so bad, unacceptable, a letdown, subpar, disgraceful, nothing special, a disaster, overrated',
}
const OWN_ADJECTIVES: Partial<Record<Aspect, Record<Sign, string>>> = {
  service: {
    positive:
      'friendly, attentive, helpful, very friendly, polite, professional, courteous, welcoming, accommodating, warm, efficient, knowledgeable, so kind',
    negative:
      'rude, unfriendly, very rude, inattentive, arrogant, unhelpful, careless, indifferent, surly, condescending, unprofessional, dismissive',
  },
  price: {
    positive: 'reasonable, very reasonable, fair, affordable, cheap, low, unbeatable',
    negative: 'too high, outrageous, steep, ridiculous, way too high, high, excessive',
  },
  wait: { positive: 'short, minimal, reasonable', negative: 'too long, very long, endless, ridiculous, forever' },
  cleanliness: { positive: 'spotless, immaculate, clean', negative: 'dirty, filthy, disgusting' },
  ambience: {
    positive:
      'cozy, romantic, relaxing, charming, warm, inviting, beautiful, cute, lively, intimate, comfortable, stylish',
    negative: 'too loud, dull, depressing, noisy, cramped, tacky, dark, uninviting, gloomy, cold',
  },
  comfort: {
    positive: 'comfortable, very comfortable, spacious',
    negative: 'uncomfortable, cramped, tiny, hard, broken',
  },
  location: { positive: 'convenient, central, ideal', negative: 'inconvenient, a nightmare, impossible' },
}
const FOOD_ADJECTIVES: Record<Sign, string> = {
  positive:
    'delicious, tasty, fresh, yummy, very tasty, to die for, cooked to perfection, flavorful, mouthwatering, authentic, creative, huge',
  negative:
    'bland, cold, tasteless, overcooked, dry, stale, greasy, too salty, undercooked, soggy, inedible, flavorless, tiny, burnt, chewy',
}

/** Judgements of the whole, as they stand. */
const WHOLES: Record<Polarity, string> = {
  positive: `I love this place.|I highly recommend this place.|Highly recommended!|We will definitely be back.|Will be going back soon.|One of my favorite places in the city.|Best place in town.|Can't wait to go back.|I would recommend it to anyone.|A great find.|You won't be disappointed.|Definitely worth a visit.|My favorite spot.|This place rocks!|Great place to go with friends.|A real gem.|We keep coming back.|I go there all the time.|What a great experience.|Try it, you will love it.|I will certainly return.|Great for groups.|Perfect for a date.|Well worth the trip.|Don't miss this place.|Very happy customer.|Overall a very nice evening.|I had a great time.|Never been disappointed.|It never disappoints.|Been here many times and always loved it.|A must try.`,
  negative: `I will never go back.|Avoid this place.|Do not go here.|Would not recommend.|Never again.|Save your money and go somewhere else.|We won't be returning.|What a disappointment.|I was very disappointed.|A complete waste of time and money.|Stay away!|There are much better places around.|Overrated.|I don't understand the hype.|Don't waste your time.|Worst experience ever.|I expected much more.|Not worth it.|I regret going there.|It used to be so much better.|This place has gone downhill.|I don't recommend it.|We left very disappointed.|Don't bother.|Not going back.`,
  neutral: `We went there on a Saturday night.|I went with two friends last week.|We were in the neighborhood and stopped by.|My wife and I came here for our anniversary.|I have been there twice.|A friend told me about it.|We were a party of six.|I read about it in a magazine.|This was our first visit.|It opened last year.|They also have another one downtown.|I live around the corner.|We had tickets for a show afterwards.|I work nearby.|We were visiting from out of town.|It was my birthday.|We ended up there by chance.|They close at ten.|I had walked past it many times before.|My boyfriend took me there.|We decided to give it a try.|It is an average place.|It's OK.|Nothing more to say.`,
  conflict: '',
}

const VERBS: Record<Sign, string> = {
  positive:
    'We loved X.|I love X!|I really enjoyed X.|I was impressed by X.|We were very happy with X.|You have to love X.|I can recommend X.|X never disappoint.',
  negative:
    'I hated X.|I was disappointed with X.|We were not impressed with X.|I did not like X.|We did not enjoy X.|I had a problem with X.|Very unhappy with X.|X left a lot to be desired.',
}

/** All plain sentences, in the same order each time. */
export function plainSentences(): CorpusSentence[] {
  const sentences: CorpusSentence[] = []
  const trades: Trade[] = ['restaurant', 'hotel', 'salon', 'garage', 'dentist', 'retail']
  for (const trade of trades) {
    const add = (text: string, labels: [Aspect, Polarity][]) =>
      sentences.push({
        trade,
        batch: 'plain',
        text: text.charAt(0).toUpperCase() + text.slice(1),
        labels: new Map(labels),
      })
    const rounds = trade === 'restaurant' ? 8 : 1
    const things = thingsOf(trade)
    for (const [index, thing] of things.entries()) {
      for (let round = 0; round < rounds; round += 1) {
        for (const sign of ['positive', 'negative'] as const) {
          const words = adjectivesFor(thing.aspect, trade, sign)
          const at = index * 7 + round * 5 + (sign === 'positive' ? 0 : 3)
          const [text, polarity] = said(thing, sign, words, at)
          add(text, [[thing.aspect, polarity]])
        }
        const other = things[(index * 5 + round * 11 + 3) % things.length]
        if (!other || other.aspect === thing.aspect) continue
        const sign = (index + round) % 2 === 0 ? 'positive' : 'negative'
        const turned = (index + round) % 3 === 0 ? sign : sign === 'positive' ? 'negative' : 'positive'
        const first = `${thing.name} ${thing.is} ${one(adjectivesFor(thing.aspect, trade, sign), index + round)}`
        const second = `${other.name} ${other.is} ${one(adjectivesFor(other.aspect, trade, turned), index + round * 3)}`
        const joint =
          turned === sign
            ? ' and '
            : one([' but ', ', but ', '; however, ', ', although ', ' but unfortunately '], index)
        add(`${first}${joint}${second}.`, [
          [thing.aspect, sign],
          [other.aspect, turned],
        ])
      }
    }
    for (const polarity of ['positive', 'negative', 'neutral'] as const) {
      for (const [index, text] of WHOLES[polarity].split('|').entries()) {
        if (trade === 'restaurant' || index % 4 === trades.indexOf(trade) % 4) add(text, [['general', polarity]])
      }
    }
  }
  return sentences
}

interface Thing {
  aspect: Aspect
  name: string
  is: string
  isNot: string
}

function thingsOf(trade: Trade): Thing[] {
  return ['other', trade].flatMap((pack) =>
    Object.entries(NOUNS[pack] ?? {}).flatMap(([aspect, nouns]) =>
      listed(nouns).map((noun, index) => {
        const plural = noun.startsWith('p:')
        const past = index % 3 !== 2
        return {
          aspect: aspect as Aspect,
          name: noun.slice(2),
          is: plural ? (past ? 'were' : 'are') : past ? 'was' : 'is',
          isNot: plural ? (past ? "weren't" : "aren't") : past ? "wasn't" : "isn't",
        }
      }),
    ),
  )
}

function adjectivesFor(aspect: Aspect, trade: Trade, sign: Sign): string[] {
  const food = aspect === 'quality' && trade === 'restaurant' ? listed(FOOD_ADJECTIVES[sign]) : []
  return [...listed(OWN_ADJECTIVES[aspect]?.[sign] ?? ''), ...food, ...listed(ADJECTIVES[sign])]
}

/** One of a dozen ways to say it. */
function said(thing: Thing, sign: Sign, words: string[], at: number): [string, Polarity] {
  const word = one(words, at)
  const bare = thing.name.replace(/^(the|our|my|this) /, '')
  switch (at % 12) {
    case 0:
    case 1:
    case 2:
    case 3:
      return [`${thing.name} ${thing.is} ${word}.`, sign]
    case 4:
      return [`${thing.name} ${thing.is} ${word}!`, sign]
    case 5:
    case 6:
      return [`${word.replace(/^(a|the) /, '')} ${bare}.`, sign]
    case 7:
      return [
        `${thing.name} ${thing.isNot} ${one(['good', 'very good', 'great', 'that good', 'impressive'], at)}.`,
        'negative',
      ]
    case 8:
      return [`${thing.name} ${thing.isNot} ${one(['bad', 'bad at all'], at)}.`, 'positive']
    case 9:
      return [
        `${thing.name} ${thing.is} ${one(['average', 'ok', 'okay', 'so so', 'alright', 'nothing special', 'just ok'], at)}.`,
        'neutral',
      ]
    default:
      return [one(VERBS[sign].split('|'), at).replace('X', thing.name), sign]
  }
}

function listed(list: string): string[] {
  return list.split(', ').filter((entry) => entry !== '')
}

function one(list: readonly string[], at: number): string {
  return list[at % list.length] ?? ''
}
