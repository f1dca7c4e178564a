import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import type { Python } from '@svc/python'
import { execa } from 'execa'
import type { Document } from '../contract.ts'
import { schemathesisDir } from '../paths.ts'

interface Run {
  python: Python
  document: Document
  baseUrl: string
  headers: Readonly<Record<string, string>>
  /** The operations to omit. */
  without: readonly string[]
  withoutChecks: readonly string[]
  fast: boolean
  seed: number
  /** An empty folder. */
  folder: string
  signal: AbortSignal
}

/** Cases per operation while fuzzing. */
const casesOf = { fast: 10, full: 100 }

/** Runs Schemathesis with its own settings on a document. Resolves with its output, and whether it found nothing. */
export async function runSchemathesisOn(run: Run): Promise<{ passed: boolean; output: string }> {
  const { python, document, baseUrl, headers, without, withoutChecks, fast, seed, folder, signal } = run
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/openapi.json`, JSON.stringify(document))
  const args = [
    ['run', 'openapi.json', '--url', baseUrl, '--seed', String(seed), '--no-color', '--continue-on-failure'],
    ['--phases', fast ? 'examples,coverage' : 'examples,coverage,fuzzing,stateful'],
    ['--max-examples', String(fast ? casesOf.fast : casesOf.full)],
    ...Object.entries(headers).map(([name, value]) => ['--header', `${name}: ${value}`]),
    // hooks_document.py has a check in its place.
    ...['not_a_server_error', ...withoutChecks].map((name) => ['--exclude-checks', name]),
    ...without.map((name) => ['--exclude-operation-id', name]),
  ].flat()
  const { exitCode, all } = await execa(python.command, ['-m', 'schemathesis.cli', ...args], {
    cwd: folder,
    env: {
      ...python.env,
      PYTHONPATH: [schemathesisDir, python.env.PYTHONPATH].filter(Boolean).join(delimiter),
      SCHEMATHESIS_HOOKS: 'hooks_document',
      PYTHONHASHSEED: '0',
      COLUMNS: '120',
    },
    stdin: 'ignore',
    all: true,
    reject: false,
    cancelSignal: signal,
  })
  signal.throwIfAborted()
  return { passed: exitCode === 0, output: all }
}
