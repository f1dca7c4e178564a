// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

/** What the runtime knows about an operation. */
export interface Operation {
  /** The operationId. */
  id: string
  method: string
  /** The path template, relative to the base URL. */
  path: string
  /** Takes an Idempotency-Key, so that a lost answer can be asked for again. */
  idempotent?: boolean
  /** How a list is read page by page: the query parameter, and where the answer keeps items and next cursor. */
  pagination?: { cursor: string; items: string; next: string }
}

/** What one call carries. Keys are the names on the wire. */
export interface Input {
  path?: Record<string, string | number>
  query?: object | undefined
  body?: unknown
}

/** What a caller may set for one call. Times are milliseconds. */
export interface CallOptions {
  /** Ends the call, also while it waits before another attempt. */
  signal?: AbortSignal | undefined
  /** For one attempt, from the first byte sent to the last byte received. */
  timeout?: number | undefined
  /** For the whole call with all its attempts and pauses. */
  totalTimeout?: number | undefined
  /** Attempts after the first. */
  maxRetries?: number | undefined
  /** In place of the key that is made for every POST. */
  idempotencyKey?: string | undefined
  /** Added to the request; null removes one that would be sent. */
  headers?: Record<string, string | null> | undefined
  /** Parameters that the types do not know. */
  query?: Record<string, unknown> | undefined
}

/** Carries out operations: a client. */
export interface Caller {
  call<Result>(operation: Operation, input: Input, options?: CallOptions): Call<Result>
  list<Body, Item>(operation: Operation, input: Input, options?: CallOptions): List<Body, Item>
}

/** A call under way. It is a promise of the parsed body. */
export interface Call<Result> extends Promise<Result> {
  /** The answer of the last attempt with its body unread; errors are thrown as ever. Ask before awaiting the call itself. */
  asResponse(): Promise<Response>
  /** The parsed body beside the answer it came in. */
  withResponse(): Promise<{ result: Result; response: Response; requestId: string | null }>
}

/** A call that reads a list: await it for one page, or iterate over all items of all pages. */
export interface List<Body, Item> extends Call<ListPage<Body, Item>>, AsyncIterable<Item> {
  iterPages(): AsyncIterable<ListPage<Body, Item>>
}

/** One page: the body as it was sent, and the way to the next. */
export type ListPage<Body, Item> = Body & PageReader<Body, Item>

export interface PageReader<Body, Item> extends AsyncIterable<Item> {
  readonly items: Item[]
  hasNextPage(): boolean
  /** Rejects when this is the last page. */
  getNextPage(): Promise<ListPage<Body, Item>>
  /** This page and those after it. */
  iterPages(): AsyncIterable<ListPage<Body, Item>>
}
