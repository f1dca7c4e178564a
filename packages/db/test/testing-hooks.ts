import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing.ts'

/** A migrated, empty database that exists from before the first test of the calling file until after its last one. */
export function openTestDatabase(): Omit<TestDatabase, 'drop'> {
  let opened: TestDatabase | undefined
  const database = (): TestDatabase => {
    if (opened === undefined) throw new Error('The test database is used outside of a test or a hook.')
    return opened
  }
  beforeAll(async () => {
    opened = await createTestDatabase()
  })
  afterAll(() => database().drop())
  return {
    get db() {
      return database().db
    },
    get url() {
      return database().url
    },
  }
}
