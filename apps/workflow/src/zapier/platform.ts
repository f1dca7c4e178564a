import {
  ApiError,
  type Client,
  type Exchange,
  type ExchangeInit,
  RateLimitError,
  SdkError,
  UnauthorizedError,
} from '@svc/sdk'
import { WebhookVerificationError } from '@svc/sdk/webhooks'
import { openConnection } from '../connection.ts'

// The part of the platform that the app uses. The packages of the platform are not installed here.

export interface PlatformRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  redirect: 'manual'
  /** Otherwise a 4xx or 5xx is thrown before the client can read the reason. */
  skipThrowForStatus: true
}

interface PlatformResponse {
  status: number
  content: string
  headers: Iterable<[string, string]>
}

/** The first argument of every function of an app. */
export interface Platform {
  request(request: PlatformRequest): Promise<PlatformResponse>
  console: { log(...values: unknown[]): void }
  /** Keeps values between the runs of one connection. */
  cache: {
    get(key: string): Promise<unknown>
    set(key: string, value: unknown, lifetimeSeconds: number): Promise<unknown>
  }
  errors: {
    Error: new (message: string, code: string, status: number) => Error
    ExpiredAuthError: new (message: string) => Error
    ThrottledError: new (message: string, delaySeconds: number) => Error
  }
}

/** The second argument of every function: the input of the person, and data that the platform stored or received. */
export interface Bundle {
  authData: { base_url?: string; api_key?: string; client_id?: string; client_secret?: string }
  inputData: Readonly<Record<string, unknown>>
  /** The URL to which the events of this subscription are sent. */
  targetUrl?: string
  /** The result of the function that subscribed. */
  subscribeData?: Subscription
  rawRequest?: { content: string; headers: Record<string, string> }
}

export interface Subscription {
  id: string
  signing_secret: string
}

export type PlatformFunction<Result> = (platform: Platform, bundle: Bundle) => Promise<Result>

/** Less than the 30 seconds after which the platform stops a function. */
const totalTimeoutMs = 25_000

/** Makes a function of the app from one that uses the client. Errors of the service become those of the platform. */
export function withClient<Result>(
  work: (client: Client, bundle: Bundle, platform: Platform) => Promise<Result>,
): PlatformFunction<Result> {
  return async (platform, bundle) => {
    const { base_url = '', api_key, client_id, client_secret } = bundle.authData
    try {
      const client = openConnection({
        baseUrl: base_url,
        apiKey: api_key,
        clientId: client_id,
        clientSecret: client_secret,
        fetch: fetchThrough(platform),
        totalTimeout: totalTimeoutMs,
      })
      return await work(client, bundle, platform)
    } catch (error) {
      throw platformError(platform, error)
    }
  }
}

/** Sends requests with the platform's own function, which logs them for the developer of the app. */
function fetchThrough(platform: Platform): Exchange {
  return async (url: string, { method, headers, body }: ExchangeInit) => {
    const text = typeof body === 'string' && { body }
    const sent = { url, method, headers, ...text, redirect: 'manual', skipThrowForStatus: true } as const
    const { status, content, headers: received } = await platform.request(sent)
    return new Response(content || null, { status, headers: [...received] })
  }
}

/** A refused credential asks the person to connect again, and a rate limit delays the run; others show their reason. */
function platformError({ errors }: Platform, error: unknown): unknown {
  if (error instanceof UnauthorizedError) return new errors.ExpiredAuthError(error.message)
  if (error instanceof RateLimitError)
    return new errors.ThrottledError(error.message, Math.ceil((error.retryAfterMs ?? 60_000) / 1000))
  if (error instanceof ApiError) return new errors.Error(error.message, error.code, error.status)
  if (error instanceof RangeError || error instanceof WebhookVerificationError)
    return new errors.Error(error.message, 'invalid_request', 400)
  return error instanceof SdkError ? new errors.Error(error.message, 'unavailable', 503) : error
}

/** Runs before each request: refuses to send a credential that others on the network could read. */
export function requireHttps(request: PlatformRequest, { errors }: Platform): PlatformRequest {
  const { protocol, hostname } = new URL(request.url)
  if (protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost') return request
  throw new errors.Error('The base URL must begin with "https://".', 'invalid_request', 400)
}
