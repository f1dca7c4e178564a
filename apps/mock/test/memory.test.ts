import { operations } from '@generated/contract/operations'
import { type KeyedCall, runOnce } from '@svc/http/shell/idempotency'
import { type DemoClient, demoClients } from '@svc/mock/credentials'
import { expect, test } from 'vitest'
import type { MockCaller } from '../src/accounts/caller.ts'
import { callerOf, createTokens } from '../src/accounts/tokens.ts'
import { createIdempotencyStore } from '../src/ports/idempotency-store.ts'
import { createIdSource } from '../src/state/id-source.ts'
import { createStateStore } from '../src/state/state-store.ts'

// A mock that runs for weeks must not use more and more memory, and must not drop state too early.

const [client] = demoClients as [DemoClient]
const states = createStateStore()

function tokens(remembered: number) {
  return createTokens({ ids: createIdSource(1), issuer: 'http://127.0.0.1:4010', states, rememberedMax: remembered })
}

test('only the newest revoked tokens are remembered', async () => {
  const { issue, revoke, authenticate } = tokens(2)
  const first = await issue(client, client.scopes)
  const second = await issue(client, client.scopes)
  const third = await issue(client, client.scopes)
  for (const token of [first, second]) expect(await revoke(client, token)).toBe(true)
  expect(await authenticate(first)).toHaveProperty('code')
  expect(await revoke(client, third)).toBe(true)
  const refused = []
  for (const token of [first, second, third]) refused.push('code' in (await authenticate(token)))
  expect(refused).toEqual([false, true, true])
})

test('only the newest tokens under token-expired are counted', async () => {
  states.chooseScenario('token-expired')
  const { issue, authenticate } = tokens(2)
  const issued: string[] = []
  for (let count = 0; count < 3; count++) issued.push(await issue(client, client.scopes))
  const use = async (used: readonly string[]) => {
    const refused: boolean[] = []
    for (const token of used) refused.push('code' in (await authenticate(token)))
    return refused
  }
  expect(await use(issued)).toEqual([false, false, false])
  // The third token removed the first, and each token that is counted again removes the oldest.
  for (let time = 0; time < 3; time++) expect(await use(issued)).toEqual([false, false, false])
  const last = issued.slice(2)
  expect((await use([...last, ...last, ...last])).at(-1)).toBe(true)
  states.reset()
})

test('the key of a running request is kept, no matter how many others finish', async () => {
  const caller = callerOf(client, client.scopes)
  const call = (key: string): KeyedCall<MockCaller> => ({
    caller,
    key,
    operationId: 'createWebhook',
    operation: operations.createWebhook,
    input: { path: {}, query: {}, body: {} },
    requestHash: Buffer.from('hash'),
    rateLimits: [],
    // The store does not read it.
    exchange: {} as KeyedCall<MockCaller>['exchange'],
  })
  const store = createIdempotencyStore({ states, contextOf: () => ({ takeQuota: () => {}, accept: undefined }) })
  const { promise, resolve } = Promise.withResolvers<object>()
  let runs = 0
  const slow = () => {
    runs++
    return promise
  }
  const first = runOnce(store, call('slow'), slow)
  for (let n = 0; n < 1_200; n++) await runOnce(store, call(`other-${n}`), async () => ({ id: `whk_${n}` }))
  await expect(runOnce(store, call('slow'), slow)).rejects.toMatchObject({ code: 'conflict' })

  resolve({ id: 'whk_slow' })
  expect(await first).toEqual({ data: { id: 'whk_slow' } })
  expect(await runOnce(store, call('slow'), slow)).toMatchObject({ replayed: true })
  expect(runs).toBe(1)
  expect(states.of(client.account).idempotency.size).toBe(1_000)
})
