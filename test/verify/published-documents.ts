// Makes a service of each of these published OpenAPI documents: `svc-spec init`, the strict compiler over everything
// that is generated, and the contract tests of the service. Prints a row for each. The documents are downloaded from
// npm into a temporary folder. Part of a name selects some of them.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../command.ts'

interface PublishedDocument {
  /** The package on npm, with its version. */
  package: string
  /** The path of the document in the package. */
  file: string
  /** The reason in the message of `init` for a document that it refuses. */
  refusal?: string
}

const documents: readonly PublishedDocument[] = [
  { package: '@directus/specs@15.2.0', file: 'dist/openapi.json' },
  { package: '@directus/openapi@0.1.5', file: 'dist/oas.json' },
  { package: '@blockfrost/openapi@0.1.93', file: 'openapi.yaml' },
  { package: '@ideal-postcodes/openapi@4.21.0', file: 'dist/openapi.json' },
  { package: '@digdir/dialogporten-schema@1.40.0', file: 'swagger.verified.json' },
  { package: '@scalar/galaxy@0.2.20', file: 'dist/3.1.json' },
  { package: '@readme/oas-examples@8.2.2', file: '3.1/json/train-travel.json' },
  { package: '@readme/oas-examples@8.2.2', file: '3.1/json/readme.json' },
  { package: '@readme/oas-examples@8.2.2', file: '3.0/json/star-trek.json' },
  {
    package: '@okta/openapi@2.15.0',
    file: 'dist/spec.json',
    refusal: 'is Swagger 2.0. Convert it to OpenAPI 3.0 or 3.1 first',
  },
]

interface Row {
  document: string
  operations: string
  init: string
  compiler: string
  contract: string
  isExpected: boolean
}

const print = (line: string) => void process.stdout.write(`${line}\n`)
const outputMax = 100 * 1024 * 1024

/** Runs a program. Returns its exit code and everything that it prints. */
async function run(cwd: string, command: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, API_CREDENTIAL: 'local-credential' }
  const done = await promisify(execFile)(command, args, { cwd, env, maxBuffer: outputMax }).catch((error) => error)
  return { code: done.code ?? 0, output: `${done.stdout}${done.stderr}` }
}

/** Downloads and unpacks a package. Returns its folder. */
async function unpacked(folder: string, name: string): Promise<string> {
  const target = join(folder, name.replaceAll(/\W+/g, '-'))
  if (existsSync(target)) return join(target, 'package')
  await mkdir(target)
  const { code, output } = await run(target, 'npm', 'pack', name, '--silent')
  if (code !== 0) throw new Error(`npm cannot download ${name}: ${output}`)
  const archive = output.trim().split('\n').at(-1) ?? ''
  const { code: failed, output: reason } = await run(target, 'tar', 'xzf', archive)
  if (failed !== 0) throw new Error(`${archive} cannot be unpacked: ${reason}`)
  return join(target, 'package')
}

async function rowFor(folder: string, { package: name, file, refusal }: PublishedDocument): Promise<Row> {
  const source = join(await unpacked(folder, name), file)
  const service = await mkdtemp(join(folder, 'service-'))
  const row = { document: `${name} ${file}`, operations: '', compiler: '', contract: '' }
  const init = await run(
    folder,
    process.execPath,
    `${root}packages/codegen/src/main.ts`,
    'init',
    service,
    '--from',
    source,
  )
  if (init.code !== 0) {
    const reason = refusal !== undefined && init.output.includes(refusal) ? refusal : init.output.trim().split('\n')[0]
    return { ...row, init: `refused: ${reason}`, isExpected: reason === refusal }
  }
  const [, operations = ''] = /a service with (\d+) operations?/.exec(init.output) ?? []
  const notes = init.output.match(/^note: /gm)?.length ?? 0
  await mkdir(join(service, 'node_modules/@svc'), { recursive: true })
  await symlink(root, join(service, 'node_modules/@svc/platform'))
  const everything = { extends: './tsconfig.json', include: ['src', 'test', 'generated'] }
  await writeFile(join(service, 'tsconfig.all.json'), JSON.stringify(everything))
  const tsc = await run(service, process.execPath, `${root}node_modules/typescript/bin/tsc`, '-p', 'tsconfig.all.json')
  const errors = tsc.output.match(/: error TS/g)?.length ?? 0
  const tests = await run(service, process.execPath, 'test/contract.ts', '--without-fuzzing')
  return {
    ...row,
    operations,
    init: `accepted, ${notes} notes`,
    compiler: `${errors} errors`,
    contract: tests.output.trim().split('\n').at(-1) ?? '',
    isExpected: refusal === undefined && tsc.code === 0 && tests.code === 0,
  }
}

const words = process.argv.slice(2)
const wanted = documents.filter(({ package: name, file }) => words.every((word) => `${name} ${file}`.includes(word)))
const folder = await mkdtemp(join(tmpdir(), 'published-documents-'))
let failures = 0
try {
  for (const document of wanted) {
    const { isExpected, ...row } = await rowFor(folder, document)
    const { operations, init, compiler, contract } = row
    const cells = [row.document.padEnd(62), operations.padStart(4), init, compiler, contract]
    print(`${isExpected ? '✓' : '✗'} ${cells.filter((cell) => cell !== '').join('  ')}`)
    if (!isExpected) failures += 1
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
print(`${wanted.length} documents, ${failures} with another result than expected.`)
process.exitCode = failures === 0 ? 0 : 1
