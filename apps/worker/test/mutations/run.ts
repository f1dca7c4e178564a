import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnvironment } from '@svc/runtime/settings'
import { mutations } from './list.ts'

// Applies one mutation after the other and expects the named test to fail each time:
// `node apps/worker/test/mutations/run.ts`. Takes about 15 minutes: each mutation starts a test run of its own.

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const mutate = new URL('mutate.ts', import.meta.url).href
const directory = mkdtempSync(join(tmpdir(), 'svc-mutations-'))
const print = (text: string) => void process.stdout.write(text)

interface Outcome {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

/**
 * Runs tests of one file, given as parts of their names, with or without a mutation. Returns the statuses of those that
 * ran, by these parts.
 */
function statusesOf(testFile: string, tests: readonly string[], mutation?: string): Map<string, string> {
  const outputFile = join(directory, 'outcome.json')
  rmSync(outputFile, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const pattern = tests.map((test) => test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const env = mutation === undefined ? {} : { SVC_MUTATION: mutation, NODE_OPTIONS: `--import ${mutate}` }
  spawnSync(
    process.execPath,
    [vitest, 'run', testFile, '-t', pattern, '--reporter=json', `--outputFile=${outputFile}`],
    {
      cwd: root,
      env: { ...readEnvironment(root), ...env },
      stdio: 'ignore',
    },
  )
  try {
    const { testResults }: Outcome = JSON.parse(readFileSync(outputFile, 'utf8'))
    const results = testResults.flatMap(({ assertionResults }) => assertionResults)
    return new Map(
      tests.flatMap((test) => {
        const result = results.find(({ fullName }) => fullName.includes(test))
        return result === undefined ? [] : [[test, result.status]]
      }),
    )
  } catch {
    return new Map()
  }
}

let undetected = 0
for (const [testFile, ofFile] of Map.groupBy(mutations, (mutation) => mutation.testFile)) {
  const originals = statusesOf(
    testFile,
    ofFile.map(({ test }) => test),
  )
  for (const { name, test } of ofFile) {
    const original = originals.get(test)
    const mutated = statusesOf(testFile, [test], name).get(test)
    const detected = original === 'passed' && mutated === 'failed'
    if (!detected) undetected += 1
    const statuses = `${original ?? 'did not run'} → ${mutated ?? 'did not run'}`
    print(`${detected ? '✓' : '✗'} ${name}\n    ${test}: ${statuses}\n`)
  }
}
rmSync(directory, { recursive: true })
print(`\n${mutations.length - undetected} of ${mutations.length} mutations were detected.\n`)
process.exitCode = undetected === 0 ? 0 : 1
