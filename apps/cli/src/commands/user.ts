import { roles } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { InvalidInputError } from '@svc/credentials/invalid-input-error'
import { newSignInLink, signInLinkMinutes } from '@svc/credentials/sign-in-links'
import { createUser, deleteUser, newPassword, resetPassword, type User, type UserKind } from '@svc/credentials/users'
import { operatorActor, recordChange } from '@svc/db/audit-log'
import { removeAuthenticator } from '@svc/db/authenticators'
import type { Database, Transaction } from '@svc/db/database'
import { openServiceKeyring } from '@svc/db/key-register'
import { findUserByEmail } from '@svc/db/users'
import { serviceOrigin } from '@svc/local-service/origins'
import { errorCode } from '@svc/runtime/error-code'
import { accountOption, chooseAccount, type Operator, recordOperatorChange, withDatabase } from '../operator.ts'

export const linkOption = {
  flag: true,
  description: `Print a sign-in link instead of a password. It is valid once, for ${signInLinkMinutes} minutes`,
} as const

export const removeAuthenticatorOption = {
  flag: true,
  description: 'Remove the authenticator app and its recovery codes as well',
} as const

const create = defineCommand({
  name: 'user create',
  summary: 'Create a user of an account and show the password once',
  description:
    'The user signs in to the portal, and grants or denies consent to apps. The command generates the password; only a slow hash of it is stored. With --link, no password is printed: the user opens the link and chooses one.',
  options: {
    account: accountOption,
    email: { value: 'EMAIL', required: true, description: 'Email address of the user' },
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
      const role = options.role ?? 'owner'
      const login = { email: options.email, password, role }
      const user = await createLogin(db, login.email, async (transaction) => {
        const user = await createUser(transaction, owner.id, login)
        await recordChange(transaction, operatorActor, {
          action: 'member.created',
          account_id: owner.id,
          subject_id: user.id,
          after: { role },
        })
        return user
      })
      return { user, owner, printed: options.link ? await printLink(operator, user.email) : undefined }
    })
    if (printed) return { data: { ...user, ...printed.data }, text: printed.text }
    return {
      data: { ...user, password },
      text: passwordText(user, password, `The user belongs to ${owner.name}.`),
    }
  },
})

const reset = defineCommand({
  name: 'user reset',
  summary: 'Reset the password of a user and show the new one once',
  description: `
    Ends all sessions of the user, and revokes all consents with the access and refresh tokens issued under them. With --link,
    nothing changes until the user opens the link and chooses a password. An invited person can use the same kind of link to
    sign in for the first time.

    A user with an authenticator app still needs a code to sign in. If the user has lost both the app and the recovery codes,
    --remove-authenticator removes the second factor. Verify the user's identity first.`,
  arguments: [{ name: 'EMAIL', description: 'Email address of the user' }],
  options: {
    link: linkOption,
    'remove-authenticator': removeAuthenticatorOption,
  },
  examples: ['svc user reset sam@rosso-trattoria.nl --link'],
  async run({ arguments: [email], options }, context) {
    const removesApp = options['remove-authenticator'] === true
    if (options.link)
      return withDatabase(context, async (operator) => {
        if (removesApp) await operator.db.transaction((transaction) => removeApp(transaction, email))
        return printLink(operator, email)
      })
    const password = newPassword()
    const user = await withDatabase(context, ({ db }) =>
      db.transaction(async (transaction) => {
        if (removesApp) await removeApp(transaction, email)
        const user = await resetPassword(transaction, email, password)
        if (user?.account_id) await recordOperatorChange(transaction, 'member.password_reset', user.account_id, user.id)
        return user
      }),
    )
    if (!user) throw unknownLogin(email)
    return {
      data: { ...user, password },
      text: passwordText(user, password),
    }
  },
})

/** Removes the authenticator app of the member with this email address, if there is one. */
async function removeApp(transaction: Transaction, email: string): Promise<void> {
  const user = await findUserByEmail(transaction, email)
  if (user?.account_id && (await removeAuthenticator(transaction, user.id)))
    await recordOperatorChange(transaction, 'authenticator.removed', user.account_id, user.id)
}

/** Runs `create` in a transaction. Throws a usage or command error if the email address is invalid or in use. */
export function createLogin(
  db: Database,
  email: string,
  create: (transaction: Transaction) => Promise<User>,
): Promise<User> {
  return db.transaction(create).catch((error) => {
    if (error instanceof InvalidInputError) throw new UsageError(`--email: ${error.message}`)
    if (errorCode(error) === uniqueViolation)
      throw new CommandError(
        `A user with the email ${email} already exists. To set a new password, run "svc user reset".`,
      )
    throw error
  })
}

export async function printLink({ db, settings }: Operator, email: string, kind: UserKind = 'member') {
  const keyring = await openServiceKeyring(db, settings)
  const link = await newSignInLink(db, keyring, { email, origin: serviceOrigin(settings), kind })
  if (!link) throw unknownLogin(email)
  return {
    data: link,
    text: `email  ${link.email}\nlink   ${link.url}\n\nAnyone who has the link can set the password, so send it to the user only. It is valid once, for ${signInLinkMinutes} minutes.`,
  }
}

/** Shows a new password, which is not stored. `context` is a sentence about the user. */
export function passwordText({ email }: { email: string }, password: string, context?: string): string {
  const notes = [context, 'The password is not shown again.'].filter((note) => note !== undefined)
  return `email     ${email}\npassword  ${password}\n\n${notes.join(' ')}`
}

function unknownLogin(email: string): CommandError {
  return new CommandError(`There is no user "${email}". Create one with "svc user create".`)
}

const remove = defineCommand({
  name: 'user delete',
  summary: 'Delete a user permanently',
  description:
    'Ends all sessions of the user, and revokes all consents with the access and refresh tokens issued under them.',
  arguments: [{ name: 'EMAIL', description: 'Email address of the user' }],
  async run({ arguments: [email] }, context) {
    const user = await withDatabase(context, ({ db }) =>
      db.transaction(async (transaction) => {
        const user = await deleteUser(transaction, email)
        if (user?.account_id) await recordOperatorChange(transaction, 'member.removed', user.account_id, user.id)
        return user
      }),
    )
    if (!user) throw new CommandError(`There is no user "${email}".`)
    return {
      data: user,
      text: `Deleted the user ${user.email}. Their sessions, consents and tokens are no longer valid.`,
    }
  },
})

export const userCommands = [create, reset, remove]

/** PostgreSQL, appendix A. */
const uniqueViolation = '23505'
