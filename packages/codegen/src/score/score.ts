import {
  type ContractDocument,
  child,
  children,
  follow,
  identity,
  type Place,
  placeOf,
  referenceOf,
  type SourceNode,
  target,
} from '../source/document.ts'
import { methods } from '../source/openapi.ts'

/** One question about a document, and its result. */
export interface Row {
  question: string
  /** The number of elements that pass. */
  good: number
  all: number
  /** The positions to fix, in document order. */
  places: Place[]
  /** The fix for those positions. */
  advice: string
}

/**
 * Scores how well a document describes the API to people and programs, with one row per question. Questions about
 * elements that a document does not have do not count.
 */
export function scoreDocument(document: ContractDocument): Row[] {
  const found = collect(document)
  return questions.map(({ question, advice, of, isGood }) => {
    const things = of(found)
    const wrong = things.filter((thing) => !isGood(thing, document))
    return {
      question,
      advice,
      all: things.length,
      good: things.length - wrong.length,
      places: wrong.map(({ node }) => placeOf(node)),
    }
  })
}

/**
 * Returns the mean of all applicable rows, in percent with one decimal, rounded down: 100 means that every row passes.
 */
export function totalOf(rows: readonly Row[]): number {
  const shares = rows.filter(({ all }) => all > 0).map(percentOf)
  const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(shares.length, 1)
  return Math.floor(mean * 10) / 10
}

export function percentOf({ good, all }: Pick<Row, 'good' | 'all'>): number {
  return all === 0 ? 100 : (100 * good) / all
}

interface Thing {
  node: SourceNode
}

interface Operation extends Thing {
  path: string
  method: string
  isWebhook: boolean
}

interface Found {
  operations: Operation[]
  parameters: Thing[]
  headers: Thing[]
  /** JSON bodies of requests, responses and payloads. */
  bodies: Thing[]
  fields: Thing[]
  /** Schemas of single values. */
  scalars: Thing[]
  /** Schemas whose values could be of any size. */
  sized: Thing[]
}

interface Question {
  question: string
  advice: string
  of: (found: Found) => Thing[]
  isGood: (thing: Thing, document: ContractDocument) => boolean
}

const served = ({ operations }: Found) => operations.filter(({ isWebhook }) => !isWebhook)
const webhooks = ({ operations }: Found) => operations.filter(({ isWebhook }) => isWebhook)
const has =
  (...keys: string[]) =>
  ({ node }: Thing) =>
    keys.every((key) => isFilled(child(node, key)?.value))

const questions: readonly Question[] = [
  {
    question: 'operations with an operationId',
    advice: 'Add one: it names the handler, the client function and the docs entry.',
    of: served,
    isGood: has('operationId'),
  },
  {
    question: 'operations with summary and description',
    advice: 'Say in one line what it does, and below what a caller needs to know.',
    of: served,
    isGood: has('summary', 'description'),
  },
  {
    question: 'operations with a tag',
    advice: 'Add a tag, so that it is listed in the docs.',
    of: served,
    isGood: has('tags'),
  },
  {
    question: 'operations that say who may call them',
    advice: 'State `security`; an empty list for a public operation.',
    of: served,
    isGood: ({ node }, { root }) => child(node, 'security') !== undefined || child(root, 'security') !== undefined,
  },
  {
    question: 'operations that document a success',
    advice: 'Document the status of success.',
    of: served,
    isGood: ({ node }) => statuses(node).some((status) => /^[23]/.test(status)),
  },
  {
    question: 'operations that document failures of the caller (4xx) with a body',
    advice: 'Document the errors of the caller, each status with its body.',
    of: served,
    isGood: ({ node }, document) => hasErrorBody(document, node, /^4|^default/),
  },
  {
    question: 'operations that document failures of the service (5xx) with a body',
    advice: 'Document the errors of the service, with their body.',
    of: served,
    isGood: ({ node }, document) => hasErrorBody(document, node, /^5|^default/),
  },
  {
    question: 'operations that name their error codes',
    advice: 'List the codes in `x-error-codes`, or make the code an `enum` in the body of the error.',
    of: served,
    isGood: ({ node }, document) => isFilled(child(node, 'x-error-codes')?.value) || hasCodeList(document, node),
  },
  {
    question: 'lists and creations with links',
    advice: 'Add `links` to the response: to the item of a list, to the new resource.',
    of: ({ operations }) => operations.filter((thing) => leadsOn(thing, operations)),
    isGood: ({ node }, document) => hasLinks(document, node),
  },
  {
    question: 'parameters with a description',
    advice: 'Say what it does and what its default is.',
    of: ({ parameters }) => parameters,
    isGood: has('description'),
  },
  {
    question: 'response headers with a description',
    advice: 'Say what it means.',
    of: ({ headers }) => headers,
    isGood: has('description'),
  },
  {
    question: 'JSON bodies with an example',
    advice: 'Add a realistic example.',
    of: ({ bodies }) => bodies,
    isGood: ({ node }, document) => hasExample(document, node),
  },
  {
    question: 'fields with a description',
    advice: 'Say what it means, not only its name.',
    of: ({ fields }) => fields,
    isGood: ({ node }, document) => describes(document, node),
  },
  {
    question: 'single values with an example',
    advice: 'Add `examples: […]`.',
    of: ({ scalars }) => scalars,
    isGood: ({ node }) => ['examples', 'example', 'const', 'enum'].some((key) => child(node, key) !== undefined),
  },
  {
    question: 'values with a bound',
    advice: 'Add `maxLength`, `maxItems`, or `minimum` and `maximum`.',
    of: ({ sized }) => sized,
    isGood: ({ node }) => isBounded(node.value as Record<string, unknown>),
  },
  {
    question: 'webhooks with description, payload example and expected response',
    advice: 'Say when it is sent, show a payload, and say what the receiver returns.',
    of: webhooks,
    isGood: (thing, document) => {
      const body = child(follow(document, child(thing.node, 'requestBody')), 'content')
      const media = children(body).map(([, one]) => one)
      return has('summary', 'description', 'responses')(thing) && media.some((one) => hasExample(document, one))
    },
  },
]

function collect(document: ContractDocument): Found {
  const found: Found = { operations: [], parameters: [], headers: [], bodies: [], fields: [], scalars: [], sized: [] }
  const seen = new Set<string>()
  const once = (node: SourceNode | undefined, visit: (node: SourceNode) => void) => {
    if (node === undefined || seen.has(identity(node))) return
    seen.add(identity(node))
    visit(node)
  }

  const schema = (reference: SourceNode | undefined): void =>
    once(reference, (node) => {
      if (typeof node.value !== 'object' || node.value === null) return
      if (referenceOf(node) !== undefined) schema(target(document, node))
      const { type, const: constant, enum: list } = node.value as { type?: unknown; const?: unknown; enum?: unknown }
      const types = [type ?? []].flat().map(String)
      if (types.some((one) => ['string', 'integer', 'number', 'boolean'].includes(one))) found.scalars.push({ node })
      const isOpen = constant === undefined && list === undefined
      if (isOpen && types.some((one) => ['string', 'integer', 'number', 'array'].includes(one)))
        found.sized.push({ node })
      for (const [, property] of children(child(node, 'properties'))) {
        found.fields.push({ node: property })
        schema(property)
      }
      for (const key of ['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else'])
        schema(child(node, key))
      for (const key of ['allOf', 'oneOf', 'anyOf', 'prefixItems', 'patternProperties']) {
        for (const [, one] of children(child(node, key))) schema(one)
      }
    })

  const content = (holder: SourceNode | undefined): void => {
    for (const [type, media] of children(child(holder, 'content'))) {
      once(media, (node) => {
        if (/json/i.test(type)) found.bodies.push({ node })
        schema(child(node, 'schema'))
      })
    }
  }

  const value = (list: Thing[]) => (node: SourceNode) => {
    list.push({ node })
    schema(child(node, 'schema'))
    content(node)
  }

  for (const under of ['paths', 'webhooks'] as const) {
    for (const [path, reference] of children(child(document.root, under))) {
      const item = follow(document, reference)
      for (const [, parameter] of children(child(item, 'parameters')))
        once(follow(document, parameter), value(found.parameters))
      for (const method of methods) {
        const operation = child(item, method)
        if (!operation) continue
        found.operations.push({ node: operation, path, method, isWebhook: under === 'webhooks' })
        for (const [, parameter] of children(child(operation, 'parameters')))
          once(follow(document, parameter), value(found.parameters))
        content(follow(document, child(operation, 'requestBody')))
        for (const [, response] of children(child(operation, 'responses'))) {
          const node = follow(document, response)
          content(node)
          for (const [, header] of children(child(node, 'headers')))
            once(follow(document, header), value(found.headers))
        }
      }
    }
  }
  return found
}

function statuses(operation: SourceNode): string[] {
  return children(child(operation, 'responses')).map(([status]) => status)
}

function responsesOf(document: ContractDocument, operation: SourceNode, wanted: RegExp): SourceNode[] {
  return children(child(operation, 'responses')).flatMap(([status, response]) => {
    const node = wanted.test(status) ? follow(document, response) : undefined
    return node ? [node] : []
  })
}

function hasErrorBody(document: ContractDocument, operation: SourceNode, wanted: RegExp): boolean {
  const found = responsesOf(document, operation, wanted)
  return found.length > 0 && found.every((response) => children(child(response, 'content')).length > 0)
}

/** Returns whether the body of an error limits its code to a list, at any depth. */
function hasCodeList(document: ContractDocument, operation: SourceNode): boolean {
  const seen = new Set<string>()
  const within = (node: SourceNode | undefined): boolean => {
    const schema = follow(document, node)
    if (schema === undefined || seen.has(identity(schema))) return false
    seen.add(identity(schema))
    return children(child(schema, 'properties')).some(([name, property]) => {
      const meant = follow(document, property)
      const isCode = /^(code|error|type|reason)$/.test(name)
      return (isCode && (child(meant, 'enum') ?? child(meant, 'const')) !== undefined) || within(property)
    })
  }
  return responsesOf(document, operation, /^[45]|^default/).some((response) =>
    children(child(response, 'content')).some(([, media]) => within(child(media, 'schema'))),
  )
}

/**
 * Returns whether the response has the expected links: a creation to the created resource, and a list to its items if
 * they can be read individually.
 */
function leadsOn({ node, method, path, isWebhook }: Operation, operations: readonly Operation[]): boolean {
  if (isWebhook) return false
  if (method === 'post') return statuses(node).some((status) => status === '201' || status === '202')
  const resource = path.split('/').at(-1)
  const isItem = (one: Operation) =>
    !one.isWebhook && one.method === 'get' && /\/([^/]+)\/\{[^}]+\}$/.exec(one.path)?.[1] === resource
  return method === 'get' && operations.some(isItem)
}

function hasLinks(document: ContractDocument, operation: SourceNode): boolean {
  return responsesOf(document, operation, /^2/).some((response) => children(child(response, 'links')).length > 0)
}

function hasExample(document: ContractDocument, media: SourceNode): boolean {
  if (child(media, 'example') !== undefined || children(child(media, 'examples')).length > 0) return true
  const schema = follow(document, child(media, 'schema'))
  return child(schema, 'examples') !== undefined || child(schema, 'example') !== undefined
}

function describes(document: ContractDocument, field: SourceNode): boolean {
  return isFilled(child(field, 'description')?.value) || isFilled(child(follow(document, field), 'description')?.value)
}

/** Formats whose grammar bounds the value. */
const boundedFormats = /^(date|date-time|time|duration|uuid|ipv4|ipv6)$/

function isBounded(schema: Record<string, unknown>): boolean {
  const types = [schema.type ?? []].flat().map(String)
  const set = (...keys: string[]) => keys.some((key) => schema[key] !== undefined)
  if (types.includes('string') && !set('maxLength') && !boundedFormats.test(String(schema.format))) return false
  if (types.includes('array') && !set('maxItems')) return false
  const isNumber = types.includes('integer') || types.includes('number')
  return !isNumber || (set('minimum', 'exclusiveMinimum') && set('maximum', 'exclusiveMaximum'))
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && String(value).trim() !== ''
}
