import { startTestApi, type TestApi } from '@svc/api/testing'
import { type Mock, startMock } from '@svc/mock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const addressOf = (guide: string) => (guide === site.guides[0] ? '/docs' : `/docs/${guide}`)
const phone = 390
const desktop = 1280

test.each([...site.guides.map(addressOf), '/docs/try', '/docs/changelog'])(
  '%s fits a phone: nothing is wider, no command is cut off',
  async (path) => {
    await tab.open(`${api.origin}${path}`, phone)
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(phone)
    const cut = `[...document.querySelectorAll('.code pre')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`
    expect(await tab.evaluate(cut)).toEqual([])
  },
)

test('the first command of the reference is not cut off either', async () => {
  await tab.open(`${api.origin}/docs/reference`, phone)
  await until(`[...document.querySelectorAll('pre')].some((one) => one.textContent.includes('curl'))`)
  const cut = `[...document.querySelectorAll('pre')].filter((one) => one.textContent.includes('curl') && one.scrollWidth > one.clientWidth).length`
  expect(await tab.evaluate(cut)).toBe(0)
})

describe('trying an operation', () => {
  const send = async () => {
    await tab.evaluate(`document.querySelector('.send').click()`)
    await until(
      `!document.querySelector('.send').disabled && (!document.getElementById('result').hidden || !document.getElementById('notice').hidden)`,
    )
    return tab.evaluate<string>(`document.getElementById('status').textContent`)
  }
  const choose = (operationId: string) =>
    tab.evaluate(`new Promise((resolve) => {
    addEventListener('hashchange', () => setTimeout(resolve), { once: true })
    location.hash = '${operationId}'
  })`)

  test('takes body, key and path from the contract, and ids from earlier responses', async () => {
    await tab.open(`${api.origin}/docs/try#createWebhook`, desktop)
    expect(await send()).toBe('201 Created')
    expect(await tab.evaluate(`document.getElementById('headers').textContent`)).toContain('x-request-id: req_')
    await choose('getWebhook')
    expect(await send()).toBe('200 OK')
    expect(await tab.evaluate(`JSON.parse(document.getElementById('response').textContent).data.id`)).toMatch(/^whk_/)
  })

  test('accepts a choice by keyboard, before the fields of the operation are shown', async () => {
    await tab.open(`${api.origin}/docs/try#listBusinesses`, desktop)
    const uncaught = await tab.evaluate(`new Promise((resolve) => {
      const uncaught = []
      addEventListener('error', ({ message }) => uncaught.push(message))
      addEventListener('hashchange', () => setTimeout(() => resolve(uncaught)), { once: true })
      const { operation } = document.querySelector('form').elements
      operation.value = 'createWebhook'
      for (const type of ['input', 'change']) operation.dispatchEvent(new Event(type, { bubbles: true }))
    })`)
    expect(uncaught).toEqual([])
    expect(await tab.evaluate(`document.getElementById('command').textContent`)).toContain('--data')
  })

  test('shows the equivalent curl command', async () => {
    await tab.open(`${api.origin}/docs/try#listBusinesses`, desktop)
    expect(await tab.evaluate(`document.getElementById('command').textContent`)).toBe(
      `curl '${mock.base_url}/businesses' \\\n  --header 'X-API-Key: ${site.try.key}'`,
    )
  })

  test('shows a refusal as it is', async () => {
    await tab.open(`${api.origin}/docs/try#listBusinesses`, desktop)
    await tab.evaluate(`document.querySelector('form').elements.key.value = 'svc_test_nobody'`)
    expect(await send()).toBe('401 Unauthorized')
  })
})

test('the search finds guides and operations', async () => {
  const search = (words: string) =>
    tab.evaluate<string[]>(`(() => {
      const input = document.querySelector('.search input')
      input.value = '${words}'
      input.dispatchEvent(new Event('input'))
      return [...document.querySelectorAll('.found a')].map((one) => one.getAttribute('href'))
    })()`)
  await tab.open(`${api.origin}/docs/errors`, desktop)
  expect((await search('retry-after'))[0]).toMatch(/^\/docs\/(errors|limits)#/)
  expect(await search('rotate secret')).toContain('/docs/reference#/webhooks/rotatewebhooksecret')
  expect(await search('xyzzy')).toEqual([])
})

test('a link from a guide to an operation opens its section in the reference', async () => {
  await tab.open(`${api.origin}/docs/webhooks`, desktop)
  const href = await tab.evaluate<string>(`document.querySelector('a.operation').getAttribute('href')`)
  await tab.open(`${api.origin}${href}`, desktop)
  await until(
    `[...document.querySelectorAll('h1, h2')].some((one) => one.textContent.trim() === 'Update a webhook endpoint')`,
  )
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

test('without a mock the page explains how to start one', async () => {
  await mock.close()
  await tab.open(`${api.origin}/docs/try`, desktop)
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
