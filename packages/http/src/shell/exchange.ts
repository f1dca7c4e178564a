import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RateLimitPolicy } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type ApiError, type ExceededQuota, quotaUsedUp, rateLimited } from '../errors.ts'

type Actor = Schemas['UsageEventActor']
type Channel = NonNullable<Schemas['UsageEvent']['channel']>

/**
 * The limit that `X-RateLimit-*` and `meta.rate_limit` show: the tightest of the limits that the request counts
 * against.
 */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the window has room for `limit` requests again. */
  readonly reset_s: number
  readonly policy: RateLimitPolicy
}

/** A limiter's decision about one request. */
interface LimitDecision extends RateLimit {
  readonly allowed: boolean
  /** Only on a refusal: whole seconds until the same request is allowed. */
  readonly retry_after_s?: number
}

/** The decision about a metered action of the caller. */
interface QuotaDecision extends ExceededQuota {
  readonly allowed: boolean
}

/** The account and key that a request counts against. */
export interface LimitSubject {
  readonly account: { readonly id: string }
  readonly credential: { readonly id: string }
}

/** The limiter, as the shell uses it. */
export interface RequestLimits {
  /** Counts a request for its IP address, before anything else is known of it. */
  checkIp(ip: string): Promise<IpDecision>
}

interface IpDecision extends LimitDecision {
  /**
   * Counts the same request for its account and key. The decision is the tightest of all three; a refusal is not
   * counted at all.
   */
  checkCaller(subject: LimitSubject): Promise<LimitDecision & { readonly policies: readonly RateLimit[] }>
}

/** The id of a person. It is not shown to the keys of the account. */
export type PersonId = `usr_${string}`

/** The fields of a caller that the shell reads. Each application adds its own. */
export interface BaseCaller extends LimitSubject {
  readonly account: {
    readonly id: string
    /** Null for an administrator, who belongs to no account. */
    readonly plan: string | null
  }
  /** Shown as the actor of usage events. */
  readonly credential: {
    readonly type: Actor['type']
    readonly id: NonNullable<Actor['id']> | PersonId
    readonly label: string
    /** The name that the key or client was given; the email address of a person. */
    readonly name: string
  }
  readonly scopes: ReadonlySet<string>
}

/** An entry of `GET /events` before it has an id. Its method and path follow from its operation. */
export type NewUsageEvent = Omit<Schemas['UsageEvent'], 'id' | 'method' | 'path'>

/**
 * One request and its response: what every response carries, and what its usage events and observers need, whichever
 * step it ends in. Steps pass on their results as calls; see `PublicCall` and `OperationCall`. Only the functions of
 * this file record what becomes known of a request: `setChannel`, `setRoute`, `setCaller`, `setError`, `showRateLimit`
 * and `showQuota`.
 */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** `meta.request_id` and `X-Request-Id`; never taken from the client. */
  readonly requestId: Schemas['RequestId']
  /** The client's IP address, as the limiter counts it. */
  readonly ip: string
  /** `performance.now()` when the request arrived, in milliseconds. */
  readonly startedAtMs: number
  readonly ipDecision: IpDecision
  /** Undefined if requests are not traced. */
  readonly traceId: string | undefined
  /** Shown in usage events; `rest` until the MCP server takes the request. */
  readonly channel: Channel
  /** That of the IP address until the caller is counted, then the tightest. */
  readonly rateLimit: RateLimit
  /**
   * The quota after a metered action was counted, or when one was refused; null as long as neither has happened. A use
   * is shown after the commit of the transaction that counts it, and the usage events are made after that.
   */
  readonly quota: Schemas['UsageEventQuota'] | null
  /** The path with placeholders, and its operation; null for a document. */
  readonly routed?: { readonly route: string; readonly operationId: string | null }
  /** Undefined until the credential is accepted, or its owner is known although it is refused. */
  readonly authenticated?: { readonly caller: BaseCaller; recordUsage(events: readonly NewUsageEvent[]): void }
  /** The error of an error response. */
  readonly error?: ApiError
}

/** These fields of an exchange, as the functions of this file write them. */
type Writable<Field extends keyof Exchange, Fields = Pick<Exchange, Field>> = {
  -readonly [Name in keyof Fields]: Fields[Name]
}

/** Keeps usage events. It must not delay the response. */
export interface UsageRecorder<Caller extends BaseCaller> {
  record(caller: Caller, events: readonly NewUsageEvent[]): void
}

/** The property of a response that has its exchange. */
const exchangeKey = Symbol('exchange')

interface ResponseWithExchange extends ServerResponse {
  [exchangeKey]?: Exchange
}

/** Stores the exchange of a request: the first step of the server. */
export function storeExchange(exchange: Exchange): void {
  const response: ResponseWithExchange = exchange.response
  response[exchangeKey] = exchange
}

/** The exchange of a request. Throws where the server has not begun one. */
export function exchangeOf(response: ResponseWithExchange): Exchange {
  const exchange = response[exchangeKey]
  if (!exchange) throw new Error('The request has no exchange')
  return exchange
}

/** The usage events of the request show this channel. */
export function setChannel(exchange: Writable<'channel'>, channel: Channel): void {
  exchange.channel = channel
}

/** The request is one for this path with placeholders, and for this operation; null for a document. */
export function setRoute(exchange: Writable<'routed'>, route: string, operationId: string | null): void {
  exchange.routed = { route, operationId }
}

/** Makes this the caller of the request, and keeps its usage events; without a recorder it leaves none. */
export function setCaller<Caller extends BaseCaller>(
  exchange: Writable<'authenticated'>,
  caller: Caller,
  usage: UsageRecorder<Caller> | undefined,
): void {
  exchange.authenticated = { caller, recordUsage: (events) => usage?.record(caller, events) }
}

/** The request ends with this error. */
export function setError(exchange: Writable<'error'>, error: ApiError): void {
  exchange.error = error
}

/** The response shows this limit. */
export function showRateLimit(exchange: Writable<'rateLimit'>, limit: RateLimit): void {
  exchange.rateLimit = limit
}

/**
 * Counts the request for its caller, and returns every limit that it counted under. From here on the response shows the
 * tightest of them. Throws ApiError 429.
 */
export async function limitCaller(
  exchange: Pick<Exchange, 'ipDecision' | 'rateLimit'>,
  subject: LimitSubject,
): Promise<readonly RateLimit[]> {
  const decision = await exchange.ipDecision.checkCaller(subject)
  showRateLimit(exchange, decision)
  requireAllowed(decision)
  return decision.policies
}

/** Throws ApiError 429 if the action was refused. The usage events of the request then show the quota. */
export function requireQuota(exchange: Pick<Exchange, 'quota'>, decision: QuotaDecision): void {
  if (decision.allowed) return
  showQuota(exchange, decision)
  throw quotaUsedUp(decision)
}

/** Shows a quota in the usage events of the request. A use belongs there once nothing can undo it. */
export function showQuota(
  exchange: Writable<'quota'>,
  { name, used, limit }: Pick<ExceededQuota, 'name' | 'used' | 'limit'>,
): void {
  exchange.quota = { name, used, limit }
}

/** Throws ApiError 429 for a refusal of the limiter. */
export function requireAllowed({ allowed, policy, retry_after_s }: LimitDecision): void {
  if (!allowed) throw rateLimited(policy, retry_after_s)
}
