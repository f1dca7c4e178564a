import { runForTest } from '@svc/command-line/testing'
import { expect, test } from 'vitest'
import { applyBaseline } from '../src/baseline.ts'
import { createCaseList } from '../src/case-list.ts'
import { createConformance } from '../src/conformance.ts'
import { readContract } from '../src/contract.ts'
import { curlOf, type Failure } from '../src/failure.ts'
import { optionDefinitions } from '../src/options.ts'
import { contractProgram } from '../src/program.ts'
import { printSummary, summarize } from '../src/report.ts'
import { createCounter } from '../src/tally.ts'

const program = contractProgram(new AbortController().signal)

const failure: Failure = {
  id: 'main/getWebhook/envelope_always',
  lane: 'main',
  operation: 'getWebhook',
  check: 'envelope_always',
  message: 'meta is missing',
  curl: null,
  count: 1,
}

test('two runs that differ only in ids and ports have the same case list', () => {
  const [one, other] = [createCaseList(), createCaseList()]
  one.add('GET http://127.0.0.1:4001/webhooks/whk_01kt00000000000000000000aa')
  other.add('GET http://127.0.0.1:4002/webhooks/whk_01kt00000000000000000000bb')
  expect(one.hash).toBe(other.hash)
})

test('a request with another id is another case', () => {
  const [one, other] = [createCaseList(), createCaseList()]
  for (const id of ['aa', 'bb', 'aa']) one.add(`GET /webhooks/whk_01kt00000000000000000000${id}`)
  for (const id of ['aa', 'bb', 'bb']) other.add(`GET /webhooks/whk_01kt00000000000000000000${id}`)
  expect(one.hash).not.toBe(other.hash)
})

test('the case list has the order of the requests, regardless of the random names of cases', () => {
  const counter = createCounter('main', new Map())
  const sent = (uri: string, timestamp: number) => ({ request: { method: 'GET', uri }, timestamp })
  const interactions = { kTw4aB: sent('/first', 1), '481516': sent('/second', 2), a0: sent('/third', 3) }
  counter.take({ ScenarioFinished: { phase: 'fuzzing', status: 'success', recorder: { label: 'x', interactions } } })
  expect(counter.tally.caseLines.map((line) => line.match(/first|second|third/)?.[0])).toEqual([
    'first',
    'second',
    'third',
  ])
})

test('a command to reproduce a failure contains no credential and quotes its arguments', () => {
  const command = curlOf({
    method: 'POST',
    url: 'http://127.0.0.1/x?a=1&b=2',
    headers: [
      ['X-API-Key', 'svc_test_secret'],
      ['Authorization', 'Bearer abc.def'],
    ],
    body: `it's`,
  })
  expect(command).not.toMatch(/svc_test_secret|abc\.def/)
  expect(command).toContain('"X-API-Key: $SVC_API_KEY"')
  expect(command).toContain(`'it'\\''s'`)
})

test('a known failure is accepted until its entry expires', async () => {
  const entry = { id: failure.id, ticket: 'OPS-7' }
  const valid = await applyBaseline([failure], true, [{ ...entry, expires: '2999-01-01' }])
  expect(valid.failures[0]?.baseline?.ticket).toBe('OPS-7')
  expect(valid.problems).toEqual([])
  const expired = await applyBaseline([failure], true, [{ ...entry, expires: '2026-01-01' }])
  expect(expired.failures[0]?.baseline).toBeUndefined()
  expect(expired.problems[0]?.message).toMatch(/OPS-7 expired on 2026-01-01/)
})

test('a partial run does not report unreached statuses', async () => {
  const facts = { mode: 'full', seed: 1, target: 'a service', cleanedUp: [], error: null }
  const printed = async (isWhole: boolean) => {
    const lines: string[] = []
    printSummary(await summarize([], { ...facts, isWhole }), (line) => lines.push(line))
    return lines.join('\n')
  }
  expect(await printed(true)).toMatch(/not reached: \w+ 200/)
  expect(await printed(false)).toMatch(/^0 of \d+ documented statuses reached by this partial run\.$/m)
  expect(await printed(false)).not.toContain('not reached')
})

test('an obsolete baseline entry is a failure', async () => {
  const { problems } = await applyBaseline([], true, [{ id: failure.id, ticket: 'OPS-7', expires: '2999-01-01' }])
  expect(problems[0]?.message).toMatch(/remove it/)
})

test.each([
  [['--lane', 'mane'], /--lane must be .*, not "mane"\. Did you mean main\?/],
  [['--shard', '3/2'], /K\/N/],
  [['--safe'], /--base-url/],
  [['--base-url', 'reviews.example.com'], /must be a URL such as https/],
  [['--seed', '0'], /must be a whole number from 1/],
  [['--replay', 'getWebhook'], /lane\/operation\/check/],
  [['--replay', 'mane/getWebhook/envelope_always'], /must start with a lane: main, /],
  [['--fast', '--nightly'], /exclude each other/],
  [['--fuzzy'], /--help/],
])('%j is refused with exit code 2 and a message', async (args, message) => {
  const { exitCode, stderr } = await runForTest(program, args)
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(message)
})

test('--list shows every lane, and --help every option and exit code', async () => {
  expect((await runForTest(program, '--list')).stdout).toMatch(/^main +\S.*\n[\s\S]*^faults +\S.*not with --base-url/m)
  const { exitCode, stdout } = await runForTest(program, '--help')
  expect(exitCode).toBe(0)
  for (const name of Object.keys(optionDefinitions)) expect(stdout).toContain(`--${name}`)
  expect(stdout).toMatch(/Exit code 2 also .* 130/)
})

test('a response is checked for status, headers, content type, schema and meta', async () => {
  const { ofResponse } = createConformance(await readContract())
  const headers = new Headers({
    'Content-Type': 'application/json',
    'X-Request-Id': 'req_01m7w17f2rfmdsvt8ga4tjfd07',
    'X-RateLimit-Limit': '300',
    'X-RateLimit-Remaining': '299',
    'X-RateLimit-Reset': '60',
    'X-RateLimit-Policy': 'key',
  })
  const body = {
    error: { code: 'not_found', message: 'Nothing with this ID.' },
    meta: { request_id: 'req_01m7w17f2rfmdsvt8ga4tjfd07', rate_limit: { limit: 300, remaining: 299, reset_s: 60 } },
  }
  const checksFailedBy = (status: number, change: object) =>
    ofResponse({ operationId: 'getWebhook', status, headers, text: JSON.stringify({ ...body, ...change }) }).map(
      ({ check }) => check,
    )
  expect(checksFailedBy(404, {})).toEqual([])
  expect(checksFailedBy(418, {})).toEqual(['status_code_conformance'])
  expect(checksFailedBy(404, { debug: 1 })).toEqual(['response_schema_conformance'])
  expect(checksFailedBy(404, { meta: { ...body.meta, request_id: 'req_01m7w17f2rfmdsvt8ga4tjfd08' } })).toEqual([
    'request_id_matches',
  ])
  headers.delete('X-RateLimit-Reset')
  expect(checksFailedBy(404, {})).toContain('response_headers_conformance')
})
