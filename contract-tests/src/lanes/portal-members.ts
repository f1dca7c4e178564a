import type { Login } from '../portal-browser.ts'
import type { Operated } from '../service.ts'

/** The token of a link for an operation that takes one: of the member, or of an administrator who is made for it. */
export async function newLinkTokenFor(operated: Operated, operationId: string, email: string): Promise<string> {
  switch (operationId) {
    case 'useSignInLink':
      return newLinkToken(operated, email)
    case 'useAdministratorLink':
      return (await createAdministrator(operated)).token
    default:
      return ''
  }
}

/** An administrator who has not chosen a password yet, and the token of the link to choose one. */
export async function createAdministrator(operated: Operated): Promise<{ email: string; token: string }> {
  const email = `${crypto.randomUUID()}@platform.example`
  return { email, token: tokenOf(await operated.svc('admin', 'create', email, '--link')) }
}

/** The token of a link that sets the password of an administrator again. */
export async function newAdministratorLinkToken(operated: Operated, email: string): Promise<string> {
  return tokenOf(await operated.svc('admin', 'reset', email, '--link'))
}

/** The token of a link that sets the password of a member. */
export async function newLinkToken(operated: Operated, email: string): Promise<string> {
  return tokenOf(await operated.svc('user', 'reset', email, '--link'))
}

function tokenOf(printed: unknown): string {
  const { url } = printed as { url: string }
  return new URL(url).hash.slice(1)
}

export async function createMember(operated: Operated, account: string, role: string): Promise<Login & { id: string }> {
  const email = `${role}-${crypto.randomUUID()}@rosso-trattoria.example`
  const options = ['--account', account, '--email', email, '--role', role]
  return (await operated.svc('user', 'create', ...options)) as Login & { id: string }
}
