import ts from 'typescript'

// Most files import the generated types, and each uses a few of them. The compiler only knows which files import a
// file: after an edit of one schema it would check them all. This module determines which parts of a file have changed,
// and which parts another file uses.

/**
 * The parts of a module: its top-level declarations, or the members of an interface, or the members of their members
 * in `components`. A key is the path of names to a part, such as `components`, `schemas` and `Report`, each with a line
 * break behind it. Keys of which one is the beginning of the other depend on each other.
 */
export interface ModuleParts {
  /** The text of each part as far as it concerns other files, without comments. */
  texts: ReadonlyMap<string, string>
  /** The values of constants with a type, and the bodies of functions with one: they concern only the module itself. */
  inner: string
  nodes: readonly (readonly [key: string, node: ts.Node])[]
  /** The keys of the same module that each part refers to. */
  uses: ReadonlyMap<string, ReadonlySet<string>>
  /** Names that stand for a key, such as `Schemas` for all schemas. */
  aliases: ReadonlyMap<string, string>
  /** The text of what does not belong to a part, without comments, and its statements except imports. */
  rest: string
  others: readonly ts.Statement[]
}

const printer = ts.createPrinter({ removeComments: true })

/** Parents of nodes are not needed, so the file need not be bound. */
export function partsOf(file: ts.SourceFile): ModuleParts {
  const texts = new Map<string, string>()
  const nodes: [string, ts.Node][] = []
  const inner: string[] = []
  const rest: string[] = []
  const others: ts.Statement[] = []
  const aliases = new Map<string, string>()
  const names = new Map(file.statements.flatMap(namesDeclaredBy).map((name) => [name, keyOf([name])]))
  const print = (node: ts.Node) => printer.printNode(ts.EmitHint.Unspecified, node, file)
  const add = (path: readonly string[], node: ts.Node) => {
    const key = keyOf(path)
    const { shown, hidden } = dividedByType(node)
    nodes.push([key, node])
    inner.push(...hidden.map(print))
    texts.set(key, [texts.get(key), modifiersOf(node), ...shown.map(print)].join('\n'))
  }
  for (const statement of file.statements) {
    const declared = namesDeclaredBy(statement)
    const [name] = declared
    const alias = ts.isTypeAliasDeclaration(statement) && !statement.typeParameters ? statement : undefined
    const target = alias && accessOf(alias.type, names)
    const members = membersOf(statement)
    if (name === undefined) {
      rest.push(print(statement))
      if (!ts.isImportDeclaration(statement)) others.push(statement)
    } else if (target !== undefined) {
      rest.push(print(statement))
      aliases.set(name, target)
    } else if (members !== undefined) {
      rest.push(`interface ${name}`)
      for (const [member, node] of members) {
        const components = name === 'components' ? membersOf(node) : undefined
        if (components === undefined) add([name, member], node)
        else for (const [component, part] of components) add([name, member, component], part)
        if (components !== undefined) rest.push(`components ${member}`)
      }
    } else {
      for (const one of declared) add([one], statement)
    }
  }
  const roots = new Map([...names, ...aliases])
  const uses = new Map<string, Set<string>>()
  for (const [key, node] of nodes) uses.set(key, (uses.get(key) ?? new Set()).union(usesIn(node, roots)))
  return { texts, inner: inner.join('\n'), nodes, uses, aliases, rest: rest.join('\n'), others }
}

/** Returns the keys of the parts that differ, and of all parts that refer to one of them. */
export function changedParts(old: ModuleParts, now: ModuleParts): Set<string> {
  const keys = new Set([...old.texts.keys(), ...now.texts.keys()])
  return withUsers(new Set([...keys].filter((key) => old.texts.get(key) !== now.texts.get(key))), now)
}

/** Adds the keys of all parts of a module that refer to one of its changed parts, directly or not. */
function withUsers(changed: ReadonlySet<string>, { uses: usesOfParts }: ModuleParts): Set<string> {
  const all = new Set(changed)
  // A part that refers to another is compared with all keys that were found so far, also with those of this loop.
  for (let before = -1; before !== all.size; ) {
    before = all.size
    for (const [key, uses] of usesOfParts) if (!all.has(key) && concerns(all, uses)) all.add(key)
  }
  return all
}

/**
 * Returns the keys of the parts of a file that use changed parts of another module; the empty key if that is unknown.
 *
 * @param parts the parts of the file
 */
export function partsUsing(
  changed: ReadonlySet<string>,
  file: ts.SourceFile,
  parts: ModuleParts,
  module: ImportedModule,
): Set<string> {
  const roots = rootsIn(file, module)
  if (roots === undefined) return new Set([''])
  if (parts.others.some((statement) => concerns(changed, keysIn(statement, roots, module)))) return new Set([''])
  const using = parts.nodes.filter(([, node]) => concerns(changed, keysIn(node, roots, module)))
  return withUsers(new Set(using.map(([key]) => key)), parts)
}

/** Returns whether a used part is, contains or belongs to one of the changed parts. */
export function concerns(changed: ReadonlySet<string>, uses: ReadonlySet<string>): boolean {
  return [...uses].some(
    (use) => changed.has(use) || [...changed].some((key) => key.startsWith(use) || use.startsWith(key)),
  )
}

/** A module, and whether a module specifier of a file that imports it refers to it. */
interface ImportedModule {
  parts: ModuleParts
  isModule: (specifier: ts.Expression) => boolean
}

/**
 * Returns the keys of the parts of a module that a file uses. An import that this function does not understand uses
 * the whole module, whose key is empty.
 */
export function usesOf(file: ts.SourceFile, module: ImportedModule): Set<string> {
  const roots = rootsIn(file, module)
  if (roots === undefined) return new Set([''])
  const others = file.statements.filter((statement) => !ts.isImportDeclaration(statement))
  // An import also depends on the existence of its name. Interfaces that consist of parts are in `rest`.
  const isDivided = (key: string) => [...module.parts.texts.keys()].some((part) => part !== key && part.startsWith(key))
  const imported = new Set([...roots.values()].filter((key) => key !== '' && !isDivided(key)))
  return others.reduce((all, statement) => all.union(keysIn(statement, roots, module)), imported)
}

function keysIn(node: ts.Node, roots: ReadonlyMap<string, string>, { parts }: ImportedModule): Set<string> {
  return new Set([...usesIn(node, roots)].map((key) => withoutAlias(key, parts.aliases)))
}

/** The names that a file imports from a module, with their keys; undefined for imports of other forms. */
function rootsIn(file: ts.SourceFile, { isModule, parts }: ImportedModule): Map<string, string> | undefined {
  const imports = file.statements.filter(ts.isImportDeclaration)
  const ours = imports.filter(({ moduleSpecifier }) => isModule(moduleSpecifier))
  const bindings = ours.map(({ importClause }) => (importClause?.name ? undefined : importClause?.namedBindings))
  const others = file.statements.filter((statement) => !ts.isImportDeclaration(statement))
  if (ours.length === 0 || bindings.includes(undefined) || others.some((one) => importsOtherwise(one, isModule)))
    return undefined
  return new Map(bindings.flatMap((one) => (one ? rootsOf(one, parts.aliases) : [])))
}

function rootsOf(binding: ts.NamedImportBindings, aliases: ReadonlyMap<string, string>): [string, string][] {
  if (ts.isNamespaceImport(binding)) return [[binding.name.text, '']]
  return binding.elements.map(({ name, propertyName = name }): [string, string] => {
    return [name.text, withoutAlias(keyOf([propertyName.text]), aliases)]
  })
}

function withoutAlias(key: string, aliases: ReadonlyMap<string, string>): string {
  const [name = ''] = key.split('\n', 1)
  const target = aliases.get(name)
  return target === undefined ? key : target + key.slice(name.length + 1)
}

/** Finds `export … from`, `import x = require()`, `import()` and types with `import()` that refer to a module. */
function importsOtherwise(node: ts.Node, isModule: ImportedModule['isModule']): boolean {
  const specifier = specifierOf(node)
  if (specifier !== undefined && (!ts.isStringLiteralLike(specifier) || isModule(specifier))) return true
  return ts.forEachChild(node, (one) => importsOtherwise(one, isModule) || undefined) ?? false
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isExternalModuleReference(node)) return node.expression
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isImport ? node.arguments[0] : undefined
}

/** The keys that a node uses, where each name stands for a key. */
function usesIn(node: ts.Node, roots: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>()
  const visit = (one: ts.Node): void => {
    const key = accessOf(one, roots)
    const name = hasName(one) ? one.name : undefined
    if (key !== undefined) found.add(key)
    else ts.forEachChild(one, (part) => (part === name ? undefined : visit(part)))
  }
  visit(node)
  return found
}

/** Returns whether a node has a name that refers to nothing, as `plan` in `plan: string` and `account.plan`. */
function hasName(node: ts.Node): node is ts.Node & { name: ts.Identifier } {
  const isProperty =
    ts.isPropertySignature(node) || ts.isPropertyAssignment(node) || ts.isPropertyAccessExpression(node)
  return isProperty && ts.isIdentifier(node.name)
}

/** Divides a declaration with a type into the type and the rest, which only the file itself can see. */
function dividedByType(node: ts.Node): { shown: ts.Node[]; hidden: ts.Node[] } {
  if (ts.isVariableStatement(node)) {
    const { declarations } = node.declarationList
    const types = declarations.flatMap(({ type }) => type ?? [])
    if (types.length === declarations.length)
      return { shown: types, hidden: declarations.flatMap(({ initializer }) => initializer ?? []) }
  }
  if (ts.isFunctionDeclaration(node) && node.type && node.body && node.parameters.every(({ type }) => type)) {
    const { typeParameters = [], parameters, type, body } = node
    return { shown: [...typeParameters, ...parameters, type], hidden: [body] }
  }
  return { shown: [node], hidden: [] }
}

/** `export const`, as numbers. */
function modifiersOf(node: ts.Node): string {
  const kinds = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : []
  return ts.isVariableStatement(node) ? [...kinds, node.declarationList.flags].join(' ') : kinds.join(' ')
}

/** The key of a type such as `components['schemas']['Report']`, or of a value such as `bounds.Report.title`. */
function accessOf(node: ts.Node, roots: ReadonlyMap<string, string>): string | undefined {
  if (ts.isIdentifier(node)) return roots.get(node.text)
  if (ts.isTypeReferenceNode(node) && node.typeArguments === undefined) return accessOf(node.typeName, roots)
  const [object, name] = stepOf(node) ?? []
  const key = object && accessOf(object, roots)
  return key === undefined || name === undefined ? undefined : key + keyOf([name])
}

/** The object and the name of an access to one property. */
function stepOf(node: ts.Node): [ts.Node, string] | undefined {
  if (ts.isQualifiedName(node)) return [node.left, node.right.text]
  if (ts.isPropertyAccessExpression(node)) return [node.expression, node.name.text]
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return undefined
  const { literal } = node.indexType
  return ts.isStringLiteral(literal) ? [node.objectType, literal.text] : undefined
}

function keyOf(path: readonly string[]): string {
  return path.map((name) => `${name}\n`).join('')
}

/** The names that a statement declares; none if it does anything else. */
function namesDeclaredBy(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    const names = statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : ''))
    return names.includes('') ? [] : names
  }
  const isDeclaration =
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isFunctionDeclaration(statement)
  return isDeclaration && statement.name ? [statement.name.text] : []
}

/** The members of an interface or of a property with an object type; undefined if they cannot be treated one by one. */
function membersOf(node: ts.Node): [string, ts.Node][] | undefined {
  const members = elementsOf(node)
  const named = members?.flatMap((member): [string, ts.Node][] => {
    const { name } = member
    const isNamed = ts.isPropertySignature(member) && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name))
    return isNamed && name && 'text' in name ? [[String(name.text), member]] : []
  })
  return named?.length === members?.length ? named : undefined
}

function elementsOf(node: ts.Node): readonly ts.TypeElement[] | undefined {
  if (ts.isInterfaceDeclaration(node))
    return node.heritageClauses || node.typeParameters ? undefined : [...node.members]
  const type = ts.isPropertySignature(node) && !node.questionToken ? node.type : undefined
  return type && ts.isTypeLiteralNode(type) ? [...type.members] : undefined
}
