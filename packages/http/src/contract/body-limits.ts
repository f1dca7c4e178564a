import { isRecord } from '@svc/runtime/json'
import { resolveNode } from './references.ts'
import type { ValidationProblem } from './validation-messages.ts'

/** The size limits that one schema states; those that it does not state have defaults. */
export interface BodyLimits {
  /** Code points. */
  readonly lengthMax?: number | undefined
  readonly itemsMax?: number | undefined
  readonly propertiesMax?: number | undefined
  /** The limits of the items of an array. */
  items?: BodyLimits
  /** The limits of the properties of an object. */
  readonly properties: Map<string, BodyLimits>
}

/** Limits where the contract has none. A body is limited in bytes, and a string with it. */
const nestingMax = 32
const itemsMaxDefault = 1_000
const propertiesMaxDefault = 100

/**
 * The number of unknown fields that a closed object may have. The validator names each of them, and an error response
 * has at most 20 details.
 */
const unknownFieldsMax = 20

/**
 * The excess over its limit with which a size still reaches the validator, so that one response names it among all
 * other mistakes of a body.
 */
const itemsTolerance = 100
const lengthTolerance = 10_000

const unlimited: BodyLimits = { properties: new Map() }

/**
 * The limits that a schema of a bundle states. A schema that combines others states none: which of them applies is for
 * the validator to find out.
 */
export function bodyLimits(document: object, schema: unknown, known = new Map<object, BodyLimits>()): BodyLimits {
  const node = resolveNode(document, schema)
  const compiled = known.get(node)
  if (compiled) return compiled
  if (['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in node)) return unlimited
  const parts = isRecord(node.properties) ? node.properties : {}
  const closedSize = node.additionalProperties === false ? Object.keys(parts).length + unknownFieldsMax : undefined
  const limits: BodyLimits = {
    lengthMax: numberOf(node.maxLength),
    itemsMax: numberOf(node.maxItems),
    propertiesMax: numberOf(node.maxProperties) ?? closedSize,
    properties: new Map(),
  }
  // Before its parts, because a schema may contain itself.
  known.set(node, limits)
  if (node.items !== undefined) limits.items = bodyLimits(document, node.items, known)
  for (const [name, part] of Object.entries(parts)) limits.properties.set(name, bodyLimits(document, part, known))
  return limits
}

/**
 * Finds what is far too large in a body, in time linear to its size. The validator goes through every item, property
 * and character before it reports anything, and it needs more than linear time for some of them: 21,000 items of a list
 * of at most 5 blocked the process for 44 s. It gets only bodies without these problems.
 */
export function limitProblems(body: unknown, limits: BodyLimits): ValidationProblem[] {
  const problems: ValidationProblem[] = []
  findProblems(body, limits, { path: '/body', nesting: 1 }, ({ path }, keyword, message) => {
    problems.push({ path, errorCode: `${keyword}.openapi.validation`, message })
  })
  return problems
}

/** The position of a value in the body: its JSON pointer and how deep it is nested. */
interface Position {
  readonly path: string
  readonly nesting: number
}

type Report = (position: Position, keyword: string, message: string) => void

function findProblems(value: unknown, limits: BodyLimits, position: Position, report: Report): void {
  if (typeof value === 'string') {
    const { lengthMax = Number.POSITIVE_INFINITY } = limits
    // In units, which are at least as many as the code points that the contract counts.
    if (value.length > 2 * lengthMax + lengthTolerance) report(position, 'maxLength', tooMany(lengthMax, 'characters'))
  } else if (typeof value === 'object' && value !== null) {
    if (position.nesting > nestingMax)
      report(position, 'maxNesting', `must not be nested more than ${nestingMax} levels deep`)
    else if (Array.isArray(value)) findInItems(value, limits, position, report)
    else findInProperties(value, limits, position, report)
  }
}

function findInItems(list: readonly unknown[], limits: BodyLimits, position: Position, report: Report): void {
  const { itemsMax = itemsMaxDefault, items = unlimited } = limits
  if (list.length > itemsMax + itemsTolerance) report(position, 'maxItems', tooMany(itemsMax, 'items'))
  else for (const [index, item] of list.entries()) findProblems(item, items, inside(position, index), report)
}

function findInProperties(record: object, limits: BodyLimits, position: Position, report: Report): void {
  const { propertiesMax = propertiesMaxDefault, properties } = limits
  const names = Object.keys(record)
  if (names.length > propertiesMax) report(position, 'maxProperties', tooMany(propertiesMax, 'fields'))
  else
    for (const name of names)
      findProblems(Reflect.get(record, name), properties.get(name) ?? unlimited, inside(position, name), report)
}

function inside({ path, nesting }: Position, name: string | number): Position {
  return { path: `${path}/${name}`, nesting: nesting + 1 }
}

/** In the validator's words. */
function tooMany(max: number, units: string): string {
  return `must NOT have more than ${max} ${units}`
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
