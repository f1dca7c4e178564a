import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'
import { createWorkerProcess } from '@svc/supervisor/worker-process'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'
import type { TypeCheckRequest } from '../src/type-checker.ts'

// The type checker checks only files that use a changed part of the generated types. Here, its errors are compared with
// those of the compiler, which checks everything.

const folder = mkdtempSync(join(tmpdir(), 'changed-types-'))
const config = join(folder, 'tsconfig.json')
const checker = createWorkerProcess<TypeCheckRequest, Finding[]>(new URL('../src/type-checker.ts', import.meta.url))

afterAll(async () => {
  await checker.stop()
  rmSync(folder, { recursive: true })
})

let state = 1

/** Returns a whole number below a limit. The same seed always gives the same numbers. */
function below(limit: number): number {
  state = (state * 48_271) % 2_147_483_647
  return state % limit
}

function oneOf(texts: readonly string[]): string {
  return texts[below(texts.length)] ?? ''
}

const names = ['A', 'B', 'C', 'D', 'E']
const fields = ['f0', 'f1', 'f2']

/** The fields of each schema with their types; a schema or a field can be missing. */
type Contract = Map<string, Map<string, string>>

function randomType(): string {
  const scalar = ['string', 'number', 'boolean', '"one" | "two"']
  return below(3) === 0 ? `components["schemas"]["${oneOf(names)}"]` : oneOf(scalar)
}

function randomSchema(): Map<string, string> {
  return new Map(fields.filter(() => below(8) > 0).map((field) => [field, randomType()]))
}

function editContract(contract: Contract): void {
  const name = oneOf(names)
  const schema = contract.get(name)
  if (schema === undefined) contract.set(name, randomSchema())
  else if (below(8) === 0) contract.delete(name)
  else if (below(6) === 0) schema.delete(oneOf(fields))
  else schema.set(oneOf(fields), randomType())
}

function typesOf(contract: Contract): string {
  const schemas = [...contract].map(([name, schema]) => {
    const members = [...schema].map(([field, type]) => `      /** Comment ${below(9)}. */\n      ${field}: ${type};`)
    return `    ${name}: {\n${members.join('\n')}\n    };`
  })
  const operations = [...contract.keys()].map((name) => {
    return `  get${name}: { responses: { 200: components["schemas"]["${name}"] } };`
  })
  return `export interface components {\n  schemas: {\n${schemas.join('\n')}\n  };\n}
export interface operations {\n${operations.join('\n')}\n}
/** The schemas by name. */
export type Schemas = components['schemas']\n`
}

function valuesOf(): string {
  const table = `export const table: Readonly<Record<string, ${oneOf(['string', 'number'])}>> = {}`
  const removed = oneOf(['', "export const removed: string = 'x'"])
  return `${table}
export const bounds = { seats: ${oneOf(['1', "'1'"])} } as const
${removed}
`
}

/** A generated file that uses another one. */
function derivedOf(): string {
  const names = ['Shown', 'Table', 'Unused']
  return `import type { components, operations, Schemas } from './types.ts'
export type { components }
export type Shown = Schemas['${oneOf(['A', 'B'])}']
export const table: Record<keyof Schemas, number> = { A: 1, B: 1, C: 1, D: 1, E: 1 }
export type Data<Id extends keyof operations> = operations[Id]['responses'][200]
export interface Both { shown: Shown; name: '${oneOf(names)}' }
export const fixed = ${oneOf(["'1'", '1'])}\n`
}

/** Code that uses the types in every way that is treated differently; the variants of a file replace each other. */
function codeOf(path: string): string {
  const types = "from '../generated/types.ts'"
  const code: Record<string, readonly string[]> = {
    'src/inferred.ts': [
      `import type { components } ${types}\ndeclare const a: components['schemas']['A']\nexport const first = a.f0\n`,
      `import type { components } ${types}\ndeclare const a: components['schemas']['A']\nexport const first = a.f1\n`,
    ],
    'src/use-inferred.ts': ["import { first } from './inferred.ts'\nexport const text: string = first\n"],
    'src/alias.ts': [`import type { Schemas as All } ${types}\nexport type Own = All['B']\n`],
    'src/use-alias.ts': [
      "import type { Own } from './alias.ts'\ndeclare const own: Own\nexport const flag: boolean = own.f1\n",
      "import type { Own } from './alias.ts'\ndeclare const own: Own\nexport const flag: string = own.f2\n",
    ],
    'src/all.ts': [
      `import type { Schemas } ${types}\nexport type Every = { [Name in keyof Schemas]: Schemas[Name] }\n`,
    ],
    'src/use-all.ts': [
      "import type { Every } from './all.ts'\ndeclare const every: Every\nevery.C.f2 satisfies number\n",
    ],
    'src/exported.ts': [`export type { Schemas } ${types}\n`],
    'src/use-exported.ts': [
      "import type { Schemas } from './exported.ts'\nexport const d: Schemas['D']['f0'] = 'one'\n",
    ],
    'src/inline.ts': [
      `import type { Schemas as All } ${types}
export type A = All['A']
export type E = import('../generated/types.ts').Schemas['E']
`,
    ],
    'src/use-inline.ts': ["import type { E } from './inline.ts'\ndeclare const e: E\ne.f1 satisfies string\n"],
    'src/namespace.ts': [`import type * as all ${types}\nexport type C = all.Schemas['C']\n`],
    'src/use-namespace.ts': ["import type { C } from './namespace.ts'\ndeclare const c: C\nc.f0 satisfies number\n"],
    'src/operation.ts': [
      `import type { operations } ${types}\ndeclare const b: operations['getB']['responses'][200]\nb.f0 satisfies string\n`,
    ],
    'src/generic.ts': [
      `import type { operations } ${types}\nexport type Data<Id extends keyof operations> = operations[Id]['responses'][200]\n`,
    ],
    'src/use-generic.ts': [
      "import type { Data } from './generic.ts'\ndeclare const d: Data<'getD'>\nd.f2 satisfies number\n",
    ],
    'src/values.ts': [
      "import { bounds, table } from '../generated/values.ts'\nbounds.seats satisfies number\ntable['a'] satisfies number | undefined\n",
    ],
    'src/derived.ts': [
      "import type { Both } from '../generated/derived.ts'\ndeclare const b: Both\nb.shown.f0 satisfies string\n",
    ],
    'src/derived-data.ts': [
      "import type { Data } from '../generated/derived.ts'\ndeclare const b: Data<'getE'>\nb.f0 satisfies string\n",
    ],
    'src/derived-value.ts': ["import { fixed } from '../generated/derived.ts'\nfixed satisfies string\n"],
    'src/derived-other.ts': [
      "import type { components } from '../generated/derived.ts'\ndeclare const b: components['schemas']['E']\nb.f1 satisfies string\n",
    ],
    'src/later.ts': [
      "import { table } from '../generated/values.ts'\nexport const load = async () => (await import('../generated/values.ts')).bounds\ntable['a'] satisfies unknown\n",
    ],
    'src/use-later.ts': ["import { load } from './later.ts'\n;(await load()).seats satisfies number\n"],
    'src/some-values.ts': ["import * as all from '../generated/values.ts'\nall.bounds.seats satisfies number\n"],
    'src/all-values.ts': ["import * as all from '../generated/values.ts'\nObject.keys(all) satisfies 'never'\n"],
    'src/unused.ts': ["import '../generated/inner.ts'\nimport { removed } from '../generated/values.ts'\n"],
    'test/some.test.ts': ["import { text } from '../src/use-inferred.ts'\ntext satisfies string\n"],
    'test/direct.test.ts': [
      `import type { Schemas } ${types}\ndeclare const e: Schemas['E']\ne.f2 satisfies boolean\n`,
    ],
  }
  return path === '' ? Object.keys(code).join('\n') : oneOf(code[path] ?? [])
}

function write(path: string, text: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
  return join(folder, path)
}

async function errorsOfChecker(changed: string[]): Promise<string[]> {
  const sources = await checker.request({ config, folder, of: 'sources', changed })
  const tests = await checker.request({ config, folder, of: 'tests', changed: [] })
  return [...sources, ...tests].map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`).sort()
}

const libraries = new Map<string, ts.SourceFile | undefined>()

function errorsOfCompiler(): string[] {
  const command = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} },
  )
  const options = command?.options ?? {}
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile
  host.getSourceFile = (path, ...how) => {
    if (path.startsWith(folder)) return read(path, ...how)
    if (!libraries.has(path)) libraries.set(path, read(path, ...how))
    return libraries.get(path)
  }
  const program = ts.createProgram(command?.fileNames ?? [], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, start = 0, code }) => {
      const { line, character } = file ? ts.getLineAndCharacterOfPosition(file, start) : { line: 0, character: 0 }
      return `${relative(folder, file?.fileName ?? config)}:${line + 1}:${character + 1} TS${code}`
    })
    .sort()
}

test('after each of many random edits of types and code, the errors are those of the whole compiler', async () => {
  write('package.json', '{ "type": "module" }')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024'],
    types: [],
    allowImportingTsExtensions: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src', 'test'] }))
  const paths = codeOf('').split('\n')
  for (const path of paths) write(path, codeOf(path))
  let different = new Set<string>()
  for (let seed = 1; seed <= 4; seed++) {
    state = seed
    const contract: Contract = new Map(names.map((name) => [name, randomSchema()]))
    for (let edit = 1; edit <= 40; edit++) {
      const changed: string[] = []
      for (let count = below(3); count > 0; count--) editContract(contract)
      if (edit === 1 || below(3) > 0) changed.push(write('generated/types.ts', typesOf(contract)))
      if (edit === 1 || below(8) === 0) changed.push(write('generated/derived.ts', derivedOf()))
      if (edit === 1 || below(4) === 0) changed.push(write('generated/values.ts', valuesOf()))
      if (below(3) === 0)
        changed.push(write('generated/inner.ts', `export const inner: string = ${oneOf(["'1'", '1'])}\n`))
      const path = below(2) === 0 ? 'src/inferred.ts' : oneOf(paths)
      if (below(2) === 0) changed.push(write(path, codeOf(path)))
      const errors = errorsOfCompiler()
      expect(await errorsOfChecker(changed), `seed ${seed}, edit ${edit}`).toEqual(errors)
      different = different.union(new Set(errors))
    }
  }
  // The edits cause errors in most files.
  expect(new Set([...different].map((error) => error.split(':')[0])).size).toBeGreaterThan(12)
})
