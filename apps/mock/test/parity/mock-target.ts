import { startMock } from '@svc/mock'
import { demoClients } from '@svc/mock/credentials'
import type { Target, TargetAccount } from './target.ts'

export async function startMockTarget(): Promise<Target & { close(): Promise<void> }> {
  const { base_url, auth_url, credentials, close } = await startMock({ port: 0, seed: 1 })
  const account = ({ business_id, api_key, oauth_client }: (typeof credentials.accounts)[number]): TargetAccount => ({
    business_id,
    api_key,
    client: oauth_client,
  })
  const withoutApi = demoClients.find(({ account: { entitled } }) => !entitled)
  if (!withoutApi) throw new Error('The mock has no client without the API.')
  return {
    base_url,
    auth_url,
    close,
    first: account(credentials.accounts[0]),
    second: account(credentials.accounts[1]),
    read_only_key: credentials.read_only_key,
    revoked_key: credentials.revoked_key,
    expired_key: credentials.expired_key,
    read_only_client: credentials.read_only_client,
    without_api_key: credentials.without_api_key,
    without_api_client: withoutApi,
  }
}
