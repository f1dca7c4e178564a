import { issueApiKey, listApiKeys, revokeApiKey } from '@svc/credentials/api-keys'
import { readScopes, scopes } from '@svc/credentials/scopes'
import { isFlagOn } from '@svc/db/flags'
import { openKeyring } from '@svc/runtime/secrets'
import { CommandError, command, UsageError } from '../command.ts'
import { chooseAccount, recordAct, withDatabase } from '../operator.ts'
import { asTyped, table } from '../text.ts'
import { readName } from './account.ts'

const account = { value: 'ACCOUNT', help: 'Id or name; may be left out where there is only one' } as const

const issue = command({
  name: 'key issue',
  summary: 'Issue an API key and show it, once',
  details: `
    Only a hash of the key is stored: copy it now. Test keys use a small allowance of their own. Live keys work while the
    flag live_keys_enabled is on.`,
  options: {
    account,
    kind: { choices: ['test', 'live'], required: true, help: 'What the key may use up' },
    name: { value: 'NAME', required: true, help: 'What the owner calls it' },
    scopes: { value: 'LIST', help: `Comma-separated, of ${scopes.join(', ')}; all unless told` },
    'expires-in': { value: 'TIME', help: 'Such as 12h, 30d or 1y; it does not expire unless told' },
  },
  examples: [
    'svc key issue --account "Rosso Trattoria" --kind test --name "till" --scopes businesses:read --expires-in 90d',
  ],
  async run({ options }, context) {
    const wanted = {
      kind: options.kind,
      name: readName('--name', options.name, 80),
      scopes: options.scopes === undefined ? scopes : wordsToScopes(options.scopes),
      expires_at: options['expires-in'] === undefined ? null : momentIn(options['expires-in'], Date.now()),
    }
    const { issued, owner, isAccepted } = await withDatabase(context, async ({ db, settings }) => {
      const owner = await chooseAccount(db, options.account)
      const keyring = await openKeyring(settings)
      const issued = await db.transaction(async (transaction) => {
        const issued = await issueApiKey(transaction, keyring, owner.id, wanted)
        await recordAct(transaction, 'key.issued', owner.id, issued.record.id)
        return issued
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
      : asTyped('\nIt is refused until live keys are switched on: svc flag set live_keys_enabled on', context.env)
    const until = record.expires_at === null ? '' : `, until ${record.expires_at}`
    return {
      data: { ...record, account_id: owner.id, key },
      text: `${key}\n\n${record.id} "${record.name}" of ${owner.name}: ${record.kind}, ${record.scopes.join(' ')}${until}.\nIt is not shown again.${hint}`,
    }
  },
})

const list = command({
  name: 'key list',
  summary: 'List the API keys of an account, newest first',
  options: { account },
  async run({ options }, context) {
    const keys = await withDatabase(context, async ({ db }) =>
      listApiKeys(db, (await chooseAccount(db, options.account)).id),
    )
    const now = new Date().toISOString()
    const rows = keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      key.name,
      key.revoked_at ? 'revoked' : key.expires_at && key.expires_at <= now ? 'expired' : 'valid',
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

const revoke = command({
  name: 'key revoke',
  summary: 'Revoke an API key for good',
  details: 'The next request with it is refused.',
  arguments: [{ name: 'KEY', help: 'Id, as "svc key list" shows it' }],
  options: { account },
  async run({ arguments: [id], options }, context) {
    const revoked = await withDatabase(context, async ({ db }) => {
      const owner = await chooseAccount(db, options.account)
      return db.transaction(async (transaction) => {
        const revoked = await revokeApiKey(transaction, owner.id, id)
        if (revoked) await recordAct(transaction, 'key.revoked', owner.id, revoked.id)
        return revoked
      })
    })
    if (!revoked) throw new CommandError(`The account has no key "${id}". "svc key list" shows its keys.`)
    return { data: revoked, text: `${revoked.id} "${revoked.name}" is revoked since ${revoked.revoked_at}.` }
  },
})

export const keyCommands = [issue, list, revoke]

/** The scopes that an option lists, separated by commas or spaces. */
export function wordsToScopes(text: string) {
  try {
    return readScopes(text.split(/[\s,]+/).filter((word) => word !== ''))
  } catch (error) {
    throw new UsageError(`--scopes: ${(error as RangeError).message}`)
  }
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000, y: 365 * 86_400_000 }

/** The moment after so much time, such as 12h or 30d. */
function momentIn(text: string, nowMs: number): string {
  const [, amount, unit] = /^(\d{1,5})([mhdwy])$/.exec(text) ?? []
  if (!Number(amount) || unit === undefined) {
    throw new UsageError(`--expires-in is a time such as 30m, 12h, 30d, 4w or 1y, not "${text}".`)
  }
  const moment = nowMs + Number(amount) * unitMs[unit as keyof typeof unitMs]
  if (moment > Date.UTC(9999, 0))
    throw new UsageError('--expires-in is too far away; leave it out for a key that does not expire.')
  return new Date(moment).toISOString()
}
