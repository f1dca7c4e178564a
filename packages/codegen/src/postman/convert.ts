import type { OpenApi } from '../source/openapi.ts'

/** The parts of a collection (format 2.1) that are changed here; the rest is passed on as it is. */
export interface Collection {
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

/** Makes a collection of a document. A string is why there is none: the converter knows less of OpenAPI than there is. */
export function convert(document: OpenApi): Promise<Collection | string> {
  return steadily(async () => {
    // Loading it takes longer than many a step of the generator, so only this one pays.
    const { default: converter } = await import('openapi-to-postmanv2')
    return new Promise((resolve) => {
      converter.convertV2({ type: 'json', data: structuredClone(document) }, options, (error, outcome) => {
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

/** Dice that fall the same way each time. One function, because the converter keeps the one that it finds when it is loaded. */
function steadyDice(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

/** The converter throws dice for a value that has no example; the same document has to give the same bytes. */
async function steadily<T>(work: () => Promise<T>): Promise<T> {
  const { random } = Math
  state = 1
  Math.random = steadyDice
  try {
    return await work()
  } finally {
    Math.random = random
  }
}
