// Vitest's global setup: temporary files of a test run are kept in memory and removed after it.
//
// Tests create and delete tens of thousands of files: a test database alone has 550. On ext4, a new file then costs up
// to one millisecond of kernel time, because it skips every inode that was deleted within the last seconds.

import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const memoryDir = '/dev/shm'
const prefix = 'svc-test-'

/** A whole run keeps at most 1 GB at a time. */
const fileBytesMin = 2 * 1024 ** 3
/** The additional needs of the programs under test. */
const memoryBytesMin = 4 * 1024 ** 3

let scratchDir: string | undefined

/**
 * Lets `os.tmpdir()` of this process and its children name a new directory in memory. Does nothing if `TMPDIR` is set,
 * or if the machine has no file system in memory that is large enough and can run programs.
 */
export function setup(): void {
  if (process.env.TMPDIR !== undefined || !hasMemory()) return
  removeAbandoned()
  const dir = mkdtempSync(join(memoryDir, `${prefix}${process.pid}-`))
  // When started as root, PostgreSQL runs under another account, which must be able to enter.
  chmodSync(dir, 0o711)
  if (canExecuteIn(dir)) {
    scratchDir = dir
    process.env.TMPDIR = dir
  } else rmSync(dir, { recursive: true })
}

export function teardown(): void {
  if (scratchDir === undefined) return
  delete process.env.TMPDIR
  rmSync(scratchDir, { recursive: true, force: true, maxRetries: 5 })
}

function hasMemory(): boolean {
  if (process.platform !== 'linux') return false
  try {
    accessSync(memoryDir, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryDir)
    return bavail * bsize >= fileBytesMin && process.availableMemory() >= memoryBytesMin
  } catch {
    return false
  }
}

/** Containers often mount their memory without the permission to execute. */
function canExecuteIn(dir: string): boolean {
  const program = join(dir, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/** Files of runs that were killed would occupy memory until the next restart of the machine. */
function removeAbandoned(): void {
  for (const name of readdirSync(memoryDir)) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (owner && !existsSync(`/proc/${owner}`)) rmSync(join(memoryDir, name), { recursive: true, force: true })
  }
}
