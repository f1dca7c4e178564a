import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import { type CommandResult, defineCommand } from '@svc/command-line/command'
import { CommandError, InvalidValueError, UsageError } from '@svc/command-line/errors'
import { portNumber, wholeNumber } from '@svc/command-line/parsers'
import { basePath } from '@svc/http/base-path'
import { createRequestMetrics } from '@svc/http/request-metrics'
import type { RequestObserver } from '@svc/http/shell/finished-request'
import { releaseStartMemory } from '@svc/runtime/heap'
import { isRecord } from '@svc/runtime/json'
import { startMetrics } from '@svc/runtime/metrics'
import { originOf } from '@svc/runtime/origin'
import { readSettings, SettingsError } from '@svc/runtime/settings'
import { StartError } from '@svc/runtime/start-error'
import { signingSecretPrefix } from '@svc/webhooks/secrets'
import type { AnyDocumentOptions } from './any-document/start-any-document.ts'
import { isLimitName, limitMax, limitNames } from './ports/limits.ts'
import type { LimitName, Mock, MockOptions } from './public.ts'
import { readRecordings } from './recording/har.ts'
import { readUpstream, startRecorder } from './recording/recorder.ts'
import { replaying } from './recording/replay.ts'
import { startObservedMock } from './start-mock.ts'
import { anyDocumentMessage, recordingMessage, startupMessage } from './startup-message.ts'
import { readForwardTo } from './webhooks/sender.ts'

const seedMax = 999_999_999_999_999
const latencyMaxMs = 60_000
const parseLimitValue = wholeNumber(0, limitMax)

function parseLimit(option: string): [LimitName, number] {
  const [name = '', value = ''] = option.split('=')
  if (isLimitName(name)) return [name, parseLimitValue(value)]
  throw new InvalidValueError(`must be NAME=NUMBER, where NAME is one of ${limitNames.join(', ')}`, limitNames)
}

/** Of at least 24 bytes, as Standard Webhooks requires. */
function parseSecret(value: string): string {
  const [, key] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? []
  if (key !== undefined && Buffer.from(key, 'base64').length >= 24) return value
  throw new InvalidValueError(`must be ${signingSecretPrefix} and the base64 of at least 24 bytes`)
}

/** Runs the mock until the process receives SIGINT, SIGTERM or SIGHUP. Options override the environment. */
export const mockCommand = defineCommand({
  name: '',
  summary: 'Run a mock of the Competitor Review Intelligence API',
  description: 'It returns the same responses and errors, and has demo credentials. It connects to no other machine.',
  options: {
    port: {
      value: 'N',
      description: 'Port to listen on: SVC_MOCK_PORT by default, or 4010; 0 for any free port',
      parse: portNumber,
    },
    host: { value: 'ADDRESS', description: 'Address to listen on: SVC_HOST by default, or 127.0.0.1' },
    'expose-controls': {
      flag: true,
      description: 'Allow other machines to use /__mock, if --host allows them to call the mock',
    },
    'forward-to': {
      value: 'URL',
      description: 'Also send signed webhooks to this URL on this machine, such as http://localhost:3000/webhooks',
    },
    seed: {
      value: 'N',
      description: 'Return the same ids and secrets for the same sequence of requests',
      parse: wholeNumber(0, seedMax),
    },
    spec: {
      value: 'FILE',
      description: 'Mock this OpenAPI document instead: any of version 3.0 or 3.1',
    },
    latency: {
      value: 'MS',
      description: 'With --spec: the delay of every response, in milliseconds',
      parse: wholeNumber(0, latencyMaxMs),
    },
    'webhook-url': {
      value: 'URL',
      description: 'With --spec: send the webhooks of the document to this URL on this machine',
    },
    'webhook-secret': {
      value: 'SECRET',
      description: 'With --spec: sign them with this secret, by default with a new one',
      parse: parseSecret,
    },
    record: {
      value: 'FILE',
      description: 'Forward requests to the service at --upstream, and store the exchanges without secrets (HAR 1.2)',
    },
    upstream: { value: 'URL', description: 'With --record: the origin of the service' },
    replay: {
      value: 'FILE',
      description: 'Return the responses of this recording, and those of the mock for all other requests',
    },
    'replay-only': { flag: true, description: 'With --replay: return 404 for requests that were not recorded' },
    limit: {
      value: 'NAME=N',
      description: `Change a limit: ${limitNames.join(', ')}`,
      parse: parseLimit,
      multiple: true,
    },
  },
  examples: [
    'svc-mock --port 4011 --forward-to http://localhost:3000/webhooks',
    'svc-mock --limit key=5 --seed 7',
    'svc-mock --spec openapi.yaml --latency 200',
  ],
  async run({ options, json }, { env, workingDirectory }) {
    const startedMs = performance.now()
    const settings = readSettings(env, { purpose: 'mock' })
    const { spec, record, upstream, replay } = options
    const [port, host] = [options.port ?? settings.mockPort, options.host ?? settings.host]
    if ((record === undefined) !== (upstream === undefined)) throw new UsageError('--record requires --upstream.')
    if (options['replay-only'] && replay === undefined) throw new UsageError('--replay-only requires --replay.')
    if (record !== undefined && upstream !== undefined) {
      if (spec !== undefined || replay !== undefined)
        throw new UsageError('--record forwards every request. Use it without --spec and --replay.')
      return recordExchanges({ file: resolve(workingDirectory, record), upstream, host, port })
    }
    const only = options['replay-only']
    const recordings = replay === undefined ? undefined : await readRecordings(resolve(workingDirectory, replay))
    const intercept = recordings && ((mock: RequestListener) => replaying(mock, { recordings, only, host }))
    if (spec !== undefined) {
      const without = (['forward-to', 'expose-controls'] as const).filter((name) => options[name])
      if (options.limit.length > 0 || without.length > 0)
        throw new UsageError(
          '--limit, --forward-to and --expose-controls are for the mock of this service, not with --spec.',
        )
      const webhookUrl = options['webhook-url']
      const webhookSecret = options['webhook-secret']
      return mockAnyDocument(resolve(workingDirectory, spec), {
        startedMs,
        ...(webhookUrl !== undefined && { webhookUrl: checkedUrl(webhookUrl, readForwardTo) }),
        ...(webhookSecret !== undefined && { webhookSecret }),
        port,
        host,
        seed: options.seed ?? 1,
        latencyMs: options.latency ?? 0,
        ...(intercept && { intercept }),
      })
    }
    const onlyWithSpec = (['latency', 'webhook-url', 'webhook-secret'] as const).find(
      (name) => options[name] !== undefined,
    )
    if (onlyWithSpec) throw new UsageError(`--${onlyWithSpec} requires --spec.`)
    const { seed, 'forward-to': forward_to } = options
    const metrics = await startMetrics({ process: 'mock', settings, logger: { info() {} } })
    const observers = metrics ? [createRequestMetrics(metrics.registry)] : []
    const mock = await closedOnSignal(() =>
      start(
        { observers, intercept },
        {
          port,
          host,
          limits: Object.fromEntries(options.limit),
          expose_controls: options['expose-controls'],
          ...(seed !== undefined && { seed }),
          ...(forward_to !== undefined && { forward_to }),
        },
      ),
    )
    releaseStartMemory()
    process.send?.({ type: 'ready', base_url: mock.base_url })
    // `svc start` prints the URLs of all programs itself.
    if (process.send && !json) return undefined
    const seconds = (performance.now() - startedMs) / 1000
    return resultOf(mock, { seconds, metricsUrl: metrics?.url ?? null })
  },
})

/** The message of an error that the user can correct. */
export function explainMockError(error: unknown): string | undefined {
  return error instanceof SettingsError || error instanceof StartError ? error.message : undefined
}

/** Loaded only here: the packages that read documents are not needed otherwise. */
async function mockAnyDocument(
  file: string,
  { startedMs, ...options }: Omit<AnyDocumentOptions, 'file' | 'onFailure'> & { startedMs: number },
): Promise<CommandResult> {
  const { startAnyDocument } = await import('./any-document/start-any-document.ts')
  const onFailure = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error))
  const mock = await closedOnSignal(() => startAnyDocument({ ...options, file, onFailure }))
  process.send?.({ type: 'ready', base_url: mock.baseUrl })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const { baseUrl: base_url, operations, webhooks, webhookSecret: webhook_secret } = mock
  const data = { base_url, operations, ...(webhooks.length > 0 && { webhooks, webhook_secret }) }
  return { data, text: anyDocumentMessage(mock, { file, seconds }) }
}

/** Reads the URL of an option. Throws a UsageError for a URL that it may not have. */
function checkedUrl(url: string, read: (url: string) => URL): URL {
  try {
    return read(url)
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error
  }
}

/** Forwards requests, and records the exchanges until the process receives a signal. */
async function recordExchanges(options: {
  file: string
  upstream: string
  host: string
  port: number
}): Promise<CommandResult> {
  const upstream = checkedUrl(options.upstream, readUpstream)
  const onFailure = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error))
  const recorder = await closedOnSignal(() => startRecorder({ ...options, upstream, onFailure }))
  return {
    data: { base_url: recorder.origin, upstream: upstream.origin, file: options.file },
    text: recordingMessage({ ...options, origin: recorder.origin, upstream: upstream.origin }),
  }
}

interface Interception {
  observers: readonly RequestObserver[]
  intercept: ((mock: RequestListener) => RequestListener) | undefined
}

async function start(
  { observers, intercept }: Interception,
  options: MockOptions & { port: number; host: string },
): Promise<Mock> {
  try {
    return await startObservedMock(options, observers, intercept)
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message)
    if (error instanceof StartError && error.code === 'EADDRINUSE')
      throw new CommandError(await portInUseMessage(options.host, options.port))
    throw error
  }
}

function resultOf(mock: Mock, facts: { seconds: number; metricsUrl: string | null }): CommandResult {
  const { base_url, auth_url, inbox_url, credentials } = mock
  const data = { base_url, auth_url, inbox_url, metrics_url: facts.metricsUrl, credentials }
  return { data, text: startupMessage(mock, facts) }
}

/** Starts a mock that a signal closes, also one that arrives during the start. The process then ends with code 0. */
async function closedOnSignal<Started extends Pick<Mock, 'close'>>(start: () => Promise<Started>): Promise<Started> {
  const { promise: started, resolve } = Promise.withResolvers<Started>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Nothing waits for the end of the process. A start that fails ends it as well.
    process.once(signal, () => void started.then((mock) => mock.close()).then(() => process.exit(0)))
  }
  const mock = await start()
  resolve(mock)
  return mock
}

/** Usually the mock that `npm start` runs with the service uses the port. */
async function portInUseMessage(host: string, port: number): Promise<string> {
  const another = port === 65_535 ? port - 1 : port + 1
  if (!(await isMock(originOf(host, port))))
    return `Port ${port} is in use by another program. Stop that program, or choose another port: --port ${another}`
  return (
    `A mock already runs on port ${port}: npm start runs one with the service. Use that one, or start another one with\n` +
    `--port ${another} and set SVC_BASE_URL=${originOf(host, another)}${basePath} for the programs that use it.`
  )
}

const probeTimeoutMs = 1_000

async function isMock(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/__mock/scenario`, { signal: AbortSignal.timeout(probeTimeoutMs) })
    const body: unknown = await response.json()
    return isRecord(body) && 'scenarios' in body
  } catch {
    // No response, or not the JSON of a mock.
    return false
  }
}
