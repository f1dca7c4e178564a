import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '@generated/contract/operations'
import { type Mock, startMock } from '@svc/mock'
import { build } from '@svc/sdk-python/build'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { site } from './blocks.ts'

// The samples of the reference, run as a reader would after entering a key: against the mock, with its demo key.

const pages = fileURLToPath(new URL('../../generated/docs/reference/', import.meta.url))
const reports = fileURLToPath(new URL('../../reports/', import.meta.url))

/** The samples of a page by the word of their fence: `sh`, `ts`, `py`, `go`, `java` and `php`. */
interface Samples {
  operationId: string
  code: Record<string, string>
}

/** The pages that have samples, with the method of their operation. */
const samples: Samples[] = readdirSync(pages)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const [, part] = readFileSync(join(pages, file), 'utf8').split('\n## Samples\n')
    if (part === undefined) return []
    const found = Object.keys(operations).find((id) => kebab(id) === file.slice(0, -'.md'.length))
    const blocks = [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    return [
      { operationId: found ?? file, code: Object.fromEntries(blocks.map(([, name = '', code = '']) => [name, code])) },
    ]
  })

function kebab(id: string): string {
  return id.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
}

const documented = Object.entries(operations).filter(([, operation]) => !operation.private)
const languages = ['sh', 'ts', 'py', 'go', 'java', 'php']

let mock: Mock
let folder: string

beforeAll(async () => {
  mock = await startMock({ port: 0 })
  // Inside the repository, where a script finds the package of the client.
  mkdirSync(reports, { recursive: true })
  folder = mkdtempSync(join(reports, 'reference-samples-'))
})
afterAll(async () => {
  await mock.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The sample with the values of a reader: the server, the key, and ids of records that exist. */
function asReader(text = '', ids: Record<string, string> = {}): string {
  return text
    .replaceAll('http://127.0.0.1:3000/api/public/v1', mock.base_url)
    .replaceAll('YOUR_API_KEY', site.try.key)
    .replaceAll(/(whk|whd|drf)_[0-9a-z]{26}/g, (id, kind: string) => ids[kind] ?? id)
}

/** Restores the state of the mock, and creates what it does not have from the beginning, by samples as well. */
async function freshRecords(): Promise<Record<string, string>> {
  mock.reset()
  const whk = await idFrom('createWebhook', {})
  return { whk, whd: await idFrom('testWebhook', { whk }), drf: await idFrom('draftReviewReply', {}) }
}

/** The id in the response to the sample of an operation. */
async function idFrom(operationId: string, ids: Record<string, string>): Promise<string> {
  const code = samples.find((one) => one.operationId === operationId)?.code.sh
  const { output } = await run('bash', ['-c', asReader(code, ids).replace('curl ', 'curl --silent ')])
  return JSON.parse(output).data.id
}

/** Runs a program to its end; its exit code and everything that it prints. */
function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const read = (text: string) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.on('error', reject).on('close', (code) => resolve({ code, output }))
  })
}

test('every published operation has a sample in every language', () => {
  expect(samples.map(({ operationId }) => operationId).sort()).toEqual(documented.map(([id]) => id).sort())
  for (const { operationId, code } of samples)
    expect([operationId, Object.keys(code)]).toEqual([operationId, languages])
})

describe('the samples of operations that read or create', () => {
  const runnable = samples.filter(({ operationId }) => {
    const operation = documented.find(([id]) => id === operationId)?.[1]
    return operation?.method === 'get' || operation?.method === 'post'
  })

  let python: string
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    const built = await build(join(folder, 'sdk-python'))
    python = built.python.command
    env = { ...built.python.env, PYTHONPATH: `${built.installed}${delimiter}${built.python.packages}` }
  }, 300_000)

  const tags = ['curl', 'python3']
  test.each(runnable)('of $operationId run in curl, TypeScript and Python', { tags }, async ({ operationId, code }) => {
    const strict = 'curl --fail-with-body --silent --show-error '
    const curl = asReader(code.sh, await freshRecords()).replace('curl ', strict)
    const printed = await run('bash', ['-c', curl])
    expect(printed.code, printed.output).toBe(0)
    expect(JSON.parse(printed.output)).toHaveProperty('data')
    const script = join(folder, `${operationId}.ts`)
    writeFileSync(script, asReader(code.ts, await freshRecords()))
    const typescript = await run(process.execPath, [script])
    expect(typescript.code, typescript.output).toBe(0)
    const ran = await run(python, ['-c', asReader(code.py, await freshRecords())], env)
    expect(ran.code, ran.output).toBe(0)
    // Our client prints the fields of a model; a sample without our client prints the status and the body.
    expect(ran.output).toMatch(/^(20\d |\w+=)/)
  })
})

/** The compilers that check every sample in their language, and the files that they read. */
const compilers = [
  { language: 'go', tag: 'go', command: 'gofmt', args: ['-l'], fileOf: (id: string) => `${id}.go` },
  { language: 'java', tag: 'javac', command: 'javac', args: ['-proc:none'], fileOf: (id: string) => `J${id}.java` },
]

for (const { language, tag, command, args, fileOf } of compilers)
  test(`${command} accepts every sample in its language`, { tags: [tag] }, async () => {
    const files = samples.map(({ operationId, code }) => {
      const file = join(folder, fileOf(operationId))
      writeFileSync(file, asReader(code[language]).replace('class Main', `class J${operationId}`))
      return file
    })
    const checked = await run(command, [...args, ...files])
    expect([checked.code, checked.output]).toEqual([0, ''])
  })

test('php accepts every sample in its language', { tags: ['php'] }, async () => {
  for (const { operationId, code } of samples) {
    const file = join(folder, `${operationId}.php`)
    writeFileSync(file, asReader(code.php))
    expect([operationId, (await run('php', ['-l', file])).code]).toEqual([operationId, 0])
  }
})

test('a webhook is created by its sample in Go', { tags: ['go'] }, async () => {
  const file = join(folder, 'main.go')
  writeFileSync(file, asReader(samples.find(({ operationId }) => operationId === 'createWebhook')?.code.go))
  const ran = await run('go', ['run', file])
  expect(ran.output).toMatch(/^201 Created/)
})
