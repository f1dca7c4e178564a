import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'apps/**/*.test.ts',
      'contract-tests/**/*.test.ts',
      'docs/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/fixtures/**'],
    globalSetup: ['test/scratch-dir.ts', 'packages/db/test/testing-server.ts'],
    setupFiles: ['test/leak-check.ts'],
    pool: 'forks',
    // One process a core: much of the time they wait for PostgreSQL and for each other.
    maxWorkers: '100%',
    // Node runs the sources itself, here as in production.
    experimental: { viteModuleRunner: false },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
    // Names of tests made from a table are whole sentences.
    taskTitleValueFormatTruncate: 0,
  },
})
