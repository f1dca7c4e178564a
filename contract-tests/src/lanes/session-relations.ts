import { isRecord } from '@svc/runtime/json'
import { TOTP } from 'otpauth'
import { operatorOf, type ScriptContext } from '../lane.ts'
import { cookieIn } from '../portal-browser.ts'
import type { Exchange } from '../relations/client.ts'
import type { Relation, RelationContext } from '../relations/relation.ts'
import { passkeySteps } from './passkey-relations.ts'
import { createAdministrator, createMember, newAdministratorLinkToken, newLinkToken } from './portal-members.ts'
import {
  differingField,
  type Findings,
  recordOf,
  relationsOf,
  type SessionScenario,
  senderOf,
  untilFailure,
  type Visit,
} from './portal-scenario.ts'
import { password } from './portal-sign-in.ts'

const begun = 'begun_session'
const ended = 'ended_sessions'
const factors = 'factors_counted'
const passkeys = 'passkeys_listed'

/** The member of the account `accountName` who signs in, and an administrator: both are created for this. */
export function sessionRelations(context: ScriptContext, accountName: string): Relation[] {
  const statements = [
    {
      name: begun,
      statement: 'the session in a response is the one of its cookie, and is listed as the current one',
      operationIds: [
        ...['signIn', 'useSignInLink', 'signInWithCode', 'signInWithPasskey', 'changePassword'],
        ...['confirmPassword', 'confirmCode', 'getSession', 'listSessions'],
      ],
    },
    {
      name: ended,
      statement: 'a request ends the sessions that its description names, and no others',
      operationIds: [
        ...['signIn', 'useSignInLink', 'changePassword', 'endSession', 'signOut', 'confirmPassword'],
        ...['confirmAuthenticator', 'removeAuthenticator', 'removePasskey', 'removeMember'],
      ],
    },
    {
      name: factors,
      statement: 'the second factors are read as the requests have left them, and a code is accepted once',
      operationIds: [
        ...['getFactors', 'beginAuthenticator', 'confirmAuthenticator', 'confirmCode', 'createRecoveryCodes'],
        ...['signInWithCode', 'removeAuthenticator'],
      ],
    },
    {
      name: passkeys,
      statement: 'the passkeys are listed as the requests have left them, and a removed one signs nobody in',
      operationIds: ['listPasskeys', 'beginPasskey', 'addPasskey', 'signInWithPasskey', 'removePasskey'],
    },
  ]
  const ofAdministrators = [
    {
      name: begun,
      statement: 'the session in a response is the one of its cookie',
      operationIds: [
        ...['signInAdministrator', 'useAdministratorLink', 'signInAdministratorWithCode'],
        ...['confirmAdministratorPassword', 'getAdministratorSession'],
      ],
    },
    {
      name: ended,
      statement: 'a request ends the sessions that its description names, and no others',
      operationIds: [
        ...['signInAdministrator', 'useAdministratorLink', 'signOutAdministrator'],
        'confirmAdministratorAuthenticator',
      ],
    },
    {
      name: factors,
      statement: 'the authenticator app is read as the requests have left it, and former codes are refused',
      operationIds: [
        ...['beginAdministratorAuthenticator', 'confirmAdministratorAuthenticator'],
        'createAdministratorRecoveryCodes',
      ],
    },
  ]
  return [
    ...relationsOf(statements, (relations, findings) =>
      untilFailure(() => memberSteps(context, accountName, scenarioOf(relations, findings, memberOperations))),
    ),
    ...relationsOf(ofAdministrators, (relations, findings) =>
      untilFailure(() => administratorSteps(context, scenarioOf(relations, findings, administratorOperations))),
    ),
  ]
}

const memberOperations = { read: 'getSession', list: 'listSessions' } as const
const administratorOperations = { read: 'getAdministratorSession', list: undefined } as const

function scenarioOf(
  relations: RelationContext,
  findings: Findings,
  { read, list }: { read: string; list: string | undefined },
): SessionScenario {
  const sender = senderOf(relations)
  return {
    ...sender,
    ...findings,
    relations,
    async isBegun(operationId, { exchange, visit }) {
      const { curl } = exchange.reply
      const { record } = await sender.send(read, { by: visit, because: 'the session of a cookie' })
      const field = differingField(exchange.record, record)
      const message = `${field} is not as in the session of its cookie.`
      for (const name of [operationId, read])
        findings.compare(name, begun, field === undefined ? undefined : { message, curl })
      if (list === undefined) return visit
      const listed = await sender.send(list, { by: visit, because: 'the sessions of the person' })
      const current = Array.isArray(listed.record)
        ? listed.record.filter(isRecord).flatMap((one) => (one.current === true ? [one.id] : []))
        : []
      const isCurrent = current.length === 1 && current[0] === visit.id
      const problem = { message: `The current session is ${visit.id}, and the list has ${current.join(', ')}.`, curl }
      for (const name of [operationId, list]) findings.compare(name, begun, isCurrent ? undefined : problem)
      return visit
    },
    async areEnded(operationId, { exchange, gone, left }) {
      const { curl } = exchange.reply
      for (const [visits, expected] of [
        [gone, 401],
        [left, 200],
      ] as const)
        for (const visit of visits) {
          const { reply } = await sender.send(read, { by: visit, because: 'a former session', expect: [200, 401] })
          const message = `${visit.id} ${expected === 401 ? 'is still accepted' : 'has ended too'}.`
          findings.compare(operationId, ended, reply.status === expected ? undefined : { message, curl })
        }
    },
  }
}

async function memberSteps(context: ScriptContext, accountName: string, scenario: SessionScenario): Promise<void> {
  const operated = operatorOf(context.service)
  const { id, email } = await createMember(operated, accountName, 'owner')
  const { begin, isBegun, areEnded, send } = scenario
  const login = { email, password }
  const newLink = async () => ({ token: await newLinkToken(operated, email), new_password: password })
  const signIn = async (by: Visit) =>
    isBegun('signIn', await begin('signIn', { by: { ...by, cookie: '' }, because: 'another browser', body: login }))

  const first = await begin('useSignInLink', { because: 'a link', body: await newLink() })
  await isBegun('useSignInLink', first)
  const other = await signIn(first.visit)
  const again = await begin('signIn', { by: other, because: 'a browser with a session', body: login })
  await areEnded('signIn', { exchange: again.exchange, gone: [other], left: [first.visit, again.visit] })

  const body = { current_password: password, new_password: password }
  const changed = await begin('changePassword', { by: again.visit, because: 'a new password', body })
  const changedVisit = await isBegun('changePassword', changed)
  await areEnded('changePassword', {
    exchange: changed.exchange,
    gone: [first.visit, again.visit],
    left: [changedVisit],
  })

  const second = await signIn(changedVisit)
  const confirmed = await send('confirmPassword', { by: second, because: 'a confirmation', body: { password } })
  await isBegun('confirmPassword', { exchange: confirmed, visit: second })
  await areEnded('confirmPassword', { exchange: confirmed, gone: [], left: [second, changedVisit] })
  const third = await signIn(changedVisit)
  const closed = await send('endSession', { by: changedVisit, because: 'another browser', id: second.id })
  await areEnded('endSession', { exchange: closed, gone: [second], left: [changedVisit, third] })
  const out = await send('signOut', { by: third, because: 'a session' })
  await areEnded('signOut', { exchange: out, gone: [third], left: [changedVisit] })

  const linked = await begin('useSignInLink', { because: 'another link', body: await newLink() })
  await areEnded('useSignInLink', { exchange: linked.exchange, gone: [changedVisit], left: [linked.visit] })
  const last = await factorSteps(scenario, { visit: linked.visit, login, signIn })
  const visits = [
    last,
    await passkeySteps(scenario, { visit: last, publicUrl: context.service.authUrl, relation: passkeys }),
  ]
  const { exchange } = await removal(scenario, id)
  await areEnded('removeMember', { exchange, gone: visits, left: [] })
}

/** Removes a member, by another owner. */
async function removal({ relations: { client, facts } }: SessionScenario, id: string): Promise<{ exchange: Exchange }> {
  const operation = facts.operations.find(({ operationId }) => operationId === 'removeMember')
  const exchange = operation && (await client.send({ operation, because: 'a member with sessions', id }))
  if (!exchange) throw new Error('The member was not removed.')
  return { exchange }
}

/** Sets an authenticator app up and removes it again. Resolves with the only session that is left. */
async function factorSteps(
  scenario: SessionScenario,
  {
    visit: by,
    login,
    signIn,
  }: { visit: Visit; login: { email: string; password: string }; signIn: (by: Visit) => Promise<Visit> },
): Promise<Visit> {
  const { send, begin, isBegun, areEnded, compare } = scenario
  const areLeft = async (operationId: string, exchange: Exchange, left: number, isSet = true) => {
    const read = recordOf(await send('getFactors', { by, because: 'the second factors' }))
    const isRead = read.recovery_codes_left === left && (read.authenticator_since !== null) === isSet
    const message = `${left} recovery codes are left, and ${read.recovery_codes_left} are read.`
    for (const name of [operationId, 'getFactors'])
      compare(name, factors, isRead ? undefined : { message, curl: exchange.reply.curl })
  }
  const isRefused = async (operationId: string, because: string, code: unknown, confirmedBy = 'confirmCode') => {
    const { reply } = await send(confirmedBy, { by, because, body: { code }, expect: [200, 403] })
    const message = `It is accepted: ${because}.`
    compare(operationId, factors, reply.status === 403 ? undefined : { message, curl: reply.curl })
  }
  const codesOf = (exchange: Exchange) => recordOf(exchange).recovery_codes as string[]

  const replaced = await send('beginAuthenticator', { by, because: 'a secret that is replaced' })
  const begunNow = await send('beginAuthenticator', { by, because: 'another secret' })
  await areLeft('beginAuthenticator', begunNow, 0, false)
  const outdated = codeOf(replaced)
  // Of two secrets, codes may be equal by chance.
  if (!codesAround(begunNow).includes(outdated))
    await isRefused('beginAuthenticator', 'a code of a replaced secret', outdated, 'confirmAuthenticator')
  const other = await signIn(by)
  const body = { code: codeOf(begunNow) }
  const confirmed = await send('confirmAuthenticator', { by, because: 'a code of the app', body })
  await areLeft('confirmAuthenticator', confirmed, 10)
  await areEnded('confirmAuthenticator', { exchange: confirmed, gone: [other], left: [by] })

  const [used, former] = codesOf(confirmed)
  const checked = await send('confirmCode', { by, because: 'a recovery code', body: { code: used } })
  await isBegun('confirmCode', { exchange: checked, visit: by })
  await areLeft('confirmCode', checked, 9)
  await isRefused('confirmCode', 'a recovery code that was used', used)
  const renewed = await send('createRecoveryCodes', { by, because: 'new recovery codes' })
  await areLeft('createRecoveryCodes', renewed, 10)
  await isRefused('createRecoveryCodes', 'a former recovery code', former)

  const device = { ...by, cookie: '' }
  const step = await send('signIn', { by: device, because: 'the first step', body: login, expect: [401] })
  const ticket = cookieIn(step.reply.headers.getSetCookie(), 'svc_second_factor')
  const [code] = codesOf(renewed)
  const entered = await begin('signInWithCode', {
    by: { ...device, cookie: ticket },
    because: 'a recovery code',
    body: { code },
  })
  const visit = await isBegun('signInWithCode', entered)
  await areLeft('signInWithCode', entered.exchange, 9)
  const removed = await send('removeAuthenticator', { by: visit, because: 'an app' })
  await areEnded('removeAuthenticator', { exchange: removed, gone: [by], left: [visit] })
  const read = await send('getFactors', { by: visit, because: 'no app' })
  const field = differingField(removed.record, read.record)
  const isNone = recordOf(read).authenticator_since === null && field === undefined
  const problem = { message: 'The app is still read.', curl: removed.reply.curl }
  compare('removeAuthenticator', factors, isNone ? undefined : problem)
  return visit
}

/** A code of the secret in a response. */
function codeOf(exchange: Exchange): string {
  return new TOTP({ secret: String(recordOf(exchange).secret) }).generate()
}

/** The codes of the secret in a response now and within two minutes. */
function codesAround(exchange: Exchange): string[] {
  const app = new TOTP({ secret: String(recordOf(exchange).secret) })
  return [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((step) => app.generate({ timestamp: Date.now() + step * 30_000 }))
}

async function administratorSteps({ service }: ScriptContext, scenario: SessionScenario): Promise<void> {
  const operated = operatorOf(service)
  const { email, token } = await createAdministrator(operated)
  const { begin, isBegun, areEnded, send } = scenario
  const login = { email, password }
  const signIn = async (by: Visit) => {
    const sent = { by: { ...by, cookie: '' }, because: 'another browser', body: login }
    return isBegun('signInAdministrator', await begin('signInAdministrator', sent))
  }
  try {
    const first = await begin('useAdministratorLink', { because: 'a link', body: { token, new_password: password } })
    const visit = await isBegun('useAdministratorLink', first)
    const second = await signIn(visit)
    const again = await begin('signInAdministrator', { by: second, because: 'a browser with a session', body: login })
    await areEnded('signInAdministrator', { exchange: again.exchange, gone: [second], left: [visit, again.visit] })
    const confirmation = { by: visit, because: 'a confirmation', body: { password } }
    const confirmed = await send('confirmAdministratorPassword', confirmation)
    await isBegun('confirmAdministratorPassword', { exchange: confirmed, visit })
    const out = await send('signOutAdministrator', { by: again.visit, because: 'a session' })
    await areEnded('signOutAdministrator', { exchange: out, gone: [again.visit], left: [visit] })
    const body = { token: await newAdministratorLinkToken(operated, email), new_password: password }
    const linked = await begin('useAdministratorLink', { because: 'another link', body })
    await areEnded('useAdministratorLink', { exchange: linked.exchange, gone: [visit], left: [linked.visit] })
    await administratorFactorSteps(scenario, { by: linked.visit, login, other: await signIn(linked.visit) })
  } finally {
    await operated.svc('admin', 'delete', email)
  }
}

async function administratorFactorSteps(
  { send, begin, isBegun, areEnded, compare }: SessionScenario,
  { by, other, login }: { by: Visit; other: Visit; login: { email: string; password: string } },
): Promise<void> {
  const isSince = async (operationId: string, exchange: Exchange, isSet: boolean) => {
    const read = recordOf(await send('getAdministratorSession', { by, because: 'the authenticator app' }))
    const problem = {
      message: `authenticator_since is read as ${read.authenticator_since}.`,
      curl: exchange.reply.curl,
    }
    compare(operationId, factors, (read.authenticator_since !== null) === isSet ? undefined : problem)
  }
  const begunNow = await send('beginAdministratorAuthenticator', { by, because: 'no app' })
  await isSince('beginAdministratorAuthenticator', begunNow, false)
  const body = { code: codeOf(begunNow) }
  const confirmed = await send('confirmAdministratorAuthenticator', { by, because: 'a code of the app', body })
  await isSince('confirmAdministratorAuthenticator', confirmed, true)
  await areEnded('confirmAdministratorAuthenticator', { exchange: confirmed, gone: [other], left: [by] })
  const renewed = await send('createAdministratorRecoveryCodes', { by, because: 'new recovery codes' })
  const device = { ...by, cookie: '' }
  const step = await send('signInAdministrator', { by: device, because: 'the first step', body: login, expect: [401] })
  const cookie = cookieIn(step.reply.headers.getSetCookie(), 'svc_second_factor')
  const [former] = recordOf(confirmed).recovery_codes as string[]
  const refused = await send('signInAdministratorWithCode', {
    by: { ...device, cookie },
    because: 'a former recovery code',
    body: { code: former },
    expect: [201, 401],
  })
  const problem = { message: 'A former recovery code is accepted.', curl: refused.reply.curl }
  compare('createAdministratorRecoveryCodes', factors, refused.reply.status === 401 ? undefined : problem)
  const [code] = recordOf(renewed).recovery_codes as string[]
  const sent = { by: { ...device, cookie }, because: 'a recovery code', body: { code } }
  await isBegun('signInAdministratorWithCode', await begin('signInAdministratorWithCode', sent))
}
