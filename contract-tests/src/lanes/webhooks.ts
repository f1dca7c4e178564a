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

const deliveredWithinMs = 30_000

/**
 * Every event type, caused for real and delivered over TLS to a receiver of ours, judged by `webhooks:` of the
 * contract.
 */
export const webhooks: Lane = {
  name: 'webhooks',
  about: 'every event type delivered for real: body and headers as the contract says, signature as the interface says',
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
    // Without reviews an analysis fails; with some that complain it leads to everything else.
    await call('POST', `/businesses/${account.businessId}/analyses`)
    await until(() => arrived().some(isOf('analysis.failed')), 'analysis.failed', context.signal)
    const file = `${context.reportDir}reviews.csv`
    await writeFile(file, reviewsOf(new Date()))
    await svc('reviews', 'import', file, '--business', account.businessId)
    await call('POST', `/businesses/${account.businessId}/analyses`)
    for (const type of eventTypes) await until(() => arrived().some(isOf(type)), type, context.signal)

    const first = arrived()
    for (const delivery of first) await judge(delivery, endpoint.signing_secret, context)
    await judgeRepeat(call, endpoint, first, { arrived, context })
    await judgeRotation(call, endpoint, { arrived, context })
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

/** An account without a history: what an analysis finds there is new, so that every event is caused. */
async function openAccount({ service }: ScriptContext): Promise<{ id: string; businessId: string; key: string }> {
  const { svc } = operatorOf(service)
  const where = ['--trade', 'restaurant', '--country', 'NL', '--timezone', 'Europe/Amsterdam']
  const opened = await svc('account', 'create', '--name', `Pasta Fresca ${Date.now()}`, '--plan', 'scale', ...where)
  const { account, business } = opened as { account: { id: string }; business: { id: string } }
  const kind = ['--kind', 'test', '--name', 'contract tests']
  const { key } = (await svc('key', 'issue', '--account', account.id, ...kind)) as { key: string }
  return { id: account.id, businessId: business.id, key }
}

/** Sixty reviews of the last two months, half of them about waiting: the clearest recommendation there is. */
function reviewsOf(now: Date): string {
  const complaints = [
    'We waited an hour for our table and nobody apologised. The service was painfully slow.',
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

async function judge(
  received: Received,
  secret: string,
  context: ScriptContext,
  because = 'is delivered',
): Promise<void> {
  const delivery = context.onTheWay(received)
  const headers = new Headers(
    Object.entries(delivery.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  const type = headers.get('x-svc-event-type') ?? 'nothing'
  const text = delivery.body.toString()
  const failures = context.conformance.ofDelivery(type, headers, parsed(text))
  const wrong = (check: string, message: string) => failures.push({ check, message })

  if (delivery.method !== 'POST') wrong('event_is_posted', `The method is ${delivery.method}.`)
  if (headers.get('content-type') !== 'application/json')
    wrong('event_headers_conformance', `Content-Type is ${headers.get('content-type')}.`)
  const body = parsed(text) as { id?: string; type?: string } | undefined
  if (body?.id !== headers.get('x-svc-event-id')) wrong('event_id_matches', 'X-SVC-Event-Id is not the id in the body.')
  if (body?.type !== type) wrong('event_type_matches', 'X-SVC-Event-Type is not the type in the body.')
  if (!isSigned(delivery, headers, secret))
    wrong('signature_verifies', 'X-SVC-Signature is not what the interface says.')
  if (!isStandardSigned(delivery, headers, secret))
    wrong('standard_signature_verifies', 'webhook-signature is not what Standard Webhooks says.')
  await unwrap(delivery.body, headers, { secret }).catch((error: unknown) => {
    const reason = error instanceof WebhookVerificationError ? error.reason : String(error)
    wrong('client_accepts', `The client refuses it: ${reason}.`)
  })
  // The other way round: one byte more, and nobody may believe it.
  await unwrap(Buffer.concat([delivery.body, Buffer.from(' ')]), headers, { secret }).then(
    () => wrong('client_refuses_forgery', 'The client believes a body with one byte more.'),
    () => {},
  )
  context.counter.ask({
    operation: type,
    line: `${type} ${because}`,
    checks: ['event_schema_conformance', 'event_headers_conformance', 'signature_verifies', 'client_accepts'],
    failures: failures.map((failure) => ({ ...failure, curl: null })),
  })
}

/** "X-SVC-Event-Id: event identifier; identical on retries", and a resend is a delivery of its own. */
async function judgeRepeat(
  call: Call,
  { signing_secret: secret }: Endpoint,
  [first]: readonly Received[],
  { arrived, context }: { arrived: () => Received[]; context: ScriptContext },
): Promise<void> {
  if (!first) throw new CannotRunError('Nothing was delivered.')
  const firstId = first.headers['x-svc-delivery-id']
  const isRepeat = ({ headers }: Received) =>
    headers['x-svc-event-id'] === first.headers['x-svc-event-id'] && headers['x-svc-delivery-id'] !== firstId
  await call('POST', `/webhook-deliveries/${firstId}/resend`)
  await until(() => arrived().some(isRepeat), 'the same event in a new delivery', context.signal)
  const repeat = arrived().find(isRepeat) ?? first
  await judge(repeat, secret, context, 'is sent again')
  context.counter.ask({
    operation: 'webhook.test',
    line: 'webhook.test keeps its event id',
    checks: ['repeat_is_the_same_event'],
    failures: repeat.body.equals(first.body)
      ? []
      : [{ check: 'repeat_is_the_same_event', message: 'The body changed.', curl: null }],
  })
}

/** "The old secret is replaced": what is signed after a rotation verifies with the new one only. */
async function judgeRotation(
  call: Call,
  { id, signing_secret: oldSecret }: Endpoint,
  { arrived, context }: { arrived: () => Received[]; context: ScriptContext },
): Promise<void> {
  const { signing_secret: secret } = await call<Endpoint>('POST', `/webhooks/${id}/rotate-secret`)
  const tests = () => arrived().filter(isOf('webhook.test'))
  const before = tests().length
  await call('POST', `/webhooks/${id}/test`)
  await until(() => tests().length > before, 'the test after the rotation', context.signal)
  const delivery = tests().at(-1)
  if (!delivery) throw new CannotRunError('Nothing was delivered.')
  await judge(delivery, secret, context, 'is delivered after a rotation')
  const headers = new Headers(delivery.headers as Record<string, string>)
  const stillOld = isSigned(delivery, headers, oldSecret)
  const message = 'The old secret still signs after a rotation.'
  context.counter.ask({
    operation: 'webhook.test',
    line: 'webhook.test is signed with the new secret',
    checks: ['rotation_is_effective'],
    failures: stillOld ? [{ check: 'rotation_is_effective', message, curl: null }] : [],
  })
}

/** INTERFACE.md §6: HMAC-SHA256 of the timestamp, a dot and the raw body, keyed with the secret as it was shown. */
function isSigned({ body }: Received, headers: Headers, secret: string): boolean {
  const timestamp = headers.get('x-svc-timestamp') ?? ''
  const expected = `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`
  const isNow = Math.abs(Date.now() / 1_000 - Number(timestamp)) <= 300
  return isNow && equal(expected, headers.get('x-svc-signature') ?? '')
}

/** Standard Webhooks: `id.timestamp.body`, keyed with the bytes behind `whsec_`. */
function isStandardSigned({ body }: Received, headers: Headers, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.`
  const mac = createHmac('sha256', key).update(signed).update(body).digest('base64')
  return equal(`v1,${mac}`, headers.get('webhook-signature') ?? '')
}

function equal(expected: string, shown: string): boolean {
  return expected.length === shown.length && timingSafeEqual(Buffer.from(expected), Buffer.from(shown))
}

function isOf(type: string): (delivery: Received) => boolean {
  return ({ headers }) => headers['x-svc-event-type'] === type
}

async function until(isSo: () => boolean, what: string, signal: AbortSignal): Promise<void> {
  const deadlineMs = performance.now() + deliveredWithinMs
  while (!isSo()) {
    if (performance.now() > deadlineMs)
      throw new CannotRunError(`${what} did not arrive within ${deliveredWithinMs / 1_000} s.`)
    await sleep(50, undefined, { signal })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
