import { createHash } from 'node:crypto'
import { type Role, roles, scopes } from '@generated/contract/enums'
import contract from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { type OperationFacts, operations } from '@generated/contract/operations'
import { tools } from '@generated/mcp/tools'
import { operations as portalOperations } from '@generated/portal/operations'
import portalDocument from '@generated/portal/portal.json' with { type: 'json' }
import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import { startUpstreamDouble, type UpstreamDouble } from '@svc/business-profile/testing'
import type { Transaction } from '@svc/db/database'
import { millisecondsUntilEachIsDue } from '@svc/db/due-work'
import { setFlag } from '@svc/db/flags'
import * as connections from '@svc/db/profile-connections'
import * as consents from '@svc/db/profile-consents'
import * as replies from '@svc/db/profile-replies'
import * as revocations from '@svc/db/profile-revocations'
import type { Owner } from '@svc/db/records'
import { expirePasswordConfirmation } from '@svc/db/testing-credentials'
import {
  countUnfinishedReplies,
  isUnapprovedDraft,
  leaseProfile,
  listApprovedTexts,
  postponeProfileSyncs,
  sessionIdOf,
} from '@svc/db/testing-profile'
import { exampleBodyIn, pathWithIds } from '@svc/http/testing'
import type { Id } from '@svc/runtime/ids'
import { startTestWorker } from '@svc/worker/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mcpFlag } from '../../src/mcp/paths.ts'
import { post } from '../mcp/mcp-fixtures.ts'
import {
  accessIn,
  authorization,
  consent,
  createDriver,
  newVerifier,
  openPerson,
  redirectUri,
} from '../oauth/oauth-client.ts'
import { fromOwnPage, openConsole, openPortal, type PortalPage, portalPath } from '../portal/portal-client.ts'
import { addSyncedReview, connectLocation } from '../portal/profile-fixtures.ts'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// "It would never publish replies without human approval" (INTERFACE.md §1). Every operation of both documents is
// called with every kind of credential, then every tool and every function of the stores; afterwards a worker runs all
// of its jobs. The double of the search company must have received no reply but those that an owner or a developer has
// approved, with exactly their text. What is called comes from the contract and from the exports of the stores.

let api: TestApi
let upstream: UpstreamDouble
let environment: Record<string, string>

beforeAll(async () => {
  upstream = await startUpstreamDouble()
  environment = {
    BUSINESS_PROFILE_CLIENT_ID: 'client',
    BUSINESS_PROFILE_CLIENT_SECRET: 'secret',
    BUSINESS_PROFILE_ORIGIN: upstream.origin,
    BUSINESS_PROFILE_REQUESTS_PER_MINUTE: '100000',
  }
  api = await startTestApi(environment)
  for (const flag of [connections.profileFlag, mcpFlag, 'oauth_authcode_enabled', 'live_keys_enabled'])
    await setFlag(api.database.db, flag, true)
})
afterAll(async () => {
  await api?.close()
  await upstream?.close()
})
beforeEach(() => {
  upstream.requests.length = 0
  // A revocation would end the consent of all accounts of the test.
  upstream.fault = ({ path }) => (path === '/revoke' ? { status: 500 } : undefined)
})

/** A draft of a reply in an account of its own, and a second review that has none. */
interface Draft {
  id: Id<'bpr'>
  account: TestAccount
  text: string
  reviewId: Id<'rev'>
  unansweredId: Id<'rev'>
}

async function openDraft(): Promise<Draft> {
  const { db } = api.database
  const account = await api.open()
  const ids = ['draft', 'unanswered'].map((kind) => `${kind}-${account.owner.business_id}`)
  for (const id of ids) upstream.addReview(id)
  const [sourceId = '', unanswered = ''] = ids
  const token = upstream.refreshToken
  const reviewId = await connectLocation(api, account.owner, { token, sourceId })
  const unansweredId = await addSyncedReview(api, account.owner, unanswered)
  const text = `We are sorry for the wait at ${account.owner.business_id}.`
  const draft = await db.transaction((transaction) =>
    replies.createProfileReply(transaction, account.owner, { review_id: reviewId, text }),
  )
  if (typeof draft === 'string') throw new Error(`No draft was created: ${draft}.`)
  return { id: draft.id, account, text, reviewId, unansweredId }
}

/** Replies that the double has received, whether or not it has taken them. */
function receivedReplies(): { sourceId: string; text: string }[] {
  return upstream.requests
    .filter(({ method }) => method === 'PUT')
    .map(({ path, body }) => ({
      sourceId: decodeURIComponent(path.split('/').at(-2) ?? ''),
      text: JSON.parse(body).comment,
    }))
}

/** Received replies that no owner or developer has approved with exactly this text. */
async function unapprovedReplies() {
  const approved = await listApprovedTexts(api.database.db)
  return receivedReplies().filter(({ sourceId, text }) => {
    const hash = createHash('sha256').update(text).digest()
    return !approved.some(
      ({ source_id, text_hash, role }) =>
        source_id === sourceId && text_hash.equals(hash) && ['owner', 'developer'].includes(role),
    )
  })
}

/** Runs a worker with all of its loops until no queue has work and no reply waits. */
async function runAllJobs(): Promise<void> {
  const { db } = api.database
  await postponeProfileSyncs(db, { except: 3 })
  const settings = { ...environment, WEBHOOK_CONNECT_TO: '*=127.0.0.1:9', SVC_PDF_BROWSER: 'none' }
  const worker = startTestWorker({ db, keyring: api.keyring }, settings)
  try {
    await expect
      .poll(async () => {
        const waits = [...(await millisecondsUntilEachIsDue(db))].filter(([, dueInMs]) => dueInMs <= 0)
        return [await countUnfinishedReplies(db), waits.map(([queue]) => queue)]
      })
      .toEqual([0, []])
  } finally {
    await worker.stop()
  }
}

/** The credential of a caller, and the base of the public operations for it. */
interface Access {
  headers: Record<string, string>
  publicBase: string
  /** Of a person. */
  page?: PortalPage
  /** Runs before each call. */
  prepare?: () => Promise<void>
}

const ofKey = (key: string): Access => ({ headers: { 'X-API-Key': key }, publicBase: api.baseUrl })

const ofToken = (token: string): Access => ({ headers: { Authorization: `Bearer ${token}` }, publicBase: api.baseUrl })

const ofPage = (page: PortalPage): Access => ({
  headers: { Cookie: page.cookie, 'X-CSRF-Token': page.csrfToken },
  publicBase: `${api.origin}${portalPath}/v1`,
  page,
})

const ofMember = (role: Role) => async (account: TestAccount) => ofPage(await openPortal(api, account, role))

const ofUnconfirmedMember = (role: Role) => async (account: TestAccount) => {
  const access = await ofMember(role)(account)
  const prepare = () => expirePasswordConfirmation(api.database.db, access.page?.user.id ?? '')
  return { ...access, prepare }
}

async function ofClient(account: TestAccount): Promise<Access> {
  const oauth = createDriver(api, account)
  return ofToken(await oauth.tokenOf(await oauth.register()))
}

/** A token of an app that an owner has allowed everything. */
async function ofAllowedApp(account: TestAccount): Promise<Access> {
  const oauth = createDriver(api, account)
  const client = await oauth.register({ redirect_uris: [redirectUri] })
  const { verifier, challenge } = newVerifier()
  const parameters = authorization(client, challenge, { scope: scopes.join(' ') })
  const { searchParams } = await consent(api, await openPerson(api, account), parameters)
  const { body } = await oauth.requestToken(client, {
    grant_type: 'authorization_code',
    code: searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  return ofToken(accessIn(body))
}

/** Everyone who may call, with the access to the account of a draft. */
const callers: Record<string, (account: TestAccount) => Promise<Access>> = {
  ...Object.fromEntries(roles.map((role) => [role, ofMember(role)])),
  ...Object.fromEntries(roles.map((role) => [`${role} without a confirmed password`, ofUnconfirmedMember(role)])),
  'owner of another account': async () => ofMember('owner')(await api.open()),
  administrator: async () => ofPage(await openConsole(api)),
  ...Object.fromEntries(
    scopes.map((scope) => [
      `key with ${scope}`,
      async ({ issue }: TestAccount) => ofKey((await issue({ scopes: [scope] })).key),
    ]),
  ),
  'test key with every scope': async ({ issue }) => ofKey((await issue()).key),
  'live key with every scope': async ({ issue }) => ofKey((await issue({ kind: 'live' })).key),
  'token of a client': ofClient,
  'token of an app that an owner has allowed': ofAllowedApp,
  'no credential': async () => ({ headers: {}, publicBase: api.baseUrl }),
}

/** More would only wait for each other. */
const turnsAtOnce = 3

interface Call {
  name: string
  /** It may change something. */
  writes: boolean
  /** It needs no credential, and reads none but that of a session. */
  isPublic: boolean
  send(access: Access, draft: Draft): Promise<{ status: number }>
}

/** The call of an operation with the first example of its document, in which known ids and texts are filled in. */
function callOf(document: { paths: object }, name: string, operation: OperationFacts): Call {
  const example = exampleBodyIn(document, operation)
  return {
    name,
    writes: operation.method !== 'get',
    isPublic: operation.public,
    send({ headers, publicBase, page }, draft) {
      const { account_id: acc, business_id: biz } = draft.account.owner
      const ids = { acc, biz, bpr: draft.id, rev: draft.reviewId, ...(page && { usr: page.user.id }) }
      const known = {
        text: draft.text,
        review_id: draft.unansweredId,
        location: upstream.location,
        ...(page && { password: page.password, current_password: page.password, email: page.user.email }),
      }
      const base = document === portalDocument ? `${api.origin}${portalPath}` : publicBase
      return request(base + pathWithIds(document, operation.path, ids), operation.method.toUpperCase(), {
        body: filledIn(example, known),
        headers: { ...fromOwnPage, ...headers },
      })
    },
  }
}

/**
 * The example with these values in place of the fields of the same names. Without `draft_id`: the account has no such
 * draft of a reply, and the operation would be refused before it does anything.
 */
function filledIn(example: unknown, known: Record<string, string>): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example
  const fields = Object.entries(example).filter(([name]) => name !== 'draft_id')
  return Object.fromEntries(fields.map(([name, value]) => [name, known[name] ?? value]))
}

const toolCalls = tools.map(
  ({ shown, arguments: names }): Call => ({
    name: shown.name,
    writes: !shown.annotations.readOnlyHint,
    isPublic: false,
    send({ headers }, { account, reviewId }) {
      const known = { business_id: account.owner.business_id, review_id: reviewId }
      const given = Object.fromEntries(Object.entries(known).filter(([name]) => name in names))
      return post(api.origin, { method: 'tools/call', params: { name: shown.name, arguments: given }, headers })
    },
  }),
)

const calls: readonly Call[] = [
  ...Object.entries<OperationFacts>(portalOperations).map(([id, facts]) => callOf(portalDocument, id, facts)),
  ...Object.entries<OperationFacts>(operations).map(([id, facts]) => callOf(contract, id, facts)),
  ...toolCalls,
]

/** Whether the draft still waits for an approval, and the session of the person has not ended. */
async function isIntact(draft: Draft, { headers, page }: Access): Promise<boolean> {
  if (!(await isUnapprovedDraft(api.database.db, draft.id))) return false
  if (page === undefined) return true
  const session = page.user.role === 'admin' ? '/admin/session' : '/session'
  return (await request(`${api.origin}${portalPath}${session}`, 'GET', { headers })).status === 200
}

test('of all operations and tools, for every caller, only an approval publishes, and exactly its text', async () => {
  /** The caller and the operation that the draft of a business was last exposed to. */
  const exposedTo = new Map<string, string>()
  const failed: string[] = []
  const drafting: string[] = []

  async function expose(caller: string) {
    const draft = await openDraft()
    const access = await callers[caller]?.(draft.account)
    if (access === undefined) throw new Error(`Nobody is called ${caller}.`)
    return { caller, draft, access }
  }

  async function callEverything({ caller, draft, access }: Awaited<ReturnType<typeof expose>>): Promise<void> {
    const isKeyOrToken = access.page === undefined && Object.keys(access.headers).length > 0
    for (const call of calls) {
      if (call.isPublic && isKeyOrToken) continue
      await access.prepare?.()
      exposedTo.set(draft.account.owner.business_id, `${caller}: ${call.name}`)
      const { status } = await call.send(access, draft)
      if (status === 500) failed.push(`${caller}: ${call.name}`)
      if (call.name === 'createProfileReply' && status === 201) drafting.push(caller)
      if (call.writes && !(await isIntact(draft, access))) ({ draft, access } = await expose(caller))
    }
  }

  // Before the first call, because calls with a wrong password delay the next sign-in from their address.
  const exposed = []
  for (const caller of Object.keys(callers)) exposed.push(await expose(caller))
  const waiting = exposed.values()
  const takeTurns = async () => {
    for (const each of waiting) await callEverything(each)
  }
  await Promise.all(Array.from({ length: turnsAtOnce }, takeTurns))
  expect(failed).toEqual([])
  // A draft that no call creates could not be sent without an approval.
  const writers = ['developer', 'owner'].flatMap((role) => [role, `${role} without a confirmed password`])
  expect(drafting.sort()).toEqual(writers)
  const approved = await listApprovedTexts(api.database.db)
  const approvedBy = approved.map(({ business_id }) => exposedTo.get(business_id))
  expect(approvedBy.sort()).toEqual(['developer: approveProfileReply', 'owner: approveProfileReply'])

  await runAllJobs()
  expect(await unapprovedReplies()).toEqual([])
  expect(
    receivedReplies()
      .map(({ sourceId }) => sourceId)
      .sort(),
  ).toEqual(approved.map((row) => row.source_id).sort())
}, 600_000)

/** A draft, its owner with a session, and the leases of a worker on the reply and the connection. */
interface Target extends Draft {
  owner: Owner
  session: Owner & { id: Id<'ses'> }
}

const workerId = 'worker-of-the-test'

async function openTarget(): Promise<Target> {
  const draft = await openDraft()
  const { owner } = draft.account
  await leaseProfile(api.database.db, owner, workerId)
  const { user } = await openPortal(api, draft.account)
  return { ...draft, owner, session: { ...owner, id: await sessionIdOf(api.database.db, user.id) } }
}

/** People who may not approve, with their own sessions and with that of an owner, who may. */
async function openStrangers({ account, session }: Target) {
  const viewer = await openPortal(api, account, 'viewer')
  const unconfirmed = await openPortal(api, account)
  await expirePasswordConfirmation(api.database.db, unconfirmed.user.id)
  const others = [viewer, unconfirmed, await openPortal(api, await api.open()), await openConsole(api)]
  const strangers = others.map(async ({ user: { id } }) => [
    { id, sessionId: await sessionIdOf(api.database.db, id) },
    { id, sessionId: session.id },
  ])
  return (await Promise.all(strangers)).flat()
}

/** Calls of every function that a store exports. */
type CallsOf<Store> = {
  [Name in keyof Store as Store[Name] extends (...parameters: never[]) => unknown ? Name : never]: (
    target: Target,
  ) => unknown
}

const claimRequest = { workerId, limit: 100, leaseMs: 1, perGroupMax: 1, perAccountMax: 1 }
const tokenOf = ({ business_id }: Owner) =>
  api.keyring.encrypt('encryption', upstream.refreshToken, refreshTokenContext(business_id))
const stateHash = Buffer.from('state')
const actor = { type: 'operator', id: null, request_id: null } as const
const lease = ({ id }: Target) => ({ id, worker_id: workerId, attempt: 0 })
const syncLease = ({ owner }: Target) => ({ id: owner.business_id, worker_id: workerId, attempt: 0 })
const firstPage = { limit: 10 }

/** Runs work in a transaction of its own. */
const inTransaction = (work: (transaction: Transaction) => Promise<unknown>) => api.database.db.transaction(work)

/** Every result that a worker may record, for a reply in every state that it claims. */
const results: readonly replies.ReplyResult[] = [
  { state: 'sent', moderation: null },
  { state: 'approved', delayMs: 0 },
  { state: 'uncertain', delayMs: 0 },
  { state: 'withdrawing', delayMs: 0 },
  { state: 'stopped', reason: 'refused' },
  { state: 'withdrawn' },
]

const replyCalls = {
  approveProfileReply: async (target) => {
    const { owner, id, text } = target
    for (const { id: userId, sessionId } of await openStrangers(target)) {
      const approver = { actor: { type: 'member', id: userId, request_id: null }, sessionId } as const
      await inTransaction((transaction) =>
        replies.approveProfileReply(transaction, owner, id, { text, approver }),
      ).catch(() => {})
    }
  },
  beginSend: (target) => replies.beginSend(api.database.db, lease(target)),
  claimProfileReplies: () => replies.claimProfileReplies(api.database.db, claimRequest),
  createProfileReply: ({ owner, unansweredId, text }) =>
    inTransaction((transaction) => replies.createProfileReply(transaction, owner, { review_id: unansweredId, text })),
  editProfileReply: ({ owner, id }) =>
    inTransaction((transaction) => replies.editProfileReply(transaction, owner, id, { text: 'Edited.' })),
  finishReply: async (target) => {
    const claimed = { ...lease(target), owner: target.owner, source_id: `draft-${target.owner.business_id}` }
    for (const state of ['approved', 'sending', 'uncertain', 'withdrawing'] as const)
      for (const result of results)
        await replies.finishReply(api.database.db, { ...claimed, text: target.text, state }, result).catch(() => {})
  },
  listProfileReplies: ({ owner }) => replies.listProfileReplies(api.database.db, owner, firstPage),
  listUnansweredReviews: ({ owner }) => replies.listUnansweredReviews(api.database.db, owner, firstPage),
  withdrawProfileReply: ({ owner, id }) =>
    inTransaction((transaction) => replies.withdrawProfileReply(transaction, owner, id, actor)),
} satisfies CallsOf<typeof replies>

const connectionCalls = {
  beginScan: (target) => connections.beginScan(api.database.db, syncLease(target), { fullScanMs: 0 }),
  claimProfileSyncs: () => connections.claimProfileSyncs(api.database.db, claimRequest),
  connectProfile: ({ owner }) =>
    inTransaction((transaction) =>
      connections.connectProfile(transaction, owner, {
        location: upstream.location,
        title: 'Rosso Trattoria',
        refreshToken: tokenOf(owner),
      }),
    ),
  disconnectProfile: ({ owner }) => inTransaction((transaction) => connections.disconnectProfile(transaction, owner)),
  findProfileAccess: ({ owner }) => connections.findProfileAccess(api.database.db, owner),
  findProfileConnection: ({ owner }) => connections.findProfileConnection(api.database.db, owner),
  finishScan: (target) => connections.finishScan(api.database.db, syncLease(target), { intervalMs: 0 }),
  isShown: ({ text }) => connections.isShown({ text, moderation: null }),
  listRefreshTokensToReseal: () => connections.listRefreshTokensToReseal(api.database.db, ['test'], firstPage),
  listReviewsToLookUp: (target) => connections.listReviewsToLookUp(api.database.db, syncLease(target), firstPage),
  notifyProfileLocation: () => connections.notifyProfileLocation(api.database.db, '2'),
  recordConnectionProblem: ({ owner }) => connections.recordConnectionProblem(api.database.db, owner, 'access_lost'),
  releaseProfileSync: (target) => connections.releaseProfileSync(api.database.db, syncLease(target), { delayMs: 0 }),
  removeProfileReview: ({ owner }) =>
    inTransaction((transaction) => connections.removeProfileReview(transaction, owner, `draft-${owner.business_id}`)),
  resealRefreshToken: ({ owner }) =>
    connections.resealRefreshToken(api.database.db, { ...tokenOf(owner), id: owner.business_id }, tokenOf(owner)),
  restartScan: (target) => connections.restartScan(api.database.db, syncLease(target)),
  storeScanPage: (target) =>
    inTransaction((transaction) =>
      connections.storeScanPage(transaction, syncLease(target), {
        reviews: [
          {
            source_id: `draft-${target.owner.business_id}`,
            updated_at: '2026-11-01T12:00:00.000Z',
            reply: { text: target.text, moderation: { state: 'pending', policy_violation: null } },
          },
        ],
        nextPageToken: null,
        reviewTotal: 1,
      }),
    ),
  takeProfileRequest: ({ owner }) =>
    connections.takeProfileRequest(api.database.db, owner.account_id, { perMinuteMax: 1_000 }),
} satisfies CallsOf<typeof connections>

const consentCalls = {
  beginProfileConsent: ({ session }) =>
    inTransaction((transaction) =>
      consents.beginProfileConsent(transaction, session, {
        stateHash,
        verifier: tokenOf(session),
        redirectUri,
      }),
    ),
  findProfileConsent: ({ session }) => consents.findProfileConsent(api.database.db, session),
  purgeProfileConsents: () => consents.purgeProfileConsents(api.database.db, firstPage),
  redeemProfileConsent: ({ session }) =>
    inTransaction((transaction) => consents.redeemProfileConsent(transaction, session, [stateHash])),
  storeProfileConsent: ({ session }) =>
    inTransaction((transaction) => consents.storeProfileConsent(transaction, session, tokenOf(session))),
  takeProfileConsent: ({ session }) =>
    inTransaction((transaction) => consents.takeProfileConsent(transaction, session)),
} satisfies CallsOf<typeof consents>

const revocationCalls = {
  cancelRevocation: ({ owner }) => inTransaction((transaction) => revocations.cancelRevocation(transaction, owner)),
  claimProfileRevocations: () => revocations.claimProfileRevocations(api.database.db, claimRequest),
  finishRevocation: (target) => revocations.finishRevocation(api.database.db, syncLease(target)),
  postponeRevocation: (target) => revocations.postponeRevocation(api.database.db, syncLease(target), { delayMs: 0 }),
  purgeProfileRevocations: () => revocations.purgeProfileRevocations(api.database.db, firstPage),
  requestRevocation: ({ owner }) =>
    inTransaction((transaction) => revocations.requestRevocation(transaction, owner, tokenOf(owner))),
  requestRevocationsOf: ({ owner }) =>
    inTransaction((transaction) => revocations.requestRevocationsOf(transaction, owner.account_id)),
} satisfies CallsOf<typeof revocations>

const storeCalls = [replyCalls, connectionCalls, consentCalls, revocationCalls].flatMap((calls) => Object.values(calls))

test('no function of the stores sends a draft or approves it for anyone else than an owner or developer', async () => {
  const approved = (await listApprovedTexts(api.database.db)).length
  for (const call of storeCalls) {
    const target = await openTarget()
    // The database refuses some of the calls.
    await Promise.resolve()
      .then(() => call(target))
      .catch(() => {})
  }
  expect(await listApprovedTexts(api.database.db)).toHaveLength(approved)
  await runAllJobs()
  expect(await unapprovedReplies()).toEqual([])
}, 600_000)

test('a reply that nobody has approved, and another text than the approved one, are noticed', async () => {
  const draft = await openDraft()
  const { business_id } = draft.account.owner
  const owner = await openPortal(api, draft.account)
  const path = `/v4/${upstream.location}/reviews/draft-${business_id}/reply`
  const put = (comment: string) => request(upstream.origin + path, 'PUT', { body: { comment } })
  await put(draft.text)
  expect(await unapprovedReplies()).toEqual([{ sourceId: `draft-${business_id}`, text: draft.text }])

  const approval = await owner.call('POST', `/business-profile/replies/${draft.id}/approval`, {
    body: { text: draft.text },
  })
  expect(approval.status).toBe(200)
  expect(await unapprovedReplies()).toEqual([])
  await put(`${draft.text} `)
  expect(await unapprovedReplies()).toEqual([{ sourceId: `draft-${business_id}`, text: `${draft.text} ` }])
})
