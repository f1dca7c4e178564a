import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { OpenApi } from '../source/openapi.ts'
import { BrokenSpecError, type Finding, findingsOf, type RedoclyFinding, unreadableDocument } from './findings.ts'
import { ofNearestAlternatives } from './nearest-alternative.ts'

/**
 * Redocly is run through its command line, because the version that editors and `npx redocly` use is published only as
 * a program.
 */
export const program = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

/** The lint rules for other documents: they must be valid OpenAPI. */
export const validityRules = resolve(import.meta.dirname, 'valid-openapi.redocly.yaml')

/** Turns off Redocly's usage reports and its check for a newer version. */
export const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** High enough that no finding is hidden. */
const findingsMax = 1000

/** Runs Redocly with these arguments in a working folder. */
export type RunRedocly = (arguments_: readonly string[], folder: string) => Promise<Outcome>

export interface Outcome {
  code: number | null
  output: string
  log: string
}

/**
 * Lints one document with the rules of a Redocly configuration.
 *
 * @param run default: a new process
 * @returns the findings; empty for a valid document
 */
export async function lint(
  document: string,
  rules: string,
  folder: string,
  run: RunRedocly = runProcess,
): Promise<Finding[]> {
  if (!existsSync(resolve(folder, document))) {
    return [missing(document, 'No such file. Name the root document of the contract with --spec.')]
  }
  if (!existsSync(resolve(folder, rules))) {
    return [missing(rules, 'No such file. Name the Redocly configuration with --rules.')]
  }
  const older = olderVersion(document, folder)
  if (older) return [older]
  const options = ['--config', rules, '--format=json', `--max-problems=${findingsMax}`, '--lint-config=error']
  const { code, output, log } = await run(['lint', document, ...options], folder)
  if (output.startsWith('{')) {
    const { problems: reported }: { problems: RedoclyFinding[] } = JSON.parse(output)
    return findingsOf(await ofNearestAlternatives(reported, document, folder), folder)
  }
  if (code === 0) return []
  return [unreadableDocument(log, document, folder)]
}

/** Bundles a document and the files that it refers to into one document. The document must have no lint findings. */
export async function bundle(
  document: string,
  rules: string,
  folder: string,
  scratch: string,
  run: RunRedocly = runProcess,
): Promise<OpenApi> {
  const result = join(scratch, `${document.replaceAll(/[^\w.-]/g, '_')}.bundle.json`)
  const { code, log } = await run(['bundle', document, '--config', rules, '--output', result], folder)
  if (code !== 0) throw new BrokenSpecError([unreadableDocument(log, document, folder)])
  const bundled: OpenApi = JSON.parse(await readFile(result, 'utf8'))
  return bundled
}

/** The rules of 3.1 report a hundred findings for an older document, all with the same cause. */
function olderVersion(file: string, folder: string): Finding | undefined {
  const lines = readFileSync(resolve(folder, file), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    const [, field = '', version = ''] = /^\s*["']?(openapi|swagger)["']?\s*:\s*["']?([\d.]+)/.exec(line) ?? []
    if (field === '') continue
    if (field === 'openapi' && !version.startsWith('3.0')) return undefined
    const name = field === 'swagger' ? 'Swagger' : 'OpenAPI'
    const sentence =
      `This document is ${name} ${version}; OpenAPI 3.1 is required (in 3.0, \`nullable\` and \`exclusiveMinimum\` have ` +
      `another meaning). Convert it: npm run spec:upgrade -- ${file} NEW.`
    return { file, line: index + 1, column: 1, rule: 'openapi-version', severity: 'error', sentence }
  }
  return undefined
}

function missing(file: string, sentence: string): Finding {
  return { file, line: 1, column: 1, rule: 'document', severity: 'error', sentence }
}

function runProcess(arguments_: readonly string[], folder: string): Promise<Outcome> {
  return new Promise((done, reject) => {
    const environment = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...quiet,
    }
    const child = spawn(process.execPath, [program, ...arguments_], { cwd: folder, env: environment })
    let output = ''
    let log = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
    child.on('error', reject).on('close', (code) => done({ code, output, log }))
  })
}
