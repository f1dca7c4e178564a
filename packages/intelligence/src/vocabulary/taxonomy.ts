import { type Aspect, aspects, type Trade } from '@generated/contract/enums'
import blanks from '../../vocabulary/blanks.json' with { type: 'json' }
import food from '../../vocabulary/food.json' with { type: 'json' }
import opinions from '../../vocabulary/opinions.json' with { type: 'json' }
import animals from '../../vocabulary/trades/animals.json' with { type: 'json' }
import barber from '../../vocabulary/trades/barber.json' with { type: 'json' }
import beauty from '../../vocabulary/trades/beauty.json' with { type: 'json' }
import cafeBar from '../../vocabulary/trades/cafe-bar.json' with { type: 'json' }
import dentist from '../../vocabulary/trades/dentist.json' with { type: 'json' }
import fitness from '../../vocabulary/trades/fitness.json' with { type: 'json' }
import garage from '../../vocabulary/trades/garage.json' with { type: 'json' }
import generic from '../../vocabulary/trades/generic.json' with { type: 'json' }
import homeServices from '../../vocabulary/trades/home-services.json' with { type: 'json' }
import hotel from '../../vocabulary/trades/hotel.json' with { type: 'json' }
import law from '../../vocabulary/trades/law.json' with { type: 'json' }
import realEstate from '../../vocabulary/trades/real-estate.json' with { type: 'json' }
import restaurant from '../../vocabulary/trades/restaurant.json' with { type: 'json' }
import retail from '../../vocabulary/trades/retail.json' with { type: 'json' }
import salon from '../../vocabulary/trades/salon.json' with { type: 'json' }
import { type PhraseBook, phraseBook } from './patterns.ts'

/**
 * Something people talk about within an aspect. Businesses are compared by aspect, which every trade shares;
 * topics serve the wording, the evidence and the choice of an action.
 */
interface Topic {
  /** `aspect.topic`, stable: open recommendations are recognized by it. */
  key: string
  /** Noun phrase for reports, true of everything that the topic covers: each of its terms and phrases. */
  name: string
  /** The same for praise, where `name` speaks of the trouble. */
  praised?: string | undefined
  /** The topic is the aspect as a whole, so naming it with the aspect says nothing new. */
  whole?: boolean | undefined
  /** Name the topic, say nothing about it. `@foods` and `@drinks` are the lists of `food.json`. */
  terms?: readonly string[] | undefined
  /** Names the topic only with a judgment ("time", "table"). */
  weak?: readonly string[] | undefined
  /** Judgments that are about this topic by themselves ("delicious", "rude"). */
  praise?: readonly string[] | undefined
  complaints?: readonly string[] | undefined
}

interface NarrowerLabel {
  aspect: string
  label: string
  without: string[]
}

interface TradePack {
  /** Label of an aspect in this trade; aspects left out keep the generic one. */
  labels: Partial<Record<Aspect, string>>
  /** Labels for a business whose reviews mention the aspect and none of these topics, in order of preference. */
  narrower?: NarrowerLabel[]
  topics: Topic[]
  /** The topics that belong to a kind of business within the trade. */
  ofKinds?: Topic[]
}

/** One meaning of a phrase. */
export type Meaning =
  | { kind: 'term'; aspect: Aspect; topic: string; weight: number }
  /** A value of 0: the words judge nothing where they stand together, as in "to be honest" and "lying down". */
  | { kind: 'opinion'; value: number; aspect: Aspect | null; topic: string | null }

export interface Vocabulary {
  phrases: PhraseBook<Meaning>
  labels: Record<Aspect, string>
  narrower: readonly NarrowerLabel[]
  topics: Map<string, Topic>
  /** The topic for each aspect as a whole. */
  wholes: Map<Aspect, string>
  /** Topics of kinds of business that the corpus of the model does not have: there the words know more. */
  unlearned: ReadonlySet<string>
}

/** Kinds of business with words of their own and the trade that they belong to; those without one are `other`. */
const kinds = {
  restaurant: [cafeBar],
  salon: [barber, beauty],
  other: [fitness, animals, law, realEstate, homeServices],
} satisfies Partial<Record<Trade, { topics: Topic[] }[]>>

const topicsOf = (trade: keyof typeof kinds): Topic[] => kinds[trade].flatMap(({ topics }): Topic[] => topics)

function withKinds({ topics, ...pack }: TradePack, trade: keyof typeof kinds, more: Topic[] = []): TradePack {
  const ofKinds = topicsOf(trade)
  return { ...pack, topics: [...topics, ...ofKinds, ...more], ofKinds }
}

const packs: Record<Trade, TradePack> = {
  restaurant: withKinds(restaurant, 'restaurant'),
  hotel,
  salon: withKinds(salon, 'salon'),
  garage,
  dentist,
  retail: { ...retail, topics: [...retail.topics, food.topic] },
  other: withKinds({ labels: {}, topics: [] }, 'other', [food.topic]),
}

const termWeight = 0.9
const weakTermWeight = 0.6
const topicOpinion = 0.9
const fittedMentionsMin = 3
/** The share of the reviews about an aspect that may be misread as being about a topic. */
const misreadShare = 0.1

const vocabularies = new Map<Trade, Vocabulary>()

/** The compiled vocabulary of a trade: the generic topics, extended and overridden by those of its pack. */
export function vocabularyOf(trade: Trade): Vocabulary {
  const known = vocabularies.get(trade)
  if (known) return known
  const vocabulary = compile(packs[trade])
  vocabularies.set(trade, vocabulary)
  return vocabulary
}

/**
 * The vocabulary with labels that fit a business: "Cut and styling" for a salon without reviews about colors or nails.
 * `mentions` are the numbers of reviews that mention a topic; with fewer than three about an aspect, its label stays.
 * One review of ten about an aspect may be misread.
 */
export function fitted(vocabulary: Vocabulary, mentions: ReadonlyMap<string, number>): Vocabulary {
  const labels = { ...vocabulary.labels }
  for (const aspect of aspects) {
    const about = [...mentions].filter(([topic]) => aspectOf(topic) === aspect)
    const total = about.reduce((sum, [, count]) => sum + count, 0)
    if (total < fittedMentionsMin) continue
    const isAbsent = (topic: string) => (mentions.get(topic) ?? 0) <= total * misreadShare
    const narrower = vocabulary.narrower.find((each) => each.aspect === aspect && each.without.every(isAbsent))
    labels[aspect] = narrower?.label ?? labels[aspect]
  }
  return { ...vocabulary, labels }
}

/** The noun phrase for a topic that was praised or complained about. */
export function nameOf({ name, praised }: Topic, polarity: 'positive' | 'negative'): string {
  return polarity === 'positive' ? (praised ?? name) : name
}

/** The aspect that a topic key belongs to. */
export function aspectOf(topicKey: string): Aspect {
  const name = topicKey.split('.')[0]
  const aspect = aspects.find((candidate) => candidate === name)
  if (!aspect) throw new Error(`"${topicKey}" does not begin with an aspect`)
  return aspect
}

const sharedLists: Record<string, readonly string[]> = { '@foods': food.foods, '@drinks': food.drinks }

/** A list with its references replaced by the lists that they name. */
function expanded(list: readonly string[] = []): string[] {
  return list.flatMap((phrase) => sharedLists[phrase] ?? [phrase])
}

function compile(pack: TradePack): Vocabulary {
  const phrases = phraseBook<Meaning>()
  // A phrase that two topics claim belongs to the one added first, so the trade's own come before the generic ones.
  for (const topic of [...pack.topics, ...generic.topics]) {
    const aspect = aspectOf(topic.key)
    const about = { aspect, topic: topic.key }
    phrases.add(expanded(topic.complaints), { kind: 'opinion', value: -topicOpinion, ...about })
    phrases.add(expanded(topic.praise), { kind: 'opinion', value: topicOpinion, ...about })
    phrases.add(expanded(topic.terms), { kind: 'term', weight: termWeight, ...about })
    phrases.add(expanded(topic.weak), { kind: 'term', weight: weakTermWeight, ...about })
  }
  for (const { value, phrases: list } of opinions) {
    phrases.add(list, { kind: 'opinion', value, aspect: null, topic: null })
  }

  phrases.add(blanks, { kind: 'opinion', value: 0, aspect: null, topic: null })
  const topics = new Map<string, Topic>()
  for (const topic of [...generic.topics, ...pack.topics]) topics.set(topic.key, { ...topics.get(topic.key), ...topic })
  const wholes = new Map<Aspect, string>()
  for (const { key, whole } of topics.values()) if (whole) wholes.set(aspectOf(key), key)
  const generics = new Set(generic.topics.map(({ key }) => key))
  const unlearned = new Set((pack.ofKinds ?? []).map(({ key }) => key).filter((key) => !generics.has(key)))
  return {
    phrases,
    labels: { ...genericLabels, ...pack.labels },
    narrower: pack.narrower ?? [],
    topics,
    wholes,
    unlearned,
  }
}

const genericLabels: Record<Aspect, string> = {
  quality: 'Quality of the work',
  service: 'Staff and service',
  price: 'Price and value',
  wait: 'Waiting and punctuality',
  booking: 'Booking',
  cleanliness: 'Cleanliness',
  ambience: 'Atmosphere',
  comfort: 'Comfort and facilities',
  location: 'Location and parking',
  communication: 'Explaining and keeping in touch',
  trust: 'Honesty and trust',
  safety: 'Health and safety',
  general: 'Overall impression',
}
