import type TypeScript from 'typescript'

/**
 * Moves the types of schemas that contain themselves in a list or in alternatives into type aliases. The compiler
 * refuses such a type as the type of a property, but not as an alias (TS2502).
 *
 * @param nodes the declarations that openapi-typescript makes of a document
 */
export function withAliases(ts: typeof TypeScript, nodes: readonly TypeScript.Node[]): TypeScript.Node[] {
  const types = schemaTypes(ts, nodes)
  const contained = new Map([...types].map(([name, type]) => [name, containedSchemas(ts, type)]))
  const recursive = [...types].filter(([name]) => reaches(contained, name))
  if (recursive.length === 0) return [...nodes]
  const aliases = new Map(recursive.map(([name], index) => [name, `Recursive${index + 1}`]))
  const reference = (alias: string | undefined) =>
    alias === undefined ? undefined : ts.factory.createTypeReferenceNode(alias)
  const declarations = recursive.map(([name, type]) => {
    const alias = ts.factory.createTypeAliasDeclaration(undefined, aliases.get(name) ?? name, undefined, type)
    return replaced(ts, alias, (node) => reference(aliases.get(schemaOf(ts, node) ?? '')))
  })
  // The interface keeps each schema under its name.
  const byType = new Map<TypeScript.Node, string>(recursive.map(([name, type]) => [type, aliases.get(name) ?? name]))
  const kept = nodes.map((node) =>
    isComponents(ts, node) ? replaced(ts, node, (part) => reference(byType.get(part))) : node,
  )
  return [...kept, ...declarations]
}

/** Replaces parts of a declaration. `replacementOf` returns undefined for the others. */
function replaced<Part extends TypeScript.Node>(
  ts: typeof TypeScript,
  part: Part,
  replacementOf: (node: TypeScript.Node) => TypeScript.Node | undefined,
): Part {
  const { transformed } = ts.transform(part, [
    (context) => (root) => {
      const visit = (node: TypeScript.Node): TypeScript.Node =>
        replacementOf(node) ?? ts.visitEachChild(node, visit, context)
      return ts.visitEachChild(root, visit, context)
    },
  ])
  return transformed[0] ?? part
}

function isComponents(ts: typeof TypeScript, node: TypeScript.Node): node is TypeScript.InterfaceDeclaration {
  return ts.isInterfaceDeclaration(node) && node.name.text === 'components'
}

/** The types of the component schemas by name. */
function schemaTypes(ts: typeof TypeScript, nodes: readonly TypeScript.Node[]): Map<string, TypeScript.TypeNode> {
  const members = nodes.filter((node) => isComponents(ts, node)).flatMap((node) => [...node.members])
  const schemas = members.find((member) => nameOf(ts, member) === 'schemas')
  if (!schemas || !ts.isPropertySignature(schemas) || !schemas.type || !ts.isTypeLiteralNode(schemas.type))
    return new Map()
  return new Map(
    schemas.type.members.flatMap((member): [string, TypeScript.TypeNode][] => {
      const name = nameOf(ts, member)
      return name !== undefined && ts.isPropertySignature(member) && member.type ? [[name, member.type]] : []
    }),
  )
}

function nameOf(ts: typeof TypeScript, { name }: TypeScript.TypeElement): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name))
    ? name.text
    : undefined
}

/** The schemas that a type contains apart from those in its properties, which the compiler resolves later. */
function containedSchemas(ts: typeof TypeScript, type: TypeScript.Node): Set<string> {
  const found = new Set<string>()
  const visit = (node: TypeScript.Node): void => {
    const name = schemaOf(ts, node)
    if (name !== undefined) found.add(name)
    else if (!ts.isTypeLiteralNode(node)) ts.forEachChild(node, visit)
  }
  visit(type)
  return found
}

/** `X` of `components["schemas"]["X"]`. */
function schemaOf(ts: typeof TypeScript, node: TypeScript.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node)) return undefined
  const { objectType, indexType } = node
  const isSchemas = ts.isIndexedAccessTypeNode(objectType) && literalOf(ts, objectType.indexType) === 'schemas'
  return isSchemas ? literalOf(ts, indexType) : undefined
}

function literalOf(ts: typeof TypeScript, type: TypeScript.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : undefined
}

/** Returns whether a schema contains itself. */
function reaches(contained: ReadonlyMap<string, ReadonlySet<string>>, wanted: string): boolean {
  const seen = new Set<string>()
  const open = [...(contained.get(wanted) ?? [])]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === wanted) return true
    if (seen.has(name)) continue
    seen.add(name)
    open.push(...(contained.get(name) ?? []))
  }
  return false
}
