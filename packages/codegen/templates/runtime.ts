/** One request of an operation. Keys of the input are the names on the wire. */
export interface Operation {
  /** The operationId. */
  id: string
  method: string
  /** The path template, relative to the base URL. */
  path: string
  /** The values of the path template. */
  values?: Record<string, string | number | boolean>
  query?: object | undefined
  body?: unknown
  /** The body is a file of any size. */
  upload?: boolean
}

/** One request of an operation that reads a list. */
export interface ListOperation extends Operation {
  pagination: ListPagination
}

/** The query parameter of a page, and the paths of items and next cursor in the body. */
export interface ListPagination {
  cursor: string
  items: string
  next: string
}

/**
 * A file to send. A stream is sent as it is read and cannot be sent again, so a call with one is not retried. The type
 * of a `Blob` becomes the media type; a header `content-type` in the options of the call overrides it.
 */
export type Upload = string | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** The options of one call. Times are in milliseconds. */
export interface CallOptions {
  /** Aborts the call, including while it waits for a retry. */
  signal?: AbortSignal | undefined
  /** The timeout of one attempt, from the first byte sent to the last byte received. Milliseconds. */
  timeout?: number | undefined
  /** The timeout of the whole call with all its attempts and delays. Milliseconds. */
  totalTimeout?: number | undefined
  /** Attempts after the first. */
  maxRetries?: number | undefined
  /** Replaces the key that is made for every POST. */
  idempotencyKey?: string | undefined
  /** Added to the request; null removes a header that would be sent. */
  headers?: Record<string, string | null> | undefined
  /** Query parameters that the types do not have. */
  query?: Record<string, unknown> | undefined
}

/** Sends the requests of operations: a client. */
export interface Caller {
  call<Result>(operation: Operation, options?: CallOptions): Call<Result>
  list<Body, Item>(operation: ListOperation, options?: CallOptions): List<Body, Item>
}

/** A call in progress: a promise of the parsed body. */
export interface Call<Result> extends Promise<Result> {
  /**
   * The response of the last attempt with its body unread; errors are thrown as usual. Use it before awaiting the call.
   */
  asResponse(): Promise<Response>
  /** The parsed body together with its response. */
  withResponse(): Promise<{ result: Result; response: Response; requestId: string | null }>
}

/** A call that reads a list: await it for one page, or iterate over all items of all pages. */
export interface List<Body, Item> extends Call<ListPage<Body, Item>>, AsyncIterable<Item> {
  iterPages(): AsyncIterable<ListPage<Body, Item>>
}

/** One page: the body as it was sent, with methods that read the next page. */
export type ListPage<Body, Item> = Body & PageReader<Body, Item>

export interface PageReader<Body, Item> extends AsyncIterable<Item> {
  readonly items: Item[]
  hasNextPage(): boolean
  /** Rejects when this is the last page. */
  getNextPage(): Promise<ListPage<Body, Item>>
  /** This page and all later pages. */
  iterPages(): AsyncIterable<ListPage<Body, Item>>
}

/**
 * Makes the class of a resource.
 *
 * @param methods the function behind each method
 * @param inner the class of each resource below this one
 */
export function resource<Resource>(
  methods: FunctionsOf<Resource>,
  inner: ClassesOf<Resource>,
): new (
  caller: Caller,
) => Resource
export function resource(
  methods: Record<string, (caller: Caller, ...args: unknown[]) => unknown>,
  inner: Record<string, new (caller: Caller) => unknown>,
): unknown {
  class Made {
    readonly #caller: Caller

    static {
      for (const [name, method] of Object.entries(methods)) {
        Reflect.set(Made.prototype, name, function (this: Made, ...args: unknown[]) {
          return method(this.#caller, ...args)
        })
      }
    }

    constructor(caller: Caller) {
      this.#caller = caller
      for (const [name, Inner] of Object.entries(inner)) Reflect.set(this, name, new Inner(caller))
    }
  }
  return Made
}

type AnyFunction = (...args: never[]) => unknown

/** A function for each method, which receives the caller first. */
type FunctionsOf<Resource> = {
  [Name in keyof Resource as Resource[Name] extends AnyFunction ? Name : never]: Resource[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (caller: Caller, ...args: Args) => Result
    : never
}

/** A class for each member that is a resource itself. */
type ClassesOf<Resource> = {
  [Name in keyof Resource as Resource[Name] extends AnyFunction ? never : Name]: new (
    caller: Caller,
  ) => Resource[Name]
}
