import { readFile, rm } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { alignColumns } from '@svc/command-line/text'
import type { Settings } from '@svc/runtime/settings'
import { asTyped } from '../as-typed.ts'
import type { DemoCredentials } from './demo.ts'
import { writePrivateFile } from './private-file.ts'

/** `ready.json`: where everything is, for whoever wants to use the service that runs here. Parts that are not built are null. */
export interface Ready {
  base_url: string
  auth_url: string
  /** The root of the mock's API, like `base_url`; null in production, where it does not run. */
  mock_url: string | null
  docs_url: string
  portal_url: null
  metrics_url: null
  accounts: DemoCredentials[]
}

/** The addresses, from the origins of the service and of the mock. */
export function describeReady({
  publicUrl,
  mockUrl,
  accounts,
}: {
  publicUrl: string
  mockUrl: string | null
  accounts: DemoCredentials[]
}): Ready {
  return {
    base_url: `${publicUrl}${apiPath}`,
    auth_url: publicUrl,
    mock_url: mockUrl && `${mockUrl}${apiPath}`,
    docs_url: `${publicUrl}/docs`,
    portal_url: null,
    metrics_url: null,
    accounts,
  }
}

const apiPath = '/api/public/v1'

export function writeReady(dataDir: string, ready: Ready): void {
  writePrivateFile(readyPath(dataDir), `${JSON.stringify(ready, undefined, 2)}\n`)
}

export function removeReady(dataDir: string): Promise<void> {
  return rm(readyPath(dataDir), { force: true })
}

/** The origin by which clients reach the service; unless a setting says it, where a client on this machine dials the API. */
export function originOf({ host, port, publicUrl, tls }: Settings): string {
  if (publicUrl !== null) return publicUrl
  const dialled = anyAddress[host] ?? (isIPv6(host) ? `[${host}]` : host)
  return `${tls ? 'https' : 'http'}://${dialled}:${port}`
}

/** An address to listen on that nobody can dial. */
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** How long a service that is said to run has to show that it does. */
const readyzTimeoutMs = 1_000

/** The address of the service that runs with this data directory; undefined where none answers. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  try {
    const ready: Ready = JSON.parse(await readFile(readyPath(dataDir), 'utf8'))
    // Not /livez: what a killed service left behind still answers that while it stops.
    const answer = await fetch(`${ready.auth_url}/readyz`, { signal: AbortSignal.timeout(readyzTimeoutMs) })
    return answer.ok ? ready.base_url : undefined
  } catch {
    // No file, or one that a killed service left.
    return undefined
  }
}

/** What a person who has just typed `npm start` wants to know. */
export function panel(
  ready: Ready,
  facts: { dataDir: string; database: string; seconds: number; env: NodeJS.ProcessEnv },
): string {
  const [account] = ready.accounts
  const key = account?.api_key ?? 'svc_…'
  const lines = [
    `Competitor Review Intelligence is ready after ${facts.seconds.toFixed(1)} s. Ctrl-C stops it.`,
    '',
    alignColumns([
      ['API', ready.base_url],
      ['Docs', ready.docs_url],
      ...(ready.mock_url === null ? [] : [['Mock', ready.mock_url]]),
      ['Database', facts.database],
      ['Data', facts.dataDir],
    ]),
    '',
    ...(account
      ? [
          'Demo accounts',
          alignColumns(
            ready.accounts.map(({ name, plan, business_id, api_key }) => [name, plan, business_id, api_key]),
          ),
        ]
      : [asTyped('No demo accounts here. Open one with "svc account create", then "svc key issue".', facts.env)]),
    '',
    'First call',
    `curl -H "X-API-Key: ${key}" ${ready.base_url}/businesses`,
    '',
    `All of this is in ${readyPath(facts.dataDir)}`,
  ]
  return `\n${lines
    .join('\n')
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')}\n\n`
}

export function readyPath(dataDir: string): string {
  return join(dataDir, 'ready.json')
}
