import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { prepareFixtures } from '../src/fixtures.ts'
import type { PortalBrowser } from '../src/portal-browser.ts'
import { completedExport } from '../src/request-defaults.ts'
import { portOf, type Service } from '../src/service.ts'

const account = { name: 'first', business_id: 'biz_1', api_key: 'svc_test_1', oauth_client: null }

/** A service that has one record of each kind, creates every record, and deletes those that were created. */
async function startStub(competitors: readonly { id: string }[]): Promise<{ service: Service; stored: Set<string> }> {
  const stored = new Set<string>()
  let created = 0
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const kind = path.split('/').at(-1) ?? ''
    const reply = (status: number, data: unknown) => response.writeHead(status).end(JSON.stringify({ data }))
    if (request.method === 'DELETE') return reply(stored.delete(path) ? 200 : 404, {})
    if (request.method === 'GET' && kind === 'competitors') return reply(200, competitors)
    if (request.method === 'GET') return reply(200, [{ id: `${kind}_1`, status: 'open', score: 1, report_id: 'rpt_1' }])
    created += 1
    const id = `${kind}_new_${created}`
    stored.add(`/${kind}/${id}`)
    return reply(201, { id, results: [{ review_id: id }] })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  const baseUrl = `http://127.0.0.1:${portOf(server)}`
  const service: Service = {
    baseUrl,
    authUrl: baseUrl,
    webhookUrl: 'https://hooks.example',
    requestsPerMinute: null,
    accounts: [account, account],
    stop: async () => {},
  }
  return { service, stored }
}

const { signal } = new AbortController()

test('fresh competitors and reviews that no test has deleted are removed, and others stay', async () => {
  const { service, stored } = await startStub([{ id: 'cmp_1' }])
  const fixtures = await prepareFixtures(service, { signal })
  const before = new Set(stored)
  await fixtures.fresh.competitors()
  await fixtures.fresh.reviews()
  stored.delete(`/competitors/${await fixtures.fresh.competitors()}`)
  expect(stored.size).toBe(before.size + 2)
  await fixtures.removeFresh()
  expect(stored).toEqual(before)
})

test('a competitor that was created because the account had none stays', async () => {
  const { service, stored } = await startStub([])
  const fixtures = await prepareFixtures(service, { signal })
  await fixtures.removeFresh()
  expect(stored).toContain(`/competitors/${fixtures.ids.competitors}`)
})

/** The exports of an account, of which a new one is complete when it is listed for the second time. */
function stubExports(exports: { id: string; status: string }[]): PortalBrowser['call'] {
  return async <Data>(method: string) => {
    if (method === 'POST') {
      exports.unshift({ id: `exp_${exports.length + 1}`, status: 'queued' })
      return { id: exports[0]?.id } as Data
    }
    const listed = structuredClone(exports)
    for (const one of exports) if (one.status === 'queued') one.status = 'completed'
    return listed as Data
  }
}

test('an export that is complete serves every request', async () => {
  const exports = [{ id: 'exp_1', status: 'completed' }]
  const call = stubExports(exports)
  expect([await completedExport(call), await completedExport(call)]).toEqual(['exp_1', 'exp_1'])
  expect(exports).toHaveLength(1)
})

test('an export is made if there is none, and if the last one failed', async () => {
  expect(await completedExport(stubExports([]))).toBe('exp_1')
  expect(await completedExport(stubExports([{ id: 'exp_1', status: 'failed' }]))).toBe('exp_2')
})
