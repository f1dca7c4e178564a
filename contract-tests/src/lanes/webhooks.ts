import { createHmac, timingSafeEqual } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventTypes } from '@generated/contract/enums'
import { unwrap, WebhookVerificationError } from '@svc/sdk/webhooks'
import type { Received } from '@svc/webhooks/testing'
import { CannotRunError } from '../cannot-run-error.ts'
import { type Call, caller } from '../fixtures.ts'
import { type Lane, operatorOf, type ScriptContext } from '../lane.ts'
import { receiverHost } from '../service.ts'

const deliveryTimeoutMs = 30_000

/**
 * Causes every event type, delivers it over TLS to a receiver of the tests, and checks it against `webhooks:` of the
 * contract.
 */
export const webhooks: Lane = {
  name: 'webhooks',
  description:
    'every event type caused and delivered: body and headers as in the contract, signature as in the interface',
  operated: true,
  async script(context) {
    if (!context.isWhole) return
    const { svc, receiver } = operatorOf(context.service)
    const account = await openAccount(context)
    const call = caller(context.baseUrl, account.key, context.signal)
    const url = `https://${receiverHost}/${account.id}`
    const endpoint = await call<Endpoint>('POST', '/webhooks', { url })
    const path = new URL(url).pathname
    const arrived = () => receiver.received.filter((delivery) => delivery.path === path)

    await call('POST', `/webhooks/${endpoint.id}/test`)
    // Without reviews an analysis fails; with complaints it causes all other events.
    await call('POST', `/businesses/${account.businessId}/analyses`)
    await until(() => arrived().some(isOf('analysis.failed')), 'analysis.failed', context.signal)
    const file = `${context.reportDir}reviews.csv`
    await writeFile(file, reviewsOf(new Date()))
    await svc('reviews', 'import', file, '--business', account.businessId)
    await call('POST', `/businesses/${account.businessId}/analyses`)
    for (const type of eventTypes) await until(() => arrived().some(isOf(type)), type, context.signal)

    const first = arrived()
    for (const delivery of first) await checkDelivery(delivery, endpoint.signing_secret, context)
    await checkResend(call, endpoint, first, { arrived, context })
    await checkRotation(call, endpoint, { arrived, context })
    await call('DELETE', `/webhooks/${endpoint.id}`)
  },
  expect: (tally) =>
    tally.cases === 0
      ? []
      : eventTypes
          .filter((type) => !tally.caseLines.some((line) => line.startsWith(`${type} `)))
          .map((type) => `${type} was never delivered`),
}

interface Endpoint {
  id: string
  signing_secret: string
}

/** An account without history: everything that an analysis finds is new, so every event is caused. */
async function openAccount({ service }: ScriptContext): Promise<{ id: string; businessId: string; key: string }> {
  const { svc } = operatorOf(service)
  const location = ['--trade', 'restaurant', '--country', 'NL', '--timezone', 'Europe/Amsterdam']
  const opened = await svc('account', 'create', '--name', `Pasta Fresca ${Date.now()}`, '--plan', 'scale', ...location)
  const { account, business } = opened as { account: { id: string }; business: { id: string } }
  const keyOptions = ['--kind', 'test', '--name', 'contract tests']
  const { key } = (await svc('key', 'issue', '--account', account.id, ...keyOptions)) as { key: string }
  return { id: account.id, businessId: business.id, key }
}

/** Sixty reviews of the last two months, half of them about waiting, so that there is a recommendation. */
function reviewsOf(now: Date): string {
  const complaints = [
    'We waited an hour for our table and nobody apologized. The service was painfully slow.',
    'Slow service again: forty minutes until the waiter came, and the food was cold.',
    'The staff were rude and ignored us. Waiting time was terrible.',
  ]
  const praise = ['Wonderful pasta and very friendly staff.', 'Delicious food, lovely atmosphere and great value.']
  const rows = Array.from({ length: 60 }, (_, index) => {
    const isBad = index % 2 === 0
    const texts = isBad ? complaints : praise
    const published = new Date(now.getTime() - (index + 1) * 86_400_000).toISOString()
    return `own,google,contract-${index},${isBad ? 1 : 5},"${texts[index % texts.length]}",en,${published}`
  })
  return `subject,source,source_id,rating,text,language,published_at\n${rows.join('\n')}\n`
}

async function checkDelivery(
  received: Received,
  secret: string,
  context: ScriptContext,
  { because = 'is delivered', previousSecret }: { because?: string; previousSecret?: string } = {},
): Promise<void> {
  const delivery = context.changeDelivery(received)
  const headers = new Headers(
    Object.entries(delivery.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  const type = headers.get('x-svc-event-type') ?? 'nothing'
  const text = delivery.body.toString()
  const failures = context.conformance.ofDelivery(type, headers, parsed(text))
  const fail = (check: string, message: string) => failures.push({ check, message })

  if (delivery.method !== 'POST') fail('event_is_posted', `The method is ${delivery.method}.`)
  if (headers.get('content-type') !== 'application/json')
    fail('event_headers_conformance', `Content-Type is ${headers.get('content-type')}.`)
  const body = parsed(text) as { id?: string; type?: string } | undefined
  if (body?.id !== headers.get('x-svc-event-id')) fail('event_id_matches', 'X-SVC-Event-Id is not the id in the body.')
  if (body?.type !== type) fail('event_type_matches', 'X-SVC-Event-Type is not the type in the body.')
  if (!isSigned(delivery, headers, secret)) fail('signature_verifies', 'X-SVC-Signature does not match the interface.')
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  if (!isStandardSigned(delivery, headers, secrets))
    fail('standard_signature_verifies', 'webhook-signature does not match Standard Webhooks.')
  await unwrap(delivery.body, headers, { secret }).catch((error: unknown) => {
    const reason = error instanceof WebhookVerificationError ? error.reason : String(error)
    fail('client_accepts', `The client refuses the delivery: ${reason}.`)
  })
  // A body with an additional byte must be refused.
  await unwrap(Buffer.concat([delivery.body, Buffer.from(' ')]), headers, { secret }).then(
    () => fail('client_refuses_forgery', 'The client accepts a body with an additional byte.'),
    () => {},
  )
  context.counter.record({
    operation: type,
    line: `${type} ${because}`,
    checks: ['event_schema_conformance', 'event_headers_conformance', 'signature_verifies', 'client_accepts'],
    failures: failures.map((failure) => ({ ...failure, curl: null })),
  })
}

/** "X-SVC-Event-Id: event identifier; identical on retries", and a resend is a delivery of its own. */
async function checkResend(
  call: Call,
  { signing_secret: secret }: Endpoint,
  [first]: readonly Received[],
  { arrived, context }: { arrived: () => Received[]; context: ScriptContext },
): Promise<void> {
  if (!first) throw new CannotRunError('No event was delivered.')
  const firstId = first.headers['x-svc-delivery-id']
  const isResend = ({ headers }: Received) =>
    headers['x-svc-event-id'] === first.headers['x-svc-event-id'] && headers['x-svc-delivery-id'] !== firstId
  await call('POST', `/webhook-deliveries/${firstId}/resend`)
  await until(() => arrived().some(isResend), 'the same event in a new delivery', context.signal)
  const resend = arrived().find(isResend) ?? first
  await checkDelivery(resend, secret, context, { because: 'is resent' })
  context.counter.record({
    operation: 'webhook.test',
    line: 'webhook.test keeps its event id',
    checks: ['resend_is_the_same_event'],
    failures: resend.body.equals(first.body)
      ? []
      : [{ check: 'resend_is_the_same_event', message: 'The body changed.', curl: null }],
  })
}

/**
 * "The old secret is replaced": after a rotation the interface's signature verifies only with the new one. With an
 * overlap the header of Standard Webhooks carries a second signature, by the old one.
 */
async function checkRotation(
  call: Call,
  { id, signing_secret: firstSecret }: Endpoint,
  { arrived, context }: { arrived: () => Received[]; context: ScriptContext },
): Promise<void> {
  const testAfterRotation = async (body?: object) => {
    const { signing_secret: secret } = await call<Endpoint>('POST', `/webhooks/${id}/rotate-secret`, body)
    const tests = () => arrived().filter(isOf('webhook.test'))
    const before = tests().length
    await call('POST', `/webhooks/${id}/test`)
    await until(() => tests().length > before, 'the test after the rotation', context.signal)
    const delivery = tests().at(-1)
    if (!delivery) throw new CannotRunError('No event was delivered.')
    return { delivery, secret }
  }
  const recordSignedByNew = (delivery: Received, oldSecret: string) => {
    const isOldSecret = isSigned(delivery, new Headers(delivery.headers as Record<string, string>), oldSecret)
    const message = 'A delivery was signed with the old secret after a rotation.'
    context.counter.record({
      operation: 'webhook.test',
      line: 'webhook.test is signed with the new secret',
      checks: ['rotation_is_effective'],
      failures: isOldSecret ? [{ check: 'rotation_is_effective', message, curl: null }] : [],
    })
  }
  const second = await testAfterRotation()
  await checkDelivery(second.delivery, second.secret, context, { because: 'is delivered after a rotation' })
  recordSignedByNew(second.delivery, firstSecret)
  const third = await testAfterRotation({ keep_previous_for: 3_600 })
  await checkDelivery(third.delivery, third.secret, context, {
    because: 'is delivered during an overlap',
    previousSecret: second.secret,
  })
  recordSignedByNew(third.delivery, second.secret)
}

/** INTERFACE.md §6: HMAC-SHA256 of the timestamp, a dot and the raw body, keyed with the secret as returned. */
function isSigned({ body }: Received, headers: Headers, secret: string): boolean {
  const timestamp = headers.get('x-svc-timestamp') ?? ''
  const expected = `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`
  const isNow = Math.abs(Date.now() / 1_000 - Number(timestamp)) <= 300
  return isNow && equal(expected, headers.get('x-svc-signature') ?? '')
}

/** Standard Webhooks: `id.timestamp.body`, keyed with the decoded bytes after `whsec_`; a signature for each secret. */
function isStandardSigned({ body }: Received, headers: Headers, secrets: readonly string[]): boolean {
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`
  })
  return equal(signatures.join(' '), headers.get('webhook-signature') ?? '')
}

function equal(expected: string, presented: string): boolean {
  return expected.length === presented.length && timingSafeEqual(Buffer.from(expected), Buffer.from(presented))
}

function isOf(type: string): (delivery: Received) => boolean {
  return ({ headers }) => headers['x-svc-event-type'] === type
}

async function until(condition: () => boolean, what: string, signal: AbortSignal): Promise<void> {
  const deadlineMs = performance.now() + deliveryTimeoutMs
  while (!condition()) {
    if (performance.now() > deadlineMs)
      throw new CannotRunError(`${what} did not arrive within ${deliveryTimeoutMs / 1_000} s.`)
    await sleep(50, undefined, { signal })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The check reports a payload that is not JSON.
    return undefined
  }
}
