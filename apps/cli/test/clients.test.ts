import { checkClientSecret } from '@svc/credentials/oauth-clients'
import { logIn } from '@svc/credentials/users'
import { findRegisteredClient } from '@svc/db/oauth-clients'
import { listUsageEvents } from '@svc/db/usage-events'
import { createKeyring, parseSecretKeys } from '@svc/runtime/secrets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount, openSvc, type Svc } from './svc.ts'

const key = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const env = { SVC_SECRET_KEYS: key }
const keyring = createKeyring(parseSecretKeys(key))

let svc: Svc
let owner: { account_id: `acc_${string}`; business_id: `biz_${string}` }
beforeAll(async () => {
  svc = await openSvc()
  const { accountId, businessId } = await openAccount(svc)
  owner = { account_id: accountId as `acc_${string}`, business_id: businessId as `biz_${string}` }
})
afterAll(() => svc.close())

type Client = Record<'client_id' | 'client_secret', string>
type Login = Record<'password', string>

async function isSecret(id: string, secret: string): Promise<boolean> {
  const client = await findRegisteredClient(svc.database.db, id)
  return client !== undefined && checkClientSecret(svc.database.db, keyring, client, secret)
}

describe('clients', () => {
  test('a client is registered with a secret that is shown once, gets another one, and is deleted', async () => {
    const words = 'client create --name till --scopes businesses:read,webhooks:manage --json'
    const created = (await svc.run(words, { env })).json<Client>()
    expect(created).toMatchObject({ name: 'till', scopes: ['businesses:read', 'webhooks:manage'], redirect_uris: [] })
    expect(await isSecret(created.client_id, created.client_secret)).toBe(true)
    const list = await svc.run('client list')
    expect(list.stdout).toMatch(new RegExp(`${created.client_id}  till +client credentials`))
    expect(list.stdout).not.toContain(created.client_secret)

    const rotated = (await svc.run(`client rotate ${created.client_id} --json`, { env })).json<Client>()
    expect(await isSecret(created.client_id, created.client_secret)).toBe(false)
    expect(await isSecret(created.client_id, rotated.client_secret)).toBe(true)

    expect((await svc.run(`client delete ${created.client_id}`)).exitCode).toBe(0)
    expect((await svc.run('client list --json')).json()).toEqual([])
    const { items } = await listUsageEvents(svc.database.db, owner, { limit: 100 })
    expect(items.filter((event) => event.resource_id === created.client_id).map(({ type }) => type)).toEqual([
      'client.deleted',
      'client.secret_rotated',
      'client.created',
    ])
  })

  test('a client for the authorization code grant has redirect URIs; a public client has no secret', async () => {
    const uris = ['https://app.nightly-sync.nl/callback', 'https://test.nightly-sync.nl/callback']
    const words = ['client', 'create', '--name', 'Dashboard', '--redirect-uris', uris.join(' '), '--public', '--json']
    const created = (await svc.run(words, { env })).json<Client>()
    expect(created).toMatchObject({ client_secret: null, redirect_uris: uris, is_public: true })
    const rotated = await svc.run(`client rotate ${created.client_id}`, { env })
    expect([rotated.exitCode, rotated.stderr]).toEqual([1, expect.stringContaining('A public client has no secret.')])
  })

  test('what cannot be registered is refused with the reason', async () => {
    const refused = await svc.run('client create --name x --redirect-uris http://app.nightly-sync.nl/', { env })
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('does not begin with https://')])
    expect((await svc.run('client create --name x --public', { env })).exitCode).toBe(2)
    expect((await svc.run('client create --name x --scopes businesses:reed', { env })).exitCode).toBe(2)
    expect((await svc.run('client delete cli_01kjpx4gtrex7rhcb4yfrgw100')).exitCode).toBe(1)
  })
})

describe('users', () => {
  const email = 'owner@rosso-trattoria.nl'
  const logInWith = (password: string) => logIn(svc.database.db, { email, password, address: '192.0.2.1' })

  test('a login is opened with a password that is shown once, and gets another one', async () => {
    const opened = (await svc.run(`user create --email ${email} --json`)).json<Login>()
    expect(await logInWith(opened.password)).toMatchObject({ email, account_id: owner.account_id })
    const reset = (await svc.run(`user reset ${email} --json`)).json<Login>()
    expect(await logInWith(opened.password)).toBe('wrong')
    expect(await logInWith(reset.password)).toMatchObject({ email })
  })

  test('a used, invalid or unknown email address is refused', async () => {
    expect((await svc.run(`user create --email ${email.toUpperCase()}`)).stderr).toContain('There is a login for')
    expect((await svc.run('user create --email owner')).exitCode).toBe(2)
    expect((await svc.run('user reset nobody@rosso-trattoria.nl')).stderr).toContain('There is no login for')
  })
})
