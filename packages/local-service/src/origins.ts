import { originOf } from '@svc/runtime/origin'
import { readSettings, type Settings } from '@svc/runtime/settings'
import { freePort, isFree } from '@svc/supervisor/ports'

/**
 * The settings of the whole service, with a free port wherever port 0 was set, so that all processes use the same
 * ports.
 */
export async function readSettingsWithPorts(
  env: NodeJS.ProcessEnv,
): Promise<{ env: NodeJS.ProcessEnv; settings: Settings }> {
  const { host, port, mockPort, metrics, mode } = readSettings(env, { purpose: 'start' })
  const chosen = { ...env }
  if (port === 0) chosen.SVC_PORT = String(await freePort(host))
  if (mockPort === 0) chosen.SVC_MOCK_PORT = String(await freePort(host))
  // The other processes choose their own ports. The port of the API is in ready.json.
  if (
    metrics.port !== null &&
    (metrics.port === 0 || (mode === 'development' && !(await isFree(metrics.host, metrics.port))))
  )
    chosen.SVC_METRICS_PORT = String(await freePort(metrics.host))
  return { env: chosen, settings: readSettings(chosen, { purpose: 'start' }) }
}

/** The origin under which clients reach the service: SVC_PUBLIC_URL, or the address on which the API listens. */
export function serviceOrigin({ host, port, publicUrl, tls }: Settings): string {
  return publicUrl ?? originOf(host, port, tls ? 'https' : 'http')
}

/** Null when the metrics of the API are switched off. */
export function metricsOrigin({ metrics: { host, port } }: Settings): string | null {
  return port === null ? null : originOf(host, port)
}

export function mockOrigin({ host, mockPort }: Settings): string {
  return originOf(host, mockPort)
}

/**
 * Returns whether the mock runs. Its credentials are public, so it must not run together with a service in production.
 */
export function runsMock({ mode }: Settings): boolean {
  return mode === 'development'
}
