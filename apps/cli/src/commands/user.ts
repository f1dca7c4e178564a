import { defineCommand } from '@svc/command-line/command'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { createUser, newPassword, resetPassword } from '@svc/credentials/users'
import { chooseAccount, withDatabase } from '../operator.ts'

const create = defineCommand({
  name: 'user create',
  summary: 'Open a login for an account and show its password, once',
  description:
    'The person logs in to answer apps that ask for consent. The password is made here; only a slow hash of it is stored.',
  options: {
    account: { value: 'ACCOUNT', description: 'Id or name; may be left out where there is only one' },
    email: { value: 'EMAIL', required: true, description: 'What the person logs in with' },
  },
  examples: ['svc user create --account "Rosso Trattoria" --email owner@rosso-trattoria.nl'],
  async run({ options }, context) {
    const password = newPassword()
    const { user, owner } = await withDatabase(context, async ({ db }) => {
      const owner = await chooseAccount(db, options.account)
      const user = await createUser(db, owner.id, { email: options.email, password }).catch((error) => {
        if (error instanceof RangeError) throw new UsageError(`--email: ${error.message}`)
        if (error.code === uniqueViolation)
          throw new CommandError(
            `There is a login for ${options.email} already. "svc user reset" makes a new password.`,
          )
        throw error
      })
      return { user, owner }
    })
    return {
      data: { ...user, password },
      text: `email     ${user.email}\npassword  ${password}\n\nA login for ${owner.name}. The password is not shown again.`,
    }
  },
})

const reset = defineCommand({
  name: 'user reset',
  summary: 'Make a new password for a login and show it, once',
  description: 'Every session of the person ends.',
  arguments: [{ name: 'EMAIL', description: 'What the person logs in with' }],
  async run({ arguments: [email] }, context) {
    const password = newPassword()
    const user = await withDatabase(context, ({ db }) => resetPassword(db, email, password))
    if (!user) throw new CommandError(`Nobody logs in with "${email}". "svc user create" opens a login.`)
    return {
      data: { ...user, password },
      text: `email     ${user.email}\npassword  ${password}\n\nThe password is not shown again.`,
    }
  },
})

export const userCommands = [create, reset]

/** PostgreSQL, appendix A. */
const uniqueViolation = '23505'
