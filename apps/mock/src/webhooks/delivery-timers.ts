import type { Schemas } from '@generated/contract/server-types'
import type { AccountState, StateStore } from '../state/state-store.ts'
import {
  completeAttempt,
  dueInMs,
  interruptAttempt,
  isDue,
  type ReceiverResponse,
  type StoredDelivery,
  startAttempt,
} from './delivery-state.ts'
import { recordResult } from './endpoint-health.ts'
import type { Sender } from './sender.ts'

/** Makes the next attempt of a delivery after `delayMs`, and those that follow on the schedule. */
export type ScheduleAttempt = (state: AccountState, delivery: StoredDelivery, delayMs: number) => void

/** The delay between the response to a request and the delivery that it caused. */
export const firstDelayMs = 10

/** The receiver of the scenario dead-letter. */
const unavailableReceiver: ReceiverResponse = { http_status: 503, excerpt: 'upstream is restarting', failure: null }

export interface DeliveryTimersOptions {
  states: StateStore
  send: Sender
  /** Called after an endpoint was disabled because its attempts fail. */
  onDisabled(state: AccountState, webhook: Schemas['Webhook']): void
}

export function createDeliveryTimers({ states, send, onDisabled }: DeliveryTimersOptions): ScheduleAttempt {
  /** One attempt, if it is due and the endpoint still exists and is enabled. */
  async function attempt(state: AccountState, delivery: StoredDelivery): Promise<void> {
    const webhook = state.webhooks.get(delivery.record.webhook_id)
    if (state.ended.signal.aborted || !webhook?.record.enabled || !isDue(delivery.record, Date.now())) return
    delivery.record = startAttempt(delivery.record, new Date())
    const scenario = states.scenarioOf(state.account)
    const { origin, attempt_count } = delivery.record
    const isDown = scenario === 'dead-letter' && origin !== 'resend'
    const sender = { accountName: state.account.name, signal: state.ended.signal }
    const response = isDown ? unavailableReceiver : await send(delivery, webhook, sender)
    if (scenario === 'duplicate-delivery' && attempt_count === 1) {
      delivery.record = interruptAttempt(delivery.record, new Date())
      return schedule(state, delivery, firstDelayMs)
    }
    complete(state, delivery, response)
  }

  function complete(state: AccountState, delivery: StoredDelivery, response: ReceiverResponse): void {
    const now = new Date()
    delivery.record = completeAttempt(delivery.record, response, now)
    const { status, webhook_id, attempts } = delivery.record
    const webhook = state.webhooks.get(webhook_id)
    const attempt = attempts.at(-1)
    const disabled = webhook && attempt && recordResult(webhook, attempt, now)
    if (disabled) onDisabled(state, webhook.record)
    if (status === 'waiting_retry') schedule(state, delivery, dueInMs(delivery.record, now.getTime()))
  }

  function schedule(state: AccountState, delivery: StoredDelivery, delayMs: number): void {
    // Nothing waits for the attempt, and `attempt` does not reject: the sender turns failures into responses.
    setTimeout(() => void attempt(state, delivery), delayMs).unref()
  }

  return schedule
}
