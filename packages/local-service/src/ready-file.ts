import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '@svc/supervisor/private-file'
import type { Demo, DemoCredentials, DemoLogin } from './demo-accounts.ts'

/**
 * The content of `ready.json`: the URLs and credentials for programs that use the service on this machine. Parts that
 * do not exist yet are null.
 */
export interface Ready {
  base_url: string
  auth_url: string
  /** The base URL of the mock, like `base_url`. Null in production, where the mock does not run. */
  mock_url: string | null
  docs_url: string
  portal_url: string
  /** The metrics URL of the API. Null if metrics are disabled. */
  metrics_url: string | null
  accounts: DemoCredentials[]
  /** The credentials for the console at `/portal/admin`. Null if there is no demo. */
  admin_user: DemoLogin | null
}

const apiPath = '/api/public/v1'

interface ServiceOrigins {
  service: string
  /** Null when the mock does not run. */
  mock: string | null
  /** The origin of the metrics of the API. Null if metrics are disabled. */
  metrics: string | null
}

export function describeReady(origins: ServiceOrigins, { accounts, administrator }: Demo): Ready {
  return {
    base_url: `${origins.service}${apiPath}`,
    auth_url: origins.service,
    mock_url: origins.mock && `${origins.mock}${apiPath}`,
    docs_url: `${origins.service}/docs`,
    portal_url: portalUrl(origins.service),
    metrics_url: origins.metrics && `${origins.metrics}/metrics`,
    accounts,
    admin_user: administrator,
  }
}

/** Browsers treat `localhost` as secure without TLS, regardless of its address. */
function portalUrl(origin: string): string {
  const url = new URL('/portal', origin)
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
  return url.href
}

export function readyPath(dataDir: string): string {
  return join(dataDir, 'ready.json')
}

export function writeReady(dataDir: string, ready: Ready): void {
  writePrivateFile(readyPath(dataDir), `${JSON.stringify(ready, undefined, 2)}\n`)
}

export function removeReady(dataDir: string): Promise<void> {
  return rm(readyPath(dataDir), { force: true })
}

/**
 * The time that a service in `ready.json` has to respond. A stopped service refuses the connection immediately, so only
 * a busy or suspended service delays a start: it must not be considered stopped, and must not delay the start for a
 * long time.
 */
const readyzTimeoutMs = 5_000

/** Returns the base URL of the service that runs with this data directory, or undefined if none responds. */
export async function findRunningService(dataDir: string): Promise<string | undefined> {
  try {
    const ready: Ready = JSON.parse(await readFile(readyPath(dataDir), 'utf8'))
    // Not /livez: the processes of a killed service still respond to that while they stop.
    const response = await fetch(`${ready.auth_url}/readyz`, { signal: AbortSignal.timeout(readyzTimeoutMs) })
    return response.ok ? ready.base_url : undefined
  } catch {
    // No file, or the file of a service that was killed.
    return undefined
  }
}
