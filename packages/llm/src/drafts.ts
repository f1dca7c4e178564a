import * as bounds from '@generated/contract/bounds'
import { type ReplyWarning, replyClaimSupports, replyWarnings } from '@generated/contract/enums'
import { embeddedEngine } from '@svc/intelligence/engine'
import { isEnglishContentWord, labelReviewInTurns, type ReviewLabels } from '@svc/intelligence/labels/labels'
import { isFirstName } from '@svc/intelligence/labels/personal-data'
import { sensitiveFlags } from '@svc/intelligence/labels/signals'
import type { Engine, ReplyClaim, ReplyContent, ReplyRequest } from '@svc/intelligence/records'
import { wordLimits } from '@svc/intelligence/replies/parts'
import {
  anyTooSimilar,
  bodyOf,
  draftReply,
  isQuiet,
  type ReplyContext,
  withBody,
} from '@svc/intelligence/replies/reply'
import { type Vocabulary, vocabularyOf } from '@svc/intelligence/vocabulary/taxonomy'
import { isRecord } from '@svc/runtime/json'
import { type Chat, ChatError, unmatchedCompletion } from './chat.ts'
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
const draftCharsMax = bounds.ReplyVariant.text.maxLength
const claimCharsMax = bounds.ReplyClaim.text.maxLength
const quoteCharsMax = bounds.ReplyClaim.quote.maxLength
const claimsMax = bounds.ReplyVariant.claims.maxItems
/** A draft may be this much longer than requested, and never shorter than a sentence. */
const wordsFactorMax = 1.8
const wordsMin = 8
/** The maximum number of consecutive words that a draft may take from a review. */
const echoWords = 8

/**
 * Drafts as `draftReply` does, rephrased by the model if one is set up and its text passes the guard. The topics, the
 * greeting, the signature and the warnings are always the embedded engine's. Never fails because of the model: `engine`
 * names the writer of the draft and the fallback reason. Reviews that need a neutral or sober reply are not sent to the
 * model.
 */
export async function draftReplyWith(
  chat: Chat | null,
  request: ReplyRequest,
  context: ReplyContext,
  { deadlineMs = deadlineMsDefault }: { deadlineMs?: number } = {},
): Promise<{ draft: ReplyContent; engine: Engine }> {
  const labels = await labelReviewInTurns(request.review.text ?? '', context)
  const embedded = draftReply(request, context, labels)
  if (chat === null) return { draft: embedded, engine: embeddedEngine }
  try {
    const draft = await rephraseDraft(chat, request, context, { labels, embedded }, deadlineMs)
    return { draft, engine: chat.engine }
  } catch (error) {
    return { draft: embedded, engine: chat.fallBack(error) }
  }
}

async function rephraseDraft(
  chat: Chat,
  request: ReplyRequest,
  { businessName, trade, seed }: ReplyContext,
  { labels, embedded }: { labels: ReviewLabels; embedded: ReplyContent },
  deadlineMs: number,
): Promise<ReplyContent> {
  const text = request.review.text ?? ''
  refuseUnsuitableReview(text, labels, embedded.warnings)
  if (isQuiet(request, { businessName, trade, seed }, labels))
    throw new ChatError('rejected', 'The model is not used for this review, which needs a sober reply.')
  const facts = (request.facts ?? []).map((fact) => plain(harmless(fact))).filter((fact) => fact !== '')
  const outline = embedded.variants.map((variant) => bodyOf(variant.text))
  const variantCount = request.variants ?? 1
  const wordCount = wordLimits[request.length ?? 'medium']
  const { nonce, block } = quoted(text)
  const task = {
    task: 'draft_replies',
    company: harmless(businessName),
    trade,
    stars: request.review.rating,
    tone: request.tone ?? 'professional',
    words: wordCount,
    variants: variantCount,
    facts,
    outline,
  }
  const completion = await chat.complete({ user: `${JSON.stringify(task)}\n${block}`, schema: replySchema, deadlineMs })
  return checkedDraft(variantsIn(completion), {
    source: sourceOf(text, labels, { trade, facts, outline }),
    given: [...facts, businessName],
    nonce,
    variantCount,
    wordCountMax: wordCount * wordsFactorMax,
    embedded,
  })
}

/** Throws a `ChatError` for a review that must not be sent to a model. */
function refuseUnsuitableReview(text: string, { analyzable }: ReviewLabels, warnings: readonly ReplyWarning[]): void {
  if (warnings.some((warning) => sensitiveFlags.some((flag) => flag === warning)))
    throw new ChatError('rejected', 'The model is not used for this review, which needs a neutral reply.')
  // A review that the engine cannot read may be one of those.
  if (text.trim() !== '' && (!analyzable || warnings.includes('language_unsupported')))
    throw new ChatError('rejected', 'The model is not used for this review, which is not in English.')
}

function sourceOf(
  text: string,
  { sentences }: ReviewLabels,
  { trade, facts, outline }: { trade: ReplyContext['trade']; facts: string[]; outline: string[] },
): Source {
  // Sentences with instructions are not evidence.
  const readable = sentences
    .filter(({ signals }) => !signals.includes('prompt_injection'))
    .map(({ start, end }) => text.slice(start, end))
  const health = trade === 'dentist'
  // A draft must not confirm a treatment: for a health provider it says only what the embedded engine says too.
  return { text, readable, facts, repeatable: health ? outline : readable, health, vocabulary: vocabularyOf(trade) }
}

/** The variants that pass the guard, in the frame of the embedded draft. Throws a `ChatError` when there is none. */
function checkedDraft(
  variants: ReplyContent['variants'],
  context: {
    source: Source
    /** Strings that may be repeated: the facts and the name of the business. */
    given: string[]
    nonce: string
    variantCount: number
    wordCountMax: number
    embedded: ReplyContent
  },
): ReplyContent {
  const { source, given, nonce, variantCount, wordCountMax, embedded } = context
  const suspicious = embedded.warnings.includes('prompt_injection')
  const warnings = new Set<ReplyWarning>(embedded.warnings)
  warnings.delete('too_similar')
  const kept: ReplyContent['variants'] = []
  for (const variant of variants.slice(0, variantCount)) {
    const whole = plain(variant.text)
    // First the whole text, for matches across sentences; then each sentence.
    const fault = faultOf(whole, { given, numbers: source.readable, nonce })
    if (fault !== null) throw new ChatError('rejected', `The completion was not used: ${fault}.`)
    const { sentences, claims, dropped } = supportedPart(whole, variant.claims, source)
    const count = wordsIn(sentences.join(' ')).length
    if (count < wordsMin || count > wordCountMax || dropped > sentences.length || (suspicious && dropped > 0)) continue
    if (dropped > 0) warnings.add('unsupported_claim')
    const frame = embedded.variants[kept.length]?.text ?? embedded.variants[0]?.text ?? ''
    const draft = withBody(frame, sentences.join(' '))
    if (draft.length > draftCharsMax) continue
    if (anyTooSimilar([...kept.map((other) => bodyOf(other.text)), bodyOf(draft)])) warnings.add('too_similar')
    else kept.push({ text: draft, claims })
  }
  if (kept.length === 0)
    throw new ChatError(
      'rejected',
      'The completion was not used: it states things that neither the review nor the facts contain.',
    )
  if (kept.length < variantCount && !warnings.has('too_similar')) warnings.add('unsupported_claim')
  return {
    language: embedded.language,
    variants: kept,
    warnings: replyWarnings.filter((warning) => warnings.has(warning)),
  }
}

interface Source {
  /** The review as posted, for quotes. */
  text: string
  /** Its sentences that are about the visit. */
  readable: string[]
  facts: string[]
  /** Strings whose words a draft may repeat. */
  repeatable: string[]
  health: boolean
  vocabulary: Vocabulary
}

/** The sentences that are courtesy or supported, with the claims that support them. */
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

/** The claims that support a sentence: none for mere courtesy, null for a sentence without support. */
function supportOf(sentence: string, about: ReplyClaim[], source: Source): ReplyClaim[] | null {
  const { text, readable, facts, repeatable, health, vocabulary } = source
  const fitting = about.filter(({ quote }) => quote.trim() !== '' && quote.length <= quoteCharsMax)
  const byFact = fitting.filter(
    ({ supported_by, quote }) => supported_by === 'fact' && facts.some((fact) => fact.includes(quote)),
  )
  const supporting = facts.filter((fact) => byFact.some(({ quote }) => fact.includes(quote)))
  if (
    supporting.length > 0 &&
    unsupportedWords(sentence, supporting).length === 0 &&
    agreesInNegation(sentence, supporting.join(' '))
  )
    return byFact

  if (statesSomething(sentence) || sharesRun(sentence, text, echoWords)) return null
  if (health && confirmsPatient.test(sentence)) return null
  if (unsupportedWords(sentence, []).length === 0) return isCourteous(sentence) ? [] : null
  const byReview = fitting.filter(
    ({ supported_by, quote }) =>
      supported_by === 'review' && text.includes(quote) && readable.some((said) => said.includes(quote.trim())),
  )
  // Numbers have been checked already; a word that no English review would use is a name, a code or another language.
  const isPlain = (word: string) => /^\d+$/.test(word) || (isEnglishContentWord(word, vocabulary) && !isFirstName(word))
  const sources = repeatable.map((said) => wordsIn(said).filter(isPlain).join(' '))
  const carried = byReview.length > 0 && unsupportedWords(sentence, sources).length === 0
  return carried && reacts(sentence) ? byReview : null
}

/** "Your treatment": a public reply must not confirm that its reader is a patient. */
const confirmsPatient =
  /\b(?:your\s+(?:\w+\s+)?(?:visit|treatment|appointment|procedure|care|tooth|teeth|crown|filling|implant)|patient|you\s+(?:visited|came|were\s+treated)|treating\s+you)\b/i

const replySchema = {
  name: 'draft_replies',
  schema: listOf('variants', {
    text: { type: 'string' },
    claims: {
      type: 'array',
      items: recordOf({
        text: { type: 'string' },
        supported_by: { type: 'string', enum: replyClaimSupports },
        quote: { type: 'string' },
      }),
    },
  }),
}

/** The variants of a completion that matches the schema. Throws a `ChatError` for any other. */
function variantsIn(completion: unknown): ReplyContent['variants'] {
  const variants = isRecord(completion) ? completion.variants : undefined
  if (!Array.isArray(variants) || variants.length === 0 || !variants.every(isVariant)) throw unmatchedCompletion()
  return variants
}

function isVariant(value: unknown): value is ReplyContent['variants'][number] {
  if (!isRecord(value)) return false
  const { text, claims } = value
  return typeof text === 'string' && Array.isArray(claims) && claims.every(isClaim)
}

function isClaim(value: unknown): value is ReplyClaim {
  if (!isRecord(value)) return false
  const { text, supported_by, quote } = value
  return (
    typeof text === 'string' &&
    typeof quote === 'string' &&
    replyClaimSupports.some((support) => support === supported_by)
  )
}
