import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import { startUpstreamDouble, type UpstreamDouble } from '@svc/business-profile/testing'
import { setFlag } from '@svc/db/flags'
import { connectProfile, findProfileConnection, profileFlag } from '@svc/db/profile-connections'
import { approveProfileReply, createProfileReply, listProfileReplies, type ProfileReply } from '@svc/db/profile-replies'
import type { Owner } from '@svc/db/records'
import { listReviews } from '@svc/db/review-list'
import { knexOf } from '@svc/db/testing'
import { deleteProfileConnections, makeProfileSyncsDue } from '@svc/db/testing-profile'
import { insertUser, type User } from '@svc/db/users'
import { type Id, newId } from '@svc/runtime/ids'
import { eventually, type Harness, startHarness } from './harness.ts'

/** An account whose location is connected to the double. */
export interface ProfileHarness extends Harness {
  upstream: UpstreamDouble
  /** The settings of a worker that reaches the double. */
  profileEnvironment: Record<string, string>
  /** A new account, connected, with a person who has just confirmed the password. */
  connect(): Promise<Profile>
}

export interface Profile {
  owner: Owner
  /** Resolves once a scan has been completed after this call. */
  synchronized(timeoutMs?: number): Promise<void>
  /** Writes and approves a reply to the review with this id at the upstream service. */
  approve(sourceId: string, text: string): Promise<Id<'bpr'>>
  reply(id: string): Promise<ProfileReply>
  /** The reply once it is in this state. */
  inState(id: string, state: ProfileReply['state'], timeoutMs?: number): Promise<ProfileReply>
}

/** Starts the harness of the worker with a double of the upstream service, and switches the flag on. */
export async function startProfileHarness(): Promise<ProfileHarness> {
  const harness = await startHarness()
  const upstream = await startUpstreamDouble()
  const { db } = harness.database
  await setFlag(db, profileFlag, true)

  async function profileOf(owner: Owner, person: { user: User; sessionId: Id<'ses'> }): Promise<Profile> {
    const reply = async (id: string) => {
      const { items } = await listProfileReplies(db, owner, { limit: 500 })
      const found = items.find((item) => item.id === id)
      if (found === undefined) throw new Error(`There is no reply ${id}.`)
      return found
    }
    return {
      owner,
      reply,
      async synchronized(timeoutMs) {
        const before = (await findProfileConnection(db, owner))?.synced_at
        await makeProfileSyncsDue(db, owner)
        await eventually(
          'a completed scan',
          async () => {
            const found = await findProfileConnection(db, owner)
            return found?.synced_at !== before && found?.running_scan === null
          },
          timeoutMs,
        )
      },
      async approve(sourceId, text) {
        const { id: review_id } = await knexOf(db)('reviews')
          .where({ subject_id: owner.business_id, source: 'google', source_id: sourceId })
          .first('id')
        const { user, sessionId } = person
        const approver = { actor: { type: 'member', id: user.id, request_id: null }, sessionId } as const
        return db.transaction(async (transaction) => {
          const draft = await createProfileReply(transaction, owner, { review_id, text })
          if (typeof draft === 'string') throw new Error(`No reply was created: ${draft}.`)
          await approveProfileReply(transaction, owner, draft.id, { text, approver })
          return draft.id
        })
      },
      inState: (id, state, timeoutMs) =>
        eventually(
          `a reply in the state "${state}"`,
          async () => {
            const found = await reply(id)
            return found.state === state && found
          },
          timeoutMs,
        ),
    }
  }

  return {
    ...harness,
    upstream,
    profileEnvironment: {
      BUSINESS_PROFILE_CLIENT_ID: 'client',
      BUSINESS_PROFILE_CLIENT_SECRET: 'secret',
      BUSINESS_PROFILE_ORIGIN: upstream.origin,
      BUSINESS_PROFILE_TIMEOUT: '2s',
      BUSINESS_PROFILE_REQUESTS_PER_MINUTE: '100000',
    },
    async connect() {
      const owner = await harness.owner()
      const email = `${newId('usr')}@rosso-trattoria.example`
      const user = await insertUser(db, owner.account_id, { email, password_hash: 'hash', role: 'owner' })
      const sessionId = newId('ses')
      await knexOf(db)('sessions').insert({
        id: sessionId,
        id_hash: Buffer.from(sessionId),
        user_id: user.id,
        expires_at: '2099-01-01',
      })
      const context = refreshTokenContext(owner.business_id)
      const refreshToken = harness.keyring.encrypt('encryption', upstream.refreshToken, context)
      const { location } = upstream
      await db.transaction((transaction) =>
        connectProfile(transaction, owner, { location, title: 'Rosso', refreshToken }),
      )
      return profileOf(owner, { user, sessionId })
    },
    async reset() {
      await harness.reset()
      upstream.hasConsent = true
      upstream.fault = () => undefined
      upstream.observe = () => {}
      upstream.newReplyState = undefined
      upstream.reviews.clear()
      upstream.requests.length = 0
      await deleteProfileConnections(db)
      await setFlag(db, profileFlag, true)
    },
    async close() {
      await harness.close()
      await upstream.close()
    },
  }
}

/** The reviews of the business by the id at the upstream service. */
export async function storedReviews(harness: Harness, owner: Owner) {
  const { items } = await listReviews(harness.database.db, owner, { limit: 10_000, sort: 'oldest' })
  return new Map(items.map((review) => [review.source_id, review]))
}
