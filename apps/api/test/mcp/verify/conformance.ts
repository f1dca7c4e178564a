import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

/** The scenarios for servers that apply to this one. */
const applying = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
]

const reference = 'calls a tool, resource or prompt of the reference server of the suite, by its name'
const noSuchCapability = 'tests a capability that this server does not declare'

/** The reason why every other scenario does not apply. */
const notApplying: Readonly<Record<string, string>> = {
  'tools-call-simple-text': reference,
  'tools-call-image': reference,
  'tools-call-audio': reference,
  'tools-call-embedded-resource': reference,
  'tools-call-mixed-content': reference,
  'tools-call-with-logging': noSuchCapability,
  'tools-call-error': reference,
  'tools-call-with-progress': noSuchCapability,
  'tools-call-sampling': noSuchCapability,
  'tools-call-elicitation': noSuchCapability,
  'json-schema-2020-12': reference,
  'elicitation-sep1034-defaults': noSuchCapability,
  'elicitation-sep1330-enums': noSuchCapability,
  'server-sse-polling': 'tests streams that a server ends and a client resumes; no response here is one',
  'resources-read-text': reference,
  'resources-read-binary': reference,
  'resources-templates-read': reference,
  'resources-subscribe': noSuchCapability,
  'resources-unsubscribe': noSuchCapability,
  'prompts-get-simple': reference,
  'prompts-get-with-args': reference,
  'prompts-get-embedded-resource': reference,
  'prompts-get-with-image': reference,
  'logging-set-level': noSuchCapability,
  'completion-complete': noSuchCapability,
}

/**
 * Runs the official conformance suite against the server of an origin, and prints a line for each scenario. Returns how
 * many failed, scenarios of the suite that are not listed here included.
 */
export async function runConformance(origin: string, key: string, print: (text: string) => void): Promise<number> {
  const listed = await run(['list', '--server'])
  const known = new Set([...applying, ...Object.keys(notApplying)])
  const scenarios = [...listed.output.matchAll(/^ {2}- ([a-z0-9-]+) \[/gm)].map(([, name]) => name ?? '')
  const missing = scenarios.filter((name) => !known.has(name))
  for (const name of missing) print(`✗ ${name} is new in the suite and not listed\n`)
  await using proxy = await startProxy(origin, key)
  let failed = missing.length
  for (const scenario of applying) {
    const { code, output } = await run(['server', '--url', proxy.url, '--scenario', scenario])
    if (code !== 0) failed += 1
    print(code === 0 ? `✓ ${scenario}\n` : `✗ ${scenario}\n${output}\n`)
  }
  for (const [scenario, reason] of Object.entries(notApplying)) print(`– ${scenario.padEnd(30)} ${reason}\n`)
  return failed
}

function isLoopback(host = ''): boolean {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host)
}

async function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, output: output + errors }
}

/**
 * Adds the API key, which the suite cannot send, and stands for the service: its own origin becomes that of the
 * service. Passes on everything else, `Host` included.
 */
async function startProxy(origin: string, key: string) {
  const server = createServer((received, response) => {
    const isOwn = received.headers.origin === `http://${received.headers.host}`
    const headers = {
      ...received.headers,
      ...(isOwn && isLoopback(received.headers.host) && { origin }),
      'x-api-key': key,
    }
    const sent = request(`${origin}${received.url}`, { method: received.method, headers, agent: false }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(response)
    })
    received.pipe(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen on a port')
  return {
    url: `http://127.0.0.1:${address.port}/api/public/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
