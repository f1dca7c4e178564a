import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readWorkspaces } from '../src/workspaces.ts'

const repository = resolve(import.meta.dirname, '../../..')
const { reaches } = readWorkspaces(repository)
const reached = (path: string) =>
  ['apps/api', 'apps/worker', 'apps/mock'].filter((app) => reaches(app, join(repository, path)))

test('a change restarts the programs that import the changed file, directly or through packages', () => {
  expect(reached('apps/worker/src/loop.ts')).toEqual(['apps/worker'])
  expect(reached('packages/runtime/src/ids.ts')).toEqual(['apps/api', 'apps/worker', 'apps/mock'])
  expect(reached('generated/contract/openapi.strict.json')).toContain('apps/api')
})

test('a change of a test, or of a file that no program imports, restarts nothing', () => {
  expect(reached('packages/runtime/src/ids.test.ts')).toEqual([])
  expect(reached('packages/codegen/src/generate/generate.ts')).toEqual([])
  expect(reached('examples/receive-webhooks.ts')).toEqual([])
})
