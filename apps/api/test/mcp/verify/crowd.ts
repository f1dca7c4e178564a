import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { mcpPaths } from '../../../src/mcp/paths.ts'
import { connect } from '../mcp-fixtures.ts'

const clientCount = 200
const callsEach = 5

/**
 * Has many clients call a tool at once, while another one begins a request and never ends it. Returns how many calls
 * failed, and prints how long the others took.
 */
export async function runCrowd(origin: string, key: string, print: (text: string) => void): Promise<number> {
  const { hostname, port } = new URL(origin)
  const hanging = openSocket(Number(port), hostname)
  hanging.on('error', () => {})
  await once(hanging, 'connect')
  hanging.write(
    `POST ${mcpPaths.server} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${key}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"jsonrpc":',
  )
  const startedMs = performance.now()
  const times: number[] = []
  let failed = 0
  await Promise.all(
    Array.from({ length: clientCount }, async () => {
      const client = await connect(origin, key)
      for (let call = 0; call < callsEach; call++) {
        const sentMs = performance.now()
        const { isError } = await client.callTool({ name: 'list_businesses', arguments: {} })
        if (isError) failed += 1
        times.push(performance.now() - sentMs)
      }
      await client.close()
    }),
  )
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const mark = failed === 0 ? '✓' : '✗'
  print(
    `${mark} ${clientCount} clients at once, ${times.length} calls in ${seconds} s while one hangs: ` +
      `${failed} failed, median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms\n`,
  )
  hanging.destroy()
  return failed
}
