import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { Instrumenter, type InstrumenterOptions } from '@stryker-mutator/instrumenter'
import { isRecord } from '@svc/runtime/json'
import { root } from '../src/paths.ts'

/** A change of the source that is made when its id is the active one. */
export interface Mutant {
  id: string
  /** The source file, from the root of the repository. */
  file: string
  /** From 1. */
  line: number
  /** The kind of change, as the instrumenter names it. */
  mutator: string
  original: string
  replacement: string
}

interface MutatedSource {
  /** Not those that no response can show. */
  mutants: Mutant[]
  /** The source with all mutants, by file. */
  files: Record<string, string>
  /** The number of mutants that no response can show, by the reason. */
  ignored: Map<string, number>
}

/** Operations and stores. Migrations and the checks of the schema run before the service does. */
const patterns = ['apps/api/src/operations/**/*.ts', 'packages/db/src/**/*.ts']
const beforeRequests = /^packages\/db\/src\/(?:migrations|schema)\//
/** A module that opens connections: how many, and for how long, is a matter of performance. */
const opensConnections = /^import .* from 'pg'$/m

/** Adds every mutant to the source of operations and stores. */
export async function mutateSource(): Promise<MutatedSource> {
  const names: string[] = []
  for await (const name of glob(patterns, { cwd: root })) if (!beforeRequests.test(name)) names.push(name)
  const sources = new Map<string, string>()
  for (const name of names.toSorted()) {
    const content = await readFile(`${root}${name}`, 'utf8')
    if (!opensConnections.test(content)) sources.set(name, content)
  }
  const options: InstrumenterOptions = { plugins: null, ignorers: [invisible], excludedMutations: [] }
  const given = [...sources].map(([name, content]) => ({ name, content, mutate: true }))
  const { files, mutants } = await new Instrumenter(silent).instrument(given, options)
  const ignored = new Map<string, number>()
  const visible: Mutant[] = []
  for (const { id, fileName, location, mutatorName, replacement, status, statusReason = '' } of mutants) {
    if (status === 'Ignored') ignored.set(statusReason, (ignored.get(statusReason) ?? 0) + 1)
    else
      visible.push({
        id,
        file: fileName,
        line: location.start.line + 1,
        mutator: mutatorName,
        original: textAt(sources.get(fileName) ?? '', location),
        replacement,
      })
  }
  return { mutants: visible, files: Object.fromEntries(files.map(({ name, content }) => [name, content])), ignored }
}

/** In an order that depends on the seed and on the mutants alone, so that a sample is the same for the same source. */
export function shuffled(mutants: readonly Mutant[], seed: string): Mutant[] {
  const seen = new Map<string, number>()
  const keyed = mutants.map((mutant) => {
    const change = JSON.stringify([mutant.file, mutant.original, mutant.replacement])
    // The same change may be made at several places of a module.
    const earlier = seen.get(change) ?? 0
    seen.set(change, earlier + 1)
    return { key: createHash('sha256').update(`${seed} ${earlier} ${change}`).digest('hex'), mutant }
  })
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ mutant }) => mutant)
}

interface Position {
  line: number
  column: number
}

function textAt(source: string, { start, end }: { start: Position; end: Position }): string {
  const lines = source.split('\n').slice(start.line, end.line + 1)
  const last = lines.length - 1
  const cut = lines.map((line, index) =>
    line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined),
  )
  return cut.join('\n')
}

/** A node of the syntax tree, and the way to its parents. */
interface SyntaxPath {
  node: Record<string, unknown>
  parentPath: SyntaxPath | null
}

const isSyntaxPath = (value: unknown): value is SyntaxPath => isRecord(value) && isRecord(value.node)

/** Omits the mutants that no response can show, because the contract makes no statement about what they change. */
const invisible: InstrumenterOptions['ignorers'][number] = {
  shouldIgnore(path) {
    if (!isSyntaxPath(path)) return undefined
    const { node } = path
    if (isCreatedError(node) || (isText(node) && isThrown(path))) return 'the wording of an error'
    if (isObservation(node)) return 'logs, metrics and traces'
    if (isStatementName(path)) return 'the name of a prepared statement'
    if (isColumnType(path)) return 'the type of a column, which only a test reads'
    if (isLock(node)) return 'a lock, which only simultaneous requests need'
    if (isGuard(node)) return 'a guard against a mistake in the source'
    return undefined
  },
}

function isText({ type }: SyntaxPath['node']): boolean {
  return ['StringLiteral', 'TemplateLiteral', 'ObjectExpression'].includes(String(type))
}

/** Whether the expression that is thrown contains the node, and no function in between does. */
function isThrown({ parentPath }: SyntaxPath): boolean {
  for (let path = parentPath; path !== null; path = path.parentPath) {
    if (path.node.type === 'ThrowStatement') return true
    if (/Function|Statement/.test(String(path.node.type))) return false
  }
  return false
}

const nameOf = (node: unknown): string => (isRecord(node) && typeof node.name === 'string' ? node.name : '')

/** `new RangeError(…)`. */
function isCreatedError({ type, callee }: SyntaxPath['node']): boolean {
  return type === 'NewExpression' && nameOf(callee).endsWith('Error')
}

/** `logger.info(…)` or `metrics.count(…)`, and what a trace says of a statement. */
function isObservation({ type, callee, key }: SyntaxPath['node']): boolean {
  if (type === 'ObjectProperty') return nameOf(key) === 'span'
  if (type !== 'CallExpression' || !isRecord(callee)) return false
  return callee.type === 'MemberExpression' && /^(?:logger|log|metrics|histogram|span)$/.test(nameOf(callee.object))
}

/** `if (!known) throw new TypeError(…)`: no request causes it. Errors of the product have classes of their own. */
function isGuard({ type, consequent }: SyntaxPath['node']): boolean {
  const thrown = isRecord(consequent) && consequent.type === 'ThrowStatement' ? consequent.argument : undefined
  return type === 'IfStatement' && isRecord(thrown) && /^(?:Type|Range)?Error$/.test(nameOf(thrown.callee))
}

/** The value of `name` next to `text`, or of a variable of that name: PostgreSQL keeps plans of statements by it. */
function isStatementName({ node, parentPath }: SyntaxPath): boolean {
  if (node.type === 'StringLiteral' && parentPath?.node.type === 'VariableDeclarator')
    return nameOf(parentPath.node.id) === 'name'
  if (node.type !== 'ObjectProperty' || nameOf(node.key) !== 'name') return false
  const siblings = parentPath?.node.properties
  return Array.isArray(siblings) && siblings.some((sibling) => isRecord(sibling) && nameOf(sibling.key) === 'text')
}

/** A value of a variable of the type `Columns<…>`. */
function isColumnType({ node, parentPath }: SyntaxPath): boolean {
  const declarator = parentPath?.parentPath?.parentPath?.node
  if (node.type !== 'StringLiteral' || !isRecord(declarator) || !isRecord(declarator.id)) return false
  const annotation = declarator.id.typeAnnotation
  const type = isRecord(annotation) ? annotation.typeAnnotation : undefined
  return isRecord(type) && nameOf(type.typeName) === 'Columns'
}

/** `select pg_advisory_xact_lock(…)`. */
function isLock({ type, value, quasis }: SyntaxPath['node']): boolean {
  const [first] = Array.isArray(quasis) ? quasis : []
  const text = isRecord(first) && isRecord(first.value) ? first.value.raw : value
  return /Literal$/.test(String(type)) && /^\s*select pg_advisory_xact_lock/.test(String(text))
}

const nothing = () => {}
const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}
