import { expect, test } from 'vitest'
import { faults, seed } from './faults/all.ts'

// Each fault in a small size; `node apps/worker/test/faults/run.ts` runs them in full size. A scenario throws when a
// guarantee is broken or when it injected fewer faults than it declares.

/** The scenarios run at once, so on a busy machine they take several times as long as alone. */
const timeoutMs = 240_000

test.concurrent.each(faults)(`$id: $title (SVC_TEST_SEED=${seed})`, { timeout: timeoutMs }, async ({ id, run }) => {
  const measurements = await run('small', seed)
  expect(Object.keys(measurements).length, JSON.stringify(measurements)).toBeGreaterThan(0)
  process.stdout.write(
    `${id}: ${Object.entries(measurements)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}\n`,
  )
})
