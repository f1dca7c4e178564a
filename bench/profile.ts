import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlag } from '@svc/db/flags'
import { requestOf, urlOn } from './api.ts'
import { type BenchDatabase, insertAnalyses, openBenchDatabase } from './database.ts'
import { type LoadRequest, load } from './load.ts'
import { type BenchTool, protocolRevisions, toolCall } from './mcp.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { number, table } from './statistics.ts'

interface ProfileOptions {
  seconds: number
  connections: number
}

type ProfiledRequest = Omit<LoadRequest, keyof ProfileOptions>

/** Profiles a page of analyses under load. */
export async function profileApi(
  { pageSize, ...options }: ProfileOptions & { pageSize: number },
  print: (text: string) => void,
): Promise<void> {
  const title = `GET /businesses/{id}/analyses?limit=${pageSize}`
  await profile(options, print, title, (server, database) => {
    const request = requestOf(database, pageSize)
    return { url: urlOn(server, request), headers: request.headers }
  })
}

/** Profiles the call of a tool under load, for each revision of the protocol. */
export async function profileTool(
  { tool, ...options }: ProfileOptions & { tool: BenchTool },
  print: (text: string) => void,
): Promise<void> {
  for (const revision of protocolRevisions) {
    await profile(options, print, `${tool.name}, revision ${revision}`, async ({ port }, database) => {
      await setFlag(database.db, 'mcp_enabled', true)
      return toolCall({ port, database, tool }, revision)
    })
  }
}

/** Prints the self time by package and of the most expensive functions. */
async function profile(
  { seconds, connections }: ProfileOptions,
  print: (text: string) => void,
  title: string,
  prepare: (server: ServerProcess, database: BenchDatabase) => ProfiledRequest | Promise<ProfiledRequest>,
): Promise<void> {
  const database = await openBenchDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'svc-profile-'))
  try {
    await insertAnalyses(database.db, database.owner, 100)
    const server = await startServerProcess(ourProgram, database.environment, {
      nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${dir}`],
    })
    const request = await prepare(server, database)
    const { completed } = await load({ ...request, connections, seconds })
    await server.stop()
    const [file = ''] = await readdir(dir)
    const samples: Profile = JSON.parse(await readFile(join(dir, file), 'utf8'))
    print(`\n${title}: ${number(completed)} requests\n\n${summarize(samples, completed)}`)
  } finally {
    await rm(dir, { recursive: true })
    await database.close()
  }
}

/** The file that `--cpu-prof` writes: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  /** Microseconds since the previous sample. */
  timeDeltas: number[]
}

const functionsShown = 45

function summarize({ nodes, samples, timeDeltas }: Profile, requests: number): string {
  const byModule = new Map<string, number>()
  const byFunction = new Map<string, number>()
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  let busyUs = 0
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    const us = timeDeltas[index] ?? 0
    if (!frame || frame.functionName === '(idle)') continue
    busyUs += us
    const module = moduleOf(frame.url, frame.functionName)
    const name = `${frame.functionName || 'anonymous'}  ${shorten(frame.url)}:${frame.lineNumber + 1}`
    byModule.set(module, (byModule.get(module) ?? 0) + us)
    byFunction.set(name, (byFunction.get(name) ?? 0) + us)
  }
  const rows = (times: Map<string, number>, count: number) =>
    [...times]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([name, us]) => [name, number(us / requests, 1), number((us / busyUs) * 100, 1)])
  return `${table(['module', 'µs/request', '%'], rows(byModule, 30))}\n${table(['function', 'µs/request', '%'], rows(byFunction, functionsShown))}`
}

const root = fileURLToPath(new URL('..', import.meta.url))

function shorten(url: string): string {
  return url.replace(`file://${root}`, '').replace(root, '')
}

/**
 * The package or file of a frame; work of the engine has its name, such as `(garbage collector)`.
 */
function moduleOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native functions'
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/')
  const path = shorten(url)
  const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return packageName ?? path
}
