import { unavailable } from '@svc/http/errors'
import { type ApiBodies, readReply } from '@svc/http/testing-reply'
import { credentials } from '@svc/mock/credentials'
import { expect, test, vi } from 'vitest'
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

const runForTest = (onFailure: (error: unknown) => void) =>
  runMock({
    host: '127.0.0.1',
    port: 0,
    seed: undefined,
    forwardTo: null,
    limits: {},
    exposeControls: false,
    observers: [],
    onFailure,
  })

test('when Prism dies, requests get 503 with Retry-After until a new Prism is ready', async () => {
  const running = await runForTest(() => {})
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
    async () => readReply(await get()),
    ({ status }) => status === 200,
  )
  expect(running.prism.restarts).toBe(1)
  await running.close()
})

test.each([
  ['a defect in the run of an analysis is reported, and the analysis fails', new TypeError('a defect'), 1],
  ['an analysis fails while Prism restarts, which is not reported', unavailable(1), 0],
])('%s', async (_case, error, reports) => {
  const failures: unknown[] = []
  const running = await runForTest((failure) => void failures.push(failure))
  const { api_key, business_id } = credentials.accounts[0]
  const call = async <Body>(method: string, path: string) =>
    readReply<Body>(await fetch(`${running.baseUrl}${path}`, { method, headers: { 'X-API-Key': api_key } }))
  const { request } = running.prism
  vi.spyOn(running.prism, 'request').mockImplementation((sent) =>
    sent.preference.example === 'completed' ? Promise.reject(error) : request(sent),
  )
  const { data } = await call<ApiBodies['POST /businesses/{}/analyses']>('POST', `/businesses/${business_id}/analyses`)
  await until(
    () => call<ApiBodies['GET /analyses/{}']>('GET', `/analyses/${data.id}`),
    ({ data: { status } }) => status === 'failed',
  )
  expect(failures).toEqual(reports === 0 ? [] : [error])
  await running.close()
})

test('a closed Prism refuses requests', async () => {
  const prism = await startPrism(contractDocument)
  await prism.close()
  await expect(prism.request(fatalRequest)).rejects.toMatchObject({
    code: 'unavailable',
  })
})
