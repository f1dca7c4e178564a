import { eraseAccount } from '@svc/db/account-erasure'
import { listAccounts } from '@svc/db/accounts'
import type { Database } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { identityOf } from '@svc/db/review-erasure'
import { listOwners, readReviewIdentities, storeTombstones, type Tombstone } from '@svc/db/tombstones'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { eraseReview } from './erase.ts'

/** Accounts and reviews that a database contains although they were erased. */
interface Unerased {
  accounts: Id<'acc'>[]
  reviews: { owner: Owner; id: Id<'rev'> }[]
}

/**
 * Finds what a restored database contains although it was erased after the backup. Hashes are compared under every
 * listed key. Throws an Error if a tombstone was written with a key that is not listed, because it could match unseen.
 */
export async function findUnerased(
  db: Database,
  keyring: Keyring,
  tombstones: readonly Tombstone[],
): Promise<Unerased> {
  const missing = tombstones.find(({ key_id }) => !keyring.ids.includes(key_id))
  if (missing) throw new Error(`A tombstone was written with the key "${missing.key_id}", which is not listed.`)
  // A hash of 32 bytes is that of one identity, of an account or of a review of one business.
  const erased = new Set(tombstones.map(({ hash }) => hash))
  const isErased = (identity: string) =>
    keyring.hmacAll('tombstone', identity).some(({ hash }) => erased.has(hash.toString('hex')))
  const accounts = (await listAccounts(db)).map(({ id }) => id).filter(isErased)
  const reviews: Unerased['reviews'] = []
  const businessIds = new Set(tombstones.map(({ business_id }) => business_id).filter((id) => id !== null))
  for (const owner of await listOwners(db, [...businessIds])) {
    if (accounts.includes(owner.account_id)) continue
    for await (const { id, ...review } of readReviewIdentities(db, owner))
      if (isErased(identityOf(owner, review))) reviews.push({ owner, id })
  }
  return { accounts, reviews }
}

/**
 * Erases again what was erased after the backup, and stores the tombstones, so that no import brings it back. Can be
 * repeated.
 */
export async function eraseAgain(db: Database, keyring: Keyring, tombstones: readonly Tombstone[]): Promise<Unerased> {
  const unerased = await findUnerased(db, keyring, tombstones)
  for (const id of unerased.accounts) await eraseAccount(db, id, { keyring })
  for (const { owner, id } of unerased.reviews)
    await db.transaction((transaction) => eraseReview(transaction, owner, id, keyring))
  await db.transaction((transaction) => storeTombstones(transaction, tombstones))
  return unerased
}
