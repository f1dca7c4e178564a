import { TOTP } from 'otpauth'
import { operatorOf, type ScriptContext } from '../lane.ts'
import { cookieIn, type SignedIn, sessionPaths, signInByLink } from '../portal-browser.ts'
import type { Prober } from '../prober.ts'
import { createAdministrator, newAdministratorLinkToken } from './portal-members.ts'
import { dataOf, password, sendAs } from './portal-sign-in.ts'
import { hasCode } from './statuses.ts'

const operationIds = [
  'signInAdministratorWithCode',
  'beginAdministratorAuthenticator',
  'confirmAdministratorAuthenticator',
  'createAdministratorRecoveryCodes',
] as const

/** The second factor of the console, by an administrator who is created for this. */
export async function probeAdministrator(context: ScriptContext, prober: Prober): Promise<void> {
  const { service, authUrl, wants, signal } = context
  if (!operationIds.some(wants)) return
  const operated = operatorOf(service)
  const { email, token } = await createAdministrator(operated)
  const browser = await signInByLink(authUrl, { token, password }, signal, sessionPaths.administrator)
  try {
    const [code = ''] = await probeSetUp(prober, browser)
    await probeSecondStep(prober, { token: await newAdministratorLinkToken(operated, email), code })
  } finally {
    await operated.svc('admin', 'delete', email)
  }
}

/** Sets up an authenticator app; returns its recovery codes. */
async function probeSetUp(prober: Prober, browser: SignedIn): Promise<string[]> {
  const confirm = { operationId: 'confirmAdministratorAuthenticator' } as const
  const newCodes = { operationId: 'createAdministratorRecoveryCodes' } as const
  const begin = { operationId: 'beginAdministratorAuthenticator' } as const
  for (const probe of [confirm, newCodes])
    await sendAs(prober, browser, { ...probe, because: 'no app', expect: [404], check: hasCode('not_found') })
  const begun = await sendAs(prober, browser, { ...begin, because: 'no app', expect: [201] })
  const { secret } = dataOf<{ secret: string }>(begun)
  await sendAs(prober, browser, { ...confirm, because: 'a wrong code', body: { code: 'not a code' }, expect: [403] })
  const body = { code: new TOTP({ secret }).generate() }
  await sendAs(prober, browser, { ...confirm, because: 'a code of the app', body, expect: [200] })
  await sendAs(prober, browser, { ...begin, because: 'an app in use', expect: [409], check: hasCode('conflict') })
  const replaced = await sendAs(prober, browser, { ...newCodes, because: 'an app', expect: [200] })
  return dataOf<{ recovery_codes: string[] }>(replaced).recovery_codes
}

/** Uses a link and then a code. */
async function probeSecondStep(prober: Prober, { token, code }: { token: string; code: string }): Promise<void> {
  const first = await prober.send({
    operationId: 'useAdministratorLink',
    because: 'a link of an administrator with an app',
    body: { token, new_password: password },
    expect: [401],
    check: hasCode('unauthorized'),
  })
  const ticket = cookieIn(first?.headers.getSetCookie() ?? [], 'svc_second_factor')
  await prober.send({
    operationId: 'signInAdministratorWithCode',
    because: 'a recovery code',
    headers: { cookie: ticket },
    body: { code },
    expect: [201],
  })
}
