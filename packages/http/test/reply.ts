import type { OperationFacts, operations } from '@generated/contract/operations'
import type { Schemas, operations as wire } from '@generated/contract/server-types'

// Responses as tests read them, typed by the operation that the method and the path of the request name.

/** The requests of `Facts` as `GET /webhooks/{}`, each with the body of its success, which `Wire` describes. */
export type SuccessBodies<Facts extends Record<keyof Facts, OperationFacts>, Wire> = {
  [Id in keyof Facts & keyof Wire as `${Uppercase<Facts[Id]['method']>} ${Template<
    Facts[Id]['path']
  >}`]: Wire[Id] extends { responses: infer Responses }
    ? JsonContent<Responses[Facts[Id]['status'] & keyof Responses]>
    : never
}

type JsonContent<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : unknown

/** The success bodies of the public API. */
export type ApiBodies = SuccessBodies<typeof operations, wire>

/** The body of a success, or `unknown` if the types cannot tell which operation the request calls. */
export type BodyOf<Bodies, Method extends string, Path extends string> = `${Method} ${Template<
  WithoutQuery<Path>
>}` extends infer Key extends keyof Bodies
  ? Bodies[Key]
  : unknown

type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path

/** The path with `{}` in place of each parameter or variable segment, also of one like `${record?.id}`. */
type Template<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? `${TemplateSegment<Segment>}/${Template<Rest>}`
  : TemplateSegment<Path>

type TemplateSegment<Segment extends string> = Segment extends `{${string}}` | 'undefined' | 'null'
  ? '{}'
  : Record<never, never> extends Record<Segment, unknown>
    ? '{}'
    : Segment

/** The response to one request. */
export class Reply<Body = unknown> {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON. Undefined if the response has no body. */
  readonly body: unknown

  constructor(status: number, headers: Headers, body: unknown) {
    this.status = status
    this.headers = headers
    this.body = body
  }

  /** `data` of a success. Throws with the body if the response is an error. */
  get data(): Body extends { data: infer Data } ? Data : unknown {
    return this.#read('data')
  }

  /** `meta` of any JSON response. */
  get meta(): Body extends { meta: infer Meta } ? Meta : Schemas['Meta'] & Partial<Schemas['PageMeta']> {
    return this.#read('meta')
  }

  /** `error` of an error. Throws with the body if the response is a success. */
  get error(): Schemas['Error'] {
    return this.#read('error')
  }

  /** `error.details`. Throws with the body if the response has none. */
  get details(): Schemas['ErrorDetail'][] {
    const { details } = this.error
    if (details === undefined) throw this.#without('details')
    return details
  }

  // The service and the mock check every successful response against the contract before they send it, and the
  // contract tests check the errors: no test checks them again.
  #read(name: 'data' | 'meta' | 'error') {
    const { body } = this
    if (typeof body !== 'object' || body === null || !(name in body)) throw this.#without(name)
    return Reflect.get(body, name)
  }

  #without(name: string): Error {
    return new Error(`Expected ${name} in the response, but it was ${this.status} ${JSON.stringify(this.body)}`)
  }
}

/** Reads a response of `fetch`. */
export async function readReply<Body>(response: Response): Promise<Reply<Body>> {
  const text = await response.text()
  return new Reply(response.status, response.headers, text === '' ? undefined : JSON.parse(text))
}

/** The value. Throws if it is absent, which a test did not expect. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new Error(`Expected a value, but it was ${value}`)
  return value
}
