import { type RecommendationEffort, recommendationEfforts, type Trade } from '@generated/contract/enums'
import stored from '../../vocabulary/playbook.json' with { type: 'json' }
import { isOffer, type Offer } from '../labels/offers.ts'
import type { Quote } from '../records.ts'
import { readSentences } from '../text/tokens.ts'
import { type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'

/** The advice for one problem, as `vocabulary/playbook.json` stores it. */
interface StoredPlay {
  /** At most 120 characters. */
  title: string
  /** The action, at most 300 characters. It claims nothing that was not measured: numbers belong to the rationale. */
  action: string
  effort: string
  /** The action where reviews say that one of these is there, which `action` advises. */
  unless?: { offers: readonly string[]; action: string }
  /** More specific actions, each for quotes with one of its phrases; `action` fits any complaint about the subject. */
  fitting?: readonly { phrases: readonly string[]; title?: string; action: string }[]
}

interface FittingPlay {
  book: PhraseBook<true>
  title: string
  action: string
}

interface Play {
  title: string
  action: string
  effort: RecommendationEffort
  unless: { offers: readonly Offer[]; action: string } | undefined
  fitting: readonly FittingPlay[]
}

/** The facts that choose the wording: reviews say that the offers exist, and the evidence is quoted with the advice. */
export interface PlayFacts {
  offers: ReadonlySet<Offer>
  evidence: readonly Pick<Quote, 'text'>[]
}

/**
 * The action for a problem. Looked up by `trade/topic`, `topic`, `trade/aspect`, `aspect`, in this order.
 * Each action is something an owner can start this month and see in later reviews.
 */
const plays = new Map(Object.entries<StoredPlay>(stored).map(([key, play]) => [key, readPlay(key, play)]))

/**
 * The play for a problem; `topic` is null when the problem has no single topic. It advises nothing that reviews say is
 * there, and of several actions the first that half of the quotes speak for.
 */
export function playFor(
  trade: Trade,
  aspect: string,
  topic: string | null,
  { offers, evidence }: PlayFacts,
): Pick<Play, 'title' | 'action' | 'effort'> {
  const play = playOf(trade, aspect, topic)
  if (!play) throw new Error(`No play for ${trade}/${topic ?? aspect}`)
  const usual = play.unless?.offers.some((offer) => offers.has(offer)) ? play.unless.action : play.action
  const { title, action } = fittingPlay(play.fitting, evidence) ?? { title: play.title, action: usual }
  return { title, action, effort: play.effort }
}

function playOf(trade: Trade, aspect: string, topic: string | null): Play | undefined {
  const keys = topic ? [`${trade}/${topic}`, topic, `${trade}/${aspect}`, aspect] : [`${trade}/${aspect}`, aspect]
  const key = keys.find((one) => plays.has(one))
  return key === undefined ? undefined : plays.get(key)
}

/** Returns whether a text speaks for more specific advice about a problem that has a title of its own. */
export function speaksForPlay(trade: Trade, aspect: string, topic: string | null, text: string): boolean {
  const play = playOf(trade, aspect, topic)
  const tokens = readSentences(text).flatMap((read) => read.tokens)
  return play?.fitting.some(({ title, book }) => title !== play.title && book.find(tokens).length > 0) ?? false
}

/** Returns whether a topic has advice of its own, for all trades or for this one. */
export function hasPlay(topic: string | null, trade?: Trade): topic is string {
  return topic !== null && (plays.has(topic) || (trade !== undefined && plays.has(`${trade}/${topic}`)))
}

/** Throws an Error if the file has an effort or an offer that does not exist. */
function readPlay(key: string, { title, action, effort: given, unless, fitting = [] }: StoredPlay): Play {
  const effort = recommendationEfforts.find((one) => one === given)
  if (!effort) throw new Error(`playbook.json, ${key}: "${given}" is not an effort.`)
  const offers = unless?.offers.filter(isOffer) ?? []
  if (unless && offers.length < unless.offers.length)
    throw new Error(`playbook.json, ${key}: one of ${unless.offers.join(', ')} is not in offers.json.`)
  return {
    title,
    action,
    effort,
    unless: unless && { offers, action: unless.action },
    fitting: fitting.map((one) => {
      const book = phraseBook<true>()
      book.add(one.phrases, true)
      return { book, title: one.title ?? title, action: one.action }
    }),
  }
}

/** The first action with a phrase in at least half of the quotes. */
function fittingPlay(fitting: readonly FittingPlay[], evidence: PlayFacts['evidence']): FittingPlay | undefined {
  const quotes = evidence.map(({ text }) => readSentences(text).flatMap(({ tokens }) => tokens))
  return fitting.find(({ book }) => {
    const fitted = quotes.filter((tokens) => book.find(tokens).length > 0).length
    return fitted > 0 && fitted * 2 >= quotes.length
  })
}
