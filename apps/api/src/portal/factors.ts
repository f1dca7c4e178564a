import { beginAuthenticator, finishAuthenticator, newRecoveryCodes, readFactors } from '@svc/credentials/second-factors'
import type { PersonSession } from '@svc/credentials/sessions'
import { recordChange } from '@svc/db/audit-log'
import { removeAuthenticator } from '@svc/db/authenticators'
import type { RequestDatabase, Transaction } from '@svc/db/database'
import { endOtherSessions } from '@svc/db/sessions'
import { conflict, notFound } from '@svc/http/errors'
import type { Dependencies } from '../dependencies.ts'
import { memberActor } from './audit-log.ts'
import type { PortalCaller } from './caller.ts'
import type { PortalContext, PortalOperations } from './context.ts'
import { wrongCode } from './sessions.ts'

type FactorDependencies = Pick<Dependencies, 'keyring' | 'clock' | 'publicUrl'>

/** Sets up an authenticator app, the same for members and administrators: decision 0040. */
export function authenticatorSetup({ keyring, clock, publicUrl }: FactorDependencies) {
  /** The name that authenticator apps show next to the email address. */
  const issuer = new URL(publicUrl).hostname
  return {
    async begin(db: RequestDatabase, session: PersonSession) {
      const begun = await db.transaction((transaction) =>
        beginAuthenticator(transaction, keyring, { ...session, issuer }),
      )
      if (!begun) throw conflict('You have an authenticator app already. Remove it first.')
      return begun
    },

    /** `record` adds the entry of the audit log to the transaction. */
    async confirm(
      db: RequestDatabase,
      { user_id, id: session_id }: PersonSession,
      { code, record }: { code: string; record: (transaction: Transaction) => Promise<void> },
    ) {
      const codes = await db.transaction(async (transaction) => {
        const confirmation = { user_id, session_id, code }
        const finished = await finishAuthenticator(transaction, { keyring, clock }, confirmation)
        if (typeof finished === 'object') await record(transaction)
        return finished
      })
      if (codes === 'unknown') throw notFound()
      if (codes === 'wrong') throw wrongCode()
      return { recovery_codes: codes }
    },

    newCodes: (db: RequestDatabase, { user_id }: PersonSession) =>
      db.transaction(async (transaction) => {
        const { authenticator_since } = await readFactors(transaction, user_id)
        if (authenticator_since === null) throw notFound()
        return { recovery_codes: await newRecoveryCodes(transaction, user_id) }
      }),
  }
}

/** The second factors of the member who is signed in. */
export const factorOperations = (dependencies: FactorDependencies) => {
  const setup = authenticatorSetup(dependencies)
  return {
    getFactors: ({ caller, db }) => readFactors(db, caller.session.user_id),

    async beginAuthenticator({ caller, db }) {
      return setup.begin(db, caller.session)
    },

    async confirmAuthenticator({ body, caller, db, requestId }) {
      const added = (transaction: Transaction) => record(transaction, 'authenticator.added', { caller, requestId })
      return setup.confirm(db, caller.session, { code: body.code, record: added })
    },

    async removeAuthenticator({ caller, db, requestId }) {
      const { session } = caller
      return db.transaction(async (transaction) => {
        if (!(await removeAuthenticator(transaction, session.user_id))) throw notFound()
        await endOtherSessions(transaction, session.user_id, session.id)
        await record(transaction, 'authenticator.removed', { caller, requestId })
        return readFactors(transaction, session.user_id)
      })
    },

    async createRecoveryCodes({ caller, db }) {
      return setup.newCodes(db, caller.session)
    },
  } satisfies Partial<PortalOperations>
}

function record(
  transaction: Transaction,
  action: 'authenticator.added' | 'authenticator.removed',
  context: Pick<PortalContext, 'requestId'> & { caller: PortalCaller },
): Promise<void> {
  const { account_id, user_id } = context.caller.session
  return recordChange(transaction, memberActor(context), { action, account_id, subject_id: user_id })
}
