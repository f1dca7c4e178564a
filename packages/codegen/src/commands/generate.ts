import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { countOf } from '@svc/command-line/text'
import { filesWithErrorTables } from '../generate/error-tables.ts'
import { generate } from '../generate/generate.ts'
import { hashesOf } from '../generate/inputs.ts'
import {
  assertOwnFolder,
  compareFiles,
  compareOutputs,
  countIfUnchanged,
  type Difference,
  ForeignFolderError,
  formatDifferences,
  publish,
} from '../generate/output.ts'
import { BrokenSpecError } from '../lint/findings.ts'
import { repository } from '../our-contract.ts'
import type { ContractFiles } from '../source/contract-files.ts'
import { contractOf, contractOptions } from './contract-options.ts'
import { formatSeconds } from './format-seconds.ts'

type Print = (text: string) => void

export const generateCommand = defineCommand({
  name: 'generate',
  summary: 'Generate bundles, types, client, documentation and Postman collection',
  description: `Without options: from spec/ to generated/. With --spec and --out the same for any OpenAPI 3.1 document.
  If neither the inputs nor the generated files have changed, it only says so. --check always generates and compares.

  Exit code 1 when the document has errors or, with --check, when the generated files differ.`,
  options: {
    ...contractOptions,
    out: { value: 'DIR', description: 'Output folder: new, empty, or written by an earlier run' },
    check: {
      flag: true,
      description: 'Write nothing; exit with 1 if generated files are out of date',
    },
  },
  json: false,
  async run({ options }, { env, stdout, workingDirectory }) {
    const { spec, out, check } = options
    const isOurs = spec === undefined
    if (isOurs && out !== undefined) throw new UsageError('--out requires --spec.')
    if (!isOurs && out === undefined) throw new UsageError('--spec requires --out, the folder for the files.')
    const contract = contractOf(options, workingDirectory)
    const print: Print = (text) => void stdout.write(text)
    try {
      await updateErrorTables(contract, check, print)
      // turbo caches the result for our own contract, and runs this command again if something has changed.
      if (isOurs && !check && env.TURBO_HASH === undefined) {
        runThroughTurbo()
        return undefined
      }
      await run(contract, out ?? 'generated', check, print)
    } catch (error) {
      if (error instanceof ForeignFolderError) throw new UsageError(error.message)
      if (!(error instanceof BrokenSpecError)) throw error
      const count = countOf(error.findings.length, 'finding')
      throw new CommandError(`\n${error.message}\n\nNothing was written: ${count} in the spec.`)
    }
    return undefined
  },
})

/**
 * Writes the tables of error codes that are out of date or, with `check`, reports them. They are part of the contract
 * and of the guides, so this comes before everything that is generated from these.
 */
async function updateErrorTables(contract: ContractFiles, check: boolean, print: Print): Promise<void> {
  const files = await filesWithErrorTables(contract)
  const differences = await compareFiles(contract.folder, files)
  if (check && differences.length > 0) {
    throw new CommandError(
      `\n${formatDifferences(differences)}\n\nThe tables of error codes are out of date. Run \`npm run generate\` and commit the result.`,
    )
  }
  for (const { path } of differences) {
    await writeFile(join(contract.folder, path), files.get(path) ?? '')
    print(`  changed   ${path}\n`)
  }
}

function runThroughTurbo(): void {
  const words = ['run', 'generate', '--filter=@svc/codegen', '--output-logs=full', '--log-prefix=none']
  const { error, status } = spawnSync('turbo', words, {
    cwd: repository,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error) throw error
  if (status !== 0) throw new CommandError('The generation failed. See the output above.')
}

async function run(contract: ContractFiles, out: string, check: boolean, print: Print): Promise<void> {
  const start = performance.now()
  const folder = resolve(contract.folder, out)
  if (!check) {
    await assertOwnFolder(folder)
    const unchanged = await countIfUnchanged(folder, (names) => hashesOf(contract, names))
    if (unchanged !== undefined) {
      print(`${out}/ is unchanged: ${countOf(unchanged, 'file')} (${formatSeconds(performance.now() - start)})\n`)
      return
    }
  }
  const { files, notes } = await generate(contract, (step, outcome, durationMs) => {
    print(`  ${step.padEnd(9)} ${outcome.padEnd(14)} ${formatSeconds(durationMs)}\n`)
  })
  const differences = check ? await compareOutputs(folder, files) : await publish(folder, files)
  for (const note of notes) print(`note: ${note}\n`)
  const duration = formatSeconds(performance.now() - start)
  if (!check) {
    for (const { path, kind } of differences) print(`  ${written[kind].padEnd(9)} ${path}\n`)
    print(`${out}/ has ${countOf(files.size, 'file')}: ${summaryOf(differences)} (${duration})\n`)
    return
  }
  if (differences.length > 0) {
    const count = countOf(differences.length, 'difference')
    throw new CommandError(
      `\n${formatDifferences(differences)}\n\n${out}/ does not match the contract: ${count}. Run \`npm run generate\` and commit the result.`,
    )
  }
  print(`${out}/ matches the contract: ${countOf(files.size, 'file')} (${duration})\n`)
}

/** Such as `1 added, 3 changed`. */
function summaryOf(differences: readonly Difference[]): string {
  const kinds = Map.groupBy(differences, ({ kind }) => written[kind])
  return [...kinds].map(([word, { length }]) => `${length} ${word}`).join(', ') || 'unchanged'
}

const written = { missing: 'added', changed: 'changed', stale: 'removed' } as const
