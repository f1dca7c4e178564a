import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { loadDocument, placeOf, unreferencedParts } from '@svc/codegen/source/document'

const repository = resolve(import.meta.dirname, '../../..')

/**
 * A temporary repository with a part of our contract on its main branch, and the least code that depends on it. The
 * part has the operations `getAnalysis` and `getAccount`, whose enums the lint rules read, and the webhooks: a check of
 * it takes a fraction of the time of the whole.
 */
export interface Scratch {
  source: ContractFiles
  path(file: string): string
  read(file: string): string
  write(file: string, text: string): void
  /** Replaces every occurrence of a string. Throws an Error when the file does not contain it. */
  replace(file: string, text: string, by: string): void
  delete(file: string): void
  /** Every file of the contract as it is on the main branch. */
  restore(): void
  remove(): void
}

const handler = `import type { WebhookPayloads } from "../../../../generated/contract/webhooks.ts"

export const analysisOperations = {
  async getAnalysis({ path }: { path: { id: string } }) {
    return path.id
  },
}

export function publishCompleted(event: WebhookPayloads['analysis.completed']): number {
  return event.data.competitors_analyzed
}
`

const receiver = `import type { WebhookPayloads } from "../generated/contract/webhooks.ts"

export function receive(event: { type: string } & WebhookPayloads['analysis.completed']): string {
  if (event.type !== 'analysis.completed') return ''
  return String(event.data.competitors_analyzed)
}
`

const sender = `export function headersOf(eventId: string): Record<string, string> {
  return { 'X-SVC-Event-Id': eventId }
}
`

const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
  },
  include: ['apps', 'examples'],
}

export async function createScratch(): Promise<Scratch> {
  const folder = mkdtempSync(join(tmpdir(), 'dev-'))
  const path = (file: string) => join(folder, file)
  const read = (file: string) => readFileSync(path(file), 'utf8')
  const write = (file: string, text: string) => {
    mkdirSync(resolve(path(file), '..'), { recursive: true })
    writeFileSync(path(file), text)
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder })

  /** Removes the parts that nothing refers to, until none is left. */
  const removeUnused = async () => {
    const unused = unreferencedParts([await loadDocument('spec/openapi.yaml', { folder })])
    for (const { name, node } of unused) {
      const { file } = placeOf(node)
      write(file, read(file).replace(new RegExp(`^${name}:.*\\n(?:(?: .*)?\\n)*`, 'm'), ''))
    }
    if (unused.length > 0) await removeUnused()
  }

  cpSync(join(repository, 'spec'), path('spec'), { recursive: true })
  // Without releases it is the main branch that the contract is compared with.
  rmSync(path('spec/releases'), { recursive: true, force: true })
  cpSync(join(repository, 'redocly.yaml'), path('redocly.yaml'))
  symlinkSync(join(repository, 'node_modules'), path('node_modules'))
  write('spec/openapi.yaml', read('spec/openapi.yaml').replaceAll(/^ {2}\/(?!analyses\/|account:).*\n/gm, ''))
  // They lead to operations that are gone.
  write('spec/paths/analyses.yaml', read('spec/paths/analyses.yaml').replaceAll(/^( +)links:\n(?:\1 .*\n)+/gm, ''))
  await removeUnused()
  write('package.json', '{ "type": "module" }\n')
  write('tsconfig.json', JSON.stringify(tsconfig))
  write('apps/api/src/operations/analyses.ts', handler)
  write('examples/receiver.ts', receiver)
  write('packages/webhooks/src/signing.ts', sender)
  git('init', '-q', '-b', 'main')
  git('add', 'spec')
  git('commit', '-qm', 'The contract')
  return {
    source: { folder, spec: 'spec/openapi.yaml', companions: [], rules: path('redocly.yaml') },
    path,
    read,
    write,
    replace(file, text, by) {
      const before = read(file)
      if (!before.includes(text)) throw new Error(`${file} has no "${text}".`)
      write(file, before.replaceAll(text, by))
    },
    delete: (file) => rmSync(path(file)),
    restore: () => void git('checkout', '-q', '--', 'spec'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
