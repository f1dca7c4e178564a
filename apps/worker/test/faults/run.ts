import { setup, teardown } from '@svc/db/testing-server'
import { faults, seed } from './all.ts'

// Runs all faults in full size, or the given ones: `node apps/worker/test/faults/run.ts workers-killed
// database-killed`. All of them take about ten minutes.

const names = process.argv.slice(2)
const chosen = names.length === 0 ? faults : faults.filter(({ id }) => names.includes(id))
if (chosen.length < names.length) {
  throw new RangeError(
    `Unknown fault among ${names.join(', ')}. The faults are ${faults.map(({ id }) => id).join(', ')}.`,
  )
}
const print = (text: string) => void process.stdout.write(text)

print(`Seed ${seed} (set SVC_TEST_SEED to repeat the run)\n\n`)
await setup()
try {
  for (const { id, title, run } of chosen) {
    const startedMs = performance.now()
    try {
      const measurements = await run('full', seed)
      const values = Object.entries(measurements).map(([name, value]) => `${name} ${value}`)
      print(`✓ ${id.padEnd(15)} ${title}\n        ${values.join(' · ')}`)
    } catch (error) {
      process.exitCode = 1
      print(`✗ ${id.padEnd(15)} ${title}\n        ${error instanceof Error ? error.message : error}`)
    }
    print(` · ${Math.round((performance.now() - startedMs) / 1000)} s\n`)
  }
} finally {
  await teardown()
}
