/** The parts of an OpenAPI document that are read here. */
export interface Contract {
  openapi: string
  info: object
  paths: Record<string, Record<string, { requestBody?: { content?: Record<string, { schema?: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}

type Schema = { [keyword: string]: unknown }

/** The keywords that decide a type. Bounds and patterns are rules of the service, which may change them. */
const kept = new Set('type properties required items enum const anyOf oneOf allOf additionalProperties $ref'.split(' '))

/**
 * The documents that the models are generated from: one for the classes of responses and events, whose enums also admit
 * values that are added later, and one for the types of request bodies, whose enums do not.
 */
export function modelDocuments(contract: Contract): { models: Contract; requests: Contract } {
  const { schemas } = contract.components
  const bodies = Object.values(contract.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .map(({ schema }) => nameOf(schema))
    .filter((name) => name !== undefined)
  const received = new Set<string>()
  for (const name of bodies) addReferenced(schemas, name, received)
  const document = (names: Iterable<string>, isOpen: boolean): Contract => ({
    openapi: contract.openapi,
    info: contract.info,
    paths: {},
    components: {
      schemas: Object.fromEntries([...names].map((name) => [name, typeOf(schemas, schemas[name] ?? {}, isOpen)])),
    },
  })
  const named = Object.keys(schemas).filter((name) => isClass(schemas[name]))
  return {
    models: document(named, true),
    requests: document(
      named.filter((name) => received.has(name)),
      false,
    ),
  }
}

/** Whether a schema becomes a class of its own. All others are written where they are used. */
function isClass(schema: Schema | undefined): boolean {
  return schema !== undefined && (isObject(schema.properties) || Array.isArray(schema.allOf))
}

function typeOf(schemas: Record<string, Schema>, schema: Schema, isOpen: boolean): Schema {
  const name = nameOf(schema)
  if (name !== undefined && !isClass(schemas[name])) return typeOf(schemas, schemas[name] ?? {}, isOpen)
  if (name !== undefined) return { $ref: schema.$ref }
  const made: Schema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' && isObject(value)) {
      made.properties = Object.fromEntries(
        Object.entries(value).map(([field, inner]) => [
          field,
          withDescription(inner, typeOf(schemas, asSchema(inner), isOpen)),
        ]),
      )
    } else if (keyword === 'items' || keyword === 'additionalProperties') {
      // A closed object has no keyword of its own in Python.
      if (isObject(value)) made[keyword] = typeOf(schemas, value, isOpen)
      else if (value !== false) made[keyword] = value
    } else if (Array.isArray(value) && ['anyOf', 'oneOf', 'allOf'].includes(keyword)) {
      made[keyword] = value.map((one) => typeOf(schemas, asSchema(one), isOpen))
    } else if (kept.has(keyword)) made[keyword] = value
    else if (keyword === 'format' && value === 'date-time') made[keyword] = value
  }
  if (isOpen && Array.isArray(made.enum) && made.type === 'string') return { anyOf: [made, { type: 'string' }] }
  return made
}

function withDescription(from: unknown, schema: Schema): Schema {
  const { description } = asSchema(from)
  return typeof description === 'string' && schema.$ref === undefined ? { description, ...schema } : schema
}

function addReferenced(schemas: Record<string, Schema>, name: string, found: Set<string>): void {
  if (found.has(name)) return
  found.add(name)
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const inner = nameOf(node)
    if (inner !== undefined) addReferenced(schemas, inner, found)
    for (const child of Object.values(node)) visit(child)
  }
  visit(schemas[name])
}

function nameOf(schema: unknown): string | undefined {
  const { $ref } = asSchema(schema)
  return typeof $ref === 'string' ? /^#\/components\/schemas\/(.+)$/.exec($ref)?.[1] : undefined
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asSchema(value: unknown): Schema {
  return isObject(value) ? value : {}
}
