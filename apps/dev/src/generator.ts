import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generate } from '@svc/codegen/generate/generate'
import { assertOwnFolder, compare, type Files, publish } from '@svc/codegen/generate/output'
import { BrokenSpecError, type Problem } from '@svc/codegen/lint/findings'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { answerQuestions } from './resident.ts'

// A program that turns the contract into generated/ (resident.ts), again and again: the compilers that it needs are loaded once.

export interface GenerateQuestion {
  source: ContractFiles
  /** Absolute path of the folder of generated files. */
  out: string
}

/** Said when types, client and bundles are written, while the pages are still being made: the absolute paths of those that changed. */
export interface ProgramsWritten {
  changed: string[]
}

export interface Generation {
  /** Absolute paths of the files that were written or removed. */
  changed: string[]
  /** Why nothing more was written. */
  problems: Problem[]
}

answerQuestions<GenerateQuestion, Generation, ProgramsWritten>(async ({ source, out }, tell) => {
  const changed = new Set<string>()
  try {
    await assertOwnFolder(out)
    // Whoever asks has linted.
    const { files } = await generate(source, () => {}, {
      problems: [],
      onPrograms: async (programs) => {
        for (const path of await writeChanged(out, programs)) changed.add(path)
        tell({ changed: [...changed] })
      },
    })
    for (const { path } of await publish(out, files)) changed.add(join(out, path))
    return { changed: [...changed], problems: [] }
  } catch (error) {
    if (!(error instanceof BrokenSpecError)) throw error
    return { changed: [...changed], problems: [...error.problems] }
  }
})

/** Writes what differs and leaves everything else, also what will prove to be stale. */
async function writeChanged(folder: string, files: Files): Promise<string[]> {
  const differences = (await compare(folder, files)).filter(({ kind }) => kind !== 'stale')
  for (const { path } of differences) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), files.get(path) ?? '')
  }
  return differences.map(({ path }) => join(folder, path))
}
