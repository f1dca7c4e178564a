// Vitest's setup file: a test file that leaves a server, a connection or a child process open fails. Node's list names
// what keeps the process alive, so a handle that was unreferenced is not a leak here.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'

const names: Record<string, string> = {
  TCPServerWrap: 'TCP server',
  TCPSocketWrap: 'TCP connection',
  ProcessWrap: 'child process',
}

/**
 * A connection closes within a few event-loop turns, after its peer acknowledges the close. Anything still open after
 * all turns is a leak.
 */
const turns = 250
const turnMs = 20

const before = countOpen()

// Vitest runs these hooks in the opposite order of their registration: this one after those of the test file.
afterAll(async () => {
  // An operation that a test began in its last statement appears one turn later.
  await nextTurn()
  let leaks = leaked()
  for (let turn = 0; leaks.length > 0 && turn < turns; turn++) {
    await sleep(turnMs)
    leaks = leaked()
  }
  if (leaks.length > 0) {
    throw new Error(
      `This test file leaves open: ${leaks.join(', ')}. Close what it opened in afterEach, afterAll or onTestFinished.`,
    )
  }
})

function leaked(): string[] {
  const now = countOpen()
  return Object.entries(names).flatMap(([kind, name]) => {
    const count = (now.get(kind) ?? 0) - (before.get(kind) ?? 0)
    return count > 0 ? [`${name} (${count})`] : []
  })
}

function countOpen(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
