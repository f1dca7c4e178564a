import { afterAll, beforeAll, expect, test } from 'vitest'
import { races, seed } from './oauth-races/all.ts'
import { type Fleet, startFleet } from './oauth-races/fleet.ts'

// Two API processes and what may come at once, in a small size; `node apps/api/test/oauth-races/run.ts` has the full
// one.

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet()
})
afterAll(() => fleet.stop())

test.each(races)(`$id: $title (seed ${seed})`, async ({ run }) => {
  expect(await run(fleet, 'small', seed)).toBeTypeOf('object')
})
