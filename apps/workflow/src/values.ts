import type { WorkflowField } from '@generated/workflow/definition'
import { InvalidRequestError } from '@svc/sdk'

/** The values of the fields by key, entered by a person or supplied by an earlier step. */
export type Values = Readonly<Record<string, unknown>>

/**
 * Builds the body of a request from the values of fields: `review.rating` becomes `{ review: { rating } }`. Empty
 * values are omitted, and texts from forms become the type of the field.
 *
 * @throws RangeError that names the field whose value is missing or of another type
 */
export function bodyOf(fields: readonly WorkflowField[], values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.key]
    if (isEmpty(value)) {
      if (field.required) throw new RangeError(`"${field.label}" is required.`)
      continue
    }
    setAt(body, field.key.split('.'), field.list ? listOf(field, value) : convert(field, value))
  }
  return body
}

/**
 * Runs a request whose body has the values of fields.
 *
 * @throws RangeError with the labels of the fields that the service refuses, and every other error of the request
 */
export async function nameFields<Result>(
  request: () => Promise<Result>,
  fields: readonly Pick<WorkflowField, 'key' | 'label'>[],
): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof InvalidRequestError) || error.details.length === 0) throw error
    const problems = error.details.map(({ path, message }) => {
      const field = fields.find(({ key }) => `${path}.`.startsWith(`body.${key}.`))
      return `${field ? `"${field.label}"` : path} ${message}`
    })
    throw new RangeError(`${problems.join('; ')}.`, { cause: error })
  }
}

/** Reads the value at a path such as `data.business_id`. */
export function valueAt(record: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((node, name) => (isRecord(node) && Object.hasOwn(node, name) ? node[name] : undefined), record)
}

/** A list, or the lines of a text. */
function listOf(field: WorkflowField, value: unknown): unknown[] {
  const items = Array.isArray(value) ? value : String(value).split('\n')
  return items.filter((item) => !isEmpty(item)).map((item) => convert(field, item))
}

function convert({ type, label }: WorkflowField, value: unknown): unknown {
  if (type === 'boolean' && typeof value !== 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw new RangeError(`"${label}" must be true or false, not "${String(value)}".`)
  }
  if (type === 'number' || type === 'integer') {
    const number = Number(value)
    if (Number.isNaN(number)) throw new RangeError(`"${label}" must be a number, not "${String(value)}".`)
    return number
  }
  return type === 'string' || type === 'datetime' ? String(value) : value
}

function setAt(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const inner = body[name]
  const next = isRecord(inner) ? inner : {}
  body[name] = next
  setAt(next, rest, value)
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
