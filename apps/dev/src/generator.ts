import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generate } from '@svc/codegen/generate/generate'
import { assertOwnFolder, compare, type Files, publish } from '@svc/codegen/generate/output'
import { BrokenSpecError, type Finding } from '@svc/codegen/lint/findings'
import { runLoadedRedocly } from '@svc/codegen/lint/loaded-redocly'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { serveRequests } from '@svc/supervisor/worker-process'

// The worker process that generates generated/ from the contract: it keeps the compilers in memory. It generates while
// the contract is being linted, and writes nothing before the request to publish, which follows a lint without errors.

/**
 * `prepare` generates what programs import, in memory; it has no result. `publish` writes it, generates the pages, and
 * writes them. Without a preparation for the same save, it generates everything.
 */
export interface GenerateRequest {
  do: 'prepare' | 'publish'
  /** Identifies the save whose contract is generated. */
  save: number
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

type Report = (progress: GenerateProgress) => void

/** A generation that waits, with everything that programs import, until it may write. */
interface Preparation {
  save: number
  /** Settles when the generation waits or has failed; `generated` has the error. Never rejects. */
  isWaiting: Promise<void>
  generated: Promise<Generation>
  write(report: Report): void
  discard(): void
}

class DiscardedError extends Error {}

let last: Preparation | undefined

serveRequests<GenerateRequest, Generation, GenerateProgress>(async (request, report) => {
  if (last?.save !== request.save) {
    last?.discard()
    last = prepare(request)
  }
  if (request.do === 'prepare') {
    await last.isWaiting
    return { changed: [], problems: [] }
  }
  last.write(report)
  return last.generated
})

function prepare({ save, source, out }: GenerateRequest): Preparation {
  const waiting = Promise.withResolvers<void>()
  const permission = Promise.withResolvers<Report>()
  // Nobody waits for the permission if the generation fails earlier.
  permission.promise.catch(() => {})
  const generated = generateWith(source, out, () => {
    waiting.resolve()
    return permission.promise
  })
  generated.then(
    () => waiting.resolve(),
    () => waiting.resolve(),
  )
  return {
    save,
    isWaiting: waiting.promise,
    generated,
    write: permission.resolve,
    discard: () => permission.reject(new DiscardedError()),
  }
}

/** @param mayWrite called when everything that programs import is generated */
async function generateWith(source: ContractFiles, out: string, mayWrite: () => Promise<Report>): Promise<Generation> {
  const changed = new Set<string>()
  try {
    // The check of the save lints.
    const { files } = await generate(source, () => {}, {
      findings: [],
      redocly: runLoadedRedocly,
      onPrograms: async (programs) => {
        const report = await mayWrite()
        await assertOwnFolder(out)
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
}

/** Writes the files that differ. Other files stay, also stale ones. */
async function writeChanged(folder: string, files: Files): Promise<string[]> {
  const differences = (await compare(folder, files)).filter(({ kind }) => kind !== 'stale')
  for (const { path } of differences) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), files.get(path) ?? '')
  }
  return differences.map(({ path }) => join(folder, path))
}
