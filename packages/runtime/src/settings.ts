import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { LogLevel } from './logger.ts'
import { parseSecretKeys, type SecretKey } from './secrets.ts'

/** `start` runs everything on one machine, `operator` is an administrative command. */
export type Purpose = 'start' | 'api' | 'worker' | 'mock' | 'operator'

export interface Settings {
  mode: 'development' | 'production'
  host: string
  /** 0 takes any free port. */
  port: number
  mockPort: number
  metricsPort: number
  /** Absolute. */
  dataDir: string
  /** The origin by which clients reach the service, without a path; null: as the service itself listens. */
  publicUrl: string | null
  tls: { certFile: string; keyFile: string } | null
  /** Addresses and CIDR ranges. */
  trustedProxies: readonly string[]
  corsOrigins: readonly string[]
  databaseUrl: string | null
  redisUrl: string | null
  /** The current one first; empty: the development keys in the data directory. */
  secretKeys: readonly SecretKey[]
  webhooks: {
    /** The pause after the first attempt, after the second, … */
    retryScheduleMs: readonly number[]
    /** The first attempt included. */
    attemptsMax: number
    timeoutMs: number
    endpointsMax: number
    caFile: string | null
    connectTo: readonly ConnectTo[]
  }
  /** A Chromium by path or name; null: reports are HTML alone. */
  pdfBrowser: string | null
  llm: { baseUrl: string; apiKey: string | null; model: string } | null
  /** How long usage events and finished deliveries are kept. */
  retentionMs: number
  deadLetterRetentionMs: number
  logLevel: LogLevel
}

/** One entry of `WEBHOOK_CONNECT_TO`: what is addressed to `from` is dialled at `to`. */
export interface ConnectTo {
  from: { host: string; port: number } | '*'
  to: { host: string; port: number }
}

/** Every wrong setting at once: the message names each variable, what was wrong and an example. It never repeats a secret. */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? 'A setting is wrong' : `${problems.length} settings are wrong`
    super(`${count}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
    this.problems = problems
  }
}

export interface SettingVariable {
  name: string
  /** Empty: not set. */
  default: string
  example: string
  /** The value may not be shown to anybody. */
  secret?: true
  about: string
}

/** All variables that the service reads; `.env.example` is this table. */
export const settingVariables = [
  { name: 'SVC_MODE', default: 'development', example: 'production', about: 'development or production.' },
  { name: 'SVC_HOST', default: '127.0.0.1', example: '0.0.0.0', about: 'The address to listen on.' },
  { name: 'SVC_PORT', default: '3000', example: '3000', about: 'The port of the API; 0 takes any free one.' },
  { name: 'SVC_MOCK_PORT', default: '4010', example: '4010', about: 'The port of the partner mock.' },
  {
    name: 'SVC_METRICS_PORT',
    default: '9464',
    example: '9464',
    about: 'Kept for Prometheus metrics; nothing listens there yet.',
  },
  { name: 'SVC_DATA_DIR', default: '.svc', example: '/var/lib/svc', about: 'Where everything local is kept.' },
  {
    name: 'SVC_PUBLIC_URL',
    default: '',
    example: 'https://reviews.example.com',
    about: 'The origin by which clients reach the service.',
  },
  {
    name: 'SVC_TLS_CERT',
    default: '',
    example: '/etc/svc/tls.crt',
    about: 'A PEM file; together with SVC_TLS_KEY the service speaks TLS itself.',
  },
  { name: 'SVC_TLS_KEY', default: '', example: '/etc/svc/tls.key', about: 'The private key of SVC_TLS_CERT.' },
  {
    name: 'SVC_TRUSTED_PROXIES',
    default: '',
    example: '10.0.0.0/8,192.168.1.4',
    about: 'Proxies whose X-Forwarded-For and -Proto are believed.',
  },
  {
    name: 'SVC_CORS_ORIGINS',
    default: '',
    example: 'https://app.example.com',
    about: 'Origins whose pages may call the API.',
  },
  {
    name: 'DATABASE_URL',
    default: '',
    example: 'postgres://user:password@127.0.0.1:5432/svc',
    secret: true,
    about: 'PostgreSQL 15 to 18; without it an embedded one runs in the data directory.',
  },
  {
    name: 'REDIS_URL',
    default: '',
    example: 'redis://127.0.0.1:6379',
    secret: true,
    about: 'Redis or Valkey, for rate limits shared by several API processes.',
  },
  {
    name: 'SVC_SECRET_KEYS',
    default: '',
    example: 'k2:<base64 of 32 bytes>,k1:<base64 of 32 bytes>',
    secret: true,
    about: 'The first is current; required in production.',
  },
  {
    name: 'WEBHOOK_RETRY_SCHEDULE',
    default: '30s,2m,10m,1h,6h',
    example: '30s,2m,10m,1h,6h',
    about: 'The pauses between the attempts of a delivery.',
  },
  { name: 'WEBHOOK_MAX_ATTEMPTS', default: '5', example: '5', about: 'Attempts of a delivery, the first included.' },
  { name: 'WEBHOOK_TIMEOUT', default: '15s', example: '15s', about: 'How long one attempt may take.' },
  { name: 'WEBHOOK_ENDPOINTS_MAX', default: '20', example: '20', about: 'Webhook endpoints per account.' },
  {
    name: 'WEBHOOK_CA_FILE',
    default: '',
    example: './test-ca.pem',
    about: 'An additional certificate authority for receivers; never in production.',
  },
  {
    name: 'WEBHOOK_CONNECT_TO',
    default: '',
    example: 'hooks.example.com:443=127.0.0.1:8443',
    about: 'name:port=address:port, or *=address:port for all; never in production.',
  },
  {
    name: 'SVC_PDF_BROWSER',
    default: 'chromium',
    example: '/opt/chromium/chrome',
    about: 'The headless Chromium that prints reports as PDF; none: HTML alone.',
  },
  {
    name: 'LLM_BASE_URL',
    default: '',
    example: 'https://llm.example.com/v1',
    about:
      'An OpenAI-compatible language model for the wording of reply drafts and analyses; without it the built-in engine has the word.',
  },
  {
    name: 'LLM_API_KEY',
    default: '',
    example: 'the key of your account there',
    secret: true,
    about: 'The credential for LLM_BASE_URL.',
  },
  {
    name: 'LLM_MODEL',
    default: '',
    example: 'small-model',
    about: 'The name of the model; required with LLM_BASE_URL.',
  },
  {
    name: 'SVC_RETENTION',
    default: '30d',
    example: '30d',
    about: 'How long usage events and finished deliveries are kept.',
  },
  {
    name: 'SVC_DEAD_LETTER_RETENTION',
    default: '90d',
    example: '90d',
    about: 'How long dead-lettered deliveries are kept.',
  },
  {
    name: 'SVC_LOG_LEVEL',
    default: 'info',
    example: 'debug',
    about: 'fatal, error, warn, info, debug, trace or silent.',
  },
] as const satisfies readonly SettingVariable[]

type VariableName = (typeof settingVariables)[number]['name']

/** The environment, with `.env` of this folder behind it where there is one: what is really set wins. */
export function readEnvironment(dir: string): NodeJS.ProcessEnv {
  const file = join(dir, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env
}

/** The settings in this environment, frozen. An empty variable counts as not set. Throws a SettingsError. */
export function readSettings(env: NodeJS.ProcessEnv, { purpose }: { purpose: Purpose }): Settings {
  const problems: string[] = []

  function read<Value>(name: VariableName, parse: (text: string) => Value): Value | undefined {
    const variable: SettingVariable | undefined = settingVariables.find((candidate) => candidate.name === name)
    const text = env[name]?.trim() || variable?.default
    if (!text) return undefined
    try {
      return parse(text)
    } catch (error) {
      const shown = variable?.secret ? 'its value' : `"${text}"`
      problems.push(`${name}: ${shown} ${explain(error)}. Example: ${name}=${variable?.example}`)
      return undefined
    }
  }

  const mode = read('SVC_MODE', oneOf(['development', 'production']))
  const tlsCert = read('SVC_TLS_CERT', existingFile)
  const tlsKey = read('SVC_TLS_KEY', existingFile)
  const llmBaseUrl = read('LLM_BASE_URL', webUrl)
  const llmModel = read('LLM_MODEL', String)
  const settings = {
    mode: mode ?? 'production',
    host: read('SVC_HOST', String) ?? '',
    port: read('SVC_PORT', integer(0, 65_535)) ?? 0,
    mockPort: read('SVC_MOCK_PORT', integer(0, 65_535)) ?? 0,
    metricsPort: read('SVC_METRICS_PORT', integer(0, 65_535)) ?? 0,
    dataDir: read('SVC_DATA_DIR', (text) => resolve(text)) ?? '',
    publicUrl: read('SVC_PUBLIC_URL', origin) ?? null,
    tls: tlsCert && tlsKey ? { certFile: tlsCert, keyFile: tlsKey } : null,
    trustedProxies: read('SVC_TRUSTED_PROXIES', listOf(addressRange)) ?? [],
    corsOrigins: read('SVC_CORS_ORIGINS', listOf(origin)) ?? [],
    databaseUrl: read('DATABASE_URL', urlWith(['postgres:', 'postgresql:'])) ?? null,
    redisUrl: read('REDIS_URL', urlWith(['redis:', 'rediss:'])) ?? null,
    secretKeys: read('SVC_SECRET_KEYS', parseSecretKeys) ?? [],
    webhooks: {
      retryScheduleMs: read('WEBHOOK_RETRY_SCHEDULE', listOf(parseDuration)) ?? [],
      // The contract shows at most ten attempts of a delivery.
      attemptsMax: read('WEBHOOK_MAX_ATTEMPTS', integer(1, 10)) ?? 1,
      timeoutMs: read('WEBHOOK_TIMEOUT', parseDuration) ?? 0,
      endpointsMax: read('WEBHOOK_ENDPOINTS_MAX', integer(1, 10_000)) ?? 1,
      caFile: read('WEBHOOK_CA_FILE', existingFile) ?? null,
      connectTo: read('WEBHOOK_CONNECT_TO', listOf(connectTo)) ?? [],
    },
    pdfBrowser: read('SVC_PDF_BROWSER', nameOrNone) ?? null,
    llm:
      llmBaseUrl && llmModel
        ? { baseUrl: llmBaseUrl, apiKey: read('LLM_API_KEY', String) ?? null, model: llmModel }
        : null,
    retentionMs: read('SVC_RETENTION', parseDuration) ?? 0,
    deadLetterRetentionMs: read('SVC_DEAD_LETTER_RETENTION', parseDuration) ?? 0,
    logLevel: read('SVC_LOG_LEVEL', oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])) ?? 'info',
  } satisfies Settings

  // A value that could not be read has its own line already; nothing is concluded from its absence.
  const isSet = (name: VariableName) => Boolean(env[name]?.trim())
  if (isSet('SVC_TLS_CERT') !== isSet('SVC_TLS_KEY')) {
    problems.push('SVC_TLS_CERT and SVC_TLS_KEY: one is set without the other. Set both or neither.')
  }
  if (isSet('LLM_BASE_URL') && !isSet('LLM_MODEL')) {
    problems.push('LLM_MODEL: required with LLM_BASE_URL. Example: LLM_MODEL=small-model')
  }
  const { retryScheduleMs, attemptsMax } = settings.webhooks
  if (retryScheduleMs.length > 0 && attemptsMax > retryScheduleMs.length + 1) {
    problems.push(
      `WEBHOOK_MAX_ATTEMPTS: ${attemptsMax} attempts need ${attemptsMax - 1} pauses, and WEBHOOK_RETRY_SCHEDULE has ${retryScheduleMs.length}. ` +
        'Add pauses or lower the number.',
    )
  }
  if (mode === 'production') problems.push(...refusedInProduction(isSet, purpose))

  if (problems.length > 0) throw new SettingsError(problems)
  return deepFreeze(settings)
}

/** `30s`, `2m`, `1h`, `500ms` or `7d` in milliseconds. Throws an Error that says what was expected. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? []
  const unitMs = unit && millisecondsPer[unit]
  if (!unitMs || Number(amount) === 0) throw new Error('is not a duration such as 30s, 2m or 1h')
  return Number(amount) * unitMs
}

const millisecondsPer: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function refusedInProduction(isSet: (name: VariableName) => boolean, purpose: Purpose): string[] {
  const problems: string[] = []
  for (const name of ['WEBHOOK_CONNECT_TO', 'WEBHOOK_CA_FILE'] as const) {
    if (isSet(name))
      problems.push(
        `${name}: loosens the rules for webhook receivers and is refused with SVC_MODE=production. Remove it.`,
      )
  }
  if (purpose !== 'mock' && !isSet('SVC_SECRET_KEYS')) {
    problems.push(
      'SVC_SECRET_KEYS: required with SVC_MODE=production. Example: SVC_SECRET_KEYS=k1:<base64 of 32 bytes>, as "openssl rand -base64 32" prints them',
    )
  }
  const serves = purpose === 'start' || purpose === 'api'
  if (serves && !isSet('SVC_TLS_CERT') && !isSet('SVC_TRUSTED_PROXIES')) {
    problems.push(
      'SVC_TLS_CERT and SVC_TLS_KEY, or SVC_TRUSTED_PROXIES: with SVC_MODE=production the service speaks TLS itself or stands behind ' +
        'proxies that do. Example: SVC_TRUSTED_PROXIES=10.0.0.0/8',
    )
  }
  return problems
}

function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.startsWith('is ') || text.startsWith('has ') ? text : `is not usable: ${text}`
}

function oneOf<const Choice extends string>(choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const chosen = choices.find((choice) => choice === text)
    if (chosen === undefined) throw new Error(`is none of ${choices.join(', ')}`)
    return chosen
  }
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`is not a whole number from ${min} to ${max}`)
    return value
  }
}

function listOf<Value>(parse: (text: string) => Value): (text: string) => Value[] {
  return (text) => text.split(',').map((entry) => parse(entry.trim()))
}

function nameOrNone(text: string): string | null {
  return text === 'none' ? null : text
}

function existingFile(text: string): string {
  const path = resolve(text)
  if (!existsSync(path)) throw new Error('is not the path of an existing file')
  return path
}

function urlWith(protocols: readonly string[]): (text: string) => string {
  return (text) => {
    const protocol = URL.canParse(text) ? new URL(text).protocol : ''
    if (!protocols.includes(protocol)) throw new Error(`is not a URL that begins with ${protocols[0]}//`)
    return text
  }
}

function webUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw new Error('is not an http or https URL')
  return text.replace(/\/+$/, '')
}

function origin(text: string): string {
  const url = new URL(webUrl(text))
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new Error('is not an origin: scheme, host and port, nothing after them')
  }
  return url.origin
}

function addressRange(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  const bitsMax = version === 6 ? 128 : 32
  const prefixFits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bitsMax)
  if (version === 0 || !prefixFits || rest.length > 0) throw new Error('is not a list of addresses and CIDR ranges')
  return text
}

function connectTo(text: string): ConnectTo {
  const match = /^(?:\*|(\[[^\]]+\]|[^:[\]=]+):(\d+))=(\[[^\]]+\]|[^:[\]=]+):(\d+)$/.exec(text)
  const [, fromHost, fromPort, toHost, toPort] = match ?? []
  if (!toHost || !toPort) throw new Error('is not a list of name:port=address:port or *=address:port')
  return {
    from: fromHost && fromPort ? { host: bare(fromHost).toLowerCase(), port: port(fromPort) } : '*',
    to: { host: bare(toHost), port: port(toPort) },
  }
}

const port = integer(1, 65_535)

/** IPv6 addresses are written in brackets where a port follows, and dialled without. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) {
    const isPlain = Array.isArray(inner) || (inner && Object.getPrototypeOf(inner) === Object.prototype)
    if (isPlain) deepFreeze(inner)
  }
  return Object.freeze(value)
}
