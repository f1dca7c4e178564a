import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { table } from '@svc/command-line/text'
import { createAdministrator, deleteUser, listAdministrators, newPassword, resetPassword } from '@svc/credentials/users'
import { operatorActor, recordChange } from '@svc/db/audit-log'
import { removeAuthenticator } from '@svc/db/authenticators'
import type { Transaction } from '@svc/db/database'
import { findUserByEmail } from '@svc/db/users'
import { withDatabase } from '../operator.ts'
import { createLogin, linkOption, passwordText, printLink, removeAuthenticatorOption } from './user.ts'

const emailArgument = { name: 'EMAIL', description: 'Email address of the administrator' } as const

const create = defineCommand({
  name: 'admin create',
  summary: 'Create an administrator of the platform and show the password once',
  description: `
    An administrator signs in to the console at /portal/admin and does not belong to an account. Administrators can only be
    created with this command. With --link, no password is printed: the administrator opens the link and chooses one.`,
  arguments: [emailArgument],
  options: { link: linkOption },
  examples: ['svc admin create sam@platform.nl --link'],
  async run({ arguments: [email], options }, context) {
    const password = newPassword()
    const { user, printed } = await withDatabase(context, async (operator) => {
      const user = await createLogin(operator.db, email, async (transaction) => {
        const user = await createAdministrator(transaction, { email, password })
        await recordChange(transaction, operatorActor, {
          action: 'administrator.created',
          account_id: null,
          subject_id: user.id,
        })
        return user
      })
      return { user, printed: options.link ? await printLink(operator, user.email, 'administrator') : undefined }
    })
    if (printed) return { data: { ...user, ...printed.data }, text: printed.text }
    return {
      data: { ...user, password },
      text: passwordText(user, password, 'The user is an administrator.'),
    }
  },
})

const list = defineCommand({
  name: 'admin list',
  summary: 'List the administrators of the platform',
  async run(_input, context) {
    const administrators = await withDatabase(context, ({ db }) => listAdministrators(db))
    const rows = administrators.map(({ id, email, created_at }) => [id, email, created_at])
    return {
      data: administrators,
      text: table(['ADMINISTRATOR', 'EMAIL', 'CREATED'], rows, 'There are no administrators.'),
    }
  },
})

const reset = defineCommand({
  name: 'admin reset',
  summary: 'Reset the password of an administrator and show the new one once',
  description: `
    Ends every session of the administrator. With --link nothing changes until the administrator opens the link and chooses a
    password.

    An administrator with an authenticator app still needs a code to sign in. If both the app and the recovery codes are
    lost, --remove-authenticator removes the second factor. Verify the administrator's identity first.`,
  arguments: [emailArgument],
  options: { link: linkOption, 'remove-authenticator': removeAuthenticatorOption },
  async run({ arguments: [email], options }, context) {
    const removesApp = options['remove-authenticator'] === true
    if (options.link)
      return withDatabase(context, async (operator) => {
        if (removesApp) await operator.db.transaction((transaction) => removeApp(transaction, email))
        return printLink(operator, email, 'administrator')
      })
    const password = newPassword()
    const user = await withDatabase(context, ({ db }) =>
      db.transaction(async (transaction) => {
        if (removesApp) await removeApp(transaction, email)
        const user = await resetPassword(transaction, email, password, 'administrator')
        if (user)
          await recordChange(transaction, operatorActor, {
            action: 'administrator.password_reset',
            account_id: null,
            subject_id: user.id,
          })
        return user
      }),
    )
    if (!user) throw unknownAdministrator(email)
    return {
      data: { ...user, password },
      text: passwordText(user, password),
    }
  },
})

/** Removes the authenticator app of the administrator with this email address, if there is one. */
async function removeApp(transaction: Transaction, email: string): Promise<void> {
  const user = await findUserByEmail(transaction, email, 'administrator')
  if (user && (await removeAuthenticator(transaction, user.id)))
    await recordChange(transaction, operatorActor, {
      action: 'authenticator.removed',
      account_id: null,
      subject_id: user.id,
    })
}

const remove = defineCommand({
  name: 'admin delete',
  summary: 'Delete an administrator permanently',
  description: 'Ends all sessions of the administrator. Their changes remain in the audit log.',
  arguments: [emailArgument],
  async run({ arguments: [email] }, context) {
    const user = await withDatabase(context, ({ db }) =>
      db.transaction(async (transaction) => {
        const user = await deleteUser(transaction, email, 'administrator')
        if (user)
          await recordChange(transaction, operatorActor, {
            action: 'administrator.removed',
            account_id: null,
            subject_id: user.id,
          })
        return user
      }),
    )
    if (!user) throw unknownAdministrator(email)
    return { data: user, text: `Deleted the administrator ${user.email}.` }
  },
})

function unknownAdministrator(email: string): CommandError {
  return new CommandError(`There is no administrator "${email}". To list the administrators, run "svc admin list".`)
}

export const adminCommands = [create, list, reset, remove]
