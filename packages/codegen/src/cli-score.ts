import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inOrder } from './lint/findings.ts'
import { lint } from './lint/redocly.ts'
import { percentOf, type Row, scoreDocument, totalOf } from './score/score.ts'
import { loadDocument, UnreadableDocument } from './source/document.ts'

const help = `Says how well an OpenAPI 3.1 document tells people and programs what they need to know.

  npm run spec:score                our own contract
  npm run spec:score FILE           any document

Options (after --)
  --json           for a program
  --minimum N      exit code 1 below N percent
  --help

Exit code 0, 1 below --minimum, 2 when the document cannot be read.
`

const repository = resolve(import.meta.dirname, '../../..')
const PLACES_MAX = 3

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        minimum: { type: 'string', default: '0' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(help)
      return 0
    }
    const minimum = Number(values.minimum)
    if (Number.isNaN(minimum)) return refuse('--minimum is a percentage.')
    const [file, ...others] = positionals
    if (others.length > 0) return refuse('Name one document.')
    const rows =
      file === undefined
        ? await scoreOf('spec/openapi.yaml', repository, 'redocly.yaml')
        : await scoreOf(file, process.cwd())
    const total = totalOf(rows)
    process.stdout.write(values.json ? `${JSON.stringify({ total, rows }, null, 2)}\n` : table(rows, total))
    return total < minimum ? 1 : 0
  } catch (error) {
    if (error instanceof UnreadableDocument) return refuse(error.message)
    if (error instanceof TypeError && 'code' in error) return refuse(error.message)
    throw error
  }
}

const anyDocumentRules = resolve(import.meta.dirname, 'lint/valid-openapi.redocly.yaml')

async function scoreOf(file: string, folder: string, rules = anyDocumentRules): Promise<Row[]> {
  const document = await loadDocument(file, { folder })
  const rows = scoreDocument(document)
  // An address or a git reference is no file that the linter could read.
  const path = document.root.file.uri.startsWith('file:') ? relative(folder, resolve(folder, file)) : undefined
  if (path === undefined) return rows
  const problems = inOrder(await lint(path, resolve(folder, rules), folder))
  const places = problems.map(({ file, line, column }) => ({ file, line, column, pointer: '' }))
  const linted = { question: `lint (${problems.length} problems)`, advice: 'Run npm run lint and mend what it names.' }
  return [...rows, { ...linted, all: 1, good: problems.length === 0 ? 1 : 0, places }]
}

function table(rows: readonly Row[], total: number): string {
  const width = Math.max(...rows.map(({ question }) => question.length))
  const lines = rows.flatMap((row) => {
    const { question, good, all, places, advice } = row
    if (all === 0) return [`${question.padEnd(width)}       –`]
    const share = `${(Math.floor(percentOf(row) * 10) / 10).toFixed(1)} %`
    const head = `${question.padEnd(width)}  ${share.padStart(7)}  ${good} of ${all}`
    if (places.length === 0) return [head]
    const shown = places.slice(0, PLACES_MAX).map(({ file, line, column }) => `    ${file}:${line}:${column}`)
    const more = places.length > shown.length ? [`    … and ${places.length - shown.length} more`] : []
    return [head, `  ${advice}`, ...shown, ...more]
  })
  return `${lines.join('\n')}\n\n${'together'.padEnd(width)}  ${`${total.toFixed(1)} %`.padStart(7)}\n`
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return 2
}

process.exitCode = await main(process.argv.slice(2))
