import { type Scope, scopes } from '@generated/contract/enums'
import { type OperationId, operations } from '@generated/contract/operations'
import type { PrivateScope } from '@svc/credentials/caller'
import { updateAccount } from '@svc/db/accounts'
import { exampleBody, unknownIdFor } from '@svc/http/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from './expectations.ts'
import { startTestApi, type TestAccount, type TestApi, type TestKey } from './testing.ts'

// "scope checks are enforced server-side on every request" (INTERFACE.md §5): every operation of the contract with a
// key of every single scope. Ids are unknown ones, so an operation that is allowed returns 404 or succeeds.

let api: TestApi
let account: TestAccount
const keys = new Map<Scope | 'none', TestKey>()

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
  for (const scope of scopes) keys.set(scope, await account.issue({ scopes: [scope] }))
  keys.set('none', await account.issue({ scopes: [] }))
})

afterAll(() => api.close())

/** The scopes of `spec/DECISIONS.md`, repeated here so that an edit of the contract cannot change them unnoticed. */
const expectedScopes: Record<Scope | PrivateScope, OperationId[]> = {
  'businesses:write': ['createBusiness'],
  'businesses:read': [
    'listBusinesses',
    'getBusiness',
    'listCompetitors',
    'listAnalyses',
    'getAnalysis',
    'getAnalysisSchedule',
    'getReport',
    'listRecommendations',
    'getRecommendation',
    'listReports',
    'getCompetitor',
    'listReviews',
    'getReview',
    'listReviewImports',
    'getReviewImport',
    'listEvents',
    'getAccount',
    'getUsage',
  ],
  'analyses:write': ['startAnalysis', 'updateRecommendation'],
  'replies:write': ['draftReviewReply', 'listReviewReplies', 'getReviewReply', 'updateReviewReply'],
  'reviews:write': [
    'createReviews',
    'createReviewImport',
    'deleteReview',
    'createCompetitor',
    'updateCompetitor',
    'deleteCompetitor',
    'setAnalysisSchedule',
  ],
  'webhooks:manage': [
    'listWebhooks',
    'createWebhook',
    'getWebhook',
    'updateWebhook',
    'deleteWebhook',
    'listWebhookDeliveries',
    'testWebhook',
    'getWebhookStatistics',
    'rotateWebhookSecret',
    'resendWebhookDelivery',
    'resendWebhookDeliveries',
    'getWebhookDelivery',
    'listWebhookEvents',
  ],
}

const all = Object.entries(operations) as [OperationId, (typeof operations)[OperationId]][]

function pathOf({ path }: { path: string }): string {
  return path.includes('{id}') ? path.replace('{id}', unknownIdFor(path)) : path
}

test('every operation requires the one scope of spec/DECISIONS.md', () => {
  const stated = Object.fromEntries(all.map(([operationId, { scopes: needed }]) => [operationId, [...needed]]))
  const expected = Object.entries(expectedScopes).flatMap(([scope, ids]) => ids.map((id) => [id, [scope]]))
  expect(stated).toEqual(Object.fromEntries(expected))
})

describe.each(all)('%s', (operationId, operation) => {
  test.each([...scopes, 'none' as const])('is allowed with a key of %s only if that is its scope', async (scope) => {
    const body = exampleBody(operationId)
    const reply = await keys.get(scope)?.call(operation.method.toUpperCase(), pathOf(operation), { body })
    if (reply === undefined) throw new Error('There is no key for this scope.')
    const needed = String(operation.scopes)
    if (scope === needed) {
      expect([operation.status, 404]).toContain(reply.status)
    } else {
      expectError(reply, 'forbidden')
      expect(reply.headers.get('www-authenticate')).toBe(
        `Bearer realm="api", error="insufficient_scope", scope="${needed}"`,
      )
      expect(reply.error.message).toContain(needed)
    }
  })
})

describe('if the plan does not include the API', () => {
  test('every operation returns 403, regardless of the scopes of the key', async () => {
    const starter = await api.open({ plan: 'starter' })
    for (const [operationId, operation] of all) {
      const reply = await starter.call(operation.method.toUpperCase(), pathOf(operation), {
        body: exampleBody(operationId),
      })
      expectError(reply, 'forbidden')
    }
  })

  test('"the entitlement api_demo, unlock[s] developer access", and a change of plan takes effect with the next request', async () => {
    const { db } = api.database
    const starter = await api.open({ plan: 'starter' })
    const { account_id } = starter.owner
    await updateAccount(db, account_id, { api_demo: true })
    const unlocked = await starter.call('GET', '/businesses')
    expect([unlocked.status, unlocked.meta.plan]).toEqual([200, 'starter'])
    await updateAccount(db, account_id, { api_demo: false })
    expectError(await starter.call('GET', '/businesses'), 'forbidden')
    await updateAccount(db, account_id, { plan: 'scale' })
    expect((await starter.call('GET', '/businesses')).meta.plan).toBe('scale')
  })
})
