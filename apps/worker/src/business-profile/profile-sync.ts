import type { ProfileApi, ReviewPage, UpstreamReview } from '@svc/business-profile/profile-api'
import { ProfileError } from '@svc/business-profile/profile-error'
import {
  beginScan,
  type ClaimedSync,
  claimProfileSyncs,
  findProfileAccess,
  finishScan,
  isShown,
  listReviewsToLookUp,
  type ProfileAccess,
  recordConnectionProblem,
  releaseProfileSync,
  removeProfileReview,
  restartScan,
  storeScanPage,
} from '@svc/db/profile-connections'
import { storableText } from '@svc/db/records'
import { requestReviewMaintenance } from '@svc/db/review-maintenance'
import { lockReviewImport, type NewReview } from '@svc/db/reviews'
import { storeUndeleted } from '@svc/review-import/store'
import type { Keyring } from '@svc/runtime/secrets'
import { LeaseLostError } from '../lease.ts'
import type { Loop, LoopContext } from '../loop.ts'
import { type QueueLoopOptions, startQueueLoop } from '../queue-loop.ts'
import { CapacityReachedError, requireReviewCapacity } from '../review-capacity.ts'

interface ProfileSyncOptions extends QueueLoopOptions {
  keyring: Keyring
  api: ProfileApi
  /** The time between the end of a scan and the next one. */
  intervalMs: number
}

const pollMs = 500

/** Reviews that were deleted upstream are noticed within this time. */
const fullScanMs = 24 * 3_600_000

/** Requests that fail one after the other before the scan is left for a later claim. */
const failuresMax = 6

/** The wait after the first failure, which doubles with each. */
const firstRetryMs = 250

/** The wait before a scan that could not continue is claimed again. */
const pausedMs = 60_000

/** The number of reviews that are looked up one by one after a scan before the lease is checked again. */
const lookedUpAtOnce = 50

/**
 * Reads the reviews of connected locations, one location at a time in this process and one worker at a time per
 * location. Each page is stored with the position after it, where the next worker continues after a crash.
 */
export function startProfileSync(options: ProfileSyncOptions): Loop {
  return startQueueLoop('business profile reviews', options, {
    queue: 'business_profile_connections',
    claim: claimProfileSyncs,
    pollMs,
    run: (claimed, context) => synchronize(claimed, options, context),
  })
}

/** Completes a scan, or releases it when the worker stops or the upstream service does not respond. */
async function synchronize(claimed: ClaimedSync, options: ProfileSyncOptions, context: LoopContext): Promise<void> {
  const { db, logger, intervalMs } = options
  try {
    const access = await findProfileAccess(db, claimed.owner)
    if (access === undefined) return await releaseProfileSync(db, claimed, { delayMs: pausedMs })
    const scan = { claimed, access, options, context }
    await readPages(scan)
    if (!context.stopping) await lookUpReviews(scan)
    if (context.stopping) return await releaseProfileSync(db, claimed, { delayMs: 0 })
    if (!(await finishScan(db, claimed, { intervalMs }))) throw new LeaseLostError()
  } catch (error) {
    if (error instanceof CapacityReachedError) {
      logger.warn({ business_id: claimed.owner.business_id }, 'Synchronization paused: the plan allows no more reviews')
      return releaseProfileSync(db, claimed, { delayMs: Math.max(intervalMs, pausedMs) })
    }
    if (!(error instanceof ProfileError)) throw error
    const { kind, retryAfterMs = pausedMs } = error
    if (kind === 'consent_revoked') await recordConnectionProblem(db, claimed.owner, kind)
    else if (kind === 'access_lost' || kind === 'not_found')
      await recordConnectionProblem(db, claimed.owner, 'access_lost')
    if (kind !== 'off') logger.warn({ kind, business_id: claimed.owner.business_id }, 'Synchronization interrupted')
    await releaseProfileSync(db, claimed, { delayMs: retryAfterMs })
  }
}

interface Scan {
  claimed: ClaimedSync
  access: ProfileAccess
  options: ProfileSyncOptions
  context: LoopContext
}

/** Reads the pages of a scan from the position that was reached, until its end or until the worker stops. */
async function readPages(scan: Scan): Promise<void> {
  const { claimed, options, context } = scan
  const { scan_kind, pages_done, synced_to } = claimed
  if (scan_kind !== null && pages_done) return
  const kind = scan_kind ?? (await beginScan(options.db, claimed, { fullScanMs }))
  if (kind === undefined) throw new LeaseLostError()
  let pageToken = scan_kind === null ? null : claimed.page_token
  let isLast = false
  while (!isLast && !context.stopping) {
    const page = await nextPage(scan, pageToken)
    if (page === 'expired') {
      if (!(await restartScan(options.db, claimed))) throw new LeaseLostError()
      pageToken = null
      continue
    }
    // The list begins with the latest update, so nothing that follows an update from before the last scan is new.
    const isKnown = page.reviews.some(({ updated_at }) => synced_to !== null && updated_at < synced_to)
    pageToken = kind === 'incremental' && isKnown ? null : page.nextPageToken
    isLast = pageToken === null
    await storePage(claimed, { ...page, nextPageToken: pageToken }, options)
  }
}

async function nextPage({ access, options, context }: Scan, pageToken: string | null): Promise<ReviewPage | 'expired'> {
  try {
    return await patiently(() => options.api.listReviews(access, pageToken), context)
  } catch (error) {
    if (pageToken !== null && error instanceof ProfileError && error.kind === 'refused') return 'expired'
    throw error
  }
}

/** Reads again after a fault of the upstream service, a few times and after increasing pauses. */
async function patiently<Result>(read: () => Promise<Result>, context: LoopContext): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await read()
    } catch (error) {
      const mayPass = error instanceof ProfileError && (error.kind === 'busy' || error.kind === 'unknown')
      if (!mayPass || failures + 1 >= failuresMax || context.stopping) throw error
      await context.pause(error.retryAfterMs ?? firstRetryMs * 2 ** failures)
    }
  }
}

/** Stores the reviews of a page with its position, in one transaction. */
async function storePage(claimed: ClaimedSync, page: ReviewPage, { db, keyring }: ProfileSyncOptions): Promise<void> {
  const { owner } = claimed
  await db.transaction(async (transaction) => {
    await lockReviewImport(transaction, owner)
    const stored = await storeUndeleted(transaction, owner, page.reviews.map(newReviewOf), {
      keyring,
      competitorId: null,
    })
    await requireReviewCapacity(transaction, claimed, stored.filter((review) => review?.result === 'created').length)
    const reviews = page.reviews.map(({ id, updated_at, reply }) => ({
      source_id: storableText(id),
      updated_at,
      reply: reply && { ...reply, text: storableText(reply.text) },
    }))
    if (!(await storeScanPage(transaction, claimed, { ...page, reviews }))) throw new LeaseLostError()
    if (stored.some((review) => review !== null && review.result !== 'unchanged'))
      await requestReviewMaintenance(transaction, owner)
  })
}

function newReviewOf({ id, rating, text, created_at, reply }: UpstreamReview): NewReview {
  return {
    source: 'google',
    source_id: storableText(id),
    rating,
    text: storableText(text),
    language: null,
    published_at: created_at,
    owner_replied: isShown(reply),
    // The rules of the source and of the account apply.
    retain_until: null,
  }
}

/**
 * Looks up the reviews that a full scan has not read, and those whose reply is in moderation. Only a review that the
 * upstream service no longer has is removed: its list sometimes omits reviews.
 */
async function lookUpReviews({ claimed, access, options, context }: Scan): Promise<void> {
  const { db, api } = options
  const nextReviews = () => listReviewsToLookUp(db, claimed, { limit: lookedUpAtOnce })
  for (let reviews = await nextReviews(); reviews.length > 0; reviews = await nextReviews()) {
    for (const sourceId of reviews) {
      if (context.stopping) return
      const review = await patiently(() => api.findReview(access, sourceId), context)
      if (review) {
        await storePage(claimed, { reviews: [review], nextPageToken: null, reviewTotal: null }, options)
        continue
      }
      await db.transaction(async (transaction) => {
        await removeProfileReview(transaction, claimed.owner, sourceId)
        await requestReviewMaintenance(transaction, claimed.owner)
      })
    }
  }
}
