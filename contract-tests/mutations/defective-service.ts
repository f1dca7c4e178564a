import { mkdir, rm } from 'node:fs/promises'
import type { Python } from '@svc/python'
import { type Conformance, createConformance } from '../src/conformance.ts'
import { type Document, readContract } from '../src/contract.ts'
import { type Lane, operatorOf } from '../src/lane.ts'
import { readOperations } from '../src/operations.ts'
import { runLane } from '../src/run-lane.ts'
import { prepareSchemathesis } from '../src/schemathesis.ts'
import { type Service, startService } from '../src/service.ts'

/** The URLs of an API process. */
export interface Target {
  baseUrl: string
  authUrl: string
}

export interface TestedPart {
  mode: 'fast' | 'full'
  operations: readonly string[]
  /** Random cases per operation, if the lanes have any. Default: those of the mode. */
  examples?: number
  /** Ends the run, which then rejects. */
  signal?: AbortSignal
}

/** The results of lanes. */
interface Checked {
  checks: string[]
  messages: string[]
  untested: string[]
}

/** Runs lanes against API processes whose source has defects. */
export interface DefectiveService {
  service: Service
  /**
   * Starts an API process with further variables, such as a module that changes its source. `settings` is appended to
   * the URL of the database.
   */
  startApi(variables: Readonly<Record<string, string>>, settings?: string): Promise<Target & { stop(): Promise<void> }>
  /**
   * The failed checks of lanes, such as `relations/pages_joined`, with a message for each failure, and the relations
   * that could not be tested, with the reason.
   */
  failedChecks(lanes: readonly Lane[], at: Target, part: TestedPart): Promise<Checked>
  stop(): Promise<void>
}

const seed = 20261121

interface Setup {
  python: Python
  document: Document
  conformance: Conformance
  reportsDir: string
  signal: AbortSignal
}

/** Prepares what all services of a program share, and empties `reportsDir`. Aborts at SIGINT, SIGTERM and SIGHUP. */
export async function prepareDefects(reportsDir: string, print: (line: string) => void): Promise<Setup> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  await rm(reportsDir, { recursive: true, force: true })
  await mkdir(reportsDir, { recursive: true })
  const document = await readContract()
  const { signal } = stopping
  const python = await prepareSchemathesis({ env: process.env, signal, print })
  return { python, document, conformance: createConformance(document), reportsDir, signal }
}

/** Starts the service. Its fixtures are prepared by its own API process, which has no defects. */
export async function startDefective(setup: Setup): Promise<DefectiveService> {
  const { reportsDir, signal } = setup
  const service = await startService({ signal, logFile: `${reportsDir}service.log` })
  return {
    service,
    async startApi(variables, settings = '') {
      const operated = operatorOf(service)
      const directUrl = await operated.databaseUrl()
      const api = await operated.startApi(`${directUrl}${settings}`, {
        ...(settings !== '' && { SVC_DATABASE_DIRECT_URL: directUrl }),
        ...variables,
      })
      return { ...api, baseUrl: `${api.origin}${new URL(service.baseUrl).pathname}`, authUrl: api.origin }
    },
    async failedChecks(lanes, { baseUrl, authUrl }, { mode, operations, examples, signal: ending }) {
      const checks: string[] = []
      const messages: string[] = []
      const untested: string[] = []
      for (const lane of lanes) {
        const { tally } = await runLane(lane, {
          ...setup,
          service,
          operationIds: await readOperations(operations),
          isPart: true,
          seed,
          testedUrl: baseUrl,
          testedAuthUrl: authUrl,
          mode,
          ...(examples !== undefined && { examples }),
          onProgress: () => {},
          signal: ending === undefined ? signal : AbortSignal.any([signal, ending]),
        })
        checks.push(...[...tally.failures.keys()].map((check) => `${lane.name}/${check}`))
        messages.push(...[...tally.found.values()].map(({ id, message }) => `${id}: ${message}`))
        for (const { operation, relation, reason } of tally.relations)
          if (reason !== undefined) untested.push(`${relation} of ${operation}: ${reason}`)
      }
      return { checks, messages, untested }
    },
    stop: () => service.stop(),
  }
}

/** The lane without Schemathesis. */
export function withoutFuzzing({ fuzz: _, ...lane }: Lane): Lane {
  return lane
}
