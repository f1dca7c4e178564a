import type { Operations } from '@generated/contract/operations'
import type { Connection } from '@svc/db/database'
import { forgetIdempotentAnswers } from '@svc/db/idempotency'
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
import { newId } from '@svc/runtime/ids'
import { resolvesToInternalAddress } from '@svc/webhooks/resolve'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import { checkWebhookUrl } from '@svc/webhooks/url-policy'
import type { ApiCaller } from '../caller.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import type { Service } from '../service.ts'
import { wireDelivery } from './deliveries.ts'

type Names =
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'testWebhook'
  | 'rotateWebhookSecret'

const allEventTypes = [
  'analysis.completed',
  'analysis.failed',
  'report.generated',
  'recommendation.created',
  'webhook.test',
] as const

export function webhookOperations({ db, keyring, publisher, settings }: Service): Pick<Operations<ApiCaller>, Names> {
  const seal = (webhookId: string, secret: string): SealedSecret =>
    keyring.encrypt('encryption', secret, secretContext(webhookId))
  // Where every delivery is diverted to one address, no host is ever contacted, and so none is looked up either.
  const looksUp = !settings.webhooks.connectTo.some(({ from }) => from === '*')

  return {
    async listWebhooks({ query, caller }) {
      return pageResult(await listWebhooks(db, caller.owner, pageRequest(query, 'whk')))
    },

    async createWebhook({ body, caller }) {
      const url = await acceptableUrl(body.url, { looksUp })
      const id = newId('whk')
      const signingSecret = newSigningSecret()
      const webhook = await db.transaction((transaction) =>
        createWebhook(
          transaction,
          caller.owner,
          { id, url, event_types: body.event_types ?? allEventTypes, secret: seal(id, signingSecret) },
          { max: settings.webhooks.endpointsMax },
        ),
      )
      if (!webhook)
        throw conflict(
          `The account has ${settings.webhooks.endpointsMax} webhook endpoints, as many as it may; delete one first.`,
        )
      return { ...webhook, signing_secret: signingSecret }
    },

    async getWebhook({ path, caller }) {
      const webhook = await findWebhook(db, caller.owner, path.id)
      if (!webhook) throw notFound()
      return webhook
    },

    async updateWebhook({ path, body, caller }) {
      const url = body.url === undefined ? undefined : await acceptableUrl(body.url, { looksUp })
      const webhook = await updateWebhook(db, caller.owner, path.id, { ...body, url })
      if (!webhook) throw notFound()
      return webhook
    },

    async deleteWebhook({ path, caller }) {
      const deleted = await db.transaction(async (transaction) => {
        await forgetIdempotentAnswers(transaction, caller.owner, path.id)
        return deleteWebhook(transaction, caller.owner, path.id)
      })
      if (!deleted) throw notFound()
      return { id: path.id, deleted: true }
    },

    async testWebhook({ path, caller }) {
      return db.transaction(async (transaction) => {
        const deliveryId = await publisher.publishTest(transaction, caller.owner, path.id)
        return findWritten(transaction, caller, deliveryId)
      })
    },

    async rotateWebhookSecret({ path, caller }) {
      const signingSecret = newSigningSecret()
      const webhook = await rotateWebhookSecret(db, caller.owner, path.id, seal(path.id, signingSecret))
      if (!webhook) throw notFound()
      return { ...webhook, signing_secret: signingSecret }
    },
  }
}

/** The delivery that was just written, or 404 where the endpoint or the delivery it goes back to is not the caller's. */
export async function findWritten(connection: Connection, caller: ApiCaller, deliveryId: string | undefined) {
  const delivery = deliveryId && (await findDelivery(connection, caller.owner, deliveryId))
  if (!delivery) throw notFound()
  return wireDelivery(delivery)
}

/**
 * The URL as it is kept. The contract has judged text and address already; what is left is the name: "registration must not depend on DNS
 * answering", so only an answer that names an internal address refuses. The address itself is never told: that would be an oracle.
 */
async function acceptableUrl(text: string, { looksUp }: { looksUp: boolean }): Promise<string> {
  const verdict = checkWebhookUrl(text)
  if (!verdict.ok) throw invalidRequest('body.url', verdict.reason)
  if (looksUp && (await resolvesToInternalAddress(new URL(verdict.url).hostname)))
    throw invalidRequest('body.url', 'must be a host that the internet can reach')
  return verdict.url
}
