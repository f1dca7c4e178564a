import { isRecord } from '@svc/runtime/json'
import { createConformance } from '../conformance.ts'
import { type Document, type DocumentedOperation, exampleBody } from '../contract.ts'
import { caller } from '../fixtures.ts'
import { operatorOf, type ScriptContext } from '../lane.ts'
import { openPortalBrowser, type PortalBrowser, portalPath, sessionPaths, signInByLink } from '../portal-browser.ts'
import { createProber } from '../prober.ts'
import { createClient } from '../relations/client.ts'
import { type Facts, readFacts } from '../relations/facts.ts'
import { type CheckedRelation, checkRelations, isComparable } from '../relations/relations.ts'
import { createValues } from '../relations/values.ts'
import type { RequestDefaults } from '../request-defaults.ts'
import { accountRelations } from './account-relations.ts'
import { createAdministrator, createMember, newLinkToken } from './portal-members.ts'
import { password } from './portal-sign-in.ts'
import { sessionRelations } from './session-relations.ts'

/** An account that no other lane uses, with a browser of its owner and one of an administrator. */
interface PortalAccount {
  id: string
  name: string
  owner: PortalBrowser
  administrator: PortalBrowser
  close(): Promise<void>
}

/** The flags that the relations switch: one that is on for the platform, and one that no other request needs. */
const accountFlag = 'business_profile_enabled'
const platformFlag = 'mcp_enabled'

/** Compares the operations of the portal, with sessions of people and an account that are created for it. */
export async function comparePortal(
  context: ScriptContext,
  document: Document,
  report: (checked: CheckedRelation) => void,
): Promise<void> {
  const { authUrl, counter, wants, signal, fast } = context
  const account = await openAccount(context)
  const defaults = defaultsOf(document, account, context)
  let relation = ''
  const prober = createProber({
    baseUrl: `${authUrl}${portalPath}`,
    document,
    conformance: createConformance(document),
    counter,
    defaults,
    signal,
  })
  try {
    await checkRelations(
      {
        document,
        facts: readFacts(document),
        values: createValues(document, { 'date-time': ['2099-01-01T00:00:00.000Z', '2099-01-02T00:00:00.000Z'] }),
        client: createClient(document, prober, () => relation),
        exampleFor: (operation) => defaults.bodyFor(operation),
        unique: withOwnAddress,
        freshId: (operation) => defaults.idFor({ ...operation, method: 'DELETE' }),
        usualId: (operation) => defaults.idFor(operation),
        unknownId: () => undefined,
        mayCreate: ({ operationId, path }) =>
          !isScenario.has(operationId) && unreachable(operationId, path) === undefined,
        fast,
        credentials: [],
        signal,
      },
      {
        wants: ({ operationId }) => wants(operationId),
        further: [...sessionRelations(context, account.name), ...accountRelations(context, account.name)],
        reasonAgainst({ operationId, path }, relation) {
          if (operationId === 'deleteAccount' && relation === 'audited')
            return 'its entries are deleted with the account'
          return isScenario.has(operationId) ? '' : unreachable(operationId, path)
        },
        begin(name) {
          relation = name
        },
        report,
      },
    )
  } finally {
    await account.close()
  }
}

/** Operations whose scenario compares what the relations of any document would. */
const isScenario = new Set([
  ...['signIn', 'useSignInLink', 'signInWithCode', 'signInWithPasskey', 'changePassword', 'endSession', 'signOut'],
  ...['beginAuthenticator', 'confirmAuthenticator', 'removeAuthenticator', 'createRecoveryCodes', 'confirmCode'],
  ...['getSession', 'getFactors', 'getAdministratorSession'],
  ...['confirmPassword', 'listPasskeys', 'addPasskey', 'removePasskey', 'beginPasskey'],
  ...['createFirstBusiness', 'deleteAccount', 'createAccountExport', 'createExportLink'],
  ...['signInAdministrator', 'useAdministratorLink', 'signInAdministratorWithCode', 'signOutAdministrator'],
  ...['confirmAdministratorPassword', 'beginAdministratorAuthenticator', 'confirmAdministratorAuthenticator'],
  'createAdministratorRecoveryCodes',
])

const noLocation = 'no location can be connected: the service has no OAuth client of the upstream service'

/** Lists that are empty without a location. */
const profileLists = new Set(['listProfileReplies', 'listUnansweredReviews', 'listProfileAuditLog'])

function unreachable(operationId: string, path: string): string | undefined {
  if (operationId === 'resendDeadLetters') return 'a delivery has failed on every attempt only after hours'
  return path.startsWith('/business-profile') && !profileLists.has(operationId) ? noLocation : undefined
}

/** The reasons why no relation makes a statement about these operations, or only some that cannot be compared. */
const reasons: Readonly<Record<string, string>> = {
  requestResetLink: 'its response is the same for every address, so that it names no record',
  beginPasskeySignIn: 'its challenge belongs to no person yet; passkeys_listed uses it',
  listInvitations: 'only written_is_read and deleted_is_gone compare it: its order follows from no field',
  getHealth: 'nothing else shows what it shows',
  listSecretKeys: 'nothing else shows what it shows, and the tests change no key',
  listFlags: 'written_is_read of setFlag compares it',
  getProfileConnection: noLocation,
  listProfileLocations: noLocation,
  startProfileConsent: noLocation,
  finishProfileConsent: noLocation,
  issueToken: 'the lane tokens compares tokens with what they may do',
  revokeToken: 'the lane tokens compares a token before and after it',
  authorize: 'it returns a page of HTML, and the tests of apps/api follow it',
  getAuthorizationServerMetadata: 'it is the same for everybody and names no record',
  getMcpServerMetadata: 'it is the same for everybody and names no record',
}

/** The reason why no relation compares an operation; undefined if it has one. */
export function reasonWithoutRelation({ operationId }: Pick<DocumentedOperation, 'operationId'>): string | undefined {
  return reasons[operationId]
}

/** Whether some relation makes a statement about an operation of the portal or of OAuth. */
export function isCompared(operation: DocumentedOperation, facts: Facts): boolean {
  return isScenario.has(operation.operationId) || isComparable(operation, facts)
}

/** A body with an email address that nobody has. */
function withOwnAddress(_operation: DocumentedOperation, body: unknown): unknown {
  return isRecord(body) && 'email' in body && 'role' in body
    ? { ...body, email: `relation-${crypto.randomUUID()}@rosso-trattoria.example` }
    : body
}

/** Requests of the account to the REST API, so that their durations are measured. */
const measuredRequests = 3

async function openAccount({ service, signal }: ScriptContext): Promise<PortalAccount> {
  const operated = operatorOf(service)
  const name = `Relations ${crypto.randomUUID()}`
  const profile = ['--trade', 'restaurant', '--country', 'NL', '--timezone', 'Europe/Amsterdam']
  const created = await operated.svc('account', 'create', '--name', name, '--plan', 'growth', ...profile)
  const { id } = (created as { account: { id: string } }).account
  const { email } = await createMember(operated, name, 'owner')
  const open = async (address: string, token: string, path: string) => {
    // By a link first: after failed sign-ins of other lanes, only a known device may give a password at once.
    const { device } = await signInByLink(service.authUrl, { token, password }, signal, path)
    return openPortalBrowser(service.authUrl, { email: address, password }, signal, path, device)
  }
  const owner = await open(email, await newLinkToken(operated, email), sessionPaths.member)
  await createMember(operated, name, 'viewer')
  const { key } = await owner.call<{ key: string }>('POST', '/keys', { name: 'Used' })
  for (let left = measuredRequests; left > 0; left -= 1) await caller(service.baseUrl, key, signal)('GET', '/account')
  const console = await createAdministrator(operated)
  const administrator = await open(console.email, console.token, sessionPaths.administrator)
  const flags = await administrator.call<{ name: string; enabled: boolean }[]>('GET', '/admin/flags')
  const wasOn = flags.some((flag) => flag.name === platformFlag && flag.enabled)
  return {
    id,
    name,
    owner,
    administrator,
    async close() {
      await operated.svc('flag', 'set', platformFlag, wasOn ? 'on' : 'off')
      await operated.svc('admin', 'delete', console.email)
    },
  }
}

/** The requests of the owner and the administrator, with records of the account. */
function defaultsOf(document: Document, account: PortalAccount, { service }: ScriptContext): RequestDefaults {
  const { owner, administrator, id, name } = account
  const operated = operatorOf(service)
  const create = async (browser: PortalBrowser, path: string, body: unknown) =>
    (await browser.call<{ id: string }>('POST', path, body)).id
  const redirect_uris = ['https://app.rosso-trattoria.nl/relations']
  const kinds: Readonly<Record<string, () => Promise<string>>> = {
    '/sessions': () => create(owner, '/session', owner.login),
    '/keys': () => create(owner, '/keys', { name: 'Relations' }),
    '/clients': () => create(owner, '/clients', { name: 'Relations', redirect_uris }),
    '/members': async () => (await createMember(operated, name, 'viewer')).id,
    '/invitations': () =>
      create(owner, '/invitations', withOwnAddress({} as DocumentedOperation, { email: '', role: 'viewer' })),
    '/admin/accounts': async () => id,
    '/admin/accounts/{id}/flags': async () => accountFlag,
    '/admin/flags': async () => platformFlag,
    '/admin/accounts/{id}/keys': () => create(administrator, `/admin/accounts/${id}/keys`, { name: 'Relations' }),
    '/admin/accounts/{id}/clients': () => create(owner, '/clients', { name: 'For client credentials' }),
  }
  const usual = new Map<string, Promise<string>>()
  return {
    headersFor: ({ path }) => (path.startsWith('/admin/') ? administrator : owner).headersFor(''),
    idParameterFor: ({ path }) => path.match(/\{[^}]+\}/g)?.at(-1),
    otherParametersFor: async ({ path }): Promise<Record<string, string>> =>
      (path.match(/\{[^}]+\}/g)?.length ?? 0) > 1 ? { id } : {},
    idFor({ method, path }) {
      const [, collection = ''] = /^(.*)\/\{[^}]+\}[^{}]*$/.exec(path) ?? []
      const create = kinds[collection]
      if (!create) throw new Error(`The relations have no record for ${path}: add one to portal-relations.ts.`)
      if (method === 'DELETE') return create()
      const known = usual.get(collection) ?? create()
      usual.set(collection, known)
      return known
    },
    bodyFor: (operation) => exampleBody(document, operation),
  }
}
