import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '@svc/command-line/errors'

/** Short, so that a process does not stop for longer than a request takes. */
const periodUs = 10_000

const unified = '/sys/fs/cgroup'
const divided = '/sys/fs/cgroup/cpu'

/**
 * Limits processes to this share of a core each, with a control group of Linux for each of them; needs root. Returns a
 * function that removes the groups, which is possible when the processes have ended. Throws a CommandError if the
 * system has no control groups that limit processor time.
 */
export function limitCpu(pids: readonly number[], share: number): () => void {
  const folders = pids.map((pid) => createGroup(`svc-bench-${pid}`, Math.round(share * periodUs)))
  for (const [index, folder] of folders.entries()) writeFileSync(join(folder, 'cgroup.procs'), String(pids[index]))
  return () => {
    for (const folder of folders) rmdirSync(folder)
  }
}

function createGroup(name: string, quotaUs: number): string {
  const isUnified = existsSync(join(unified, 'cgroup.controllers'))
  const folder = join(isUnified ? unified : divided, name)
  try {
    if (isUnified) writeFileSync(join(unified, 'cgroup.subtree_control'), '+cpu')
    mkdirSync(folder)
    if (isUnified) writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`)
    else {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs))
    }
    return folder
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`The processor time of a process cannot be limited here: ${reason}`)
  }
}
