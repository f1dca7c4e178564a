import type { components, paths } from '@generated/business-profile/client-types'
import type { ProfileModerationState } from '@generated/contract/enums'
import type { Connection } from '@svc/db/database'
import { type ProfileAccess, takeProfileRequest, type VisibleReply } from '@svc/db/profile-connections'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'
import createClient from 'openapi-fetch'
import { type ConsentCode, createAccessTokens, form } from './access-tokens.ts'
import { authorizationUrl } from './authorization-url.ts'
import { originOf, type UpstreamHost } from './hosts.ts'
import { ProfileError } from './profile-error.ts'
import { failureOf, type Reply, received } from './responses.ts'

type Upstream = components['schemas']

/** A review of the connected location. */
export interface UpstreamReview {
  id: string
  /** 1 to 5; null if the upstream service does not state it. */
  rating: number | null
  /** Empty if the review has only stars. */
  text: string
  created_at: string
  updated_at: string
  /** The reply of the owner; null without one. */
  reply: VisibleReply | null
}

/** One page of the reviews of a location, the latest update first. */
export interface ReviewPage {
  reviews: UpstreamReview[]
  nextPageToken: string | null
  reviewTotal: number | null
}

/** A location that the person who consented manages. */
export interface UpstreamLocation {
  /** Such as `accounts/1/locations/2`. */
  name: string
  title: string
}

/** A change of the reply to one review, whose token and budget are already there. Each is used once. */
export interface PreparedChange {
  /** Creates or replaces the reply, and returns its moderation. */
  putReply(text: string): Promise<VisibleReply['moderation']>
  /** Removes the reply. */
  deleteReply(): Promise<void>
}

/** The operations of the upstream service. They reject with a ProfileError. */
export interface ProfileApi {
  /** Returns the URL of the page on which a person consents. Nothing is sent. */
  authorizationUrl(consent: { state: string; verifier: string; redirectUri: string }): string
  /** Exchanges the code of a consent for its refresh token. A code is valid once. */
  redeemCode(accountId: Id<'acc'>, consent: ConsentCode): Promise<string>
  /** Lists the locations that a refresh token gives access to, before it is stored. */
  listLocations(account: { id: Id<'acc'>; refreshToken: string }): Promise<UpstreamLocation[]>
  listReviews(access: ProfileAccess, pageToken: string | null): Promise<ReviewPage>
  /** Returns a review with its reply, or undefined if it does not exist. */
  findReview(access: ProfileAccess, reviewId: string): Promise<UpstreamReview | undefined>
  /**
   * Gets everything that a change of the reply needs, so that a send can be recorded directly before its request, and a
   * request that fails here has had no effect.
   */
  prepareChange(access: ProfileAccess, reviewId: string): Promise<PreparedChange>
  /** Revokes the consent, even while the flag is off. Ignores a token that is no longer valid. */
  revoke(refreshToken: string): Promise<void>
}

interface ProfileApiOptions {
  /** The statements of the budget run on it, each in a transaction of its own. */
  db: Connection
  keyring: Keyring
  settings: NonNullable<Settings['businessProfile']>
}

/** The largest pages that the upstream service returns. */
const reviewsPerPage = 50
const locationsPerPage = 100

const ratings: Readonly<Record<Upstream['StarRating'], number | null>> = {
  STAR_RATING_UNSPECIFIED: null,
  ONE: 1,
  TWO: 2,
  THREE: 3,
  FOUR: 4,
  FIVE: 5,
}

/** Creates the client of the upstream service. Nothing is sent before the first operation. */
export function createProfileApi(options: ProfileApiOptions): ProfileApi {
  const { client, hostOf, tokens, take, prepare, read, change } = createRequests(options)
  return {
    authorizationUrl: (consent) =>
      authorizationUrl(hostOf('consent'), { ...consent, clientId: options.settings.clientId }),

    redeemCode: (accountId, consent) => tokens.redeem(accountId, consent),

    listLocations: (account) => listLocations(account, { client, hostOf, tokens, take }),

    async listReviews(access, pageToken) {
      const query = { pageSize: reviewsPerPage, orderBy: 'updateTime desc' as const, ...(pageToken && { pageToken }) }
      const params = { path: pathOf(access), query }
      const result = await read(access, (request) => client.GET(reviewsPath, { ...request, params }))
      if (!result.data) throw failureOf(result.response)
      const { reviews = [], nextPageToken, totalReviewCount } = result.data
      return {
        reviews: reviews.map(readReview),
        nextPageToken: nextPageToken || null,
        reviewTotal: totalReviewCount ?? null,
      }
    },

    async findReview(access, reviewId) {
      const params = { path: { ...pathOf(access), review: reviewId } }
      const result = await read(access, (request) => client.GET(`${reviewsPath}/{review}`, { ...request, params }))
      if (result.data) return readReview(result.data)
      if (result.response.status === 404) return undefined
      throw failureOf(result.response)
    },

    async prepareChange(access, reviewId) {
      const request = await prepare(access)
      const params = { path: { ...pathOf(access), review: reviewId } }
      const path = `${reviewsPath}/{review}/reply` as const
      return {
        async putReply(comment) {
          const { data } = await change(access, client.PUT(path, { ...request, params, body: { comment } }))
          return data ? moderationOf(data) : null
        },
        async deleteReply() {
          await change(access, client.DELETE(path, { ...request, params }))
        },
      }
    },

    async revoke(refreshToken) {
      await take(null)
      const body = { token: refreshToken }
      const { response } = await received(client.POST('/revoke', { ...form, baseUrl: hostOf('tokens'), body }))
      if (!response.ok && response.status !== 400) throw failureOf(response)
    },
  }
}

type Requests = ReturnType<typeof createRequests>

/** Sends requests within the budget and the time limit, with an access token. */
function createRequests({ db, keyring, settings }: ProfileApiOptions) {
  const { timeoutMs, requestsPerMinute } = settings
  const hostOf = (host: UpstreamHost) => originOf(host, settings.origin)
  const client = createClient<paths>({
    baseUrl: hostOf('reviews'),
    // A redirect would carry the token to another host.
    redirect: 'error',
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
  })

  /** Counts a request, or throws before it is sent. Null: one that is sent while the flag is off, too. */
  async function take(accountId: Id<'acc'> | null): Promise<void> {
    const permission = await takeProfileRequest(db, accountId, { perMinuteMax: requestsPerMinute })
    if (permission.allowed) return
    const { isOn, retryAfterMs } = permission
    if (!isOn) throw new ProfileError('off', 'The flag business_profile_enabled is off.')
    throw new ProfileError('busy', 'The budget of requests is used up.', { retryAfterMs })
  }

  const tokens = createAccessTokens({ client, keyring, settings, host: hostOf('tokens'), take })

  /** The headers of one request, which is counted. */
  async function prepare(access: ProfileAccess): Promise<Authorized> {
    const token = await tokens.of(access)
    await take(access.owner.account_id)
    return authorizedBy(token)
  }

  /** Reads, and once more with a new token if the upstream service rejects the token. */
  async function read<Result extends Reply>(
    access: ProfileAccess,
    send: (request: Authorized) => Promise<Result>,
  ): Promise<Result> {
    const first = await received(send(await prepare(access)))
    if (first.response.status !== 401) return first
    tokens.forget(access)
    return received(send(await prepare(access)))
  }

  /** Sends a change. A rejected token is forgotten, and the caller repeats the change later. */
  async function change<Result extends Reply>(access: ProfileAccess, sending: Promise<Result>): Promise<Result> {
    const result = await received(sending)
    const { response } = result
    if (response.status === 401) tokens.forget(access)
    if (!response.ok) throw failureOf(response)
    return result
  }

  return { client, hostOf, tokens, take, prepare, read, change }
}

interface Authorized {
  headers: { Authorization: string }
}

function authorizedBy(token: string): Authorized {
  return { headers: { Authorization: `Bearer ${token}` } }
}

/** Lists the locations of all accounts that the refresh token gives access to. */
async function listLocations(
  { id, refreshToken }: { id: Id<'acc'>; refreshToken: string },
  { client, hostOf, tokens, take }: Pick<Requests, 'client' | 'hostOf' | 'tokens' | 'take'>,
): Promise<UpstreamLocation[]> {
  const authorized = authorizedBy((await tokens.refresh(id, refreshToken)).value)
  const accounts = await everyPage(async (pageToken) => {
    await take(id)
    const params = { query: pageToken }
    const result = await received(client.GET('/v1/accounts', { ...authorized, baseUrl: hostOf('accounts'), params }))
    if (!result.data) throw failureOf(result.response)
    return { items: result.data.accounts ?? [], next: result.data.nextPageToken }
  })
  const found: UpstreamLocation[] = []
  for (const account of accounts) {
    const path = { account: account.name.slice('accounts/'.length) }
    const locations = await everyPage(async (pageToken) => {
      await take(id)
      const params = { path, query: { readMask: 'name,title', pageSize: locationsPerPage, ...pageToken } }
      const request = { ...authorized, baseUrl: hostOf('locations'), params }
      const result = await received(client.GET('/v1/accounts/{account}/locations', request))
      if (!result.data) throw failureOf(result.response)
      return { items: result.data.locations ?? [], next: result.data.nextPageToken }
    })
    found.push(...locations.map(({ name, title = '' }) => ({ name: `${account.name}/${name}`, title })))
  }
  return found
}

async function everyPage<Item>(
  read: (page: { pageToken?: string }) => Promise<{ items: readonly Item[]; next: string | undefined }>,
): Promise<Item[]> {
  const items: Item[] = []
  let page = await read({})
  items.push(...page.items)
  while (page.next) {
    page = await read({ pageToken: page.next })
    items.push(...page.items)
  }
  return items
}

const reviewsPath = '/v4/accounts/{account}/locations/{location}/reviews'

function pathOf({ location }: ProfileAccess): { account: string; location: string } {
  const [, account = '', , id = ''] = location.split('/')
  return { account, location: id }
}

function readReview({ reviewId, starRating, comment, createTime, updateTime, reviewReply }: Upstream['Review']) {
  const review: UpstreamReview = {
    id: reviewId,
    rating: ratings[starRating] ?? null,
    text: comment ?? '',
    created_at: instantOf(createTime),
    updated_at: instantOf(updateTime),
    reply: reviewReply ? { text: reviewReply.comment, moderation: moderationOf(reviewReply) } : null,
  }
  if (!reviewId) throw new ProfileError('unknown', 'The upstream service sent a review without an id.')
  return review
}

const moderationStates: Readonly<Record<Upstream['ReplyState'], ProfileModerationState | null>> = {
  REVIEW_REPLY_STATE_UNSPECIFIED: null,
  PENDING: 'pending',
  APPROVED: 'approved',
  REJECTED: 'rejected',
}

const policyName = /^[A-Z][A-Z0-9_]{0,99}$/

/** Null if the upstream service states no moderation, or one that is not known. */
function moderationOf({ reviewReplyState, policyViolation = '' }: Upstream['Reply']): VisibleReply['moderation'] {
  const state = (reviewReplyState && moderationStates[reviewReplyState]) ?? null
  if (state === null) return null
  const isNamed = state === 'rejected' && policyName.test(policyViolation)
  return { state, policy_violation: isNamed ? policyViolation : null }
}

/** The time in milliseconds, in which it is stored. */
function instantOf(time: string): string {
  const ms = Date.parse(time)
  if (Number.isNaN(ms)) throw new ProfileError('unknown', 'The upstream service sent an invalid time.')
  return new Date(ms).toISOString()
}
