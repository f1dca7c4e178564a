import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { createProfileApi, type ProfileApi } from '@svc/business-profile/profile-api'
import { ProfileError } from '@svc/business-profile/profile-error'
import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import { defineCommand } from '@svc/command-line/command'
import type { Context } from '@svc/command-line/context'
import { CommandError } from '@svc/command-line/errors'
import { table } from '@svc/command-line/text'
import { operatorActor, recordChange } from '@svc/db/audit-log'
import { isFlagOn } from '@svc/db/flags'
import { openServiceKeyring } from '@svc/db/key-register'
import { connectProfile, disconnectProfile, findProfileConnection, profileFlag } from '@svc/db/profile-connections'
import type { Owner } from '@svc/db/records'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { accountOption, chooseAccount, type Operator, withDatabase } from '../operator.ts'

const connect = defineCommand({
  name: 'business-profile connect',
  summary: 'Connect a location of the business profile with a refresh token',
  description: `
    Checks the token, which the owner of the location has consented to, and stores it encrypted. The reviews of the location are
    then synchronized. Needs the flag business_profile_enabled, BUSINESS_PROFILE_CLIENT_ID and BUSINESS_PROFILE_CLIENT_SECRET.
    Without --location, the only location is connected, or the locations are listed.`,
  options: {
    account: accountOption,
    location: { value: 'NAME', description: 'Such as accounts/1/locations/2 (default: the only location)' },
    'token-file': { value: 'FILE', description: 'File with the refresh token (default: standard input)' },
  },
  examples: ['svc business-profile connect --account "Rosso Trattoria" --token-file token.txt'],
  async run({ options }, context) {
    return withDatabase(context, async ({ db, settings }) => {
      const owner = await requireOwner({ db, settings }, options.account)
      const { api, keyring } = await openApi({ db, settings }, owner.account_id)
      const token = await readToken(options['token-file'], context)
      const locations = await explained(api.listLocations({ id: owner.account_id, refreshToken: token }))
      const names = locations.map(({ name, title }) => `  ${name}  ${title}`).join('\n')
      const fitting = locations.filter(({ name }) => options.location === undefined || name === options.location)
      const [location, another] = fitting
      if (location === undefined)
        throw new CommandError(`The token cannot access that location. It can access:\n${names || '  none'}`)
      if (another) throw new CommandError(`Select a location with --location:\n${names}`)
      const refreshToken = keyring.encrypt('encryption', token, refreshTokenContext(owner.business_id))
      await db.transaction(async (transaction) => {
        await connectProfile(transaction, owner, { location: location.name, title: location.title, refreshToken })
        const { account_id } = owner
        await recordChange(transaction, operatorActor, { action: 'profile.connected', account_id })
      })
      const data = { account_id: owner.account_id, location: location.name, title: location.title }
      return { data, text: `Connected ${location.title || location.name}. A worker now reads its reviews.` }
    })
  },
})

const status = defineCommand({
  name: 'business-profile status',
  summary: 'Show the profile connection of an account and its synchronization status',
  options: { account: accountOption },
  async run({ options }, context) {
    return withDatabase(context, async (operator) => {
      const owner = await requireOwner(operator, options.account)
      const connection = await findProfileConnection(operator.db, owner)
      if (connection === undefined) throw notConnected()
      const { location, problem, synced_at, running_scan, scanned_count, review_total } = connection
      const progress = `${scanned_count} of ${review_total ?? '?'}`
      const rows = [[location, problem ?? 'none', running_scan ?? 'none', progress, synced_at ?? 'never']]
      return { data: connection, text: table(['LOCATION', 'PROBLEM', 'RUNNING SCAN', 'REVIEWS', 'SYNCED'], rows, '') }
    })
  },
})

const disconnect = defineCommand({
  name: 'business-profile disconnect',
  summary: 'Delete the connection of an account and revoke its consent',
  description:
    'Works while the flag is off. A worker with BUSINESS_PROFILE_CLIENT_ID revokes the consent. Approved replies become drafts again. Synchronized reviews stay; published replies stay visible.',
  options: { account: accountOption },
  async run({ options }, context) {
    return withDatabase(context, async (operator) => {
      const owner = await requireOwner(operator, options.account)
      const { account_id } = owner
      const isDisconnected = await operator.db.transaction(async (transaction) => {
        if (!(await disconnectProfile(transaction, owner))) return false
        await recordChange(transaction, operatorActor, { action: 'profile.disconnected', account_id })
        return true
      })
      if (!isDisconnected) throw notConnected()
      return { data: { account_id }, text: 'Disconnected. A worker revokes the consent.' }
    })
  },
})

export const businessProfileCommands = [connect, status, disconnect]

async function requireOwner({ db }: Operator, named: string | undefined): Promise<Owner> {
  const { id, business_id, name } = await chooseAccount(db, named)
  if (business_id === null) throw new CommandError(`${name} has no business yet.`)
  return { account_id: id, business_id }
}

/** The client of the upstream service. Throws a CommandError while the integration is not enabled. */
async function openApi(
  { db, settings }: Operator,
  accountId: Id<'acc'>,
): Promise<{ api: ProfileApi; keyring: Keyring }> {
  if (!(await isFlagOn(db, profileFlag, accountId)))
    throw new CommandError(`The integration is off. An operator enables it with "svc flag set ${profileFlag} on".`)
  if (settings.businessProfile === null)
    throw new CommandError('Set BUSINESS_PROFILE_CLIENT_ID and BUSINESS_PROFILE_CLIENT_SECRET.')
  const keyring = await openServiceKeyring(db, settings)
  return { api: createProfileApi({ db, keyring, settings: settings.businessProfile }), keyring }
}

/** Reads the refresh token, without the line break at its end. */
async function readToken(file: string | undefined, { stdin, workingDirectory }: Context): Promise<string> {
  const content = file === undefined ? await textOf(stdin) : await readFile(resolve(workingDirectory, file), 'utf8')
  const token = content.trim()
  if (!/^\S{1,2048}$/.test(token)) throw new CommandError('The input is not a refresh token: one line without spaces.')
  return token
}

async function explained<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ProfileError) throw new CommandError(`The location cannot be connected. ${error.message}`)
    throw error
  }
}

function notConnected(): CommandError {
  return new CommandError('The account is not connected. Connect it with "svc business-profile connect".')
}
