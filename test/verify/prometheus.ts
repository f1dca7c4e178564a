// Checks the alert rules with promtool, then lets a real Prometheus read a running service and evaluates every query
// of the dashboard and of the alerts there. Needs `prometheus` and `promtool` on the path (Debian: apt install
// prometheus).

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/supervisor/ports'
import { parse } from 'yaml'
import { root } from '../command.ts'

interface ReadyFile {
  base_url: string
  auth_url: string
  metrics_url: string
  accounts: {
    api_key: string
    business_id: string
    oauth_client: { client_id: string; client_secret: string }
  }[]
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

interface Rules {
  groups: { rules: { alert?: string; record?: string; expr: string; annotations?: { runbook_url: string } }[] }[]
}

interface QueryResult {
  status: string
  error?: string
  data: { result: unknown[] }
}

const print = (text: string) => void process.stdout.write(`${text}\n`)
const deploy = join(root, 'deploy')
const folder = mkdtempSync(join(tmpdir(), 'svc-prometheus-'))
const readyFile = join(folder, 'data/ready.json')
const deadlineMs = 90_000

for (const args of [
  ['check', 'config', 'prometheus/prometheus.yml'],
  ['test', 'rules', 'prometheus/alerts.test.yml'],
])
  execFileSync('promtool', args, { cwd: deploy, stdio: 'inherit' })
const rules: Rules = parse(readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8'))
const allRules = rules.groups.flatMap((group) => group.rules)
requireRunbooks()

const [port, metricsPort, workerPort, prometheusPort] = await freePorts()
const service = spawn(process.execPath, ['apps/cli/src/main.ts', 'start'], {
  cwd: root,
  env: {
    ...process.env,
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PORT: String(port),
    SVC_MOCK_PORT: '0',
    SVC_METRICS_PORT: String(metricsPort),
    SVC_WORKER_METRICS_PORT: String(workerPort),
    SVC_MOCK_METRICS_PORT: 'none',
    SVC_PDF_BROWSER: 'none',
    // The replica is left out, and has metrics.
    SVC_DATABASE_REPLICA_URL: 'postgres://svc@127.0.0.1:9/svc',
    // Every attempt fails to connect.
    WEBHOOK_CONNECT_TO: '*=127.0.0.1:9',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const serviceEnded = once(service, 'exit')
let prometheus: ReturnType<typeof spawn> | undefined
try {
  while (!existsSync(readyFile) && service.exitCode === null) await sleep(250)
  if (service.exitCode !== null) throw new Error(`svc start ended with exit code ${service.exitCode}.`)
  const ready: ReadyFile = JSON.parse(readFileSync(readyFile, 'utf8'))
  prometheus = startPrometheus()
  await causeEverything(ready)
  await evaluateAll()
} finally {
  for (const child of [prometheus, service]) if (child && child.exitCode === null) child.kill('SIGTERM')
  await serviceEnded
  const database = join(folder, 'data/postgres')
  // Started by root, the database is where its account may enter, and this is a link.
  if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

async function freePorts(): Promise<number[]> {
  return Promise.all([freePort(), freePort(), freePort(), freePort()])
}

function requireRunbooks(): void {
  const runbooks = readFileSync(join(root, 'docs/operations/runbooks.md'), 'utf8')
  for (const { alert, annotations } of allRules) {
    if (alert === undefined) continue
    const anchor = `docs/operations/runbooks.md#${alert.toLowerCase()}`
    if (annotations?.runbook_url !== anchor || !runbooks.includes(`\n## ${alert}\n`))
      throw new Error(`The alert ${alert} has no runbook at ${anchor}.`)
  }
}

function startPrometheus() {
  const config = readFileSync(join(deploy, 'prometheus/prometheus.yml'), 'utf8')
    .replaceAll('15s', '1s')
    .replace(':9464', `:${metricsPort}`)
    .replace(':9465', `:${workerPort}`)
    .replace('alerts.yml', join(deploy, 'prometheus/alerts.yml'))
  writeFileSync(join(folder, 'prometheus.yml'), config)
  const settings = { 'config.file': 'prometheus.yml', 'storage.tsdb.path': 'tsdb' }
  const args = Object.entries({ ...settings, 'web.listen-address': `127.0.0.1:${prometheusPort}` })
  return spawn(
    'prometheus',
    args.map(([name, value]) => `--${name}=${value}`),
    { cwd: folder, stdio: 'ignore' },
  )
}

/** Requests, errors, a token, failed sign-ins, an analysis and deliveries. */
async function causeEverything({ base_url, auth_url, accounts: [account] }: ReadyFile): Promise<void> {
  if (!account) throw new Error('There is no demo account.')
  const send = async (method: string, url: string, body?: object) => {
    const headers = {
      'X-API-Key': account.api_key,
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
    }
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return response.text()
  }
  const { data } = JSON.parse(await send('POST', `${base_url}/webhooks`, { url: 'https://hooks.rosso-trattoria.nl/' }))
  const { client_id, client_secret } = account.oauth_client
  for (let round = 0; round < 8; round++) {
    await send('POST', `${auth_url}/api/oauth/token`, { grant_type: 'client_credentials', client_id, client_secret })
    await send('GET', `${base_url}/businesses`)
    await send('GET', `${base_url}/webhooks/whk_unknown`)
    await send('POST', `${base_url}/webhooks/${data.id}/test`)
    await send('POST', `${base_url}/businesses/${account.business_id}/analyses`)
    await send('POST', `${auth_url}/portal/api/session`, { email: 'nobody@example.com', password: 'not-the-password' })
    await sleep(1_000)
  }
}

/** Every query of the dashboard returns a series; every rule is evaluated without an error. */
async function evaluateAll(): Promise<void> {
  const dashboard: Dashboard = JSON.parse(readFileSync(join(deploy, 'grafana/overview.json'), 'utf8'))
  const queries = dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '1m') })),
  )
  const endMs = performance.now() + deadlineMs
  let missing = queries
  while (missing.length > 0 && performance.now() < endMs) {
    await sleep(1_000)
    const results = await Promise.all(missing.map(async (each) => ({ each, series: await seriesOf(each.expr) })))
    missing = results.filter(({ series }) => series === 0).map(({ each }) => each)
  }
  for (const { title, expr } of missing) print(`No data for "${title}": ${expr}`)
  if (missing.length > 0)
    throw new Error(`${missing.length} of ${queries.length} queries of the dashboard have no data.`)
  for (const { expr } of allRules) await seriesOf(expr)
  print(`${queries.length} queries of the dashboard return data; ${allRules.length} rules are evaluated.`)
}

async function seriesOf(expr: string): Promise<number> {
  const url = `http://127.0.0.1:${prometheusPort}/api/v1/query?query=${encodeURIComponent(expr)}`
  const response = await fetch(url).catch(() => undefined)
  if (!response) return 0
  const { status, error, data }: QueryResult = JSON.parse(await response.text())
  if (status !== 'success') throw new Error(`Prometheus refuses ${expr}: ${error}`)
  return data.result.length
}
