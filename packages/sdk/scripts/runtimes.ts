// Runs the published package in every runtime that it names: `npm run runtimes`. The runtimes are downloaded from the
// package registry into a temporary folder; the browser is the chromium on the path. Prints a line for each and fails
// when one does.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { buildPackage } from './build.ts'

const run = promisify(execFile)

/** A package of the registry that contains a runtime for this system, and the command that runs a program with it. */
interface Runtime {
  name: string
  package: string
  command: readonly string[]
}

const linux = `linux-${process.arch}`
const runtimes: readonly Runtime[] = [
  { name: 'Node 20', package: `node-${linux}@20`, command: [`node-${linux}/bin/node`] },
  { name: 'Node 22', package: `node-${linux}@22`, command: [`node-${linux}/bin/node`] },
  { name: 'Node 24', package: `node-${linux}@24`, command: [`node-${linux}/bin/node`] },
  { name: 'Bun', package: `@oven/bun-${linux}`, command: [`@oven/bun-${linux}/bin/bun`] },
  {
    name: 'Deno',
    package: `@deno/${linux}-glibc`,
    command: [
      `@deno/${linux}-glibc/deno`,
      'run',
      '--allow-net',
      '--allow-env',
      '--allow-sys',
      '--node-modules-dir=manual',
    ],
  },
]

/**
 * Reads a business, iterates over two pages, sees an error and verifies a signature: one line when all of it is right.
 */
const program = `
  import { Client, NotFoundError } from '@svc/sdk'
  import { signTestDelivery, unwrap } from '@svc/sdk/webhooks'
  export async function check(options) {
    const client = new Client({ apiKey: 'svc_test_key', ...options })
    const { data, meta } = await client.businesses.get('bus_1')
    const names = []
    for await (const competitor of client.competitors.list('bus_1')) names.push(competitor.name)
    const missing = await client.reports.get('rep_1').catch((error) => error)
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const { body, headers } = await signTestDelivery({ id: 'evt_1', type: 'webhook.test', data: {} }, { secret })
    const event = await unwrap(body, headers, { secret })
    return [data.id, meta.request_id, ...names, missing instanceof NotFoundError, event.type].join(' ')
  }
`
const expected = 'bus_1 req_1 Bella Vista Pasta Fresca true webhook.test'

const meta = { request_id: 'req_1', plan: 'growth', rate_limit: { limit: 300, remaining: 299, reset_s: 60 } }
const responses: Record<string, [number, unknown]> = {
  '/businesses/bus_1': [200, { data: { id: 'bus_1' }, meta }],
  '/businesses/bus_1/competitors': [
    200,
    { data: [{ name: 'Bella Vista' }], meta: { ...meta, page: { limit: 1, next_cursor: 'c1' } } },
  ],
  '/businesses/bus_1/competitors?cursor=c1': [
    200,
    { data: [{ name: 'Pasta Fresca' }], meta: { ...meta, page: { limit: 1, next_cursor: null } } },
  ],
  '/reports/rep_1': [404, { error: { code: 'not_found', message: 'No such report.', details: [] }, meta }],
}

const folder = await mkdtemp(join(tmpdir(), 'sdk-runtimes-'))
const server = createServer((request, response) => {
  if (request.url === '/') return response.setHeader('Content-Type', 'text/html').end(page)
  const [status, body] = responses[request.url ?? ''] ?? [500, { error: { code: 'internal_error' }, meta }]
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1' }).end(JSON.stringify(body))
})
let page = ''

try {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await buildPackage(join(folder, 'node_modules/@svc/sdk'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'check.js'), program)
  const main = `import { check } from './check.js'\nconsole.log(await check({ baseUrl: '${baseUrl}' }))\n`
  await writeFile(join(folder, 'main.js'), main)

  for (const runtime of runtimes) await report(runtime.name, () => runIn(runtime))
  await report('Chromium', () => runInBrowser(baseUrl))
} finally {
  server.close()
  await rm(folder, { recursive: true })
}

async function report(name: string, attempt: () => Promise<{ version: string; output: string }>): Promise<void> {
  try {
    const { version, output } = await attempt()
    if (output !== expected) throw new Error(`printed "${output}" instead of "${expected}"`)
    process.stdout.write(`✓ ${name.padEnd(9)} ${version}\n`)
  } catch (error) {
    process.stdout.write(`✗ ${name.padEnd(9)} ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** Uses a separate folder for each runtime, because two versions of one runtime have the same name. */
async function runIn(runtime: Runtime): Promise<{ version: string; output: string }> {
  const home = join(folder, 'runtimes', runtime.name)
  await mkdir(home, { recursive: true })
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', home]
  await run('npm', ['install', ...flags, runtime.package], { cwd: home })
  const [file = '', ...args] = runtime.command
  const executable = join(home, 'node_modules', file)
  const { stdout: version } = await run(executable, ['--version'])
  const { stdout } = await run(executable, [...args, 'main.js'], { cwd: folder })
  return { version: version.split('\n')[0] ?? '', output: stdout.trim() }
}

/** A page bundled as for the web shows what it got, and the browser prints the page. */
async function runInBrowser(baseUrl: string): Promise<{ version: string; output: string }> {
  await writeFile(
    join(folder, 'page.js'),
    `import { check } from './check.js'
     const show = (text) => { document.body.textContent = text }
     check({ baseUrl: '${baseUrl}' }).then(
       () => show('started without permission'),
       () => check({ baseUrl: '${baseUrl}', dangerouslyAllowBrowser: true }).then(show, show),
     )`,
  )
  const bundle = await rolldown({ input: resolve(folder, 'page.js'), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  page = `<!doctype html><body><script type="module">${output[0].code}</script>`
  const { stdout: version } = await run('chromium', ['--version'])
  const profile = `--user-data-dir=${join(folder, 'profile')}`
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', profile, '--virtual-time-budget=5000', '--dump-dom']
  const { stdout } = await run('chromium', [...flags, `${baseUrl}/`])
  return { version: version.trim(), output: /<body>(.*?)<\/body>/s.exec(stdout)?.[1]?.trim() ?? stdout }
}
