import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startMock } from '@svc/mock'
import { Client } from '@svc/sdk'
import { signTestDelivery } from '@svc/sdk/webhooks'
import { freePort } from '@svc/supervisor/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram, startProgram } from './programs.ts'
import { type Service, startService } from './service.ts'

type Place = Pick<Service, 'apiKey' | 'baseUrl' | 'businessId' | 'env' | 'close'>

async function startMockedService(): Promise<Place> {
  const mock = await startMock({ port: 0 })
  const [{ api_key, business_id }] = mock.credentials.accounts
  const { SVC_API_KEY, SVC_BASE_URL } = mock.env
  const env = { SVC_API_KEY, SVC_BASE_URL }
  return { apiKey: api_key, baseUrl: mock.base_url, businessId: business_id, env, close: mock.close }
}

const example = (name: string) => resolve(import.meta.dirname, '../../../examples', name)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-examples-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe.each([
  ['the service', startService],
  ['the mock', startMockedService],
])('against %s, an example', (_where, start) => {
  let place: Place
  let client: Client
  beforeAll(async () => {
    place = await start()
    client = new Client({ apiKey: place.apiKey, baseUrl: place.baseUrl })
  })
  afterAll(() => place.close())

  test('analyses-to-csv adds new analyses once', async () => {
    const file = join(folder, `analyses-${new URL(place.baseUrl).port}.csv`)
    await client.analyses.createAndWait(place.businessId, { pollInterval: 50 })
    const first = await runProgram(example('analyses-to-csv.ts'), [file], place.env)
    const second = await runProgram(example('analyses-to-csv.ts'), [file], place.env)
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^[1-9]\d* new analyses/) })
    expect(second).toMatchObject({ code: 0, output: expect.stringMatching(/^0 new analyses/) })
    const [head, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(head).toBe('id,business_id,finished_at,competitors_analyzed,positives,negatives,first_priority')
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every((line) => line.startsWith('ana_'))).toBe(true)
  })

  test('draft-replies prints a draft for each review', async () => {
    const file = join(folder, 'reviews.json')
    const reviews = [
      { text: 'Wonderful pasta and very friendly staff.', rating: 5 },
      { text: 'We waited an hour for our table and nobody apologised.', rating: 1 },
    ]
    await writeFile(file, JSON.stringify(reviews))
    const { code, output } = await runProgram(example('draft-replies.ts'), [file], place.env)
    expect(output).toContain('## Review 2: 1 stars\n\n> We waited an hour')
    expect(output).not.toContain('(no draft)')
    expect(code).toBe(0)
  })

  test('rotate-secret keeps the old secret after the new one, in a separate file', async () => {
    const file = join(folder, 'secret')
    const { data: webhook } = await client.webhooks.create({ url: 'https://example.org/rotated' })
    await writeFile(file, `${webhook.signing_secret}\n`)
    const { code, output } = await runProgram(example('rotate-secret.ts'), [webhook.id, file], place.env)
    expect([code, output]).toEqual([0, expect.stringContaining('is replaced')])
    const secrets = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(secrets).toEqual([expect.stringMatching(/^whsec_/), webhook.signing_secret])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(output).not.toContain(secrets[0])
    await rm(file)
  })

  test('nightly-report writes the most important recommendations', async () => {
    const { code, output } = await runProgram(example('nightly-report.ts'), [folder], place.env)
    expect([code, output]).toEqual([0, expect.stringContaining('Rosso Trattoria: ')])
    const report = await readFile(output.trim().replace('Rosso Trattoria: ', ''), 'utf8')
    expect(report).toContain('compared with 5 competitors')
    expect(report).toMatch(/## What to do first\n\n- \*\*/)
  })
})

describe('an example prints one sentence without a stack trace', () => {
  const programs = [
    'analyses-to-csv',
    'draft-replies',
    'nightly-report',
    'receive-webhooks',
    'rotate-secret',
    'weekly-follow-up',
  ]

  test.each(programs)('that names what is not set for %s', async (name) => {
    const file = join(folder, 'empty.json')
    await writeFile(file, '[]')
    const { code, output } = await runProgram(example(`${name}.ts`), [file, file], {})
    expect([code, output]).toEqual([1, expect.stringMatching(/^No (credential|signing secret): .* set SVC_.*\.\n$/)])
  })

  test('an example prints that a key is not accepted', async () => {
    const mock = await startMock({ port: 0 })
    const env = { SVC_BASE_URL: mock.base_url, SVC_API_KEY: mock.credentials.revoked_key }
    const { code, output } = await runProgram(example('nightly-report.ts'), [folder], env)
    expect([code, output]).toEqual([1, expect.stringMatching(/^401 invalid_api_key: .*\n$/)])
    await mock.close()
  })

  test.each([
    ['broken.json', '[{'],
    ['missing.json', undefined],
    ['object.json', '{"reviews":[]}'],
    ['list-of-nothing.json', '[null]'],
  ])('that its file %s cannot be read', async (name, text) => {
    const file = join(folder, name)
    if (text !== undefined) await writeFile(file, text)
    for (const program of ['draft-replies.ts', 'weekly-follow-up.ts']) {
      const { code, output } = await runProgram(example(program), [file], {})
      expect([code, output]).toEqual([2, expect.stringMatching(/^\S+ cannot be read as a list of reviews: .*\n$/)])
    }
  })
})

describe('the example receive-webhooks', () => {
  test('handles an event once and refuses a forgery', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const program = startProgram(example('receive-webhooks.ts'), [], { PORT: '0', SVC_WEBHOOK_SECRET: secret })
    const [, port] = await program.printed(/listening on port (\d+)/)
    const event = { id: 'evt_1', type: 'report.generated', data: { report_id: 'rep_1' } }
    const { body, headers } = await signTestDelivery(event, { secret })
    const post = async (text: string) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status
    expect([await post(body), await post(body), await post(body.replace('rep_1', 'rep_2'))]).toEqual([204, 204, 400])
    program.child.kill('SIGTERM')
    const { output } = await program.ended
    expect(output.split('\n').slice(1, 4)).toEqual([
      'report rep_1 is ready',
      'a repeat, already handled',
      'refused: wrong_signature',
    ])
  })

  test('receives from the mock the events that its webhook subscribes to', async () => {
    const port = await freePort()
    const mock = await startMock({ port: 0, forward_to: `http://127.0.0.1:${port}/` })
    const client = new Client({ apiKey: mock.env.SVC_API_KEY, baseUrl: mock.base_url })
    const { data: webhook } = await client.webhooks.create({ url: 'https://example.org/hooks' })
    const settings = { PORT: String(port), SVC_WEBHOOK_SECRET: webhook.signing_secret }
    const program = startProgram(example('receive-webhooks.ts'), [], settings)
    await program.printed(/listening/)
    await client.webhooks.test(webhook.id)
    await program.printed(/a test arrived/)
    const [{ business_id }] = mock.credentials.accounts
    const { data: analysis } = await client.analyses.createAndWait(business_id, { pollInterval: 50 })
    await program.printed(new RegExp(`analysis ${analysis.id} compares 5 competitors`))
    await program.printed(/report rpt_\w+ is ready/)
    program.child.kill('SIGTERM')
    expect((await program.ended).code).toBe(0)
    await mock.close()
  })
})
