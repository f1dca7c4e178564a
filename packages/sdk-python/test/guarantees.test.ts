import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { modelDocuments } from '../scripts/model-documents.ts'

const packageFolder = resolve(import.meta.dirname, '..')
const guarantees = await readFile(join(packageFolder, 'GUARANTEES.md'), 'utf8')
const rows = guarantees
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

async function sources(folder: string, extension: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension))
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}

test('every guarantee of the TypeScript client has a row', async () => {
  const original = await readFile(resolve(packageFolder, '../sdk/GUARANTEES.md'), 'utf8')
  const numbers = [...original.matchAll(/^\| (\d+) /gm)].map(([, number]) => number)
  expect(rows.map(([, number]) => number)).toEqual(numbers)
  expect(numbers).toHaveLength(20)
})

test('every test that is named exists', async () => {
  const typescript = await sources(resolve(packageFolder, '../sdk/test'), '.test.ts')
  const python = await sources(join(packageFolder, 'tests'), '.py')
  const own = await sources(import.meta.dirname, '.test.ts')
  const missing: string[] = []
  const check = (cell: string, isThere: (file: string, name: string) => boolean) => {
    const named = [...cell.matchAll(/`([^:`]+): ([^`]+)`/g)]
    if (named.length === 0) missing.push(`no test in the cell: ${cell}`)
    for (const [, file = '', name = ''] of named) if (!isThere(file, name)) missing.push(`${file}: ${name}`)
  }
  for (const [, , , , inTypescript = '', inPython = ''] of rows) {
    check(inTypescript, (file, name) => (typescript.get(`${file}.test.ts`) ?? '').includes(name))
    check(inPython, (file, name) =>
      file === 'wheel'
        ? (own.get('wheel.test.ts') ?? '').includes(name)
        : (python.get(`${file}.py`) ?? '').includes(`def ${name}(`),
    )
  }
  expect(missing).toEqual([])
})

test('models admit enum values and objects that are added later, request bodies do not', () => {
  const color = { type: 'string', enum: ['red'] }
  const car = { type: 'object', properties: { color: { $ref: '#/components/schemas/Color' } }, maxProperties: 3 }
  const body = { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Car' } } } } }
  const { models, requests } = modelDocuments({
    openapi: '3.1.0',
    info: {},
    paths: { '/cars': { post: body } },
    components: { schemas: { Color: color, Car: car, Other: { type: 'object', properties: {} } } },
  })
  expect(models.components.schemas).toEqual({
    Car: { type: 'object', properties: { color: { anyOf: [color, { type: 'string' }] } } },
    Other: { type: 'object', properties: {} },
  })
  expect(requests.components.schemas).toEqual({ Car: { type: 'object', properties: { color } } })
})
