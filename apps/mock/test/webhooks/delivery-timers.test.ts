import { demoClients } from '@svc/mock/credentials'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdSource } from '../../src/state/id-source.ts'
import { createStateStore, type StoredWebhook } from '../../src/state/state-store.ts'
import { createDeliveries } from '../../src/webhooks/deliveries.ts'
import { createDeliveryTimers } from '../../src/webhooks/delivery-timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One endpoint with a test delivery that waits for its first attempt, and the ids of the deliveries that were sent. */
function withPendingDelivery() {
  const [client] = demoClients
  if (!client) throw new Error('The mock has no demo client.')
  const ids = createIdSource(1)
  const states = createStateStore()
  const state = states.of(client.account)
  const sent: string[] = []
  const disabled: string[] = []
  const receiver = { http_status: 204 }
  const schedule = createDeliveryTimers({
    states,
    send: async ({ record }) => {
      sent.push(record.id)
      return { ...receiver, excerpt: '', failure: null }
    },
    onDisabled: (_, { id }) => void disabled.push(id),
  })
  const deliveries = createDeliveries({ ids, states, schedule })
  const webhook: StoredWebhook = {
    record: {
      id: ids.newId('whk'),
      url: 'https://hooks.rosso-trattoria.nl/svc',
      event_types: ['analysis.completed'],
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      description: null,
      metadata: {},
      max_attempts_per_minute: null,
      created_at: new Date().toISOString(),
      secret_rotated_at: null,
      previous_secret_expires_at: null,
      last_succeeded_at: null,
      last_failed_at: null,
    },
    secret: ids.newSigningSecret(),
    failing: null,
  }
  state.webhooks.set(webhook.record.id, webhook)
  const delivery = deliveries.sendTest(state, webhook, 'webhook.test')
  return { states, state, webhook, delivery, deliveries, sent, disabled, receiver }
}

test('a pending delivery is sent once', async () => {
  const { delivery, sent } = withPendingDelivery()
  await vi.runAllTimersAsync()
  expect(sent).toEqual([delivery.record.id])
  expect(delivery.record.status).toBe('succeeded')
})

test('a pending delivery of a deleted endpoint is not sent', async () => {
  const { state, webhook, sent } = withPendingDelivery()
  state.webhooks.delete(webhook.record.id)
  await vi.runAllTimersAsync()
  expect(sent).toEqual([])
})

test('a pending delivery of a disabled endpoint is sent after the endpoint is enabled', async () => {
  const { state, webhook, delivery, deliveries, sent } = withPendingDelivery()
  webhook.record.enabled = false
  await vi.runAllTimersAsync()
  expect(sent).toEqual([])
  webhook.record.enabled = true
  deliveries.resume(state, webhook.record.id)
  await vi.runAllTimersAsync()
  expect(sent).toEqual([delivery.record.id])
})

test('a reset cancels pending deliveries', async () => {
  const { states, sent } = withPendingDelivery()
  states.reset()
  await vi.runAllTimersAsync()
  expect(sent).toEqual([])
})

test('an endpoint whose attempts fail for five days, a thousand times faster, is disabled', async () => {
  const { state, webhook, deliveries, sent, disabled, receiver } = withPendingDelivery()
  receiver.http_status = 500
  const failFor = async (ms: number) => {
    deliveries.sendTest(state, webhook, 'webhook.test')
    await vi.advanceTimersByTimeAsync(ms)
  }
  for (let minute = 0; minute < 7; minute++) await failFor(60_000)
  // 40 failed attempts, but over 7 minutes; the next ones are made 7.2 minutes after the first.
  expect(sent).toHaveLength(40)
  expect(webhook.record).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null })
  await vi.advanceTimersByTimeAsync(12_000)
  await failFor(60_000)
  expect(webhook.record).toMatchObject({ enabled: false, disabled_reason: 'failing' })
  expect(webhook.record.disabled_at).toBe(webhook.record.last_failed_at)
  expect(disabled).toEqual([webhook.record.id])
  expect(sent).toHaveLength(41)
})
