import type { Call, List, ListPage, ListPagination, PageReader } from '@generated/sdk/runtime'
import { PaginationError, SdkError } from './errors.ts'

/** The parsed body with its response. */
export interface CallResult<Result> {
  result: Result
  response: Response
}

/** Sends the request of one call. `raw` leaves the body unread and `result` undefined. */
type StartCall<Result> = (raw: boolean) => Promise<CallResult<Result>>

/**
 * A call in progress. It starts in the next microtask, whether or not it is awaited: late enough for `asResponse()` to
 * leave the body unread.
 */
export class PendingCall<Result> implements Call<Result> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #result: Promise<CallResult<Result>>
  /** Undefined until it is known. */
  #isRaw: boolean | undefined

  constructor(start: StartCall<Result>) {
    this.#result = Promise.resolve().then(() => {
      this.#isRaw ??= false
      return start(this.#isRaw)
    })
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like any promise
  then<Kept = Result, Caught = never>(
    onResult?: ((result: Result) => Kept | PromiseLike<Kept>) | null,
    onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    // One promise less than a `then` for the result and another for the listeners.
    return this.#begin(false).then(({ result }) => (onResult ? onResult(result) : (result as never)), onError)
  }

  catch<Caught = never>(onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null): Promise<Result | Caught> {
    return this.then(null, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Result> {
    return this.then().finally(onEnd)
  }

  async asResponse(): Promise<Response> {
    const result = this.#begin(true)
    if (!this.#isRaw) throw new SdkError('The response body is already being read. Call asResponse() first.')
    return (await result).response
  }

  async withResponse(): Promise<{ result: Result; response: Response; requestId: string | null }> {
    const { result, response } = await this.#begin(false)
    return { result, response, requestId: response.headers.get('x-request-id') }
  }

  #begin(isRaw: boolean): Promise<CallResult<Result>> {
    this.#isRaw ??= isRaw
    return this.#result
  }
}

/** The pages of one list. `position` are the query parameters of a later page. */
interface PageSource<Body> extends ListPagination {
  read(position: Record<string, string>, raw: boolean): Promise<CallResult<Body>>
}

/** A list in progress: its first page when awaited, all its items when iterated over. */
export class PendingList<Body, Item> extends PendingCall<ListPage<Body, Item>> implements List<Body, Item> {
  /** @param firstCursor where the first page begins, if not at the start of the list */
  constructor(source: PageSource<Body>, firstCursor: unknown) {
    super(async (raw) => {
      const { result, response } = await source.read({}, raw)
      return { result: raw ? (undefined as never) : pageFromBody<Body, Item>(result, source, [firstCursor]), response }
    })
  }

  async *iterPages(): AsyncGenerator<ListPage<Body, Item>> {
    yield* (await this).iterPages()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.iterPages()) yield* page.items
  }
}

class Page<Body, Item> implements PageReader<Body, Item> {
  readonly #source: PageSource<Body>
  /** The cursors of this page and of those before it. */
  readonly #seen: readonly unknown[]

  constructor(source: PageSource<Body>, seen: readonly unknown[]) {
    this.#source = source
    this.#seen = seen
  }

  get items(): Item[] {
    const items = valueAt(this, this.#source.items)
    return Array.isArray(items) ? items : []
  }

  hasNextPage(): boolean {
    return this.#nextCursor() !== ''
  }

  async getNextPage(): Promise<ListPage<Body, Item>> {
    const cursor = this.#nextCursor()
    if (!cursor) throw new PaginationError('This is the last page; check hasNextPage() first.')
    if (this.#seen.includes(cursor)) {
      throw new PaginationError(`The service returned the cursor ${cursor} a second time; pagination would never end.`)
    }
    const { result } = await this.#source.read({ [this.#source.cursor]: cursor }, false)
    return pageFromBody(result, this.#source, [...this.#seen, cursor])
  }

  async *iterPages(this: ListPage<Body, Item>): AsyncGenerator<ListPage<Body, Item>> {
    let page = this
    yield page
    while (page.hasNextPage()) {
      page = await page.getNextPage()
      yield page
    }
  }

  async *[Symbol.asyncIterator](this: ListPage<Body, Item>): AsyncGenerator<Item> {
    for await (const page of this.iterPages()) yield* page.items
  }

  /** Empty at the end: "Null means the end" (INTERFACE.md §4). */
  #nextCursor(): string {
    const cursor = valueAt(this, this.#source.next)
    return typeof cursor === 'string' ? cursor : ''
  }
}

/** The fields of the body on an object that can read the next page; `JSON.stringify` returns the body. */
function pageFromBody<Body, Item>(
  body: Body,
  source: PageSource<Body>,
  seen: readonly unknown[],
): ListPage<Body, Item> {
  return Object.assign(new Page<Body, Item>(source, seen), body)
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => Object(value)[name], body)
}
