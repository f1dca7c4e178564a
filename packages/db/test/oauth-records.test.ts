import { expect, test } from 'vitest'
import { limitRecordsOfAddress, saveOAuthRecord } from '../src/credentials/oauth-records.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()

const address = '198.51.100.7'

test('limiting the records of an address does not wait for another request that deletes some of them', async () => {
  const { db } = database
  const hourMs = 3_600_000
  for (const [index, id] of ['oldest', 'older', 'newest'].entries())
    await saveOAuthRecord(db, 'Interaction', id, {
      payload: {},
      grant_id: null,
      uid: null,
      client_id: null,
      user_id: null,
      address,
      expires_at: new Date(Date.now() + hourMs * (index + 1)),
    })
  const records = () => knexOf(db)('oauth_records').where({ address }).orderBy('id').pluck('id')
  // Two requests that waited for each other's rows would end in a deadlock, and one of them in an error.
  await knexOf(db).transaction(async (other) => {
    await other('oauth_records').where({ id: 'oldest' }).delete()
    await limitRecordsOfAddress(db, address, { max: 1 })
    expect(await records()).toEqual(['newest', 'oldest'])
  })
  expect(await records()).toEqual(['newest'])
})
