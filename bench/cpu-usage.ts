import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The CPU time that all processes of the machine have used since it was started, in microseconds. */
export function machineCpuUs(): number {
  return cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) * 1_000, 0)
}

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
