import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Mock, startMock } from '@svc/mock'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createControl } from '../src/control.ts'
import { createStateStore } from '../src/state/state-store.ts'
import { createInbox } from '../src/webhooks/inbox.ts'
import { callerOf } from './call.ts'

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ port: 0 })
})
afterAll(() => mock.close())

test('reset restores the state after the start, limits and idempotency keys included', async () => {
  const call = callerOf(mock)
  const create = { body: { url: 'https://hooks.rosso-trattoria.nl/' }, headers: { 'Idempotency-Key': 'once' } }
  const first = await call('POST', '/webhooks', create)
  const response = await fetch(`${mock.auth_url}/__mock/reset`, { method: 'POST' })
  expect(await response.json()).toEqual({ reset: true })
  const listed = await call('GET', '/webhooks')
  expect(listed.data).toEqual([])
  expect(listed.headers.get('x-ratelimit-remaining')).toBe('299')
  expect((await call('POST', '/webhooks', create)).data.id).not.toBe(first.data.id)
})

test('a rebound host name cannot read the inbox, and a page of another site cannot reset the mock', async () => {
  const control = (method: string, path: string, headers: Record<string, string>) =>
    statusOf(`${mock.auth_url}/__mock/${path}`, method, headers)
  const { host } = new URL(mock.auth_url)
  const port = host.split(':')[1]

  for (const name of [
    'rebound.example.org',
    `rebound.example.org:${port}`,
    'localhost.example.org',
    '127.0.0.1.example.org',
  ])
    expect([name, await control('GET', 'inbox.json', { Host: name })]).toEqual([name, 421])
  for (const origin of ['https://example.org', 'http://192.0.2.7', 'http://localhost.example.org', 'null']) {
    expect([origin, await control('POST', 'reset', { Origin: origin })]).toEqual([origin, 403])
    expect([origin, await control('PUT', 'scenario', { Origin: origin })]).toEqual([origin, 403])
  }

  // The inbox page itself, a page of a developer on this machine, and programs, by any address of this machine.
  for (const origin of [`http://${host}`, 'http://localhost:5173'])
    expect([origin, await control('POST', 'reset', { Origin: origin })]).toEqual([origin, 200])
  for (const own of [host, `localhost:${port}`, `[::1]:${port}`, '192.168.0.7:4010'])
    expect([own, await control('POST', 'reset', { Host: own })]).toEqual([own, 200])
})

test('a mock that listens on a host name can be called by that name', async () => {
  const named = createControl({
    inbox: createInbox(),
    states: createStateStore(),
    origin: 'http://mock:4010',
    isLocal: false,
    exposed: true,
    reset() {},
  })
  const server = createServer(express().use(named)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reset = (Host: string) => statusOf(`http://127.0.0.1:${port}/__mock/reset`, 'POST', { Host })
  expect([await reset('mock:4010'), await reset('mock.example.org:4010')]).toEqual([200, 421])
  server.close()
})

test('the API refuses host names that may be names of another site', async () => {
  const businesses = (Host: string) =>
    statusOf(`${mock.base_url}/businesses`, 'GET', { Host, 'X-API-Key': mock.credentials.accounts[0].api_key })
  expect(await businesses('rebound.example.org')).toBe(421)
  expect([await businesses('localhost'), await businesses('192.168.0.7:4010')]).toEqual([200, 200])
})

test('a mock on the network warns, serves its API to all, and its controls to this machine alone', async () => {
  const warned = once(process, 'warning')
  const open = await startMock({ port: 0, host: '0.0.0.0' })
  expect(String(await warned)).toContain('The mock listens on 0.0.0.0 over plain HTTP')
  const key = { 'X-API-Key': open.credentials.accounts[0].api_key }
  expect(await statusOf(`${open.base_url}/businesses`, 'GET', { Host: 'mock:4010', ...key })).toBe(200)
  expect(await statusOf(`${open.auth_url}/__mock/reset`, 'POST', {})).toBe(200)
  await open.close()
})

test.each([
  [false, 403],
  [true, 200],
])('with the option exposed as %s, a call of the controls from another machine gets %i', async (exposed, status) => {
  const control = createControl({
    inbox: createInbox(),
    states: createStateStore(),
    origin: 'http://127.0.0.1:4010',
    isLocal: false,
    exposed,
    reset() {},
  })
  const app = express().use((request, _response, next) => {
    Object.defineProperty(request.socket, 'remoteAddress', { value: '192.0.2.7', configurable: true })
    next()
  }, control)
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await statusOf(`http://127.0.0.1:${port}/__mock/reset`, 'POST', {})).toBe(status)
  server.close()
})

/** The status of an response to headers that `fetch` would not send. */
async function statusOf(url: string, method: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request(url, { method, headers, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}
