import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Report {
  testResults: { name: string; status: string; message: string }[]
}

test('a test file that leaves a server, a connection or a child process open fails, and a clean one passes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-leaks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const reportFile = join(folder, 'report.json')
  await vitest(['--config=test/fixtures/leaks/vitest.config.ts', '--reporter=json', `--outputFile=${reportFile}`])
  const report: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
  const results = report.testResults.map(({ name, status, message }) => [
    basename(name),
    status === 'passed' ? 'passed' : (/leaves open: ([^.]*)\./.exec(message)?.[1] ?? message),
  ])
  expect(Object.fromEntries(results)).toEqual({
    'child.test.ts': 'child process (1)',
    'clean.test.ts': 'passed',
    'connection.test.ts': expect.stringContaining('TCP connection'),
    'server.test.ts': 'TCP server (1)',
  })
})

/** Ends when the run ended, regardless of its result. */
function vitest(args: string[]): Promise<void> {
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'run', ...args], { cwd: root }, () => resolve())
  })
}
