import type { UsageEventType } from '@generated/contract/enums'
import { exchangeOf } from '@svc/http/shell/exchange'
import { isId } from '@svc/runtime/ids'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { BatchRecorder } from '../usage-recorder.ts'
import { UsedTwiceAtOnceError } from './adapter.ts'

/** Records an event of the client's account, with the client as its actor. Does nothing when no client is known. */
export type CredentialEvents = (type: UsageEventType, ctx: KoaContextWithOIDC) => void

export function credentialEvents(usage: BatchRecorder): CredentialEvents {
  return (type, ctx) => {
    const { client } = ctx.oidc
    if (!client) return
    const { requestId, startedAtMs } = exchangeOf(ctx.res)
    const id = isId('cli', client.clientId) ? client.clientId : null
    usage.recordCredential({
      type,
      account_id: client.account_id,
      request_id: requestId,
      actor: { type: 'oauth_client', id, label: client.clientName ?? null },
      duration_ms: Math.round(performance.now() - startedAtMs),
      http_status: type === 'token.reuse_detected' ? 400 : 200,
      resource_id: client.clientId,
    })
  }
}

/** Records which tokens the library issued and revoked. */
export function recordGrants(provider: Provider, record: CredentialEvents): void {
  provider.on('grant.success', (ctx) => record('token.issued', ctx))
  provider.on('grant.revoked', (ctx) =>
    record(ctx.oidc.route === 'token' ? 'token.reuse_detected' : 'token.revoked', ctx),
  )
  provider.on('grant.error', (ctx, error) => {
    if (error instanceof UsedTwiceAtOnceError) record('token.reuse_detected', ctx)
  })
}
