import { resolve } from 'node:path'
import type { Input } from '@svc/command-line/command'
import { InvalidValueError, UsageError } from '@svc/command-line/errors'
import { wholeNumber } from '@svc/command-line/parsers'
import type { AnyDocumentOptions } from './any-document/run.ts'
import { lanes } from './lanes.ts'

const laneNames = lanes.map(({ name }) => name)
const tenDigits = 9_999_999_999

/** The options of `npm run contract`. */
export const optionDefinitions = {
  fast: { flag: true, description: 'What npm test runs: a small part of every lane, a few minutes' },
  nightly: { flag: true, description: 'Many more cases, with a new seed each time' },
  lane: { value: 'NAME', choices: laneNames, multiple: true, description: 'Only this lane; may be repeated' },
  operation: { value: 'NAME', multiple: true, description: 'Only this operation, by its operationId; may be repeated' },
  'changed-since': {
    value: 'REF',
    description: 'Only operations that changed since that commit; all if the code of the service changed',
  },
  shard: { value: 'K/N', parse: readShard, description: 'The K-th of N parts, to split a run over N machines' },
  replay: {
    value: 'CASE',
    parse: readCase,
    description: 'Run the operation and lane of a failure in the report again, and report whether it still fails',
  },
  seed: { value: 'N', parse: wholeNumber(1, tenDigits), description: 'The same seed sends the same cases' },
  examples: { value: 'N', parse: wholeNumber(1, tenDigits), description: 'Cases per operation while fuzzing' },
  'base-url': {
    value: 'URL',
    parse: readUrl,
    description: 'Test a deployed service, such as https://reviews.example.com/api/public/v1',
  },
  safe: {
    flag: true,
    description: 'With --base-url: no request that counts against a quota; created endpoints are deleted and listed',
  },
  spec: {
    value: 'FILE',
    description: 'With --base-url: test a service of this OpenAPI document instead, by its own records and examples',
  },
  header: {
    value: 'NAME:VALUE',
    parse: readHeader,
    multiple: true,
    description: 'With --spec: a header of every request, such as a credential; may be repeated',
  },
  query: {
    value: 'NAME:VALUE',
    parse: readQuery,
    multiple: true,
    description: 'With --spec: a parameter of every query, such as a key; may be repeated',
  },
  'may-refuse': {
    value: 'NAME',
    multiple: true,
    description: 'With --spec: an operation that may refuse each valid request, such as a payment; may be repeated',
  },
  'without-check': {
    value: 'NAME',
    multiple: true,
    description: 'With --spec: omit a check or a relation, such as ignored_auth for a mock; may be repeated',
  },
  'without-fuzzing': {
    flag: true,
    description: 'Only lanes that need no Schemathesis, and thus no Python; with --spec all but Schemathesis',
  },
  list: { flag: true, description: 'List the lanes' },
} as const

type Options = Input<typeof optionDefinitions>['options']

const anyDocumentSeed = 1

/** The options of a test of another document; undefined without `--spec`. Throws a UsageError for a missing URL. */
export function anyDocumentOptionsOf(
  options: Options,
  { workingDirectory, env }: { workingDirectory: string; env: NodeJS.ProcessEnv },
): AnyDocumentOptions | undefined {
  const { spec, header, query, operation: operations, fast, seed = anyDocumentSeed } = options
  const baseUrl = options['base-url']
  const withoutChecks = options['without-check']
  if (spec === undefined) {
    if ([header, query, withoutChecks, options['may-refuse']].some((values) => values.length > 0))
      throw new UsageError('--header, --query, --may-refuse and --without-check require --spec.')
    return undefined
  }
  if (baseUrl === undefined) throw new UsageError('--spec requires --base-url.')
  return {
    spec: resolve(workingDirectory, spec),
    baseUrl,
    headers: Object.fromEntries(header),
    query: Object.fromEntries(query),
    credential: env.API_CREDENTIAL ?? '',
    operations,
    mayRefuse: options['may-refuse'],
    fast,
    seed,
    fuzz: !options['without-fuzzing'],
    withoutChecks,
  }
}

/** A failure in the report: `main/getWebhook/not_a_server_error`. */
interface ReplayedCase {
  id: string
  lane: string
  operation: string
}

export interface RunOptions {
  mode: 'fast' | 'full' | 'nightly'
  /** All of them when empty. */
  lanes: readonly string[]
  /** All of them when empty. */
  operations: readonly string[]
  changedSince: string | undefined
  shard: { part: number; of: number } | undefined
  replay: ReplayedCase | undefined
  seed: number | undefined
  examples: number | undefined
  baseUrl: string | undefined
  safe: boolean
  /** Whether lanes that need Schemathesis run. */
  fuzz: boolean
}

/** Throws a UsageError for options that exclude each other. */
export function runOptionsOf(options: Options): RunOptions {
  const { fast, nightly, lane, operation, shard, replay, seed, examples, safe } = options
  const baseUrl = options['base-url']
  if (safe && baseUrl === undefined) throw new UsageError('--safe requires --base-url.')
  if (fast && nightly) throw new UsageError('--fast and --nightly exclude each other.')
  return {
    mode: modeOf({ fast, nightly }),
    lanes: replay ? [replay.lane] : lane,
    operations: operation,
    changedSince: options['changed-since'],
    shard,
    replay,
    seed,
    examples,
    baseUrl,
    safe,
    fuzz: !options['without-fuzzing'],
  }
}

function modeOf({ fast, nightly }: { fast: boolean; nightly: boolean }): RunOptions['mode'] {
  if (fast) return 'fast'
  return nightly ? 'nightly' : 'full'
}

function readCase(id: string): ReplayedCase {
  const [lane = '', operation, check] = id.split('/')
  if (!operation || !check)
    throw new InvalidValueError('must have the form lane/operation/check, as failures in the report')
  if (!laneNames.includes(lane)) throw new InvalidValueError(`must start with a lane: ${laneNames.join(', ')}`)
  return { id, lane, operation }
}

function readShard(value: string): { part: number; of: number } {
  const [, part, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(value) ?? []
  if (!part || !of || Number(part) < 1 || Number(part) > Number(of))
    throw new InvalidValueError('must have the form K/N, such as 1/4')
  return { part: Number(part), of: Number(of) }
}

/** Keeps the spelling of the name: Schemathesis compares it with that of the document. */
function readHeader(value: string): [string, string] {
  return readPair(value, 'X-API-Key:secret')
}

function readQuery(value: string): [string, string] {
  return readPair(value, 'api_key:secret')
}

function readPair(value: string, example: string): [string, string] {
  const colon = value.indexOf(':')
  if (colon < 1) throw new InvalidValueError(`must have the form NAME:VALUE, such as ${example}`)
  return [value.slice(0, colon).trim(), value.slice(colon + 1).trim()]
}

function readUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new InvalidValueError('must be a URL such as https://reviews.example.com/api/public/v1')
  return value.replace(/\/+$/, '')
}
