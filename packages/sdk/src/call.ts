import type { Call, List, ListPage, PageReader } from '@generated/sdk/runtime'
import { PaginationError, SdkError } from './errors.ts'

export interface Answer<Result> {
  result: Result
  response: Response
}

/** Carries out one call. `raw` leaves the body unread, and `result` undefined. */
export type Start<Result> = (raw: boolean) => Promise<Answer<Result>>

/**
 * A call under way. It begins right after the current piece of code, whether or not it is awaited: late enough for
 * `asResponse()` to say how the answer is wanted.
 */
export class PendingCall<Result> implements Call<Result> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #start: Start<Result>
  #answer: Promise<Answer<Result>> | undefined
  #isRaw = false

  constructor(start: Start<Result>) {
    this.#start = start
    queueMicrotask(() => {
      if (!this.#isRaw) void this.#begin()
    })
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like any promise
  then<Kept = Result, Caught = never>(
    onResult?: ((result: Result) => Kept | PromiseLike<Kept>) | null,
    onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    return this.#begin()
      .then(({ result }) => result)
      .then(onResult, onError)
  }

  catch<Caught = never>(onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null): Promise<Result | Caught> {
    return this.then(null, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Result> {
    return this.then().finally(onEnd)
  }

  async asResponse(): Promise<Response> {
    if (this.#answer && !this.#isRaw) {
      throw new SdkError('The body is being read already: ask for asResponse() before anything else of the same call.')
    }
    this.#isRaw = true
    return (await this.#begin()).response
  }

  async withResponse(): Promise<{ result: Result; response: Response; requestId: string | null }> {
    const { result, response } = await this.#begin()
    return { result, response, requestId: response.headers.get('x-request-id') }
  }

  #begin(): Promise<Answer<Result>> {
    this.#answer ??= this.#start(this.#isRaw)
    return this.#answer
  }
}

/** How the pages of one list are read. */
export interface Reading<Body> {
  /** Dotted paths into the body. */
  items: string
  next: string
  read(cursor: string): Promise<Body>
}

/** A list under way: its first page when awaited, all its items when iterated over. */
export class PendingList<Body extends object, Item>
  extends PendingCall<ListPage<Body, Item>>
  implements List<Body, Item>
{
  constructor(start: Start<Body>, reading: Reading<Body>, firstCursor: string | undefined) {
    super(async (raw) => {
      const { result, response } = await start(raw)
      const seen = new Set(firstCursor === undefined ? [] : [firstCursor])
      return { result: raw ? (undefined as never) : pageOf<Body, Item>(result, reading, seen), response }
    })
  }

  async *iterPages(): AsyncGenerator<ListPage<Body, Item>> {
    yield* (await this).iterPages()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.iterPages()) yield* page.items
  }
}

class Page<Body extends object, Item> implements PageReader<Body, Item> {
  readonly #body: Body
  readonly #reading: Reading<Body>
  readonly #seen: ReadonlySet<string>

  constructor(body: Body, reading: Reading<Body>, seen: ReadonlySet<string>) {
    this.#body = body
    this.#reading = reading
    this.#seen = seen
  }

  get items(): Item[] {
    const items = valueAt(this.#body, this.#reading.items)
    return Array.isArray(items) ? items : []
  }

  hasNextPage(): boolean {
    return this.#nextCursor() !== null
  }

  async getNextPage(): Promise<ListPage<Body, Item>> {
    const cursor = this.#nextCursor()
    if (cursor === null) throw new PaginationError('This is the last page; hasNextPage() says so beforehand.')
    if (this.#seen.has(cursor)) {
      throw new PaginationError(
        `The service gave the cursor ${cursor} for the second time; reading on would never end.`,
      )
    }
    return pageOf(await this.#reading.read(cursor), this.#reading, new Set([...this.#seen, cursor]))
  }

  async *iterPages(): AsyncGenerator<ListPage<Body, Item>> {
    let page = pageOf<Body, Item>(this.#body, this.#reading, this.#seen)
    yield page
    while (page.hasNextPage()) {
      page = await page.getNextPage()
      yield page
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.iterPages()) yield* page.items
  }

  /** "Null means the end" (interface section 4, rule 2). */
  #nextCursor(): string | null {
    const cursor = valueAt(this.#body, this.#reading.next)
    return typeof cursor === 'string' && cursor !== '' ? cursor : null
  }
}

/** The body's own fields on an object that knows the way on; `JSON.stringify` gives back the body. */
function pageOf<Body extends object, Item>(
  body: Body,
  reading: Reading<Body>,
  seen: ReadonlySet<string>,
): ListPage<Body, Item> {
  return Object.assign(new Page<Body, Item>(body, reading, seen), body)
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  }, body)
}
