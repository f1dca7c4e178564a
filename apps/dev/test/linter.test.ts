import type { Finding } from '@svc/codegen/lint/findings'
import { lintContract } from '@svc/codegen/lint/lint-contract'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { createWorkerProcess } from '@svc/supervisor/worker-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratch, type Scratch } from './scratch.ts'

let scratch: Scratch
const linter = createWorkerProcess<ContractFiles, Finding[]>(new URL('../src/linter.ts', import.meta.url))

beforeAll(async () => {
  scratch = await createScratch()
})

afterAll(async () => {
  await linter.stop()
  scratch.remove()
})

test('a linter that stays in memory finds in each version of a contract what a new one finds', async () => {
  const schema = 'spec/components/schemas/webhook-event.yaml'
  const found = async () => {
    const findings = await linter.request(scratch.source)
    expect(findings).toEqual(await lintContract(scratch.source))
    return findings.map(({ rule }) => rule)
  }
  expect(await found()).toEqual([])
  scratch.replace(schema, 'AnalysisFailedEvent:', 'AnalysisFailedEvent: {')
  expect(await found()).toEqual(['yaml-syntax'])
  scratch.restore()
  scratch.replace('spec/openapi.yaml', 'openapi: 3.1', '  openapi: 3.1')
  expect(await found()).toEqual(['yaml-syntax'])
  scratch.restore()
  scratch.replace(schema, 'type: integer', 'type: interger')
  expect(await found()).toContain('struct')
  scratch.restore()
  expect(await found()).toEqual([])
})
