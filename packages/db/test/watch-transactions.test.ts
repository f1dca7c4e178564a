import { lookup, Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { openDatabase } from '@svc/db/database'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testServerVariable } from './testing-server.ts'
import { watchTransactions } from './watch-transactions.ts'

// Every test with a database fails on what is reported here: see testing.ts.

const reported: string[] = []
watchTransactions(({ message }) => reported.push(message))

const db = openDatabase({ url: process.env[testServerVariable] ?? '', applicationName: 'svc-test-watch' })
const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
await once(server, 'listening')
const port = Number(new URL(`http://${addressOf()}`).port)

function addressOf(): string {
  const address = server.address()
  return typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : ''
}

beforeEach(() => {
  reported.length = 0
})

afterAll(async () => {
  server.close()
  await db.destroy()
})

const network: [name: string, use: () => Promise<unknown>, reports: string][] = [
  [
    'a DNS query',
    () => new Resolver({ timeout: 1, tries: 1 }).resolve4('nowhere.invalid').catch(() => {}),
    'A DNS query was sent',
  ],
  ['a look-up of the system', () => lookup('localhost'), 'A name was resolved'],
  ['a connection', () => once(connect(port, '127.0.0.1').end(), 'close'), 'A connection was opened'],
  ['an HTTP request', async () => (await fetch(`http://127.0.0.1:${port}`)).text(), 'An HTTP request was sent'],
]

describe.each(network)('%s', (_name, use, message) => {
  test('is reported inside an open transaction, however deep below it', async () => {
    await db.transaction(async (transaction) => {
      await transaction.execute({ text: 'select 1' })
      await (async () => use())()
    })
    expect(reported).toContain(`${message} inside an open transaction.`)
  })

  test('is allowed before the first statement of a transaction, and after its end', async () => {
    await db.transaction(async (transaction) => {
      await use()
      await transaction.execute({ text: 'select 1' })
    })
    await use()
    expect(reported).toEqual([])
  })
})

test('Connections to the database itself are not reported', async () => {
  await db.transaction(async (transaction) => {
    await transaction.execute({ text: 'select 1' })
    await Promise.all([1, 2, 3].map(() => db.execute({ text: 'select 1' })))
  })
  expect(reported).toEqual([])
})
