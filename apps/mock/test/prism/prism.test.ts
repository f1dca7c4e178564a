import { credentials } from '@svc/mock/credentials'
import { expect, test } from 'vitest'
import { contractDocument } from '../../src/documents.ts'
import { runMock } from '../../src/mock.ts'
import { startPrism } from '../../src/prism/prism.ts'
import { until } from '../call.ts'

/** Prism's router refuses a path without a slash, and nothing in the thread catches that. */
const fatalRequest = {
  operationId: 'getBusiness',
  method: 'get',
  path: 'businesses',
  preference: { code: '200' },
} as const

test('when Prism dies, requests get 503 with Retry-After until a new Prism is ready', async () => {
  const running = await runMock({
    host: '127.0.0.1',
    port: 0,
    seed: undefined,
    forwardTo: null,
    limits: {},
    exposeControls: false,
    observers: [],
    onFailure: () => {},
  })
  const get = () =>
    fetch(`${running.baseUrl}/businesses`, { headers: { 'X-API-Key': credentials.accounts[0].api_key } })
  expect((await get()).status).toBe(200)
  await expect(running.prism.request(fatalRequest)).rejects.toMatchObject({
    code: 'unavailable',
  })
  const refused = await get()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(((await refused.json()) as { error: unknown }).error).toMatchObject({ code: 'unavailable' })
  await until(
    async () => ({ status: (await get()).status, headers: new Headers(), body: (await get()).status }),
    (status) => status === 200,
  )
  expect(running.prism.restarts).toBe(1)
  await running.close()
})

test('a closed Prism refuses requests', async () => {
  const prism = await startPrism(contractDocument)
  await prism.close()
  await expect(prism.request(fatalRequest)).rejects.toMatchObject({
    code: 'unavailable',
  })
})
