import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import strict from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { setFlag } from '@svc/db/flags'
import { createTestDatabase, type TestDatabase } from '@svc/db/testing'
import { freePort } from '@svc/supervisor/ports'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Block, blocksOf, site } from './blocks.ts'
import { openStage, type Running, type Stage } from './stage.ts'

// Every fenced block of every guide, run as a reader would: against the service that `npm start` starts, which is a
// sample too.

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

let database: TestDatabase
let stage: Stage
let ports: { api: number; mock: number; mockAlone: number; receiver: number }
/** The reader of a guide. */
let readerOf: (guide: string) => Reader

interface Reader {
  env: NodeJS.ProcessEnv
  /** The placeholders of the guides for values of the reader, and the values that replace them. */
  own: [string, string][]
}

beforeAll(async () => {
  database = await createTestDatabase()
  // The guide for agents switches it on in a shell sample; its script runs at the same time.
  await setFlag(database.db, 'mcp_enabled', true)
  stage = openStage()
  ports = { api: await freePort(), mock: await freePort(), mockAlone: await freePort(), receiver: await freePort() }
  const env = {
    DATABASE_URL: database.url,
    SVC_DATA_DIR: join(stage.folder, 'data'),
    SVC_PORT: String(ports.api),
    SVC_MOCK_PORT: String(ports.mock),
    SVC_PDF_BROWSER: 'none',
    // Many readers at once on one machine: none of them is refused because it is busy.
    SVC_DATABASE_WAIT: '30s',
    // Nothing leaves this machine: deliveries are dialled where nobody listens.
    WEBHOOK_CONNECT_TO: '*=127.0.0.1:9',
  }
  const [start] = blocksOf('quick-start')
  expect(start?.text).toBe('npm start\n')
  await stage.start(start?.text ?? '', env, /Intelligence is ready after/)
  const ready = JSON.parse(await readFile(join(stage.folder, 'data/ready.json'), 'utf8'))
  readerOf = (guide) => {
    // Two guides store reviews; the others show responses that hold only while nothing of their account changes.
    const account = ready.accounts[['quick-start', 'reviews'].includes(guide) ? 0 : 1]
    return {
      env: {
        ...env,
        SVC_BASE_URL: ready.base_url,
        SVC_AUTH_URL: ready.auth_url,
        SVC_API_KEY: account.api_key,
        SVC_CLIENT_ID: account.oauth_client.client_id,
        SVC_CLIENT_SECRET: account.oauth_client.client_secret,
        BUSINESS_ID: account.business_id,
      },
      own: [
        ['http://127.0.0.1:3000', ready.auth_url],
        ['http://127.0.0.1:4010', `http://127.0.0.1:${ports.mockAlone}`],
        ['localhost:8787', `localhost:${ports.receiver}`],
        ['svc_test_…', account.api_key],
        ['cli_…', account.oauth_client.client_id],
        ['SVC_CLIENT_SECRET=…', `SVC_CLIENT_SECRET=${account.oauth_client.client_secret}`],
        ['whsec_…', secret],
      ],
    }
  }
})

afterAll(async () => {
  await stage.close()
  await database.drop()
})

const asReader = ({ guide, text }: Block) =>
  readerOf(guide).own.reduce((changed, [written, meant]) => changed.replaceAll(written, meant), text)

describe.concurrent.each(site.guides)('%s', (guide) => {
  const blocks = blocksOf(guide)
  const shell = blocks.filter(({ language }) => language === 'sh')
  const scripts = blocks.filter(({ language }) => language === 'ts')

  test('has samples, and no block in a language that nothing looks at', () => {
    expect(shell.length + scripts.length).toBeGreaterThan(0)
    const others = blocks.filter(({ language }) => !['sh', 'ts', 'json', 'text'].includes(language))
    expect(others.map(({ line, language }) => `${line}: ${language}`)).toEqual([])
  })

  // A guide without them has no test that is skipped.
  const withShell = shell.length > 0 ? [guide] : []
  const tags = programsOf(shell)
  const title = 'shell samples of %s run from top to bottom, and print what the guide says'
  test.each(withShell)(title, { tags }, async () => {
    const running: Running[] = []
    // The other terminals of the reader first: what they show is about what happens in this one.
    for (const block of shell) if (isStart(block) && !isService(block)) running.push(await startShell(block))
    await runShell(guide, blocks)
    if (shell.some(({ text }) => text.includes('listen --forward-to')))
      await running[0]?.printed(/evt_\w+ webhook\.test/)
    for (const one of running) await one.stop()
  })

  test.each(scripts.map((block) => ({ at: `${guide}.md:${block.line}`, block })))(
    'the sample at $at runs and prints something',
    async ({ block }) => {
      const isTest = block.words.includes('test')
      const file = `${guide}-${block.line}${isTest ? '.test' : ''}.ts`
      await writeFile(join(stage.folder, file), asReader(block))
      if (isTest) await writeFile(join(stage.folder, 'vitest.config.ts'), vitestConfig)
      const { code, output } = isTest
        ? await stage.run('vitest', ['run', '--root', stage.folder, file], readerOf(guide).env)
        : await stage.run('node', [file], readerOf(guide).env)
      expect(code, output).toBe(0)
      expect(output).not.toBe('')
    },
  )

  test.each(
    blocks.filter(({ language }) => language === 'json').map((block) => ({ at: `${guide}.md:${block.line}`, block })),
  )('$at is a response that matches the contract', ({ block }) => {
    const [operationId = '', status = ''] = block.words
    const validate = ajv.compile({ $ref: `contract#${responsePointer(operationId, status)}` })
    const valid = validate(JSON.parse(block.text))
    expect(valid, JSON.stringify(validate.errors, null, 2)).toBe(true)
  })
})

/** The programs in shell samples that npm does not install, as tags. */
function programsOf(blocks: readonly Block[]): string[] {
  return ['curl', 'jq', 'openssl', 'python3'].filter((program) =>
    blocks.some(({ text }) => new RegExp(`(^|[|(;&]) *${program} `, 'm').test(text)),
  )
}

/** The service itself, which runs for all guides. */
function isService({ text }: Block): boolean {
  return text === 'npm start\n'
}

function isStart({ words }: Block): boolean {
  return words.includes('start')
}

/** Runs the shell samples of a guide as one session, so that what one exports the next one has. */
async function runShell(guide: string, all: readonly Block[]): Promise<void> {
  const blocks = all.filter((block) => block.language === 'sh' && !isStart(block))
  const script = [
    'set -euo pipefail',
    `REFUSED=refused-${guide}`,
    // A sample that is refused has to say so; curl itself treats every response as a success.
    'curl() { command curl --fail-with-body --no-progress-meter "$@" || { [ $? = 22 ] && touch "$REFUSED" && [ "$MAY_BE_REFUSED" = yes ]; }; }',
    ...blocks.flatMap((block) => [
      `MAY_BE_REFUSED=${block.words.includes('refused') ? 'yes' : 'no'}; rm -f "$REFUSED"`,
      `echo; echo "── ${guide}.md:${block.line}"`,
      asReader(block).trimEnd(),
      ...(block.words.includes('refused') ? ['[ -e "$REFUSED" ] || { echo "nothing was refused"; exit 1; }'] : []),
    ]),
  ].join('\n')
  const { code, output } = await stage.run('bash', ['-c', script], readerOf(guide).env)
  expect(code, output).toBe(0)
  for (const block of blocks) {
    const printed = output.split(`── ${guide}.md:${block.line}\n`)[1]?.split('\n── ')[0] ?? ''
    const next = all[all.indexOf(block) + 1]
    if (next?.language === 'text') expect(printed).toContain(next.text.trim())
  }
}

function startShell(block: Block): Promise<Running> {
  return stage.start(
    asReader(block),
    { ...readerOf(block.guide).env, PORT: String(ports.receiver), SVC_MOCK_PORT: String(ports.mockAlone) },
    /ready after|listening on|Forwarding/i,
  )
}

/** Configures the tests of a guide: the default limits, 5 and 10 seconds, are too short for a busy machine. */
const vitestConfig = `export default {
  test: { pool: 'forks', experimental: { viteModuleRunner: false }, testTimeout: 60_000, hookTimeout: 120_000 },
}
`

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ ...strict, $id: 'contract' })

type Responses = Record<string, { $ref?: string }>

/** The place of the schema of a response in the contract. */
function responsePointer(operationId: string, status: string): string {
  for (const [path, item] of Object.entries(strict.paths)) {
    for (const [method, operation] of Object.entries(
      item as Record<string, { operationId?: string; responses?: Responses }>,
    )) {
      if (operation.operationId !== operationId) continue
      const response = operation.responses?.[status]
      if (!response) throw new Error(`${operationId} has no response ${status}.`)
      const place = response.$ref?.slice(1) ?? `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`
      return `${place}/content/application~1json/schema`.replaceAll('{', '%7B').replaceAll('}', '%7D')
    }
  }
  throw new Error(`There is no operation ${operationId}.`)
}
