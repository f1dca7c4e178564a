import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type afterAll, onTestFinished } from 'vitest'

export const fixtures = resolve(import.meta.dirname, 'fixtures')

/** Lint rules that are stricter than what OpenAPI demands. */
export const houseRules = join(fixtures, 'redocly.yaml')

/** Lint rules for any document. */
export const validityRules = resolve(import.meta.dirname, '../src/lint/valid-openapi.redocly.yaml')

const program = resolve(import.meta.dirname, '../src/main.ts')

/** An empty folder, removed when the test is over. Outside a test, name the hook that removes it. */
export async function temporaryFolder(whenDone: typeof onTestFinished | typeof afterAll = onTestFinished) {
  const folder = await mkdtemp(join(tmpdir(), 'codegen-test-'))
  whenDone(() => rm(folder, { recursive: true }))
  return folder
}

/** A copy of the library's contract in which one text of one file is replaced. */
export async function brokenLibrary(file: string, text: string, replacement: string): Promise<string> {
  const folder = await temporaryFolder()
  await cp(join(fixtures, 'library'), folder, { recursive: true })
  const original = await readFile(join(folder, file), 'utf8')
  if (!original.includes(text)) throw new Error(`${file} does not hold the text to be replaced: ${text}`)
  await writeFile(join(folder, file), original.replace(text, replacement))
  return folder
}

/** Runs `svc-spec` in a folder. Returns its exit code and everything that it prints. */
export function runSpec(folder: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder })
    let output = ''
    const read = (text: string) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.on('error', reject).on('close', (code) => done({ code, output }))
  })
}

/** Every file below a folder with its text. */
export async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return Object.fromEntries(files.map((file, index) => [file.slice(folder.length + 1), texts[index] ?? '']))
}

/** A service that `init` has made. */
export interface NewService {
  folder: string
  /** The output of `init`. */
  printed: Awaited<ReturnType<typeof runSpec>>
  /** Runs a program on Node in the folder. Returns its exit code and everything that it prints. */
  run(...args: string[]): Promise<{ code: number; output: string }>
}

/** The compiler, for `NewService.run`. */
export const compiler = resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')

/** Makes a service of a document, whose dependency is linked as `npm install` links it. For `beforeAll`. */
export async function newService(document: string, whenDone: typeof afterAll): Promise<NewService> {
  const parent = await temporaryFolder(whenDone)
  const folder = join(parent, 'service')
  await writeFile(join(parent, 'openapi.yaml'), document)
  const printed = await runSpec(parent, 'init', 'service', '--from', 'openapi.yaml')
  await mkdir(join(folder, 'node_modules/@svc'), { recursive: true })
  await symlink(resolve(import.meta.dirname, '../../..'), join(folder, 'node_modules/@svc/platform'))
  return {
    folder,
    printed,
    async run(...args) {
      const env = { PATH: process.env.PATH, API_CREDENTIAL: 'local-credential' }
      const options = { cwd: folder, env }
      const done = await promisify(execFile)(process.execPath, args, options).catch((error) => error)
      return { code: done.code ?? 0, output: `${done.stdout}${done.stderr}` }
    },
  }
}
