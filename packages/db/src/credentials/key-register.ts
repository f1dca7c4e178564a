import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Keyring, openKeyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'
import type { Connection, Transaction } from '../connection/database.ts'
import {
  adoptSecretKeys,
  completeCheckValues,
  countSecretKeyUses,
  deleteKeyHolder,
  deleteSecretKey,
  deleteStaleKeyHolders,
  type KeyHolder,
  type ListedKey,
  listKeyHolders,
  listSecretKeys,
  lockSecretKeys,
  makeSecretKeyCurrent,
  type StoredKey,
  touchKeyHolder,
} from './secret-keys.ts'

// The database decides which secret key is current, not the order of SVC_SECRET_KEYS: a key becomes current when every
// running process lists it. docs/decisions/0027-secret-key-register.md has the reasons.

/** The secret keys of the settings do not fit the database. The message states which key is missing or wrong. */
export class SecretKeysError extends Error {
  override readonly name = 'SecretKeysError'
}

/**
 * The time in hours for which a former key must remain listed: the lifetime of a session. All other values that need a
 * key and are not counted by `countSecretKeyUses`, such as access tokens, expire earlier.
 */
export const formerKeyHours = 12

const formerKeyMs = formerKeyHours * 3_600_000

/**
 * Returns the keyring of the settings with the current key of this database. Throws a SecretKeysError if a key is
 * incorrect, or if a key that the stored data needs is not listed.
 */
export async function openServiceKeyring(
  db: Connection,
  settings: Pick<Settings, 'secretKeys' | 'dataDir'>,
): Promise<Keyring> {
  const keyring = await openKeyring(settings)
  await db.transaction((transaction) => admit(transaction, keyring))
  return keyring
}

/** A process that is registered with the keys that it lists. */
export interface HeldKeyring {
  /** Adopts the current key of the database. If that key is not listed, reports this through the keyring. */
  refresh(): Promise<void>
  /** Ends the registration. */
  stop(): Promise<void>
}

interface HoldOptions {
  /** `api` or `worker`, for the operator. */
  program: string
  logger: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
}

/** The interval at which a process reports which keys it lists, and reads which key is current. */
const refreshIntervalMs = 5_000

/**
 * Registers this process with the keys that it lists, and keeps the keyring on the current key of the database. Throws
 * a SecretKeysError for the same reasons as `openServiceKeyring`.
 */
export async function holdKeyring(
  db: Connection,
  keyring: Keyring,
  { program, logger }: HoldOptions,
): Promise<HeldKeyring> {
  const listed = listedKeys(keyring)
  const holder: KeyHolder = {
    id: randomUUID(),
    program,
    host: hostname(),
    pid: process.pid,
    key_ids: listed.map(({ id }) => id),
    check_values: listed.map(({ check_value }) => check_value),
  }
  await db.transaction(async (transaction) => {
    await admit(transaction, keyring)
    await deleteStaleKeyHolders(transaction)
    await touchKeyHolder(transaction, holder)
  })
  if (keyring.currentId !== keyring.firstId) {
    logger.info(
      { current: keyring.currentId, first: keyring.firstId },
      'First listed secret key not current yet; run "svc secrets rotate" to make it current',
    )
  }

  const refresh = async () => {
    const before = keyring.missingId
    follow(keyring, await touchKeyHolder(db, holder))
    if (keyring.missingId !== null && keyring.missingId !== before) logger.error({}, missingMessage(keyring.missingId))
  }
  let refreshing: Promise<void> | undefined
  const timer = setInterval(() => {
    refreshing ??= refresh()
      .catch((error) => logger.warn({ err: error }, 'Current secret key could not be read; retrying'))
      .finally(() => {
        refreshing = undefined
      })
  }, refreshIntervalMs)
  timer.unref()

  return {
    refresh,
    async stop() {
      clearInterval(timer)
      await refreshing
      await deleteKeyHolder(db, holder.id)
    },
  }
}

/**
 * Makes the first listed key current. Throws a SecretKeysError that names each running process that does not list the
 * key, because such a process could not read new values.
 */
export async function makeFirstKeyCurrent(db: Connection, keyring: Keyring): Promise<void> {
  await db.transaction(async (transaction) => {
    await admit(transaction, keyring)
    if (keyring.currentId === keyring.firstId) return
    const first = { id: keyring.firstId, check_value: keyring.checkValue(keyring.firstId) }
    const holders = await listKeyHolders(transaction)
    const lacking = holders.filter((holder) => !lists(holder, first))
    if (lacking.length > 0) {
      throw new SecretKeysError(
        `These processes do not list the secret key "${first.id}", or list another key with that id:\n` +
          `${lacking.map(({ program, host, pid }) => `  ${program} ${pid} on ${host}`).join('\n')}\n` +
          'Restart them with the list of keys that you gave this command, then run it again. A killed process is ' +
          'forgotten after 30 seconds.',
      )
    }
    await makeSecretKeyCurrent(transaction, first)
    follow(keyring, await listSecretKeys(transaction))
  })
}

/**
 * Removes a key that is lost or must no longer be used. Everything that needs it stops working. Throws a
 * SecretKeysError while a running process lists the key. Returns false if the database does not have the key.
 */
export async function forgetSecretKey(db: Connection, id: StoredKey['id']): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lockSecretKeys(transaction)
    const holders = await listKeyHolders(transaction)
    const holding = holders.find(({ key_ids }) => key_ids.includes(id))
    if (holding) {
      throw new SecretKeysError(
        `${holding.program} ${holding.pid} on ${holding.host} lists the secret key "${id}". Stop it, or restart it without that key.`,
      )
    }
    return deleteSecretKey(transaction, id)
  })
}

/** Sets a keyring to the current key of the database, without any check. */
export async function followSecretKeys(db: Connection, keyring: Keyring): Promise<void> {
  follow(keyring, await listSecretKeys(db))
}

/** Checks the keyring against the database under a lock, so that no other key becomes current in the meantime. */
async function admit(transaction: Transaction, keyring: Keyring): Promise<void> {
  await lockSecretKeys(transaction)
  const listed = listedKeys(keyring)
  const stored = await listSecretKeys(transaction)
  requireSameKeys(listed, stored)
  if (!stored.some(({ is_current }) => is_current)) await adoptSecretKeys(transaction, listed, keyring.firstId)
  else await completeCheckValues(transaction, listed)
  const adopted = await listSecretKeys(transaction)
  await requireEveryKey(transaction, keyring, adopted)
  follow(keyring, adopted)
}

function requireSameKeys(listed: readonly ListedKey[], stored: readonly StoredKey[]): void {
  for (const { id, check_value } of listed) {
    const known = stored.find((key) => key.id === id)?.check_value
    if (known && !known.equals(check_value)) {
      throw new SecretKeysError(
        `The secret key "${id}" is another key than the one with this id that the database was written with. ` +
          `Put the right key on ${whereKeysAre}.`,
      )
    }
  }
}

async function requireEveryKey(connection: Connection, keyring: Keyring, stored: readonly StoredKey[]): Promise<void> {
  const missing = stored.filter(({ id }) => !keyring.ids.includes(id))
  if (missing.length === 0) return
  const uses = await countSecretKeyUses(connection)
  for (const { id, is_current, replaced_at } of missing) {
    const count = uses.filter(({ secret_key_id }) => secret_key_id === id).reduce((sum, { rows }) => sum + rows, 0)
    const keptUntilMs = Date.parse(replaced_at ?? '') + formerKeyMs
    if (is_current || count > 0) throw new SecretKeysError(missingMessage(id))
    if (keptUntilMs > Date.now()) {
      throw new SecretKeysError(
        `The secret key "${id}" is not listed, but sessions and access tokens may need it until ` +
          `${new Date(keptUntilMs).toISOString()}. Add it again to ${whereKeysAre}, or run "svc secrets remove ${id}" ` +
          'to end them now.',
      )
    }
  }
}

function missingMessage(id: string): string {
  return (
    `The secret key "${id}" is not listed, but stored data needs it ("svc secrets status" shows what). Add it again to ` +
    `${whereKeysAre}. If it is lost, run "svc secrets remove ${id}": what needs it stops working.`
  )
}

const whereKeysAre = 'SVC_SECRET_KEYS (in development, in the file secret-keys of SVC_DATA_DIR)'

function listedKeys(keyring: Keyring): ListedKey[] {
  return keyring.ids.map((id) => ({ id, check_value: keyring.checkValue(id) }))
}

function lists({ key_ids, check_values }: KeyHolder, { id, check_value }: ListedKey): boolean {
  return check_values[key_ids.indexOf(id)]?.equals(check_value) ?? false
}

function follow(keyring: Keyring, stored: readonly StoredKey[]): void {
  keyring.follow({
    currentId: stored.find(({ is_current }) => is_current)?.id ?? null,
    replacedAtMs: new Map(
      stored.flatMap(({ id, replaced_at }) => (replaced_at === null ? [] : [[id, Date.parse(replaced_at)]])),
    ),
  })
}
