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
    globalSetup: ['packages/db/src/testing-server.ts'],
    pool: 'forks',
    // Node runs the sources itself, here as in production.
    experimental: { viteModuleRunner: false },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
  },
})
