import type { components } from '@generated/contract/client-types'
import { Badge } from './parts.tsx'

/**
 * Returns whether a webhook endpoint gets deliveries, and if not, whether a person paused it or the service disabled
 * it.
 */
export function EndpointStatus({
  enabled,
  disabled_reason,
}: Pick<components['schemas']['Webhook'], 'enabled' | 'disabled_reason'>) {
  if (enabled) return <Badge tone="good">Enabled</Badge>
  return disabled_reason === null ? <Badge>Paused</Badge> : <Badge tone="bad">Disabled</Badge>
}
