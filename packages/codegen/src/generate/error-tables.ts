import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMap, LineCounter, parseDocument } from 'yaml'
import { BrokenSpecError } from '../lint/findings.ts'
import type { ContractFiles } from '../source/contract-files.ts'
import { capitalized } from '../source/names.ts'
import type { Files } from './output.ts'

/** The lines before and after the table in a document. */
const begin = '<!-- error codes -->'
const end = '<!-- end of error codes -->'

const heading = ['`error.code`', 'status', 'meaning', 'what to do']

/**
 * Returns the documents that show the table of error codes, by their path, each with the table that follows from the
 * description of the codes. No files for a contract without such documents, or if the description is in a file that is
 * not valid YAML, which the linter explains.
 *
 * @throws BrokenSpecError if a code is not described, or a document does not mark where its table begins and ends
 */
export async function filesWithErrorTables({ folder, errorTables }: ContractFiles): Promise<Files> {
  if (errorTables === undefined) return new Map()
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  const rows = rowsOf(await read(errorTables.file), errorTables)
  if (rows === undefined) return new Map()
  const table = formatTable([heading, ...rows])
  const filled = async (path: string): Promise<[string, string]> => [path, withTable(await read(path), table, path)]
  return new Map(await Promise.all(errorTables.documents.map(filled)))
}

/** Returns one row for each line "- `code` (status): meaning; what to do" of the description, sorted by status. */
function rowsOf(text: string, { file, schema }: { file: string; schema: string }): string[][] | undefined {
  const lines = new LineCounter()
  const tree = parseDocument(text, { lineCounter: lines })
  if (tree.errors.length > 0) return undefined
  const node = tree.get(schema)
  const { enum: codes = [], description = '' } = isMap(node) ? node.toJSON() : {}
  const rows = errorLines(String(description)).map(({ code, status, cause, action }) => [
    `\`${code}\``,
    status,
    cause,
    action,
  ])
  const undescribed = codes.filter((code: unknown) => !rows.some(([described]) => described === `\`${code}\``))
  if (undescribed.length > 0) {
    const { line, col } = lines.linePos((isMap(node) && node.range?.[0]) || 0)
    throw broken(
      { file, line, column: col },
      `The description of ${schema} lacks ${undescribed.join(', ')}. Add a line "- \`${undescribed[0]}\` (STATUS): MEANING; WHAT TO DO" for each.`,
    )
  }
  return rows.sort(([, a = ''], [, b = '']) => Number(a) - Number(b))
}

/** Reads the lines "- `code` (status): meaning; what to do" of a description, as whole sentences. */
export function errorLines(description: string): { code: string; status: string; cause: string; action: string }[] {
  return [...description.matchAll(/^- `([^`]+)` \((\d{3})\): (.+?); (.+)$/gm)].map(
    ([, code = '', status = '', cause = '', action = '']) => ({
      code,
      status,
      cause: sentence(cause),
      action: sentence(action),
    }),
  )
}

function sentence(text: string): string {
  return `${capitalized(text)}.`
}

/** A Markdown table with aligned columns; the first row is its heading. */
function formatTable(rows: readonly string[][]): string[] {
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const formatRow = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`
  const [head = [], ...others] = rows
  return [
    formatRow(head),
    formatRow(
      heading.map(() => ''),
      '-',
    ),
    ...others.map((row) => formatRow(row)),
  ]
}

/** Replaces what is between the two marks. The table has the indentation of the first. */
function withTable(text: string, table: readonly string[], path: string): string {
  const lines = text.split('\n')
  const [first, last] = [begin, end].map((mark) => lines.findIndex((line) => line.trim() === mark))
  if (first === undefined || last === undefined || first === -1 || last < first) {
    const advice = `The table of error codes is written between the lines ${begin} and ${end}. Add both, in this order.`
    throw broken({ file: path, line: 1, column: 1 }, advice)
  }
  const indentation = /^ */.exec(lines[first] ?? '')?.[0] ?? ''
  const filled = ['', ...table.map((row) => `${indentation}${row}`), '']
  return [...lines.slice(0, first + 1), ...filled, ...lines.slice(last)].join('\n')
}

function broken(position: { file: string; line: number; column: number }, message: string): BrokenSpecError {
  return new BrokenSpecError([{ ...position, rule: 'error-tables', severity: 'error', sentence: message }])
}
