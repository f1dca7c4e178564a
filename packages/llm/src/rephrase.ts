import * as bounds from '@generated/contract/bounds'
import { embeddedEngine } from '@svc/intelligence/engine'
import type { AnalysisCompleted, Engine } from '@svc/intelligence/records'
import { isRecord } from '@svc/runtime/json'
import { type Chat, ChatError, unmatchedCompletion } from './chat.ts'
import { agreesInNegation, faultOf, numbersIn, plain, unsupportedWords, wordsIn } from './guard.ts'
import { listOf } from './schema.ts'

const deadlineMsDefault = 20_000
const sentenceCharsMax = 300
const sectionCharsMax = bounds.ReportSection.text.maxLength
/** The share of the words that name things that an action must keep; a finding keeps them all. */
const namedShareMin = 0.6
/** The number of words that may be new, as a share of the number of words before. */
const newShareMax = 0.35
/** Words that begin with the same letters name the same thing: "complain" and "complaints". */
const stemLetters = 5

/**
 * The analysis with its actions and findings rephrased by the model, if one is set up and they still say the same.
 * Scores, order, numbers and evidence stay as they are; reviews are not sent to the model. A sentence whose meaning
 * changed is not used; `engine` names the writer. Never fails because of the model; rejects with the reason of
 * an aborted signal.
 */
export async function rephraseAnalysis(
  chat: Chat | null,
  result: AnalysisCompleted,
  { signal, deadlineMs = deadlineMsDefault }: { signal: AbortSignal; deadlineMs?: number },
): Promise<{ result: AnalysisCompleted; engine: Engine }> {
  const findings = [...result.summary.positives, ...result.summary.negatives]
  // Actions for a danger or a legal matter keep their reviewed wording.
  const actions = result.recommendations.filter(({ urgent }) => !urgent).map(({ action }) => action)
  if (chat === null || findings.length + actions.length === 0) return { result, engine: embeddedEngine }
  const sentences = [
    ...findings.map((text) => ({ text, saysTheSame: isSameFinding })),
    ...actions.map((text) => ({ text, saysTheSame: isSameAction })),
  ].map((sentence, index) => ({ id: `s${index + 1}`, ...sentence }))
  try {
    const task = { task: 'reword', sentences: sentences.map(({ id, text }) => ({ id, text })) }
    const rephrased = sentencesIn(
      await chat.complete({ user: JSON.stringify(task), schema: rephraseSchema, deadlineMs, signal }),
    )
    const better = new Map<string, string>()
    for (const { id, text, saysTheSame } of sentences) {
      const said = plain(rephrased.get(id) ?? '')
      if (said !== '' && isHarmless(said, text) && saysTheSame(said, text)) better.set(text, said)
    }
    if (better.size === 0)
      throw new ChatError('rejected', 'The completion was not used: no sentence says the same as before.')
    return { result: withSentences(result, better), engine: chat.engine }
  } catch (error) {
    signal.throwIfAborted()
    return { result, engine: chat.fallBack(error) }
  }
}

function isHarmless(said: string, own: string): boolean {
  if (said.length > sentenceCharsMax) return false
  // "+62" in a sentence of the engine is not a telephone number.
  const ownNumbers = own.match(/[+−-]?\d[\d.,]*%?/g) ?? []
  return faultOf(said, { given: [own, ...ownNumbers], numbers: [own], asOffered: own }) === null
}

/** An action may be phrased differently if it names the same things, keeps the numbers and adds hardly anything. */
function isSameAction(said: string, own: string): boolean {
  const named = unsupportedWords(own, [])
  const kept = named.filter((word) => isAmong(word, wordsIn(said))).length
  const added = unsupportedWords(said, [own]).filter((word) => !isAmong(word, named)).length
  const numbers = (text: string) => numbersIn(text).sort().join()
  return (
    kept >= named.length * namedShareMin &&
    added <= named.length * newShareMax &&
    numbers(said) === numbers(own) &&
    agreesInNegation(said, own)
  )
}

/** A finding keeps what it names, its numbers in their order, and who is ahead. */
function isSameFinding(said: string, own: string): boolean {
  const words = wordsIn(said)
  const named = [...unsupportedWords(own, []), ...wordsIn(own).filter((word) => findingWords.has(word))]
  const added = unsupportedWords(said, [own]).filter((word) => !isAmong(word, named)).length
  return (
    named.every((word) => isAmong(word, words)) &&
    words.filter((word) => findingWords.has(word)).every((word) => isAmong(word, named)) &&
    added <= named.length * newShareMax &&
    numbersIn(said).join() === numbersIn(own).join() &&
    agreesInNegation(said, own) &&
    relations.every((relation) => relation.test(said) === relation.test(own))
  )
}

/** Words that carry the meaning of a finding. */
const findingWords = new Set(
  'about praise praised complain complained complaint complaints rising falling ahead behind level competitors settled hardly mostly often before last theirs worse better most least'.split(
    ' ',
  ),
)
const relations = [/\byou(?:'re| are) ahead\b/i, /\bcompetitors are ahead\b/i, /\blevel with\b/i, /[+]\d/, /[−-]\d/]

function isAmong(word: string, words: readonly string[]): boolean {
  const head = word.slice(0, stemLetters)
  return words.some((other) => other.slice(0, stemLetters) === head)
}

/** The same analysis with its sentences replaced wherever they occur. */
function withSentences(result: AnalysisCompleted, better: ReadonlyMap<string, string>): AnalysisCompleted {
  const say = (text: string) => better.get(text) ?? text
  const { summary, recommendations, report } = result
  return {
    ...result,
    summary: {
      positives: summary.positives.map(say),
      negatives: summary.negatives.map(say),
      priorities: summary.priorities.map((entry) => ({ ...entry, action: say(entry.action) })),
    },
    recommendations: recommendations.map((entry) => ({ ...entry, action: say(entry.action) })),
    report: {
      ...report,
      sections: report.sections.map((section) => {
        let { text } = section
        for (const [own, said] of better) text = text.replaceAll(own, () => said)
        return text.length <= sectionCharsMax ? { ...section, text } : section
      }),
    },
  }
}

const rephraseSchema = {
  name: 'reword',
  schema: listOf('sentences', { id: { type: 'string' }, text: { type: 'string' } }),
}

/** The sentences of a completion that matches the schema, by id. Throws a `ChatError` for any other. */
function sentencesIn(completion: unknown): Map<string, string> {
  const sentences = isRecord(completion) ? completion.sentences : undefined
  if (!Array.isArray(sentences) || !sentences.every(isSentence)) throw unmatchedCompletion()
  return new Map(sentences.map(({ id, text }) => [id, text]))
}

function isSentence(value: unknown): value is { id: string; text: string } {
  return isRecord(value) && typeof value.id === 'string' && typeof value.text === 'string'
}
