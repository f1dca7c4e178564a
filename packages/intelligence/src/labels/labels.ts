import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Aspect, aspects, type Trade } from '@generated/contract/enums'
import { embeddedEngine } from '../engine.ts'
import { alertReader } from '../model/alert-model.ts'
import { type Suspicion, suspicionOf } from '../model/alert-reader.ts'
import { type SentenceView, signsOf, viewOf } from '../model/features.ts'
import { aspectReader } from '../model/model.ts'
import { readLabels } from '../model/reader.ts'
import { wordOf } from '../model/words.ts'
import { floorToThousandth } from '../numbers/rounding.ts'
import { detectLanguage } from '../text/language.ts'
import { readSentences, type Sentence } from '../text/tokens.ts'
import { commonWords, contrastWords } from '../vocabulary/lexicon.ts'
import { type Vocabulary, vocabularyOf } from '../vocabulary/taxonomy.ts'
import { findPhrases, type Judgment, type Subject } from './polarity.ts'
import { alertPhrases, type Signal, signalsOf } from './signals.ts'
import { type Turn, turnsOf } from './turns.ts'

export interface AspectLabel {
  aspect: Aspect
  /** The topic within the aspect; null when the engine that made the labels does not know it. */
  topic: string | null
  /** Probabilities, 0 to 1: positive + negative ≤ mention, what remains is unclear. */
  mention: number
  positive: number
  negative: number
}

export interface SentenceLabels {
  /** `text.slice(start, end)` is the sentence, verbatim. */
  start: number
  end: number
  aspects: AspectLabel[]
  signals: Signal[]
  /** The input of `alertsIn`, which decides with the stars of the review. */
  suspicion: Suspicion | null
}

/** The labels of one review. Computed once and stored with it; labels of another `version` are computed again. */
export interface ReviewLabels {
  version: string
  /** ISO 639-1, or `und`. */
  language: string
  /** False for a language other than English and for a text without words; `sentences` is then empty. */
  analyzable: boolean
  sentences: SentenceLabels[]
}

/** Labels one review. Time grows linearly with its length and stops growing at 10,000 characters; never throws. */
export function labelReview(text: string, { trade }: { trade: Trade }): ReviewLabels {
  const { labels, rest } = readReviewText(text, trade)
  return { ...labels, sentences: [...rest] }
}

/**
 * Labels one review as `labelReview` does, and returns to the event loop between its sentences: the longest review
 * takes 50 ms, which other requests would otherwise wait for.
 */
export async function labelReviewInTurns(text: string, { trade }: { trade: Trade }): Promise<ReviewLabels> {
  const { labels, rest } = readReviewText(text, trade)
  for (const sentence of rest) {
    labels.sentences.push(sentence)
    if (labels.sentences.length % sentencesPerTurn === 0) await nextTurn()
  }
  return labels
}

/** About 4 ms of work. */
const sentencesPerTurn = 8

/** Reads the language of a review; `rest` labels its sentences, one at a time. */
function readReviewText(text: string, trade: Trade): { labels: ReviewLabels; rest: Iterable<SentenceLabels> } {
  const vocabulary = vocabularyOf(trade)
  const sentences = readSentences(text)
  const language = detectLanguage(
    sentences,
    (word) => isEnglishContentWord(word, vocabulary),
    (word) => wordOf(word, false).vector >= 0,
  )
  const analyzable = language === 'en'
  return {
    labels: { version: embeddedEngine.version, language, analyzable, sentences: [] },
    rest: analyzable ? labelSentences(text, sentences, { trade, vocabulary }) : [],
  }
}

function* labelSentences(
  text: string,
  sentences: readonly Sentence[],
  { trade, vocabulary }: { trade: Trade; vocabulary: Vocabulary },
): Generator<SentenceLabels> {
  let previous: Subject | null = null
  for (const { start, end, tokens } of sentences) {
    const written = text.slice(start, end)
    const signals = signalsOf(tokens, written)
    // Instructions to a machine are not an opinion about the business.
    if (signals.includes('prompt_injection')) {
      previous = null
      yield { start, end, aspects: [], signals, suspicion: null }
      continue
    }
    const view = viewOf(findPhrases(tokens, vocabulary), written, previous)
    const turned = turnsOf(tokens)
    const labels = labelsOf(view, turned, { trade, vocabulary })
    previous = subjectAfter(labels)
    const suspicion = suspicionOf(alertReader, view, alertPhrases(tokens))
    yield { start, end, aspects: labels, signals, suspicion }
  }
}

/** The subject of a sentence, to which the next one may refer. */
function subjectAfter(labels: readonly AspectLabel[]): Subject | null {
  const subject = labels.findLast(({ aspect, mention }) => aspect !== 'general' && mention > 0.5)
  return subject?.topic ? { aspect: subject.aspect, topic: subject.topic } : null
}

/** Returns whether a sentence has the same labels in its review and alone: no sentence before it has a subject. */
export function readsAlone({ sentences }: ReviewLabels, index: number): boolean {
  return subjectAfter(sentences[index - 1]?.aspects ?? []) === null
}

/** Aspects less likely than this by the model are not judged, unless a noun of the vocabulary names them. */
const worthJudging = 0.02
/** Weight of a noun that hardly means anything else; weaker ones ("place", "call") name nothing by themselves. */
const nounWeight = 0.7
/** Below this probability a mention is more noise than sign. */
const mentionMin = 0.1
/** Doubt about how the model and the vocabulary distinguish the topics of one aspect. */
const topicDoubt = 0.25

/** The probability that a judging phrase of the vocabulary is meant as a judgment, where the model is less sure. */
const phraseTrust = 0.75
/**
 * The same where the model is nearly sure that the sentence is about something else: of 104 phrases in published
 * sentences of restaurants that the model gave less than this, 22 named the aspect.
 */
const phraseTrustDoubted = 0.4
const doubtedBelow = 0.3
/** A sentence of at most so few words is its phrase, and can hardly be about something else. */
const briefWords = 2
/**
 * The aspects that the model reads into sentences about others: below the first probability, and next to a clearer one,
 * they are more often a guess than a mention where no words of the vocabulary name them, and keep the second part.
 */
const guessed: ReadonlySet<Aspect> = new Set(['ambience', 'comfort', 'booking', 'location'])
const sureMention = 0.7
const silentPart = 0.7
/** The weight of such phrases in the judgment of an aspect; the model has the rest. */
const phrasePart = 0.5
/** The weight of a turn in the judgment of an aspect, and how clearly it judges: 93% of them agree with the corpus. */
const turnTrust = 0.9
const turnCertainty = 0.95
/** The probability of a mention where a turn alone says what the sentence is about. */
const turnMentionMin = 0.6

/**
 * The model gives the probabilities that the sentence mentions an aspect and how it judges it; the vocabulary gives the
 * topic within the aspect.
 */
function labelsOf(
  view: SentenceView,
  { turns, exceptional }: ReturnType<typeof turnsOf>,
  { trade, vocabulary }: { trade: Trade; vocabulary: Vocabulary },
): AspectLabel[] {
  const named = new Set([...namedIn(view), ...turns.flatMap(({ aspect, names }) => (names && aspect ? aspect : []))])
  const readings = readLabels(aspectReader, view, trade, worthJudging, named)
  const isDivided = view.phrases.tokens.some(({ word }) => contrastWords.has(word))
  const clearestMention = Math.max(0, ...readings.map(({ mention }) => mention))
  const labels = readings.flatMap(({ label, mention: modelled, polarity }) => {
    const aspect = aspects.find((name) => name === label)
    if (!aspect) return []
    const found = view.judgments.filter((judgment) => judgment.aspect === aspect)
    const signs = signsOf(found, () => true)
    const judged = signs.positive + signs.negative
    const phrased = judged > 0 && aspect !== 'general' ? Math.max(...found.map((judgment) => judgment.mention)) : 0
    const own = turns.filter((turn) => turn.aspect === aspect)
    const applied = turnsFor(turns, own, aspect, modelled === clearestMention)
    // If no other subject is clear, or "but" introduces a second one, the phrase itself names the subject.
    const said = own.some(({ names }) => names) && (clearestMention < turnMentionMin || isDivided) ? turnMentionMin : 0
    const isKnown = view.words.length > briefWords && !found.some(({ topic }) => vocabulary.unlearned.has(topic))
    const isDoubted = isKnown && own.length === 0 && modelled < doubtedBelow
    const trust = isDoubted ? phraseTrustDoubted : phraseTrust
    const isSilent = guessed.has(aspect) && found.length === 0 && own.length === 0 && !named.has(aspect)
    const read = isSilent && modelled < Math.min(clearestMention, sureMention) ? modelled * silentPart : modelled
    const mention = Math.max(read, phrased * trust, said)
    if (mention < mentionMin) return []
    // Praise and blame of the same thing in one sentence count half each; a neutral mention stays unclear.
    const part = Math.min(1, judged) * phrasePart
    const shared = (sign: 'positive' | 'negative') =>
      mention *
      ((1 - part) * (polarity[sign] + polarity.conflict / 2) + (judged > 0 ? (part * signs[sign]) / judged : 0))
    const { positive, negative } = turned(
      { mention, positive: shared('positive'), negative: shared('negative') },
      applied,
      exceptional,
    )
    if (found.length < 2) {
      const topic = found[0]?.topic ?? vocabulary.wholes.get(aspect) ?? null
      return [
        {
          aspect,
          topic,
          mention: floorToThousandth(mention),
          positive: floorToThousandth(positive),
          negative: floorToThousandth(negative),
        },
      ]
    }
    return topicsOf(found, { aspect, mention, positive, negative })
  })
  return isAboutDirtyToilets(labels) ? labels.map((label) => withoutFacilities(label, view)) : labels
}

/** Toilets are facilities, but those that are dirty are a matter of cleanliness alone. */
function isAboutDirtyToilets(labels: readonly AspectLabel[]): boolean {
  return labels.some(
    ({ topic, mention, positive, negative }) =>
      topic === 'cleanliness.toilets' && mention >= turnMentionMin && negative > positive,
  )
}

/** Lowers the mention of comfort below what counts, unless the words name something else that belongs to comfort. */
function withoutFacilities(label: AspectLabel, { judgments }: SentenceView): AspectLabel {
  if (label.aspect !== 'comfort' || judgments.some(({ aspect }) => aspect === 'comfort')) return label
  const half = (probability: number) => floorToThousandth(probability / 2)
  return { ...label, mention: half(label.mention), positive: half(label.positive), negative: half(label.negative) }
}

/** Turns of the aspect; those of no aspect of their own count for what the sentence is about most. */
function turnsFor(turns: readonly Turn[], own: readonly Turn[], aspect: Aspect, isClearest: boolean): readonly Turn[] {
  const isAny = ({ aspect: about }: Turn) => about === null
  if (own.length > 0) return own
  return isClearest || aspect === 'general' ? turns.filter(isAny) : []
}

/** The mention judged as its turns say; praise of this once, against the usual, is half a complaint. */
function turned(
  { mention, positive, negative }: Pick<AspectLabel, 'mention' | 'positive' | 'negative'>,
  turns: readonly Turn[],
  exceptional: boolean,
): Pick<AspectLabel, 'positive' | 'negative'> {
  const signs = new Set(turns.map(({ sign }) => sign))
  const one = signs.size === 1 ? turns[0] : undefined
  const part = one === undefined ? 0 : turnTrust
  const rest = 1 - part
  const judged = {
    positive: rest * positive + (one?.sign === 1 ? part * mention * turnCertainty : 0),
    negative: rest * negative + (one?.sign === -1 ? part * mention * turnCertainty : 0),
  }
  if (!exceptional || judged.positive < judged.negative) return judged
  const half = (judged.positive + judged.negative) / 2
  return { positive: half, negative: half }
}

function namedIn({ phrases }: SentenceView): Set<string> {
  const nouns = phrases.hits.flatMap(({ value }) => (value.kind === 'term' ? value : []))
  return new Set(nouns.filter(({ weight }) => weight >= nounWeight).map(({ aspect }) => aspect))
}

/** "Great pizza, awful tiramisu": the same aspect twice, each with the sign that its own words give it. */
function topicsOf(
  found: Judgment[],
  { aspect, mention, positive, negative }: Omit<AspectLabel, 'topic'>,
): AspectLabel[] {
  const clearest = Math.max(...found.map((judgment) => judgment.mention))
  return found.map((judgment) => {
    const share = judgment.mention / clearest
    const good = positive * (judgment.positive + topicDoubt)
    const bad = negative * (judgment.negative + topicDoubt)
    const judged = (positive + negative) * share
    return {
      aspect,
      topic: judgment.topic,
      mention: floorToThousandth(mention * share),
      positive: floorToThousandth(good + bad === 0 ? 0 : (judged * good) / (good + bad)),
      negative: floorToThousandth(good + bad === 0 ? 0 : (judged * bad) / (good + bad)),
    }
  })
}

/** True for a word of English reviews of this trade, and false for names and words of other languages. */
export function isEnglishContentWord(word: string, vocabulary: Vocabulary): boolean {
  return commonWords.has(word) || vocabulary.phrases.knows(word)
}
