import { describe, expect, test } from 'vitest'
import { explainDatabaseError, prepareSchema } from '../src/schema/prepare-schema.ts'
import { createReader, knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const quiet = { debug: () => {}, info: () => {} }
const database = openTestDatabase()

const production = () => ({ mode: 'production', databaseUrl: database.url, acceptsNewerDatabase: false }) as const
const migrations = () => knexOf(database.db)('schema_migrations')

describe('the schema at a start', () => {
  test('is refused when a newer version has migrated it, unless a rollback is permitted', async () => {
    await migrations().insert({ name: '9999-of-the-next-version' })
    await expect(prepareSchema(database.db, production(), quiet)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^A newer version of the service has migrated this database \(9999-of-the-next-/),
    })
    await prepareSchema(database.db, { ...production(), acceptsNewerDatabase: true }, quiet)
    await migrations().where({ name: '9999-of-the-next-version' }).delete()
  })

  test('is only checked in production, where a missing migration is named and not run', async () => {
    const [last] = await migrations().orderBy('name', 'desc').limit(1)
    await migrations().where({ name: last.name }).delete()
    await expect(prepareSchema(database.db, production(), quiet)).rejects.toThrow(
      `The database lacks 1 of the migrations of this version (the first is ${last.name}). Run "svc migrate" with a ` +
        'role that may change the schema, then start again.',
    )
    expect(await migrations().where({ name: last.name })).toEqual([])
    await migrations().insert(last)
  })

  test('can be checked by a role that may not change it', async () => {
    const reader = await createReader(database.db)
    await prepareSchema({ url: reader.url }, { ...production(), databaseUrl: reader.url }, quiet)
    await reader.drop()
  })
})

test.each([
  ['28P01', 'The PostgreSQL at db.example.com:5432 refused the password of "svc". Correct DATABASE_URL.'],
  ['3D000', 'The PostgreSQL at db.example.com:5432 has no database "reviews". Create it, or correct DATABASE_URL.'],
  ['ECONNREFUSED', 'The PostgreSQL at db.example.com:5432 is unavailable (no). Start it, or correct DATABASE_URL.'],
])('the error %s of PostgreSQL is explained, without the password', (code, message) => {
  const error = Object.assign(new Error('no'), { code })
  const explained = explainDatabaseError(error, 'postgres://svc:a-password@db.example.com:5432/reviews')
  expect(explained).toMatchObject({ name: 'StartError', message })
})

test('an error that is a defect is not explained away', () => {
  const error = Object.assign(new Error('syntax error'), { code: '42601' })
  expect(explainDatabaseError(error, 'postgres://svc@127.0.0.1/svc')).toBe(error)
})
