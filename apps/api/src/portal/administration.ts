import type { Schemas } from '@generated/portal/server-types'
import { changeBusinessCreation, issueKey, revokeKey } from '@svc/credentials/credential-changes'
import { listOAuthClients } from '@svc/credentials/oauth-clients'
import { findAccountDetails, listAccountKeys, listAccountSummaries, listFlagCounts } from '@svc/db/account-overviews'
import { findAccountById } from '@svc/db/accounts'
import { changeAccount, changeAccountLimit, changeFlag, changeKeyLimit } from '@svc/db/administration'
import type { ApiKey } from '@svc/db/api-keys'
import { type AuditActor, listAuditLog, recordChange } from '@svc/db/audit-log'
import type { Reader, RequestDatabase, Transaction } from '@svc/db/database'
import { listDeadLetters, listEndpointsWithDeadLetters, resendDeadLetters } from '@svc/db/dead-letters'
import { pendingMigrations } from '@svc/db/migrate'
import { measureQueues } from '@svc/db/queue-statistics'
import type { NoOtherFields } from '@svc/db/records'
import { readSecretKeyStates } from '@svc/db/secret-key-states'
import { listProcesses } from '@svc/db/secret-keys'
import { notFound } from '@svc/http/errors'
import type { Id } from '@svc/runtime/ids'
import { contractDocument } from '../contract.ts'
import type { Dependencies } from '../dependencies.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import type { AdministratorCaller } from './caller.ts'
import type { AdministrationOperations, PortalContext } from './context.ts'
import { listedMax, requireLater, shownClient, statusOf } from './credentials.ts'
import { authenticatorSetup } from './factors.ts'

/** As often as the page of the queues reads them. */
const queuesIntervalMs = 5_000

/** An administrator as the one who makes a change. */
function administratorActor({
  caller,
  requestId,
}: Pick<PortalContext, 'requestId'> & { caller: AdministratorCaller }): AuditActor {
  return { type: 'administrator', id: caller.session.user_id, request_id: requestId }
}

/** The console for administrators: everything beyond their session. */
export function administrationOperations(dependencies: Dependencies) {
  return {
    ...accountOperations,
    ...accountKeyOperations(dependencies),
    ...accountClientOperations,
    ...flagOperations,
    ...deadLetterOperations(dependencies),
    ...serviceOperations(dependencies),
    ...authenticatorOperations(dependencies),

    async listAuditLog({ query, db }) {
      const { action, actor, account_id } = query
      return pageResult(await listAuditLog(db, { ...pageRequest(query, 'aud'), action, actor, account_id }))
    },
  } satisfies Partial<AdministrationOperations>
}

/** The authenticator app of the administrator. Only the operator's command removes it. */
function authenticatorOperations(dependencies: Pick<Dependencies, 'keyring' | 'clock' | 'publicUrl'>) {
  const setup = authenticatorSetup(dependencies)
  return {
    beginAdministratorAuthenticator: ({ caller, db }) => setup.begin(db, caller.session),

    async confirmAdministratorAuthenticator({ body, db, ...context }) {
      const { session } = context.caller
      const added = { action: 'authenticator.added', account_id: null, subject_id: session.user_id } as const
      const record = (transaction: Transaction) => recordChange(transaction, administratorActor(context), added)
      return setup.confirm(db, session, { code: body.code, record })
    },

    createAdministratorRecoveryCodes: ({ caller, db }) => setup.newCodes(db, caller.session),
  } satisfies Partial<AdministrationOperations>
}

/** Runs a change of an account in a transaction, and returns the account; 404 where the change returns false. */
async function changed(
  db: RequestDatabase,
  id: Id<'acc'>,
  change: (transaction: Transaction) => Promise<unknown>,
): Promise<Schemas['AccountDetails']> {
  return db.transaction(async (transaction) => {
    // First the account, so that an unknown one is 404 regardless of the change.
    if (!(await findAccountById(transaction, id))) throw notFound()
    if (!(await change(transaction))) throw notFound()
    const account = await findAccountDetails(transaction, id)
    if (!account) throw notFound()
    return account
  })
}

const accountOperations = {
  async listAccounts({ query, db }) {
    const { q, plan } = query
    return pageResult(await listAccountSummaries(db, { ...pageRequest(query, 'acc'), q, plan }))
  },

  async getAccountDetails({ path, db }) {
    const account = await findAccountDetails(db, path.id)
    if (!account) throw notFound()
    return account
  },

  changeAccount: ({ path, body, db, ...context }) =>
    changed(db, path.id, (transaction) => changeAccount(transaction, administratorActor(context), path.id, body)),

  setAccountFlag: ({ path, body, db, ...context }) =>
    changed(db, path.id, (transaction) =>
      changeFlag(transaction, administratorActor(context), { ...body, name: path.name, accountId: path.id }),
    ),

  setAccountRateLimit: ({ path, body, db, ...context }) =>
    changed(db, path.id, (transaction) => changeAccountLimit(transaction, administratorActor(context), path.id, body)),
} satisfies Partial<AdministrationOperations>

function accountKeyOperations({ keyring, clock }: Pick<Dependencies, 'keyring' | 'clock'>) {
  const shown = <Key extends Pick<ApiKey, 'revoked_at' | 'expires_at'>>(key: Key) => ({
    ...key,
    status: statusOf(key, clock.now()),
  })
  const requireKey = async (db: Reader, accountId: Id<'acc'>, keyId: Id<'key'>): Promise<Schemas['AccountKey']> => {
    const { items } = await listAccountKeys(db, accountId, { limit: 1, keyId })
    const [key] = items
    if (!key) throw notFound()
    return shown(key)
  }
  return {
    async listAccountKeys({ path, query, db }) {
      if (!(await findAccountById(db, path.id))) throw notFound()
      const { items, next } = await listAccountKeys(db, path.id, pageRequest(query, 'key'))
      return pageResult({ items: items.map(shown), next })
    },

    async issueLiveKey({ path, body, db, ...context }) {
      requireLater(body.expires_at, clock)
      return db.transaction(async (transaction) => {
        if (!(await findAccountById(transaction, path.id))) throw notFound()
        const wanted = { ...body, kind: 'live' } as const
        const { key, record } = await issueKey(transaction, administratorActor(context), keyring, path.id, wanted)
        return { ...shown(record), rate_limit: null, key }
      })
    },

    async revokeAccountKey({ path, db, ...context }) {
      return db.transaction(async (transaction) => {
        if (!(await revokeKey(transaction, administratorActor(context), path.id, path.key_id))) throw notFound()
        return requireKey(transaction, path.id, path.key_id)
      })
    },

    async setKeyRateLimit({ path, body, db, ...context }) {
      return db.transaction(async (transaction) => {
        const change = { ...body, accountId: path.id }
        if (!(await changeKeyLimit(transaction, administratorActor(context), path.key_id, change))) throw notFound()
        return requireKey(transaction, path.id, path.key_id)
      })
    },
  } satisfies Partial<AdministrationOperations>
}

const accountClientOperations = {
  async listAccountClients({ path, db }) {
    if (!(await findAccountById(db, path.id))) throw notFound()
    return (await listOAuthClients(db, path.id, listedMax)).map(shownClient)
  },

  async setClientBusinessCreation({ path, body, db, ...context }) {
    const { enabled, ...rest } = body
    rest satisfies NoOtherFields
    return db.transaction(async (transaction) => {
      const change = { accountId: path.id, clientId: path.client_id, enabled }
      const client = await changeBusinessCreation(transaction, administratorActor(context), change)
      if (!client) throw notFound()
      return shownClient(client)
    })
  },
} satisfies Partial<AdministrationOperations>

const flagOperations = {
  listFlags: ({ db }) => listFlagCounts(db),

  async setFlag({ path, body, db, ...context }) {
    return db.transaction(async (transaction) => {
      const change = { ...body, name: path.name }
      if (!(await changeFlag(transaction, administratorActor(context), change))) throw notFound()
      const flag = (await listFlagCounts(transaction)).find(({ name }) => name === path.name)
      if (!flag) throw notFound()
      return flag
    })
  },
} satisfies Partial<AdministrationOperations>

/** For how many endpoints one request resends. */
const endpointsAtOnce = 20

function deadLetterOperations({ settings, clock, db }: Pick<Dependencies, 'settings' | 'clock' | 'db'>) {
  return {
    async listDeadLetters({ query, db }) {
      const { account_id, webhook_id } = query
      return pageResult(
        await listDeadLetters(db, {
          ...pageRequest(query, 'whd'),
          ...(account_id && { account_id }),
          ...(webhook_id && { webhook_id }),
        }),
      )
    },

    // In transactions of its own, one per batch.
    async resendDeadLetters({ body, ...context }) {
      const { since, account_id, webhook_id, from_webhook_id: from, dry_run, until: end, ...rest } = body
      rest satisfies NoOtherFields
      const until = end ?? new Date(clock.now()).toISOString()
      const period = { since, until, account_id, webhook_id, from }
      const endpoints = await listEndpointsWithDeadLetters(db, period, endpointsAtOnce + 1)
      const result = { webhook_count: 0, matched_count: 0, queued_count: 0 }
      for (const endpoint of endpoints.slice(0, endpointsAtOnce)) {
        const counts = await resendDeadLetters(
          db,
          administratorActor(context),
          endpoint,
          { since, until, dry_run },
          { maxAttempts: settings.webhooks.attemptsMax },
        )
        result.webhook_count += 1
        result.matched_count += counts.matched_count
        result.queued_count += counts.queued_count
      }
      return { ...result, next_webhook_id: endpoints[endpointsAtOnce]?.webhook_id ?? null }
    },
  } satisfies Partial<AdministrationOperations>
}

function serviceOperations({ keyring, redis }: Pick<Dependencies, 'keyring' | 'redis'>) {
  return {
    async listQueues({ db }) {
      const queues = await measureQueues(db, { intervalMs: queuesIntervalMs })
      return queues.map(({ measured_at: _, ...queue }) => queue)
    },

    async getHealth({ db }) {
      const startedAtMs = performance.now()
      const [server] = await db.execute<{ server_version: string }>({ text: 'show server_version' })
      const latencyMs = Math.round(performance.now() - startedAtMs)
      return {
        database: {
          version: server?.server_version ?? '',
          latency_ms: latencyMs,
          missing_migrations: (await pendingMigrations(db)).length,
        },
        redis: {
          configured: redis !== null,
          reachable: (await redis?.isReachable()) ?? false,
          fallback_count: redis?.fallbackCount ?? 0,
        },
        processes: await listProcesses(db),
        node_version: process.version,
        contract_version: contractDocument.info.version,
      }
    },

    listSecretKeys: ({ db }) => readSecretKeyStates(db, keyring),
  } satisfies Partial<AdministrationOperations>
}
