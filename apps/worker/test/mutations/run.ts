import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnvironment } from '@svc/runtime/settings'
import { mutations } from './list.ts'

// Applies one mutation after the other and expects the named test to fail each time:
// `node apps/worker/test/mutations/run.ts`. Takes about a minute.

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const mutate = new URL('mutate.ts', import.meta.url).href
const directory = mkdtempSync(join(tmpdir(), 'svc-mutations-'))
const print = (text: string) => void process.stdout.write(text)

interface Outcome {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

/** Runs the test, with or without the mutation, and returns its status; undefined if it did not run. */
function statusOf({ testFile, test }: { testFile: string; test: string }, mutation?: string): string | undefined {
  const outputFile = join(directory, 'outcome.json')
  rmSync(outputFile, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const pattern = test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
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
    return results.find(({ fullName }) => fullName.includes(test))?.status
  } catch {
    return undefined
  }
}

let undetected = 0
for (const mutation of mutations) {
  const original = statusOf(mutation)
  const mutated = statusOf(mutation, mutation.name)
  const detected = original === 'passed' && mutated === 'failed'
  if (!detected) undetected += 1
  print(
    `${detected ? '✓' : '✗'} ${mutation.name}\n    ${mutation.test}: ${original ?? 'did not run'} → ${mutated ?? 'did not run'}\n`,
  )
}
rmSync(directory, { recursive: true })
print(`\n${mutations.length - undetected} of ${mutations.length} mutations were detected.\n`)
process.exitCode = undetected === 0 ? 0 : 1
