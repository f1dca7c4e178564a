import { isRecord } from '@svc/runtime/json'
import type { DocumentedOperation } from '../contract.ts'
import type { Exchange } from './client.ts'
import { type IntervalUnit, type KindCounts, type QuotaList, sentRecordOf } from './counts.ts'
import { idOf } from './record-relations.ts'
import { type Problem, type Relation, type RelationContext, untested } from './relation.ts'
import { valuesAt } from './schema.ts'

export const kindsCounted: Relation = {
  name: 'kinds_counted',
  statement: 'the counts in the response to a write are the numbers of its results of each kind',
  applies: (operation, facts) => facts.kindCounts(operation).length > 0,
  async check(operation, { client, facts }) {
    const earlier = client.succeeded(operation)
    const sent = earlier.length > 0 ? [] : [await client.send({ operation, because: 'the counts of a write' })]
    const exchanges = [...earlier, ...sent].flatMap((one) => (one !== undefined && one.reply.status < 300 ? [one] : []))
    if (exchanges.length === 0) return untested('no request succeeded')
    return { problems: exchanges.flatMap((one) => facts.kindCounts(operation).flatMap((of) => countProblems(one, of))) }
  },
}

function countProblems({ record, reply: { curl } }: Exchange, { list, kind, counts }: KindCounts): Problem[] {
  if (!isRecord(record)) return []
  const kinds = valuesAt(record, [list, kind])
  return counts.flatMap(({ value, field }) => {
    const count = kinds.filter((one) => one === value).length
    const message = `${field} is ${record[field]}, and ${count} of ${list} have the ${kind} ${value}.`
    return record[field] === count ? [] : [{ message, curl }]
  })
}

export const notStoredAgain: Relation = {
  name: 'not_stored_again',
  statement: 'a deleted record is not stored again by a request that describes it, where the contract says so',
  applies: (operation) => operation.method === 'DELETE' && storingOf(operation) !== undefined,
  async check(operation, context) {
    const { client, document, facts, freshId } = context
    const reader = facts.reader(operation)
    const storing = facts.operations.find(({ operationId }) => operationId === storingOf(operation))
    const described = storing && sentRecordOf(document, storing)
    const storedReader = storing && facts.reader(storing)
    if (!reader || !described || !storedReader) return untested('its record cannot be described')
    const id = await freshId(operation)
    const record = (await client.send({ operation: reader.operation, because: 'before the deletion', id }))?.record
    if (!isRecord(record)) return untested('its record cannot be read')
    const known = described.fields.filter((name) => record[name] !== null && record[name] !== undefined)
    const fields = Object.fromEntries(known.map((name) => [name, record[name]]))
    const body = described.list === undefined ? fields : { [described.list]: [fields] }
    const store = (because: string, expect?: readonly number[]) =>
      client.send({ operation: storing, because, body, ...(expect && { expect }) })
    const before = await store('a description of a stored record')
    if (!before || idOf(before, storedReader) !== id) return untested('its description does not identify it')
    const deletion = await client.send({ operation, because: 'a deletion', id })
    if (!deletion || deletion.reply.status >= 300) return untested('nothing was deleted')
    const again = await store('a description of a deleted record', refusalsAnd(storing, before.reply.status))
    const storedId = again && again.reply.status < 300 ? idOf(again, storedReader) : undefined
    if (!again || storedId === undefined) return { problems: [] }
    const found = await client.send({
      operation: storedReader.operation,
      because: 'a record that was deleted',
      id: storedId,
      expect: [404],
    })
    const problem = { message: `A deleted record is stored again as ${storedId}.`, curl: again.reply.curl }
    return { problems: found?.reply.status === 404 ? [] : [problem] }
  },
}

const storingOf = (operation: DocumentedOperation) => operation['x-relations']?.not_stored_again_by

/** A success, and what an operation may return for a record that it does not store. */
function refusalsAnd({ responses }: DocumentedOperation, success: number): number[] {
  const refusals = ['400', '404', '409', '410', '422'].filter((status) => status in responses)
  return [success, ...refusals.map(Number)]
}

export const metered: Relation = {
  name: 'metered',
  statement: 'a request of an operation with a quota uses one of the quota, and of no other',
  applies: ({ 'x-quota': quota }, facts) => quota !== undefined && facts.quotas(quota) !== undefined,
  async check(operation, { client, facts, mayCreate }) {
    const quota = operation['x-quota'] ?? ''
    const list = facts.quotas(quota)
    if (!list || !mayCreate(operation)) return untested('its quota may not be used')
    const before = await readQuotas(list, client, { because: 'the quotas before a request' })
    const sent = await client.send({ operation, because: 'a request that counts' })
    const after = await readQuotas(list, client, { because: 'the quotas after a request' })
    if (!before || !after || !sent || sent.reply.status >= 300) return untested('the request did not succeed')
    return { problems: quotaProblems(quota, { before, after, curl: sent.reply.curl }) }
  },
}

type Quota = Readonly<Record<string, unknown>>

async function readQuotas(
  { operation, field }: QuotaList,
  client: RelationContext['client'],
  { because }: { because: string },
): Promise<Quota[] | undefined> {
  const record = (await client.send({ operation, because }))?.record
  return isRecord(record) ? valuesAt(record, [field]).filter(isRecord) : undefined
}

/** The account has one more use of one quota with this name, and of all others as many as before. */
function quotaProblems(
  name: string,
  { before, after, curl }: { before: readonly Quota[]; after: readonly Quota[]; curl: string },
): Problem[] {
  const changes = after.map((quota, index) => ({
    quota,
    used: Number(quota.used) - Number(before[index]?.used),
    remaining: Number(quota.remaining) - Number(before[index]?.remaining),
  }))
  const uses = changes.filter(({ quota, used }) => quota.name === name && used !== 0)
  const others = changes.filter(({ quota, used }) => quota.name !== name && used !== 0)
  const problems = others.map(({ quota, used }) => ({
    message: `It changed the quota ${quota.name} by ${used}.`,
    curl,
  }))
  const total = uses.reduce((sum, { used }) => sum + used, 0)
  if (total !== 1) problems.push({ message: `It used ${total} of the quota ${name} instead of 1.`, curl })
  for (const { quota, used, remaining } of uses)
    if ('remaining' in quota && remaining !== -used)
      problems.push({ message: `The quota ${name} has ${used} more used, and ${remaining} more remaining.`, curl })
  return problems
}

/** An hour and some seconds before a quarter of the day: within an interval of every unit. */
const oddStart = () => new Date(Date.now() - 2 * 86_400_000 - 4_321_000).toISOString()

export const wholeIntervals: Relation = {
  name: 'whole_intervals',
  statement: 'the bounds of intervals are whole hours, days, months or years in UTC',
  applies: (operation, facts) => facts.intervals(operation) !== undefined,
  async check(operation, { client, facts }) {
    const intervals = facts.intervals(operation)
    if (!intervals) return untested('it has no intervals')
    const { parameter, units, bounds, from } = intervals
    const problems: Problem[] = []
    let compared = 0
    for (const unit of units) {
      const start = oddStart()
      const queries = [{}, ...(from ? [{ [from.parameter]: start }] : [])]
      for (const query of queries) {
        const because = `intervals of one ${unit}`
        const sent = await client.send({ operation, because, query: { ...query, [parameter]: unit } })
        if (!sent || !isRecord(sent.record)) continue
        const { record } = sent
        const { curl } = sent.reply
        for (const path of bounds)
          for (const value of valuesAt(record, path).filter((one) => typeof one === 'string')) {
            compared += 1
            if (!isWhole(value, unit))
              problems.push({ message: `${path.join('.')} is ${value}, within a ${unit}.`, curl })
          }
        const rounded = from && from.parameter in query ? String(record[from.field]) : start
        if (Date.parse(rounded) > Date.parse(start))
          problems.push({ message: `${start} was rounded up to ${rounded}.`, curl })
      }
    }
    return compared === 0 ? untested('no interval has a bound') : { problems }
  },
}

const unitLengths = { minute: 16, hour: 13, day: 10, month: 7, year: 4 } as const satisfies Record<IntervalUnit, number>

/** Whether an instant is the first one of a unit in UTC. */
function isWhole(instant: string, unit: IntervalUnit): boolean {
  const ms = Date.parse(instant)
  if (Number.isNaN(ms)) return false
  const text = new Date(ms).toISOString()
  return `${text.slice(0, unitLengths[unit])}${'0000-01-01T00:00:00.000Z'.slice(unitLengths[unit])}` === text
}
