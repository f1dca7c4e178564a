import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnvironment } from '@svc/runtime/settings'
import { mutations } from './list.ts'

// Takes away, one after the other, what the guarantees rest on, and wants the named test to fail each time:
// `node apps/worker/test/mutations/run.ts`. About a minute.

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const mutate = new URL('mutate.ts', import.meta.url).href
const directory = mkdtempSync(join(tmpdir(), 'svc-mutations-'))
const print = (text: string) => void process.stdout.write(text)

interface Outcome {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

/** Runs the one test, mutated or not, and returns how it ended; undefined where it did not run. */
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

let survived = 0
for (const mutation of mutations) {
  const sound = statusOf(mutation)
  const mutated = statusOf(mutation, mutation.name)
  const noticed = sound === 'passed' && mutated === 'failed'
  if (!noticed) survived += 1
  print(
    `${noticed ? '✓' : '✗'} ${mutation.name}\n    ${mutation.test}: ${sound ?? 'did not run'} → ${mutated ?? 'did not run'}\n`,
  )
}
rmSync(directory, { recursive: true })
print(`\n${mutations.length - survived} of ${mutations.length} mutations were noticed.\n`)
process.exitCode = survived === 0 ? 0 : 1
