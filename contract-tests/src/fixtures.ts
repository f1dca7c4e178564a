import { setTimeout as sleep } from 'node:timers/promises'
import { CannotRunError } from './cannot-run-error.ts'
import type { DocumentedOperation } from './contract.ts'
import { fetchWhenAllowed } from './limited-fetch.ts'
import type { Service } from './service.ts'

/** Records of the first account that a fuzzer cannot create by itself. */
export interface Fixtures {
  /** The id of a record of each kind, by the first part of the paths that take it, such as `webhooks`. */
  ids: Readonly<Record<RecordKind, string>>
  /** Creates a record that a test may delete, for each kind that has a DELETE, and returns its id. */
  fresh: Readonly<Record<DeletedKind, () => Promise<string>>>
  /**
   * Deletes the fresh competitors and reviews that no test has deleted: each counts against a capacity of the plan.
   * Throws CannotRunError if the service refuses.
   */
  removeFresh(): Promise<void>
}

const recordKinds = [
  'businesses',
  'competitors',
  'reviews',
  'analyses',
  'reports',
  'recommendations',
  'review-imports',
  'review-replies',
  'webhooks',
  'webhook-deliveries',
] as const
type RecordKind = (typeof recordKinds)[number]

const deletedKinds = ['competitors', 'reviews', 'webhooks'] as const satisfies readonly RecordKind[]
type DeletedKind = (typeof deletedKinds)[number]

/** The kind of the record whose id the path takes. Throws for a path of a kind without a fixture. */
export function recordKindOf(path: string): RecordKind {
  const kind = recordKinds.find((one) => path.startsWith(`/${one}/`))
  if (kind === undefined) throw new Error(`The fixtures have no record for ${path}: add one to fixtures.ts.`)
  return kind
}

/** The id of a record that the operation may use; one of its own if the operation deletes it. */
export async function idFor({ method, path }: DocumentedOperation, fixtures: Fixtures): Promise<string> {
  return method === 'DELETE' ? fixtures.fresh[deletedKindOf(path)]() : fixtures.ids[recordKindOf(path)]
}

/** Throws for a path of a kind of which the fixtures create no record to delete. */
function deletedKindOf(path: string): DeletedKind {
  const kind = deletedKinds.find((one) => one === recordKindOf(path))
  if (kind === undefined) throw new Error(`The fixtures create no record to delete for ${path}: add it to fixtures.ts.`)
  return kind
}

/** The ids as the settings and hooks of Schemathesis read them, such as `SVC_ID_WEBHOOK_DELIVERIES`. */
export function idVariables({ ids }: Fixtures): Record<string, string> {
  return Object.fromEntries(recordKinds.map((kind) => [idVariable(kind), ids[kind]]))
}

/** The variable with the id of a record that the path takes, such as `SVC_ID_WEBHOOKS`. */
export function idVariableFor(path: string): string {
  return idVariable(recordKindOf(path))
}

function idVariable(kind: RecordKind): string {
  return `SVC_ID_${kind.toUpperCase().replace('-', '_')}`
}

const analysisTimeoutMs = 60_000

/**
 * Creates one record of each kind before the tests. Without them every operation could return 404, which is documented,
 * and a run without failures would prove nothing. Throws CannotRunError with the response.
 */
export async function prepareFixtures(
  { baseUrl, webhookUrl, accounts: [account] }: Service,
  { signal, mayStartAnalysis = true }: { signal: AbortSignal; mayStartAnalysis?: boolean },
): Promise<Fixtures> {
  const call = caller(baseUrl, account.api_key, signal)
  const business = `/businesses/${account.business_id}`
  const created: string[] = []
  const remembered = (kind: DeletedKind, create: () => Promise<string>) => async () => {
    const id = await create()
    created.push(`/${kind}/${id}`)
    return id
  }
  const fresh = {
    competitors: remembered(
      'competitors',
      async () => (await call<{ id: string }>('POST', `${business}/competitors`, { name: 'Fixture' })).id,
    ),
    reviews: remembered('reviews', async () => {
      // Before the period of every analysis, which must find what it found before.
      const reviews = [{ rating: 4, source_id: crypto.randomUUID(), published_at: '2020-01-01T00:00:00Z' }]
      const { results } = await call<{ results: { review_id: string }[] }>('POST', `${business}/reviews`, { reviews })
      return results[0]?.review_id ?? ''
    }),
    webhooks: async () => (await call<{ id: string }>('POST', '/webhooks', { url: `${webhookUrl}/contract-tests` })).id,
  }
  const [competitor] = await call<{ id: string }[]>('GET', `${business}/competitors`)
  const webhookId = await fresh.webhooks()
  const delivery = await call<{ id: string }>('POST', `/webhooks/${webhookId}/test`)
  const { analysisId, reportId } = await findReport(call, account.business_id, { signal, mayStartAnalysis })
  type Recommendation = { id: string; status: string; score: number }
  const recommendations = await call<Recommendation[]>('GET', `${business}/recommendations?limit=100`)
  // The most important one: what a long run adds to the account moves others out of the next analysis first.
  const [recommendation] = recommendations
    .filter(({ status }) => status !== 'resolved')
    .toSorted((a, b) => b.score - a.score)
  if (!recommendation) throw new CannotRunError('The account of SVC_API_KEY has no unresolved recommendation.')
  const ids = {
    businesses: account.business_id,
    competitors: competitor?.id ?? (await fresh.competitors()),
    reviews: await findReview(call, account.business_id),
    analyses: analysisId,
    reports: reportId,
    recommendations: recommendation.id,
    'review-imports': await importReview(call, business),
    'review-replies': await findDraft(call, mayStartAnalysis),
    webhooks: webhookId,
    'webhook-deliveries': delivery.id,
  }
  const removeFresh = async () => {
    for (const path of created.filter((path) => !path.endsWith(`/${ids.competitors}`)))
      await removeIfThere(`${baseUrl}${path}`, account.api_key, signal)
  }
  return { ids, fresh, removeFresh }
}

/** Deletes a record; a test may have deleted it before. Throws CannotRunError with the response of a refusal. */
async function removeIfThere(url: string, apiKey: string, signal: AbortSignal): Promise<void> {
  const response = await fetchWhenAllowed(url, { method: 'DELETE', headers: { 'X-API-Key': apiKey } }, signal)
  const text = await response.text()
  if (!response.ok && response.status !== 404)
    throw new CannotRunError(`Cleanup: DELETE ${url} returned ${response.status}: ${text.slice(0, 400)}`)
}

/** The import of a file with one review, before the period of every analysis. */
async function importReview(call: Call, business: string): Promise<string> {
  const file = [{ rating: 4, source_id: 'fixture', published_at: '2020-01-01T00:00:00Z' }]
  return (await call<{ id: string }>('POST', `${business}/review-imports`, file)).id
}

/** A reply draft that exists, or a new one where a quota may be used. */
async function findDraft(call: Call, mayUseQuota: boolean): Promise<string> {
  const [draft] = await call<{ id: string }[]>('GET', '/review-replies?limit=1')
  if (draft) return draft.id
  if (mayUseQuota) return (await call<{ id: string }>('POST', '/review-replies', { review: { rating: 5 } })).id
  throw new CannotRunError('The account of SVC_API_KEY has no reply draft yet, and --safe may not use a quota.')
}

/** The webhook endpoints of both accounts. */
export async function listWebhookIds({ baseUrl, accounts }: Service, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = []
  for (const { api_key } of accounts) {
    const webhooks = await caller(baseUrl, api_key, signal)<{ id: string }[]>('GET', '/webhooks?limit=100')
    ids.push(...webhooks.map(({ id }) => id))
  }
  return ids
}

/** Deletes the endpoints that are not in `before`. Returns their ids. */
export async function removeWebhooksSince(
  before: readonly string[],
  service: Service,
  signal: AbortSignal,
): Promise<string[]> {
  const removed: string[] = []
  for (const { api_key } of service.accounts) {
    const call = caller(service.baseUrl, api_key, signal)
    for (const { id } of await call<{ id: string }[]>('GET', '/webhooks?limit=100')) {
      if (before.includes(id)) continue
      await call('DELETE', `/webhooks/${id}`)
      removed.push(id)
    }
  }
  return removed
}

async function findReview(call: Call, businessId: string): Promise<string> {
  const [review] = await call<{ id: string }[]>('GET', `/businesses/${businessId}/reviews?own=true&limit=1`)
  if (review) return review.id
  throw new CannotRunError('The account of SVC_API_KEY has no reviews. Import some, then run again.')
}

interface Analysis {
  id: string
  status: string
  report_id: string | null
}

async function findReport(
  call: Call,
  businessId: string,
  { signal, mayStartAnalysis }: { signal: AbortSignal; mayStartAnalysis: boolean },
): Promise<{ analysisId: string; reportId: string }> {
  const path = `/businesses/${businessId}/analyses`
  const deadlineMs = performance.now() + analysisTimeoutMs
  const isEmpty = (await call<Analysis[]>('GET', path)).length === 0
  if (isEmpty && !mayStartAnalysis)
    throw new CannotRunError(
      'The account of SVC_API_KEY has no analysis yet, and --safe may not start one. Start one, then run the tests again.',
    )
  if (isEmpty) await call('POST', path)
  while (performance.now() < deadlineMs) {
    const analyses = await call<Analysis[]>('GET', path)
    const finished = analyses.find(({ report_id }) => report_id !== null)
    if (finished?.report_id) return { analysisId: finished.id, reportId: finished.report_id }
    await sleep(100, undefined, { signal })
  }
  throw new CannotRunError(
    `The account of SVC_API_KEY has no completed analysis after ${analysisTimeoutMs / 1_000} s. Check that a worker runs and that the account has reviews.`,
  )
}

export type Call = <Data>(method: string, path: string, body?: unknown) => Promise<Data>

/** Sends requests that must succeed, to prepare tests. Each resolves with `data`. */
export function caller(baseUrl: string, apiKey: string, signal: AbortSignal): Call {
  return async (method: string, path: string, body?: unknown) => {
    const init = {
      method,
      headers: { 'X-API-Key': apiKey, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const response = await fetchWhenAllowed(`${baseUrl}${path}`, init, signal).catch((error: Error) => {
      signal.throwIfAborted()
      throw new CannotRunError(
        `Preflight: ${baseUrl} does not respond: ${error.cause instanceof Error ? error.cause.message : error.message}`,
      )
    })
    const text = await response.text()
    if (!response.ok)
      throw new CannotRunError(`Preflight: ${method} ${path} returned ${response.status}: ${text.slice(0, 400)}`)
    return JSON.parse(text).data
  }
}
