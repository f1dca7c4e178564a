import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProgramRun, type RunOptions, runForTest } from '@svc/command-line/testing'
import { createTestDatabase, type TestDatabase } from '@svc/db/testing'
import type { Id } from '@svc/runtime/ids'
import { svc as svcProgram } from '../src/program.ts'
import { repository } from '../src/repository.ts'

interface Run extends ProgramRun {
  /** Standard output as JSON; `Output` has the fields that the test reads. */
  json<Output = unknown>(): Output
}

/** `svc` with its own database and working directory. */
export interface Svc {
  database: TestDatabase
  dir: string
  /** Runs one command line; words are separated by spaces, or given one by one where they hold spaces themselves. */
  run(words: string | readonly string[], options?: { env?: NodeJS.ProcessEnv; stdin?: string }): Promise<Run>
  /** Writes a file to the working directory and returns its name. */
  file(name: string, content: string | Uint8Array): string
  close(): Promise<void>
}

export async function openSvc(): Promise<Svc> {
  const database = await createTestDatabase()
  const dir = mkdtempSync(join(tmpdir(), 'svc-cli-'))
  const base = { DATABASE_URL: database.url, SVC_DATA_DIR: dir, NODE_ENV: 'test' }
  return {
    database,
    dir,
    run: (words, { env, stdin } = {}) => runSvc(words, { env: { ...base, ...env }, workingDirectory: dir, stdin }),
    file(name, content) {
      writeFileSync(join(dir, name), content)
      return name
    },
    async close() {
      await database.drop()
      rmSync(dir, { recursive: true })
    },
  }
}

export async function runSvc(words: string | readonly string[], options: RunOptions = {}): Promise<Run> {
  const run = await runForTest(svcProgram, words, { workingDirectory: repository, ...options })
  return { ...run, json: () => JSON.parse(run.stdout) }
}

/** Opens an account with its business and returns both ids. */
export async function openAccount(
  svc: Svc,
  name = 'Rosso Trattoria',
): Promise<{ accountId: Id<'acc'>; businessId: Id<'biz'> }> {
  const words = ['account', 'create', '--name', name, '--plan', 'growth', '--trade', 'restaurant', '--country', 'NL']
  const opened = await svc.run([...words, '--timezone', 'Europe/Amsterdam', '--json'])
  const { account, business } = opened.json<{ account: { id: Id<'acc'> }; business: { id: Id<'biz'> } }>()
  return { accountId: account.id, businessId: business.id }
}
