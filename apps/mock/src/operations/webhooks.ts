import type { Operations } from '@generated/contract/operations'
import { conflict, invalidRequest, notFound } from '@svc/http/errors'
import { checkWebhookUrl } from '@svc/webhooks/url-policy'
import type { MockCaller } from '../caller.ts'
import type { Schemas } from '../examples.ts'
import { pageOf } from '../lists.ts'
import type { StoredWebhook, World } from '../worlds.ts'
import { wireDelivery } from './deliveries.ts'
import type { Workshop } from './index.ts'

type Names =
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'testWebhook'
  | 'rotateWebhookSecret'

export function webhookOperations(workshop: Workshop): Pick<Operations<MockCaller>, Names> {
  const { chance, deliveries, examples, webhooksMax, worlds } = workshop

  return {
    listWebhooks({ query, caller }) {
      const all = [...worlds.of(caller.account).webhooks.values()]
      return pageOf(
        all.map(({ wire }) => wire),
        query,
        'whk',
      )
    },

    async createWebhook({ body, caller }) {
      const url = acceptableUrl(body.url)
      const world = worlds.of(caller.account)
      // The example first, so that a field that the contract gains is there before the mock knows of it.
      const { signing_secret: _, ...example } = await examples.success<Schemas['WebhookWithSecret']>('createWebhook')
      if (world.webhooks.size >= webhooksMax)
        throw conflict(`The account has ${webhooksMax} webhook endpoints, as many as it may; delete one first.`)
      const wire: Schemas['Webhook'] = {
        ...example,
        id: chance.id('whk'),
        url,
        event_types: body.event_types,
        enabled: true,
        created_at: new Date().toISOString(),
        secret_rotated_at: null,
        last_succeeded_at: null,
        last_failed_at: null,
      }
      const secret = chance.signingSecret()
      world.webhooks.set(wire.id, { wire, secret })
      return { ...wire, signing_secret: secret }
    },

    getWebhook: ({ path, caller }) => webhookOf(worlds.of(caller.account), path.id).wire,

    updateWebhook({ path, body, caller }) {
      const world = worlds.of(caller.account)
      const url = body.url === undefined ? undefined : acceptableUrl(body.url)
      const { wire } = webhookOf(world, path.id)
      Object.assign(wire, body, url !== undefined && { url })
      if (wire.enabled) deliveries.release(world, wire.id)
      return wire
    },

    deleteWebhook({ path, caller }) {
      const world = worlds.of(caller.account)
      webhookOf(world, path.id)
      world.webhooks.delete(path.id)
      // "The history leaves the API" with the endpoint (design decision 5), and so do answers that could be asked for again.
      for (const [id, { wire }] of world.deliveries) if (wire.webhook_id === path.id) world.deliveries.delete(id)
      for (const [key, { resourceId }] of world.idempotency) if (resourceId === path.id) world.idempotency.delete(key)
      return { id: path.id, deleted: true }
    },

    testWebhook({ path, caller }) {
      const world = worlds.of(caller.account)
      return wireDelivery(deliveries.test(world, webhookOf(world, path.id)))
    },

    rotateWebhookSecret({ path, caller }) {
      const webhook = webhookOf(worlds.of(caller.account), path.id)
      // "The old secret stops signing at once" (design decision 20).
      webhook.secret = chance.signingSecret()
      webhook.wire.secret_rotated_at = new Date().toISOString()
      return { ...webhook.wire, signing_secret: webhook.secret }
    },
  }
}

/** The endpoint, or 404 where the account has none of this id. */
export function webhookOf(world: World, id: string): StoredWebhook {
  const webhook = world.webhooks.get(id)
  if (!webhook) throw notFound()
  return webhook
}

/** The URL as it is kept. It is judged by its text alone: the mock resolves no name and contacts nobody. */
function acceptableUrl(text: string): string {
  const verdict = checkWebhookUrl(text)
  if (!verdict.ok) throw invalidRequest('body.url', verdict.reason)
  return verdict.url
}
