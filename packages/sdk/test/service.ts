import { startTestApi } from '@svc/api/testing'
import { issueApiKey } from '@svc/credentials/api-keys'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { addCompetitor } from '@svc/db/competitors'
import type { Connection } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { insertReviews, refreshReviewStats } from '@svc/db/reviews'
import { type DemoAccount, demoAccounts } from '@svc/local-service/demo'
import { createLogger } from '@svc/runtime/logger'
import { readSettings } from '@svc/runtime/settings'
import { startWorker } from '@svc/worker/src/worker.ts'

export interface Service {
  baseUrl: string
  apiKey: string
  oauthClient: { clientId: string; clientSecret: string }
  businessId: string
  /** What a program needs to find the service. */
  env: Record<string, string>
  close(): Promise<void>
}

/** Deliveries connect to this machine, where no server listens. */
const noNetwork = { WEBHOOK_CONNECT_TO: '*=127.0.0.1:9', SVC_PDF_BROWSER: 'none' }

/** The whole service with its own database: API, worker, and the first demo account with competitors and reviews. */
export async function startService(): Promise<Service> {
  const testApi = await startTestApi()
  const { db } = testApi.database
  const logger = createLogger({ name: 'worker', level: 'fatal', stream: { write: () => {} } })
  const worker = startWorker({
    settings: readSettings(noNetwork, { purpose: 'worker' }),
    logger,
    db,
    keyring: testApi.keyring,
  })
  const [demo] = demoAccounts(new Date())
  if (!demo) throw new Error('The demo data has no account.')
  const { apiKey, businessId, client } = await db.transaction(async (transaction) => {
    const account = await createAccount(transaction, { name: demo.name, plan: demo.plan })
    const business = await createBusiness(transaction, account.id, demo.business)
    const owner = { account_id: account.id, business_id: business.id }
    await addReviews(transaction, owner, null, demo.reviews)
    for (const { reviews, ...competitor } of demo.competitors) {
      const added = await addCompetitor(transaction, owner, competitor)
      if (!added) throw new Error(`${competitor.name} could not be added.`)
      await addReviews(transaction, owner, added.id, reviews)
    }
    const { key } = await issueApiKey(transaction, testApi.keyring, account.id, { kind: 'test', name: 'sdk' })
    const client = await createOAuthClient(transaction, testApi.keyring, account.id, { name: 'sdk' })
    return { apiKey: key, businessId: business.id, client }
  })
  return {
    baseUrl: testApi.baseUrl,
    apiKey,
    businessId,
    oauthClient: { clientId: client.client_id, clientSecret: client.client_secret ?? '' },
    env: { SVC_API_KEY: apiKey, SVC_BASE_URL: testApi.baseUrl },
    async close() {
      await worker.stop()
      await testApi.close()
    },
  }
}

async function addReviews(
  transaction: Connection,
  owner: Owner,
  competitorId: Parameters<typeof insertReviews>[2],
  reviews: DemoAccount['reviews'],
): Promise<void> {
  const rows = reviews.map((review) => ({ ...review, retain_until: null }))
  await insertReviews(transaction, owner, competitorId, rows)
  await refreshReviewStats(transaction, owner, competitorId)
}
