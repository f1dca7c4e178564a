import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventType } from '@generated/contract/enums'
import document from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import type { Owner } from '@svc/db/records'
import { createTestDatabase, type TestDatabase } from '@svc/db/testing'
import { createWebhook } from '@svc/db/webhook-endpoints'
import { type Id, newId } from '@svc/runtime/ids'
import { createKeyring, type Keyring } from '@svc/runtime/secrets'
import type { NewEvent } from '@svc/webhooks/new-event'
import { createPublisher, type Publisher } from '@svc/webhooks/publish'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import {
  type Authority,
  createAuthority,
  type Received,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from '@svc/webhooks/testing'
import type { Worker, WorkerOptions } from '../src/worker.ts'
import { startTestWorker } from './testing.ts'

interface Endpoint {
  id: Id<'whk'>
  secret: string
}

/** A database, a receiver with a certificate of a test authority, and workers whose webhooks are diverted to it. */
export interface Harness {
  database: TestDatabase
  keyring: Keyring
  receiver: Receiver
  publisher: Publisher
  /** The environment of a worker process for this database and receiver. */
  environment: Record<string, string>
  owner(): Promise<Owner>
  subscribe(owner: Owner, options?: { types?: EventType[]; host?: string }): Promise<Endpoint>
  publish(owner: Owner, count?: number): Promise<Id<'evt'>[]>
  /** Starts a worker; `environment` adds to the default settings and replaces them. */
  work(environment?: Record<string, string>, options?: Partial<WorkerOptions>): Worker
  /** Stops the workers and clears the received requests, for the next test. */
  reset(): Promise<void>
  close(): Promise<void>
}

const defaultTypes: EventType[] = ['analysis.completed']

export const hosts = ['hooks.rosso-trattoria.nl', 'hooks.brightside-dental.co.uk'] as const

export async function startHarness(respond?: ReceiverOptions['respond'], ownDatabase?: TestDatabase): Promise<Harness> {
  const database = ownDatabase ?? (await createTestDatabase())
  const key = randomBytes(32)
  const keyring = createKeyring([{ id: 'test', key }])
  const authority: Authority = createAuthority()
  const receiver = await startReceiver({ identity: authority.issue(hosts), ...(respond && { respond }) })
  const directory = mkdtempSync(join(tmpdir(), 'svc-worker-'))
  const caFile = join(directory, 'ca.pem')
  writeFileSync(caFile, authority.ca)
  const environment = {
    DATABASE_URL: database.url,
    SVC_SECRET_KEYS: `test:${key.toString('base64')}`,
    WEBHOOK_CA_FILE: caFile,
    WEBHOOK_CONNECT_TO: `*=127.0.0.1:${receiver.port}`,
    SVC_LOG_LEVEL: 'silent',
    SVC_PDF_BROWSER: 'none',
  }
  const publisher = createPublisher(document, { maxAttempts: 5 })
  const workers: Worker[] = []

  return {
    database,
    keyring,
    receiver,
    publisher,
    environment,

    async owner() {
      const account = await createAccount(database.db, { name: 'Rosso Trattoria', plan: 'growth' })
      const location = {
        trade: 'restaurant',
        city: 'Utrecht',
        country: 'NL',
        timezone: 'Europe/Amsterdam',
        website: null,
      } as const
      const business = await createBusiness(database.db, account.id, { name: 'Rosso Trattoria', ...location })
      return { account_id: account.id, business_id: business.id }
    },

    async subscribe(owner, { types, host = hosts[0] } = {}) {
      const id = newId('whk')
      const secret = newSigningSecret()
      const sealed = keyring.encrypt('encryption', secret, secretContext(id))
      const endpoint = { id, url: `https://${host}/svc`, event_types: types ?? defaultTypes, secret: sealed }
      await database.db.transaction((transaction) => createWebhook(transaction, owner, endpoint, { max: 100 }))
      return { id, secret }
    },

    async publish(owner, count = 1) {
      const events = Array.from({ length: count }, (): NewEvent => {
        const data = { business_id: owner.business_id, analysis_id: newId('ana'), competitors_analyzed: 5 }
        return { type: 'analysis.completed', data }
      })
      return database.db.transaction((transaction) => publisher.publish(transaction, owner, events))
    },

    work(extra = {}, options = {}) {
      const worker = startTestWorker({ db: database.db, keyring }, { ...environment, ...extra }, options)
      workers.push(worker)
      return worker
    },

    async reset() {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()))
      receiver.received.length = 0
    },

    async close() {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()))
      await receiver.close()
      await database.drop()
      rmSync(directory, { recursive: true })
    },
  }
}

/**
 * Verifies a delivery as a receiver does. Written from INTERFACE.md §6, without code of the service: "the signed string
 * is the timestamp (decimal Unix seconds from X-SVC-Timestamp), a dot, and the exact raw request body bytes";
 * HMAC-SHA256 with the signing secret, hex-encoded, prefixed with sha256=; constant time; 300 seconds.
 */
export function verifies({ headers, body }: Received, secret: string): boolean {
  const timestamp = String(headers['x-svc-timestamp'])
  if (!/^[0-9]+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const expected = `sha256=${createHmac('sha256', secret).update(timestamp).update('.').update(body).digest('hex')}`
  const presented = String(headers['x-svc-signature'])
  return presented.length === expected.length && timingSafeEqual(Buffer.from(presented), Buffer.from(expected))
}

/**
 * The `webhook-signature` that a delivery should have: for each secret `v1,` and the base64 HMAC-SHA256 of the id, a
 * dot, the timestamp, a dot and the body (Standard Webhooks). The key is the bytes that the secret encodes.
 */
export function standardSignatures({ headers, body }: Received, secrets: readonly string[]): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`
  })
  return signatures.join(' ')
}

/** Polls until `check` returns a value other than undefined and false. Rejects after `timeoutMs`. */
export async function eventually<Found>(
  what: string,
  check: () => Promise<Found | undefined | false> | Found | undefined | false,
  timeoutMs = 45_000,
): Promise<Found> {
  const endMs = performance.now() + timeoutMs
  while (performance.now() < endMs) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    await sleep(15)
  }
  throw new Error(`Timed out waiting for ${what}.`)
}
