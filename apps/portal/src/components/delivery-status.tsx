import type { WebhookDeliveryStatus } from '@generated/contract/enums'
import { displayName } from '../format.ts'
import { Badge, type Tone } from './parts.tsx'

const tones: Readonly<Record<WebhookDeliveryStatus, Tone>> = {
  pending: 'busy',
  in_progress: 'busy',
  waiting_retry: 'busy',
  succeeded: 'good',
  dead_lettered: 'bad',
  canceled: 'plain',
}

export const deliveryStatusName = (status: WebhookDeliveryStatus) =>
  status === 'waiting_retry' ? 'Waiting for a retry' : displayName(status)

export function DeliveryStatus({ status }: { status: WebhookDeliveryStatus }) {
  return <Badge tone={tones[status]}>{deliveryStatusName(status)}</Badge>
}

/** Returns whether nothing more happens to the delivery by itself. */
export function isFinalStatus(status: WebhookDeliveryStatus | undefined): boolean {
  return status !== undefined && tones[status] !== 'busy'
}
