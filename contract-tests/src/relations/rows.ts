import { setTimeout as sleep } from 'node:timers/promises'
import { bodiesFor } from './bodies.ts'
import type { Exchange } from './client.ts'
import type { List } from './lists.ts'
import { idOf } from './record-relations.ts'
import type { RelationContext } from './relation.ts'
import { canonical, requestSchema, successOf, writtenPropertiesOf } from './schema.ts'

/** Rows that a list should have: more than a page of seven. Fewer without pages or where a request uses a quota. */
const rowsWanted = 9
const rowsWantedAtLeast = 4
const settledWithinMs = 20_000
const settledAfterMs = 500

/** Adds different records to the short lists of the document, and waits until what they started has finished. */
export async function addRows(lists: readonly List[], context: RelationContext): Promise<void> {
  const changing: List[] = []
  for (const list of lists) if (await addRowsTo(list, context)) changing.push(list)
  const deadlineMs = performance.now() + settledWithinMs
  let earlier = ''
  for (;;) {
    const contents: unknown[] = []
    for (const list of changing) contents.push((await readAll(list, context)).items)
    const later = canonical(contents)
    if (later === earlier || performance.now() > deadlineMs) return
    earlier = later
    await sleep(settledAfterMs, undefined, { signal: context.signal })
  }
}

/** Whether the list changes after the responses of the requests that added to it. */
async function addRowsTo(list: List, context: RelationContext): Promise<boolean> {
  const creator = context.facts.creator(list)
  if (!creator || !context.mayCreate(creator)) return false
  const wanted = creator['x-quota'] === undefined && list.pages ? rowsWanted : rowsWantedAtLeast
  const missing = wanted - (await readAll(list, context)).items.length
  const bodies = variedBodies(creator, context)
  const created: Exchange[] = []
  for (let index = 0; index < missing; index += 1) {
    const body = context.unique(creator, bodies[index % bodies.length])
    const expect = [successOf(context.document, creator).status, ...(context.refusals?.(creator) ?? [])]
    const exchange = await context.client.send({ operation: creator, because: 'a row of a list', body, expect })
    if (exchange && exchange.reply.status < 300) created.push(exchange)
  }
  if (created[0]) await changeRow(list, created[0], context)
  return missing > 0 && successOf(context.document, creator).status === 202
}

/** Changes what the list is filtered by in its oldest new row, so that a filter selects only some of the rows. */
async function changeRow({ filters }: List, created: Exchange, context: RelationContext): Promise<void> {
  const { client, document, facts, values } = context
  const reader = facts.reader(created.operation)
  const changer = facts.operations.find(({ method, path }) => method === 'PATCH' && path === reader?.operation.path)
  const schema = changer && requestSchema(document, changer)
  const id = reader && idOf(created, reader)
  if (!schema || id === undefined) return
  for (const { path } of filters) {
    const [name = ''] = path
    const property = writtenPropertiesOf(document, schema).get(name)
    const value = property && values.isEnumeration(property) ? values.of(property).at(-1) : undefined
    if (path.length === 1 && value !== undefined)
      await client.send({ operation: changer, because: `another ${name}`, id, body: { [name]: value } })
  }
}

/** Bodies that differ in the values of enumerations first: these are what lists are filtered by. */
function variedBodies(creator: Parameters<typeof bodiesFor>[0], context: RelationContext): unknown[] {
  const schema = requestSchema(context.document, creator)
  const enumerated = schema
    ? [...writtenPropertiesOf(context.document, schema)].flatMap(([name, property]) =>
        context.values.isEnumeration(property) ? context.values.of(property).map((value) => ({ [name]: value })) : [],
      )
    : []
  const bodies = bodiesFor(creator, context)
  const [example] = bodies
  return [...enumerated.map((values) => Object.assign({}, example, values)), ...bodies]
}

function readAll(list: List, { client }: RelationContext) {
  return client.readList(list, { because: 'the rows of a list', pagesMax: 1 })
}
