import type { DocumentedOperation } from '../contract.ts'
import { type Lane, operatorOf, type ScriptContext } from '../lane.ts'
import {
  type Login,
  openPortalBrowser,
  type PortalBrowser,
  portalPath,
  type SignedIn,
  signInByLink,
} from '../portal-browser.ts'
import type { Probe, Prober } from '../prober.ts'
import { completedExport, unknownMemberId, unknownPasskeyId, unknownReplyId } from '../request-defaults.ts'
import type { Operated } from '../service.ts'
import { probeAdministrator } from './portal-administrator.ts'
import { createMember, newLinkToken, newLinkTokenFor } from './portal-members.ts'
import { password, probeOtherOwner, sendAs, sentByOtherOwner } from './portal-sign-in.ts'
import { hasCode } from './statuses.ts'

/** The operations of the portal, with the session of an owner. */
export const portal: Lane = {
  name: 'portal',
  description: 'the operations of the portal with a session: fuzzed, without it, from other sites, each status',
  operated: true,
  fuzz: {
    document: 'portal',
    phases: ['examples', 'coverage', 'fuzzing'],
    fastPhases: ['examples'],
    examples: { fast: 1, full: 110, nightly: 2_000 },
    credentials: null,
    async before(service, signal) {
      const operated = operatorOf(service)
      const { login, device, call } = operated.portal
      const { login: administrator } = operated.console
      const person = await createMember(operated, service.accounts[0].name, 'developer')
      const member = await openPortalBrowser(service.authUrl, person, signal)
      const target = await createMember(operated, service.accounts[0].name, 'viewer')
      const { id: sessionId } = await call<{ id: string }>('POST', '/session', login)
      const key = await call<{ id: string }>('POST', '/keys', { name: 'Kept' })
      const client = await call<{ id: string }>('POST', '/clients', { name: 'Kept' })
      return {
        SVC_PORTAL_EMAIL: login.email,
        SVC_PORTAL_PASSWORD: login.password,
        SVC_PORTAL_DEVICE: device,
        SVC_PORTAL_MEMBER_EMAIL: person.email,
        SVC_PORTAL_MEMBER_PASSWORD: person.password,
        SVC_PORTAL_MEMBER_DEVICE: member.device,
        SVC_ID_SESSIONS: sessionId,
        SVC_ID_KEYS: key.id,
        SVC_ID_CLIENTS: client.id,
        SVC_ID_MEMBERS: target.id,
        SVC_CONSOLE_EMAIL: administrator.email,
        SVC_CONSOLE_PASSWORD: administrator.password,
        SVC_CONSOLE_DEVICE: operated.console.device,
        SVC_CONSOLE_ACCOUNT: operated.console.accountId,
        SVC_CONSOLE_CLIENT: operated.console.clientId,
        SVC_ID_ACCOUNT: await completedExport(call),
      }
    },
    after: (service) => restore(operatorOf(service).portal),
  },
  async script(context) {
    const { service, authUrl, proberAt, wants } = context
    const operated = operatorOf(service)
    const prober = proberAt('portal', `${authUrl}${portalPath}`)
    const member = await createMember(operated, service.accounts[0].name, 'developer')
    const { user: owner } = await operated.portal.call<{ user: { id: string; email: string } }>('GET', '/session')
    for (const operation of prober.operations) {
      if (!wants(operation.operationId)) continue
      for (const probe of probesOf(operation, {
        memberId: member.id,
        owner,
        administrator: operated.console.login,
        linkToken: await newLinkTokenFor(operated, operation.operationId, member.email),
      }))
        await prober.send(probe)
    }
    if (wants('createFirstBusiness')) await createFirstBusiness(context, operated, prober)
    if (wants('deleteAccount')) await deleteNewAccount(context, operated, prober)
    await restore(operated.portal)
    await probeOtherOwner(context, prober)
    await probeAdministrator(context, prober)
  },
}

/** The users that the probes sign in or change. */
interface ProbeSubjects {
  memberId: string
  owner: { id: string; email: string }
  administrator: Login
  linkToken: string
}

/** One request for each status that does not depend on a limit or a fault. */
function probesOf(
  { operationId, method, path, responses }: DocumentedOperation,
  { memberId, owner, administrator, linkToken }: ProbeSubjects,
): Probe[] {
  const isOfMember = path.startsWith('/members/')
  const ofMember = isOfMember ? { id: memberId } : {}
  const isLink = operationId === 'useSignInLink' || operationId === 'useAdministratorLink'
  const ofLink = isLink ? { body: { token: linkToken, new_password: 'nine purple trains at dawn' } } : {}
  const probes: Probe[] = [
    {
      operationId,
      because: 'a page of another site',
      headers: { 'sec-fetch-site': 'cross-site' },
      ...ofMember,
      expect: [403],
      check: hasCode('forbidden'),
    },
    {
      operationId,
      because: 'an undocumented parameter',
      query: '?no_such_parameter=1',
      ...ofMember,
      expect: [400],
      check: hasCode('invalid_request'),
    },
    ...withoutSession(operationId, { owner, administrator }).map((probe) => ({ operationId, ...ofMember, ...probe })),
  ]
  if (!publicOperations.has(operationId) && method !== 'GET')
    probes.push({
      operationId,
      because: 'a session without its token',
      headers: { 'x-csrf-token': '' },
      ...ofMember,
      expect: [403],
      check: hasCode('forbidden'),
    })
  if (responses['404'] && path.includes('{id}'))
    probes.push({
      operationId,
      because: 'an unknown id',
      id: unknownIdOf(path),
      expect: [404],
      check: hasCode('not_found'),
    })
  if (responses['404'] && path.endsWith('/flags/{name}'))
    probes.push({
      operationId,
      because: 'an unknown flag',
      id: unknownIdOf(path),
      expect: [404],
      check: hasCode('not_found'),
    })
  if (responses['409'] && isOfMember)
    probes.push({ operationId, because: 'the last owner', id: owner.id, expect: [409], check: hasCode('conflict') })
  if (sentByOtherOwner.has(operationId)) return probes
  // The example names another account: what a valid one does is tested with an account of its own.
  if (operationId === 'deleteAccount')
    return [...probes, { operationId, because: 'the name of another account', expect: [400] }]
  if (operationId === 'createFirstBusiness')
    return [...probes, { operationId, because: 'a second business', expect: [409], check: hasCode('conflict') }]
  if (needsLocation(path, operationId))
    return [...probes, { operationId, because: 'no connected location', expect: [404], check: hasCode('not_found') }]
  if (needsConsent.has(operationId))
    return [...probes, { operationId, because: 'no consent', expect: [409], check: hasCode('conflict') }]
  const success = Object.keys(responses).filter((status) => status.startsWith('2'))
  return [...probes, { operationId, because: 'a valid request', ...ofMember, ...ofLink, expect: success.map(Number) }]
}

/** Operations that succeed only with an OAuth client of the upstream service, and the consent of a person there. */
const needsConsent = new Set(['startProfileConsent', 'finishProfileConsent'])

/** Lists that are empty without a location at the upstream service. */
const profileLists = new Set(['listProfileReplies', 'listUnansweredReviews', 'listProfileAuditLog'])

/** Whether an operation succeeds only with a location at the upstream service. */
function needsLocation(path: string, operationId: string): boolean {
  return path.startsWith('/business-profile') && !profileLists.has(operationId) && !needsConsent.has(operationId)
}

/** Operations before the sign-in. */
const publicOperations = new Set([
  'signIn',
  'useSignInLink',
  'signInWithCode',
  'requestResetLink',
  'beginPasskeySignIn',
  'signInWithPasskey',
  'signInAdministrator',
  'signInAdministratorWithCode',
  'useAdministratorLink',
])

/** Requests that are refused without a session or, before the sign-in, with an incorrect proof. */
function withoutSession(
  operationId: string,
  { owner, administrator }: Pick<ProbeSubjects, 'owner' | 'administrator'>,
): Omit<Probe, 'operationId'>[] {
  const wrongPassword = ({ email }: { email: string }) => [
    { because: 'a wrong password', body: { email, password: 'x' }, expect: [401] },
  ]
  switch (operationId) {
    case 'signIn':
      return wrongPassword(owner)
    case 'signInAdministrator':
      return wrongPassword(administrator)
    case 'useSignInLink':
    case 'useAdministratorLink':
      return [{ because: 'an unknown link', expect: [404], check: hasCode('not_found') }]
    case 'signInWithCode':
    case 'signInAdministratorWithCode':
      return [{ because: 'a code before the password', headers: { cookie: '' }, expect: [401] }]
    case 'signInWithPasskey':
      return [{ because: 'an unknown passkey', headers: { cookie: '' }, expect: [401] }]
    case 'requestResetLink':
    case 'beginPasskeySignIn':
      return []
    default:
      return [{ because: 'no session', headers: { cookie: '' }, expect: [401] }]
  }
}

/** Creates the business of an account that is created for this. */
async function createFirstBusiness(context: ScriptContext, operated: Operated, prober: Prober): Promise<void> {
  const owner = await ownerOfNewAccount(context, operated, [`Without a business ${crypto.randomUUID()}`])
  await sendAs(prober, owner, {
    operationId: 'createFirstBusiness',
    because: 'an account without a business',
    expect: [201],
  })
}

/** Deletes an account that is created for this. */
async function deleteNewAccount(context: ScriptContext, operated: Operated, prober: Prober): Promise<void> {
  const name = `Deleted ${crypto.randomUUID()}`
  const profile = ['--trade', 'restaurant', '--country', 'NL', '--timezone', 'Europe/Amsterdam']
  const owner = await ownerOfNewAccount(context, operated, [name, ...profile])
  await sendAs(prober, owner, {
    operationId: 'deleteAccount',
    because: 'the name of the account',
    body: { name },
    expect: [202],
  })
}

/**
 * Creates an account with an owner, and signs the owner in by a link: after the failed sign-ins of other requests, a
 * new device waits for minutes before it may try a password.
 */
async function ownerOfNewAccount(
  { authUrl, signal }: ScriptContext,
  operated: Operated,
  [name, ...profile]: readonly [name: string, ...profile: string[]],
): Promise<SignedIn> {
  await operated.svc('account', 'create', '--name', name, '--plan', 'growth', ...profile)
  const { email } = await createMember(operated, name, 'owner')
  return signInByLink(authUrl, { token: await newLinkToken(operated, email), password }, signal)
}

const unknownIds: Readonly<Record<string, string>> = {
  accounts: 'acc_01kt00000000000000000000zz',
  account: 'exp_01kt00000000000000000000zz',
  sessions: 'ses_01kt00000000000000000000zz',
  keys: 'key_01kt00000000000000000000zz',
  clients: 'cli_01kt00000000000000000000zz',
  members: unknownMemberId,
  invitations: unknownMemberId,
  passkeys: unknownPasskeyId,
  replies: unknownReplyId,
}

function unknownIdOf(path: string): string {
  return unknownIds[path.split('/').find((part) => part in unknownIds) ?? ''] ?? ''
}

/** Restores the account: its owner is the only member, and reviews are kept. */
async function restore({ call, login }: PortalBrowser): Promise<void> {
  await call('PUT', '/account/review-retention', { review_retention_days: null })
  for (const { id, email } of await call<{ id: string; email: string }[]>('GET', '/members'))
    if (email !== login.email) await call('DELETE', `/members/${id}`)
}
