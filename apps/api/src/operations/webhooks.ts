import { deleteIdempotentResponses } from '@svc/db/idempotency'
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
import { endpointLimitReached } from '@svc/http/shell/messages'
import { newId } from '@svc/runtime/ids'
import { resolvesToInternalAddress } from '@svc/webhooks/resolve'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import { checkWebhookUrl } from '@svc/webhooks/url-policy'
import type { ApiOperations } from '../context.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import type { Service } from '../service.ts'

export function webhookOperations({
  keyring,
  publisher,
  settings,
}: Pick<Service, 'keyring' | 'publisher' | 'settings'>) {
  const { endpointsMax, connectTo } = settings.webhooks
  const seal = (webhookId: string, secret: string): SealedSecret =>
    keyring.encrypt('encryption', secret, secretContext(webhookId))
  // If every delivery is diverted to one address, no host is ever contacted, so none is resolved either.
  const resolvesHosts = !connectTo.some(({ from }) => from === '*')

  return {
    async listWebhooks({ query, caller, db }) {
      return pageResult(await listWebhooks(db, caller.owner, pageRequest(query, 'whk')))
    },

    async createWebhook({ body, caller, db }) {
      const url = await acceptableUrl(body.url, { resolvesHosts })
      const id = newId('whk')
      const signingSecret = newSigningSecret()
      const created = { id, url, event_types: body.event_types, secret: seal(id, signingSecret) }
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
      const change = body.url === undefined ? body : { ...body, url: await acceptableUrl(body.url, { resolvesHosts }) }
      const webhook = await updateWebhook(db, caller.owner, path.id, change)
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

    async testWebhook({ path, caller, db }) {
      return db.transaction(async (transaction) => {
        const deliveryId = await publisher.publishTest(transaction, caller.owner, path.id)
        const delivery = deliveryId && (await findDelivery(transaction, caller.owner, deliveryId))
        if (!delivery) throw notFound()
        return delivery
      })
    },

    async rotateWebhookSecret({ path, caller, db }) {
      const signingSecret = newSigningSecret()
      const webhook = await rotateWebhookSecret(db, caller.owner, path.id, seal(path.id, signingSecret))
      if (!webhook) throw notFound()
      return { ...webhook, signing_secret: signingSecret }
    },
  } satisfies Partial<ApiOperations>
}

/**
 * Returns the URL as it is stored. The contract has validated its form and address; this checks the host name:
 * "registration must not depend on DNS answering", so only a name that resolves to an internal address is refused. The
 * error does not name the address.
 */
async function acceptableUrl(url: string, { resolvesHosts }: { resolvesHosts: boolean }): Promise<string> {
  const verdict = checkWebhookUrl(url)
  if (!verdict.ok) throw invalidRequest('body.url', verdict.reason)
  if (resolvesHosts && (await resolvesToInternalAddress(new URL(verdict.url).hostname)))
    throw invalidRequest('body.url', 'must be a host that the internet can reach')
  return verdict.url
}
