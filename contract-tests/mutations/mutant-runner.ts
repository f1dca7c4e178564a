import { writeFile } from 'node:fs/promises'
import { CannotRunError, messageOf } from '../src/cannot-run-error.ts'
import type { Lane } from '../src/lane.ts'
import { main } from '../src/lanes/fuzzing.ts'
import { oauth } from '../src/lanes/oauth.ts'
import { relations } from '../src/lanes/relations.ts'
import { statuses } from '../src/lanes/statuses.ts'
import { type DefectiveService, startDefective, type TestedPart, withoutFuzzing } from './defective-service.ts'
import { type MutantProcess, startMutantProcess } from './mutant-process.ts'

/** The run, check and operations that detected a mutant. */
export interface Detection {
  run: 'fast' | 'full'
  check: string
  operations: readonly string[]
}

/** A mutant and the operations whose tests reach it. */
interface Tested {
  id: string
  /** The ones that reach it most often come first. */
  operations: readonly string[]
  /** The number of executions of its code after which it counts as endless. */
  hitsMax: number
}

/** Runs the tests of operations with mutants. */
export interface MutantRunner {
  /**
   * Runs tests without a mutant. Resolves with the number of times that they reach each mutant. Throws CannotRunError
   * if a test fails, because it would prove nothing.
   */
  reached(part: Part): Promise<ReadonlyMap<string, number>>
  /** The mutants that are reached while the modules are loaded: in their constants. */
  reachedAtLoad: ReadonlySet<string>
  /** Activates a mutant and tests it. Undefined if nothing detected it. */
  detect(mutant: Tested): Promise<Detection | undefined>
  /** The same with a process of its own, in which the mutant is active from the beginning. */
  detectFromStart(mutant: Tested): Promise<Detection | undefined>
  /** The relations that could not be tested with the last mutant, each with the reason. */
  untested(): readonly string[]
  stop(): Promise<void>
}

/** The lanes that test single operations of the REST API, as the fast run does it. */
const fastLanes: readonly Lane[] = [statuses, relations, withoutFuzzing(oauth)]
/** The additional tests of the full run. Schemathesis sends fewer random cases here. */
const fullLanes: readonly Lane[] = [relations, main]
const fullExamples = 30
/** The full run is repeated for this number of operations only: those that reach the mutant most often. */
const fullOperationsMax = 3

/** A lane that takes longer does not end because of the mutant. */
const timeoutMs = 180_000
const unlimited = Number.MAX_SAFE_INTEGER
const inactive = { test: 'none', hitsMax: unlimited }

/** The sizes of the groups of operations that are tested one after the other; the last one has all others. */
const groupSizes = [1, 1, 4]

type Part = Pick<Detection, 'run' | 'operations'>
type Setup = Parameters<typeof startDefective>[0]

/** A service, and an API process with all mutants on its database. */
interface Stand {
  /** Fails if the process has ended. */
  activate: MutantProcess['activate']
  /** Starts another process, in which a mutant is active from the beginning. */
  startWith(mutant: string): Promise<MutantProcess>
  failedChecks(lanes: readonly Lane[], part: Part, at?: MutantProcess): ReturnType<DefectiveService['failedChecks']>
  /** The first failed check; undefined if all hold. */
  firstFailure(lanes: readonly Lane[], part: Part, at?: MutantProcess): Promise<string | undefined>
  /** The relations that `firstFailure` could not test, with the reason. */
  untested: Set<string>
  /** Ends all that a mutant may have left: records, locks and an ended process. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a service, and an API process with all mutants. */
export async function createMutantRunner(setup: Setup, files: Readonly<Record<string, string>>): Promise<MutantRunner> {
  const filesFile = `${setup.reportsDir}mutated-files.json`
  await writeFile(filesFile, JSON.stringify(files))
  const stand = await openStand(setup, filesFile)
  const { activate } = stand
  const reachedAtLoad = new Set(Object.keys((await activate(inactive)).atLoad))
  return {
    reachedAtLoad,
    async reached(part) {
      await activate({ test: `${part.run} ${part.operations}`, hitsMax: unlimited })
      const { messages } = await stand.failedChecks(lanesOf(part), part)
      if (messages.length > 0) throw new CannotRunError(`Tests fail without a mutant:\n${messages.join('\n')}`)
      return new Map(Object.entries((await activate(inactive)).test))
    },
    detect: (mutant) =>
      confirmed(stand, async () => {
        stand.untested.clear()
        await activate({ ...inactive, mutant: mutant.id, hitsMax: mutant.hitsMax })
        return testMutant(stand, mutant)
      }),
    detectFromStart: (mutant) =>
      confirmed(stand, async () => {
        stand.untested.clear()
        const own = await stand.startWith(mutant.id).catch((error: unknown) => messageOf(error))
        if (typeof own === 'string') return { run: 'fast', check: 'the process does not start', operations: [] }
        try {
          return await testMutant(stand, mutant, own)
        } finally {
          await own.stop()
        }
      }),
    untested: () => [...stand.untested],
    stop: stand.stop,
  }
}

async function openStand(setup: Setup, filesFile: string): Promise<Stand> {
  const startProcess = (defective: DefectiveService, atStart?: string) =>
    startMutantProcess(defective, {
      filesFile,
      portFile: `${setup.reportsDir}control-port${atStart === undefined ? '' : '-at-start'}`,
      ...(atStart !== undefined && { atStart }),
    })
  let defective = await startDefective(setup)
  let usual = await startProcess(defective)
  const untested = new Set<string>()
  const stop = async () => {
    await usual.stop()
    await defective.stop()
  }
  return {
    activate: (activation) => usual.activate(activation),
    startWith: (mutant) => startProcess(defective, mutant),
    failedChecks: (lanes, part, at = usual) => defective.failedChecks(lanes, at, partOf(part)),
    async firstFailure(lanes, part, at = usual) {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        for (const lane of lanes) {
          const found = await defective.failedChecks([lane], at, { ...partOf(part), signal: timeout })
          for (const relation of found.untested) untested.add(relation)
          const [check] = found.checks
          if (check !== undefined) return check
        }
        return undefined
      } catch (error) {
        setup.signal.throwIfAborted()
        return timeout.aborted ? `no end in ${timeoutMs / 1_000} s` : `the tests cannot run: ${messageOf(error)}`
      }
    },
    untested,
    async restart() {
      await stop()
      defective = await startDefective(setup)
      usual = await startProcess(defective)
    },
    stop,
  }
}

async function testMutant(
  { firstFailure }: Stand,
  { operations }: Tested,
  at?: MutantProcess,
): Promise<Detection | undefined> {
  for (const run of ['fast', 'full'] as const) {
    const groups = run === 'fast' ? groupsOf(operations) : [operations.slice(0, fullOperationsMax)]
    for (const group of groups) {
      const part = { run, operations: group }
      const check = await firstFailure(lanesOf(part), part, at)
      if (check !== undefined) return { ...part, check }
    }
  }
  return undefined
}

/** A detection counts if the same tests pass afterward without the mutant, or if the service was new before. */
async function confirmed(stand: Stand, test: () => Promise<Detection | undefined>): Promise<Detection | undefined> {
  const first = await test()
  if (first === undefined || (await holdsWithout(stand, first))) return first
  await stand.restart()
  const second = await test()
  if (second !== undefined && !(await holdsWithout(stand, second))) await stand.restart()
  return second
}

/** Whether the tests that detected a mutant pass without it. Otherwise it left something, or one before it did. */
async function holdsWithout({ activate, firstFailure }: Stand, detection: Detection): Promise<boolean> {
  // A process that has ended does not respond.
  const activated = await activate(inactive).catch(() => undefined)
  if (activated === undefined) return false
  if (detection.operations.length === 0) return true
  const lanes = lanesOf(detection)
  const [failed] = lanes.filter(({ name }) => detection.check.startsWith(`${name}/`))
  return (await firstFailure(failed ? [failed] : lanes, detection)) === undefined
}

const lanesOf = ({ run }: Part) => (run === 'fast' ? fastLanes : fullLanes)

function partOf({ run, operations }: Part): TestedPart {
  return { mode: run, operations, ...(run === 'full' && { examples: fullExamples }) }
}

function groupsOf(operations: readonly string[]): string[][] {
  const groups: string[][] = []
  let left = [...operations]
  for (const size of [...groupSizes, operations.length]) {
    if (left.length > 0) groups.push(left.slice(0, size))
    left = left.slice(size)
  }
  return groups
}
