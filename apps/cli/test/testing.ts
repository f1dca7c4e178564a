import { fileURLToPath } from 'node:url'

/** The path of the program `svc`, for tests that run it in a process of its own. */
export const svcPath = fileURLToPath(new URL('../src/main.ts', import.meta.url))
