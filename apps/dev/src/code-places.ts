import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ifMissing } from '@svc/codegen/source/if-missing'

/** The folders of code that depends on the contract, relative to the repository. */
export interface CodeFolders {
  /** One function per operation, with the name of the operation. */
  handlers: readonly string[]
  /** Code that publishes events. */
  publishers: readonly string[]
  /** Code that sends deliveries, with their headers. */
  senders: readonly string[]
  /** Code and guides that handle events. */
  consumers: readonly string[]
}

export const ourFolders: CodeFolders = {
  handlers: ['apps/api/src/operations', 'apps/api/src/portal'],
  publishers: ['apps/api/src', 'apps/worker/src'],
  senders: ['packages/webhooks/src'],
  consumers: ['examples', 'packages/sdk/src', 'docs/guides', 'docs/operations/webhooks.md'],
}

/** Finds code in a snapshot of the sources. Results are `file:line`. */
export interface CodePlaces {
  /** The function that serves an operation; null when none is found. */
  handlerOf(operationId: string): string | null
  /** The first line that names this event type, in every file that publishes it. */
  publishersOf(event: string): string[]
  /** The lines that name a header of deliveries in code that sends them. */
  sendersOf(header: string): string[]
  /**
   * Every file that handles an event of this type: the lines that name one of the fields, or else the line that names
   * the event.
   */
  consumersOf(event: string, fields: readonly string[]): string[]
}

interface SourceText {
  path: string
  lines: string[]
}

/** The number of lines listed per file. */
const usesMax = 3

const extensions = new Set(['.ts', '.js', '.mjs', '.py', '.sh', '.md'])

export async function readCodePlaces(repository: string, folders: CodeFolders): Promise<CodePlaces> {
  const [handlers, publishers, senders, consumers] = await Promise.all([
    readSources(repository, folders.handlers),
    readSources(repository, folders.publishers),
    readSources(repository, folders.senders),
    readSources(repository, folders.consumers),
  ])
  return {
    handlerOf(operationId) {
      // `async createWebhook({ body })`, or `createWebhook: …`; not a call of a function with the same name.
      const declaration = new RegExp(`^\\s+(?:async\\s+)?${literal(operationId)}\\s*(?:\\(\\s*\\{|\\(\\)\\s*\\{|:)`)
      return linesWith(handlers, declaration)[0] ?? null
    },
    publishersOf: (event) => namingFiles(publishers, event).flatMap(({ file, line }) => `${file.path}:${line}`),
    sendersOf: (header) => linesWith(senders, new RegExp(`['"\`]${literal(header)}['"\`]`, 'i')),
    consumersOf: (event, fields) =>
      namingFiles(consumers, event).flatMap(({ file, line }) => {
        const uses = fields.flatMap((field) => linesWith([file], new RegExp(`\\b${literal(field)}\\b`)))
        return uses.length > 0 ? uses.slice(0, usesMax) : [`${file.path}:${line}`]
      }),
  }
}

async function readSources(repository: string, places: readonly string[]): Promise<SourceText[]> {
  const found = await Promise.all(places.map((place) => filesAt(repository, place)))
  return Promise.all(
    found.flat().map(async (path) => ({ path, lines: (await readFile(join(repository, path), 'utf8')).split('\n') })),
  )
}

/** The files below a folder, or the file itself; empty when neither exists. */
async function filesAt(repository: string, place: string): Promise<string[]> {
  if (extname(place) !== '') return existsSync(join(repository, place)) ? [place] : []
  const entries = await readdir(join(repository, place), { recursive: true, withFileTypes: true }).catch(ifMissing([]))
  return entries
    .filter((entry) => entry.isFile() && extensions.has(extname(entry.name)) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(repository.length + 1))
    .filter((path) => !path.includes('node_modules/'))
    .sort()
}

function namingFiles(sources: readonly SourceText[], event: string): { file: SourceText; line: number }[] {
  const name = new RegExp(`['"\`]${literal(event)}['"\`]`)
  return sources.flatMap((file) => {
    const index = file.lines.findIndex((line) => name.test(line))
    return index === -1 ? [] : [{ file, line: index + 1 }]
  })
}

function linesWith(sources: readonly SourceText[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  )
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
