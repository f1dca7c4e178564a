import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

export interface LoadRequest {
  url: string
  /** Default: GET. */
  method?: 'POST'
  headers: Record<string, string>
  body?: string
  connections: number
  seconds: number
}

export interface LoadResult {
  /** Successful requests, all with 200. */
  completed: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** Sends as many requests as the server can handle, from a separate process. Throws if a response is not 200. */
export async function load({ url, method, headers, body, connections, seconds }: LoadRequest): Promise<LoadResult> {
  const options = ['--json', '--connections', String(connections), '--duration', String(seconds)]
  for (const [name, value] of Object.entries(headers)) options.push('--header', `${name}=${value}`)
  if (method !== undefined) options.push('--method', method)
  if (body !== undefined) options.push('--body', body)
  const { stdout } = await run(process.execPath, [autocannon, ...options, url], { maxBuffer: 1024 * 1024 })
  const result: AutocannonResult = JSON.parse(stdout)
  const completed = result.statusCodeStats['200']?.count ?? 0
  const others = result.errors + result.non2xx
  if (others > 0 || completed === 0) {
    throw new Error(
      `${others} of ${completed + others} requests to ${url} failed: ${JSON.stringify(result.statusCodeStats)}`,
    )
  }
  return {
    completed,
    perSecond: completed / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

interface AutocannonResult {
  statusCodeStats: Record<string, { count: number }>
  non2xx: number
  errors: number
  /** Seconds. */
  duration: number
  latency: { p50: number; p99: number }
}

const run = promisify(execFile)
const autocannon = createRequire(import.meta.url).resolve('autocannon')
