import { existsSync } from 'node:fs'
import { createWorkerProcess } from '@svc/supervisor/worker-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GenerateProgress, GenerateRequest, Generation } from '../src/generator.ts'
import { createScratch, type Scratch } from './scratch.ts'

let scratch: Scratch
let saves = 0
const generator = createWorkerProcess<GenerateRequest, Generation, GenerateProgress>(
  new URL('../src/generator.ts', import.meta.url),
)
const types = 'generated/contract/server-types.ts'

function request(what: GenerateRequest['do'], report?: (progress: GenerateProgress) => void): Promise<Generation> {
  return generator.request({ do: what, save: saves, source: scratch.source, out: scratch.path('generated') }, report)
}

beforeAll(async () => {
  scratch = await createScratch()
})

afterAll(async () => {
  await generator.stop()
  scratch.remove()
})

test('a preparation writes nothing, and programs are written before the pages', async () => {
  saves += 1
  expect(await request('prepare')).toEqual({ changed: [], problems: [] })
  expect(existsSync(scratch.path('generated'))).toBe(false)
  const reports: string[][] = []
  const { changed } = await request('publish', (progress) => reports.push(progress.changed))
  expect(reports).toHaveLength(1)
  expect(reports[0]).toContain(scratch.path(types))
  const page = scratch.path('generated/docs/reference/get-account.html')
  expect([reports[0]?.includes(page), changed.includes(page)]).toEqual([false, true])
})

test('a preparation that is not published has no effect on the files of the next one', async () => {
  const good = scratch.read(types)
  saves += 1
  scratch.replace('spec/paths/analyses.yaml', 'operationId: getAnalysis', 'operationId: fetchAnalysis')
  await request('prepare')
  scratch.restore()
  saves += 1
  await request('prepare')
  expect(scratch.read(types)).toBe(good)
  expect((await request('publish')).changed).toEqual([])
  expect(scratch.read(types)).toBe(good)
})

test('a contract that cannot be generated changes nothing, and says why only when it is published', async () => {
  const good = scratch.read(types)
  saves += 1
  scratch.replace('spec/openapi.yaml', 'openapi: 3.1', '  openapi: 3.1')
  expect(await request('prepare')).toEqual({ changed: [], problems: [] })
  expect(await request('publish')).toMatchObject({ changed: [], problems: [{ file: 'spec/openapi.yaml' }] })
  expect(scratch.read(types)).toBe(good)
  scratch.restore()
})

test('without a preparation everything is generated, for a generator that was restarted in between', async () => {
  saves += 1
  await request('prepare')
  generator.restart()
  scratch.delete(types)
  expect((await request('publish')).changed).toEqual([scratch.path(types)])
})
