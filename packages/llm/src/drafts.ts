import { type ReplyWarning, replyWarnings } from '@generated/contract/enums'
import { embeddedEngine } from '@svc/intelligence/engine'
import { isEnglishContentWord, labelReview } from '@svc/intelligence/labels'
import { isFirstName } from '@svc/intelligence/personal-data'
import type { Engine, ReplyClaim, ReplyContent, ReplyRequest } from '@svc/intelligence/records'
import { anyTooSimilar, bodyOf, draftReply, type ReplyContext, withBody, wordLimits } from '@svc/intelligence/reply'
import { sensitiveSignals } from '@svc/intelligence/signals'
import { type Vocabulary, vocabularyOf } from '@svc/intelligence/taxonomy'
import { type Chat, ChatError } from './chat.ts'
import {
  agreesInNegation,
  faultOf,
  isCourteous,
  plain,
  reacts,
  sharesRun,
  statesSomething,
  unsupportedWords,
  wordsIn,
} from './guard.ts'
import { harmless, quoted } from './prompt.ts'
import { listOf, recordOf } from './schema.ts'

const deadlineMsDefault = 8_000
const draftCharsMax = 2000
const claimCharsMax = 300
const quoteCharsMax = 240
const claimsMax = 12
/** A draft may be so much longer than asked for, and never shorter than a sentence. */
const wordsFactorMax = 1.8
const wordsMin = 8
/** Words in a row that a draft may take from a review; more is an echo. */
const echoWords = 8

/**
 * Drafts as `draftReply` does, in the words of the model where there is one and what it wrote passes the guard. What the review
 * is about, the greeting, the signature and the warnings are always the embedded engine's. Never fails because of the model:
 * `engine` says who wrote, and why not the model. Reviews that need a neutral answer are not shown to it.
 */
export async function draftReplyWith(
  chat: Chat | null,
  request: ReplyRequest,
  context: ReplyContext,
  { deadlineMs = deadlineMsDefault }: { deadlineMs?: number } = {},
): Promise<{ draft: ReplyContent; engine: Engine }> {
  const embedded = draftReply(request, context)
  if (chat === null) return { draft: embedded, engine: embeddedEngine }
  try {
    const draft = await rephraseDraft(chat, request, context, embedded, deadlineMs)
    return { draft, engine: { ...embeddedEngine, name: chat.model.slice(0, 40), mode: 'llm' } }
  } catch (error) {
    return { draft: embedded, engine: { ...embeddedEngine, fallback_reason: chat.logFallback(error) } }
  }
}

async function rephraseDraft(
  chat: Chat,
  request: ReplyRequest,
  { businessName, trade }: ReplyContext,
  embedded: ReplyContent,
  deadlineMs: number,
): Promise<ReplyContent> {
  const text = request.review.text ?? ''
  const labels = labelReview(text, { trade })
  if (embedded.warnings.some((warning) => sensitiveSignals.has(warning as never)))
    throw new ChatError('rejected', 'The review is not for a model: it needs a neutral answer.')
  // Where the review cannot be read, it cannot be told whether it is one of those.
  if (text.trim() !== '' && (!labels.analyzable || embedded.warnings.includes('language_unsupported')))
    throw new ChatError('rejected', 'The review is not for a model: it is not in English.')

  const variants = request.variants ?? 1
  const words = wordLimits[request.length ?? 'medium']
  const facts = (request.facts ?? []).map((fact) => plain(harmless(fact))).filter((fact) => fact !== '')
  const outline = embedded.variants.map((variant) => bodyOf(variant.text))
  const { nonce, block } = quoted(text)
  const task = {
    task: 'draft_replies',
    company: harmless(businessName),
    trade,
    stars: request.review.rating,
    tone: request.tone ?? 'professional',
    words,
    variants,
    facts,
    outline,
  }
  const answer = await chat.complete({ user: `${JSON.stringify(task)}\n${block}`, schema: replySchema, deadlineMs })

  const said = labels.sentences.filter(({ signals }) => !signals.includes('prompt_injection'))
  const source: Source = {
    text,
    // Sentences that give orders carry nothing.
    readable: said.map(({ start, end }) => text.slice(start, end)),
    facts,
    // What a patient tells is not ours to confirm: of a health provider only what the embedded engine says as well.
    repeatable: trade === 'dentist' ? outline : said.map(({ start, end }) => text.slice(start, end)),
    health: trade === 'dentist',
    vocabulary: vocabularyOf(trade),
  }
  const suspicious = embedded.warnings.includes('prompt_injection')
  const warnings = new Set<ReplyWarning>(embedded.warnings)
  warnings.delete('too_similar')
  const kept: ReplyContent['variants'] = []
  for (const written of variantsIn(answer).slice(0, variants)) {
    const whole = plain(written.text)
    // One look at the whole, so that nothing hides between sentences; then each sentence by itself.
    const fault = faultOf(whole, { given: [...facts, businessName], numbers: source.readable, nonce })
    if (fault !== null) throw new ChatError('rejected', `The answer was not used: ${fault}.`)
    const { sentences, claims, dropped } = supportedPart(whole, written.claims, source)
    const count = wordsIn(sentences.join(' ')).length
    if (count < wordsMin || count > words * wordsFactorMax || dropped > sentences.length || (suspicious && dropped > 0))
      continue
    if (dropped > 0) warnings.add('unsupported_claim')
    const frame = embedded.variants[kept.length]?.text ?? embedded.variants[0]?.text ?? ''
    const draft = withBody(frame, sentences.join(' '))
    if (draft.length > draftCharsMax) continue
    if (anyTooSimilar([...kept.map((variant) => bodyOf(variant.text)), bodyOf(draft)])) warnings.add('too_similar')
    else kept.push({ text: draft, claims })
  }
  if (kept.length === 0)
    throw new ChatError('rejected', 'The answer was not used: it says what neither the review nor the facts say.')
  if (kept.length < variants && !warnings.has('too_similar')) warnings.add('unsupported_claim')
  return {
    language: embedded.language,
    variants: kept,
    warnings: replyWarnings.filter((warning) => warnings.has(warning)),
  }
}

interface Source {
  /** The review as it was posted, for quotes. */
  text: string
  /** Its sentences that are about the visit. */
  readable: string[]
  facts: string[]
  /** Texts whose words a draft may take up. */
  repeatable: string[]
  health: boolean
  vocabulary: Vocabulary
}

/** The sentences that say nothing without support, with the claims that carry them. */
function supportedPart(
  whole: string,
  written: ReplyClaim[],
  source: Source,
): { sentences: string[]; claims: ReplyClaim[]; dropped: number } {
  const all = whole.split(/(?<=[.!?…])\s+/).filter((sentence) => sentence !== '')
  const sentences: string[] = []
  const claims = new Map<string, ReplyClaim>()
  for (const sentence of all) {
    const about = written.filter(({ text }) => {
      const claimed = plain(text)
      return claimed !== '' && (sentence.includes(claimed) || claimed.includes(sentence))
    })
    const support = supportOf(sentence, about, source)
    if (support === null) continue
    sentences.push(sentence)
    for (const { supported_by, quote } of support) {
      const claim: ReplyClaim = { text: sentence.slice(0, claimCharsMax), supported_by, quote }
      claims.set(JSON.stringify(claim), claim)
    }
  }
  return { sentences, claims: [...claims.values()].slice(0, claimsMax), dropped: all.length - sentences.length }
}

/** The claims that carry a sentence: none where it is courtesy alone, null where nothing carries it. */
function supportOf(sentence: string, about: ReplyClaim[], source: Source): ReplyClaim[] | null {
  const { text, readable, facts, repeatable, health, vocabulary } = source
  const fitting = about.filter(({ quote }) => quote.trim() !== '' && quote.length <= quoteCharsMax)
  const byFact = fitting.filter(
    ({ supported_by, quote }) => supported_by === 'fact' && facts.some((fact) => fact.includes(quote)),
  )
  const carrying = facts.filter((fact) => byFact.some(({ quote }) => fact.includes(quote)))
  if (
    carrying.length > 0 &&
    unsupportedWords(sentence, carrying).length === 0 &&
    agreesInNegation(sentence, carrying.join(' '))
  )
    return byFact

  if (statesSomething(sentence) || sharesRun(sentence, text, echoWords)) return null
  if (health && CONFIRMS_PATIENT.test(sentence)) return null
  if (unsupportedWords(sentence, []).length === 0) return isCourteous(sentence) ? [] : null
  const byReview = fitting.filter(
    ({ supported_by, quote }) =>
      supported_by === 'review' && text.includes(quote) && readable.some((said) => said.includes(quote.trim())),
  )
  // Numbers have been looked at already; a word that no English review would use is a name, a code or another language.
  const isPlain = (word: string) => /^\d+$/.test(word) || (isEnglishContentWord(word, vocabulary) && !isFirstName(word))
  const sources = repeatable.map((said) => wordsIn(said).filter(isPlain).join(' '))
  const carried = byReview.length > 0 && unsupportedWords(sentence, sources).length === 0
  return carried && reacts(sentence) ? byReview : null
}

/** "Your treatment": in public nobody is told that they are a patient. */
const CONFIRMS_PATIENT =
  /\b(?:your\s+(?:\w+\s+)?(?:visit|treatment|appointment|procedure|care|tooth|teeth|crown|filling|implant)|patient|you\s+(?:visited|came|were\s+treated)|treating\s+you)\b/i

const replySchema = {
  name: 'draft_replies',
  schema: listOf('variants', {
    text: { type: 'string' },
    claims: {
      type: 'array',
      items: recordOf({
        text: { type: 'string' },
        supported_by: { type: 'string', enum: ['review', 'fact'] },
        quote: { type: 'string' },
      }),
    },
  }),
}

/** The variants of an answer of the schema's shape; rejects any other. */
function variantsIn(answer: unknown): ReplyContent['variants'] {
  const { variants } = (answer ?? {}) as { variants?: unknown }
  if (!Array.isArray(variants) || variants.length === 0 || !variants.every(isVariant))
    throw new ChatError('rejected', 'The answer has another shape than asked for.')
  return variants
}

function isVariant(value: unknown): value is ReplyContent['variants'][number] {
  const { text, claims } = (value ?? {}) as { text?: unknown; claims?: unknown }
  return typeof text === 'string' && Array.isArray(claims) && claims.every(isClaim)
}

function isClaim(value: unknown): value is ReplyClaim {
  const { text, supported_by, quote } = (value ?? {}) as Partial<Record<keyof ReplyClaim, unknown>>
  return typeof text === 'string' && typeof quote === 'string' && (supported_by === 'review' || supported_by === 'fact')
}
