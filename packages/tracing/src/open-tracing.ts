import type { Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'
import type { Tracing } from '@svc/runtime/tracing'

interface TracingOptions {
  process: 'api' | 'worker'
  settings: Pick<Settings, 'traces'>
  logger: Pick<Logger, 'info' | 'warn'>
}

/** Returns undefined without SVC_TRACES_URL; no module of OpenTelemetry is loaded then. */
export async function openTracing({ process, settings, logger }: TracingOptions): Promise<Tracing | undefined> {
  if (settings.traces === null) return undefined
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing({ serviceName: `svc-${process}`, ...settings.traces, logger })
}
