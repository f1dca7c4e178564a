import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generate, lintContract, type Report, type Source } from './generate/generate.ts'
import { assertOurs, compare, ForeignFolder, formatDifferences, publish } from './generate/output.ts'
import { BrokenSpec, formatProblems } from './lint/findings.ts'
import { contractIn } from './our-contract.ts'

const help = `Generates from the contract whatever follows from it: bundles, types, client, docs and a Postman collection.

  npm run generate                      spec/ → generated/
  npm run generate -- --check           writes nothing; fails when generated/ differs from what the spec demands
  npm run lint                          checks the spec with the house rules and writes nothing
  npm run generate -- --spec FILE --out DIR
                                        the same for any OpenAPI 3.1 document

Options
  --spec FILE    root document of the contract
  --also FILE    a document beside it, to be checked, bundled and documented (may be repeated)
  --out DIR      where to write; must be new, empty or written by an earlier run
  --rules FILE   Redocly configuration with the lint rules; for a document of your own: that it is valid OpenAPI
  --check, --lint, --help

Exit code 0 when all is well, 1 when the document is broken or generated files differ, 2 for a wrong option.
`

const repository = resolve(import.meta.dirname, '../../..')

/** Our own contract, where no other is named. */
const contract = contractIn(repository)

const anyDocumentRules = resolve(import.meta.dirname, 'lint/valid-openapi.redocly.yaml')

async function main(args: string[]): Promise<number> {
  // Without arguments it is our own contract, whose outcome turbo has kept if nothing changed; it calls back when something did.
  if (args.length === 0 && process.env.TURBO_HASH === undefined) return throughTurbo()
  const options = readOptions(args)
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`)
    return 2
  }
  if (options.help) {
    print(help)
    return 0
  }
  try {
    if (options.lint) return await runLint(options.source)
    return await runGenerate(options.source, options.out, options.check)
  } catch (error) {
    if (error instanceof ForeignFolder) {
      process.stderr.write(`${error.message}\n`)
      return 2
    }
    if (!(error instanceof BrokenSpec)) throw error
    print(`\n${error.message}\n\nNothing was written: ${count(error.problems.length, 'problem')} in the spec.\n`)
    return 1
  }
}

function throughTurbo(): number {
  const command = ['run', 'generate', '--filter=@svc/codegen', '--output-logs=full', '--log-prefix=none']
  const result = spawnSync('turbo', command, { cwd: repository, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.error) throw result.error
  return result.status ?? 1
}

async function runLint(source: Source): Promise<number> {
  const start = performance.now()
  const problems = await lintContract(source)
  const documents = [source.spec, ...source.companions].join(', ')
  if (problems.length > 0) print(`${formatProblems(problems)}\n\n`)
  print(`${documents}: ${count(problems.length, 'problem')} (${seconds(performance.now() - start)})\n`)
  return problems.length === 0 ? 0 : 1
}

async function runGenerate(source: Source, out: string, check: boolean): Promise<number> {
  const start = performance.now()
  const folder = resolve(source.folder, out)
  if (!check) await assertOurs(folder)
  const { files, notes } = await generate(source, printStep)
  const differences = check ? await compare(folder, files) : await publish(folder, files)
  for (const note of notes) print(`note: ${note}\n`)
  const total = seconds(performance.now() - start)
  if (!check) {
    for (const { path, kind } of differences) print(`  ${done[kind].padEnd(9)} ${path}\n`)
    print(`${out}/ holds ${count(files.size, 'file')}, ${differences.length} of them new (${total})\n`)
    return 0
  }
  if (differences.length === 0) {
    print(`${out}/ is what the spec demands: ${count(files.size, 'file')} (${total})\n`)
    return 0
  }
  print(`\n${formatDifferences(differences)}\n\n`)
  print(
    `${out}/ is not what the spec demands: ${count(differences.length, 'difference')}. Run \`npm run generate\` and commit the result.\n`,
  )
  return 1
}

const done = { missing: 'added', changed: 'changed', stale: 'removed' } as const

const printStep: Report = (step, outcome, milliseconds) => {
  print(`  ${step.padEnd(9)} ${outcome.padEnd(14)} ${seconds(milliseconds)}\n`)
}

interface Options {
  help: boolean
  check: boolean
  lint: boolean
  source: Source
  out: string
}

/** Reads the command line; a string is what is wrong with it. */
function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        spec: { type: 'string' },
        also: { type: 'string', multiple: true, default: [] },
        out: { type: 'string' },
        rules: { type: 'string' },
        check: { type: 'boolean', default: false },
        lint: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const { spec, also, out, rules, ...modes } = values
    if (spec === undefined) {
      if (out !== undefined || rules !== undefined || also.length > 0)
        return 'Options --also, --out and --rules belong to --spec.'
      return { ...modes, source: contract, out: 'generated' }
    }
    if (out === undefined && !modes.lint) return 'Say with --out where the files go.'
    const source = { folder: process.cwd(), spec, companions: also, rules: resolve(rules ?? anyDocumentRules) }
    return { ...modes, source, out: out ?? '' }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function print(text: string): void {
  process.stdout.write(text)
}

process.exitCode = await main(process.argv.slice(2))
