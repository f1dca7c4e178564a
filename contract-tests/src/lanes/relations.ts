import { isRecord } from '@svc/runtime/json'
import { type DocumentedOperation, readContract } from '../contract.ts'
import { recordKindOf } from '../fixtures.ts'
import { type Lane, operatorOf, type ScriptContext } from '../lane.ts'
import { createClient } from '../relations/client.ts'
import { readFacts } from '../relations/facts.ts'
import { type CredentialKind, type Relation, untested } from '../relations/relation.ts'
import { type CheckedRelation, checkRelations } from '../relations/relations.ts'
import { createValues } from '../relations/values.ts'
import { restDefaults } from '../request-defaults.ts'
import type { Service } from '../service.ts'
import { requestToken } from './oauth.ts'
import { comparePortal, isCompared, reasonWithoutRelation } from './portal-relations.ts'
import { productRelations } from './product-relations.ts'
import { unknownIdLike } from './statuses.ts'

/** Statements about several responses, derived from the contract. */
export const relations: Lane = {
  name: 'relations',
  description:
    'pages, filters, periods, orders, changes, deletions, replays, scopes, events and ETags agree with each other',
  async script(context) {
    const { document, fixtures, service, counter, wants, safe } = context
    let relation = ''
    const report = (checked: CheckedRelation) => counter.relation(cellOf(checked), checked.outcome.problems)
    const facts = readFacts(document)
    const credentials = createCredentials(context)
    const defaults = restDefaults(document, {
      apiKey: service.accounts[0].api_key,
      fixtures,
      webhookUrl: service.webhookUrl,
    })
    const urls = ['/contract-tests', '/contract-tests/other', '/contract-tests/third']
    const mayCreate = (operation: DocumentedOperation) => !safe || operation['x-quota'] === undefined
    try {
      await checkRelations(
        {
          document,
          facts,
          values: createValues(document, { 'public-https-url': urls.map((path) => `${service.webhookUrl}${path}`) }),
          client: createClient(document, context.prober, () => relation),
          exampleFor: (operation) => defaults.bodyFor(operation),
          unique: (_operation, body) => body,
          freshId: (operation) => defaults.idFor(operation),
          usualId: (operation) => defaults.idFor(operation),
          unknownId: ({ path }) =>
            path.includes('{id}') ? unknownIdLike(fixtures.ids[recordKindOf(path)]) : undefined,
          mayCreate,
          fast: context.fast,
          credentials: credentials.kinds,
          signal: context.signal,
        },
        {
          wants: (operation) => wants(operation.operationId) && mayCreate(operation),
          further: productRelations(context),
          begin(name) {
            relation = name
          },
          report,
        },
      )
    } finally {
      await credentials.revoke()
    }
    await compareOthers(context, report)
  },
}

const notOperated = 'only a service that was started for the tests has people who may sign in'

/** The operations of the portal and of OAuth: compared, or with the reason why they are not. */
async function compareOthers(context: ScriptContext, report: (checked: CheckedRelation) => void): Promise<void> {
  const { service, wants } = context
  for (const name of ['portal', 'oauth'] as const) {
    const document = await readContract(name)
    const facts = readFacts(document)
    const operations = facts.operations.filter(({ operationId }) => wants(operationId))
    for (const operation of operations) {
      const isPossible = service.operated !== undefined && isCompared(operation, facts)
      const reason = reasonWithoutRelation(operation) ?? notOperated
      if (!isPossible) report({ relation: anyRelation, operation, outcome: untested(reason) })
    }
    if (name === 'portal' && service.operated && operations.length > 0) await comparePortal(context, document, report)
  }
}

const anyRelation: Relation = {
  name: 'any',
  statement: 'responses of several operations agree',
  applies: () => false,
  check: async () => untested(''),
}

function cellOf({ relation: { name, statement }, operation: { operationId }, outcome }: CheckedRelation) {
  const { problems, untested } = outcome
  const failed = problems.length > 0 ? 'fails' : 'holds'
  return {
    operation: operationId,
    relation: name,
    statement,
    outcome: untested === undefined ? failed : 'untested',
    ...(untested !== undefined && { reason: untested }),
  } as const
}

/** Credentials of the first account: keys where the tests may issue them, and tokens where it has a client. */
function createCredentials({ service, authUrl, signal }: ScriptContext): {
  kinds: CredentialKind[]
  revoke(): Promise<void>
} {
  const { operated, accounts } = service
  const [account] = accounts
  const keys = new Map<string, { id: string; key: string }>()
  const keyFor = async (scopes: readonly string[]): Promise<string> => {
    const list = scopes.join(',')
    const issued = keys.get(list) ?? (await issueKey(service, list))
    keys.set(list, issued)
    return issued.key
  }
  const tokens = new Map<string, string>()
  const tokenFor = async (scopes: readonly string[]): Promise<string> => {
    const list = scopes.join(' ')
    const token = tokens.get(list) ?? (await requestToken(service, authUrl, list, signal))
    tokens.set(list, token)
    return token
  }
  const ofKeys: CredentialKind[] = [
    { name: 'a key in X-API-Key', headersFor: async (scopes) => ({ 'x-api-key': await keyFor(scopes) }) },
    { name: 'a key as bearer', headersFor: async (scopes) => bearer(await keyFor(scopes)) },
  ]
  const ofTokens: CredentialKind[] = [
    { name: 'an access token', headersFor: async (scopes) => bearer(await tokenFor(scopes)) },
  ]
  return {
    kinds: [...(operated ? ofKeys : []), ...(account.oauth_client ? ofTokens : [])],
    async revoke() {
      for (const { id } of keys.values()) await operated?.svc('key', 'revoke', id, '--account', account.name)
    },
  }
}

async function issueKey(service: Service, scopes: string): Promise<{ id: string; key: string }> {
  const [{ name }] = service.accounts
  const options = ['--account', name, '--kind', 'test', '--name', 'relations', '--scopes', scopes]
  const issued = await operatorOf(service).svc('key', 'issue', ...options)
  if (!isRecord(issued) || typeof issued.id !== 'string' || typeof issued.key !== 'string')
    throw new Error('svc key issue printed no key.')
  return { id: issued.id, key: issued.key }
}

const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })
