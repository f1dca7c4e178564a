import type { SecretKeyUseKind } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { createProgress } from '@svc/command-line/progress'
import { countOf, formatCount, table } from '@svc/command-line/text'
import { authenticatorContext } from '@svc/credentials/second-factors'
import type { Connection } from '@svc/db/database'
import { followSecretKeys, forgetSecretKey, makeFirstKeyCurrent, openServiceKeyring } from '@svc/db/key-register'
import { listRefreshTokensToReseal, resealRefreshToken } from '@svc/db/profile-connections'
import { readSecretKeyStates } from '@svc/db/secret-key-states'
import {
  listAuthenticatorSecretsToReseal,
  listWebhookSecretsToReseal,
  resealAuthenticatorSecret,
  resealWebhookSecret,
} from '@svc/db/secret-keys'
import type { Keyring } from '@svc/runtime/secrets'
import { openKeyring } from '@svc/runtime/secrets'
import { secretContext } from '@svc/webhooks/secrets'
import { type Operator, withDatabase } from '../operator.ts'

const kinds: Record<SecretKeyUseKind, string> = {
  webhook_secrets: 'webhook secret',
  authenticator_secrets: 'authenticator secret',
  business_profile_tokens: 'business profile token',
  api_key_hashes: 'API key',
  client_secret_hashes: 'client secret',
  idempotent_answers: 'stored response',
  review_import_parts: 'part of a file to import',
  account_export_parts: 'part of an export',
  deleted_review_hashes: 'hash of a deleted review',
  erased_account_hashes: 'hash of a deleted account',
}

const status = defineCommand({
  name: 'secrets status',
  summary: 'Show the secret keys and the data that still needs each',
  description: `
    SVC_SECRET_KEYS lists the keys, and the database records which key is current. A former key that nothing needs can be removed
    from the list; the processes can be restarted in any order. API keys and client secrets move to the current key when they
    are used. Stored responses are deleted after 24 hours.`,
  async run(_input, context) {
    const show = async ({ db, settings }: Operator) => {
      const keyring = await openKeyring(settings)
      await followSecretKeys(db, keyring)
      const keys = await readSecretKeyStates(db, keyring)
      const rows = keys.map((key) => [
        key.id,
        key.state,
        key.uses.map(({ kind, rows }) => countOf(rows, kinds[kind])).join(', ') || needOf(key),
      ])
      const missing = keys.filter(({ state }) => state === 'missing').map(({ id }) => id)
      const warning =
        missing.length === 0
          ? ''
          : `\n\nAdd ${missing.join(' and ')} to SVC_SECRET_KEYS again: the data that needs them cannot be decrypted.`
      return {
        data: keys,
        text: table(['KEY', 'STATE', 'NEEDED BY'], rows, '') + warning,
        exitCode: missing.length === 0 ? 0 : 1,
      }
    }
    return withDatabase(context, show, { startsPostgres: true })
  },
})

const rotate = defineCommand({
  name: 'secrets rotate',
  summary: 'Make the first listed key current, and encrypt all stored secrets with it',
  description: `
    Put the new key first in SVC_SECRET_KEYS, keep the old key after it, and restart the processes in any order. They continue to
    use the old key. Then run this command with the same list while the processes run. It fails if a running process does not
    list the new key. It can be interrupted and run again. "svc secrets status" shows when the old key can be removed.`,
  async run(_input, context) {
    return withDatabase(context, async ({ db, settings }) => {
      const keyring = await openServiceKeyring(db, settings)
      await makeFirstKeyCurrent(db, keyring)
      const progress = createProgress(context.stderr)
      let resealed = 0
      try {
        for (;;) {
          const count = await resealBatch(db, keyring)
          if (count === 0) break
          resealed += count
          progress.show(`${formatCount(resealed)} secrets encrypted`)
        }
      } finally {
        progress.end()
      }
      const data = { current_key_id: keyring.currentId, resealed_count: resealed }
      return {
        data,
        text: `${countOf(resealed, 'secret')} moved to key "${keyring.currentId}". API keys move when they are used.`,
      }
    })
  },
})

const forget = defineCommand({
  name: 'secrets remove',
  summary: 'Remove a lost or leaked secret key',
  description: `
    The service refuses to start without a key that stored data needs. This command removes the key from the database, so that
    the service can start without it. API keys, client secrets, webhook secrets, sessions and access tokens under the key stop
    working. The command fails while a running process lists the key.`,
  arguments: [{ name: 'KEY', description: 'Id, as "svc secrets status" shows it' }],
  async run({ arguments: [id] }, context) {
    const isForgotten = await withDatabase(context, ({ db }) => forgetSecretKey(db, id), { startsPostgres: true })
    if (!isForgotten) throw new CommandError(`The database has no secret key "${id}". See "svc secrets status".`)
    return {
      data: { id },
      text: `The secret key "${id}" was removed. Credentials and secrets that need it no longer work.`,
    }
  },
})

export const secretsCommands = [status, rotate, forget]

const batchSize = 200

/** Encrypts one batch. Transactions are small, so that the rotation or deletion of a secret does not wait long. */
function resealBatch(db: Connection, keyring: Keyring): Promise<number> {
  return db.transaction(async (transaction) => {
    const others = keyring.ids.filter((id) => id !== keyring.currentId)
    const secrets = await listWebhookSecretsToReseal(transaction, others, { limit: batchSize })
    for (const stored of secrets) {
      const context = secretContext(stored.id)
      const secret = keyring.decrypt(stored.key_id, stored.ciphertext, context).toString('utf8')
      await resealWebhookSecret(transaction, stored, keyring.encrypt('encryption', secret, context))
    }
    const ofApps = await listAuthenticatorSecretsToReseal(transaction, others, { limit: batchSize })
    for (const stored of ofApps) {
      const context = authenticatorContext(stored.id)
      const secret = keyring.decrypt(stored.key_id, stored.ciphertext, context)
      await resealAuthenticatorSecret(transaction, stored, keyring.encrypt('encryption', secret, context))
    }
    const tokens = await listRefreshTokensToReseal(transaction, others, { limit: batchSize })
    for (const stored of tokens) {
      const context = refreshTokenContext(stored.id)
      const token = keyring.decrypt(stored.key_id, stored.ciphertext, context)
      await resealRefreshToken(transaction, stored, keyring.encrypt('encryption', token, context))
    }
    return secrets.length + ofApps.length + tokens.length
  })
}

/** Describes what needs a key that no stored row needs. */
function needOf({ state, needed_until }: Schemas['SecretKey']): string {
  if (state === 'next') return 'nothing: "svc secrets rotate" makes it the current key'
  if (state !== 'former') return 'nothing'
  return needed_until === null
    ? 'nothing: can be removed from the list'
    : `sessions and access tokens until ${needed_until}`
}
