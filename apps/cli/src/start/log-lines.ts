import { styleText } from 'node:util'
import type { Output } from '@svc/command-line/output'
import { isRecord, parseJson } from '@svc/runtime/json'

/** Writes the log lines of several processes to one output. */
export interface LogLines {
  /** Writes one line of output of a process: a JSON object of its logger, or any other text. */
  write(name: string, line: string): void
}

const levelColors: Readonly<Record<string, 'yellow' | 'red'>> = { warn: 'yellow', error: 'red', fatal: 'red' }

/** Fields that the readable form omits or shows in a special way. */
const shownElsewhere = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err'])

/** Writes readable lines to a terminal, and JSON lines to any other output. */
export function createLogLines(output: Output, { color }: { color: boolean }): LogLines {
  return {
    write(name, line) {
      const record = parse(line)
      if (!output.isTTY) {
        const entry = record
          ? line
          : JSON.stringify({ level: 'error', time: new Date().toISOString(), name, msg: line })
        output.write(`${entry}\n`)
        return
      }
      output.writeColored(
        record ? readable(name, record, color) : `${' '.repeat(10)}${name.padEnd(nameWidth)}${line}\n`,
      )
    },
  }
}

type Entry = Record<string, unknown>

function parse(line: string): Entry | undefined {
  const entry = line.startsWith('{') ? parseJson(line) : undefined
  return isRecord(entry) ? entry : undefined
}

const nameWidth = 8

function readable(name: string, entry: Entry, color: boolean): string {
  const level = String(entry.level)
  // The caller decides whether to use colors, because this output may not be the terminal of the process.
  const paint = (text: string, style: 'dim' | 'yellow' | 'red' | undefined) =>
    color && style && text ? styleText(style, text, { validateStream: false }) : text
  const time = new Date(String(entry.time)).toTimeString().slice(0, 8)
  const fields = Object.entries(entry)
    .filter(([field]) => !shownElsewhere.has(field))
    .map(([field, value]) => `${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
  const word = level === 'info' || level === 'debug' ? '' : `${level}: `
  const first = `${paint(time, 'dim')}  ${name.padEnd(nameWidth)}${paint(`${word}${entry.msg}`, levelColors[level])}${fields && `  ${paint(fields, 'dim')}`}`
  return `${first}\n${errorLines(entry.err, level)
    .map((line) => `${' '.repeat(10 + nameWidth)}${line}\n`)
    .join('')}`
}

/** Returns the stack of an error, but only the message of a warning. */
function errorLines(error: unknown, level: string): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { message, stack, type } = error as { message?: string; stack?: string; type?: string }
  return level !== 'warn' && stack ? stack.split('\n') : [`${type ?? 'Error'}: ${message ?? ''}`]
}
