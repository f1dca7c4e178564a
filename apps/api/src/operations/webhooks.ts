import { eventCatalog } from '@generated/contract/event-catalog'
import type { Caller } from '@svc/credentials/caller'
import { recordChange } from '@svc/db/audit-log'
import type { Transaction } from '@svc/db/database'
import { deleteIdempotentResponses } from '@svc/db/idempotency'
import type { NoOtherFields } from '@svc/db/records'
import { findDelivery } from '@svc/db/webhook-deliveries'
import type { SealedSecret } from '@svc/db/webhook-endpoints'
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '@svc/db/webhook-endpoints'
import { conflict, invalidRequest, notFound } from '@svc/http/errors'
import { endpointLimitReached } from '@svc/rules/messages'
import { type Id, isId, newId } from '@svc/runtime/ids'
import { testEvent } from '@svc/webhooks/new-event'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import { canonicalWebhookUrl } from '@svc/webhooks/url-policy'
import type { ApiOperations, RequestContext } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import { pageRequest, pageResult } from '../pagination.ts'

type WebhookDependencies = Pick<Dependencies, 'challenge' | 'keyring' | 'publisher' | 'settings'>

export function webhookOperations({ challenge, keyring, publisher, settings }: WebhookDependencies) {
  const { endpointsMax } = settings.webhooks
  const seal = (webhookId: Id<'whk'>, secret: string): SealedSecret =>
    keyring.encrypt('encryption', secret, secretContext(webhookId))

  return {
    async listWebhooks({ query, caller, db }) {
      return pageResult(await listWebhooks(db, caller.owner, pageRequest(query, 'whk')))
    },

    async createWebhook({ body, caller, db }) {
      // The challenge may take seconds. No connection is held meanwhile: a transaction begins with its first statement.
      const url = await confirmedUrl(body.url, challenge)
      const id = newId('whk')
      const signingSecret = newSigningSecret()
      const created = { ...body, id, url, secret: seal(id, signingSecret) }
      const webhook = await db.transaction((transaction) =>
        createWebhook(transaction, caller.owner, created, { max: endpointsMax }),
      )
      if (!webhook) throw conflict(endpointLimitReached(endpointsMax))
      return { ...webhook, signing_secret: signingSecret }
    },

    async getWebhook({ path, caller, db }) {
      const webhook = await findWebhook(db, caller.owner, path.id)
      if (!webhook) throw notFound()
      return webhook
    },

    async updateWebhook({ path, body, caller, db }) {
      const change = body.url === undefined ? body : { ...body, url: await confirmedUrl(body.url, challenge) }
      const webhook = await db.transaction((transaction) => updateWebhook(transaction, caller.owner, path.id, change))
      if (!webhook) throw notFound()
      return webhook
    },

    async deleteWebhook({ path, caller, db }) {
      const deleted = await db.transaction(async (transaction) => {
        await deleteIdempotentResponses(transaction, caller.owner, path.id)
        return deleteWebhook(transaction, caller.owner, path.id)
      })
      if (!deleted) throw notFound()
      return { id: path.id, deleted: true }
    },

    async testWebhook({ path, body, caller, db }) {
      const { event_type = 'webhook.test', ...rest } = body ?? {}
      rest satisfies NoOtherFields
      const ids = { business_id: caller.owner.business_id, webhook_id: path.id }
      const event = testEvent(eventCatalog, event_type, ids)
      return db.transaction(async (transaction) => {
        const deliveryId = await publisher.publishTest(transaction, caller.owner, path.id, event)
        const delivery = deliveryId && (await findDelivery(transaction, caller.owner, deliveryId))
        if (!delivery) throw notFound()
        return delivery
      })
    },

    async rotateWebhookSecret({ path, body, caller, db, requestId }) {
      const signingSecret = newSigningSecret()
      const sealed = seal(path.id, signingSecret)
      return db.transaction(async (transaction) => {
        const webhook = await rotateWebhookSecret(transaction, caller.owner, path.id, sealed, body)
        if (!webhook) throw notFound()
        await recordRotation(transaction, { caller, requestId, webhookId: webhook.id })
        return { ...webhook, signing_secret: signingSecret }
      })
    },
  } satisfies Partial<ApiOperations>
}

/**
 * The URL as it is stored, confirmed by its receiver where the installation asks for that. Whether it is allowed was
 * decided by the contract's validation (`webhookUrlProblem`), also of this form; every delivery checks the addresses of
 * its host again (decision 0019).
 */
async function confirmedUrl(requested: string, challenge: Dependencies['challenge']): Promise<string> {
  const url = canonicalWebhookUrl(requested)
  const problem = await challenge?.(url)
  if (problem !== undefined) throw invalidRequest('body.url', problem)
  return url
}

/** A person's rotation leaves an entry; that of a key or client is among the usage events alone (decision 0042). */
async function recordRotation(
  transaction: Transaction,
  { caller, requestId, webhookId }: { caller: Caller; requestId: RequestContext['requestId']; webhookId: Id<'whk'> },
): Promise<void> {
  const { id } = caller.credential
  if (!isId('usr', id)) return
  const member = { type: 'member', id, request_id: requestId } as const
  const { account_id } = caller.owner
  await recordChange(transaction, member, { action: 'webhook.secret_rotated', account_id, subject_id: webhookId })
}
