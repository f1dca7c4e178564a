import { expect, test } from 'vitest'
import { type DocumentedOperation, readContract } from '../src/contract.ts'
import { isCompared, reasonWithoutRelation } from '../src/lanes/portal-relations.ts'
import { listedAsRead, sameRecords, totaled } from '../src/relations/agreement-relations.ts'
import type { Client, Exchange } from '../src/relations/client.ts'
import { type Facts, readFacts } from '../src/relations/facts.ts'
import { deletedIsGone, endedIsShown, unsentStays, writtenIsRead } from '../src/relations/record-relations.ts'
import type { Relation } from '../src/relations/relation.ts'
import { createValues } from '../src/relations/values.ts'

test('every operation of the portal and of OAuth has either a relation or a reason why it has none', async () => {
  for (const name of ['portal', 'oauth'] as const) {
    const facts = readFacts(await readContract(name))
    const without = facts.operations.filter(
      (one) => isCompared(one, facts) === (reasonWithoutRelation(one) !== undefined),
    )
    expect(without.map(({ operationId }) => operationId)).toEqual([])
  }
})

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const key = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, limit_per_day: { type: 'integer' }, ended: {} },
}
const ok = (schema: object) => ({ '200': { description: 'Done.', ...json(schema) } })
const keyRef = { $ref: '#/components/schemas/Key' }
const counted = { type: 'integer', description: 'How many there were.' }
const parts = { type: 'array', items: { type: 'object', properties: { loans: counted } } }
const id = [{ name: 'id', in: 'path', schema: { type: 'string' } }]
/** Keys that are read in their list alone. */
const document = {
  paths: {
    '/keys': {
      get: { operationId: 'listKeys', responses: ok({ type: 'array', items: keyRef }) },
      post: {
        operationId: 'createKey',
        requestBody: json({ type: 'object', properties: { name: { type: 'string', examples: ['Till'] } } }),
        responses: ok(keyRef),
      },
    },
    '/keys/{id}': {
      parameters: id,
      patch: {
        operationId: 'changeKey',
        requestBody: json({ type: 'object', properties: { name: { type: 'string', examples: ['Till'] } } }),
        responses: ok(keyRef),
      },
      delete: { operationId: 'endKey', responses: ok(keyRef), 'x-relations': { keeps_deleted: true } },
    },
    '/keys/{id}/limit': {
      parameters: id,
      put: {
        operationId: 'limitKey',
        requestBody: json({ type: 'object', properties: { limit: { type: 'integer' } } }),
        responses: ok(keyRef),
        'x-relations': { read_as: { limit: 'limit_per_day' } },
      },
    },
    '/clients': { get: { operationId: 'listClients', responses: ok({ type: 'array', items: keyRef }) } },
    '/clients/{id}': {
      parameters: id,
      delete: { operationId: 'removeClient', responses: ok({ type: 'object', properties: { id: {} } }) },
    },
    '/all-keys': {
      get: {
        operationId: 'listAllKeys',
        responses: ok({ type: 'array', items: keyRef }),
        'x-relations': { same_as: 'listKeys' },
      },
    },
    '/all-keys/{id}': { parameters: id, get: { operationId: 'readKey', responses: ok(key) } },
    '/loans': {
      get: { operationId: 'countLoans', responses: ok({ type: 'object', properties: { loans: counted, parts } }) },
    },
  },
  components: { schemas: { Key: key } },
}

/** A record or a list, or what makes one of the body of the request. */
type Answer = unknown
const stored = { id: 'k1', name: 'Old', limit_per_day: 5, ended: null }

/** Checks a relation with what each operation returns, one response after another. */
async function check(relation: Relation, name: string, answers: Record<string, readonly Answer[]>) {
  const facts: Facts = readFacts(document as never)
  const operation = facts.operations.find(({ operationId }) => operationId === name)
  if (!operation || !relation.applies(operation, facts)) throw new Error(`${relation.name} does not apply to ${name}.`)
  const sent = new Map<string, number>()
  const next = ({ operationId }: Pick<DocumentedOperation, 'operationId'>, body?: unknown): Answer => {
    const count = sent.get(operationId) ?? 0
    sent.set(operationId, count + 1)
    const all = answers[operationId] ?? []
    const answer = all[Math.min(count, all.length - 1)]
    return typeof answer === 'function' ? answer(body) : answer
  }
  const client: Client = {
    async send({ operation: one, id: ofPath, body }) {
      const record = next(one, body)
      const reply = { status: record === undefined ? 404 : 200, headers: new Headers(), text: '', seconds: 0, curl: '' }
      return { operation: one, id: ofPath, reply, body: record, record } satisfies Exchange
    },
    async readList({ operation: one }) {
      const items = next(one) as Record<string, unknown>[]
      return { items, sizes: [items.length], ended: true, curl: null }
    },
    succeeded: () => [],
    versions: () => new Map(),
  }
  const outcome = await relation.check(operation, {
    document: document as never,
    facts,
    values: createValues(document as never, {}),
    client,
    exampleFor: ({ operationId }) => (operationId === 'limitKey' ? { limit: 7 } : { name: 'Till' }),
    unique: (_operation, body) => body,
    freshId: async () => 'k1',
    usualId: async () => 'k1',
    unknownId: () => undefined,
    mayCreate: () => true,
    fast: true,
    credentials: [],
    signal: new AbortController().signal,
  })
  if (outcome.untested !== undefined) return [outcome.untested]
  return outcome.problems.map(({ message }) => message)
}

const till = { ...stored, name: 'Till' }
const ended = { ...stored, ended: '2026-11-28' }

/** A key that a request changes, and a list of it that shows the change or something else. */
function changing(field: string, shown: (key: Record<string, unknown>) => unknown[]) {
  let current: Record<string, unknown> = stored
  const change = (body: Record<string, unknown>) => {
    const [value] = Object.values(body)
    current = { ...current, [field]: value }
    return current
  }
  return { change: [change], list: [() => shown(current)] }
}

test('a record that only its list shows is read there after a write', async () => {
  const create = (shown: (one: Record<string, unknown>) => unknown[]) => {
    const { change, list } = changing('name', shown)
    return check(writtenIsRead, 'createKey', { createKey: change, listKeys: list })
  }
  expect(await create((one) => [one])).toEqual([])
  expect((await create((one) => [{ ...one, name: 'Else' }]))[0]).toContain('is read as "Else"')
  expect((await create((one) => [{ ...one, ended: 'now' }]))[0]).toContain('ended is null in the response')
  expect((await create(() => []))[0]).toContain('lacks the record')
  const patch = (shown: (one: Record<string, unknown>) => unknown[]) => {
    const { change, list } = changing('name', shown)
    return check(unsentStays, 'changeKey', { changeKey: change, listKeys: list })
  }
  expect(await patch((one) => [one])).toEqual([])
  expect((await patch(() => [stored]))[0]).toContain('is "Old" in a later GET')
})

test('a field that is read under another name is compared under that name', async () => {
  const limit = (shown: (one: Record<string, unknown>) => unknown[]) => {
    const { change, list } = changing('limit_per_day', shown)
    return check(writtenIsRead, 'limitKey', { limitKey: change, listKeys: list })
  }
  expect(await limit((one) => [one])).toEqual([])
  expect((await limit(() => [stored]))[0]).toContain('limit was sent as 7, and is read as 5')
})

test('a deletion removes one item from a list, and one that keeps the item leaves it there', async () => {
  const other = { ...stored, id: 'k2' }
  const removed = (after: unknown) =>
    check(deletedIsGone, 'removeClient', { removeClient: [{ id: 'k1' }], listClients: [[stored, other], after] })
  expect(await removed([other])).toEqual([])
  expect((await removed([stored, other]))[0]).toContain('still has k1')
  expect((await removed([]))[0]).toContain('lost k2')
  const end = (after: unknown, returned: unknown = ended) =>
    check(endedIsShown, 'endKey', { endKey: [returned], listKeys: [[stored], after] })
  expect(await end([ended])).toEqual([])
  expect(await end([])).toEqual(['The list lacks k1.'])
  expect(await end([stored], stored)).toEqual(['The record did not change.'])
  expect((await end([{ ...ended, ended: 'later' }]))[0]).toContain('ended is returned')
})

test('two lists of the same records, a list and its items, and a total and its parts agree', async () => {
  const same = (other: unknown) => check(sameRecords, 'listAllKeys', { listAllKeys: [[stored]], listKeys: [other] })
  expect(await same([stored])).toEqual([])
  expect((await same([till]))[0]).toContain('name differs')
  expect((await same([]))[0]).toContain('One list has k1')
  const read = (record: unknown) => check(listedAsRead, 'listAllKeys', { listAllKeys: [[stored]], readKey: [record] })
  expect(await read(stored)).toEqual([])
  expect((await read(till))[0]).toContain('name is not as in the list')
  const loans = (total: number) =>
    check(totaled, 'countLoans', { countLoans: [{ loans: total, parts: [{ loans: 2 }] }] })
  expect(await loans(2)).toEqual([])
  expect((await loans(3))[0]).toContain('the sum of parts is 2')
})
