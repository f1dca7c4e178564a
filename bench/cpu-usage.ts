import { readdirSync, readFileSync } from 'node:fs'

/**
 * The CPU time of this process and of its child processes that have ended, such as load generators, in microseconds.
 * NaN where the system does not provide it.
 */
export function ownCpuUs(): number {
  const fields = statOf('self')
  return fields === undefined ? Number.NaN : ticksIn(fields.slice(11, 15)) * tickUs
}

const ticksIn = (fields: readonly string[]) => fields.reduce((sum, field) => sum + Number(field), 0)

/**
 * The CPU time of a PostgreSQL server and all its processes, including ended ones, in microseconds. NaN where the
 * system does not provide it.
 */
export function postgresCpuUs(postmaster: number): number {
  try {
    let ticks = 0
    for (const entry of readdirSync('/proc')) {
      if (!/^[0-9]+$/.test(entry)) continue
      const fields = statOf(entry)
      if (fields === undefined || (Number(entry) !== postmaster && fields[1] !== String(postmaster))) continue
      ticks += Number(fields[11]) + Number(fields[12])
      if (Number(entry) === postmaster) ticks += Number(fields[13]) + Number(fields[14])
    }
    return ticks * tickUs
  } catch {
    // A system without proc(5): the report leaves the processor time out.
    return Number.NaN
  }
}

/** proc(5): the fields after the name of the program, which may contain spaces; the first is the state. */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has ended since its id was read.
    return undefined
  }
}

const tickUs = 10_000
