import { randomUUID } from 'node:crypto'
import { propertiesOf } from '@svc/http/document'
import { resolveNode } from '@svc/http/references'
import { isRecord } from '@svc/runtime/json'
import { signatureHeaders } from '@svc/webhooks/signing'
import { post } from '../webhooks/sender.ts'
import { type Fields, isInstant, withoutWriteOnly, withValueAt } from './records.ts'
import type { Resource } from './resources.ts'
import { announcedRecordPath, type ChangeKind, type DescribedWebhook, webhooksIn } from './webhook-descriptions.ts'

/** A signed webhook of a document. */
interface SentWebhook {
  name: string
  /** The time, in ISO 8601. */
  sent_at: string
  headers: Record<string, string>
  /** The exact body that was signed. */
  body: string
  /** The receiver and its response; null without a receiver. */
  forwarded: { url: string; http_status: number | null; error: string | null } | null
}

/** A record that a request has created, changed or deleted. */
export interface Change {
  kind: ChangeKind
  resource: Resource
  record: Fields
}

/** Sends the webhooks of a document. */
export interface DocumentWebhooks {
  names: readonly string[]
  /** The newest webhooks, newest first. */
  sent: readonly SentWebhook[]
  /**
   * Sends a webhook with its example, or with another payload. Resolves when the receiver has responded, with undefined
   * for a name that the document does not have.
   */
  send(name: string, payload?: unknown): Promise<SentWebhook | undefined>
  /** Sends the webhooks that announce a change, after those that are being sent. */
  announce(change: Change): void
  /** Forgets what was sent. */
  reset(): void
  close(): void
}

interface WebhooksOptions {
  document: object
  /** The receiver on this machine; null for none. */
  url: URL | null
  secret: string
  /** The example of a payload, or a generated one. */
  example(operation: DescribedWebhook['operation']): Promise<unknown>
  onFailure(error: unknown): void
}

const sentMax = 200

export function createWebhooks({ document, url, secret, example, onFailure }: WebhooksOptions): DocumentWebhooks {
  const webhooks = webhooksIn(document)
  const closing = new AbortController()
  let sent: readonly SentWebhook[] = []
  let last: Promise<unknown> = Promise.resolve()

  async function deliver(name: string, eventId: string, payload: unknown): Promise<SentWebhook> {
    const body = JSON.stringify(payload ?? {})
    const headers = signatureHeaders({
      secret,
      eventId,
      eventType: name,
      deliveryId: `whd_${randomUUID()}`,
      timestamp: Math.floor(Date.now() / 1000),
      body: Buffer.from(body),
    })
    const one: SentWebhook = { name, sent_at: new Date().toISOString(), headers, body, forwarded: null }
    if (url) {
      const { http_status, failure } = await post(url, headers, body, closing.signal)
      one.forwarded = { url: url.href, http_status, error: failure }
    }
    sent = [one, ...sent].slice(0, sentMax)
    return one
  }

  /** The example with the id and the time of this event, and with the record that it is about. */
  async function payloadOf(webhook: DescribedWebhook, eventId: string, about?: { path: string[]; record: Fields }) {
    const body = await example(webhook.operation)
    if (about?.path.length === 0) return about.record
    const own = isRecord(body) ? { ...body, ...eventFields(document, webhook.schema, { body, eventId }) } : body
    return about ? withValueAt(own, about.path, about.record) : own
  }

  return {
    names: webhooks.map(({ name }) => name),
    get sent() {
      return sent
    },
    async send(name, payload) {
      const webhook = webhooks.find((one) => one.name === name)
      if (!webhook) return undefined
      const eventId = `evt_${randomUUID()}`
      return deliver(name, eventId, payload ?? (await payloadOf(webhook, eventId)))
    },
    announce(change) {
      for (const webhook of webhooks) {
        const path = announcedRecordPath(document, webhook, change)
        if (!path) continue
        const record = withoutWriteOnly(document, change.resource.schema, change.record)
        const eventId = `evt_${randomUUID()}`
        const about = { path, record: isRecord(record) ? record : {} }
        last = last
          .then(async () => deliver(webhook.name, eventId, await payloadOf(webhook, eventId, about)))
          .catch(onFailure)
      }
    },
    reset() {
      sent = []
    },
    close: () => closing.abort(),
  }
}

const timeNames = /^(created|occurred|sent|triggered|timestamp|time|date)/

/** The id of an event, if its schema permits any, and its times, which are now. */
function eventFields(
  document: object,
  schema: unknown,
  { body, eventId }: { body: Fields; eventId: string },
): Record<string, unknown> {
  const now = new Date().toISOString()
  const fields = [...propertiesOf(document, schema)].filter(([name]) => name in body)
  return Object.fromEntries(
    fields.flatMap(([name, property]): [string, unknown][] => {
      const { type, format, pattern, enum: values, const: only } = resolveNode(document, property)
      if (timeNames.test(name.toLowerCase()) && isInstant(document, property)) return [[name, now]]
      const isFree = [pattern, values, only].every((keyword) => keyword === undefined)
      if (name !== 'id' || type !== 'string' || !isFree) return []
      if (format === 'uuid') return [[name, eventId.slice('evt_'.length)]]
      return format === undefined ? [[name, eventId]] : []
    }),
  )
}
