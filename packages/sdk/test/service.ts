import { startTestApi } from '@svc/api/testing'
import { issueApiKey } from '@svc/credentials/api-keys'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { demoAccount, insertDemoReviews } from '@svc/local-service/testing'
import { startTestWorker } from '@svc/worker/testing'

export interface Service {
  baseUrl: string
  apiKey: string
  oauthClient: { clientId: string; clientSecret: string }
  businessId: string
  /** The environment in which a program finds the service. */
  env: Record<string, string>
  close(): Promise<void>
}

/** Deliveries connect to a port of this machine on which no server listens. */
const noNetwork = { WEBHOOK_CONNECT_TO: '*=127.0.0.1:9', SVC_PDF_BROWSER: 'none' }

/**
 * Starts API and worker with a database of their own, which has the first demo account with competitors and reviews.
 */
export async function startService(): Promise<Service> {
  const testApi = await startTestApi()
  const { db } = testApi.database
  const { apiKey, businessId, client } = await db.transaction(async (transaction) => {
    const account = await createAccount(transaction, { name: demoAccount.name, plan: demoAccount.plan })
    const business = await createBusiness(transaction, account.id, demoAccount.business)
    await insertDemoReviews(transaction, { account_id: account.id, business_id: business.id })
    const { key } = await issueApiKey(transaction, testApi.keyring, account.id, { kind: 'test', name: 'sdk' })
    const client = await createOAuthClient(transaction, testApi.keyring, account.id, { name: 'sdk' })
    return { apiKey: key, businessId: business.id, client }
  })
  const worker = startTestWorker({ db, keyring: testApi.keyring }, noNetwork)
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
