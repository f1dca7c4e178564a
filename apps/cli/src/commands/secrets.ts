import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { createProgress } from '@svc/command-line/progress'
import { countOf, formatCount, table } from '@svc/command-line/text'
import type { Connection } from '@svc/db/database'
import {
  countSecretKeyUses,
  listWebhookSecretsToReseal,
  resealWebhookSecret,
  type SecretKeyUse,
} from '@svc/db/secret-keys'
import type { Keyring } from '@svc/runtime/secrets'
import { openKeyring } from '@svc/runtime/secrets'
import { secretContext } from '@svc/webhooks/secrets'
import { withDatabase } from '../operator.ts'

const kinds: Record<SecretKeyUse['kind'], string> = {
  webhook_secrets: 'webhook secret',
  api_key_hashes: 'API key',
  client_secret_hashes: 'client secret',
  idempotent_answers: 'stored response',
}

const status = defineCommand({
  name: 'secrets status',
  summary: 'Show which secret keys are listed and what still needs each',
  description: `
    SVC_SECRET_KEYS lists the keys, the current one first. A key that nothing needs can be removed from the list. API keys
    move to the current key when they are used; stored responses are deleted after 24 hours.`,
  async run(_input, context) {
    return withDatabase(context, async ({ db, settings }) => {
      const listed = (await openKeyring(settings)).ids
      const uses = await countSecretKeyUses(db)
      const ids = [...new Set([...listed, ...uses.map((use) => use.secret_key_id)])]
      const keys = ids.map((id) => ({
        id,
        state: stateOf(id, listed),
        uses: uses.filter((use) => use.secret_key_id === id).map(({ kind, rows }) => ({ kind, rows })),
      }))
      const rows = keys.map(({ id, state, uses }) => [
        id,
        state,
        uses.map(({ kind, rows }) => countOf(rows, kinds[kind])).join(', ') ||
          (state === 'listed' ? 'nothing: can be removed from the list' : 'nothing'),
      ])
      const missing = keys.filter(({ state }) => state === 'missing').map(({ id }) => id)
      const warning =
        missing.length === 0
          ? ''
          : `\n\nPut ${missing.join(' and ')} back on SVC_SECRET_KEYS: what needs them cannot be opened now.`
      return {
        data: keys,
        text: table(['KEY', 'STATE', 'NEEDED BY'], rows, '') + warning,
        exitCode: missing.length === 0 ? 0 : 1,
      }
    })
  },
})

const rotate = defineCommand({
  name: 'secrets rotate',
  summary: 'Encrypt every stored secret under the first listed key',
  description: `
    Put the new key first in SVC_SECRET_KEYS, keep the old one behind it, restart the processes, then run this while they
    work. It may be interrupted and run again. "svc secrets status" shows when the old key may go.`,
  async run(_input, context) {
    return withDatabase(context, async ({ db, settings }) => {
      const keyring = await openKeyring(settings)
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
        text: `${countOf(resealed, 'webhook secret')} moved to key "${keyring.currentId}". API keys follow when they are used.`,
      }
    })
  },
})

export const secretsCommands = [status, rotate]

const batchSize = 200

/** Small transactions, so that the rotation or deletion of a webhook does not wait long. */
function resealBatch(db: Connection, keyring: Keyring): Promise<number> {
  return db.transaction(async (transaction) => {
    const secrets = await listWebhookSecretsToReseal(transaction, keyring.currentId, { limit: batchSize })
    for (const stored of secrets) {
      if (!keyring.ids.includes(stored.key_id)) {
        throw new CommandError(
          `Webhook secrets are encrypted under "${stored.key_id}": put that key back on SVC_SECRET_KEYS, behind the new one.`,
        )
      }
      const context = secretContext(stored.id)
      const secret = keyring.decrypt(stored.key_id, stored.ciphertext, context).toString('utf8')
      await resealWebhookSecret(transaction, stored, keyring.encrypt('encryption', secret, context))
    }
    return secrets.length
  })
}

/** @param listed the ids in SVC_SECRET_KEYS, the current one first */
function stateOf(id: string, listed: readonly string[]): 'current' | 'listed' | 'missing' {
  if (id === listed[0]) return 'current'
  return listed.includes(id) ? 'listed' : 'missing'
}
