import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from './command.ts'
import { skippedTests } from './skipped-tests.ts'

const jq = { name: 'jq', commands: ['jq'], install: 'apt-get install jq' }
const openssl = { name: 'openssl', commands: ['openssl'], install: 'apt-get install openssl' }

test('a line names each missing program, with how to install it and the number of tests that need it', async () => {
  const config = `export default {
    test: { tags: [{ name: 'jq', skip: true }, { name: 'openssl', skip: true }, { name: 'curl' }] },
  }\n`
  const source = `
    // @module-tag jq
    describe('a group', () => {
      beforeAll(() => { throw new Error('hooks of skipped tests do not run') })
      test('needs one program', () => expect.fail())
      test('needs two', { tags: ['openssl'] }, () => expect.fail())
      test('needs one that is installed as well', { tags: ['curl'] }, () => expect.fail())
    })
  `
  expect(await skippedIn(source, config)).toEqual([
    'skipped 3 tests that need jq: apt-get install jq',
    'skipped 1 test that needs openssl: apt-get install openssl',
  ])
})

test('a line names each other group of tests that vitest skipped, with its file and their number', async () => {
  const source = `
    test('runs', () => {})
    describe.runIf(false)('started by root', () => {
      test('has a user of its own', () => {})
      describe('in a folder of root', () => test('cannot start', () => {}))
    })
    test.skip('is not written yet', () => {})
  `
  expect(await skippedIn(source, 'export default {}\n')).toEqual([
    '2 skipped: some.test.ts: started by root',
    '1 skipped: some.test.ts: is not written yet',
  ])
})

/** Runs a test file, none of whose tests fails, and returns the lines about those that were skipped. */
async function skippedIn(source: string, config: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'skipped-tests-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'some.test.ts'), source)
  await writeFile(join(folder, 'vitest.config.ts'), config)
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=json', `--outputFile.json=${report}`]
  const command = ['vitest', 'run', '--globals', '--root', folder, ...reporters]
  expect(await runCommand(command)).toBe(true)
  return skippedTests(JSON.parse(await readFile(report, 'utf8')), `${folder}/`, [jq, openssl])
}
