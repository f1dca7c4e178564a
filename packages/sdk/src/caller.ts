import { defaultBaseUrl } from '@generated/sdk/operations'
import type { Call, Caller, CallOptions, Input, List, Operation } from '@generated/sdk/runtime'
import { type Answer, PendingCall, PendingList } from './call.ts'
import { type CredentialOptions, createCredential, type TokenResponse } from './credentials.ts'
import { isBrowser, readVariable, userAgent } from './environment.ts'
import { SdkError } from './errors.ts'
import { createLog, type Logger, type LogLevel } from './log.ts'
import { type Request, requestOf } from './request.ts'
import { type Context, type Exchange, type Middleware, send } from './send.ts'

/** Times are milliseconds. */
export interface CallerOptions extends CredentialOptions {
  /** Root of the REST API, version included. Default: `SVC_BASE_URL`, else the development address. */
  baseUrl?: string | undefined
  /** Host of the OAuth endpoints. Default: `SVC_AUTH_URL`, else the origin of the base URL. */
  authUrl?: string | undefined
  /** For one attempt, from the first byte sent to the last byte received. Default: 30 seconds. */
  timeout?: number | undefined
  /** For a whole call with all its attempts and pauses. Default: 2 minutes. */
  totalTimeout?: number | undefined
  /** Attempts after the first. Default: 2. */
  maxRetries?: number | undefined
  /** A longer `Retry-After` is not waited for but thrown. Default: 60 seconds. */
  retryAfterMax?: number | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** The first one is the outermost. */
  middleware?: readonly Middleware[] | undefined
  fetch?: Exchange | undefined
  logger?: Logger | undefined
  /** Default: `info`, which tells of retries. `debug` tells of every attempt. */
  logLevel?: LogLevel | undefined
  /** A page shows its credential to everybody who opens it, so the client refuses to start in one. */
  dangerouslyAllowBrowser?: boolean | undefined
}

/** A request that the generated operations do not know. */
export interface RawRequest {
  method: string
  /** Below the base URL, with a slash in front. */
  path: string
  query?: Record<string, unknown>
  body?: unknown
}

/** What generated functions and resources call, and `request` for everything else. */
export interface ApiCaller extends Caller {
  request<Result = unknown>(request: RawRequest, options?: CallOptions): Call<Result>
}

/**
 * Makes a caller for the generated functions.
 *
 * @throws SdkError without a credential, or in a browser
 */
export function createCaller(options: CallerOptions = {}): ApiCaller {
  if (isBrowser() && !options.dangerouslyAllowBrowser) {
    throw new SdkError(
      'This is a browser: whoever opens the page could read the credential and use it. Call the API from a server of yours, ' +
        'or pass dangerouslyAllowBrowser: true if the page is for nobody but the owner of the credential.',
    )
  }
  const baseUrl = withoutSlash(options.baseUrl ?? readVariable('SVC_BASE_URL') ?? defaultBaseUrl)
  const authUrl = withoutSlash(options.authUrl ?? readVariable('SVC_AUTH_URL') ?? originOf(baseUrl))
  const context: Context = {
    exchange: throughMiddleware(options.middleware ?? [], options.fetch ?? ((url, init) => fetch(url, init))),
    timeout: options.timeout ?? 30_000,
    totalTimeout: options.totalTimeout ?? 120_000,
    maxRetries: options.maxRetries ?? 2,
    retryAfterMax: options.retryAfterMax ?? 60_000,
    log: createLog(options.logger, options.logLevel ?? 'info'),
    calls: 0,
  }
  const commonHeaders = {
    accept: 'application/json',
    // A browser names itself, and asks the server's leave for a header that does so differently.
    ...(!isBrowser() && { 'user-agent': userAgent() }),
    ...lowerCased(options.headers ?? {}),
  }

  const requestToken = async (form: Record<string, string>): Promise<TokenResponse> => {
    const request: Request = {
      name: 'requestToken',
      method: 'POST',
      url: `${authUrl}/api/oauth/token`,
      headers: { ...commonHeaders, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      // A second token does no harm: the first is simply never used.
      isRepeatable: true,
    }
    return (await send<TokenResponse>(context, request, undefined, {}, false)).result
  }
  const credential = createCredential(options, requestToken)

  const start =
    <Result>(operation: Operation, input: Input, callOptions: CallOptions = {}) =>
    (raw: boolean): Promise<Answer<Result>> => {
      const request = requestOf(baseUrl, commonHeaders, operation, input, callOptions)
      return send<Result>(context, request, credential, callOptions, raw)
    }

  return {
    call<Result>(operation: Operation, input: Input, callOptions?: CallOptions): Call<Result> {
      return new PendingCall(async (raw) => start<Result>(operation, input, callOptions)(raw))
    },

    list<Body, Item>(operation: Operation, input: Input, callOptions?: CallOptions): List<Body, Item> {
      const { cursor, items, next } = operation.pagination ?? { cursor: 'cursor', items: '', next: '' }
      const read = async (position: string) => {
        const query = { ...input.query, [cursor]: position }
        return (await start<Body & object>(operation, { ...input, query }, callOptions)(false)).result
      }
      const begin = async (raw: boolean) => start<Body & object>(operation, input, callOptions)(raw)
      const given = (input.query as Record<string, unknown> | undefined)?.[cursor]
      const list = new PendingList<Body & object, Item>(begin, { items, next, read }, given as string | undefined)
      // Body is a JSON object wherever an operation has pages; the interface cannot say so.
      return list as unknown as List<Body, Item>
    },

    request<Result>({ method, path, query, body }: RawRequest, callOptions?: CallOptions): Call<Result> {
      const operation = { id: `${method} ${path}`, method: method.toUpperCase(), path }
      return new PendingCall(async (raw) => start<Result>(operation, { query, body }, callOptions)(raw))
    },
  }
}

function throughMiddleware(middleware: readonly Middleware[], innermost: Exchange): Exchange {
  return middleware.reduceRight<Exchange>((next, one) => (url, init) => one(url, init, next), innermost)
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

function originOf(url: string): string {
  try {
    return new URL(url).origin
  } catch (cause) {
    throw new SdkError(`The base URL ${url} is not an absolute URL, such as ${defaultBaseUrl}.`, { cause })
  }
}
