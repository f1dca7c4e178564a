import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from './command.ts'
import { skippedTests } from './skipped-tests.ts'

test('a line names each group of tests that vitest skipped, with its file and their number', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skipped-tests-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = `
    test('runs', () => {})
    describe.runIf(false)('started by root', () => {
      test('has a user of its own', () => {})
      describe('in a folder of root', () => test('cannot start', () => {}))
    })
    test.skip('is not written yet', () => {})
  `
  await writeFile(join(folder, 'some.test.ts'), source)
  await writeFile(join(folder, 'vitest.config.ts'), 'export default {}\n')
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=json', `--outputFile.json=${report}`]
  const command = ['vitest', 'run', '--globals', '--root', folder, ...reporters]
  expect(await runCommand(command)).toBe(true)
  expect(skippedTests(JSON.parse(await readFile(report, 'utf8')), `${folder}/`)).toEqual([
    '2 skipped: some.test.ts: started by root',
    '1 skipped: some.test.ts: is not written yet',
  ])
})
