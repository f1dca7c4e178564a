import { createSoftwarePasskey } from '@svc/credentials/testing/software-passkey'
import { TOTP } from 'otpauth'
import { operatorOf, type ScriptContext } from '../lane.ts'
import { cookieIn, type SignedIn, signedIn, signInByLink } from '../portal-browser.ts'
import type { Probe, Prober, Reply } from '../prober.ts'
import { createMember, newLinkToken } from './portal-members.ts'
import { hasCode } from './statuses.ts'

/** Operations whose other statuses need separate users: they change how a person signs in, or are limited. */
export const sentByOtherOwner: ReadonlySet<string> = new Set([
  'requestResetLink',
  'inviteMember',
  'sendInvitation',
  'withdrawInvitation',
  'signInWithCode',
  'confirmCode',
  'beginAuthenticator',
  'confirmAuthenticator',
  'createRecoveryCodes',
  'removeAuthenticator',
  'addPasskey',
  'removePasskey',
  'signInWithPasskey',
  'signInAdministratorWithCode',
  'beginAdministratorAuthenticator',
  'confirmAdministratorAuthenticator',
  'createAdministratorRecoveryCodes',
])

export const password = 'nine purple trains at dawn'

/** Invitations and second factors, in an order in which each request succeeds, by an owner of the other account. */
export async function probeOtherOwner(context: ScriptContext, prober: Prober): Promise<void> {
  const { service, authUrl, wants, signal } = context
  if (![...sentByOtherOwner].some(wants)) return
  const operated = operatorOf(service)
  const { email } = await createMember(operated, service.accounts[1].name, 'owner')
  const browser = await signInByLink(authUrl, { token: await newLinkToken(operated, email), password }, signal)
  try {
    await probeLinks(prober, { email, browser })
    await probePasskeys(prober, browser, service.authUrl)
    const codes = await probeSetUp(prober, browser)
    const token = await newLinkToken(operated, email)
    const again = await probeSecondStep(prober, { token, code: codes[1] ?? '' })
    if (again) await sendAs(prober, again, { operationId: 'removeAuthenticator', because: 'an app', expect: [200] })
  } finally {
    await operated.svc('user', 'delete', email)
  }
}

/** Sends a request with the session of a browser. */
export function sendAs(
  prober: Prober,
  { device, cookie, csrfToken }: SignedIn,
  probe: Probe,
): Promise<Reply | undefined> {
  const headers = { cookie: `${device}; ${cookie}`, 'x-csrf-token': csrfToken }
  return prober.send({ ...probe, headers: { ...headers, ...probe.headers } })
}

async function probeLinks(prober: Prober, { email, browser }: { email: string; browser: SignedIn }): Promise<void> {
  // Sent with its device, because the requests of unknown devices may be used up.
  await sendAs(prober, browser, {
    operationId: 'requestResetLink',
    because: 'a member',
    body: { email },
    expect: [202],
  })
  await sendAs(prober, browser, {
    operationId: 'inviteMember',
    because: 'an address that has a login',
    body: { email, role: 'viewer' },
    expect: [409],
    check: hasCode('conflict'),
  })
  const invited = await sendAs(prober, browser, {
    operationId: 'inviteMember',
    because: 'a new address',
    body: { email: `invited-${crypto.randomUUID()}@rosso-trattoria.example`, role: 'viewer' },
    expect: [201],
  })
  const { id } = dataOf<{ id: string }>(invited)
  for (const operationId of ['sendInvitation', 'withdrawInvitation'])
    await sendAs(prober, browser, { operationId, because: 'an invitation', id, expect: [200] })
}

/** Adds a passkey, signs in with it, and removes it. */
async function probePasskeys(prober: Prober, browser: SignedIn, publicUrl: string): Promise<void> {
  const passkey = createSoftwarePasskey()
  const challengeOf = async (operationId: 'beginPasskey' | 'beginPasskeySignIn') => {
    const begun = await sendAs(prober, browser, { operationId, because: 'a member', expect: [200] })
    const { challenge, relying_party_id } = dataOf<{ challenge: string; relying_party_id: string }>(begun)
    const origin = `http://${relying_party_id}:${new URL(publicUrl).port}`
    return [challenge, { origin, relyingPartyId: relying_party_id }] as const
  }
  const body = { name: 'Laptop', ...passkey.create(...(await challengeOf('beginPasskey'))) }
  const added = await sendAs(prober, browser, { operationId: 'addPasskey', because: 'a passkey', body, expect: [201] })
  await sendAs(prober, browser, {
    operationId: 'addPasskey',
    because: 'the same passkey again',
    body,
    expect: [409],
    check: hasCode('conflict'),
  })
  await prober.send({
    operationId: 'signInWithPasskey',
    because: 'a passkey',
    body: passkey.sign(...(await challengeOf('beginPasskeySignIn'))),
    expect: [201],
  })
  const { id } = dataOf<{ id: string }>(added)
  await sendAs(prober, browser, { operationId: 'removePasskey', because: 'a passkey', id, expect: [200] })
}

/** Sets up an authenticator app; returns its recovery codes, the first of which is used up. */
async function probeSetUp(prober: Prober, browser: SignedIn): Promise<string[]> {
  for (const operationId of ['confirmAuthenticator', 'createRecoveryCodes', 'removeAuthenticator'])
    await sendAs(prober, browser, { operationId, because: 'no app', expect: [404], check: hasCode('not_found') })
  const begun = await sendAs(prober, browser, { operationId: 'beginAuthenticator', because: 'no app', expect: [201] })
  const { secret } = dataOf<{ secret: string }>(begun)
  await sendAs(prober, browser, {
    operationId: 'confirmAuthenticator',
    because: 'a wrong code',
    body: { code: 'not a code' },
    expect: [403],
  })
  await sendAs(prober, browser, {
    operationId: 'confirmAuthenticator',
    because: 'a code of the app',
    body: { code: new TOTP({ secret }).generate() },
    expect: [200],
  })
  await sendAs(prober, browser, {
    operationId: 'beginAuthenticator',
    because: 'an app in use',
    expect: [409],
    check: hasCode('conflict'),
  })
  const replaced = await sendAs(prober, browser, {
    operationId: 'createRecoveryCodes',
    because: 'an app',
    expect: [200],
  })
  const { recovery_codes: codes } = dataOf<{ recovery_codes: string[] }>(replaced)
  await sendAs(prober, browser, {
    operationId: 'confirmCode',
    because: 'a recovery code',
    body: { code: codes[0] },
    expect: [200],
  })
  return codes
}

/** Uses a link and then a code. Resolves with the browser that is then signed in. */
async function probeSecondStep(
  prober: Prober,
  { token, code }: { token: string; code: string },
): Promise<SignedIn | undefined> {
  const first = await prober.send({
    operationId: 'useSignInLink',
    because: 'a link of a user with an app',
    body: { token, new_password: password },
    expect: [401],
    check: hasCode('unauthorized'),
  })
  const ticket = cookieIn(first?.headers.getSetCookie() ?? [], 'svc_second_factor')
  const second = await prober.send({
    operationId: 'signInWithCode',
    because: 'a recovery code',
    headers: { cookie: ticket },
    body: { code },
    expect: [201],
  })
  if (second?.status !== 201) return undefined
  return signedIn(second.headers.getSetCookie(), dataOf<{ csrf_token: string }>(second))
}

/** The data of a response. */
export function dataOf<Data>(reply: Reply | undefined): Data {
  return JSON.parse(reply?.text ?? '{"data":{}}').data
}
