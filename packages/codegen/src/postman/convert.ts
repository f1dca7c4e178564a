import { copyOf, type OpenApi } from '../source/openapi.ts'

/** The parts of a collection (format 2.1) that are changed here. The other parts are kept unchanged. */
interface Collection {
  info: { name: string; schema: string }
  auth?: object
  item: Item[]
}

export type Item = Folder | RequestItem

export interface Folder {
  id?: string
  name: string
  item: Item[]
}

export interface RequestItem {
  id?: string
  name: string
  event?: object[]
  request: { method: string; url: { path: string[]; variable?: { key: string; value: string }[] } }
  response: { id?: string; name: string; code: number }[]
}

export function isFolder(item: Item): item is Folder {
  return 'item' in item
}

const options = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  requestParametersResolution: 'Example',
  exampleParametersResolution: 'Example',
  enableOptionalParameters: false,
  alwaysInheritAuthentication: true,
  includeWebhooks: false,
} as const

/**
 * Converts a document to a collection. Returns the reason as a string if the converter does not support the document.
 */
export function convert(document: OpenApi): Promise<Collection | string> {
  return reproducibly(async () => {
    // Loading it takes longer than most steps of the generator, so it is loaded only here.
    const { default: converter } = await import('openapi-to-postmanv2')
    return new Promise((resolve) => {
      converter.convertV2({ type: 'json', data: copyOf(document) }, options, (error, outcome) => {
        const [made] = outcome?.output ?? []
        if (error || !outcome?.result || !made) resolve(reasonOf(error ?? outcome))
        else resolve(made.data as unknown as Collection)
      })
    })
  })
}

function reasonOf(failure: unknown): string {
  const { message, reason } = (failure ?? {}) as { message?: unknown; reason?: unknown }
  return String(reason ?? message ?? 'the converter gave no reason')
}

let state = 1

/**
 * A random number generator with a fixed seed. It is a single function, because the converter keeps the function that
 * it finds when it is loaded.
 */
function seededRandom(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

/** The time at which the converter runs, as it sees it. */
const fixedTimeMs = Date.UTC(2026, 0, 1)

/**
 * Runs the converter with a fixed seed and a fixed time. It generates random values, also of dates before the current
 * time, if there is no example, but the same document must produce the same bytes.
 */
async function reproducibly<T>(work: () => Promise<T>): Promise<T> {
  const [{ random }, clock] = [Math, Date]
  state = 1
  Math.random = seededRandom
  globalThis.Date = new Proxy(clock, {
    construct: (target, args, created) => Reflect.construct(target, args.length === 0 ? [fixedTimeMs] : args, created),
  })
  try {
    return await work()
  } finally {
    Math.random = random
    globalThis.Date = clock
  }
}
