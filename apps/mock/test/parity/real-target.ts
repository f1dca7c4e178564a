import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApi, type TestAccount } from '@svc/api/testing'
import { revokeApiKey } from '@svc/credentials/api-keys'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { defaultLimits } from '@svc/limits/limiter'
import { insertDemoReviews } from '@svc/local-service/testing'
import { createAuthority, startReceiver } from '@svc/webhooks/testing'
import { startTestWorker } from '@svc/worker/testing'
import type { Target, TargetAccount } from './target.ts'

/** The host of every webhook of the suite. */
const receiverHost = 'hooks.rosso-trattoria.nl'

/** The service with a database of its own: API, worker, and a receiver that accepts every delivery. */
export async function startRealTarget(): Promise<Target & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-parity-'))
  const authority = createAuthority()
  const receiver = await startReceiver({
    identity: authority.issue([receiverHost]),
    respond: (_request, response) => response.writeHead(200).end('ok'),
  })
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)
  const env = { WEBHOOK_CONNECT_TO: `*=127.0.0.1:${receiver.port}`, WEBHOOK_CA_FILE: caFile, SVC_DATA_DIR: folder }
  const testApi = await startTestApi(env, { limits: { ...defaultLimits } })
  const { db } = testApi.database
  const worker = startTestWorker({ db, keyring: testApi.keyring }, env)
  const clientOf = async ({ owner }: TestAccount, scopes?: Parameters<typeof createOAuthClient>[3]['scopes']) => {
    const named = { name: 'parity', ...(scopes && { scopes }) }
    const { client_id, client_secret } = await createOAuthClient(db, testApi.keyring, owner.account_id, named)
    return { client_id, client_secret: client_secret ?? '' }
  }
  const targetOf = async (account: TestAccount): Promise<TargetAccount> => ({
    business_id: account.owner.business_id,
    api_key: account.key,
    client: await clientOf(account),
  })

  const first = await testApi.open()
  const second = await testApi.open({ name: 'Brightside Dental', plan: 'scale' })
  const withoutApi = await testApi.open({ name: 'Osteria Senza API', plan: 'starter' })
  await insertDemoReviews(db, first.owner)
  const revoked = await first.issue()
  await revokeApiKey(db, first.owner.account_id, revoked.id)
  const target: Target = {
    base_url: testApi.baseUrl,
    auth_url: testApi.origin,
    first: await targetOf(first),
    second: await targetOf(second),
    read_only_key: (await first.issue({ scopes: ['businesses:read'] })).key,
    revoked_key: revoked.key,
    expired_key: (await first.issue({ expires_at: '2026-01-01T00:00:00.000Z' })).key,
    read_only_client: await clientOf(first, ['businesses:read']),
    without_api_key: withoutApi.key,
    without_api_client: await clientOf(withoutApi),
  }
  return {
    ...target,
    async close() {
      await worker.stop()
      await testApi.close()
      await receiver.close()
      await rm(folder, { recursive: true })
    },
  }
}
