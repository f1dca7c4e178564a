import * as bounds from '@generated/contract/bounds'
import { credentialKinds, scopes } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { table } from '@svc/command-line/text'
import { IneligibleAccountError, listApiKeys } from '@svc/credentials/api-keys'
import { issueKey, revokeKey } from '@svc/credentials/credential-changes'
import { operatorActor } from '@svc/db/audit-log'
import { isFlagOn } from '@svc/db/flags'
import { openServiceKeyring } from '@svc/db/key-register'
import { isId } from '@svc/runtime/ids'
import { asTyped } from '../as-typed.ts'
import { accountOption, chooseAccount, withDatabase } from '../operator.ts'
import { nameUpTo, parseExpiry } from '../parsers.ts'

const issue = defineCommand({
  name: 'key issue',
  summary: 'Issue an API key and show it once',
  description: `
    Only a hash of the key is stored, so copy the key now. Test keys have a separate, smaller quota. Live keys work only while
    the flag live_keys_enabled is on.`,
  options: {
    account: accountOption,
    kind: { choices: credentialKinds, required: true, description: 'Kind of the key' },
    name: {
      value: 'NAME',
      required: true,
      parse: nameUpTo(bounds.RecordName.maxLength),
      description: 'Name of the key, shown to the owner',
    },
    scopes: { choices: scopes, list: true, description: 'Scopes of the key (default: all)' },
    'expires-in': {
      value: 'PERIOD',
      parse: parseExpiry,
      description: 'Such as 12h, 30d or 1y (default: the key does not expire)',
    },
  },
  examples: [
    'svc key issue --account "Rosso Trattoria" --kind test --name "till" --scopes businesses:read --expires-in 90d',
  ],
  async run({ options }, context) {
    const wanted = {
      kind: options.kind,
      name: options.name,
      scopes: scopes.filter((scope) => options.scopes?.includes(scope) ?? true),
      expires_at: options['expires-in'] ?? null,
    }
    const { issued, owner, isAccepted } = await withDatabase(context, async ({ db, settings }) => {
      const owner = await chooseAccount(db, options.account)
      const keyring = await openServiceKeyring(db, settings)
      const issued = await db
        .transaction((transaction) => issueKey(transaction, operatorActor, keyring, owner.id, wanted))
        .catch((error) => {
          if (!(error instanceof IneligibleAccountError)) throw error
          throw new CommandError(
            `${error.message} Change the plan with "svc account set-plan", or include the API with "svc account entitle".`,
          )
        })
      return {
        issued,
        owner,
        isAccepted: options.kind === 'test' || (await isFlagOn(db, 'live_keys_enabled', owner.id)),
      }
    })
    const { key, record } = issued
    const hint = isAccepted
      ? ''
      : asTyped('\nThe API refuses the key until live keys are enabled: svc flag set live_keys_enabled on', context.env)
    const until = record.expires_at === null ? '' : `, until ${record.expires_at}`
    return {
      data: { ...record, account_id: owner.id, key },
      text: `${key}\n\n${record.id} "${record.name}" of ${owner.name}: ${record.kind}, ${record.scopes.join(' ')}${until}.\nThe key is not shown again.${hint}`,
    }
  },
})

const list = defineCommand({
  name: 'key list',
  summary: 'List the API keys of an account, newest first',
  options: { account: accountOption },
  async run({ options }, context) {
    const keys = await withDatabase(context, async ({ db }) =>
      listApiKeys(db, (await chooseAccount(db, options.account)).id),
    )
    const now = new Date().toISOString()
    const rows = keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      key.name,
      stateOf(key, now),
      key.expires_at ?? 'never',
      key.last_used_at ?? 'never',
      key.scopes.join(' '),
    ])
    return {
      data: keys,
      text: table(
        ['KEY', 'BEGINS', 'NAME', 'STATE', 'EXPIRES', 'LAST USED', 'SCOPES'],
        rows,
        'The account has no keys.',
      ),
    }
  },
})

const revoke = defineCommand({
  name: 'key revoke',
  summary: 'Revoke an API key permanently',
  description: 'Takes effect with the next request that uses the key.',
  arguments: [{ name: 'KEY', description: 'Id, as "svc key list" shows it' }],
  options: { account: accountOption },
  async run({ arguments: [id], options }, context) {
    const revoked = await withDatabase(context, async ({ db }) => {
      const owner = await chooseAccount(db, options.account)
      return db.transaction(async (transaction) =>
        isId('key', id) ? revokeKey(transaction, operatorActor, owner.id, id) : undefined,
      )
    })
    if (!revoked) throw new CommandError(`The account has no key "${id}". To list its keys, run "svc key list".`)
    return { data: revoked, text: `${revoked.id} "${revoked.name}" was revoked at ${revoked.revoked_at}.` }
  },
})

export const keyCommands = [issue, list, revoke]

/** @param now in ISO 8601 */
function stateOf(key: { revoked_at: string | null; expires_at: string | null }, now: string): string {
  if (key.revoked_at !== null) return 'revoked'
  return key.expires_at !== null && key.expires_at <= now ? 'expired' : 'valid'
}
