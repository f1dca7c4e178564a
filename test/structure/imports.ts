// The graph of imports between files: cycles, and exports that no file imports.

import ts from 'typescript'
import { createResolver, entryFiles, isTestPath, lineOf, nodesOf, type Place, type SourceFile } from './source-files.ts'

/** One import of a file: which names it takes, `*` for all of them. */
interface Import {
  from: string
  to: string
  names: string[]
}

export function readImports(files: readonly SourceFile[]): Import[] {
  const resolve = createResolver()
  return files.flatMap((file) =>
    importsIn(file).flatMap(({ specifier, names }) => {
      const to = resolve(specifier, file.path)
      return to === undefined ? [] : [{ from: file.path, to, names }]
    }),
  )
}

function importsIn(file: SourceFile): { specifier: string; names: string[] }[] {
  return nodesOf(file.tree).flatMap((node) => {
    const specifier = specifierOf(node)
    return specifier === undefined ? [] : [{ specifier, names: namesTaken(node) }]
  })
}

/** The module that a node loads or names: import, re-export, `import()`, `import('…').Type`, `new URL('./x.ts', …)`. */
function specifierOf(node: ts.Node): string | undefined {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
    return textOf(node.moduleSpecifier)
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return textOf(node.argument.literal)
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return textOf(node.arguments[0])
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  if (node.expression.getText() === 'import.meta.resolve') return textOf(node.arguments[0])
  return undefined
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined
}

function namesTaken(node: ts.Node): string[] {
  if (ts.isImportDeclaration(node)) {
    const clause = node.importClause
    const bindings = clause?.namedBindings
    return [...(clause?.name ? ['default'] : []), ...(bindings ? namesBound(bindings) : [])]
  }
  if (ts.isExportDeclaration(node)) {
    return node.exportClause && ts.isNamedExports(node.exportClause)
      ? node.exportClause.elements.map(originalName)
      : ['*']
  }
  if (ts.isImportTypeNode(node) && node.qualifier) return [node.qualifier.getText().split('.')[0] ?? '*']
  return destructuredNames(node) ?? ['*']
}

const namesBound = (bindings: ts.NamedImportBindings) =>
  ts.isNamedImports(bindings) ? bindings.elements.map(originalName) : ['*']

const originalName = (element: ts.ImportSpecifier | ts.ExportSpecifier) => (element.propertyName ?? element.name).text

/** The names in `const { a, b } = await import('…')`. */
function destructuredNames(node: ts.Node): string[] | undefined {
  const awaited = ts.isAwaitExpression(node.parent) ? node.parent : node
  const declaration = awaited.parent
  if (!ts.isVariableDeclaration(declaration) || !ts.isObjectBindingPattern(declaration.name)) return undefined
  return declaration.name.elements.map((element) => (element.propertyName ?? element.name).getText())
}

/** Groups of files that import each other in a circle, types included. */
export function importCycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  return stronglyConnected(targets).filter((group) => group.length > 1 && !group[0]?.startsWith('generated/'))
}

/** Tarjan's algorithm. */
function stronglyConnected(targets: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const indexes = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []

  const lower = (file: string, reached: number | undefined) => {
    const current = lowest.get(file)
    if (current !== undefined && reached !== undefined) lowest.set(file, Math.min(current, reached))
  }
  const visit = (file: string): number | undefined => {
    const index = indexes.size
    indexes.set(file, index)
    lowest.set(file, index)
    stack.push(file)
    for (const next of targets.get(file) ?? []) {
      if (!indexes.has(next)) lower(file, visit(next))
      else if (stack.includes(next)) lower(file, indexes.get(next))
    }
    if (lowest.get(file) === index) groups.push(stack.splice(stack.indexOf(file)))
    return lowest.get(file)
  }

  for (const file of targets.keys()) if (!indexes.has(file)) visit(file)
  return groups
}

interface Export extends Place {
  name: string
}

const publishedPackages = ['packages/sdk', 'apps/mock']

/** Files that a tool or a reader loads by name: configuration, lint rules of the contract, templates, examples. */
const loadedByName = /(\.config\.ts|house-rules\.mjs|apps\/workflow\/src\/node-red\.ts)$|^examples\/|\/templates\//

/** Exports that no other file imports, and those that only tests import although their own file does not use them. */
export function unusedExports(files: readonly SourceFile[], imports: readonly Import[]) {
  const entries = entryFiles(files.filter((file) => publishedPackages.includes(file.workspace)))
  const takers = takersByExport(files, imports)
  const candidates = files
    .filter((file) => !file.isGenerated && !entries.has(file.path) && !loadedByName.test(file.path))
    .flatMap((file) => exportsOf(file).map((exported) => ({ file, exported, by: takers(file.path, exported.name) })))
  return {
    withoutImporter: candidates.filter(({ by }) => by.length === 0).map(({ exported }) => exported),
    onlyForTests: candidates
      .filter(
        ({ file, exported, by }) =>
          !file.isTest && by.length > 0 && by.every(isTestPath) && !usedInside(file, exported.name),
      )
      .map(({ exported }) => exported),
  }
}

function takersByExport(files: readonly SourceFile[], imports: readonly Import[]) {
  const byTarget = Map.groupBy(imports, (taken) => taken.to)
  const configured = files.filter((file) => file.path.endsWith('.config.ts')).map((file) => file.tree.text)
  return (path: string, name: string): string[] => {
    const takers = (byTarget.get(path) ?? [])
      .filter((taken) => taken.from !== path && (taken.names.includes(name) || taken.names.includes('*')))
      .map((taken) => taken.from)
    return configured.some((text) => text.includes(`'${path}'`)) ? [...takers, 'vitest.config.ts'] : takers
  }
}

function exportsOf(file: SourceFile): Export[] {
  return file.tree.statements.flatMap((statement) =>
    exportedNames(statement).map(({ name, node }) => ({ path: file.path, line: lineOf(file, node), name })),
  )
}

function exportedNames(statement: ts.Statement): { name: string; node: ts.Node }[] {
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
    return statement.exportClause.elements.map((node) => ({ name: node.name.text, node }))
  }
  if (ts.isExportAssignment(statement)) return [{ name: 'default', node: statement }]
  if (!isExported(statement)) return []
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap((node) =>
      bindingNames(node.name).map((name) => ({ name, node })),
    )
  }
  return isNamedDeclaration(statement) && statement.name ? [{ name: statement.name.text, node: statement.name }] : []
}

function isNamedDeclaration(
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  )
}

const isExported = (node: ts.Statement) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)

function bindingNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? bindingNames(element.name) : []))
}

/** Whether the file names an export of its own anywhere but in its declaration. */
function usedInside(file: SourceFile, name: string): boolean {
  const mentions = nodesOf(file.tree).filter((node) => ts.isIdentifier(node) && node.text === name)
  return mentions.length > 1
}
