import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import type { Python } from '@svc/python'
import { execa } from 'execa'
import { type Document, type DocumentedOperation, operationsOf } from '../contract.ts'
import { schemathesisDir } from '../paths.ts'

interface Run {
  python: Python
  document: Document
  baseUrl: string
  headers: Readonly<Record<string, string>>
  /** Values of the keys in the query, by the name of their security scheme. */
  queryKeys: readonly { scheme: string; value: string }[]
  /** The operations to test; all of them when empty. */
  only: readonly string[]
  /** The operations to omit. */
  without: readonly string[]
  /** The checks to omit; other names than those of `fuzzingChecks` have no effect. */
  withoutChecks: readonly string[]
  fast: boolean
  seed: number
  /** An empty folder. */
  folder: string
  signal: AbortSignal
}

/** The checks of Schemathesis that can be omitted. hooks_document.py has a check in place of `not_a_server_error`. */
export const fuzzingChecks: readonly string[] = [
  ...['status_code_conformance', 'content_type_conformance', 'response_headers_conformance'],
  ...['response_schema_conformance', 'negative_data_rejection', 'positive_data_acceptance', 'missing_required_header'],
  ...['unsupported_method', 'allow_header_conformance', 'use_after_free', 'ensure_resource_availability'],
  ...['ignored_auth', 'object_level_authorization'],
]

/** Cases per operation while fuzzing. */
const casesOf = { fast: 10, full: 100 }

/** Runs Schemathesis with its own settings on a document. Resolves with its output, and whether it found nothing. */
export async function runSchemathesisOn(run: Run): Promise<{ passed: boolean; output: string }> {
  const { python, document, baseUrl, headers, only, without, withoutChecks, fast, seed, folder, signal } = run
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/openapi.json`, JSON.stringify(document))
  await writeFile(`${folder}/schemathesis.toml`, settingsOf(run))
  const args = [
    ['run', 'openapi.json', '--url', baseUrl, '--seed', String(seed), '--no-color', '--continue-on-failure'],
    ['--phases', fast ? 'examples,coverage' : 'examples,coverage,fuzzing,stateful'],
    ['--max-examples', String(fast ? casesOf.fast : casesOf.full)],
    ...Object.entries(headers).map(([name, value]) => ['--header', `${name}: ${value}`]),
    ...['not_a_server_error', ...fuzzingChecks.filter((name) => withoutChecks.includes(name))].map((name) => [
      '--exclude-checks',
      name,
    ]),
    ...only.map((name) => ['--include-operation-id', name]),
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

/** The settings that no option of the command line has. */
function settingsOf({ document, queryKeys }: Run): string {
  const keys = queryKeys.map(
    ({ scheme, value }) => `[auth.openapi.${JSON.stringify(scheme)}]\napi_key = ${JSON.stringify(value)}\n`,
  )
  const operations = operationsOf(document).flatMap((operation) => {
    const refusals = refusalsOf(operation)
    if (refusals.length === 0) return []
    const statuses = [...acceptedStatuses, ...refusals].map((status) => JSON.stringify(String(status))).join(', ')
    const name = `include-operation-id = ${JSON.stringify(operation.operationId)}`
    return [`[[operations]]\n${name}\nchecks.positive_data_acceptance.expected-statuses = [${statuses}]\n`]
  })
  return [
    `warnings = ${JSON.stringify(warnings)}\n`,
    '[output.sanitization]\nenabled = false\n',
    ...keys,
    ...operations,
  ].join('\n')
}

/** The warnings that a caller can act on. That of missing test data advises a settings file that does not exist. */
const warnings = [
  ...['base_url_mismatch', 'constants_extraction', 'dictionary_mismatch', 'method_not_allowed', 'missing_auth'],
  ...['missing_deserializer', 'rate_limited', 'timeout_units', 'unmatched_filter', 'unresolvable_reference'],
  ...['unsupported_regex', 'unused_openapi_auth', 'validation_mismatch'],
]

/** The statuses of responses to valid requests that Schemathesis accepts by default. */
const acceptedStatuses = ['2xx', '3xx', '401', '403', '404', '409', '429', '5xx']

/**
 * The statuses with which an operation may refuse a request that matches its schemas, such as one with an unknown
 * cursor: 400 and 422, if the document describes them for the operation, or describes them by `4XX` or `default`.
 */
export function refusalsOf({ responses }: DocumentedOperation): number[] {
  return [400, 422].filter((status) => [String(status), '4XX', '4xx', 'default'].some((key) => key in responses))
}
