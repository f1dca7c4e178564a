import { setup, teardown } from '@svc/db/testing-server'
import { races, seed } from './all.ts'
import { startFleet } from './fleet.ts'

// Runs all races in full size, or those named: `node apps/api/test/oauth/races/run.ts revocation flag`. Takes about a
// minute.

const names = process.argv.slice(2)
const chosen = names.length === 0 ? races : races.filter(({ id }) => names.includes(id))
if (chosen.length < names.length) {
  throw new RangeError(`Unknown race in ${names.join(', ')}. The races are ${races.map(({ id }) => id).join(', ')}.`)
}
const print = (text: string) => void process.stdout.write(text)

print(`Seed ${seed} (repeat with SVC_TEST_SEED=${seed})\n\n`)
await setup()
try {
  for (const { id, title, run } of chosen) {
    const startedMs = performance.now()
    const fleet = await startFleet()
    try {
      const counts = Object.entries(await run(fleet, 'full', seed)).map(([name, value]) => `${name} ${value}`)
      print(`✓ ${id.padEnd(5)} ${title}\n        ${counts.join(' · ')}`)
    } catch (error) {
      process.exitCode = 1
      print(`✗ ${id.padEnd(5)} ${title}\n        ${error instanceof Error ? error.message : error}`)
    } finally {
      await fleet.stop()
    }
    print(` · ${Math.round((performance.now() - startedMs) / 1000)} s\n`)
  }
} finally {
  await teardown()
}
