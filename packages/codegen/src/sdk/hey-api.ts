import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { OpenApi } from '../source/openapi.ts'

/**
 * Generates the client: one function per operation over fetch, the types, and the small runtime they need.
 *
 * @param scratch a folder of our own that the client generator may write to
 * @returns the files by path
 */
export async function clientFiles(document: OpenApi, scratch: string): Promise<Map<string, string>> {
  // Loads the TypeScript compiler: only a run that generates pays for it.
  const { createClient } = await import('@hey-api/openapi-ts')
  const folder = join(scratch, 'sdk')
  const make = (level: 'silent' | 'info') =>
    createClient({
      input: structuredClone(document) as unknown as Record<string, unknown>,
      output: { path: folder, module: { extension: '.ts' }, tsConfigPath: null },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level, file: false },
    })
  if ((await make('silent')).length === 0) {
    // It fails without a word when it is silent, so it is asked again aloud.
    await make('info')
    throw new Error('The client generator gave up on this document. It says why above.')
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    const text = await readFile(file, 'utf8')
    files.set(path, /^(client|core)\//.test(path) ? unchecked + text : text)
  }
  return files
}

/** The client's runtime is the same for every contract, and its authors do not compile with this option. */
const unchecked = '// @ts-nocheck The runtime assigns undefined to optional properties (exactOptionalPropertyTypes).\n'
