import { Ajv } from 'ajv'
import type { ZapierApp } from '../src/zapier/app.ts'

// The rules of the public documentation of the platform for the form of an app, and our own limits where it says that a
// text is short.

const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})
const text = (minLength: number, maxLength: number) => ({ type: 'string', minLength, maxLength })
const listOf = (items: object) => ({ type: 'array', items })
const flag = { type: 'boolean' }
/** Our own keyword: JSON has no functions. */
const func = { isFunction: true }
const key = { type: 'string', pattern: '^[a-zA-Z]+[a-zA-Z0-9_]*$', maxLength: 60 }
const label = text(2, 50)
const version = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' }

const inputField = object(
  { key, label, helpText: text(20, 400) },
  {
    type: { enum: ['string', 'text', 'password', 'integer', 'number', 'boolean', 'datetime'] },
    required: flag,
    list: flag,
    choices: { ...listOf(text(1, 100)), minItems: 1 },
    dynamic: { type: 'string', pattern: '^[a-zA-Z]\\w*\\.\\w+\\.\\w+$' },
    default: text(1, 100),
    placeholder: text(1, 200),
  },
)
const outputField = object(
  { key, label: text(2, 60) },
  { type: { enum: ['string', 'integer', 'number', 'boolean', 'datetime'] } },
)

const description = text(20, 200)
/** A trigger or action. */
const step = (operation: object, display: object = object({ label, description })) =>
  object({ key, noun: text(2, 50), display, operation })
const shared = { inputFields: listOf(inputField), outputFields: listOf(outputField) }
/** The platform tells records apart by their `id`. */
const record = { type: 'object', required: ['id'] }

const hookTrigger = step(
  object({
    ...shared,
    type: { const: 'hook' },
    performSubscribe: func,
    performUnsubscribe: func,
    perform: func,
    performList: func,
    sample: record,
  }),
  object({ label, description: { ...description, pattern: '^Triggers when ' } }),
)
const listTrigger = step(
  object({ type: { const: 'polling' }, perform: func, sample: record, outputFields: listOf(outputField) }),
  object({ label, description, hidden: { const: true } }),
)

const app = object({
  version,
  platformVersion: version,
  authentication: object({
    type: { const: 'custom' },
    fields: listOf(inputField),
    test: func,
    connectionLabel: { type: 'string', pattern: '^\\{\\{\\w+\\}\\}$' },
  }),
  beforeRequest: listOf(func),
  triggers: { type: 'object', additionalProperties: { oneOf: [hookTrigger, listTrigger] } },
  creates: { type: 'object', additionalProperties: step(object({ ...shared, perform: func, sample: record })) },
})

const ajv = new Ajv({ allErrors: true, strict: false })
ajv.addKeyword({ keyword: 'isFunction', validate: (_: unknown, value: unknown) => typeof value === 'function' })
const validate = ajv.compile<ZapierApp>(app)

/** Returns a sentence for each rule of the platform that an app does not follow. */
export function zapierFindings(candidate: unknown): string[] {
  if (!validate(candidate)) {
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
    )
  }
  const { triggers, creates } = candidate
  return Object.entries({ ...triggers, ...creates }).flatMap(([name, { key, operation }]) => [
    ...(name === key ? [] : [`${name}: its key is ${key}.`]),
    ...('inputFields' in operation ? fieldFindings(name, operation.inputFields, triggers) : []),
    ...operation.outputFields
      .filter(({ key }) => memberAt(operation.sample, key) === undefined)
      .map((field) => `${name}: its sample has no ${field.key}.`),
  ])
}

/** Keys are unique, and a dropdown is filled by a trigger of the app whose records have its fields. */
function fieldFindings(
  name: string,
  fields: readonly { key: string; dynamic?: string }[],
  triggers: ZapierApp['triggers'],
): string[] {
  return fields.flatMap(({ key, dynamic }, place) => {
    const [list = '', ...members] = dynamic?.split('.') ?? []
    const isFilled =
      dynamic === undefined ||
      members.every((member) => memberAt(triggers[list]?.operation.sample, member) !== undefined)
    return [
      ...(fields.findIndex((field) => field.key === key) === place ? [] : [`${name}: two fields have the key ${key}.`]),
      ...(isFilled ? [] : [`${name}: no trigger fills the dropdown ${dynamic} of ${key}.`]),
    ]
  })
}

/** The value at a key in which two underscores lead into an object. */
function memberAt(sample: unknown, key: string): unknown {
  return key
    .split('__')
    .reduce<unknown>((node, name) => Object.entries(node ?? {}).find(([one]) => one === name)?.[1], sample)
}
