import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

/** A top-level declaration of a store, with the SQL in it. */
interface StoreDeclaration {
  /** `webhooks/webhook-events.ts publishEvents`. */
  name: string
  /** The declaration without comments of TypeScript. */
  text: string
}

const sources = join(import.meta.dirname, '../../src')

/** Every top-level declaration of the stores. Migrations are not statements of API or worker. */
export function storeDeclarations(): StoreDeclaration[] {
  return ts.sys
    .readDirectory(sources, ['.ts'])
    .filter((path) => !path.includes('/migrations/'))
    .flatMap((path) => {
      const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
      const declared = file.statements.flatMap((statement) => {
        const name = nameOf(statement)
        return name === undefined ? [] : [{ name, text: statement.getText(file) }]
      })
      return declared.map(({ name, text }) => ({
        name: `${relative(sources, path)} ${name}`,
        text: declared.reduce(insertConstant, text),
      }))
    })
}

/** A condition that several statements of a file share is a constant there. */
function insertConstant(text: string, constant: { name: string; text: string }): string {
  const [, condition] = /^const \w+ = ['"`]([^'"`]*)['"`]$/.exec(constant.text) ?? []
  return condition === undefined || condition.includes('select')
    ? text
    : text.replaceAll(`\${${constant.name}}`, condition)
}

function nameOf(statement: ts.Statement): string | undefined {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return statement.name?.text
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText()
  return undefined
}

/**
 * The tables that a declaration reads or writes without their distribution key: the key of the table is neither
 * compared in a condition nor in the list of the columns that are inserted.
 */
export function tablesWithoutKey({ text }: StoreDeclaration, keys: Readonly<Record<string, string>>): string[] {
  const sql = text.replaceAll(/--.*|\/\/.*|\/\*[\s\S]*?\*\//g, '')
  return Object.entries(keys).flatMap(([table, key]) => {
    const uses = [...sql.matchAll(useOf(table))]
    return uses.some((use) => !hasKey(sql, { table, key, use })) ? [table] : []
  })
}

const useOf = (table: string) =>
  new RegExp(
    `(?:\\b(from|join|update|into|using)\\s+|\\b(queryBuilder|from|join|into|purge|everyRow)\\([^()]*?['"]|\\b(table): ['"])${table}\\b(?:['"]?(?:\\s+as)?\\s+(?!where|join|left|set|on|order|cross|limit|using|for|as|returning)([a-z_]+))?`,
    'g',
  )

interface TableUse {
  table: string
  key: string
  use: RegExpExecArray
}

function hasKey(sql: string, { table, key, use }: TableUse): boolean {
  const alias = use[4] ?? table
  const compared = '[\'"]?\\s*(?:=|,|in\\b)'
  const qualified = `\\b(?:${alias}|${table})\\.${key}\\b${compared}|=\\s*(?:${alias}|${table})\\.${key}\\b`
  if (new RegExp(qualified).test(sql)) return true
  if (/^into\s/.test(use[0]))
    return new RegExp(`^into\\s+\\w+(?:\\s+as\\s+\\w+)?\\s*\\([^)]*\\b${key}\\b`).test(sql.slice(use.index))
  const unqualified = `(?<![.\\w])${key}\\s*(?:=|in\\b|,\\s*id\\)\\s*=)|\\bwhere\\((?:'${key}'|\\{[^}]*\\b${key}\\b)`
  return new RegExp(unqualified).test(scopeOf(sql, use.index))
}

/** The text of the innermost parentheses around a position, or all of it. */
function scopeOf(sql: string, position: number): string {
  let depth = 0
  let start = position
  for (; start > 0 && depth >= 0; start--) depth += { ')': 1, '(': -1 }[sql[start - 1] ?? ''] ?? 0
  depth = 0
  let end = position
  for (; end < sql.length && depth >= 0; end++) depth += { '(': 1, ')': -1 }[sql[end] ?? ''] ?? 0
  return sql.slice(start, end)
}
