// @module-tag chromium

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { startTestApi, type TestApi } from '@svc/api/testing'
import { type Mock, startMock } from '@svc/mock'
import type { AxeResults } from 'axe-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { site } from './blocks.ts'
import { openTab, type Tab } from './browser.ts'

// The docs as a person sees them: in a real browser, from a real service, with a real mock.

let mock: Mock
let api: TestApi
let tab: Tab

beforeAll(async () => {
  mock = await startMock({ port: 0 })
  api = await startTestApi({ SVC_MOCK_PORT: new URL(mock.base_url).port })
  tab = await openTab()
})
afterAll(async () => {
  await tab.close()
  await api.close()
})

const addressOf = (guide: string) => `/docs/${guide}`
const reference = [
  '/docs/reference',
  '/docs/reference/reviews',
  '/docs/reference/list-reviews',
  '/docs/reference/get-analysis',
  '/docs/reference/create-review-import',
  '/docs/reference/analysis-completed',
  '/docs/reference/errors',
  '/docs/reference/schemas',
  '/docs/oauth',
  '/docs/oauth/issue-token',
]
const phone = 390
const desktop = 1280

test.each([...site.guides.map(addressOf), ...reference, '/docs/try', '/docs/changelog', '/docs/no-such-page'])(
  '%s fits a phone, so that nothing is wider and no command is cut off',
  async (path) => {
    await tab.open(`${api.origin}${path}`, phone)
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(phone)
    const cut = `[...document.querySelectorAll('.code pre')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`
    expect(await tab.evaluate(cut)).toEqual([])
  },
)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

test.each(['/docs/quick-start', '/docs/webhooks', ...reference, '/docs/try', '/docs/changelog', '/docs/no-such-page'])(
  'axe finds no problem on %s, in light and in dark, with everything unfolded',
  async (path) => {
    for (const scheme of ['light', 'dark'] as const) {
      await tab.open(`${api.origin}${path}`, desktop, scheme)
      await tab.evaluate(axe)
      await tab.evaluate(`for (const one of document.querySelectorAll('main details')) one.open = true`)
      const { violations } = await tab.evaluate<AxeResults>(
        `axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })`,
      )
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    }
  },
)

describe('the button for the color scheme', () => {
  const path = '/docs/errors'
  const open = (system: 'light' | 'dark') => tab.open(`${api.origin}${path}`, desktop, system)
  const click = () => tab.evaluate(`document.querySelector('.scheme').click()`)
  const shown = () =>
    tab.evaluate<[string, string]>(
      `[document.querySelector('.scheme').ariaLabel, getComputedStyle(document.body).backgroundColor]`,
    )
  const [white, black] = ['rgb(255, 255, 255)', 'rgb(22, 22, 20)']

  afterEach(() => tab.evaluate('localStorage.clear()'))

  test('leads from the scheme of the system to light, to dark and back, and its name says which one is on', async () => {
    await open('dark')
    expect(await shown()).toEqual(['Color scheme: System', black])
    await click()
    expect(await shown()).toEqual(['Color scheme: Light', white])
    await click()
    expect(await shown()).toEqual(['Color scheme: Dark', black])
    await click()
    expect(await shown()).toEqual(['Color scheme: System', black])
  })

  test('keeps the chosen scheme for other pages, which have it before their text is parsed', async () => {
    await open('light')
    await click()
    await click()
    await tab.open(`${api.origin}/docs/reference/list-reviews`, desktop, 'light')
    expect(await shown()).toEqual(['Color scheme: Dark', black])
    // A script in the head that neither waits nor is deferred runs before anything is painted.
    const blocking = `[...document.head.querySelectorAll('script:not([defer], [async])')].map((one) => one.src.split('/').at(-1))`
    expect(await tab.evaluate(blocking)).toEqual(['scheme.js'])
  })

  test('is reached and used with the keyboard', async () => {
    await open('light')
    const button = `document.querySelector('.scheme')`
    await tab.evaluate(`${button}.focus()`)
    expect(
      await tab.evaluate(`document.activeElement === ${button} && ${button}.matches('button:not([tabindex])')`),
    ).toBe(true)
    expect(await tab.evaluate(`getComputedStyle(${button}).outlineStyle`)).toBe('solid')
  })

  test('axe finds no problem with either choice, which the system does not have', async () => {
    for (const [system, clicks] of [
      ['dark', 1],
      ['light', 2],
    ] as const) {
      await open(system)
      for (const _ of Array(clicks)) await click()
      await tab.evaluate(axe)
      const { violations } = await tab.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`)
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
      await tab.evaluate('localStorage.clear()')
    }
  })
})

describe('trying an operation on its page', () => {
  const send = async () => {
    await tab.evaluate(`document.querySelector('.send').click()`)
    await until(
      `!document.querySelector('.send').disabled && (!document.getElementById('result').hidden || !document.getElementById('notice').hidden)`,
    )
    return tab.evaluate<string>(`document.getElementById('status').textContent`)
  }
  const open = async (operation: string) => {
    await tab.open(`${api.origin}/docs/reference/${operation}#try`, desktop)
    expect(await tab.evaluate(`document.getElementById('try').open`)).toBe(true)
  }
  const enter = (name: string, value: string) =>
    tab.evaluate(`(() => {
      const field = document.querySelector('.try form').elements[${JSON.stringify(name)}]
      field.value = ${JSON.stringify(value)}
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    })()`)

  test('takes body, key and path from the contract, and ids from earlier responses', async () => {
    await open('create-webhook')
    expect(await send()).toBe('201 Created')
    expect(await tab.evaluate(`document.getElementById('headers').textContent`)).toContain('x-request-id: req_')
    const created = await tab.evaluate(`JSON.parse(document.getElementById('response').textContent).data.id`)
    await open('get-webhook')
    expect(await send()).toBe('200 OK')
    expect(await tab.evaluate(`JSON.parse(document.getElementById('response').textContent).data.id`)).toBe(created)
  })

  test('shows the equivalent curl command', async () => {
    await open('list-businesses')
    expect(await tab.evaluate(`document.getElementById('command').textContent`)).toBe(
      `curl '${mock.base_url}/businesses' \\\n  --header 'X-API-Key: ${site.try.key}'`,
    )
  })

  test('shows a refusal as it is', async () => {
    await open('list-businesses')
    await enter('key', 'svc_test_nobody')
    expect(await send()).toBe('401 Unauthorized')
  })

  test('reaches this service with a key of its reader, which the samples of every page then have', async () => {
    const { key } = await api.open()
    await open('list-businesses')
    await enter('server', api.baseUrl)
    await enter('key', key)
    expect(await send()).toBe('200 OK')
    await tab.open(`${api.origin}/docs/reference/get-webhook`, desktop)
    const sample = await tab.evaluate<string>(`document.querySelector('.languages .on code').textContent`)
    expect(sample).toContain(`X-API-Key: ${key}`)
    expect(sample).toContain(`${api.baseUrl}/webhooks/`)
    expect(await tab.evaluate(`[localStorage.length, document.cookie]`)).toEqual([0, ''])
    await tab.evaluate('sessionStorage.clear()')
  })
})

test('a chosen language stays chosen on other pages and in later visits', async () => {
  await tab.open(`${api.origin}/docs/reference/list-reviews`, desktop)
  await tab.evaluate(`document.querySelector('.languages [data-shows="go"]').click()`)
  await tab.evaluate('sessionStorage.clear()')
  await tab.open(`${api.origin}/docs/reference/create-webhook`, desktop)
  expect(await tab.evaluate(`document.querySelector('.languages .on code').textContent`)).toContain('package main')
  await tab.evaluate('localStorage.clear()')
})

test.each([
  ['/docs/reference#/webhooks/rotatewebhooksecret', '/docs/reference/rotate-webhook-secret'],
  ['/docs/reference#operation/listReviews', '/docs/reference/list-reviews'],
  ['/docs/reference#/events-sent-to-you/onanalysiscompleted', '/docs/reference/analysis-completed'],
  ['/docs/reference#/webhook-deliveries', '/docs/reference/webhook-deliveries'],
  ['/docs/oauth#/tokens/issuetoken', '/docs/oauth/issue-token'],
  ['/docs/try#createWebhook', '/docs/reference/create-webhook#try'],
])('the old address %s leads to %s', async (old, page) => {
  await tab.open(`${api.origin}${old}`, desktop)
  await until(`location.href === ${JSON.stringify(api.origin + page)}`)
})

test('a link to a field unfolds what contains it', async () => {
  await tab.open(`${api.origin}/docs/reference/get-analysis#response-200.meta.rate_limit.limit`, desktop)
  expect(
    await tab.evaluate(
      `document.getElementById('response-200.meta.rate_limit.limit').checkVisibility({ contentVisibilityAuto: true })`,
    ),
  ).toBe(true)
})

test('pages from disk have their styles, their links, and the search', async () => {
  const folder = new URL('../../generated/docs/', import.meta.url)
  await tab.open(new URL('reference/list-reviews.html', folder).href, desktop)
  expect(await tab.evaluate(`getComputedStyle(document.querySelector('.side')).position`)).toBe('sticky')
  const links = await tab.evaluate<string[]>(`[...document.querySelectorAll('.pages a')].map((one) => one.href)`)
  const missing = links.filter((link) => {
    try {
      return readFileSync(fileURLToPath(link.replace(/#.*/, ''))).length === 0
    } catch {
      return true
    }
  })
  expect(missing).toEqual([])
  await search('rate limited')
  await until(`document.querySelector('.found a')?.href.startsWith('file:')`)
})

/** Types into the search; the index is loaded by the first use. */
async function search(words: string): Promise<string[]> {
  await tab.evaluate(`(() => {
    const input = document.querySelector('.search input')
    input.value = '${words}'
    input.dispatchEvent(new Event('input'))
  })()`)
  await until(`globalThis.docsIndex !== undefined && !document.querySelector('.found').hidden`)
  return tab.evaluate(`[...document.querySelectorAll('.found a')].map((one) => one.getAttribute('href'))`)
}

test('one search finds guides, operations, events, errors and schemas', async () => {
  await tab.open(`${api.origin}/docs/errors`, desktop)
  expect((await search('retry-after'))[0]).toMatch(/^\/docs\/(errors|limits|reference)/)
  expect(await search('rotate secret')).toContain('/docs/reference/rotate-webhook-secret')
  expect(await search('analysis.failed')).toContain('/docs/reference/analysis-failed')
  expect((await search('rate_limited'))[0]).toBe('/docs/reference/errors#rate_limited')
  expect((await search('ReviewAspect'))[0]).toBe('/docs/reference/schemas#ReviewAspect')
  expect(await search('requires_human_approval')).toContain('/docs/reference/schemas#ReplyDraft')
  expect(await search('xyzzy')).toEqual([])
})

describe('with the keyboard', () => {
  const press = (key: string) =>
    tab.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }))`,
    )
  const focused = () =>
    tab.evaluate<string>(
      `document.activeElement.getAttribute('href') ?? document.activeElement.className + document.activeElement.localName`,
    )
  const isShown = () => tab.evaluate<boolean>(`!document.querySelector('.found').hidden`)

  test('the search is reached with a slash, and the arrows move the focus through its results', async () => {
    await tab.open(`${api.origin}/docs/errors`, desktop)
    await press('/')
    expect(await focused()).toBe('input')
    const [first, second] = await search('rotate secret')
    await press('ArrowDown')
    await press('ArrowDown')
    expect(await focused()).toBe(second)
    await press('ArrowUp')
    expect(await focused()).toBe(first)
    await press('ArrowUp')
    expect(await focused()).toBe('input')
  })

  test('the number of results is announced, and Escape and leaving the search hide them', async () => {
    await tab.open(`${api.origin}/docs/errors`, desktop)
    await press('/')
    const found = await search('rotate_secret_of_nobody')
    const announced = () => tab.evaluate(`document.querySelector('.search [role=status]').textContent`)
    expect([found.length, await announced()]).toEqual([0, '0 results'])
    const { length } = await search('rotate secret')
    expect(await announced()).toBe(`${length} results`)
    await press('ArrowDown')
    await press('Escape')
    expect([await focused(), await isShown(), await announced()]).toEqual(['input', false, ''])
    await search('rotate secret')
    await tab.evaluate(`document.querySelector('main a').focus()`)
    expect(await isShown()).toBe(false)
  })

  test('Escape closes the list of pages on a phone and returns to its button', async () => {
    await tab.open(`${api.origin}/docs/reference/list-reviews`, phone)
    const isListed = () => tab.evaluate<boolean>(`document.querySelector('.pages').checkVisibility()`)
    await tab.evaluate(`document.querySelector('.menu').click(), document.querySelector('.pages a').focus()`)
    expect(await isListed()).toBe(true)
    await press('Escape')
    expect([await isListed(), await focused()]).toEqual([false, 'menubutton'])
    expect(await tab.evaluate(`document.querySelector('.menu').ariaExpanded`)).toBe('false')
  })
})

test('the name of the API is whole on a phone', async () => {
  await tab.open(`${api.origin}/docs/errors`, phone)
  const room = `(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth - clientWidth, scrollHeight - clientHeight])`
  expect(await tab.evaluate(`${room}(document.querySelector('.brand'))`)).toEqual([0, 0])
})

test('the form and the samples are as wide as the text on a tablet', async () => {
  await tab.open(`${api.origin}/docs/reference/create-webhook`, 1024)
  const width = (part: string) => tab.evaluate<number>(`document.querySelector('${part}').offsetWidth`)
  expect(await width('.side')).toBe(await width('.rest'))
})

test('the list of pages shows the present page with those around it, and the text stays at its beginning', async () => {
  await tab.open(`${api.origin}/docs/reference/webhook-test`, desktop)
  const place = await tab.evaluate<{ top: number; bottom: number }>(
    `document.querySelector('.pages [aria-current]').getBoundingClientRect().toJSON()`,
  )
  expect(place.top).toBeGreaterThan(0.25 * 844)
  expect(place.bottom).toBeLessThan(0.75 * 844)
  expect(await tab.evaluate('scrollY')).toBe(0)
})

test('a link from a guide to an operation opens its page', async () => {
  await tab.open(`${api.origin}/docs/webhooks`, desktop)
  const href = await tab.evaluate<string>(
    `[...document.querySelectorAll('a.operation')].find((one) => one.textContent === 'updateWebhook').getAttribute('href')`,
  )
  await tab.open(`${api.origin}${href}`, desktop)
  expect(await tab.evaluate(`document.querySelector('h1').textContent`)).toBe('Update a webhook endpoint')
})

test('the mock accepts requests from pages of this machine only', async () => {
  const allowed = async (origin: string) => {
    const response = await fetch(`${mock.base_url}/businesses`, {
      headers: { Origin: origin, 'X-API-Key': site.try.key },
    })
    return response.headers.get('access-control-allow-origin')
  }
  expect(await allowed(api.origin)).toBe(api.origin)
  expect(await allowed('https://evil.example')).toBeNull()
  expect(await allowed('http://127.0.0.1.evil.example')).toBeNull()
})

test('no page requests anything but itself and the mock', () => {
  const hosts = new Set(tab.requested().map((url) => new URL(url).hostname))
  expect([...hosts]).toEqual(['127.0.0.1'])
})

test('without a mock the form explains how to start one', async () => {
  await mock.close()
  await tab.open(`${api.origin}/docs/reference/list-businesses#try`, desktop)
  await tab.evaluate(`document.querySelector('.send').click()`)
  await until(`!document.getElementById('notice').hidden`)
  expect(await tab.evaluate(`document.getElementById('notice').textContent`)).toBe(
    `No mock is running at ${new URL(mock.base_url).origin}. Start one with npm run mock and send the request again.`,
  )
})

/** Waits in the page until an expression is true. */
async function until(expression: string): Promise<void> {
  await tab.evaluate(`new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('It never became true: ' + ${JSON.stringify(expression)})), 20_000)
    const look = () => (${expression}) ? (clearTimeout(patience), resolve()) : requestAnimationFrame(look)
    look()
  })`)
}
