import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { lintContract } from '../../src/lint/lint-contract.ts'
import { bundle } from '../../src/lint/redocly.ts'
import { newOperation } from '../../src/new-operation/new-operation.ts'
import { repository } from '../../src/our-contract.ts'
import { operationsOf } from '../../src/source/openapi.ts'
import { temporaryFolder } from '../helpers.ts'

// These start programs, which takes seconds on a quiet machine; this is for one that runs much else.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** A copy of our contract with its lint rules. */
async function contractCopy(): Promise<string> {
  const folder = await temporaryFolder()
  await cp(join(repository, 'spec'), join(folder, 'spec'), { recursive: true })
  await cp(join(repository, 'redocly.yaml'), join(folder, 'redocly.yaml'))
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const plan = { operationId: 'getPlan', tag: 'Businesses', scope: 'businesses:read' }

test.each([
  ['/plan', []],
  ['/businesses/{id}/plan', ['id']],
])(
  'the linter finds nothing in the new operation at %s, and it has the parameters of its path',
  async (path, names) => {
    const folder = await contractCopy()
    const { files, left } = newOperation(folder, { ...plan, path })
    for (const [file, text] of files) await writeFile(join(folder, file), text)
    const rules = join(folder, 'redocly.yaml')
    const spec = 'spec/openapi.yaml'
    expect(await lintContract({ folder, spec, companions: ['spec/oauth.yaml'], rules })).toEqual([])
    const operations = operationsOf(await bundle(spec, rules, folder, await temporaryFolder()), 'paths')
    const added = operations.find(({ operation }) => operation.operationId === 'getPlan')
    expect([added?.path, added?.parameters.map(({ name }) => name)]).toEqual([path, names])
    expect(left).toContain('apps/api/test/authorize.test.ts: getPlan in the list of businesses:read')
  },
)

test.each([
  ['/businesses', '/businesses exists. Add the method to paths/businesses.yaml in spec/.'],
  ['/usage/account', 'spec/paths/account.yaml exists. Describe the operation there.'],
  ['/suppliers/{id}/plan', 'The contract does not have the path /suppliers/{id}.'],
  ['/suppliers/{id}', '/suppliers/{id} has to end with a name in lower case.'],
])('the path %s is refused', (path, sentence) => {
  expect(() => newOperation(repository, { ...plan, path })).toThrow(sentence)
})
