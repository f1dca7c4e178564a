import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSecretKeyStates } from '@svc/db/secret-key-states'
import { knexOf } from '@svc/db/testing'
import { createKeyring } from '@svc/runtime/secrets'
import { unwrap } from '@svc/sdk/webhooks'
import type { Received } from '@svc/webhooks/testing'
import { type BenchDatabase, openBenchDatabase } from '../database.ts'
import { busyMachineSettings, type Installation, startInstallation } from './installation.ts'
import { runSvc, thisRelease } from './release.ts'
import { checkEvents, checkGoals, type FaultView, tableOfViews } from './reports.ts'

interface RotateOptions {
  /** The time for which each step is observed at least. */
  seconds: number
  /** Requests per second. */
  rate: number
}

interface Stage {
  database: BenchDatabase
  installation: Installation
  /** The secret with which the receiver verifies deliveries, and the first of them that it verifies with it. */
  verified: { secret: string; from: number }[]
  /** The new signing secret of the endpoint. */
  newSecret: string
}

interface Step {
  name: string
  take(stage: Stage): Promise<void>
}

const roles = { former: 'svc_drill_a', next: 'svc_drill_b' } as const

/** The steps of docs/operations/secret-keys.md, in order. */
const steps: readonly Step[] = [
  { name: 'nothing is replaced', take: async () => {} },
  {
    name: 'a new secret key is listed',
    async take({ database, installation }) {
      installation.configure({ SVC_SECRET_KEYS: listedKeys(database) })
      await restartAll(installation)
    },
  },
  {
    name: 'svc secrets rotate',
    async take({ database }) {
      const environment = { ...database.environment, SVC_SECRET_KEYS: listedKeys(database) }
      await runSvc(thisRelease, ['secrets', 'rotate'], environment)
    },
  },
  {
    name: 'the role of the database is replaced',
    async take({ database, installation }) {
      installation.configure({ DATABASE_URL: await createRole(database, roles.next, `in role ${roles.former}`) })
      await restartAll(installation)
      await knexOf(database.db).raw(`alter role ${roles.former} nologin`)
    },
  },
  {
    name: 'the signing secret is rotated',
    async take(stage) {
      stage.newSecret = await rotateSigningSecret(stage)
    },
  },
  {
    name: 'the receiver uses the new one',
    async take({ installation, verified, newSecret }) {
      verified.push({ secret: newSecret, from: installation.receiver.received.length })
    },
  },
  { name: 'the API key is replaced', take: replaceApiKey },
]

const nextKey = { id: 'next', key: randomBytes(32) }
const newKey = `${nextKey.id}:${nextKey.key.toString('base64')}`

/**
 * Replaces every secret of an installation while clients read and write, and prints what the clients saw. Returns false
 * if a request failed, if an event of a confirmed write was lost or its signature did not match, or if a former secret
 * is still in use.
 */
export async function drillRotate({ seconds, rate }: RotateOptions, print: (text: string) => void): Promise<boolean> {
  const database = await openBenchDatabase()
  try {
    const url = await createRole(database, roles.former)
    await grantRights(database)
    const environment = { ...database.environment, ...busyMachineSettings, DATABASE_URL: url }
    const installation = await startInstallation({ ...database, environment })
    try {
      const verified = [{ secret: installation.endpoint.signing_secret, from: 0 }]
      const stage = { database, installation, verified, newSecret: '' }
      const load = installation.startLoad(rate, { asksReadiness: true })
      const views: FaultView[] = []
      for (const { name, take } of steps) {
        const startMs = performance.now()
        await take(stage)
        await sleep(seconds * 1000)
        views.push({ name, view: load.since(startMs) })
      }
      await load.stop()
      print(tableOfViews(views, 'step'))
      const arrived = await checkEvents(database.db, { receiver: installation.receiver, load }, print)
      return (await checkRotation(stage, views, print)) && arrived
    } finally {
      await installation.close()
    }
  } finally {
    await database.close()
  }
}

async function checkRotation(
  { database, installation, verified }: Stage,
  views: readonly FaultView[],
  print: (text: string) => void,
): Promise<boolean> {
  const failed = views.reduce((sum, { view: { reads, writes } }) => sum + reads.failed + writes.failed, 0)
  const { received } = installation.receiver
  const wrong = await Promise.all(
    received.map((delivery, index) => isForged(delivery, verified.findLast(({ from }) => from <= index)?.secret)),
  )
  const { rows } = await knexOf(database.db).raw(
    'select count(*)::int as connections from pg_stat_activity where usename = ?',
    [roles.former],
  )
  const keys = await readSecretKeyStates(database.db, createKeyring([nextKey]))
  const former = keys.filter(({ id }) => id !== nextKey.id).flatMap(({ uses }) => uses)
  return checkGoals(
    [
      { name: 'requests that fail', value: failed, below: 1 },
      { name: 'deliveries whose signature does not match', value: wrong.filter(Boolean).length, below: 1 },
      { name: 'values under the former secret key', value: former.reduce((sum, { rows }) => sum + rows, 0), below: 1 },
      { name: 'connections of the former role', value: rows[0].connections, below: 1 },
    ],
    print,
  )
}

/** Returns true if a delivery is not signed with the secret. The receiver's clock is that of the delivery. */
async function isForged({ headers, body }: Received, secret: string | undefined): Promise<boolean> {
  const now = () => Number(headers['x-svc-timestamp']) * 1000
  return unwrap(body, headers, { secret, now }).then(
    () => false,
    () => true,
  )
}

/** The new key and the former one, which sessions and access tokens would still need for some hours. */
function listedKeys({ environment }: BenchDatabase): string {
  return `${newKey},${environment.SVC_SECRET_KEYS}`
}

/** Replaces each process by one with the settings of now, one after the other. */
async function restartAll(installation: Installation): Promise<void> {
  for (const role of ['worker', 'api'] as const)
    for (const index of [0, 1]) await installation.replace(role, index, { end: 'stop' })
}

/** Creates a role with a password, and returns the URL of the database with both. */
async function createRole(database: BenchDatabase, role: string, membership = ''): Promise<string> {
  const url = new URL(database.environment.DATABASE_URL ?? '')
  url.username = role
  url.password = randomBytes(24).toString('hex')
  await knexOf(database.db).raw(`create role ${role} login password '${url.password}' ${membership}`)
  return url.href
}

/**
 * The rights of the role of the service, as in `deploy/postgres/roles.sql`, and the right to create tables, which a
 * start outside production needs.
 */
async function grantRights({ db }: BenchDatabase): Promise<void> {
  await knexOf(db).raw(`
    grant select, insert, update, delete on all tables in schema public to ${roles.former};
    grant usage, select on all sequences in schema public to ${roles.former};
    grant execute on all functions in schema public to ${roles.former};
    grant create on schema public to ${roles.former}`)
}

/** Deliveries are signed with both secrets for an hour. Resolves with the new one. */
async function rotateSigningSecret({ database, installation }: Stage): Promise<string> {
  const response = await fetch(`${installation.baseUrl()}/webhooks/${installation.endpoint.id}/rotate-secret`, {
    method: 'POST',
    headers: { 'X-API-Key': database.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ keep_previous_for: 3_600 }),
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`The signing secret was not rotated, but ${response.status}: ${body}`)
  return JSON.parse(body).data.signing_secret
}

async function replaceApiKey({ database, installation }: Stage): Promise<void> {
  const environment = { ...database.environment, SVC_SECRET_KEYS: listedKeys(database) }
  const former = await knexOf(database.db)('api_keys').first('id')
  const { key } = await runSvc(thisRelease, ['key', 'issue', '--kind', 'test', '--name', 'Next'], environment)
  installation.useKey(String(key))
  // Requests that were sent with the former key end meanwhile.
  await sleep(1_000)
  await runSvc(thisRelease, ['key', 'revoke', former.id], environment)
}
