// Proves that the business profile sends nothing while its flag is off. The service runs in a network namespace whose
// only way out is an interface that counts packets: every page and operation of the integration is requested, and the
// worker has a connected location. Then the flag is switched on, which has to send packets: the count can fail.
// Needs Linux, root and iproute2.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { operations } from '@generated/portal/operations'
import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import { listAccounts } from '@svc/db/accounts'
import { type Database, openDatabase } from '@svc/db/database'
import { setFlag } from '@svc/db/flags'
import { connectProfile, profileFlag } from '@svc/db/profile-connections'
import { type Ready, readyPath } from '@svc/local-service/ready-file'
import { type Keyring, openKeyring } from '@svc/runtime/secrets'
import { readSettings } from '@svc/runtime/settings'
import { findDatabaseUrl } from '@svc/startup/database-url'
import { profilePages } from '../../apps/portal/src/page-table.ts'
import { root } from '../command.ts'

/** The worker looks for work twice a second. */
const watchedMs = 20_000

const print = (text: string) => void process.stdout.write(`${text}\n`)

if (process.argv.includes('--inside')) await runInside()
else {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('A network namespace needs Linux and root.')
  const program = [process.execPath, fileURLToPath(import.meta.url), '--inside']
  process.exitCode = spawnSync('unshare', ['--net', ...program], { stdio: 'inherit' }).status ?? 1
}

async function runInside(): Promise<void> {
  openWayOut()
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-profile-off-'))
  const env = {
    ...process.env,
    SVC_DATA_DIR: dataDir,
    // A browser has traffic of its own.
    SVC_PDF_BROWSER: 'none',
    BUSINESS_PROFILE_CLIENT_ID: 'client',
    BUSINESS_PROFILE_CLIENT_SECRET: 'secret',
  }
  const start = ['bootstrap.mjs', 'apps/cli/src/main.ts', 'start']
  const service = spawn(process.execPath, start, { cwd: root, env, stdio: 'ignore' })
  const exited = once(service, 'exit')
  try {
    while (!existsSync(readyPath(dataDir)) && service.exitCode === null) await sleep(250)
    if (service.exitCode !== null) throw new Error(`svc start ended with exit code ${service.exitCode}.`)
    const ready: Ready = JSON.parse(readFileSync(readyPath(dataDir), 'utf8'))
    const settings = readSettings(env, { purpose: 'operator' })
    const url = await findDatabaseUrl(settings)
    if (url === undefined) throw new Error('The service has no database.')
    const db = openDatabase({ url, applicationName: 'profile-off' })
    try {
      await connectLocation(db, await openKeyring(settings))
      print(`started     packets beyond loopback: ${packetsOut()}`)
      const requested = await requestEverything(ready)
      await sleep(watchedMs)
      const whileOff = packetsOut()
      print(`flag off    ${requested}, ${watchedMs / 1_000} s of a worker with a connected location`)
      print(`            packets beyond loopback: ${whileOff}`)
      await setFlag(db, profileFlag, true)
      for (let waits = 0; packetsOut() === whileOff && waits < 120; waits++) await sleep(500)
      const whileOn = packetsOut() - whileOff
      print(`flag on     packets beyond loopback: ${whileOn}`)
      if (whileOff !== 0) throw new Error('The disabled integration, or the service itself, sent packets.')
      if (whileOn === 0) throw new Error('The enabled integration sent nothing either: the count proves nothing.')
    } finally {
      await db.destroy()
    }
  } finally {
    if (service.exitCode === null) service.kill('SIGINT')
    await exited
    const database = join(dataDir, 'postgres')
    // Started by root, the database is where its account may enter, and this is a link.
    if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** An interface with the default route, whose other end receives every packet and responds to none. */
function openWayOut(): void {
  const ip = (...args: string[]) => void execFileSync('ip', args)
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'out', 'type', 'veth', 'peer', 'name', 'sink')
  for (const name of ['out', 'sink']) {
    // The kernel announces IPv6 addresses, which would be counted. Without one, nothing leaves by IPv6.
    writeFileSync(`/proc/sys/net/ipv6/conf/${name}/disable_ipv6`, '1')
    ip('link', 'set', name, 'arp', 'off', 'up')
  }
  ip('address', 'add', '192.0.2.2/24', 'dev', 'out')
  ip('route', 'add', 'default', 'via', '192.0.2.1', 'dev', 'out')
}

/** The number of packets that were sent to an address beyond loopback, names of hosts to resolve included. */
function packetsOut(): number {
  const [, counters = ''] = /^\s*out:\s*(.*)$/m.exec(readFileSync('/proc/net/dev', 'utf8')) ?? []
  const sent = Number(counters.trim().split(/\s+/)[9] ?? Number.NaN)
  if (Number.isNaN(sent)) throw new Error('/proc/net/dev has no counter of packets sent.')
  return sent
}

/** Stores a connection with a token that can be decrypted, as if it had been made while the flag was on. */
async function connectLocation(db: Database, keyring: Keyring): Promise<void> {
  const account = (await listAccounts(db)).find(({ business_id }) => business_id !== null)
  if (!account?.business_id) throw new Error('The demo has no business.')
  const owner = { account_id: account.id, business_id: account.business_id }
  const refreshToken = keyring.encrypt('encryption', 'token', refreshTokenContext(owner.business_id))
  const location = { location: 'accounts/1/locations/2', title: account.name, refreshToken }
  await db.transaction((transaction) => connectProfile(transaction, owner, location))
}

/** Requests every operation and page of the integration as an owner. Throws if one exists. */
async function requestEverything({ portal_url, accounts: [account] }: Ready): Promise<string> {
  const origin = new URL(portal_url).origin
  const own = { 'Content-Type': 'application/json', Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
  const body = JSON.stringify(account?.portal_user)
  const signedIn = await fetch(`${portal_url}/api/session`, { method: 'POST', headers: own, body })
  const [cookie = ''] = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const { data }: { data: { csrf_token: string } } = JSON.parse(await signedIn.text())
  const headers = { ...own, Cookie: cookie, 'X-CSRF-Token': data.csrf_token }
  const ofProfile = Object.values(operations).filter(({ path }) => path.startsWith('/business-profile'))
  for (const { method, path } of ofProfile) {
    const url = `${portal_url}/api${path.replace('{id}', 'bpr_01kjpy44e0ejn9fs0zhj02ddtc')}`
    const body = method === 'get' ? {} : { body: '{}' }
    const response = await fetch(url, { method: method.toUpperCase(), headers, ...body })
    await response.arrayBuffer()
    if (response.status !== 404) throw new Error(`${method.toUpperCase()} ${path} returned ${response.status}.`)
  }
  for (const path of Object.keys(profilePages)) await (await fetch(portal_url + path, { headers })).arrayBuffer()
  return `${ofProfile.length} operations returned 404, ${Object.keys(profilePages).length} pages`
}
