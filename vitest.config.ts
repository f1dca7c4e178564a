import { defineConfig } from 'vitest/config'
import type { ProjectConfig } from 'vitest/node'
import { LongestFirst } from './test/longest-first.ts'
import { programTags } from './test/programs.ts'

const excluded = ['**/node_modules/**', '**/fixtures/**']

const common: ProjectConfig = {
  exclude: excluded,
  setupFiles: ['test/leak-check.ts'],
  pool: 'forks',
  // One process a core: much of the time they wait for PostgreSQL and for each other.
  maxWorkers: '100%',
  // Node runs the sources itself, here as in production.
  experimental: { viteModuleRunner: false },
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // The default of one second is too short for a busy machine.
  expect: { poll: { timeout: 30_000 } },
  // Names of tests made from a table are whole sentences.
  taskTitleValueFormatTruncate: 0,
}

/**
 * Files that measure the memory or processor time of their process, change its working directory, its environment, its
 * methods or data of a module for good, or start so much that nothing is gained by sharing.
 */
const ownProcess = [
  'apps/api/test/shell/requests.test.ts',
  'apps/cli/test/backup.test.ts',
  'apps/mock/test/{added-operation,memory}.test.ts',
  'apps/worker/test/receivers.test.ts',
  'apps/workflow/test/definition.test.ts',
  'packages/db/test/watch-transactions.test.ts',
  'packages/intelligence-training/test/{reader,training}.test.ts',
  'packages/limits/test/memory-store.test.ts',
  'packages/sdk/test/{breaks,calls,faults,retry,tokens,webhooks,weekly-follow-up}.test.ts',
]

/**
 * The slowest files, which `npm test` leaves to `npm test -- --all`, as CI runs it: most start whole programs, install
 * packages, kill processes repeatedly, or repeat in a browser what a faster test covers. Each has its own process.
 */
const slow = [
  'apps/api/test/{main,oauth/races,outage,every-operation/never-without-a-person}.test.ts',
  'apps/cli/test/{reviews-import,start}.test.ts',
  'apps/dev/test/dev.test.ts',
  'apps/mock/test/{package,parity/parity,webhooks/webhooks}.test.ts',
  'apps/portal/test/{console,endpoint,first-paint,profile,script-size,settings}.test.ts',
  'apps/portal/test/{sign-in,worst-paths,written-texts}.test.ts',
  'apps/worker/test/{faults,profile-backfill,profile-replies}.test.ts',
  'apps/workflow/test/{editor,node-red,node-red-removal,zapier}.test.ts',
  'docs/test/{browser,postman,reference-samples,samples}.test.ts',
  'packages/codegen/test/{generate/output,init/init,release/release}.test.ts',
  'packages/local-postgres/test/local-postgres.test.ts',
  'packages/sdk-python/test/wheel.test.ts',
  'packages/sdk/test/{examples,package,service}.test.ts',
  'packages/webhooks/test/receiver-matrix.test.ts',
  'test/{dos,leak-check,recipe}.test.ts',
]

/** Loading modules and compiling the contract takes longer than most tests: files of one process share both. */
const shared: ProjectConfig = {
  include: ['{apps,contract-tests,docs,packages,test}/**/*.test.ts'],
  exclude: [...excluded, ...ownProcess, ...slow],
  // Setup files are evaluated for each file all the same.
  isolate: false,
}

export default defineConfig({
  test: {
    globalSetup: ['test/compile-cache.ts', 'test/scratch-dir.ts', 'packages/db/test/testing-server.ts'],
    sequence: { sequencer: LongestFirst },
    experimental: { viteModuleRunner: false },
    passWithNoTests: false,
    // A program that a test needs is its tag, or in a comment `@module-tag` of its file.
    tags: programTags(),
    projects: [
      { test: { ...common, ...shared, name: 'shared processes' } },
      { test: { ...common, name: 'own process', include: ownProcess } },
      { test: { ...common, name: 'slow', include: slow } },
    ],
  },
})
