import * as bounds from '@generated/contract/bounds'
import { scopes } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { table } from '@svc/command-line/text'
import { changeBusinessCreation, createClient, deleteClient, rotateSecret } from '@svc/credentials/credential-changes'
import { InvalidInputError } from '@svc/credentials/invalid-input-error'
import { listOAuthClients, type OAuthClient } from '@svc/credentials/oauth-clients'
import { operatorActor } from '@svc/db/audit-log'
import { openServiceKeyring } from '@svc/db/key-register'
import { isId } from '@svc/runtime/ids'
import { accountOption, chooseAccount, withDatabase } from '../operator.ts'
import { nameUpTo } from '../parsers.ts'

const clientArgument = { name: 'CLIENT', description: 'Id, as "svc client list" shows it' } as const

const create = defineCommand({
  name: 'client create',
  summary: 'Create an OAuth client and show its secret once',
  description: `
    Without redirect URIs, the client uses the client credentials grant and acts for the account itself. With redirect URIs, it
    asks users for consent (authorization code with PKCE). This requires the flag oauth_authcode_enabled.

    A redirect URI starts with https:// and must match exactly.`,
  options: {
    account: accountOption,
    name: {
      value: 'NAME',
      required: true,
      parse: nameUpTo(bounds.RecordName.maxLength),
      description: 'Name of the client, shown on the consent page',
    },
    scopes: { choices: scopes, list: true, description: 'Scopes the client may request (default: all)' },
    'redirect-uris': { value: 'LIST', description: 'Redirect URIs, separated by spaces' },
    public: { flag: true, description: 'A public client: it has no secret and needs a redirect URI' },
  },
  examples: [
    'svc client create --account "Rosso Trattoria" --name "Nightly sync" --scopes businesses:read,webhooks:manage',
    'svc client create --name "Dashboard" --redirect-uris "https://app.nightly-sync.nl/callback"',
  ],
  async run({ options }, context) {
    const wanted = {
      name: options.name,
      scopes: scopes.filter((scope) => options.scopes?.includes(scope) ?? true),
      redirect_uris: (options['redirect-uris'] ?? '').split(/\s+/).filter((uri) => uri !== ''),
      is_public: options.public,
    }
    return withDatabase(context, async ({ db, settings }) => {
      const owner = await chooseAccount(db, options.account)
      const keyring = await openServiceKeyring(db, settings)
      const { client_secret, record } = await db
        .transaction((transaction) => createClient(transaction, operatorActor, keyring, owner.id, wanted))
        .catch(toUsageError)
      const shown = { client_id: record.id, client_secret, ...withoutId(record), account_id: owner.id }
      const secret = client_secret === null ? 'A public client has no secret.' : 'The secret is not shown again.'
      return {
        data: shown,
        text: `client_id      ${record.id}\nclient_secret  ${client_secret ?? 'none'}\n\n"${record.name}" of ${owner.name}: ${record.scopes.join(' ')}. ${secret}`,
      }
    })
  },
})

const list = defineCommand({
  name: 'client list',
  summary: 'List the OAuth clients of an account, newest first',
  options: { account: accountOption },
  async run({ options }, context) {
    const clients = await withDatabase(context, async ({ db }) =>
      listOAuthClients(db, (await chooseAccount(db, options.account)).id),
    )
    const rows = clients.map((client) => [
      client.id,
      client.name,
      kindOf(client),
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

const rotate = defineCommand({
  name: 'client rotate',
  summary: 'Replace the secret of an OAuth client and show the new one once',
  description: 'Revokes the old secret and every token of the client immediately.',
  arguments: [clientArgument],
  options: { account: accountOption },
  async run({ arguments: [id], options }, context) {
    const rotated = await withDatabase(context, async ({ db, settings }) => {
      const owner = await chooseAccount(db, options.account)
      const keyring = await openServiceKeyring(db, settings)
      return db.transaction(async (transaction) =>
        isId('cli', id) ? rotateSecret(transaction, operatorActor, keyring, owner.id, id) : undefined,
      )
    })
    if (!rotated) throw new CommandError(`${noSuchClient(id)} A public client has no secret.`)
    const { client_secret, record } = rotated
    return {
      data: { client_id: record.id, client_secret, ...withoutId(record) },
      text: `client_id      ${record.id}\nclient_secret  ${client_secret}\n\nThe secret is not shown again. The old secret and all tokens of "${record.name}" are revoked.`,
    }
  },
})

const grant = defineCommand({
  name: 'client grant',
  summary: 'Grant or revoke the scope businesses:write of an OAuth client',
  description: `
    With this scope, a client creates the business of an account that has none. Only an operator or administrator can grant it.
    New tokens of the client have it. If it is revoked, tokens lose it with their next request. A client with redirect URIs
    cannot have it.`,
  arguments: [clientArgument, { name: 'STATE', description: 'on or off', choices: ['on', 'off'] }],
  options: { account: accountOption },
  examples: ['svc client grant cli_01kjpy44e0ejn9fs0zhj02ddtc on --account "Rosso Trattoria"'],
  async run({ arguments: [id, state], options }, context) {
    const granted = await withDatabase(context, async ({ db }) => {
      const owner = await chooseAccount(db, options.account)
      if (!isId('cli', id)) return undefined
      const change = { accountId: owner.id, clientId: id, enabled: state === 'on' }
      return db.transaction((transaction) => changeBusinessCreation(transaction, operatorActor, change))
    })
    if (!granted) throw new CommandError(noSuchClient(id))
    return { data: granted, text: `${granted.id} "${granted.name}": businesses:write is ${state}.` }
  },
})

const remove = defineCommand({
  name: 'client delete',
  summary: 'Delete an OAuth client permanently',
  description: 'Revokes every token of the client immediately.',
  arguments: [clientArgument],
  options: { account: accountOption },
  async run({ arguments: [id], options }, context) {
    const deleted = await withDatabase(context, async ({ db }) => {
      const owner = await chooseAccount(db, options.account)
      return db.transaction(async (transaction) =>
        isId('cli', id) ? deleteClient(transaction, operatorActor, owner.id, id) : undefined,
      )
    })
    if (!deleted) throw new CommandError(noSuchClient(id))
    return { data: deleted, text: `Deleted ${deleted.id} "${deleted.name}" and revoked its tokens.` }
  },
})

export const clientCommands = [create, list, rotate, grant, remove]

function noSuchClient(id: string): string {
  return `The account has no client "${id}". To list its clients, run "svc client list".`
}

function withoutId({ id: _, ...rest }: OAuthClient) {
  return rest
}

/** Reports an invalid redirect URI, which is found when the record is created, as a usage error. */
function toUsageError(error: unknown): never {
  if (error instanceof InvalidInputError) throw new UsageError(error.message)
  throw error
}

function kindOf({ is_public, redirect_uris }: OAuthClient): string {
  if (redirect_uris.length === 0) return 'client credentials'
  return is_public ? 'public' : 'authorization code'
}
