import {
  analysisStatuses,
  aspects,
  type EventType,
  eventTypes,
  recommendationDecisions,
  statusClasses,
  webhookDeliveryStatuses,
} from '@generated/contract/enums'
import contract from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { type OperationId, operations } from '@generated/contract/operations'
import type { Schemas, operations as wire } from '@generated/contract/server-types'
import { requestAnalysis } from '@svc/db/analyses'
import { addCompetitor } from '@svc/db/competitors'
import { type FoundProblem, saveRecommendations } from '@svc/db/recommendations'
import { only } from '@svc/db/records'
import { insertReport } from '@svc/db/reports'
import { beginUpload, finishUpload } from '@svc/db/review-imports'
import { knexOf } from '@svc/db/testing'
import { storedDeliveries } from '@svc/db/testing-webhooks'
import { insertUsageEvents } from '@svc/db/usage-events'
import { publishEvents } from '@svc/db/webhook-events'
import { present } from '@svc/http/testing-reply'
import { type Id, newId } from '@svc/runtime/ids'
import { announceSeed, seededRandom } from '@svc/runtime/testing-random'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foundProblem } from '../found-problem.ts'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// Every list of the contract with every combination of two filters: the pages together hold each record that matches
// exactly once, in order, while others are inserted and changed. The lists and their filters come from the contract; a
// list or filter that is missing here fails. What matches is decided here by a second implementation. The reviews,
// which can be sorted, are in review-pages.test.ts.

const seed = announceSeed('list-pages.test.ts')
const { below, chance, oneOf } = seededRandom(seed)

/** The lists that this file reads. */
type ListId = Exclude<Paginated, 'listBusinesses' | 'listReviews'>

type Paginated = {
  [Id in OperationId]: (typeof operations)[Id]['pagination'] extends null ? never : Id
}[OperationId]

/** A record of one list, or of any. */
type Item<Id extends ListId = ListId> = wire[Id]['responses'][200]['content']['application/json']['data'][number]

interface Filter<Record = Item> {
  /** A value that some of the records have. */
  valueFrom(items: Record[]): string
  matches(item: Record, value: string): boolean
}

interface List<Record = Item> {
  path(): string
  filters: { [name: string]: Filter<Record> }
  /** Creates a record and returns its id. */
  insert(): Promise<string>
  /** Changes what filters see of a record, but not its place in the list. */
  change?(item: Record): Promise<unknown>
  /** Decides whether `change` may get a record. By default, it may get all. */
  mayChange?(item: Record): boolean
  /** The first sort key of the list, before the age. */
  rankOf?(item: Record): number
  /** Records at the beginning; 25 where nothing else is said. */
  size?: number
}

const field = <Record>(read: (item: Record) => unknown): Filter<Record> => ({
  valueFrom: (items) => String(read(oneOf(items.filter((item) => read(item) !== null)))),
  matches: (item, value) => String(read(item)) === value,
})
const atOrAfter: Filter<{ created_at: string }> = {
  valueFrom: (items) => oneOf(items).created_at,
  matches: (item, value) => item.created_at >= value,
}
const before: Filter<{ created_at: string }> = { ...atOrAfter, matches: (item, value) => item.created_at < value }

let api: TestApi
let account: TestAccount
let webhookId: string
let analysisId: Id<'ana'>

beforeAll(async () => {
  api = await startTestApi({ WEBHOOK_ENDPOINTS_MAX: '1000' })
  account = await api.open()
  const webhook = { url: 'https://hooks.rosso-trattoria.nl/svc', event_types: eventTypes }
  webhookId = (await account.call('POST', '/webhooks', { body: webhook })).data.id
  analysisId = (await requestAnalysis(api.database.db, account.owner)).id
  for (const { insert, size = 25 } of Object.values(lists)) {
    for (let count = 0; count < size; count++) await insert()
  }
})
afterAll(() => api.close())

const ofBusiness = (collection: string) => () => `/businesses/${account.owner.business_id}/${collection}`

/** A time of the past weeks: many records have the same. */
const someTime = () => new Date(Date.UTC(2026, 9, 1 + below(8))).toISOString()

let inserted = 0

const lists: { [Id in ListId]: List<Item<Id>> } = {
  // First, because every request adds to it.
  listEvents: {
    path: () => '/events',
    filters: {
      type: field(({ type }) => type),
      operation_id: field(({ operation_id }) => operation_id),
      status: {
        valueFrom: () => oneOf(statusClasses),
        matches: ({ http_status }, value) => String(http_status)[0] === value[0],
      },
      caller: field(({ actor }) => actor.id),
      since: atOrAfter,
      until: before,
      request_id: field(({ request_id }) => request_id),
    },
    size: 60,
    insert: insertUsageEvent,
  },
  listCompetitors: {
    path: ofBusiness('competitors'),
    filters: {},
    async insert() {
      const competitor = { name: `Bella Vista ${inserted++}` }
      return String((await addCompetitor(api.database.db, account.owner, competitor))?.id)
    },
    change: ({ id }) => account.call('PATCH', `/competitors/${id}`, { body: { name: `Osteria ${inserted++}` } }),
  },
  listAnalyses: {
    path: ofBusiness('analyses'),
    filters: { status: field(({ status }) => status), created_after: atOrAfter, created_before: before },
    size: 60,
    async insert() {
      const { id } = await requestAnalysis(api.database.db, account.owner, { created_at: someTime() })
      await setAnalysisStatus(id)
      return id
    },
    change: ({ id }) => setAnalysisStatus(id),
  },
  listRecommendations: {
    path: ofBusiness('recommendations'),
    filters: {
      status: field(({ status }) => status),
      aspect: field(({ aspect }) => aspect),
      urgent: field(({ urgent }) => urgent),
    },
    size: 60,
    rankOf: ({ status, priority }) => priority + (['open', 'planned'].includes(status) ? 0 : 8),
    insert: insertRecommendation,
    mayChange: ({ status }) => ['open', 'planned'].includes(status),
    change: ({ id }) =>
      account.call('PATCH', `/recommendations/${id}`, { body: { status: oneOf(['open', 'planned']) } }),
  },
  listReports: { path: ofBusiness('reports'), filters: {}, insert: insertSomeReport },
  listReviewImports: {
    path: ofBusiness('review-imports'),
    filters: {},
    async insert() {
      const limits = { dateOrder: undefined, perDayMax: 1_000, simultaneousMax: 1 }
      return api.database.db.transaction(async (transaction) => {
        const begun = await beginUpload(transaction, account.owner, limits)
        const id = 'id' in begun ? begun.id : newId('imp')
        await finishUpload(transaction, account.owner, id, '0'.repeat(64))
        return id
      })
    },
  },
  listReviewReplies: {
    path: () => '/review-replies',
    filters: { status: field(({ status }) => status) },
    async insert() {
      const { data } = await account.call('POST', '/review-replies', { body: { review: { rating: 5 } } })
      return data.id
    },
    change: ({ id }) =>
      account.call('PATCH', `/review-replies/${id}`, { body: { status: oneOf(['draft', 'rejected']) } }),
  },
  listWebhooks: {
    path: () => '/webhooks',
    filters: {},
    async insert() {
      const body = { url: `https://hooks.rosso-trattoria.nl/${inserted++}`, event_types: ['analysis.failed'] }
      return (await account.call('POST', '/webhooks', { body })).data.id
    },
    change: ({ id }) => account.call('PATCH', `/webhooks/${id}`, { body: { enabled: chance(0.5) } }),
  },
  listWebhookDeliveries: {
    path: () => `/webhooks/${webhookId}/deliveries`,
    filters: {
      status: field(({ status }) => status),
      event_type: field(({ event_type }) => event_type),
      created_after: atOrAfter,
      created_before: before,
    },
    size: 60,
    insert: insertDelivery,
    mayChange: ({ finished_at }) => finished_at === null,
    change: ({ id }) => setDeliveryStatus(id),
  },
}

const byOperation = new Map<string, List>(Object.entries(lists))

/** Lists whose records no test can insert: an account has one business. */
const notHere: OperationId[] = ['listBusinesses', 'listReviews']

async function setAnalysisStatus(id: string): Promise<void> {
  const status = oneOf(analysisStatuses)
  const isOver = status === 'completed' || status === 'failed'
  const due = { due_at: isOver ? null : new Date('2099-01-01') }
  await knexOf(api.database.db)('analyses')
    .where({ id })
    .update({ status, ...due })
}

const problems: FoundProblem[] = []

/** Adds a problem to those that the analyses find; some are not found again and are resolved. */
async function insertRecommendation(): Promise<string> {
  const { db } = api.database
  const save = (found: FoundProblem[]) =>
    db.transaction((transaction) => saveRecommendations(transaction, account.owner, analysisId, found))
  const fields = { aspect: oneOf(aspects.slice(0, 3)), urgent: chance(0.5) }
  const problem = foundProblem(`problem ${inserted++}`, 1 + below(5), fields)
  const { created } = await save([...problems, problem])
  const id = String(created[0]?.id)
  if (chance(0.2)) {
    await save(problems)
    return id
  }
  problems.push(problem)
  await account.call('PATCH', `/recommendations/${id}`, { body: { status: oneOf(recommendationDecisions) } })
  return id
}

async function insertSomeReport(): Promise<string> {
  const { db } = api.database
  const { id } = await db.transaction((transaction) =>
    insertReport(transaction, account.owner, {
      analysis_id: analysisId,
      origin: 'subscription',
      title: 'October',
      sections: [],
      period: { from: '2025-10-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' },
      files: [],
    }),
  )
  return id
}

const examples = contract.components.examples
const eventExamples: [EventType, object][] = [
  ['analysis.completed', examples.AnalysisCompletedEventExample.value],
  ['report.generated', examples.ReportGeneratedEventExample.value],
  ['webhook.test', examples.WebhookTestEventExample.value],
]

async function insertDelivery(): Promise<string> {
  const { db } = api.database
  const [type, example] = oneOf(eventExamples)
  const id = newId('evt')
  const payload = JSON.stringify({ ...example, id })
  await db.transaction((transaction) =>
    publishEvents(transaction, account.owner, [{ id, type, payload }], { maxAttempts: 5 }),
  )
  const delivery = only(await storedDeliveries(db, { event_id: id, webhook_id: webhookId }))
  await setDeliveryStatus(delivery.id)
  return delivery.id
}

/** Writes what the worker writes: the queue has the state of unfinished deliveries. A finished one stays as it is. */
async function setDeliveryStatus(id: string): Promise<void> {
  const knex = knexOf(api.database.db)
  const isUnfinished = await knex('webhook_queue').where({ id }).first('id')
  if (!isUnfinished) return
  const status = oneOf(webhookDeliveryStatuses)
  if (['succeeded', 'dead_lettered', 'canceled'].includes(status)) {
    await knex('webhook_queue').where({ id }).delete()
    await knex('webhook_deliveries').where({ id }).update({ status, finished_at: new Date() })
    return
  }
  const isLeased = status === 'in_progress'
  await knex('webhook_queue')
    .where({ id })
    .update({
      attempt_count: status === 'pending' ? 0 : 1,
      worker_id: isLeased ? 'worker' : null,
      started_at: isLeased ? new Date() : null,
    })
  await knex('webhook_deliveries')
    .where({ id })
    .update({ status: status === 'waiting_retry' ? 'waiting_retry' : 'pending' })
}

const callers = [newId('key'), newId('key'), newId('cli')]

async function insertUsageEvent(): Promise<string> {
  const id = newId('act')
  const callerId = oneOf(callers)
  const request = oneOf(['listWebhooks', 'getReport', 'startAnalysis'])
  const http_status = oneOf([200, 202, 304, 403, 404, 429, 500])
  await insertUsageEvents(api.database.db, [
    {
      id,
      account_id: account.owner.account_id,
      // The time in the id is that of the event, to the minute.
      created_at: new Date(Date.now() - below(50_000)).toISOString(),
      type: http_status < 400 ? 'api.request' : 'api.refused',
      request_id: newId('req'),
      actor: { type: callerId.startsWith('key') ? 'api_key' : 'oauth_client', id: callerId, label: null },
      operation_id: request,
      http_status,
      error_code: http_status < 400 ? null : 'not_found',
      duration_ms: 1,
      resource_id: null,
      quota: null,
    },
  ])
  return id
}

/** The body of a page of any list. */
type ListBody = { data: Item[]; meta: Schemas['PageMeta'] }

/** Reads a list to its end and runs `between` after every page. */
async function readToEnd(
  list: List,
  query: Record<string, string>,
  between: () => Promise<unknown> = async () => {},
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = query.cursor ?? null; ; ) {
    const page = await readPage(list, cursor === null ? query : { ...query, cursor })
    items.push(...page.items)
    cursor = page.next_cursor
    if (cursor === null) return items
    expect(page.items).toHaveLength(Number(query.limit))
    await between()
  }
}

async function readPage(list: List, query: Record<string, string>) {
  const parameters = new URLSearchParams(query)
  const url = `${api.baseUrl}${list.path()}?${parameters}`
  const headers = { 'X-API-Key': account.key }
  const { status, data, meta } = await request<ListBody>(url, 'GET', { headers })
  expect([String(parameters), status]).toEqual([String(parameters), 200])
  return { items: data, next_cursor: meta.page.next_cursor }
}

const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id)

/** No filter, each filter, and every two together. */
function combinations(names: string[]): string[][] {
  return [
    [],
    ...names.map((name) => [name]),
    ...names.flatMap((one, at) => names.slice(at + 1).map((two) => [one, two])),
  ]
}

const paginated = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].pagination)

test('this file tests every list of the contract with all its filters', () => {
  expect([...Object.keys(lists), ...notHere].toSorted()).toEqual(paginated.toSorted())
  for (const operationId of paginated) {
    const list = byOperation.get(operationId)
    if (list) expect([operationId, Object.keys(list.filters)]).toEqual([operationId, filterNames(operationId)])
  }
})

function filterNames(operationId: OperationId): string[] {
  const { path, method } = operations[operationId]
  const references: { $ref: string }[] = Reflect.get(Reflect.get(contract.paths, path), method).parameters
  return references
    .map(({ $ref }) => Reflect.get(contract.components.parameters, $ref.slice($ref.lastIndexOf('/') + 1)).name)
    .filter((name) => name !== 'limit' && name !== 'cursor')
}

describe.each([...byOperation])('%s', (_operationId, list) => {
  const { filters, rankOf = () => 0 } = list
  const isInOrder = (one: Item, next: Item) =>
    rankOf(one) < rankOf(next) || (rankOf(one) === rankOf(next) && one.id > next.id)

  /** A value of each filter, and what records have to match. */
  const choose = (names: string[], known: Item[]) => {
    const values = Object.fromEntries(names.map((name) => [name, filters[name]?.valueFrom(known) ?? '']))
    const matches = (item: Item) => Object.entries(values).every(([name, value]) => filters[name]?.matches(item, value))
    return { values, matches, what: `${JSON.stringify(values)}, seed ${seed}` }
  }
  const everything = () => readToEnd(list, { limit: '100' })

  test('the pages hold each match once, in order, while records are inserted and changed', async () => {
    let known = await everything()
    for (const names of combinations(Object.keys(filters))) {
      const { values, matches, what } = choose(names, known)
      const limit = String(2 + below(12))
      const changes = new Map<string, number>()
      const items = await readToEnd(list, { ...values, limit }, async () => {
        if (chance(0.3)) await list.insert()
        if (!list.change || !chance(0.3)) return
        const item = oneOf(known.filter((item) => list.mayChange?.(item) ?? true))
        changes.set(item.id, (changes.get(item.id) ?? 0) + 1)
        await list.change(item)
      })
      expect([what, new Set(idsOf(items)).size]).toEqual([what, items.length])
      expect([what, items.filter((item) => !matches(item))]).toEqual([what, []])
      expect([what, items.every((item, at) => at === 0 || isInOrder(present(items[at - 1]), item))]).toEqual([
        what,
        true,
      ])
      const after = await everything()
      const byId = new Map(after.map((item) => [item.id, item]))
      // A record that was changed twice may match now, and not have matched when its page was read.
      const steady = known.filter(
        (item) => matches(item) && matches(present(byId.get(item.id))) && (changes.get(item.id) ?? 0) < 2,
      )
      expect([what, idsOf(steady).filter((id) => !idsOf(items).includes(id))]).toEqual([what, []])
      known = after
    }
  })

  test('a cursor of the list without filters continues behind the same record in the list with filters', async () => {
    for (const names of combinations(Object.keys(filters))) {
      const page = await readPage(list, { limit: String(1 + below(20)) })
      const known = await everything()
      const { values, matches, what } = choose(names, known)
      const items = await readToEnd(list, { ...values, limit: '100', cursor: String(page.next_cursor) })
      const place = known.findIndex(({ id }) => id === page.items.at(-1)?.id)
      expect([what, idsOf(items)]).toEqual([what, idsOf(known.slice(place + 1).filter(matches))])
    }
  })
})
