import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained } from './explained.ts'
import { startMockTarget } from './mock-target.ts'
import { differences, type Observation } from './observation.ts'
import { startRealTarget } from './real-target.ts'
import { runSuite } from './suite.ts'

let real: Observation[] = []
let mock: Observation[] = []
let found: string[] = []

beforeAll(async () => {
  const targets = [await startMockTarget(), await startRealTarget()]
  const [ofMock, ofReal] = await Promise.all(targets.map(runSuite)).finally(() =>
    Promise.all(targets.map((target) => target.close())),
  )
  real = ofReal ?? []
  mock = ofMock ?? []
  found = real.flatMap((observation, place) => {
    const other = mock[place]
    return other ? differences(observation, other) : [`${observation.step}: the mock did not get this request`]
  })
}, 300_000)

afterAll(() => {
  const isExplained = (difference: string) => explained.some((each) => each.difference.test(difference))
  process.stdout.write(
    `\nParity: ${real.length} steps, ${found.length} differences, ${found.filter(isExplained).length} explained\n`,
  )
  for (const difference of found)
    process.stdout.write(`  ${isExplained(difference) ? 'explained' : 'DIFFERS  '}  ${difference}\n`)
})

test('the service and the mock get the same requests, in at least 60 steps', () => {
  expect(mock.map(({ step }) => step)).toEqual(real.map(({ step }) => step))
  expect(real.length).toBeGreaterThanOrEqual(60)
  expect(new Set(real.map(({ step }) => step)).size).toBe(real.length)
})

test('status, headers and form of every response are equal, except for explained differences', () => {
  expect(found.filter((difference) => !explained.some((each) => each.difference.test(difference)))).toEqual([])
})

test('every explanation is still needed', () => {
  expect(explained.filter(({ difference }) => !found.some((each) => difference.test(each)))).toEqual([])
})
