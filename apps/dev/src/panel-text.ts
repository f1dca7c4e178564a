import { styleText } from 'node:util'
import type { Verdict } from '@svc/codegen/diff/findings'
import type { Finding } from '@svc/codegen/lint/findings'
import { countOf } from '@svc/command-line/text'
import type { DevState, ExampleProblem, ServiceLine, Step, StepName } from './state.ts'

type Color = Parameters<typeof styleText>[0]

/** Colors a string for a terminal. */
type Paint = (color: Color, text: string) => string

export const colors: Paint = (color, text) => styleText(color, text, { validateStream: false })
export const noColors: Paint = (_, text) => text

const signs: Record<Step['state'], string> = { waiting: '·', running: '…', done: '✓', failed: '✗' }
const stepColors: Record<Step['state'], Color> = { waiting: 'gray', running: 'cyan', done: 'green', failed: 'red' }
const stepTitles: Record<StepName, string> = {
  lint: 'Lint',
  difference: 'Difference',
  generate: 'Generated',
  types: 'Types',
  test_types: 'Test types',
}
const serviceColors: Record<ServiceLine['state'], Color> = {
  running: 'green',
  ended: 'red',
  waiting: 'yellow',
  starting: 'yellow',
  restarting: 'yellow',
}
const verdictColors: Record<Verdict, Color> = { breaking: 'red', risky: 'yellow', safe: 'green' }

/**
 * The panel as lines of a terminal: errors first, then breaking changes, then other changes. Lines that do not fit are
 * counted; the page has them.
 *
 * @param size of the terminal in characters; without rows nothing is omitted
 */
export function panelLines(
  state: DevState,
  { columns, rows, paint, page }: { columns: number; rows?: number; paint: Paint; page: string },
): string[] {
  const head = [
    ...services(state.services, paint),
    '',
    `${paint('bold', saved(state))}${state.busy ? paint('gray', '  checking …') : ''}`,
    ...steps(state, paint),
  ]
  const body = sections(state, paint)
  const foot = ['', paint('gray', `${page}   Ctrl-C stops everything`)]
  const linesMax = rows === undefined ? Number.POSITIVE_INFINITY : rows - head.length - foot.length - 1
  const fitting =
    body.length <= linesMax
      ? body
      : [...body.slice(0, linesMax - 1), paint('gray', `  … and ${body.length - linesMax + 1} more lines: ${page}`)]
  return [...head, ...fitting, ...foot].map((line) => cut(line, columns))
}

/** The results of a check run, without the services: for an output that cannot be redrawn. */
export function reportLines(state: DevState, paint: Paint): string[] {
  return [saved(state), ...steps(state, paint), ...sections(state, paint)]
}

export function serviceLine({ name, url, state, detail }: ServiceLine, paint: Paint): string {
  const color = serviceColors[state]
  return `  ${name.padEnd(8)}${paint(color, state.padEnd(11))}${url === null ? '' : `${url}  `}${paint('gray', detail)}`.trimEnd()
}

function services(lines: readonly ServiceLine[], paint: Paint): string[] {
  return lines.map((line) => serviceLine(line, paint))
}

function saved({ run, saved: { at, files } }: DevState): string {
  const time = new Date(at).toTimeString().slice(0, 8)
  if (run === 0) return `${time}  at the start`
  const [first = '', ...others] = files
  return `${time}  ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

function steps({ steps: all, compared_with }: DevState, paint: Paint): string[] {
  return (Object.keys(stepTitles) as StepName[]).map((name) => {
    const { state, outcome, after_ms } = all[name]
    const time = after_ms === null ? '' : `${(after_ms / 1000).toFixed(2)} s`
    const suffix = name === 'difference' && compared_with !== null ? ` from ${compared_with.split(':')[0]}` : ''
    const head = `  ${paint(stepColors[state], signs[state])} ${stepTitles[name].padEnd(11)}${paint('gray', time.padStart(7))}`
    return `${head}  ${outcome}${state === 'done' ? paint('gray', suffix) : ''}`.trimEnd()
  })
}

/** Each section with its heading, the urgent ones first. Empty sections are omitted. */
function sections(state: DevState, paint: Paint): string[] {
  const verdict = (word: Verdict) => paint(verdictColors[word], word.padEnd(9))
  const changed = (of: Verdict) =>
    state.changes
      .filter((change) => change.verdict === of)
      .flatMap(({ file, line, column, sentence }) => [`  ${sentence}`, paint('gray', `  ${file}:${line}:${column}`)])
  const was = (name: string | null) => (name === null ? '' : paint('gray', `  before: ${name}`))
  const section = (title: string, lines: string[], color: Color = 'bold') =>
    lines.length === 0 ? [] : ['', paint(color, title), ...lines]
  return [
    ...section('Errors', state.problems.flatMap(problemLines(paint)), ['bold', 'red']),
    ...section('Breaking', changed('breaking'), ['bold', 'red']),
    ...section('Risky', changed('risky'), ['bold', 'yellow']),
    ...section(
      'Operations of the server',
      state.operations.map(
        ({ operation, verdict: word, handler, state: how }) =>
          `  ${verdict(word)}${operation}  ${paint('gray', how === 'changed' ? (handler ?? 'no handler') : `${how}, ${handler ?? 'no handler'}`)}`,
      ),
    ),
    ...section(
      'Methods of the client',
      state.client_methods.map((one) => `  ${verdict(one.verdict)}${one.method}${was(one.was)}`),
    ),
    ...section(
      'MCP tools',
      state.tools.map((one) => `  ${verdict(one.verdict)}${one.tool}${was(one.was)}`),
    ),
    ...section(
      'Webhooks and their handlers',
      state.webhooks.flatMap(({ event, verdict: word, published_by, sent_by, consumers }) => [
        `  ${verdict(word)}${event}`,
        ...published_by.map((place) => paint('gray', `           published in ${place}`)),
        ...sent_by.map((place) => paint('gray', `           header set in ${place}`)),
        ...consumers.map((place) => paint('gray', `           handled in   ${place}`)),
      ]),
    ),
    ...section('Examples that no longer fit', state.examples.flatMap(problemLines(paint)), ['bold', 'red']),
    ...section('Safe', changed('safe'), ['bold', 'green']),
  ]
}

function problemLines(paint: Paint): (problem: Finding & Partial<ExampleProblem>) => string[] {
  return ({ file, line, column, rule, severity, sentence, others = [] }) => [
    `  ${file}:${line}:${column}  ${paint('gray', severity === 'warning' ? `${rule} (warning)` : rule)}`,
    ...sentence.split('\n').map((part) => `    ${part}`),
    ...(others.length === 0 ? [] : [paint('gray', `    and at ${countOf(others.length, 'other place')}`)]),
  ]
}

/** Shortens a line to a width; color codes have no width. */
function cut(line: string, columns: number): string {
  let width = 0
  let result = ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a color code begins with the escape character.
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    if (part.startsWith('\u001b')) {
      result += part
      continue
    }
    const fitting = part.length <= columns - width ? part : `${part.slice(0, Math.max(columns - width - 1, 0))}…`
    if (width < columns) result += fitting
    width += part.length
  }
  return result
}
