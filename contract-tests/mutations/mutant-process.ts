import { readFile } from 'node:fs/promises'
import type { DefectiveService, Target } from './defective-service.ts'

/** The next state of an API process with mutants. */
export interface Activation {
  /** The id of the active mutant; undefined for none. */
  mutant?: string | undefined
  /** The name of the tests that run from now on: the reached mutants are counted for it. */
  test: string
  /** Code with the active mutant that runs more often than this throws, so that endless loops end. */
  hitsMax: number
}

/** The number of executions of the code of each mutant. */
type Coverage = Readonly<Record<string, number>>

export interface Reached {
  /** While the modules of the process were loaded. */
  atLoad: Coverage
  /** While the previous tests ran. */
  test: Coverage
}

/** An API process with all mutants, of which one at most is active. */
export interface MutantProcess extends Target {
  /** Resolves with the mutants that were reached before. Rejects if the process has ended. */
  activate(activation: Activation): Promise<Reached>
  stop(): Promise<void>
}

const preloaded = new URL('activate-mutants.ts', import.meta.url).href

/**
 * Without prepared statements, which a connection keeps when a mutant is no longer active. These settings of a session
 * are then those of the role.
 */
const settings = ['timezone=UTC', 'datestyle=ISO', 'statement_timeout=4s', 'idle_in_transaction_session_timeout=5s']

/**
 * Starts an API process.
 *
 * @param filesFile the mutated source as JSON, by file
 * @param atStart a mutant that is active while the modules load
 */
export async function startMutantProcess(
  defective: DefectiveService,
  { filesFile, portFile, atStart }: { filesFile: string; portFile: string; atStart?: string },
): Promise<MutantProcess> {
  const variables = {
    NODE_OPTIONS: `--import ${preloaded}`,
    SVC_MUTATED_FILES: filesFile,
    SVC_MUTANTS_PORT_FILE: portFile,
    SVC_DATABASE_POOLER: 'transaction',
    ...(atStart !== undefined && { __STRYKER_ACTIVE_MUTANT__: atStart }),
  }
  const options = encodeURIComponent(settings.map((setting) => `-c ${setting}`).join(' '))
  const api = await defective.startApi(variables, `?options=${options}`)
  const control = `http://127.0.0.1:${await readFile(portFile, 'utf8')}`
  return {
    ...api,
    async activate(activation) {
      const response = await fetch(control, { method: 'POST', body: JSON.stringify(activation) })
      return (await response.json()) as Reached
    },
  }
}
