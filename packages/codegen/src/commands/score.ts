import { relative, resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { InvalidValueError, UsageError } from '@svc/command-line/errors'
import { inOrder } from '../lint/findings.ts'
import { lint, validityRules } from '../lint/redocly.ts'
import { contractIn, repository } from '../our-contract.ts'
import { percentOf, type Row, scoreDocument, totalOf } from '../score/score.ts'
import { loadDocument, UnreadableDocumentError } from '../source/document.ts'

const placesMax = 3

export const scoreCommand = defineCommand({
  name: 'score',
  summary: 'Score how well an OpenAPI 3.1 document describes the API to people and programs',
  description: 'Exit code 1 when the score is below --minimum, 2 when the document cannot be read.',
  arguments: [{ name: 'FILE', description: 'Any document (default: the contract of this repository)', optional: true }],
  options: {
    minimum: { value: 'PERCENT', parse: percentage, default: '0', description: 'Fail below this score' },
  },
  async run({ options: { minimum }, arguments: [file] }, { workingDirectory }) {
    try {
      const { spec, rules } = contractIn(repository)
      const rows =
        file === undefined
          ? await scoreOf(spec, repository, rules)
          : await scoreOf(file, workingDirectory, validityRules)
      const total = totalOf(rows)
      return { data: { total, rows }, text: table(rows, total), exitCode: total < minimum ? 1 : 0 }
    } catch (error) {
      throw error instanceof UnreadableDocumentError ? new UsageError(error.message) : error
    }
  },
})

function percentage(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || Number.isNaN(number)) throw new InvalidValueError('must be a percentage')
  return number
}

async function scoreOf(file: string, folder: string, rules: string): Promise<Row[]> {
  const document = await loadDocument(file, { folder })
  const rows = scoreDocument(document)
  // The linter reads files, not URLs and git references.
  if (!document.root.file.uri.startsWith('file:')) return rows
  const findings = inOrder(await lint(relative(folder, resolve(folder, file)), rules, folder))
  const places = findings.map(({ file, line, column }) => ({ file, line, column, pointer: '' }))
  const linted = {
    question: `lint (${findings.length} findings)`,
    advice: 'Run npm run spec:lint and fix its findings.',
  }
  return [...rows, { ...linted, all: 1, good: findings.length === 0 ? 1 : 0, places }]
}

function table(rows: readonly Row[], total: number): string {
  const width = Math.max(...rows.map(({ question }) => question.length))
  const lines = rows.flatMap((row) => {
    const { question, good, all, places, advice } = row
    if (all === 0) return [`${question.padEnd(width)}       –`]
    const share = `${(Math.floor(percentOf(row) * 10) / 10).toFixed(1)} %`
    const head = `${question.padEnd(width)}  ${share.padStart(7)}  ${good} of ${all}`
    if (places.length === 0) return [head]
    const shown = places.slice(0, placesMax).map(({ file, line, column }) => `    ${file}:${line}:${column}`)
    const more = places.length > shown.length ? [`    … and ${places.length - shown.length} more`] : []
    return [head, `  ${advice}`, ...shown, ...more]
  })
  return `${lines.join('\n')}\n\n${'total'.padEnd(width)}  ${`${total.toFixed(1)} %`.padStart(7)}`
}
