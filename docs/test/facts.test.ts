import { scopes } from '@generated/contract/enums'
import strict from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { webhookEvents } from '@generated/contract/webhooks'
import { errorTable } from '@svc/http/errors'
import { defaultLimits } from '@svc/limits/limiter'
import { planQuotas, testKeyQuotas } from '@svc/limits/plans'
import { credentials } from '@svc/mock/credentials'
import { scenarioNames } from '@svc/mock/scenarios'
import { expect, test } from 'vitest'
import { readGuide, site } from './blocks.ts'

// The tables of the guides agree with the service.

/** The rows of the table whose first heading is this: the text of each cell. */
function table(guide: string, heading: string): string[][] {
  const lines = readGuide(guide).split('\n')
  const head = lines.findIndex((line) => line.startsWith(`| ${heading} `))
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'))
  return lines.slice(head + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

const firstColumn = (rows: readonly string[][]) => rows.map(([first]) => first).sort()
const figure = (text = '') => Number(text.replaceAll(',', ''))

test('the guide of errors lists every error code with its status', () => {
  const documented = table('errors', '`error.code`').map(([code = '', status]) => [code, Number(status)])
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(Object.entries(errorTable).map(([code, { status }]) => [code, status])),
  )
})

test('the guide of authentication lists every scope', () => {
  expect(firstColumn(table('authentication', 'scope'))).toEqual([...scopes].sort())
})

test('the guide of webhooks lists every event type', () => {
  expect(firstColumn(table('webhooks', 'type'))).toEqual(Object.keys(webhookEvents).sort())
})

test('the guide of limits states the rate limits that the service starts with', () => {
  const documented = Object.fromEntries(table('limits', 'limit').map(([name = '', , limit]) => [name, figure(limit)]))
  expect(documented).toEqual(defaultLimits)
})

test('the guide of limits states the quotas of every plan and of test keys', () => {
  const [analyses = [], drafts = []] = table('limits', 'per month')
  const column = (place: number) => ({ analyses: figure(analyses[place]), reply_drafts: figure(drafts[place]) })
  expect([column(1), column(2), column(3)]).toEqual([planQuotas.growth, planQuotas.scale, testKeyQuotas])
})

test('the guide of testing lists every scenario of the mock', () => {
  expect(firstColumn(table('testing', 'scenario'))).toEqual([...scenarioNames].sort())
})

test('the stabilities that operations have', () => {
  const operations = Object.values(strict.paths).flatMap((item) => Object.values(item))
  const used = new Set(operations.flatMap((one) => ('operationId' in one ? [one['x-stability']] : [])))
  expect(firstColumn(table('versioning', 'stability'))).toEqual([...used].sort())
})

test('the demo key opens the mock', () => {
  expect(site.try.key).toBe(credentials.accounts[0].api_key)
  expect(readGuide('testing')).toContain(site.try.key)
})
