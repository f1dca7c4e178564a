import { defineConfig } from 'vitest/config'
import type { ProjectConfig } from 'vitest/node'
import { LongestFirst } from './test/longest-first.ts'

const common: ProjectConfig = {
  exclude: ['**/node_modules/**', '**/fixtures/**'],
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
  'apps/api/test/{main,outage,shell/requests}.test.ts',
  'apps/cli/test/{backup,start}.test.ts',
  'apps/dev/test/dev.test.ts',
  'apps/mock/test/{added-operation,memory,package}.test.ts',
  'apps/worker/test/{faults,profile-backfill,receivers}.test.ts',
  'apps/workflow/**/*.test.ts',
  'docs/test/samples.test.ts',
  'packages/db/test/watch-transactions.test.ts',
  'packages/intelligence-training/test/{reader,training}.test.ts',
  'packages/limits/test/memory-store.test.ts',
  'packages/sdk/**/*.test.ts',
  'packages/webhooks/test/receiver-matrix.test.ts',
  'test/{dos,leak-check,recipe}.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['test/compile-cache.ts', 'test/scratch-dir.ts', 'packages/db/test/testing-server.ts'],
    sequence: { sequencer: LongestFirst },
    experimental: { viteModuleRunner: false },
    passWithNoTests: false,
    projects: [
      {
        test: {
          ...common,
          name: 'shared processes',
          include: ['{apps,contract-tests,docs,packages,test}/**/*.test.ts'],
          exclude: [...(common.exclude ?? []), ...ownProcess],
          // Loading modules and compiling the contract takes longer than most tests: the files of a process share both.
          // Setup files are evaluated for each file all the same.
          isolate: false,
        },
      },
      { test: { ...common, name: 'own process', include: ownProcess } },
    ],
  },
})
