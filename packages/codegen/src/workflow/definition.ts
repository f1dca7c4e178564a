import { idOf, isPrivate, jsonMedia, property, scopesOf, success } from '../generate/operations.ts'
import { banner, literal } from '../generate/typescript.ts'
import { capitalized } from '../source/names.ts'
import {
  type Content,
  type Example,
  type OpenApi,
  operationsOf,
  type PlacedOperation,
  type RequestBody,
  resolve,
  type Schema,
} from '../source/openapi.ts'
import { type Field, fieldsOf } from './fields.ts'

/** An operation that the app calls. */
interface Call {
  operationId: string
  method: string
  path: string
  scopes: string[]
  private: boolean
}

interface Step {
  key: string
  title: string
  description: string
  /** The fields that a person enters. */
  fields: Field[]
  /** The values that later steps can read, as paths in the output. */
  output: Field[]
  sample: unknown
}

/** A step that starts a workflow. */
interface Trigger extends Step {
  /** The type of its events, or null if a person chooses the types in the field `event_types`. */
  eventType: string | null
}

interface Action extends Step {
  call: Call
}

/** The app for workflow automation, independent of any platform. */
interface WorkflowDefinition {
  triggers: Trigger[]
  actions: Action[]
  /** The dropdowns of fields, filled by a list. `value` and `label` are fields of its items. */
  dropdowns: { key: string; title: string; description: string; value: string; label: string; call: Call }[]
  /** The request that tests a connection: the list of the first dropdown. */
  connectionTest: Call
  /** The operations with which triggers subscribe to events, unsubscribe, and find events whose webhook was lost. */
  hooks: { subscribe: Call; unsubscribe: Call; poll: Call }
}

/** The app of a contract, or undefined if nothing in it has `x-workflow`. */
export function workflowOf(document: OpenApi): WorkflowDefinition | undefined {
  const operations = operationsOf(document, 'paths')
  const events = operationsOf(document, 'webhooks')
  const ofKind = (kind: string) => (one: PlacedOperation) => one.operation['x-workflow']?.kind === kind
  const dropdowns = operations.filter(ofKind('choices')).map((placed) => ({
    ...namesOf(placed),
    value: 'id',
    label: 'name',
    call: callOf(document, placed),
  }))
  const [test] = dropdowns
  const feed = operations.find(ofKind('trigger'))
  if (!test || !feed) return undefined
  const byId = new Map(dropdowns.map(({ key }) => [`${capitalized(key)}Id`, key]))
  const named = (operationId: string) => callOf(document, requireOperation(operations, operationId))
  return {
    triggers: [
      ...events.filter(ofKind('trigger')).map((event) => triggerOf(document, event, byId)),
      feedTriggerOf(document, feed, { events, byId }),
    ],
    actions: operations.filter(ofKind('action')).map((placed) => actionOf(document, placed, byId)),
    dropdowns,
    connectionTest: test.call,
    hooks: {
      subscribe: named('createWebhook'),
      unsubscribe: named('deleteWebhook'),
      poll: callOf(document, feed),
    },
  }
}

/** Writes definition.ts. */
export function workflowModule(definition: WorkflowDefinition): string {
  return `${banner}
/** A value that a person enters, or that a later step reads from an output. */
export interface WorkflowField {
  /** The path in the body or the output, such as \`review.rating\`. */
  readonly key: string
  readonly label: string
  readonly help: string
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'datetime'
  readonly required: boolean
  /** Whether the value is a list of values of the type. */
  readonly list: boolean
  readonly choices?: readonly string[]
  /** The dropdown that lists the ids for the field. */
  readonly dropdown?: string
  readonly default?: unknown
  readonly sample?: unknown
}

/** An operation that the app calls. */
export interface WorkflowCall {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly scopes: readonly string[]
  /** Not part of the published contract: the credential needs a scope that only an administrator grants. */
  readonly private: boolean
}

interface Step {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly fields: readonly WorkflowField[]
  readonly output: readonly WorkflowField[]
  readonly sample: unknown
}

export interface WorkflowTrigger extends Step {
  /** The type of its events, or null if a person chooses the types in the field \`event_types\`. */
  readonly eventType: string | null
}

export interface WorkflowAction extends Step {
  readonly call: WorkflowCall
}

export interface WorkflowDropdown {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly value: string
  readonly label: string
  readonly call: WorkflowCall
}

export const triggers: readonly WorkflowTrigger[] = ${literal(definition.triggers)}

export const actions: readonly WorkflowAction[] = ${literal(definition.actions)}

/** Lists that fill the dropdowns of fields. */
export const dropdowns: readonly WorkflowDropdown[] = ${literal(definition.dropdowns)}

/** The request that tests a connection. */
export const connectionTest: WorkflowCall = ${literal(definition.connectionTest)}

/** The operations with which triggers subscribe to events, unsubscribe, and find events whose webhook was lost. */
export const hooks: Readonly<Record<'subscribe' | 'unsubscribe' | 'poll', WorkflowCall>> = ${literal(definition.hooks)}
`
}

type Dropdowns = ReadonlyMap<string, string>

function namesOf({ operation }: PlacedOperation): { key: string; title: string; description: string } {
  const { name = '', title = '', description = '' } = operation['x-workflow'] ?? {}
  return { key: name, title, description }
}

function callOf(document: OpenApi, placed: PlacedOperation): Call {
  const { method, path, operation } = placed
  const scopes = scopesOf(document, operation)
  return { operationId: idOf(placed), method: method.toUpperCase(), path, scopes, private: isPrivate(operation) }
}

function requireOperation(operations: readonly PlacedOperation[], operationId: string): PlacedOperation {
  const found = operations.find((placed) => placed.operation.operationId === operationId)
  if (!found) throw new Error(`Triggers need the operation ${operationId}, which the contract does not have.`)
  return found
}

function triggerOf(document: OpenApi, placed: PlacedOperation, dropdowns: Dropdowns): Trigger {
  const { schema, sample } = bodyOf(document, placed)
  const output = fieldsOf(document, schema, dropdowns)
  return { ...namesOf(placed), eventType: placed.path, fields: filtersOf(output), output, sample }
}

/** The trigger of every event type. Its output has the fields that all payloads share. */
function feedTriggerOf(
  document: OpenApi,
  feed: PlacedOperation,
  { events, byId }: { events: readonly PlacedOperation[]; byId: Dropdowns },
): Trigger {
  const bodies = events.map((event) => bodyOf(document, event))
  const [first = [], ...others] = bodies.map(({ schema }) => fieldsOf(document, schema, byId))
  const output = first
    .filter(({ key }) => others.every((fields) => fields.some((field) => field.key === key)))
    .map((field) => (field.key === 'type' ? { ...field, sample: events[0]?.path } : field))
  const types: Field = {
    key: 'event_types',
    label: 'Event types',
    help: 'Only events of these types start the workflow. Without any, events of every type do.',
    type: 'string',
    required: false,
    list: true,
    choices: events.map(({ path }) => path),
  }
  return { ...namesOf(feed), eventType: null, fields: [types, ...filtersOf(output)], output, sample: bodies[0]?.sample }
}

/** A field for each id of an event that has a dropdown: only events with the chosen id start the workflow. */
function filtersOf(output: readonly Field[]): Field[] {
  return output
    .filter(({ dropdown }) => dropdown !== undefined)
    .map((field) => ({
      ...field,
      help: 'Only events with this value start the workflow. Without it, all do.',
      required: false,
    }))
}

function actionOf(document: OpenApi, placed: PlacedOperation, dropdowns: Dropdowns): Action {
  const body = bodyOf(document, placed)
  const { response } = success(document, placed)
  const media = jsonMedia(response.content)
  const data = property(document, media?.schema, 'data', '').schema
  const sample = media && exampleIn(document, response.content, media.type)
  return {
    ...namesOf(placed),
    call: callOf(document, placed),
    fields: fieldsOf(document, body.schema, dropdowns),
    output: fieldsOf(document, data, dropdowns),
    sample: typeof sample === 'object' && sample !== null && 'data' in sample ? sample.data : null,
  }
}

/** The schema and the first example of the JSON body of a request or webhook. */
function bodyOf(document: OpenApi, { operation }: PlacedOperation): { schema: Schema | undefined; sample: unknown } {
  const { content = {} } = operation.requestBody ? resolve<RequestBody>(document, operation.requestBody) : {}
  const media = jsonMedia(content)
  return { schema: media?.schema, sample: media && exampleIn(document, content, media.type) }
}

function exampleIn(document: OpenApi, content: Content | undefined, type: string): unknown {
  const [example] = Object.values(content?.[type]?.examples ?? {})
  return example && (resolve<Example>(document, example).value ?? null)
}
