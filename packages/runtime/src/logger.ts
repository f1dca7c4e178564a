import { type DestinationStream, destination, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino'
import { currentSpan } from './tracing.ts'

/**
 * Fields first, then the message: `logger.info({ port }, 'Listening')`. `logger.child({ request_id })` binds fields.
 */
export type Logger = PinoLogger

/** From the fewest messages to the most, and none. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

type LogLevel = (typeof logLevels)[number]

interface LoggerOptions {
  /** The process or part that logs: `api`, `worker`, `start`. */
  name: string
  level: LogLevel
  /** Standard output by default. */
  stream?: DestinationStream
}

/**
 * Creates a logger that writes one JSON object per line. Errors, requests and responses have a fixed list of fields,
 * fields named like a secret are replaced, and anything that still looks like a key, a token or a password in a URL is
 * removed before the line is written. Lines that are written in a span have its `trace_id`.
 */
export function createLogger({ name, level, stream = standardOutput() }: LoggerOptions): Logger {
  return pino(
    {
      name,
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, error: describeError, req: describeRequest, res: describeResponse },
      redact: { paths: secretPaths, censor: '[redacted]' },
      hooks: { streamWrite: redactSecrets },
      mixin: traceOfLine,
    },
    stream,
  )
}

/**
 * Removes everything that looks like a credential. Keys keep the first twelve characters, which their owner also sees.
 */
export function redactSecrets(text: string): string {
  return text
    .replaceAll(/\b(svc_(?:test|live)_[\w-]{3})[\w-]{8,}/g, '$1…')
    .replaceAll(/\bwhsec_[\w+/=-]{8,}/g, 'whsec_…')
    .replaceAll(/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[jwt]')
    .replaceAll(/\b(Bearer|Basic) [\w+/=.~-]{8,}/gi, '$1 …')
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*):[^\s/@"\\]+@/gi, '$1:…@')
}

const secretNames = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'signing_secret',
  'api_key',
  'token',
  'access_token',
  'refresh_token',
  'code_verifier',
]

const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

function traceOfLine(): object {
  const span = currentSpan()
  return span === undefined ? {} : { trace_id: span.traceId }
}

/** The maximum depth of a chain of causes. */
const causesMax = 4

/**
 * Describes an error. A database error also contains the row that caused it (`detail`, `where`, `parameters`), which is
 * not logged.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && depth < causesMax && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** Describes a request without headers and query string, because both may contain credentials. */
function describeRequest(request: { method?: string; url?: string; socket?: { remoteAddress?: string } }): object {
  return { method: request.method, path: request.url?.split('?')[0], remote_address: request.socket?.remoteAddress }
}

function describeResponse(response: { statusCode?: number }): object {
  return { status: response.statusCode }
}

/** A full disk or a closed pipe loses log lines, never requests: the service continues without its log. */
function standardOutput(): DestinationStream {
  const output = destination({ fd: process.stdout.fd, sync: true })
  output.on('error', () => {})
  return output
}
