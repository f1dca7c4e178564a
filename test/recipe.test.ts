import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Recipes of CONTRIBUTING.md, followed in a copy of the repository. An operation, which is "Your first change" there: a
// file in spec/paths, its path in spec/openapi.yaml, one function in apps/api/src/operations, its scope in a test;
// nothing in the mock.
// An error code and an event type: the contract, and for the code one row of packages/http/src/errors.ts.

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'svc-recipe-'))
const run = promisify(execFile)

/** Takes 20 s on two quiet cores; this is for a machine that runs much else. */
const timeoutMs = 300_000

/** The worked example of CONTRIBUTING.md: the lines that it adds to the list of paths, and to the operations. */
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const pathLine = example('yaml')
const operation = example('ts')

/** Starts the API of the copy over a database of its own, and requests the new operation with a key. */
const requestService = `
import { startTestApi } from './apps/api/test/testing.ts'

const service = await startTestApi()
const { call } = await service.open({ plan: 'scale' })
const { status, body } = await call('GET', '/plan')
await service.close()
process.stdout.write(JSON.stringify({ status, data: body.data, plan: body.meta.plan }))
`

/** Starts the mock of the copy, and requests the new operation with a demo key. */
const requestMock = `
import { startMock } from './apps/mock/src/index.ts'

const mock = await startMock({ port: 0 })
const response = await fetch(mock.base_url + '/plan', { headers: { 'X-API-Key': mock.env.SVC_API_KEY } })
const { data, meta } = await response.json()
await mock.close()
process.stdout.write(JSON.stringify({ status: response.status, data, meta: Object.keys(meta) }))
`

beforeAll(() => {
  copyRepository()
  edit('spec/paths/plan.yaml', () => readFileSync(join(root, 'test/fixtures/recipe/plan.yaml'), 'utf8'))
  edit('spec/openapi.yaml', (text) => text.replace('\npaths:\n', () => `\npaths:\n${pathLine}`))
  edit('apps/api/src/operations/businesses.ts', (text) =>
    text.replace('export const businessOperations = {\n', (start) => `${start}${operation}\n`),
  )
  addErrorCode()
  addEventType()
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test(
  'the check of generated files reports that the tables of error codes lack the new one',
  async () => {
    await expect(program('packages/codegen/src/main.ts', 'generate', '--check')).rejects.toThrow(
      /changed {2}spec\/openapi\.yaml:\d+[\s\S]* {2}changed {2}docs\/guides\/errors\.md:\d+/,
    )
  },
  timeoutMs,
)

test(
  'the linter finds nothing when everything is generated',
  async () => {
    expect(await program('packages/codegen/src/main.ts', 'generate')).toMatch(/^ *lint +0 findings /m)
  },
  timeoutMs,
)

test(
  'all three compile, with the portal, and service and mock serve the operation from its file in spec/paths, its path and one function',
  async () => {
    const compile = (configuration: string) => program('node_modules/typescript/bin/tsc', '-p', configuration)
    await Promise.all([compile('tsconfig.recipe.json'), compile('apps/portal')])
    const [service, mock] = await Promise.all([
      script('request-service.ts', requestService),
      script('request-mock.ts', requestMock),
    ])
    expect(service).toEqual({ status: 200, data: { name: 'scale' }, plan: 'scale' })
    expect(mock).toEqual({ status: 200, data: { name: 'example plan' }, meta: ['request_id', 'plan', 'rate_limit'] })
    const row = /^ *\| `gone` +\| 410 +\| It existed and was deleted\. +\| Do not request it again\. +\|$/m
    for (const document of ['spec/openapi.yaml', 'docs/guides/errors.md'])
      expect(readFileSync(join(copy, document), 'utf8'), document).toMatch(row)
  },
  timeoutMs,
)

/** Returns the first code block of CONTRIBUTING.md in this language, with the indentation of an entry of an object. */
function example(language: string): string {
  const [, block] = new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'm').exec(contributing) ?? []
  if (block === undefined) throw new Error(`CONTRIBUTING.md has no code block in ${language}`)
  return block.replaceAll(/^ {3}/gm, '  ')
}

function addErrorCode(): void {
  edit('spec/components/schemas/common.yaml', (text) =>
    text
      .replace(
        '    - `unavailable` (503)',
        '    - `gone` (410): it existed and was deleted; do not request it again\n    - `unavailable` (503)',
      )
      .replace('    - method_not_allowed\n', '    - method_not_allowed\n    - gone\n'),
  )
  edit('packages/http/src/errors.ts', (text) =>
    text.replace(
      '  conflict: { status: 409',
      "  gone: { status: 410, message: 'It was deleted.' },\n  conflict: { status: 409",
    ),
  )
}

/** `report.deleted`, made from what describes `webhook.test`. */
function addEventType(): void {
  const renamed = (text: string) =>
    text
      .replaceAll('WebhookTest', 'ReportDeleted')
      .replaceAll('webhookTest', 'reportDeleted')
      .replaceAll('webhook.test', 'report.deleted')
  const withCopyOf = (first: RegExp) => (text: string) => {
    const found = first.exec(text)?.[0]
    if (found === undefined) throw new Error(`Nothing matches ${first}`)
    return text.replace(found, () => `${found}${renamed(found)}`)
  }
  edit('spec/components/schemas/common.yaml', (text) =>
    text
      .replace('webhook.test]', 'webhook.test, report.deleted]')
      .replace(/ {4}- `webhook\.test`: .*\n/, (line) => `${line}    - \`report.deleted\`: a report was deleted\n`),
  )
  for (const file of ['webhook', 'webhook-delivery'])
    edit(`spec/components/schemas/${file}.yaml`, (text) =>
      text
        .replaceAll(
          /maxItems: 5(?=\n *uniqueItems: true\n *items:\n *\$ref: "common.yaml#\/EventType")/g,
          'maxItems: 6',
        )
        .replace(/(?<=default: .*)webhook\.test\]/, 'webhook.test, report.deleted]'),
    )
  const schemas = 'spec/components/schemas/webhook-event.yaml'
  edit(schemas, withCopyOf(/ {4}- \$ref: "#\/WebhookTestEvent"\n/))
  edit(schemas, withCopyOf(/^WebhookTestEvent:\n[\s\S]*?(?=^WebhookFeedEntry:)/m))
  edit('spec/components/examples/webhook-event.yaml', withCopyOf(/^WebhookTestEventExample:\n[\s\S]*?\n\n/m))
  edit('spec/events/webhooks.yaml', (text) =>
    withCopyOf(/^webhookTest:\n[\s\S]*/m)(text.endsWith('\n') ? `${text}\n` : text),
  )
  edit('spec/openapi.yaml', withCopyOf(/ {2}webhook\.test: .*\n/))
}

/** The tracked files, as they are, and the installed packages by links; our own packages are linked to the copy. */
function copyRepository(): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (path) =>
        /^(apps|packages|spec|docs|examples|generated|[^/]+$)/.test(path) &&
        !path.startsWith('packages/intelligence-training/'),
    )
  for (const path of files.filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile())) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  linkModules('node_modules')
  for (const folder of ['apps', 'packages'])
    for (const workspace of readdirSync(join(root, folder)))
      if (existsSync(join(root, folder, workspace, 'node_modules')) && existsSync(join(copy, folder, workspace)))
        linkModules(join(folder, workspace, 'node_modules'))
  const compiler = { extends: './tsconfig.json', include: ['apps/api/src', 'apps/mock/src'] }
  writeFileSync(join(copy, 'tsconfig.recipe.json'), JSON.stringify(compiler))
}

function linkModules(folder: string): void {
  mkdirSync(join(copy, folder))
  for (const name of readdirSync(join(root, folder))) {
    if (name === '@svc' || name === '@generated')
      cpSync(join(root, folder, name), join(copy, folder, name), { recursive: true, verbatimSymlinks: true })
    else if (name !== '.cache') symlinkSync(join(root, folder, name), join(copy, folder, name))
  }
}

function edit(path: string, change: (text: string) => string): void {
  const file = join(copy, path)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const changed = change(text)
  expect(changed, path).not.toBe(text)
  writeFileSync(file, changed)
}

/** Runs a script in the copy and returns what it wrote. */
async function script(name: string, text: string): Promise<unknown> {
  writeFileSync(join(copy, name), text)
  return JSON.parse(await program(name))
}

/** Runs a program of the copy on the pinned Node; rejects with its output if it fails. */
async function program(...command: string[]): Promise<string> {
  const result = await run(process.execPath, command, {
    cwd: copy,
    maxBuffer: 1e7,
    env: { ...process.env, TURBO_HASH: 'recipe' },
  }).catch((error) => {
    throw new Error(`${command.join(' ')} failed:\n${error.stdout}\n${error.stderr}`)
  })
  return result.stdout
}
