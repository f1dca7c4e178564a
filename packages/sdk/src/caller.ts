import { defaultBaseUrl } from '@generated/sdk/constants'
import type { Call, Caller, CallOptions, List, ListOperation, Operation } from '@generated/sdk/runtime'
import { PendingCall, PendingList } from './call.ts'
import { type CredentialOptions, createCredential, type TokenResponse } from './credentials.ts'
import { isBrowser, readVariable, userAgent } from './environment.ts'
import { SdkError } from './errors.ts'
import type { Logger, LogLevel } from './log.ts'
import { requestOf, setHeaders } from './request.ts'
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
  if (isBrowser() && !options.dangerouslyAllowBrowser) throw new SdkError(refusalInBrowser)
  const baseUrl = withoutSlash(options.baseUrl ?? readVariable('SVC_BASE_URL') ?? defaultBaseUrl)
  const authUrl = withoutSlash(options.authUrl ?? readVariable('SVC_AUTH_URL') ?? originOf(baseUrl))
  const context: Context = {
    fetch: (options.middleware ?? []).reduceRight<FetchFunction>(
      (next, one) => (url, init) => one(url, init, next),
      options.fetch ?? ((url, init) => fetch(url, init)),
    ),
    timeout: options.timeout ?? 30_000,
    totalTimeout: options.totalTimeout ?? 120_000,
    maxRetries: options.maxRetries ?? 2,
    retryAfterMax: options.retryAfterMax ?? 60_000,
    debug: options.logLevel === 'debug' ? options.logger : undefined,
    info: options.logLevel === 'warn' ? undefined : options.logger,
    calls: 0,
  }
  // The names are in lower case.
  const commonHeaders: Record<string, string> = { accept: 'application/json' }
  // A browser sends its own, and requires CORS permission for another one.
  if (!isBrowser()) commonHeaders['user-agent'] = userAgent()
  setHeaders(commonHeaders, options.headers)

  const requestToken = async (form: Record<string, string>): Promise<TokenResponse> => {
    const body = String(new URLSearchParams(form))
    const operation = { id: 'requestToken', method: 'POST', path: '/api/oauth/token', body, upload: true }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = requestOf(authUrl, commonHeaders, operation, { headers })
    return (await send<TokenResponse>(context, request, undefined, {}, false)).result
  }
  const credential = createCredential(options, requestToken)

  const start = <Result>(operation: Operation, callOptions: CallOptions, raw: boolean) =>
    send<Result>(context, requestOf(baseUrl, commonHeaders, operation, callOptions), credential, callOptions, raw)

  const call = <Result>(operation: Operation, callOptions: CallOptions = {}): Call<Result> =>
    new PendingCall((raw) => start<Result>(operation, callOptions, raw))

  return {
    call,

    list<Body, Item>(operation: ListOperation, callOptions: CallOptions = {}): List<Body, Item> {
      const { query, pagination } = operation
      const read = (position: Record<string, string>, raw: boolean) =>
        start<Body>({ ...operation, query: { ...query, ...position } }, callOptions, raw)
      return new PendingList<Body, Item>({ ...pagination, read }, Reflect.get({ ...query }, pagination.cursor))
    },

    request: ({ method, path, query, body }, callOptions) =>
      call({ id: `${method} ${path}`, method: method.toUpperCase(), path, query, body }, callOptions),
  }
}

const refusalInBrowser =
  'This is a browser: anyone who opens the page could read the credential. Call the API from your server, ' +
  'or pass dangerouslyAllowBrowser: true if only the owner of the credential can open the page.'

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
