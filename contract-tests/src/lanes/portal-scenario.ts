import { isRecord } from '@svc/runtime/json'
import type { DocumentedOperation } from '../contract.ts'
import { type SignedIn, signedIn } from '../portal-browser.ts'
import type { Exchange } from '../relations/client.ts'
import { type Outcome, type Problem, type Relation, type RelationContext, untested } from '../relations/relation.ts'
import { isSame } from '../relations/schema.ts'

// Relations of operations that follow each other, such as a sign-in and the end of its session.

/** A statement that a scenario compares for several operations. */
interface Statement {
  name: string
  statement: string
  operationIds: readonly string[]
}

/** The problems that a scenario found, by operation and relation. */
export interface Findings {
  /** Notes that a statement was compared, with the problem if there is one. */
  compare(operationId: string, name: string, problem?: Problem): void
  outcomeOf(operationId: string, name: string): Outcome
}

function createFindings(): Findings {
  const found = new Map<string, Problem[]>()
  return {
    compare(operationId, name, problem) {
      const key = `${operationId} ${name}`
      found.set(key, [...(found.get(key) ?? []), ...(problem ? [problem] : [])])
    },
    outcomeOf(operationId, name) {
      const problems = found.get(`${operationId} ${name}`)
      return problems ? { problems } : untested('an earlier request of its scenario failed')
    },
  }
}

/** The relations that one scenario compares. It runs once, when the first of them is checked. */
export function relationsOf(
  statements: readonly Statement[],
  run: (context: RelationContext, findings: Findings) => Promise<void>,
): Relation[] {
  let running: Promise<Findings> | undefined
  const findingsOf = async (context: RelationContext) => {
    const findings = createFindings()
    await run(context, findings)
    return findings
  }
  return statements.map(({ name, statement, operationIds }) => ({
    name,
    statement,
    applies: ({ operationId }) => operationIds.includes(operationId),
    async check({ operationId }, context) {
      running ??= findingsOf(context)
      return (await running).outcomeOf(operationId, name)
    },
  }))
}

/** A browser in which a person is signed in, and the id of its session. */
export interface Visit extends SignedIn {
  id: string
}

interface Sent {
  /** The browser that sends the request; without one, the request has no cookie. */
  by?: Pick<SignedIn, 'device' | 'cookie' | 'csrfToken'>
  because: string
  id?: string
  body?: unknown
  expect?: readonly number[]
}

/** Sends the requests of scenarios by the names of their operations. */
interface Sender {
  send(operationId: string, sent: Sent): Promise<Exchange>
  /** Sends a request that begins a session. */
  begin(operationId: string, sent: Sent): Promise<{ exchange: Exchange; visit: Visit }>
}

/** Ends a scenario: the response of one of its requests has no session or record, or there was none. */
class ScenarioEndedError extends Error {}

/** Runs a scenario to its end, or to a request that fails; the prober has recorded its response. */
export async function untilFailure(steps: () => Promise<void>): Promise<void> {
  await steps().catch((error: unknown) => {
    if (!(error instanceof ScenarioEndedError)) throw error
  })
}

export function senderOf({ client, facts }: Pick<RelationContext, 'client' | 'facts'>): Sender {
  const named = new Map<string, DocumentedOperation>(facts.operations.map((one) => [one.operationId, one]))
  const send: Sender['send'] = async (operationId, { by, because, id, body, expect }) => {
    const operation = named.get(operationId)
    if (!operation) throw new Error(`The contract has no operation ${operationId}.`)
    const cookie = [by?.device, by?.cookie].filter(Boolean).join('; ')
    const headers = { cookie, 'x-csrf-token': by?.csrfToken ?? '' }
    const exchange = await client.send({
      operation,
      because,
      headers,
      ...(id !== undefined && { id }),
      ...(body !== undefined && { body }),
      ...(expect && { expect }),
    })
    if (!exchange) throw new ScenarioEndedError()
    return exchange
  }
  return {
    send,
    async begin(operationId, sent) {
      const exchange = await send(operationId, sent)
      const { record, reply } = exchange
      if (!isRecord(record) || typeof record.csrf_token !== 'string') throw new ScenarioEndedError()
      const browser = signedIn(reply.headers.getSetCookie(), { csrf_token: record.csrf_token })
      return {
        exchange,
        visit: { ...browser, device: browser.device || (sent.by?.device ?? ''), id: String(record.id) },
      }
    },
  }
}

/** The record of a response. Ends the scenario if it has none. */
export function recordOf({ record }: Exchange): Readonly<Record<string, unknown>> {
  if (!isRecord(record)) throw new ScenarioEndedError()
  return record
}

/** A field that two records have with different values. */
export function differingField(one: unknown, other: unknown): string | undefined {
  if (!isRecord(one) || !isRecord(other)) return 'the record'
  return Object.keys(one).find((name) => name in other && !isSame(one[name], other[name]))
}

/** Sends requests with sessions and compares them. */
export interface SessionScenario extends Sender, Findings {
  relations: RelationContext
  /** Compares a session that a request began with the one of its cookie. */
  isBegun(operationId: string, begun: { exchange: Exchange; visit: Visit }): Promise<Visit>
  /** Compares which sessions have ended after a request. */
  areEnded(
    operationId: string,
    after: { exchange: Exchange; gone: readonly Visit[]; left: readonly Visit[] },
  ): Promise<void>
}
