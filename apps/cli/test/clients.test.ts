import { checkClientSecret } from '@svc/credentials/oauth-clients'
import { needsCode } from '@svc/credentials/second-factors'
import { setPasswordByLink } from '@svc/credentials/sign-in-links'
import { findUserByPassword, type User } from '@svc/credentials/users'
import { confirmAuthenticator, insertAuthenticator } from '@svc/db/authenticators'
import { findRegisteredClients } from '@svc/db/oauth-clients'
import { knexOf } from '@svc/db/testing'
import { storedAuditEntries } from '@svc/db/testing-accounts'
import { listUsageEvents } from '@svc/db/usage-events'
import { findUserByEmail } from '@svc/db/users'
import type { Id } from '@svc/runtime/ids'
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

type Client = { client_id: Id<'cli'>; client_secret: string }
type Login = Record<'password', string>

async function isSecret(id: Id<'cli'>, secret: string): Promise<boolean> {
  const [client] = await findRegisteredClients(svc.database.db, [id])
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

  test('a client is granted the scope that creates a business, and loses it; a client with redirect URIs cannot have it', async () => {
    const created = (await svc.run('client create --name flow --json', { env })).json<Client>()
    for (const state of ['on', 'off']) {
      const granted = await svc.run(`client grant ${created.client_id} ${state}`)
      expect(granted.stdout).toBe(`${created.client_id} "flow": businesses:write is ${state}.\n`)
      const [listed] = (await svc.run('client list --json')).json<object[]>()
      expect(listed).toMatchObject({ name: 'flow', creates_business: state === 'on' })
    }
    const words = ['client', 'create', '--name', 'App', '--redirect-uris', 'https://app.nightly-sync.nl/', '--json']
    const app = (await svc.run(words, { env })).json<Client>()
    expect((await svc.run(`client grant ${app.client_id} on`)).stderr).toContain('The account has no client')
    for (const { client_id } of [created, app]) await svc.run(`client delete ${client_id}`)
  })

  test('a client for the authorization code grant has redirect URIs; a public client has no secret', async () => {
    const uris = ['https://app.nightly-sync.nl/callback', 'https://test.nightly-sync.nl/callback']
    const words = ['client', 'create', '--name', 'Dashboard', '--redirect-uris', uris.join(' '), '--public', '--json']
    const created = (await svc.run(words, { env })).json<Client>()
    expect(created).toMatchObject({ client_secret: null, redirect_uris: uris, is_public: true })
    const rotated = await svc.run(`client rotate ${created.client_id}`, { env })
    expect([rotated.exitCode, rotated.stderr]).toEqual([1, expect.stringContaining('A public client has no secret.')])
  })

  test('an invalid registration is refused with the reason', async () => {
    const refused = await svc.run('client create --name x --redirect-uris http://app.nightly-sync.nl/', { env })
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('does not begin with https://')])
    expect((await svc.run('client create --name x --public', { env })).exitCode).toBe(2)
    expect((await svc.run('client create --name x --scopes businesses:reed', { env })).exitCode).toBe(2)
    expect((await svc.run('client delete cli_01kjpx4gtrex7rhcb4yfrgw100')).exitCode).toBe(1)
  })
})

describe('users', () => {
  const email = 'owner@rosso-trattoria.nl'
  const logInWith = (password: string) => findUserByPassword(svc.database.db, { email, password })

  test('a user is created with a password that is shown once, and can get a new one', async () => {
    const opened = (await svc.run(`user create --email ${email} --json`)).json<Login>()
    expect(await logInWith(opened.password)).toMatchObject({ email, account_id: owner.account_id })
    const reset = (await svc.run(`user reset ${email} --json`)).json<Login>()
    expect(await logInWith(opened.password)).toBeUndefined()
    expect(await logInWith(reset.password)).toMatchObject({ email })
  })

  test('a link to set the password changes nothing until it is used, and has the public origin', async () => {
    const { password } = (await svc.run(`user reset ${email} --json`)).json<Login>()
    const printed = await svc.run(`user reset ${email} --link --json`, {
      env: { ...env, SVC_PUBLIC_URL: 'https://reviews.example.com' },
    })
    const link = printed.json<{ email: string; url: string }>()
    expect(link.email).toBe(email)
    expect(link.url).toMatch(/^https:\/\/reviews\.example\.com\/portal\/set-password#[\w-]{43}$/)
    expect(await logInWith(password)).toMatchObject({ email })
    const unknown = await svc.run('user reset unknown@rosso-trattoria.nl --link', { env })
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('There is no user')])
  })

  test('a login whose user has lost the authenticator app signs in with the password alone', async () => {
    const { db } = svc.database
    const user = await findUserByEmail(db, email)
    if (!user) throw new Error('There is no user')
    await insertAuthenticator(db, user.id, { ciphertext: Buffer.from('sealed'), key_id: 'k1' })
    await db.transaction((transaction) => confirmAuthenticator(transaction, user.id))
    await svc.run(`user reset ${email}`)
    expect(await needsCode(db, user.id)).toBe(true)
    await svc.run(`user reset ${email} --remove-authenticator`)
    expect(await needsCode(db, user.id)).toBe(false)
    const entries = await storedAuditEntries(db, { subject_id: user.id })
    expect(entries.filter(({ action }) => action === 'authenticator.removed')).toMatchObject([
      { actor_type: 'operator', account_id: user.account_id },
    ])
  })

  test('an administrator who has lost the authenticator app signs in with the password alone', async () => {
    const { db } = svc.database
    const address = 'lost-app@platform.nl'
    const { id } = (await svc.run(`admin create ${address} --json`)).json<{ id: User['id'] }>()
    await insertAuthenticator(db, id, { ciphertext: Buffer.from('sealed'), key_id: 'k1' })
    await db.transaction((transaction) => confirmAuthenticator(transaction, id))
    await svc.run(`admin reset ${address}`)
    expect(await needsCode(db, id)).toBe(true)
    await svc.run(`admin reset ${address} --remove-authenticator`)
    expect(await needsCode(db, id)).toBe(false)
    const entries = await storedAuditEntries(db, { subject_id: id })
    expect(entries.filter(({ action }) => action === 'authenticator.removed')).toMatchObject([
      { actor_type: 'operator', account_id: null },
    ])
  })

  test('a user can be created with a link, so that only the user knows the password', async () => {
    const options = '--email invited@rosso-trattoria.nl --role viewer --link --json'
    const opened = (await svc.run(`user create ${options}`, { env })).json<
      Partial<Login> & { role: string; url: string }
    >()
    expect(opened).toMatchObject({ email: 'invited@rosso-trattoria.nl', role: 'viewer' })
    expect(opened.password).toBeUndefined()
    const keyring = createKeyring(parseSecretKeys(key))
    const token = new URL(opened.url).hash.slice(1)
    const password = 'nine purple trains at dawn'
    const { db } = svc.database
    expect(await setPasswordByLink(db, keyring, { token, password })).toMatchObject({ role: 'viewer' })
    expect(await findUserByPassword(db, { email: 'invited@rosso-trattoria.nl', password })).toMatchObject({
      role: 'viewer',
    })
  })

  test('a used, invalid or unknown email address is refused', async () => {
    expect((await svc.run(`user create --email ${email.toUpperCase()}`)).stderr).toContain('already exists')
    expect((await svc.run('user create --email owner')).exitCode).toBe(2)
    for (const words of ['user reset', 'user delete'])
      expect((await svc.run(`${words} unknown@rosso-trattoria.nl`)).stderr).toContain('There is no user')
    expect((await svc.run('consent withdraw none')).stderr).toContain('The account has no consent "none"')
  })

  test('a user is deleted, and a consent is listed and withdrawn', async () => {
    const person = (await svc.run('user create --email second@rosso-trattoria.nl --json')).json<{ id: string }>()
    const app = (
      await svc.run('client create --name Dashboard --redirect-uris https://app.nightly-sync.nl/callback --json', {
        env,
      })
    ).json<Client>()
    const grants = ['first', 'second'].map((id) => ({
      kind: 'Grant',
      id,
      payload: JSON.stringify({ openid: { scope: 'businesses:read webhooks:manage' } }),
      client_id: app.client_id,
      user_id: person.id,
      expires_at: new Date(Date.now() + 60_000),
    }))
    await knexOf(svc.database.db)('oauth_records').insert(grants)
    expect((await svc.run('consent list')).stdout).toMatch(
      /first +second@rosso-trattoria.nl +cli_\w+ +Dashboard +\S+ +businesses:read webhooks:manage/,
    )
    expect((await svc.run('consent withdraw first')).stdout).toContain('second@rosso-trattoria.nl')
    expect((await svc.run('consent list --json')).json()).toMatchObject([{ id: 'second' }])
    expect((await svc.run('user delete Second@rosso-trattoria.nl')).exitCode).toBe(0)
    expect((await svc.run('consent list --json')).json()).toEqual([])
    expect((await svc.run('user delete second@rosso-trattoria.nl')).exitCode).toBe(1)
  })
})
