import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generate } from '@svc/codegen/generate/generate'
import { assertOwnFolder, compare, type Files, publish } from '@svc/codegen/generate/output'
import { BrokenSpecError, type Finding } from '@svc/codegen/lint/findings'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { serveRequests } from '@svc/supervisor/worker-process'

// The worker process that generates generated/ from the contract: it loads the compilers once.

export interface GenerateRequest {
  source: ContractFiles
  /** Absolute path of the folder of generated files. */
  out: string
}

/**
 * Reported when types, client and bundles are written, before the pages are: the absolute paths of the changed ones.
 */
export interface GenerateProgress {
  changed: string[]
}

export interface Generation {
  /** Absolute paths of the files that were written or removed. */
  changed: string[]
  /** The reason why the other files were not written. */
  problems: Finding[]
}

serveRequests<GenerateRequest, Generation, GenerateProgress>(async ({ source, out }, report) => {
  const changed = new Set<string>()
  try {
    await assertOwnFolder(out)
    // The check of the save has linted already.
    const { files } = await generate(source, () => {}, {
      findings: [],
      onPrograms: async (programs) => {
        for (const path of await writeChanged(out, programs)) changed.add(path)
        report({ changed: [...changed] })
      },
    })
    for (const { path } of await publish(out, files)) changed.add(join(out, path))
    return { changed: [...changed], problems: [] }
  } catch (error) {
    if (!(error instanceof BrokenSpecError)) throw error
    return { changed: [...changed], problems: [...error.findings] }
  }
})

/** Writes the files that differ. Other files stay, also stale ones. */
async function writeChanged(folder: string, files: Files): Promise<string[]> {
  const differences = (await compare(folder, files)).filter(({ kind }) => kind !== 'stale')
  for (const { path } of differences) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), files.get(path) ?? '')
  }
  return differences.map(({ path }) => join(folder, path))
}
