import { operations } from '@generated/contract/operations'
import collection from '@generated/postman/collection.json' with { type: 'json' }
import environment from '@generated/postman/environment.json' with { type: 'json' }
import { type Mock, startMock } from '@svc/mock'
import newman, { type NewmanRunSummary } from 'newman'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The number of operations that the collection calls. */
const published = Object.values(operations).filter((operation) => !operation.private).length

let mock: Mock

beforeAll(async () => {
  mock = await startMock({ port: 0 })
})
afterAll(() => mock.close())

/** Runs the generated collection from top to bottom, with its environment, against the mock of this test. */
function runCollection(): Promise<NewmanRunSummary> {
  const values = environment.values.map((one) => (one.key === 'baseUrl' ? { ...one, value: mock.base_url } : one))
  return new Promise((resolve, reject) => {
    newman.run({ collection: collection as object, environment: { ...environment, values } }, (error, summary) => {
      if (error) reject(error)
      else resolve(summary)
    })
  })
}

const documented = (summary: NewmanRunSummary) =>
  summary.run.failures.map(({ source, error }) => `${source?.name}: ${error.message}`)

test('the Postman collection calls every operation of the contract, and the mock responds as documented', async () => {
  const summary = await runCollection()
  expect(documented(summary)).toEqual([])
  expect(summary.run.executions).toHaveLength(published)
  expect(summary.run.stats.assertions.total).toBeGreaterThanOrEqual(published)
})

test('a failed request fails the run', async () => {
  mock.scenario('down')
  const summary = await runCollection()
  mock.scenario(null)
  expect(documented(summary).length).toBeGreaterThanOrEqual(published)
})
