import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { knexOf } from '@svc/db/testing'
import { createWebhook } from '@svc/db/webhook-endpoints'
import { publishEvents } from '@svc/db/webhook-events'
import { newId } from '@svc/runtime/ids'
import { createKeyring, parseSecretKeys } from '@svc/runtime/secrets'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAccount, openSvc, type Svc } from './svc.ts'

const secretKeys = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const keyring = createKeyring(parseSecretKeys(secretKeys))
const env = { SVC_SECRET_KEYS: secretKeys }

interface Verified {
  ok: boolean
  newest_record: string | null
  checks: { invariant: string; broken: number }[]
}

let svc: Svc
let webhookId: ReturnType<typeof newId<'whk'>>
beforeEach(async () => {
  svc = await openSvc()
  const { accountId, businessId } = await openAccount(svc)
  const owner = { account_id: accountId as `acc_${string}`, business_id: businessId as `biz_${string}` }
  const { db } = svc.database
  webhookId = newId('whk')
  const secret = keyring.encrypt('encryption', newSigningSecret(), secretContext(webhookId))
  const endpoint = {
    id: webhookId,
    url: 'https://hooks.rosso-trattoria.nl/',
    event_types: ['analysis.completed' as const],
  }
  const event = { id: newId('evt'), type: 'analysis.completed' as const, payload: '{}' }
  await db.transaction((transaction) => createWebhook(transaction, owner, { ...endpoint, secret }, { max: 10 }))
  await db.transaction((transaction) => publishEvents(transaction, owner, [event], { maxAttempts: 5 }))
})
afterEach(() => svc.close())

const verifyRestored = async (environment = env) => {
  const run = await svc.run(['backup', 'verify', '--restored', svc.database.url, '--json'], { env: environment })
  return { code: run.exitCode, result: run.json<Verified>() }
}
const brokenIn = ({ checks }: Verified) => checks.filter(({ broken }) => broken > 0)

describe('svc backup verify', () => {
  test('reports a database whose data is consistent, and when its newest record was written', async () => {
    const { code, result } = await verifyRestored()
    expect(brokenIn(result)).toEqual([])
    expect([code, result.ok, result.checks.length]).toEqual([0, true, 8])
    expect(Date.parse(result.newest_record ?? '')).toBeLessThanOrEqual(Date.now())
  })

  test.each([
    ['every delivery has its event', 'delete from webhook_events'],
    ['every unfinished delivery is in the queue', 'delete from webhook_queue'],
    [
      'every finished delivery has all its attempts',
      "update webhook_deliveries set status = 'succeeded', attempt_count = 1, finished_at = now()",
    ],
    ['every webhook secret decrypts', "update webhook_endpoints set secret_ciphertext = '\\x00'"],
    ['every migration of this version has run, and no other', "delete from schema_migrations where name like '0036%'"],
  ])('finds what a broken backup lacks: %s', async (invariant, damage) => {
    // As a restore that was interrupted: foreign keys and triggers do not see it.
    await knexOf(svc.database.db).raw(
      `set session_replication_role = replica; ${damage}; reset session_replication_role`,
    )
    const { code, result } = await verifyRestored()
    expect(brokenIn(result).map((check) => check.invariant)).toContain(invariant)
    expect([code, result.ok]).toEqual([1, false])
  })

  test('names a secret key that the backup needs and the settings do not list', async () => {
    expect((await verifyRestored()).code).toBe(0)
    const others = { SVC_SECRET_KEYS: `k9:${Buffer.alloc(32, 9).toString('base64')}` }
    const run = await svc.run(['backup', 'verify', '--restored', svc.database.url], { env: others })
    expect(run.exitCode).toBe(1)
    expect(run.stderr).toContain('"k1"')
  })

  test('restores a file in the folder of the caller into a temporary database, drops it, and passes no password as an argument', async () => {
    // Replaces pg_restore, which would need the version of the server: it records its arguments and fails.
    const name = svc.file(
      'pg_restore',
      '#!/bin/sh\ncd "$(dirname "$0")"\necho "$@" > args\necho "$PGHOST $PGUSER" >> args\necho "not an archive" >&2\nexit 1\n',
    )
    chmodSync(join(svc.dir, name), 0o755)
    const run = await svc.run(['backup', 'verify', 'backup.dump'], {
      env: { ...env, PATH: `${svc.dir}:${process.env.PATH}` },
    })
    expect(run.exitCode).toBe(1)
    expect(run.stderr).toContain(`pg_restore could not restore ${join(svc.dir, 'backup.dump')}:\nnot an archive`)
    const given = readFileSync(join(svc.dir, 'args'), 'utf8')
    const { password, username } = new URL(svc.database.url)
    expect(given).toMatch(/--exit-on-error --dbname=svc_backup_[0-9a-f]{12} \S+\/backup\.dump/)
    expect(given).toContain(username)
    expect(given).not.toContain(password)
    const scratch = await knexOf(svc.database.db)('pg_database').where('datname', 'like', 'svc_backup_%')
    expect(scratch).toEqual([])
  })
})
