import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compiler, type NewService, newService, runSpec, temporaryFolder } from '../helpers.ts'

// The messages of init and of a new service to a person who has not seen either before.

const document = `openapi: 3.1.0
info: { title: Cats, version: '1' }
servers: [{ url: 'https://cats.example/v1' }]
security: [{ key: [] }]
paths:
  /cats:
    get:
      operationId: listCats
      parameters:
        - { in: query, name: color, required: true, example: it's black, schema: { type: string } }
        - { in: header, name: Trace, required: true, example: 'Trace: one', schema: { type: string } }
      responses:
        '200':
          description: The cats.
          content:
            application/json:
              schema: { type: array, items: { type: object, required: [name], properties: { name: { type: string } } } }
              example: [{ name: 7 }, { name: 8 }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let service: NewService
beforeAll(async () => {
  service = await newService(document, afterAll)
})

/** Runs init with a document, and returns its exit code and output, and whether it wrote a folder. */
async function init(text: string) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'api.yaml'), text)
  const printed = await runSpec(folder, 'init', 'service', '--from', 'api.yaml')
  return { ...printed, isWritten: existsSync(join(folder, 'service')) }
}

test('a document of Swagger 2.0 is refused with its version and a way to convert it', async () => {
  const { code, output, isWritten } = await init(`swagger: '2.0'\ninfo: { title: Cats, version: '1' }\npaths: {}\n`)
  expect([code, output, isWritten]).toEqual([2, expect.stringMatching(/api\.yaml is Swagger 2\.0\. Convert it/), false])
})

test('a document that is not valid YAML is refused, and the message says that nothing was written', async () => {
  const { code, output, isWritten } = await init('openapi: 3.1.0\ninfo: { title: Cats\npaths: {}\n')
  expect([code, isWritten]).toEqual([1, false])
  expect(output).toMatch(/^api\.yaml:\d+:\d+ {2}yaml-syntax$/m)
  expect(output).toContain('Nothing was written')
  expect(output).not.toContain('npm run generate')
})

test('a document without operations is refused', async () => {
  const { code, output, isWritten } = await init(`openapi: 3.1.0\ninfo: { title: Cats, version: '1' }\npaths: {}\n`)
  expect([code, output, isWritten]).toEqual([2, expect.stringContaining('api.yaml has no operations'), false])
})

test('init names the operation whose examples are wrong, with paths from the working directory', () => {
  const { code, output } = service.printed
  expect(code).toBe(0)
  expect(output).toContain('service has a service with 1 operation, not implemented yet.')
  expect(output).toMatch(/^note: service\/spec\/openapi\.yaml:\d+:\d+ .*The same in 1 other place\.$/m)
  expect(output).toContain('The mock generates responses of listCats from their schemas')
})

test('a new service compiles, and the command that it prints at its start reaches an operation', async () => {
  expect(await service.run(compiler, '-p', 'tsconfig.json')).toEqual({ code: 0, output: '' })
  const env = { PATH: process.env.PATH, API_CREDENTIAL: 'local-credential', PORT: '0' }
  const running = spawn(process.execPath, ['src/main.ts'], { cwd: service.folder, env })
  let output = ''
  try {
    while (!output.includes('Try ')) {
      const [text] = await once(running.stdout, 'data')
      output += String(text)
    }
  } finally {
    running.kill()
  }
  expect(output).toMatch(/^API {3}http:\S+\/v1\nDocs {2}http:\S+\/docs\nTry {3}curl .+\n$/)
  expect(output).toContain("-H 'X-Key: local-credential' -H 'Trace: one'")
  expect(output).toContain('/v1/cats?color=it%27s+black')
})

test('the generated types of a document have no facts of another product', async () => {
  const text = await readFile(join(service.folder, 'generated/contract/operations.ts'), 'utf8')
  expect(text).toContain('scopes: readonly string[]')
  expect(text).not.toMatch(/confirmedPassword|quota|usageEvent|withoutBusiness|with_model|resourceField/)
})

test('a wrong type in a handler is one error of the compiler, and so is a missing handler', async () => {
  const file = join(service.folder, 'src/operations/other.ts')
  const write = (handlers: string) =>
    writeFile(
      file,
      `import type { Handlers } from '../handlers.ts'\nexport const otherOperations = { ${handlers} } satisfies Partial<Handlers>\n`,
    )
  const errorsOf = async () => (await service.run(compiler, '-p', 'tsconfig.json')).output.match(/error TS\d+/g)
  await write('async listCats() { return 7 }')
  expect(await errorsOf()).toHaveLength(1)
  await write('')
  expect(await errorsOf()).toHaveLength(1)
})
