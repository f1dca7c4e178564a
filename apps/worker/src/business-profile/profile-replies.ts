import type { PreparedChange, ProfileApi } from '@svc/business-profile/profile-api'
import { ProfileError } from '@svc/business-profile/profile-error'
import type { Database } from '@svc/db/database'
import { findProfileAccess, type ProfileAccess, recordConnectionProblem } from '@svc/db/profile-connections'
import {
  beginSend,
  type ClaimedReply,
  claimProfileReplies,
  finishReply,
  type ReplyResult,
} from '@svc/db/profile-replies'
import type { Loop } from '../loop.ts'
import { type QueueLoopOptions, startQueueLoop } from '../queue-loop.ts'
import { isSameReply } from './reply-text.ts'

interface ProfileRepliesOptions extends QueueLoopOptions {
  api: ProfileApi
  /** The time limit of one request. */
  timeoutMs: number
}

const pollMs = 500

/** The wait before the next attempt if the upstream service states none, for each attempt so far. */
const retryMs = 10_000
/** The number of attempts after which the wait grows no longer. */
const growingAttempts = 60

/**
 * Publishes approved replies, at most one at a time per business, and removes withdrawn ones. The arrows of the state
 * machine are in docs/operations/business-profile.md: a send is recorded before its request, and a reply without a
 * known result is read upstream before anything else is sent.
 */
export function startProfileReplies(options: ProfileRepliesOptions): Loop {
  return startQueueLoop('business profile replies', options, {
    queue: 'business_profile_replies',
    claim: claimProfileReplies,
    pollMs,
    async run(claimed) {
      const result = await advance(claimed, options)
      // False if the reply was edited, withdrawn or disconnected meanwhile: its row says what happens next.
      if (result) await finishReply(options.db, claimed, result)
    },
  })
}

/** Takes a claimed reply one step on. Undefined if it changed meanwhile. */
async function advance(claimed: ClaimedReply, options: ProfileRepliesOptions): Promise<ReplyResult | undefined> {
  const { db, api, logger, timeoutMs } = options
  // A worker was killed between the record of the send and its result. The request may still be under way.
  if (claimed.state === 'sending') return { state: 'uncertain', delayMs: 2 * timeoutMs }
  const { state } = claimed
  const access = await findProfileAccess(db, claimed.owner)
  if (access === undefined) return { state, delayMs: retryMs }
  try {
    const review = await api.findReview(access, claimed.source_id)
    const visible = review?.reply ?? null
    if (state === 'withdrawing') {
      if (visible === null) return { state: 'withdrawn' }
      if (!isSameReply(visible.text, claimed.text)) return { state: 'stopped', reason: 'foreign_reply' }
      await (await api.prepareChange(access, claimed.source_id)).deleteReply()
      return { state: 'withdrawn' }
    }
    if (review === undefined) return { state: 'stopped', reason: 'review_gone' }
    if (visible === null) return await send(claimed, await api.prepareChange(access, claimed.source_id), options)
    const isOurs = state === 'uncertain' && isSameReply(visible.text, claimed.text)
    return isOurs ? { state: 'sent', moderation: visible.moderation } : { state: 'stopped', reason: 'foreign_reply' }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    logger.warn({ kind: error.kind, reply_id: claimed.id, state }, 'Published reply not changed yet')
    if (error.kind === 'refused') return { state: 'stopped', reason: 'refused' }
    await recordLostAccess(db, access, error)
    return { state, delayMs: delayOf(claimed, error) }
  }
}

/** Sends the reply under its approval. Undefined if it was changed since it was claimed, and nothing was sent. */
async function send(
  claimed: ClaimedReply,
  change: PreparedChange,
  { db, logger, timeoutMs }: ProfileRepliesOptions,
): Promise<ReplyResult | undefined> {
  if (!(await beginSend(db, claimed))) return undefined
  try {
    return { state: 'sent', moderation: await change.putReply(claimed.text) }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    const { kind } = error
    logger.warn({ kind, reply_id: claimed.id }, 'Reply not published')
    if (kind === 'unknown') return { state: 'uncertain', delayMs: 2 * timeoutMs }
    if (kind === 'refused') return { state: 'stopped', reason: 'refused' }
    if (kind === 'not_found') return { state: 'stopped', reason: 'review_gone' }
    if (kind === 'access_lost') await recordConnectionProblem(db, claimed.owner, kind)
    // The request had no effect. An earlier one, whose result is not known, may still have one.
    return { state: claimed.state === 'uncertain' ? 'uncertain' : 'approved', delayMs: delayOf(claimed, error) }
  }
}

function delayOf({ attempt }: ClaimedReply, { retryAfterMs }: ProfileError): number {
  return retryAfterMs ?? retryMs * Math.min(attempt, growingAttempts)
}

/** Notes that the connection cannot be used: its replies wait until the account connects it again. */
async function recordLostAccess(db: Database, { owner }: ProfileAccess, { kind }: ProfileError): Promise<void> {
  if (kind === 'consent_revoked' || kind === 'access_lost') await recordConnectionProblem(db, owner, kind)
}
