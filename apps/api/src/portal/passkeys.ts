import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  deletePasskey,
  findByPasskey,
  listPasskeys,
  passkeysMax,
} from '@svc/credentials/passkeys'
import { recordChange } from '@svc/db/audit-log'
import type { Transaction } from '@svc/db/database'
import { conflict, invalidRequest, notFound } from '@svc/http/errors'
import type { BrowserSessions } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { memberActor } from './audit-log.ts'
import type { PortalCaller } from './caller.ts'
import type { PortalContext, PortalOperations } from './context.ts'
import { createSignIn, signInRefused } from './sessions.ts'

/** The passkeys of the user who is signed in, and signing in with one. */
export function passkeyOperations(
  dependencies: Pick<Dependencies, 'db' | 'keyring' | 'clock' | 'publicUrl'>,
  sessions: BrowserSessions,
) {
  const { db } = dependencies
  const { beginFor } = createSignIn(dependencies, sessions)
  return {
    listPasskeys: ({ caller, db }) => listPasskeys(db, caller.session.user_id),

    async beginPasskey({ caller, db }) {
      return beginPasskey(db, dependencies, caller.session)
    },

    async addPasskey({ body, caller, db, requestId }) {
      const { session } = caller
      return db.transaction(async (transaction) => {
        const added = await addPasskey(transaction, dependencies, session, body)
        if (added === 'wrong') throw invalidRequest('body.client_data_json', wrongCreation)
        if (added === 'conflict')
          throw conflict(`This passkey is registered already, or you have ${passkeysMax} passkeys.`)
        await record(transaction, 'passkey.added', { caller, requestId })
        return added
      })
    },

    async removePasskey({ path, caller, db, requestId }) {
      const { session } = caller
      return db.transaction(async (transaction) => {
        if (!(await deletePasskey(transaction, session.user_id, path.id))) throw notFound()
        await record(transaction, 'passkey.removed', { caller, requestId })
        return { id: path.id, deleted: true as const }
      })
    },

    beginPasskeySignIn: async () => beginPasskeySignIn(dependencies),

    async signInWithPasskey({ body, browser }) {
      const user = await findByPasskey(db, dependencies, body)
      const session = user && (await beginFor(browser, user))
      if (!session) throw signInRefused('The passkey is unknown, or the sign-in took too long. Try again.')
      return session
    },
  } satisfies Partial<PortalOperations>
}

const wrongCreation =
  'is not of this session and origin, is older than five minutes, or has no proof that the device verified the person'

function record(
  transaction: Transaction,
  action: 'passkey.added' | 'passkey.removed',
  context: Pick<PortalContext, 'requestId'> & { caller: PortalCaller },
): Promise<void> {
  const { account_id, user_id } = context.caller.session
  return recordChange(transaction, memberActor(context), { action, account_id, subject_id: user_id })
}
