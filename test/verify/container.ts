// Builds the image of the API without a container registry, on a Debian that mmdebstrap makes, and starts it as its
// user with a root that cannot be written, on a database of this machine. Needs Linux, root, buildah and mmdebstrap
// (Debian: apt install buildah mmdebstrap).

import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { migrate } from '@svc/db/migrate'
import { startLocalPostgres } from '@svc/local-postgres'
import { freePort } from '@svc/supervisor/ports'
import { installRole } from '../../deploy/role.ts'
import { root } from '../command.ts'

/** The parts of the configuration of an image that are checked. */
interface ImageConfiguration {
  OCIv1: { config: { User: string; Entrypoint: string[]; WorkingDir: string; Env: string[] } }
}

const print = (text: string) => void process.stdout.write(`${text}\n`)
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const folder = mkdtempSync(join(tmpdir(), 'svc-container-'))
const inFolder = (name: string) => join(folder, name)
const deadlineMs = 60_000

/** The packages of Debian that this machine uses. */
const sources = '/etc/apt/sources.list.d/debian.sources'

/** Its root cannot be written, even by root; its own user is the one of the image. */
const start = `
  set -e
  root=$1; user=$2; secret=$3; program=$4; shift 4
  mkdir -p "$root/tmp"
  mount --bind "$root" "$root"
  mount -o remount,bind,ro "$root"
  mount -t tmpfs tmpfs "$root/tmp"
  if touch "$root/srv/written" 2>/dev/null; then exit 3; fi
  cp "$secret" "$root/tmp/database_url"
  exec chroot --userspec="$user" "$root" "$program" "$@"`

try {
  await buildImage()
  await startImage()
} finally {
  // Started by root, the database is where its account may enter, and this is a link.
  const database = inFolder('data/postgres')
  if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

/** Runs buildah with a store of its own. */
function buildah(...args: string[]): string {
  const store = ['--storage-driver=vfs', '--root', inFolder('store'), '--runroot', inFolder('run')]
  return execFileSync('buildah', [...store, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

async function buildImage(): Promise<void> {
  const packages = '--include=libc6,libstdc++6'
  mkdirSync(inFolder('context'))
  const { VERSION_CODENAME: suite = 'trixie' } = parseEnv(readFileSync('/etc/os-release', 'utf8'))
  execFileSync('mmdebstrap', ['--quiet', '--variant=extract', packages, suite, inFolder('context/root.tar'), sources])
  if (!(await installRole('api', inFolder('context/svc'), { ownPostgres: false }))) throw new Error('Not installed.')
  const file = join(root, 'deploy/container/Containerfile.scratch')
  buildah('build', '--network=none', '--quiet', '--file', file, '--tag', 'svc-api', inFolder('context'))
}

async function startImage(): Promise<void> {
  const { OCIv1 }: ImageConfiguration = JSON.parse(buildah('inspect', '--type=image', 'svc-api'))
  const mounted = buildah('mount', buildah('from', 'svc-api'))
  if (existsSync(join(mounted, 'bin/sh'))) throw new Error('The image has a shell.')
  const postgres = await startLocalPostgres({ dataDir: inFolder('data'), logger: quiet })
  try {
    await migrate(postgres, quiet)
    await requireReady(OCIv1.config, { mounted, databaseUrl: postgres.url })
  } finally {
    await postgres.stop()
  }
}

async function requireReady(
  { User, Entrypoint, WorkingDir, Env }: ImageConfiguration['OCIv1']['config'],
  { mounted, databaseUrl }: { mounted: string; databaseUrl: string },
): Promise<void> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const secret = inFolder('database_url')
  writeFileSync(secret, databaseUrl)
  const env = {
    ...Object.fromEntries(Env.map((pair) => pair.split(/=(.*)/s))),
    SVC_HOST: '127.0.0.1',
    SVC_METRICS_HOST: '127.0.0.1',
    DATABASE_URL_FILE: '/tmp/database_url',
    SVC_SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    SVC_PUBLIC_URL: 'https://reviews.example.com',
    SVC_TRUSTED_PROXIES: '127.0.0.1',
    SVC_PORT: String(port),
    SVC_METRICS_PORT: String(metricsPort),
  }
  // chroot begins in the root of the image, so paths are absolute.
  const inImage = Entrypoint.map((word) => (word.startsWith('-') ? word : `${WorkingDir}/${word}`))
  const command = ['--mount', 'sh', '-c', start, 'sh', mounted, User, secret, ...inImage]
  const api = spawn('unshare', command, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const exited = once(api, 'exit')
  try {
    const endMs = performance.now() + deadlineMs
    let status = 0
    while (status !== 200) {
      if (api.exitCode !== null || performance.now() > endMs) throw new Error('The API of the image is not ready.')
      await sleep(250)
      // Refused until the API listens.
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      status = response?.status ?? 0
      await response?.arrayBuffer()
    }
    const owner = statSync(`/proc/${api.pid}`).uid
    if (`${owner}:${owner}` !== User) throw new Error(`The API runs as the user ${owner}.`)
    print(`The image has no shell, and its API is ready as the user ${owner}, with a root that cannot be written.`)
  } finally {
    api.kill('SIGTERM')
    await exited
  }
}
