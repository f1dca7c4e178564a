import { isRecord } from '@svc/runtime/json'
import { type Document, resolve } from './contract.ts'
import type { Schema } from './relations/schema.ts'

/** The places of a body whose values are listed by `enum` or `const`; places without such values are left out. */
export interface EnumTree {
  /** By value as JSON. */
  values: Set<string>
  properties: Map<string, EnumTree>
  items?: EnumTree
}

type Selects = (path: string, value: unknown) => boolean

/** The tree of the values that any of the schemas lists at a place, and that `selects` does not refuse. */
export function enumTreeOf(
  document: Document,
  schemas: readonly Schema[],
  selects: Selects = () => true,
): EnumTree | undefined {
  const tree = emptyTree()
  for (const schema of schemas) collect(tree, schema, { document, selects, path: '', open: new Set() })
  return prune(tree) ? tree : undefined
}

/** Every place with each of its values: `data[].status = "open"`; `root` is the name of the body itself. */
export function namesOf(tree: EnumTree | undefined, root = ''): string[] {
  if (!tree) return []
  return [
    ...[...tree.values].map((value) => `${root} = ${value}`),
    ...[...tree.properties].flatMap(([name, child]) => namesOf(child, stepTo(root, name))),
    ...namesOf(tree.items, `${root}[]`),
  ]
}

/** Calls `found` with the name of each listed value in a body, as `namesOf` returns them. */
export function readEnums(tree: EnumTree, body: unknown, found: (name: string) => void, root = ''): void {
  if (Array.isArray(body)) {
    if (tree.items) for (const item of body) readEnums(tree.items, item, found, `${root}[]`)
  } else if (isRecord(body)) {
    for (const [name, child] of tree.properties)
      if (Object.hasOwn(body, name)) readEnums(child, body[name], found, stepTo(root, name))
  } else if (tree.values.size > 0) {
    const value = JSON.stringify(body)
    if (tree.values.has(value)) found(`${root} = ${value}`)
  }
}

interface Place {
  document: Document
  selects: Selects
  path: string
  /** The schemas around this one. One that contains itself is not followed again. */
  open: ReadonlySet<Schema>
}

function collect(tree: EnumTree, part: Schema, place: Place): void {
  const { document, selects, path, open } = place
  if (open.has(part)) return
  const deeper = { ...place, open: new Set([...open, part]) }
  const { enum: values = [], const: only, properties = {}, items, allOf = [], oneOf = [], anyOf = [] } = part
  for (const value of only === undefined ? values : [only])
    if (selects(path, value)) tree.values.add(JSON.stringify(value))
  for (const [name, child] of Object.entries(properties)) {
    const own = tree.properties.get(name) ?? emptyTree()
    tree.properties.set(name, own)
    collect(own, child, { ...deeper, path: stepTo(path, name) })
  }
  if (items) {
    tree.items ??= emptyTree()
    collect(tree.items, items, { ...deeper, path: `${path}[]` })
  }
  for (const branch of [...allOf, ...oneOf, ...anyOf]) collect(tree, branch, deeper)
  if (part.$ref !== undefined) collect(tree, resolve<Schema>(document, part), deeper)
}

/** Removes places without values. Returns whether any is left. */
function prune(tree: EnumTree): boolean {
  for (const [name, child] of tree.properties) if (!prune(child)) tree.properties.delete(name)
  if (tree.items && !prune(tree.items)) delete tree.items
  return tree.values.size > 0 || tree.properties.size > 0 || tree.items !== undefined
}

function emptyTree(): EnumTree {
  return { values: new Set(), properties: new Map() }
}

function stepTo(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
