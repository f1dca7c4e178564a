import { setup, teardown } from '@svc/db/testing-server'
import { faults, seed } from './all.ts'

// All faults in full size, or those named: `node apps/worker/test/faults/run.ts workers-killed database-killed`. Takes
// some ten minutes.

const names = process.argv.slice(2)
const chosen = names.length === 0 ? faults : faults.filter(({ id }) => names.includes(id))
if (chosen.length < names.length) {
  throw new RangeError(
    `Faults are ${faults.map(({ id }) => id).join(', ')}; one of ${names.join(', ')} is none of them.`,
  )
}
const print = (text: string) => void process.stdout.write(text)

print(`Seed ${seed} (SVC_TEST_SEED repeats it)\n\n`)
await setup()
try {
  for (const { id, title, run } of chosen) {
    const startedMs = performance.now()
    try {
      const figures = await run('full', seed)
      const told = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
      print(`✓ ${id.padEnd(15)} ${title}\n        ${told.join(' · ')}`)
    } catch (error) {
      process.exitCode = 1
      print(`✗ ${id.padEnd(15)} ${title}\n        ${error instanceof Error ? error.message : error}`)
    }
    print(` · ${Math.round((performance.now() - startedMs) / 1000)} s\n`)
  }
} finally {
  await teardown()
}
