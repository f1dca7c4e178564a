import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { connect, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from '@generated/contract/operations'
import { requestAnalysis } from '@svc/db/analyses'
import { insertReport, purgeReportFiles } from '@svc/db/reports'
import { basePath } from '@svc/http/base-path'
import { linkExpired, reportFilesDeleted } from '@svc/rules/messages'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { expectCommonHeaders, expectError } from './expectations.ts'
import { request, startTestApi, type TestApi } from './testing.ts'

// Everything that can be read without a credential: the contract, its reference pages, health, and the files of a
// report by a signed link.

let api: TestApi

beforeAll(async () => {
  api = await startTestApi({ SVC_CORS_ORIGINS: 'https://portal.rosso-trattoria.nl' })
})

afterAll(() => api.close())

/** Sends one request. The body of the response is returned as a string, regardless of its type. */
async function read(url: string, options: RequestInit = {}) {
  const response = await fetch(url, { redirect: 'manual', ...options })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const chunkBytes = 64 * 1024

/** Requests more than the buffers of the system hold, and reads nothing. Returns the bytes that wait in the process. */
async function unreadBytes(path: string): Promise<number> {
  const ofServer = new Set<Socket>()
  const remember = (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket)
      ofServer.add(message.socket)
  }
  subscribe('http.server.request.start', remember)
  const client = connect(api.api.port, '127.0.0.1')
  try {
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(16))
    for (;;) {
      const waiting = Math.max(0, ...[...ofServer].map(({ writableLength }) => writableLength))
      if (waiting > 0) return waiting
      await sleep(5)
    }
  } finally {
    unsubscribe('http.server.request.start', remember)
    client.destroy()
  }
}

test.each(['/docs/postman/collection.json', `${basePath}/openapi.json`, `${basePath}/openapi.yaml`])(
  '%s is sent at the rate of its reader: at most two chunks of it wait in the process',
  async (path) => {
    expect(await unreadBytes(path)).toBeLessThanOrEqual(2 * chunkBytes)
  },
)

describe('the contract', () => {
  test.each([
    ['openapi.json', 'application/json', (text: string) => JSON.parse(text)],
    ['openapi.yaml', 'application/yaml', (text: string) => parse(text)],
  ])('%s is public, readable from any origin, and lists this instance as its server', async (file, mediaType, load) => {
    const { status, headers, text } = await read(`${api.baseUrl}/${file}`)
    expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, mediaType])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expectCommonHeaders({ headers })
    const document = load(text)
    expect(document.openapi).toMatch(/^3\.1/)
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual([api.baseUrl])
    const tokenUrls = JSON.stringify(document).match(/"tokenUrl":"[^"]*"/g)
    expect(new Set(tokenUrls)).toEqual(new Set([`"tokenUrl":"${api.origin}/api/oauth/token"`]))
  })

  test('contains everything that a client needs to call an operation', async () => {
    const { text } = await read(`${api.baseUrl}/openapi.json`)
    const { servers, paths } = JSON.parse(text)
    const { call: _, key } = await api.open()
    const [path] = Object.keys(paths).filter((candidate) => candidate === '/businesses')
    const reply = await request(`${servers[0].url}${path}`, 'GET', { headers: { 'X-API-Key': key } })
    expect(reply.status).toBe(200)
  })

  test.each(['openapi.json', 'openapi.yaml'])(
    '%s has an ETag and returns 304 when If-None-Match matches',
    async (file) => {
      const first = await read(`${api.baseUrl}/${file}`)
      const etag = first.headers.get('etag') ?? ''
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
        const again = await read(`${api.baseUrl}/${file}`, { headers: { 'If-None-Match': known } })
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
        expect(again.headers.get('access-control-allow-origin')).toBe('*')
      }
      const headed = await read(`${api.baseUrl}/${file}`, { method: 'HEAD' })
      expect([headed.status, headed.text, headed.headers.get('etag')]).toEqual([200, '', etag])
      expect(Number(headed.headers.get('content-length'))).toBe(Buffer.byteLength(first.text))
    },
  )

  test('is not served under another spelling of its path', async () => {
    for (const path of ['/openapi.json/', '/OpenAPI.json', '/openapi', '/openapi.yml']) {
      expectError(await request(`${api.baseUrl}${path}`, 'GET'), 'not_found')
    }
  })
})

describe('the docs', () => {
  const forms = ['/reference/list-reviews', '/reference/create-webhook']
  const pages = [
    ...['/quick-start', '/authentication', '/errors', '/testing', '/changelog', '/try'],
    ...['/reference', '/reference/reviews', '/reference/analysis-completed', '/oauth', '/oauth/issue-token'],
    ...forms,
  ]

  test.each(pages)('/docs%s has a content security policy that allows no other origin', async (path) => {
    const { status, headers, text } = await read(`${api.origin}/docs${path}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    const others = policy.replace('connect-src http://127.0.0.1:4010', '').replace(`${api.origin}/robots.txt`, '')
    expect(others).not.toMatch(/https?:|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(policy).not.toContain('unsafe-inline')
    expect(text).not.toMatch(/<script>|<style|\sstyle="|\son\w+="/)
    // A page has a policy of its own; both policies apply, so the header has to allow the same.
    const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1] ?? ''
    for (const directive of own.split('; ')) expect(policy.split('; ')).toContain(directive)
    expect(text).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(https?:)?\/\//)
  })

  test('only the page of an operation may send requests, to the mock and to this instance; others read robots.txt', async () => {
    const reachable = async (path: string) => {
      const { headers } = await read(`${api.origin}/docs${path}`)
      return /connect-src ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    expect(await Promise.all(pages.map(reachable))).toEqual(
      pages.map((path) => (forms.includes(path) ? "http://127.0.0.1:4010 'self'" : `${api.origin}/robots.txt`)),
    )
  })

  test('robots.txt lets search engines read the docs, and neither the API nor the portal', async () => {
    const { status, headers, text } = await read(`${api.origin}/robots.txt`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toBe('User-agent: *\nAllow: /docs/\nDisallow: /api/\nDisallow: /portal\n')
  })

  test.each(pages)('/docs%s is also there as Markdown, which a client may prefer', async (path) => {
    const markdown = await read(`${api.origin}/docs${path}.md`)
    expect([markdown.status, markdown.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(markdown.text).toMatch(/^# \S/)
    const negotiated = await read(`${api.origin}/docs${path}`, {
      headers: { Accept: 'text/markdown, text/html;q=0.5' },
    })
    expect([negotiated.headers.get('vary'), negotiated.text === markdown.text]).toEqual([
      'Accept, Accept-Encoding',
      true,
    ])
    const page = await read(`${api.origin}/docs${path}`, { headers: { Accept: 'text/html, */*;q=0.8' } })
    expect([page.headers.get('vary'), page.headers.get('content-type')]).toEqual([
      'Accept, Accept-Encoding',
      'text/html; charset=utf-8',
    ])
  })

  test('are compressed for a client that accepts it, with an ETag for each form', async () => {
    const sent = async (encoding: string) => {
      const { headers, text } = await read(`${api.origin}/docs/quick-start`, {
        headers: { 'Accept-Encoding': encoding },
      })
      return {
        encoding: headers.get('content-encoding'),
        etag: headers.get('etag'),
        size: Number(headers.get('content-length')),
        text,
      }
    }
    const [brotli, plain] = [await sent('gzip, br'), await sent('identity')]
    expect([brotli.encoding, plain.encoding]).toEqual(['br', null])
    expect(brotli.text).toBe(plain.text)
    expect(brotli.etag).not.toBe(plain.etag)
    expect(plain.size).toBe(Buffer.byteLength(plain.text))
    expect(brotli.size).toBeLessThan(plain.size / 3)
  })

  test('llms.txt lists pages that exist, with the URLs of this instance', async () => {
    const { status, headers, text } = await read(`${api.origin}/llms.txt`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const listed = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path = '']) => path)
    expect(listed.length).toBeGreaterThan(pages.length)
    for (const path of listed) expect([path, (await read(`${api.origin}${path}`)).status]).toEqual([path, 200])
    expect((await read(`${api.origin}/docs/llms.txt`)).text).toBe(text)
  })

  test('every link and every asset of a page has a target', async () => {
    const seen = new Set<string>()
    for (const path of pages) {
      const base = `${api.origin}/docs${path}`
      const { text } = await read(base)
      for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
        const { origin, pathname } = new URL(link, base)
        if (origin === api.origin && !pathname.startsWith('/portal')) seen.add(pathname)
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['/docs/assets/docs.css', '/docs/assets/try.js', `${basePath}/openapi.yaml`]),
    )
    for (const path of seen) expect([path, (await read(api.origin + path)).status]).toEqual([path, 200])
  })

  test('contain the URLs of this instance and its mock', async () => {
    const moved = await startTestApi({ SVC_PUBLIC_URL: 'https://reviews.example.com', SVC_MOCK_PORT: '4999' })
    try {
      const start = await read(`${moved.origin}/docs/quick-start`)
      expect(start.text).toContain('https://reviews.example.com/api/public/v1')
      const tried = await read(`${moved.origin}/docs/reference/list-reviews`)
      expect(tried.text).toContain('"server":"http://127.0.0.1:4999/api/public/v1"')
      expect(tried.text + start.text).not.toMatch(/http:\/\/127\.0\.0\.1:(3000|4010)/)
      expect(tried.headers.get('content-security-policy')).toContain('connect-src http://127.0.0.1:4999')
    } finally {
      await moved.close()
    }
  })

  test('have a page for every operation, and for no private one', async () => {
    const { text } = await read(`${api.origin}/docs/reference`)
    const linked = new Set([...text.matchAll(/href="\/docs\/reference\/([\w-]+)"/g)].map(([, slug = '']) => slug))
    for (const [operationId, operation] of Object.entries(operations)) {
      const slug = operationId.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
      expect([operationId, linked.has(slug)]).toEqual([operationId, !operation.private])
      const { status } = await read(`${api.origin}/docs/reference/${slug}`)
      expect([operationId, status]).toEqual([operationId, operation.private ? 404 : 200])
    }
  })

  test('include a Postman collection and its environment', async () => {
    for (const file of ['collection', 'environment']) {
      const { status, headers, text } = await read(`${api.origin}/docs/postman/${file}.json`)
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      expect(JSON.parse(text)).toHaveProperty(file === 'collection' ? 'item' : 'values')
    }
  })

  const [home] = JSON.parse(readFileSync(new URL('../../../docs/guides/site.json', import.meta.url), 'utf8')).guides

  test.each([
    ['/docs/', '/docs'],
    ['/docs/reference/list-reviews/', '/docs/reference/list-reviews'],
  ])('are found with a slash at the end, which leads from %s to %s', async (path, page) => {
    const { status, headers } = await read(`${api.origin}${path}`)
    expect([status, headers.get('location')]).toEqual([302, page])
    expect((await read(`${api.origin}/docs/no-such-page/`)).status).toBe(404)
  })

  test.each(['/', '/docs'])('are the target of a redirect from %s', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await read(`${api.origin}${path}`, { method })
      expect([status, headers.get('location')]).toEqual([302, `/docs/${home}`])
      expectCommonHeaders({ headers })
    }
    expectError(await request(`${api.origin}${path}`, 'POST'), 'not_found')
  })

  test('return 404 for an unknown page', async () => {
    for (const path of ['/docs/index', '/docs/nothing', '/docs/assets/', '/docs/../contract/openapi.strict.json'])
      expectError(await request(`${api.origin}${path}`, 'GET'), 'not_found')
  })
})

describe('a path that nothing serves', () => {
  /** The header of Firefox and, without the types of images, of Chromium. */
  const browser = { headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } }
  const paths = ['/docs/nothing', '/docs/reference/no/such/operation', '/docs/nothing/', '/no-such-page', '/docs/404']

  test.each(paths)(
    '%s is a page with status 404 for a browser: the frame of the docs, and links to go on',
    async (path) => {
      const { status, headers, text } = await read(`${api.origin}${path}`, browser)
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expectCommonHeaders({ headers })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('vary')).toMatch(/\bAccept\b/)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
      )
      expect(text).toContain('<h1>Page not found</h1>')
      expect(text).toContain('<div class="search" role="search">')
      const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? ''
      for (const [, link = ''] of main.matchAll(/href="([^"]+)"/g))
        expect([link, (await read(`${api.origin}${link}`)).status]).toEqual([link, 200])
      expect(main).toContain('href="/docs/quick-start"')
      expect(main).toContain('href="/docs/reference"')
      // It is sent at any depth, where relative paths would lead elsewhere.
      for (const [, file = ''] of text.matchAll(/<(?:script|link)[^>]+(?:src|href)="(?!data:)([^"]+)"/g))
        expect([file, (await read(new URL(file, `${api.origin}${path}`).href)).status]).toEqual([file, 200])
    },
  )

  test.each([
    ...paths.map((path): [string, RequestInit] => [path, {}]),
    ['/docs/nothing', { headers: { Accept: 'application/json' } }],
    ['/docs/nothing', { headers: { Accept: 'application/json, text/html' } }],
    ['/docs/nothing', { ...browser, method: 'POST' }],
    [`${basePath}/nothing`, browser],
    ['/api/nothing', browser],
  ])('%s is the JSON of an error for a client of the API: %o', async (path, options) => {
    const { status, headers, text } = await read(`${api.origin}${path}`, options)
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(text).error.code).toBe('not_found')
  })

  test('has no body for HEAD, and the length of its page', async () => {
    const page = await read(`${api.origin}/docs/nothing`, browser)
    const { status, headers, text } = await read(`${api.origin}/docs/nothing`, { ...browser, method: 'HEAD' })
    expect([status, text, Number(headers.get('content-length'))]).toEqual([404, '', Buffer.byteLength(page.text)])
  })

  test('has no part of its path in the page', async () => {
    const { text } = await read(`${api.origin}/docs/%3Cscript%3Ealert(1)%3C/script%3E`, browser)
    expect(text).not.toContain('alert(1)')
  })
})

describe('a page of another origin', () => {
  const preflight = (origin: string, path = '/webhooks') =>
    read(`${api.baseUrl}${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-api-key',
      },
    })

  test('may call the API if its origin is in SVC_CORS_ORIGINS', async () => {
    const origin = 'https://portal.rosso-trattoria.nl'
    const checked = await preflight(origin)
    expect([checked.status, checked.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    const { key } = await api.open()
    for (const headers of [{ Origin: origin, 'X-API-Key': key }, { Origin: origin }]) {
      const response = await read(`${api.baseUrl}/webhooks`, { headers })
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      const readable = response.headers.get('access-control-expose-headers')?.split(', ')
      expect(readable).toEqual(expect.arrayContaining(['X-Request-Id', 'Deprecation', 'Sunset', 'Link']))
    }
  })

  test('may send the headers of the protocol to the MCP server, and read why it is refused', async () => {
    const headers = {
      Origin: 'https://portal.rosso-trattoria.nl',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'mcp-protocol-version, mcp-method, mcp-name',
    }
    const checked = await read(`${api.origin}/api/public/mcp`, { method: 'OPTIONS', headers })
    const listed = (name: string) => checked.headers.get(name)?.split(', ')
    expect(listed('access-control-allow-headers')).toEqual(
      expect.arrayContaining(['X-API-Key', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']),
    )
    expect(listed('access-control-expose-headers')).toContain('WWW-Authenticate')
  })

  test.each([
    'https://evil.example',
    'null',
    'https://portal.rosso-trattoria.nl.evil.example',
    'http://portal.rosso-trattoria.nl',
  ])('may not call it from %s: the preflight is 405, and no response has a CORS header', async (origin) => {
    const checked = await preflight(origin)
    expect([checked.status, checked.headers.get('allow')]).toEqual([405, 'POST, GET'])
    expect(checked.headers.get('access-control-allow-origin')).toBeNull()
    const response = await read(`${api.baseUrl}/webhooks`, { headers: { Origin: origin } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('health', () => {
  test.each(['/livez', '/readyz'])('%s is 200, uncached and not rate limited', async (path) => {
    const { status, headers } = await read(`${api.origin}${path}`)
    expect([status, headers.get('cache-control'), headers.get('x-ratelimit-limit')]).toEqual([200, 'no-store', null])
    expect((await read(`${api.origin}${path}`, { method: 'HEAD' })).status).toBe(200)
  })

  /** The size of the pool of an API process. */
  const poolMax = 10

  test('/readyz stays 200 while every connection of the pool is in use', async () => {
    expect((await read(`${api.origin}/readyz`)).status).toBe(200)
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const { promise: allAcquired, resolve: reportAllAcquired } = Promise.withResolvers<void>()
    let acquired = 0
    const transactions = Array.from({ length: poolMax }, () =>
      api.database.db.transaction(async (transaction) => {
        await transaction.execute({ text: 'select 1' })
        acquired += 1
        if (acquired === poolMax) reportAllAcquired()
        await finished
      }),
    )
    await allAcquired
    expect((await read(`${api.origin}/readyz`)).status).toBe(200)
    finish()
    await Promise.all(transactions)
  })
})

describe('the files of a report', () => {
  const page = '<!doctype html><p>November in numbers</p>'
  const pdf = Buffer.from('%PDF-1.7 and nothing else')

  async function withReport(html = Buffer.from(page), created_at?: string) {
    const account = await api.open()
    const { db } = api.database
    const { id, period } = await requestAnalysis(db, account.owner)
    const report = await db.transaction((transaction) =>
      insertReport(transaction, account.owner, {
        analysis_id: id,
        origin: 'subscription',
        title: 'November',
        sections: [{ key: 'overview', heading: 'Overview', text: 'All is well.', quotes: [], chart: null }],
        period,
        files: [
          { format: 'html', content: html },
          { format: 'pdf', content: pdf },
        ],
        ...(created_at !== undefined && { created_at }),
      }),
    )
    const links = async (): Promise<{ format: string; url: string; expires_at: string; size_bytes: number }[]> =>
      (await account.call('GET', `/reports/${report.id}`)).data.files
    return { account, report, links }
  }

  test('open by their links without a credential, with their media type and without scripts', async () => {
    const { links } = await withReport()
    const [html, file] = await links()
    const opened = await read(html?.url ?? '')
    expect([opened.status, opened.text, html?.size_bytes]).toEqual([200, page, Buffer.byteLength(page)])
    expect(opened.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(opened.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/)
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff')
    const downloaded = await read(file?.url ?? '')
    expect([downloaded.status, downloaded.text]).toEqual([200, pdf.toString()])
    expect(downloaded.headers.get('content-type')).toBe('application/pdf')
    expect((await read(html?.url ?? '', { method: 'HEAD' })).status).toBe(200)
  })

  test('return 404 with the reason after they were deleted, and the report still lists them', async () => {
    const { account, report, links } = await withReport(undefined, '2020-01-01T00:00:00.000Z')
    const [before] = await links()
    const { db } = api.database
    expect(await purgeReportFiles(db, { days: 395, limit: 10 })).toBe(1)
    expect(await purgeReportFiles(db, { days: 395, limit: 10 })).toBe(0)
    const { data } = await account.call('GET', `/reports/${report.id}`)
    expect(data).toMatchObject({ sections: [{ text: 'All is well.' }], files_deleted_at: expect.any(String) })
    expect(data.files.map(({ format, size_bytes }) => [format, size_bytes])).toEqual([
      ['html', Buffer.byteLength(page)],
      ['pdf', pdf.length],
    ])
    for (const url of [before?.url, ...data.files.map((file) => file.url)]) {
      const { status, text } = await read(url ?? '')
      expect([status, JSON.parse(text).error]).toMatchObject([404, { code: 'not_found', message: reportFilesDeleted }])
    }
    const changed = new URL(before?.url ?? '')
    changed.searchParams.set('signature', 'x'.repeat(43))
    expect(JSON.parse((await read(changed.href)).text).error.message).toBe(linkExpired)
  })

  test('are sent at the rate of their reader: at most two chunks of each wait in the process', async () => {
    const { links } = await withReport(Buffer.alloc(4 * 1024 * 1024, 'x'))
    const [html] = await links()
    const { pathname, search } = new URL(html?.url ?? '')
    expect(await unreadBytes(pathname + search)).toBeLessThanOrEqual(2 * chunkBytes)
  })

  test('have links that stay the same for an hour and expire after more than a day', async () => {
    const { links } = await withReport()
    const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now: hour })
    try {
      const [early] = await links()
      vi.setSystemTime(hour + 3_599_999)
      const [late] = await links()
      expect(late).toEqual(early)
      vi.setSystemTime(hour + 3_600_000)
      expect((await links())[0]?.url).not.toBe(early?.url)
      const expires = Date.parse(early?.expires_at ?? '')
      expect(expires - (hour + 3_599_999)).toBeGreaterThan(24 * 3_600_000)
      vi.setSystemTime(expires - 1)
      expect((await read(early?.url ?? '')).status).toBe(200)
      vi.setSystemTime(expires)
      expectError(await request(early?.url ?? '', 'GET'), 'not_found')
    } finally {
      vi.useRealTimers()
    }
  })

  test('are 404 for every altered link', async () => {
    const { links, account } = await withReport()
    const stranger = await withReport()
    const [html] = await links()
    const link = new URL(html?.url ?? '')
    const altered = (change: (url: URL) => void) => {
      const copy = new URL(link)
      change(copy)
      return copy.href
    }
    const signature = link.searchParams.get('signature') ?? ''
    const forged = [
      altered((url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))),
      altered((url) => url.searchParams.set('expires', '9'.repeat(400))),
      altered((url) => url.searchParams.set('expires', 'NaN')),
      altered((url) => url.searchParams.delete('expires')),
      altered((url) => url.searchParams.set('business', stranger.account.owner.business_id)),
      altered((url) => url.searchParams.delete('business')),
      altered((url) => url.searchParams.append('business', account.owner.business_id)),
      altered((url) => url.searchParams.set('signature', `${signature.slice(0, -2)}AA`)),
      altered((url) => url.searchParams.set('signature', '')),
      altered((url) => url.searchParams.set('signature', 'é'.repeat(43))),
      altered((url) => url.searchParams.delete('signature')),
      altered((url) => {
        url.pathname = url.pathname.replace('.html', '.pdf')
      }),
      altered((url) => {
        url.pathname = url.pathname.replace('.html', '.exe')
      }),
      altered((url) => {
        url.pathname = `/report-files/${stranger.report.id}.html`
      }),
      altered((url) => {
        url.pathname = url.pathname.replace('/report-files/', '/report-files/../report-files/x')
      }),
    ]
    for (const url of forged) expectError(await request(url, 'GET'), 'not_found')
    expectError(await request(link.href, 'POST'), 'not_found')
    expect((await read(link.href)).status).toBe(200)
  })
})
