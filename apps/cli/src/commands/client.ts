import {
  createOAuthClient,
  deleteOAuthClient,
  listOAuthClients,
  type OAuthClient,
  rotateClientSecret,
} from '@svc/credentials/oauth-clients'
import { scopes } from '@svc/credentials/scopes'
import { openKeyring } from '@svc/runtime/secrets'
import { CommandError, command, UsageError } from '../command.ts'
import { chooseAccount, recordAct, withDatabase } from '../operator.ts'
import { table } from '../text.ts'
import { readName } from './account.ts'
import { wordsToScopes } from './key.ts'

const account = { value: 'ACCOUNT', help: 'Id or name; may be left out where there is only one' } as const
const clientArgument = { name: 'CLIENT', help: 'Id, as "svc client list" shows it' } as const

const create = command({
  name: 'client create',
  summary: 'Register an OAuth client and show its secret, once',
  details: `
    Without redirect URIs it is a client for client credentials: a program of the account itself. With them it asks people for
    consent, with authorization code and PKCE, while the flag oauth_authcode_enabled is on.

    A redirect URI begins with https:// and is matched character by character.`,
  options: {
    account,
    name: { value: 'NAME', required: true, help: 'What the owner calls it, and people see when they are asked' },
    scopes: { value: 'LIST', help: `Comma-separated, of ${scopes.join(', ')}; all unless told` },
    'redirect-uris': { value: 'LIST', help: 'Separated by spaces; one for each environment' },
    public: { switch: true, help: 'An app that cannot keep a secret: it gets none, and needs a redirect URI' },
  },
  examples: [
    'svc client create --account "Rosso Trattoria" --name "Nightly sync" --scopes businesses:read,webhooks:manage',
    'svc client create --name "Dashboard" --redirect-uris "https://app.nightly-sync.nl/callback"',
  ],
  async run({ options }, context) {
    const wanted = {
      name: readName('--name', options.name, 80),
      scopes: options.scopes === undefined ? scopes : wordsToScopes(options.scopes),
      redirect_uris: (options['redirect-uris'] ?? '').split(/\s+/).filter((uri) => uri !== ''),
      is_public: options.public,
    }
    return withDatabase(context, async ({ db, settings }) => {
      const owner = await chooseAccount(db, options.account)
      const keyring = await openKeyring(settings)
      const { client_secret, record } = await db.transaction(async (transaction) => {
        const created = await createOAuthClient(transaction, keyring, owner.id, wanted).catch(explain)
        await recordAct(transaction, 'client.created', owner.id, created.client_id)
        return created
      })
      const shown = { client_id: record.id, client_secret, ...withoutId(record), account_id: owner.id }
      const secret = client_secret === null ? 'It has no secret.' : 'The secret is not shown again.'
      return {
        data: shown,
        text: `client_id      ${record.id}\nclient_secret  ${client_secret ?? 'none'}\n\n"${record.name}" of ${owner.name}: ${record.scopes.join(' ')}. ${secret}`,
      }
    })
  },
})

const list = command({
  name: 'client list',
  summary: 'List the OAuth clients of an account, newest first',
  options: { account },
  async run({ options }, context) {
    const clients = await withDatabase(context, async ({ db }) =>
      listOAuthClients(db, (await chooseAccount(db, options.account)).id),
    )
    const rows = clients.map((client) => [
      client.id,
      client.name,
      client.redirect_uris.length === 0 ? 'client credentials' : client.is_public ? 'public' : 'authorization code',
      client.secret_rotated_at ?? client.created_at,
      client.scopes.join(' '),
      client.redirect_uris.join(' '),
    ])
    return {
      data: clients,
      text: table(
        ['CLIENT', 'NAME', 'KIND', 'SECRET SINCE', 'SCOPES', 'REDIRECT URIS'],
        rows,
        'The account has no clients.',
      ),
    }
  },
})

const rotate = command({
  name: 'client rotate',
  summary: 'Replace the secret of an OAuth client and show the new one, once',
  details: 'The old secret and every token of the client end at once.',
  arguments: [clientArgument],
  options: { account },
  async run({ arguments: [id], options }, context) {
    const rotated = await withDatabase(context, async ({ db, settings }) => {
      const owner = await chooseAccount(db, options.account)
      const keyring = await openKeyring(settings)
      return db.transaction(async (transaction) => {
        const rotated = await rotateClientSecret(transaction, keyring, owner.id, id)
        if (rotated) await recordAct(transaction, 'client.secret_rotated', owner.id, rotated.record.id)
        return rotated
      })
    })
    if (!rotated) throw new CommandError(`${noSuchClient(id)} A public client has no secret.`)
    const { client_secret, record } = rotated
    return {
      data: { client_id: record.id, client_secret, ...withoutId(record) },
      text: `client_id      ${record.id}\nclient_secret  ${client_secret}\n\nIt is not shown again. The old one and all tokens of "${record.name}" have ended.`,
    }
  },
})

const remove = command({
  name: 'client delete',
  summary: 'Delete an OAuth client for good',
  details: 'Every token of the client ends at once.',
  arguments: [clientArgument],
  options: { account },
  async run({ arguments: [id], options }, context) {
    const deleted = await withDatabase(context, async ({ db }) => {
      const owner = await chooseAccount(db, options.account)
      return db.transaction(async (transaction) => {
        const deleted = await deleteOAuthClient(transaction, owner.id, id)
        if (deleted) await recordAct(transaction, 'client.deleted', owner.id, deleted.id)
        return deleted
      })
    })
    if (!deleted) throw new CommandError(noSuchClient(id))
    return { data: deleted, text: `${deleted.id} "${deleted.name}" is deleted, and its tokens have ended.` }
  },
})

export const clientCommands = [create, list, rotate, remove]

function noSuchClient(id: string): string {
  return `The account has no client "${id}". "svc client list" shows its clients.`
}

function withoutId({ id: _, ...rest }: OAuthClient) {
  return rest
}

/** What is wrong with what was typed is a matter of the command line. */
function explain(error: unknown): never {
  if (error instanceof RangeError) throw new UsageError(error.message)
  throw error
}
