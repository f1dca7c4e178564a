import { expect, test } from 'vitest'
import { faults, seed } from './faults/all.ts'

// Each fault in small; `node apps/worker/test/faults/run.ts` runs them in full size. A scenario throws where a
// guarantee broke, and also where it injected fewer faults than it announces.

test.concurrent.each(faults)(`$id: $title (SVC_TEST_SEED=${seed})`, async ({ id, run }) => {
  const figures = await run('small', seed)
  expect(Object.keys(figures).length, JSON.stringify(figures)).toBeGreaterThan(0)
  process.stdout.write(
    `${id}: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}\n`,
  )
})
