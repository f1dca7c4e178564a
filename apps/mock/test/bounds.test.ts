import { type DemoClient, demoClients } from '@svc/mock/credentials'
import { once } from '@svc/mock/idempotency'
import { createChance } from '@svc/mock/ids'
import { createTokens } from '@svc/mock/tokens'
import { createWorlds } from '@svc/mock/worlds'
import { expect, test } from 'vitest'

// A mock that runs for weeks must not fill the memory, and forgets nothing too early.

const [client] = demoClients as [DemoClient]
const worlds = createWorlds()

function tokens(remembered: number) {
  return createTokens({ chance: createChance(1), issuer: 'http://127.0.0.1:4010', worlds, remembered })
}

test('only the newest revoked tokens are remembered', async () => {
  const { issue, revoke, identify } = tokens(2)
  const first = await issue(client, client.scopes)
  const second = await issue(client, client.scopes)
  const third = await issue(client, client.scopes)
  for (const token of [first, second]) expect(await revoke(client, token)).toBe(true)
  expect(await identify(first)).toHaveProperty('code')
  expect(await revoke(client, third)).toBe(true)
  const refused = []
  for (const token of [first, second, third]) refused.push('code' in (await identify(token)))
  expect(refused).toEqual([false, true, true])
})

test('only the newest tokens under token-expired are counted', async () => {
  worlds.choose('token-expired')
  const { issue, identify } = tokens(2)
  const issued: string[] = []
  for (let count = 0; count < 3; count++) issued.push(await issue(client, client.scopes))
  const use = async (used: readonly string[]) => {
    const refused: boolean[] = []
    for (const token of used) refused.push('code' in (await identify(token)))
    return refused
  }
  expect(await use(issued)).toEqual([false, false, false])
  // By now the first was forgotten for the third, and each that comes anew pushes out the oldest.
  for (let time = 0; time < 3; time++) expect(await use(issued)).toEqual([false, false, false])
  const last = issued.slice(2)
  expect((await use([...last, ...last, ...last])).at(-1)).toBe(true)
  worlds.reset()
})

test('the key of a request that runs is not forgotten, however many others are answered meanwhile', async () => {
  const world = worlds.of(client.account)
  const request = (key: string) => ({
    operationId: 'createWebhook' as const,
    key,
    input: { path: {}, query: {}, body: {} },
  })
  const { promise, resolve } = Promise.withResolvers<object>()
  let works = 0
  const slow = () => {
    works++
    return promise
  }
  const first = once(world, request('slow'), slow)
  for (let n = 0; n < 1_200; n++) await once(world, request(`other-${n}`), async () => ({ id: `whk_${n}` }))
  await expect(once(world, request('slow'), slow)).rejects.toMatchObject({ code: 'conflict' })

  resolve({ id: 'whk_slow' })
  expect(await first).toMatchObject({ replayed: false })
  expect(await once(world, request('slow'), slow)).toMatchObject({ replayed: true })
  expect(works).toBe(1)
  expect(world.idempotency.size).toBe(1_000)
})
