// The counts of each file. Every rule returns the places that break it.

import ts from 'typescript'
import { type ContractShapes, keyOf } from './contract.ts'
import { lineOf, nodesOf, type Place, type SourceFile } from './source-files.ts'

export interface Finding extends Place {
  what: string
}

export type Rule = (file: SourceFile) => Finding[]

/**
 * Typed arrays return `number | undefined` under `noUncheckedIndexedAccess`, and a check of each index would double
 * the time of the innermost loops. These files do nothing but compute with numbers; their casts are not counted.
 */
export const numericKernels: readonly RegExp[] = [
  /^packages\/intelligence[a-z-]*\/src\/.*(model|training|train)\/[a-z-]*(layer|logistic|convolution|matrix|network|features|kernel|quantize)[a-z-]*\.ts$/,
]

const maxFunctionLines = 70
const maxCommentColumns = 120

const at = (file: SourceFile, node: ts.Node, what: string): Finding => ({
  path: file.path,
  line: lineOf(file, node),
  what,
})

/** A rule that looks at every node of a file. */
export function nodeRule(judge: (node: ts.Node, file: SourceFile) => string | undefined): Rule {
  return (file) =>
    nodesOf(file.tree).flatMap((node) => {
      const what = judge(node, file)
      return what === undefined ? [] : [at(file, node, what)]
    })
}

/** Interfaces and type literals that repeat a schema of the contract field by field. */
export const repeatedSchemas = ({ schemas }: ContractShapes): Rule =>
  nodeRule((node) => {
    if (!ts.isInterfaceDeclaration(node) && !ts.isTypeLiteralNode(node)) return undefined
    const fields = node.members.flatMap((member) => (ts.isPropertySignature(member) ? [nameOf(member)] : []))
    const schema = fields.length === node.members.length ? schemas.get(keyOf(fields)) : undefined
    return schema && `has the fields of the schema ${schema}`
  })

const nameOf = (member: ts.PropertySignature) =>
  ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) ? member.name.text : member.name.getText()

/** Unions of string literals and arrays of strings that repeat an enum of the contract. */
export const repeatedEnums = ({ enums }: ContractShapes): Rule =>
  nodeRule((node) => {
    const values = literalStrings(node)
    const name = values && enums.get(keyOf(values))
    return name && `repeats the enum ${name}`
  })

function literalStrings(node: ts.Node): string[] | undefined {
  if (ts.isUnionTypeNode(node)) {
    const values = node.types.map((type) => (ts.isLiteralTypeNode(type) ? type.literal : type))
    return allStrings(values.filter((value) => value.kind !== ts.SyntaxKind.NullKeyword))
  }
  return ts.isArrayLiteralExpression(node) && node.elements.length > 1 ? allStrings(node.elements) : undefined
}

function allStrings(nodes: readonly ts.Node[]): string[] | undefined {
  const values = nodes.flatMap((node) => (ts.isStringLiteral(node) ? [node.text] : []))
  return values.length === nodes.length ? values : undefined
}

/** Type assertions; `as const` asserts nothing. */
export const casts: Rule = nodeRule((node) =>
  (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && !ts.isConstTypeReference(node.type)
    ? `as ${node.type.getText()}`
    : undefined,
)

export const longFunctions: Rule = nodeRule((node, file) => {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return undefined
  const last = file.tree.getLineAndCharacterOfPosition(node.getEnd()).line + 1
  const lines = last - lineOf(file, node) + 1
  return lines > maxFunctionLines ? `${functionName(node)}: ${lines} lines` : undefined
})

function functionName(node: ts.SignatureDeclaration): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  return named?.getText() ?? 'a function without a name'
}

export const screamingConstants: Rule = nodeRule((node) =>
  ts.isVariableDeclaration(node) && /^[A-Z][A-Z0-9_]+$/.test(node.name.getText()) ? node.name.getText() : undefined,
)

/** Classes that extend an error class, directly or not, without the word in their name. */
export function errorClassNames(files: readonly SourceFile[]): Rule {
  const parents = new Map(
    files.flatMap((file) =>
      nodesOf(file.tree)
        .filter(ts.isClassLike)
        .map((node) => [node.name?.text ?? '', parentOf(node)] as const),
    ),
  )
  const isError = (name: string | undefined): boolean =>
    name !== undefined && (name.endsWith('Error') || isError(parents.get(name)))
  return nodeRule((node) =>
    ts.isClassLike(node) && isError(parentOf(node)) && !node.name?.text.endsWith('Error')
      ? (node.name?.text ?? 'a class without a name')
      : undefined,
  )
}

function parentOf(node: ts.ClassLikeDeclaration): string | undefined {
  const extended = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)
  return extended?.types[0]?.expression.getText().split('.').at(-1)
}

export const nestedTernaries: Rule = nodeRule((node) =>
  ts.isConditionalExpression(node) && ts.isConditionalExpression(withoutParentheses(node.parent))
    ? node.getText().slice(0, 60).replaceAll(/\s+/g, ' ')
    : undefined,
)

const withoutParentheses = (node: ts.Node): ts.Node =>
  ts.isParenthesizedExpression(node) ? withoutParentheses(node.parent) : node

/** `...{ a, b }`: properties spread from a literal only to keep them on one line. */
export const spreadLiterals: Rule = nodeRule((node) =>
  ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)
    ? node.getText().slice(0, 60)
    : undefined,
)

export const longCommentLines: Rule = (file) => {
  const starts = file.tree.getLineStarts()
  const lines = file.tree.text.split('\n')
  const commented = new Set(commentsOf(file).flatMap(({ pos, end }) => linesBetween(starts, pos, end)))
  return [...commented]
    .filter((index) => (lines[index]?.length ?? 0) > maxCommentColumns)
    .map((index) => ({ path: file.path, line: index + 1, what: `${lines[index]?.length} columns` }))
}

/** Every comment, read where tokens begin and end. */
function commentsOf(file: SourceFile): ts.TextRange[] {
  const { text } = file.tree
  const found = new Map<number, ts.TextRange>()
  const add = (ranges: ts.CommentRange[] | undefined) => {
    for (const range of ranges ?? []) found.set(range.pos, range)
  }
  for (const node of [file.tree, ...nodesOf(file.tree), file.tree.endOfFileToken]) {
    if (ts.isJsxText(node)) continue
    add(ts.getLeadingCommentRanges(text, node.getFullStart()))
    add(ts.getTrailingCommentRanges(text, node.getEnd()))
  }
  return [...found.values()]
}

/**
 * Doc comments that begin with a clause or in the middle of a thought: "What clients saw", "Then the client connects
 * again". A noun or a verb says sooner what is declared.
 */
export const clauseComments: Rule = (file) =>
  commentsOf(file).flatMap(({ pos, end }) => {
    const word = /^\/\*\*[\s*]*(What|How|Where|Why|Which|Who|Whose|Then|Those)\b/.exec(
      file.tree.text.slice(pos, end),
    )?.[1]
    const line = file.tree.getLineAndCharacterOfPosition(pos).line + 1
    return word === undefined ? [] : [{ path: file.path, line, what: `begins with "${word}"` }]
  })

function linesBetween(starts: readonly number[], from: number, to: number): number[] {
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY
    return start < to && end > from ? [index] : []
  })
}

/**
 * Ids that a store takes as any string, so that the id of another record compiles. An id of the contract has the type
 * `Id<'whk'>`; any other id has that of its column, such as `StoredKey['id']`.
 */
export const untypedIds: Rule = (file) => {
  if (!file.path.startsWith('packages/db/src/')) return []
  const parameters = file.tree.statements
    .filter(isExported)
    .flatMap(functionsOf)
    .flatMap((each) => each.parameters)
  return parameters
    .flatMap((parameter) => [parameter, ...nodesOf(parameter)])
    .filter((node) => ts.isParameter(node) || ts.isPropertySignature(node))
    .filter(({ name, type }) => /^ids?$|Ids?$/.test(name.getText()) && type !== undefined && hasStringKeyword(type))
    .map((node) => at(file, node, node.getText()))
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

/** The functions and methods that a statement declares. */
function functionsOf(statement: ts.Statement): ts.SignatureDeclaration[] {
  if (ts.isFunctionDeclaration(statement)) return [statement]
  if (ts.isClassDeclaration(statement))
    return statement.members.flatMap((member) => (ts.isFunctionLike(member) ? [member] : []))
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ initializer }) =>
    initializer && ts.isFunctionLike(initializer) ? [initializer] : [],
  )
}

const hasStringKeyword = (type: ts.TypeNode) =>
  [type, ...nodesOf(type)].some(({ kind }) => kind === ts.SyntaxKind.StringKeyword)

/**
 * Errors that are dropped without a comment on the reason: in a `catch` clause, or in a `.catch()` whose function takes
 * no error. An error that is thrown in its place is a reason itself.
 */
export const silentCatches: Rule = nodeRule((node, file) => {
  if (ts.isCatchClause(node) && node.variableDeclaration === undefined)
    return throws(node.block) || hasComment(node.block.getText()) ? undefined : 'catch without a reason'
  const handler = rejectionHandlerOf(node)
  if (handler === undefined || handler.parameters.length > 0 || throws(handler.body)) return undefined
  return hasComment(handler.getText()) || hasCommentAbove(node, handler, file) ? undefined : '.catch() without a reason'
})

function rejectionHandlerOf(node: ts.Node): ts.ArrowFunction | ts.FunctionExpression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const [handler] = node.expression.name.text === 'catch' ? node.arguments : []
  return handler && (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler)) ? handler : undefined
}

const throws = (body: ts.ConciseBody) => ts.isBlock(body) && body.statements.some(ts.isThrowStatement)

/** Returns whether a comment ends above the statement of a `.catch()` or above the line of its function. */
function hasCommentAbove(call: ts.Node, handler: ts.Node, file: SourceFile): boolean {
  let statement = call
  while (!ts.isStatement(statement) && statement.parent !== undefined) statement = statement.parent
  const lines = file.tree.text.split('\n')
  return [statement, handler].some((node) => /^\/\/|\*\/\}?$/.test(lines[lineOf(file, node) - 2]?.trim() ?? ''))
}

function hasComment(text: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text)
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan())
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia) return true
  return false
}

/** Functions that take a `Reader` and write. The handler of a request could call them outside of a transaction. */
export const writingReaders: Rule = nodeRule((node) => {
  if (!ts.isFunctionLike(node) || !node.parameters.some(({ type }) => type?.getText() === 'Reader')) return undefined
  const written = [...nodesOf(node)].filter(isText).find((text) => writingStatement.test(text.getText()))
  return written && 'takes a Reader and writes'
})

const isText = (node: ts.Node) => ts.isStringLiteral(node) || ts.isTemplateLiteral(node)

/** An upsert ends with `do update set`, and a lock with `for update`: neither begins a statement. */
const writingStatement = /\b(insert into|delete from|update \S+( as \w+)?\s+set)\b/

/** Tests, helpers of tests and processes that only tests start belong in `test/` next to `src/`. */
export const testsInSource: Rule = (file) =>
  /\/src\/(.*\/)?[^/]*(\.test|test-process|^testing|\/testing)[^/]*\.ts$/.test(file.path)
    ? [{ path: file.path, line: 1, what: 'a file for tests' }]
    : []

/**
 * Rows that a test reads or writes by itself, instead of by a named step of `packages/db/test`. The tests of the stores
 * in packages/db are about the rows.
 */
export const rowsWithoutStep: Rule = nodeRule((node, { isTest, workspace }) => {
  if (!isTest || workspace === 'packages/db') return undefined
  const isUse = ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'knexOf'
  return isUse ? 'uses rows' : undefined
})
