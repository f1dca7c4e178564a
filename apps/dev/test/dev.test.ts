import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ourFolders } from '../src/code-places.ts'
import { type Dev, startDev } from '../src/dev.ts'
import type { DevState } from '../src/state.ts'
import { createScratch, type Scratch } from './scratch.ts'

let scratch: Scratch
let dev: Dev
/** Sources of programs that were reported as changed. */
const changed: string[] = []
/** The number of problems reported to the services, per check. */
const checks: number[] = []

const stateNow = async () => (await (await fetch(`${dev.server.origin}/dev/state.json`)).json()) as DevState

/** The state after the check run for what `edit` saves. */
async function afterSave(edit: () => void): Promise<DevState> {
  const before = dev.store.state.run
  const checked = Promise.withResolvers<void>()
  const unsubscribe = dev.store.subscribe(({ run, busy }) => {
    if (run > before && !busy) checked.resolve()
  })
  edit()
  await checked.promise
  unsubscribe()
  return stateNow()
}

beforeAll(async () => {
  scratch = await createScratch()
  dev = await startDev({
    source: scratch.source,
    out: scratch.path('generated'),
    tsconfig: scratch.path('tsconfig.json'),
    codeFolders: ourFolders,
    code: ['apps', 'examples'],
    host: '127.0.0.1',
    port: 0,
    origins: { service: 'http://127.0.0.1:3000', mock: 'http://127.0.0.1:4010' },
    now: () => new Date(),
    onChanged: (paths) => changed.push(...paths),
    onChecked: (problems) => checks.push(problems.length),
  })
  const checked = Promise.withResolvers<void>()
  const unsubscribe = dev.store.subscribe(({ busy }) => !busy && checked.resolve())
  await checked.promise
  unsubscribe()
})

afterAll(async () => {
  await dev.stop()
  scratch.remove()
})

const webhookSchema = 'spec/components/schemas/webhook-event.yaml'
const addedField = `    data:
      $ref: "#/AnalysisCompletedEventData"
`

describe('a save', () => {
  test('at startup, all files are generated, and there are no differences or problems', async () => {
    const state = await stateNow()
    expect(state.steps).toMatchObject({
      lint: { state: 'done', outcome: '0 problems' },
      difference: { state: 'done', outcome: 'none' },
      generate: { state: 'done' },
      types: { state: 'done', outcome: '0 errors' },
      test_types: { state: 'done', outcome: '0 errors' },
    })
    expect(state).toMatchObject({ run: 0, compared_with: 'main:spec/openapi.yaml', problems: [], changes: [] })
    expect(scratch.read('generated/contract/webhooks.ts')).toContain('analysis.completed')
    expect(scratch.read('generated/docs/reference.html')).toContain('/docs/reference/get-analysis')
  })

  test('a new field is generated and reported as compatible, with its line', async () => {
    changed.length = 0
    const state = await afterSave(() =>
      scratch.replace(
        webhookSchema,
        addedField,
        `    note:\n      description: What a person wrote about it.\n      type: string\n      maxLength: 80\n      examples: [Checked by hand]\n${addedField}`,
      ),
    )
    expect(state).toMatchObject({ problems: [], examples: [] })
    expect(state.changes).toMatchObject([
      { verdict: 'safe', file: webhookSchema, sentence: expect.stringContaining('note') },
      ...state.changes.slice(1).map(() => ({ verdict: 'safe' })),
    ])
    expect(scratch.read('generated/contract/server-types.ts')).toContain('note?: string')
    expect(changed).toContain(scratch.path('generated/contract/server-types.ts'))
    const shown = Object.values(state.steps).map(({ after_ms }) => after_ms)
    expect(shown).toEqual(shown.map(() => expect.any(Number)))
  })

  test('a field that is renamed in a webhook is breaking, and the panel names the code that reads it', async () => {
    const state = await afterSave(() => {
      scratch.restore()
      for (const file of ['schemas/webhook-event', 'examples/webhook-event'])
        scratch.replace(`spec/components/${file}.yaml`, 'competitors_analyzed', 'competitor_count')
    })
    expect(state).toMatchObject({ examples: [{ file: 'examples/receiver.ts', line: 5, rule: 'TS2339' }] })
    expect(state.problems).toMatchObject([{ file: 'apps/api/src/operations/analyses.ts', line: 10, rule: 'TS2339' }])
    expect(state.changes[0]).toMatchObject({
      verdict: 'breaking',
      file: webhookSchema,
      line: expect.any(Number),
      sentence: expect.stringContaining('competitors_analyzed'),
    })
    expect(state.webhooks[0]).toMatchObject({
      event: 'analysis.completed',
      verdict: 'breaking',
      published_by: ['apps/api/src/operations/analyses.ts:9'],
      consumers: ['examples/receiver.ts:5'],
    })
    expect(checks.at(-1)).toBe(2)
  })

  test('an operation that changes is shown with its handler, its method in the client and its tool', async () => {
    const state = await afterSave(() => {
      scratch.restore()
      scratch.replace('spec/paths/analyses.yaml', 'name: get_analysis', 'name: read_analysis')
    })
    expect(state.operations).toMatchObject([
      { operation: 'getAnalysis', handler: 'apps/api/src/operations/analyses.ts:4', state: 'changed' },
    ])
    expect(state.client_methods).toMatchObject([{ method: 'client.analyses.get', was: null }])
    expect(state.tools).toMatchObject([{ tool: 'read_analysis', was: 'get_analysis' }])
  })

  test('a header that a webhook loses is shown with the line that sends it', async () => {
    const state = await afterSave(() => {
      scratch.restore()
      scratch.replace('spec/components/parameters.yaml', 'name: X-SVC-Event-Id', 'name: X-SVC-Event-Key')
    })
    expect(state.webhooks.length).toBeGreaterThan(0)
    for (const webhook of state.webhooks)
      expect(webhook).toMatchObject({ verdict: 'breaking', sent_by: ['packages/webhooks/src/signing.ts:2'] })
  })

  test('an operation that is renamed is shown once, with its handler and its former method', async () => {
    const state = await afterSave(() => {
      scratch.restore()
      scratch.replace('spec/paths/analyses.yaml', 'operationId: getAnalysis', 'operationId: fetchAnalysis')
    })
    expect(state.operations).toMatchObject([
      { operation: 'fetchAnalysis', handler: 'apps/api/src/operations/analyses.ts:4', state: 'renamed' },
    ])
    expect(state.client_methods).toMatchObject([{ was: 'client.analyses.get' }])
  })

  test('a handler that is written after the save of its operation is found', async () => {
    const file = 'apps/api/src/operations/analyses.ts'
    const good = scratch.read(file)
    const state = await afterSave(() =>
      scratch.write(file, good.replace('getAnalysis', '\n  async fetchAnalysis').replace('async \n', '\n')),
    )
    expect(state.operations).toMatchObject([{ operation: 'fetchAnalysis', handler: `${file}:5` }])
    await afterSave(() => scratch.write(file, good))
  })

  test('an invalid file is reported with its line, and the last generated files stay and are served', async () => {
    const good = scratch.read('generated/contract/openapi.strict.json')
    const state = await afterSave(() => {
      scratch.restore()
      scratch.replace(webhookSchema, 'AnalysisFailedEvent:', 'AnalysisFailedEvent: {')
    })
    expect(state.problems[0]).toMatchObject({ file: webhookSchema, line: expect.any(Number), rule: 'yaml-syntax' })
    expect(state.steps).toMatchObject({ lint: { state: 'failed' }, generate: { state: 'failed' } })
    // The code was not checked with this contract, so its types are not a success.
    const unchecked = { state: 'waiting', outcome: '0 errors with the last valid contract' }
    expect(state.steps).toMatchObject({ types: unchecked, test_types: unchecked })
    expect(scratch.read('generated/contract/openapi.strict.json')).toBe(good)
    const page = await fetch(`${dev.server.origin}/docs/reference`)
    const policy = page.headers.get('content-security-policy')
    expect([page.status, policy]).toEqual([200, expect.stringMatching(/connect-src [^;]*'self'/)])
    await page.text()
  })

  test('an example that no longer matches its schema is listed separately from the errors', async () => {
    const state = await afterSave(() => {
      scratch.restore()
      scratch.replace('spec/components/examples/analysis.yaml', 'status: completed', 'status: finished')
    })
    expect(state.problems).toEqual([])
    expect(state.examples[0]).toMatchObject({ file: 'spec/components/examples/analysis.yaml', severity: 'error' })
  })

  test('many files saved together are checked once, and correcting everything clears the panel', async () => {
    const before = dev.store.state.run
    const state = await afterSave(() => {
      scratch.restore()
      for (let count = 0; count < 20; count++) {
        for (const file of ['spec/openapi.yaml', webhookSchema]) scratch.write(file, scratch.read(file))
      }
    })
    expect(state).toMatchObject({ run: before + 1, problems: [], examples: [], changes: [], webhooks: [] })
  })
})

test('a change of the lint rules starts a check of the contract', async () => {
  const before = dev.store.state.steps.lint.after_ms
  const state = await afterSave(() => scratch.write('redocly.yaml', scratch.read('redocly.yaml')))
  expect(state.saved.files).toEqual(['redocly.yaml'])
  expect(state.steps.lint.after_ms).not.toBe(before)
  expect(state.steps.lint).toMatchObject({ state: 'done', outcome: '0 problems' })
})

test('code that does not compile is reported with its line, and the results for the contract stay', async () => {
  const file = 'apps/api/src/operations/analyses.ts'
  const good = scratch.read(file)
  const lint = dev.store.state.steps.lint
  const state = await afterSave(() => scratch.write(file, `${good}export const broken: number = ''\n`))
  expect(state.problems).toMatchObject([{ file, line: 12, rule: 'TS2322' }])
  expect(state.steps.lint).toEqual(lint)
  await afterSave(() => scratch.write(file, good))
})

test('a test that does not compile is reported separately and does not prevent restarts of services', async () => {
  const file = 'apps/api/test/analyses.test.ts'
  const broken = `import { analysisOperations } from '../src/operations/analyses.ts'\nanalysisOperations.getNothing()\n`
  const state = await afterSave(() => scratch.write(file, broken))
  expect(state.steps).toMatchObject({ types: { state: 'done' }, test_types: { state: 'failed', outcome: '1 error' } })
  expect(state.problems).toMatchObject([{ file, line: 2, rule: 'TS2339' }])
  expect(checks.at(-1)).toBe(0)
  expect(await afterSave(() => scratch.delete(file))).toMatchObject({ problems: [] })
})

describe('the panel as a page', () => {
  test('it is one document that loads nothing from other origins', async () => {
    const page = await fetch(`${dev.server.origin}/dev`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).not.toMatch(/(?:src|href)="(?!data:)/)
  })

  test('it receives the state immediately and after every change', async () => {
    const abort = new AbortController()
    const { body } = await fetch(`${dev.server.origin}/dev/events`, { signal: abort.signal })
    const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toMatch(/^event: state\ndata: \{"run":\d+/)
    dev.store.update({ waived: 7 })
    expect((await reader.read()).value).toContain('"waived":7')
    dev.store.update({ waived: 0 })
    abort.abort()
  })

  test('a page of another site cannot read it under its own host name', async () => {
    const { port } = new URL(dev.server.origin)
    const { request } = await import('node:http')
    const sent = request({ port, path: '/dev/state.json', headers: { Host: `attacker.example:${port}` } }).end()
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(421)
    response.resume()
  })
})

test('a port in use ends the command with a message that names the option', async () => {
  const { port } = new URL(dev.server.origin)
  const program = resolve(import.meta.dirname, '../src/main.ts')
  const child = spawn(process.execPath, [program, '--port', port], {
    cwd: scratch.path('.'),
    env: { ...process.env, SVC_DATA_DIR: join(scratch.path('.'), '.svc') },
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(said).toBe(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop that, or choose another port: npm run dev -- --port ${Number(port) + 1}\n`,
  )
  expect(code).toBe(1)
})
