// Prints the size of bundles of the SDK, and fails if one is larger than promised: `npm run size`.

import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

interface Measured {
  what: string
  /** Bytes after minifying and gzip. */
  bytes: number
  limit: number
}

const kilobyte = 1024

const programs = [
  {
    what: 'one operation through the functions entry',
    limit: 5.25 * kilobyte,
    source: 'export { createCaller, getAnalysis } from "@svc/sdk/functions"',
  },
  {
    what: 'receiving webhooks',
    limit: 1.5 * kilobyte,
    source: 'export { createReceiver } from "@svc/sdk/webhooks"',
  },
  {
    what: 'the whole SDK',
    limit: 8 * kilobyte,
    source: 'export * from "@svc/sdk"; export * from "@svc/sdk/functions"; export * from "@svc/sdk/webhooks"',
  },
]

/** Bundles each program as a consumer's build would. */
export async function measureAll(): Promise<Measured[]> {
  return Promise.all(programs.map(async ({ what, limit, source }) => ({ what, limit, bytes: await sizeOf(source) })))
}

async function sizeOf(source: string): Promise<number> {
  const bundle = await rolldown({
    input: 'program',
    cwd: import.meta.dirname,
    platform: 'neutral',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? `${import.meta.dirname}/program.js` : null),
        load: (id) => (id.endsWith('/program.js') ? source : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return gzipSync(output[0].code, { level: 9 }).length
}

if (import.meta.main) {
  const measured = await measureAll()
  for (const { what, bytes, limit } of measured) {
    process.stdout.write(`${what.padEnd(44)} ${(bytes / kilobyte).toFixed(2)} KB of ${limit / kilobyte} KB\n`)
  }
  if (measured.some(({ bytes, limit }) => bytes > limit)) process.exitCode = 1
}
