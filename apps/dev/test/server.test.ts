import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PanelServer, startPanelServer } from '../src/server.ts'
import { createStore } from '../src/state.ts'

const repository = new URL('../../../', import.meta.url)

let server: PanelServer
beforeAll(async () => {
  server = await startPanelServer({
    host: '127.0.0.1',
    port: 0,
    store: createStore(new Date()),
    generated: fileURLToPath(new URL('generated', repository)),
    origins: { service: 'http://127.0.0.1:3131', mock: 'http://127.0.0.1:4141' },
  })
})
afterAll(() => server.close())

const mediaTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

const open = (path: string) => fetch(server.origin + path, { redirect: 'manual' })

test('every link of the docs has a target', async () => {
  const home = await (await open('/docs/quick-start')).text()
  const links = new Set([...home.matchAll(/href="(\/[^"#]*)/g)].map(([, path = '']) => path))
  for (const page of links) {
    const response = await open(page)
    if (page.startsWith('/portal')) {
      const location = response.headers.get('location')
      expect([page, response.status, location]).toEqual([page, 302, `http://127.0.0.1:3131${page}`])
      continue
    }
    const [, kind = 'html'] = /\.(\w+)$/.exec(page) ?? []
    expect([page, response.status, response.headers.get('content-type')]).toEqual([page, 200, mediaTypes[kind]])
    for (const [, path = ''] of (await response.text()).matchAll(/href="(\/docs[^"#]*)/g)) links.add(path)
  }
  for (const linked of ['/portal/analyses', '/docs/reference', '/docs/changelog.atom', '/docs/postman/collection.json'])
    expect([...links]).toContain(linked)
})

test('the docs contain the selected ports, and the page of an operation may call the mock', async () => {
  for (const path of [
    '/docs/quick-start',
    '/docs/reference/list-reviews',
    '/docs/postman/environment.json',
    '/docs/changelog.atom',
  ]) {
    const text = await (await open(path)).text()
    expect([path, /http:\/\/127\.0\.0\.1:(3000|4010)/.exec(text)]).toEqual([path, null])
    expect(text).toMatch(/127\.0\.0\.1:(3131|4141)/)
  }
  const tried = await open('/docs/reference/list-reviews')
  expect(tried.headers.get('content-security-policy')).toContain('connect-src http://127.0.0.1:4141')
  expect(await tried.text()).toContain('http://127.0.0.1:4141')
})

test('the first guide is the home page, and the scripts of the docs run with the one that reloads them', async () => {
  const [first] = JSON.parse(readFileSync(new URL('docs/guides/site.json', repository), 'utf8')).guides
  const response = await open('/docs')
  expect([response.status, response.headers.get('location')]).toEqual([302, `/docs/${first}`])
  const page = await open(`/docs/${first}`)
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/)
  expect((await open('/docs/assets/docs.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test('an unknown path of the docs has the same page as in the service', async () => {
  const response = await open('/docs/reference/nothing')
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await response.text()).toContain('<h1>Page not found</h1>')
})

test('requests with a foreign Host or Origin are refused', async () => {
  const statusOf = async (headers: Record<string, string>) => {
    const sent = request(`${server.origin}/dev/state.json`, { headers, agent: false }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  expect(await statusOf({ Host: 'rebound.example.org' })).toBe(421)
  expect(await statusOf({ Origin: 'https://example.org' })).toBe(403)
  expect(await statusOf({ Host: 'localhost' })).toBe(200)
  expect(await statusOf({ Origin: server.origin })).toBe(200)
})

test('other paths are not served', async () => {
  for (const path of [
    '/nothing',
    '/docs/nothing',
    '/docs/postman/package.json',
    '/docs/..%2fcontract',
    '/postman/collection.json',
  ])
    expect([path, (await open(path)).status]).toEqual([path, 404])
})
