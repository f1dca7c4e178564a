import { beforeEach } from 'vitest'
import type { Database } from '../src/connection/database.ts'
import type { Owner } from '../src/connection/records.ts'
import { openBrightside, openRosso } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

export interface TwoAccounts {
  readonly db: Database
  rosso: Owner
  brightside: Owner
}

/** A database for the tests of the calling file. Each of them begins with these two accounts and without other data. */
export function openTwoAccounts(): TwoAccounts {
  const database = openTestDatabase()
  const none: Owner = { account_id: 'acc_', business_id: 'biz_' }
  const accounts = {
    get db() {
      return database.db
    },
    rosso: none,
    brightside: none,
  }
  beforeEach(async () => {
    await knexOf(accounts.db)('accounts').delete()
    accounts.rosso = await openRosso(accounts.db)
    accounts.brightside = await openBrightside(accounts.db)
  })
  return accounts
}
