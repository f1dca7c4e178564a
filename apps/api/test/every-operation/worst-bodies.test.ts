import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type OperationFacts, operations } from '@generated/contract/operations'
import { pointAt, resolveNode } from '@svc/http/references'
import { unknownIdFor } from '@svc/http/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContract } from '../../src/documents.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// Every operation, whether it reads a body or not, gets the bodies that cost a validator most, at the largest size that
// the service reads.

/** Just below the limit of 256 KB, with room for the name of a field. */
const bodyBytes = 256 * 1024 - 64

/**
 * The service promises 50 ms of processor time for a body. This bound is generous, because the time of the whole
 * process is counted, this client and garbage collection included; one body took 44 s before sizes were checked first.
 */
const cpuMsMax = 2_000

/** As many of the parts as fit into a body, between two brackets. */
function fill(open: string, part: (index: number) => string, close: string): string {
  const parts: string[] = []
  let bytes = open.length + close.length
  for (let index = 0; ; index++) {
    const next = part(index)
    bytes += next.length + 1
    if (bytes > bodyBytes) return `${open}${parts.join()}${close}`
    parts.push(next)
  }
}

const nested = (open: string, inside: string, close: string) => {
  const depth = Math.floor((bodyBytes / 2 - inside.length) / (open.length + close.length))
  return `${open.repeat(depth)}${inside}${close.repeat(depth)}`
}

/** Values to put anywhere in a body. */
const worstValues: Record<string, string> = {
  'distinct objects': fill('[', (index) => `{"a":${index}}`, ']'),
  'equal objects': fill('[', () => '{"a":{"b":{"c":1}}}', ']'),
  'distinct strings': fill('[', (index) => `"${index}"`, ']'),
  'empty arrays': fill('[', () => '[]', ']'),
  'distinct fields': fill('{', (index) => `"f${index}":1`, '}'),
  'numeric fields': fill('{', (index) => `"${index * 65_537}":1`, '}'),
  'deep arrays': nested('[', '', ']'),
  'deep objects': nested('{"a":', '1', '}'),
  'two deep arrays': `[${nested('[', '', ']').slice(0, 60_000)}${']'.repeat(60_000 - 1)},1]`,
  'a long string': JSON.stringify('a'.repeat(bodyBytes - 2)),
  'a long string of pairs': JSON.stringify('😀'.repeat(bodyBytes / 4 - 2)),
  'a long URL': JSON.stringify(`https://${'a.'.repeat(bodyBytes / 2 - 20)}`),
  'a long date': JSON.stringify(`2026-11-16T06:00:00.${'0'.repeat(bodyBytes - 30)}Z`),
  'a long number': '1'.repeat(bodyBytes - 10),
}

/** The worst values as the whole body and, where the operation reads a body, as each of its fields. */
function bodiesFor(fields: readonly string[]): [string, string][] {
  const values = Object.entries(worstValues)
  const inside = fields.flatMap((field) =>
    values.map(([name, value]): [string, string] => [`${name} in ${field}`, `{"${field}":${value}}`]),
  )
  return [...values, ...inside]
}

const document = readContract()

/** The names of the fields that an operation reads. */
function fieldsOf({ method, path }: OperationFacts): string[] {
  const operation = resolveNode(document, pointAt(document, `#/paths/${path.replaceAll('/', '~1')}/${method}`))
  const { content } = resolveNode(document, operation.requestBody)
  const { schema } = resolveNode(document, resolveNode(document, content)['application/json'])
  return Object.keys(resolveNode(document, resolveNode(document, schema).properties))
}

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
})
afterAll(() => api.close())

/** Sends a body with any method, GET included, and resolves with the status. */
async function statusOf(method: string, path: string, body: string): Promise<number | undefined> {
  const sent = request(`${api.baseUrl}${path}`, {
    method,
    headers: {
      'X-API-Key': account.key,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    },
    agent: false,
  })
  sent.end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  response?.resume()
  return response?.statusCode
}

const everyOperation: [string, OperationFacts][] = Object.entries(operations)

test.each(everyOperation)('%s spends little processor time on its worst bodies', async (_operationId, operation) => {
  const path = operation.path.replace('{id}', () => unknownIdFor(operation.path))
  for (const [name, body] of bodiesFor(fieldsOf(operation))) {
    const before = process.cpuUsage()
    const status = await statusOf(operation.method.toUpperCase(), path, body)
    const { user, system } = process.cpuUsage(before)
    expect([name, status]).toEqual([name, expect.toSatisfy((code: number) => code < 500)])
    expect([name, (user + system) / 1000]).toEqual([name, expect.toSatisfy((ms: number) => ms < cpuMsMax)])
  }
})
