import { afterAll, beforeAll, expect, test } from 'vitest'
import { races, seed } from './races/all.ts'
import { type Fleet, startFleet } from './races/fleet.ts'

// Concurrent requests to two API processes, in a small size; `node apps/api/test/oauth/races/run.ts` runs the full
// size.

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet()
})
afterAll(() => fleet.stop())

test.each(races)(`$id: $title (seed ${seed})`, async ({ run }) => {
  expect(await run(fleet, 'small', seed)).toBeTypeOf('object')
})
