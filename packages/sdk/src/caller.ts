import { defaultBaseUrl } from '@generated/sdk/operations'
import type { Call, Caller, CallOptions, Input, List, Operation } from '@generated/sdk/runtime'
import { type CallResult, PendingCall, PendingList } from './call.ts'
import { type CredentialOptions, createCredential, type TokenResponse } from './credentials.ts'
import { isBrowser, readVariable, userAgent } from './environment.ts'
import { SdkError } from './errors.ts'
import { createLog, type Logger, type LogLevel } from './log.ts'
import { type Request, requestOf } from './request.ts'
import { type Context, type FetchFunction, type Middleware, send } from './send.ts'

/** The options of a client. Times are in milliseconds. */
export interface CallerOptions extends CredentialOptions {
  /** Root URL of the REST API, with its version. Default: `SVC_BASE_URL`, else the development URL. */
  baseUrl?: string | undefined
  /** Origin of the OAuth endpoints. Default: `SVC_AUTH_URL`, else the origin of the base URL. */
  authUrl?: string | undefined
  /**
   * The timeout of one attempt, from the first byte sent to the last byte received, in milliseconds. Default: 30,000.
   */
  timeout?: number | undefined
  /** The timeout of a whole call with all its attempts and delays, in milliseconds. Default: 120,000. */
  totalTimeout?: number | undefined
  /** Attempts after the first. Default: 2. */
  maxRetries?: number | undefined
  /** A longer `Retry-After` is thrown instead of waited for, in milliseconds. Default: 60,000. */
  retryAfterMax?: number | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** The first one is the outermost. */
  middleware?: readonly Middleware[] | undefined
  fetch?: FetchFunction | undefined
  logger?: Logger | undefined
  /** Default: `info`, which logs retries. `debug` logs every attempt. */
  logLevel?: LogLevel | undefined
  /** A web page reveals its credential to everyone who opens it, so the client refuses to start in a browser. */
  dangerouslyAllowBrowser?: boolean | undefined
}

/** A request for which there is no generated operation. */
export interface RawRequest {
  method: string
  /** Relative to the base URL, starting with a slash. */
  path: string
  query?: Record<string, unknown>
  body?: unknown
}

/** The interface for generated functions and resources, and for `request`. */
export interface ApiCaller extends Caller {
  request<Result = unknown>(request: RawRequest, options?: CallOptions): Call<Result>
}

/**
 * Makes a caller for the generated functions.
 *
 * @throws SdkError without a credential, or in a browser
 */
export function createCaller(options: CallerOptions = {}): ApiCaller {
  if (!options.dangerouslyAllowBrowser) assertNotBrowser()
  const baseUrl = withoutSlash(options.baseUrl ?? readVariable('SVC_BASE_URL') ?? defaultBaseUrl)
  const authUrl = withoutSlash(options.authUrl ?? readVariable('SVC_AUTH_URL') ?? originOf(baseUrl))
  const context: Context = {
    fetch: throughMiddleware(options.middleware ?? [], options.fetch ?? ((url, init) => fetch(url, init))),
    timeout: options.timeout ?? 30_000,
    totalTimeout: options.totalTimeout ?? 120_000,
    maxRetries: options.maxRetries ?? 2,
    retryAfterMax: options.retryAfterMax ?? 60_000,
    log: createLog(options.logger, options.logLevel ?? 'info'),
    calls: 0,
  }
  const commonHeaders = commonHeadersOf(options)

  const requestToken = async (form: Record<string, string>): Promise<TokenResponse> => {
    const request: Request = {
      name: 'requestToken',
      method: 'POST',
      url: `${authUrl}/api/oauth/token`,
      headers: { ...commonHeaders, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      // A second token is harmless: the first one is never used.
      isRepeatable: true,
      isOneShot: false,
    }
    return (await send<TokenResponse>(context, request, undefined, {}, false)).result
  }
  const credential = createCredential(options, requestToken)

  async function start<Result>(
    operation: Operation,
    input: Input,
    callOptions: CallOptions = {},
    raw = false,
  ): Promise<CallResult<Result>> {
    const request = requestOf(baseUrl, commonHeaders, operation, input, callOptions)
    return send<Result>(context, request, credential, callOptions, raw)
  }

  return {
    call<Result>(operation: Operation, input: Input, callOptions?: CallOptions): Call<Result> {
      return new PendingCall((raw) => start<Result>(operation, input, callOptions, raw))
    },

    list<Body, Item>(operation: Operation, input: Input, callOptions?: CallOptions): List<Body, Item> {
      const { cursor, items, next } = operation.pagination ?? { cursor: 'cursor', items: '', next: '' }
      const read = async (position: string) => {
        const query = { ...input.query, [cursor]: position }
        return (await start<Body>(operation, { ...input, query }, callOptions)).result
      }
      const begin = (raw: boolean) => start<Body>(operation, input, callOptions, raw)
      const initialCursor = Object.entries(input.query ?? {}).find(([name]) => name === cursor)?.[1]
      return new PendingList<Body, Item>(
        begin,
        { items, next, read },
        typeof initialCursor === 'string' ? initialCursor : undefined,
      )
    },

    request<Result>({ method, path, query, body }: RawRequest, callOptions?: CallOptions): Call<Result> {
      const operation = { id: `${method} ${path}`, method: method.toUpperCase(), path }
      return new PendingCall((raw) => start<Result>(operation, { query, body }, callOptions, raw))
    },
  }
}

function assertNotBrowser(): void {
  if (!isBrowser()) return
  throw new SdkError(
    'This is a browser: anyone who opens the page could read and use the credential. Call the API from your server, ' +
      'or pass dangerouslyAllowBrowser: true if only the owner of the credential can open the page.',
  )
}

function throughMiddleware(middleware: readonly Middleware[], innermost: FetchFunction): FetchFunction {
  return middleware.reduceRight<FetchFunction>((next, one) => (url, init) => one(url, init, next), innermost)
}

/** The headers of every request, with names in lower case. */
function commonHeadersOf({ headers = {} }: CallerOptions): Record<string, string> {
  return {
    accept: 'application/json',
    // A browser sends its own, and requires CORS permission for another one.
    ...(!isBrowser() && { 'user-agent': userAgent() }),
    ...lowerCased(headers),
  }
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
