import { roles } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { newSignInLink, signInLinkMinutes } from '@svc/credentials/sign-in-links'
import { createUser, deleteUser, newPassword, resetPassword } from '@svc/credentials/users'
import { openServiceKeyring } from '@svc/db/key-register'
import { serviceOrigin } from '@svc/local-service/origins'
import { chooseAccount, type Operator, withDatabase } from '../operator.ts'

const linkOption = {
  flag: true,
  description: `Print a link that sets the password instead: valid once, for ${signInLinkMinutes} minutes`,
} as const

const create = defineCommand({
  name: 'user create',
  summary: 'Create a login for an account and show its password once',
  description:
    'The user signs in to the portal, and grants or denies consent to apps. The password is generated here; only a slow hash of it is stored. With --link nobody sees it: the user opens the link and chooses another one.',
  options: {
    account: { value: 'ACCOUNT', description: 'Id or name; optional when there is only one account' },
    email: { value: 'EMAIL', required: true, description: 'Email address of the login' },
    role: { choices: roles, description: 'What the member may do in the portal (default: owner)' },
    link: linkOption,
  },
  examples: [
    'svc user create --account "Rosso Trattoria" --email owner@rosso-trattoria.nl',
    'svc user create --account "Rosso Trattoria" --email sam@rosso-trattoria.nl --role developer --link',
  ],
  async run({ options }, context) {
    const password = newPassword()
    const { user, owner, printed } = await withDatabase(context, async (operator) => {
      const { db } = operator
      const owner = await chooseAccount(db, options.account)
      const user = await createUser(db, owner.id, {
        email: options.email,
        password,
        role: options.role ?? 'owner',
      }).catch((error) => {
        if (error instanceof RangeError) throw new UsageError(`--email: ${error.message}`)
        if (error.code === uniqueViolation)
          throw new CommandError(
            `There is a login for ${options.email} already. "svc user reset" makes a new password.`,
          )
        throw error
      })
      return { user, owner, printed: options.link ? await printLink(operator, user.email) : undefined }
    })
    if (printed) return { data: { ...user, ...printed.data }, text: printed.text }
    return {
      data: { ...user, password },
      text: `email     ${user.email}\npassword  ${password}\n\nA login for ${owner.name}. The password is not shown again.`,
    }
  },
})

const reset = defineCommand({
  name: 'user reset',
  summary: 'Reset the password of a login and show the new one once',
  description: `
    Ends every session of the user and every consent, with all access and refresh tokens issued under it. With --link nothing
    changes until the user opens the link and chooses a password.`,
  arguments: [{ name: 'EMAIL', description: 'Email address of the login' }],
  options: {
    link: linkOption,
  },
  async run({ arguments: [email], options }, context) {
    if (options.link) return withDatabase(context, (operator) => printLink(operator, email))
    const password = newPassword()
    const user = await withDatabase(context, ({ db }) => resetPassword(db, email, password))
    if (!user) throw unknownLogin(email)
    return {
      data: { ...user, password },
      text: `email     ${user.email}\npassword  ${password}\n\nThe password is not shown again.`,
    }
  },
})

async function printLink({ db, settings }: Operator, email: string) {
  const keyring = await openServiceKeyring(db, settings)
  const link = await newSignInLink(db, keyring, { email, origin: serviceOrigin(settings) })
  if (!link) throw unknownLogin(email)
  return {
    data: link,
    text: `email  ${link.email}\nlink   ${link.url}\n\nAnyone who has the link can set the password: send it to the user only. It is valid once, for ${signInLinkMinutes} minutes.`,
  }
}

function unknownLogin(email: string): CommandError {
  return new CommandError(`There is no login for "${email}". Create one with "svc user create".`)
}

const remove = defineCommand({
  name: 'user delete',
  summary: 'Delete a login permanently',
  description: 'Ends every session of the user and every consent, with all access and refresh tokens issued under it.',
  arguments: [{ name: 'EMAIL', description: 'Email address of the login' }],
  async run({ arguments: [email] }, context) {
    const user = await withDatabase(context, ({ db }) => deleteUser(db, email))
    if (!user) throw new CommandError(`There is no login for "${email}".`)
    return { data: user, text: `The login for ${user.email} is deleted; its sessions, consents and tokens are ended.` }
  },
})

export const userCommands = [create, reset, remove]

/** PostgreSQL, appendix A. */
const uniqueViolation = '23505'
