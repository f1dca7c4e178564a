import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { table } from '@svc/command-line/text'
import { listConsents, withdrawConsent } from '@svc/db/oauth-records'
import { accountOption, chooseAccount, recordOperatorChange, withDatabase } from '../operator.ts'

const list = defineCommand({
  name: 'consent list',
  summary: 'List the consents that users of an account gave to apps',
  options: { account: accountOption },
  async run({ options }, context) {
    const consents = await withDatabase(context, async ({ db }) =>
      listConsents(db, (await chooseAccount(db, options.account)).id),
    )
    const rows = consents.map((consent) => [
      consent.id,
      consent.email,
      consent.client_id,
      consent.client_name,
      consent.expires_at,
      consent.scopes.join(' '),
    ])
    return {
      data: consents,
      text: table(['CONSENT', 'USER', 'CLIENT', 'NAME', 'UNTIL', 'SCOPES'], rows, 'The account has no consents.'),
    }
  },
})

const withdraw = defineCommand({
  name: 'consent withdraw',
  summary: 'Withdraw a consent',
  description:
    'Immediately revokes all access and refresh tokens issued under the consent. The app must ask the user again.',
  arguments: [{ name: 'CONSENT', description: 'Id, as "svc consent list" shows it' }],
  options: { account: accountOption },
  async run({ arguments: [id], options }, context) {
    const withdrawn = await withDatabase(context, async ({ db }) => {
      const owner = await chooseAccount(db, options.account)
      return db.transaction(async (transaction) => {
        const withdrawn = await withdrawConsent(transaction, owner.id, id)
        if (withdrawn) await recordOperatorChange(transaction, 'consent.withdrawn', owner.id, withdrawn.client_id)
        return withdrawn
      })
    })
    if (!withdrawn)
      throw new CommandError(`The account has no consent "${id}". To list its consents, run "svc consent list".`)
    const { email, client_name } = withdrawn
    return {
      data: withdrawn,
      text: `Withdrew the consent of ${email} to "${client_name}" and revoked its tokens.`,
    }
  },
})

export const consentCommands = [list, withdraw]
