import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '@generated/contract/enums'
import { issueApiKey } from '@svc/credentials/api-keys'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { createAdministrator, createUser, listAdministrators, newPassword } from '@svc/credentials/users'
import { countAccounts, createAccount, listAccounts } from '@svc/db/accounts'
import { requestAnalysis } from '@svc/db/analyses'
import { createBusiness } from '@svc/db/businesses'
import { addCompetitor } from '@svc/db/competitors'
import type { Database, Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { requestReviewMaintenance } from '@svc/db/review-maintenance'
import { refreshReviewStats, storeReviews } from '@svc/db/reviews'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { writePrivateFile } from '@svc/supervisor/private-file'
import { type DemoAccount, demoAccounts } from './demo/accounts.ts'

/** The credentials of one demo account. */
export interface DemoCredentials {
  name: string
  plan: Plan
  business_id: Id<'biz'>
  api_key: string
  oauth_client: { client_id: Id<'cli'>; client_secret: string | null; scope: string }
  portal_user: DemoLogin
}

/** A person who can sign in. */
export interface DemoLogin {
  email: string
  password: string
}

/** The demo accounts in this database. */
export interface Demo {
  accounts: DemoCredentials[]
  /** The administrator of the demo. Null if the database was not seeded from this data directory. */
  administrator: DemoLogin | null
}

/**
 * Fills an empty database with the demo accounts, and writes their credentials to the data directory: the database
 * stores only hashes of keys. Returns whether the database was empty.
 */
export async function seedDemoAccounts(
  db: Database,
  options: { keyring: Keyring; dataDir: string; now: Date; demoReviewsMax: number },
): Promise<boolean> {
  if ((await countAccounts(db)) > 0) return false
  await db.transaction(async (transaction) => {
    const accounts: DemoCredentials[] = []
    for (const demo of demoAccounts(options.now, options.demoReviewsMax))
      accounts.push(await createDemoAccount(transaction, demo, options.keyring))
    const administrator = { email: 'administrator@platform.example', password: newPassword() }
    await createAdministrator(transaction, administrator)
    // Before the commit: after a crash in between the database is still empty, and the next start seeds it.
    writePrivateFile(credentialsPath(options.dataDir), `${JSON.stringify({ accounts, administrator }, undefined, 2)}\n`)
  })
  return true
}

/**
 * Returns the credentials of the demo in this database. Empty if the database was not seeded from this data directory.
 */
export async function readDemoCredentials(db: Database, dataDir: string): Promise<Demo> {
  const path = credentialsPath(dataDir)
  if (!existsSync(path)) return { accounts: [], administrator: null }
  const { accounts, administrator }: Demo = JSON.parse(readFileSync(path, 'utf8'))
  // DATABASE_URL or the plans may have changed since then.
  const known = new Map((await listAccounts(db)).map((account) => [account.business_id, account]))
  const knownAccounts = accounts.flatMap((account) => {
    const plan = known.get(account.business_id)?.plan
    return plan === undefined ? [] : [{ ...account, plan }]
  })
  const emails = new Set((await listAdministrators(db)).map(({ email }) => email))
  const isKnown = administrator && emails.has(administrator.email)
  return { accounts: knownAccounts, administrator: isKnown ? administrator : null }
}

async function createDemoAccount(
  transaction: Transaction,
  demo: DemoAccount,
  keyring: Keyring,
): Promise<DemoCredentials> {
  const account = await createAccount(transaction, { name: demo.name, plan: demo.plan })
  const business = await createBusiness(transaction, account.id, demo.business)
  const owner = { account_id: account.id, business_id: business.id }
  await addReviews(transaction, owner, null, demo.reviews)
  for (const { reviews, ...competitor } of demo.competitors) {
    const added = await addCompetitor(transaction, owner, competitor)
    if (added) await addReviews(transaction, owner, added.id, reviews)
  }
  await requestReviewMaintenance(transaction, owner)
  // The worker runs it while the service starts.
  await requestAnalysis(transaction, owner)
  const { key } = await issueApiKey(transaction, keyring, account.id, { kind: 'test', name: 'demo' })
  const client = await createOAuthClient(transaction, keyring, account.id, { name: 'demo' })
  const user = { email: `owner@${account.name.toLowerCase().replaceAll(' ', '-')}.example`, password: newPassword() }
  await createUser(transaction, account.id, user)
  return {
    name: account.name,
    plan: account.plan,
    business_id: business.id,
    api_key: key,
    oauth_client: {
      client_id: client.client_id,
      client_secret: client.client_secret,
      scope: client.record.scopes.join(' '),
    },
    portal_user: user,
  }
}

async function addReviews(
  transaction: Transaction,
  owner: Owner,
  competitorId: Id<'cmp'> | null,
  reviews: DemoAccount['reviews'],
): Promise<void> {
  const rows = reviews.map((review) => ({ ...review, retain_until: null }))
  await storeReviews(transaction, owner, competitorId, rows)
  await refreshReviewStats(transaction, owner, competitorId)
}

function credentialsPath(dataDir: string): string {
  return join(dataDir, 'demo-credentials.json')
}
