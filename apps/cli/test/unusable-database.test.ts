import { createReader, withoutLastMigration } from '@svc/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSvc, type Svc } from './svc.ts'

let svc: Svc
let reader: Awaited<ReturnType<typeof createReader>>
beforeAll(async () => {
  svc = await openSvc()
  reader = await createReader(svc.database.db)
})
afterAll(async () => {
  await reader.drop()
  await svc.close()
})

/** Nothing listens on this port. */
const unreachable = 'postgres://svc:a-password@127.0.0.1:1/svc'

describe('without a database that responds', () => {
  test.each(['migrate', 'backup tombstones tombstones.jsonl', 'backup verify svc.dump', 'account list'])(
    'svc %s states where it looked and what to do, without a stack trace',
    async (words) => {
      const { exitCode, stdout, stderr } = await svc.run(words, { env: { DATABASE_URL: unreachable } })
      expect([exitCode, stdout, stderr]).toEqual([
        1,
        '',
        'The PostgreSQL at 127.0.0.1:1 is unavailable (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct DATABASE_URL.\n',
      ])
    },
  )

  test.each([
    ['backup verify', '--restored'],
    ['backup erase-again tombstones.jsonl', '--restored'],
  ])('svc %s names the option of the database', async (words, option) => {
    svc.file('tombstones.jsonl', '')
    const { exitCode, stderr } = await svc.run(`${words} ${option} ${unreachable}`)
    expect([exitCode, stderr]).toEqual([
      1,
      'The PostgreSQL at 127.0.0.1:1 is unavailable (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct --restored.\n',
    ])
  })

  test('svc migrate names SVC_DATABASE_DIRECT_URL where that is used', async () => {
    const { stderr } = await svc.run('migrate', { env: { SVC_DATABASE_DIRECT_URL: unreachable } })
    expect(stderr).toContain('or correct SVC_DATABASE_DIRECT_URL.')
  })
})

describe('without the rights that it needs', () => {
  test('svc migrate states which right is missing and who has it', async () => {
    const { exitCode, stderr } = await withoutLastMigration(svc.database.db, () =>
      svc.run('migrate', { env: { DATABASE_URL: reader.url } }),
    )
    expect([exitCode, stderr]).toEqual([
      1,
      `The user "${reader.name}" of DATABASE_URL lacks a right in the database (permission denied for schema public). Grant it, ` +
        'or use a user that has it: migrations need the owner of the schema, and "svc backup verify FILE" needs a role that ' +
        'may create databases.\n',
    ])
  })

  test('svc backup verify states that its role may not create databases', async () => {
    const { exitCode, stderr } = await svc.run('backup verify svc.dump', { env: { DATABASE_URL: reader.url } })
    expect(exitCode).toBe(1)
    expect(stderr).toContain(
      `"${reader.name}" of DATABASE_URL lacks a right in the database (permission denied to create database)`,
    )
    expect(stderr).not.toContain(' at ')
  })
})
