import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { knexOf } from '@svc/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount, openSvc, type Svc } from './svc.ts'

let svc: Svc
let rosso: { accountId: string; businessId: string }
beforeAll(async () => {
  svc = await openSvc()
  rosso = await openAccount(svc)
  await openAccount(svc, 'Brightside Dental')
  svc.file('reviews.csv', 'id,rating,text,date\n1,5,Lovely,2026-10-01\n2,2,Slow,2026-10-02\n')
  await svc.run(`reviews import reviews.csv --business ${rosso.businessId}`)
})
afterAll(() => svc.close())

const exporting = (to: string) => svc.run(['account', 'export', '--account', 'Rosso Trattoria', '--to', to])
const linesOf = (path: string) =>
  readFileSync(join(svc.dir, path), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('an account is exported to a folder with a manifest, readable by its owner only', async () => {
  const { exitCode, stdout } = await exporting('rosso')
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Wrote \d+ records of Rosso Trattoria to rosso\.\n$/)])
  expect(linesOf('rosso/reviews.ndjson')).toMatchObject([{ text: 'Lovely' }, { text: 'Slow' }])
  expect(linesOf('rosso/businesses.ndjson')).toMatchObject([{ id: rosso.businessId }])
  const { records, omitted } = JSON.parse(readFileSync(join(svc.dir, 'rosso/export.json'), 'utf8'))
  expect(records).toMatchObject({ accounts: 1, businesses: 1, reviews: 2, analyses: 0 })
  expect(omitted.sessions).toContain('Secrets')
  for (const file of readdirSync(join(svc.dir, 'rosso'), { withFileTypes: true }))
    if (file.isFile()) expect(statSync(join(svc.dir, 'rosso', file.name)).mode & 0o077).toBe(0)
})

test('an account is exported to one file, whose last line marks it as complete', async () => {
  expect((await exporting('rosso.ndjson')).exitCode).toBe(0)
  const lines = linesOf('rosso.ndjson')
  expect(lines.filter(({ kind }) => kind === 'reviews').map(({ record }) => record.text)).toEqual(['Lovely', 'Slow'])
  expect(lines.at(-1)).toMatchObject({ kind: 'export', record: { records: { reviews: 2 } } })
})

test('an export overwrites no file', async () => {
  svc.file('taken.ndjson', 'mine')
  expect((await exporting('taken.ndjson')).stderr).toContain('already exists. Name another file.')
  expect(readFileSync(join(svc.dir, 'taken.ndjson'), 'utf8')).toBe('mine')
  await exporting('taken')
  expect((await exporting('taken')).stderr).toContain('is not an empty folder.')
})

test('an account is deleted only with its name, typed or given, and a second deletion reports the first', async () => {
  const deleting = (...options: string[]) => svc.run(['account', 'delete', rosso.accountId, ...options])
  const asked = await svc.run(['account', 'delete', rosso.accountId], { stdin: 'Rosso\n' })
  expect(asked).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Type the name of the account') })
  expect(asked.stderr).toContain('Nothing was deleted: "Rosso" is not the name "Rosso Trattoria".')
  expect((await svc.run(['account', 'delete', rosso.accountId])).exitCode).toBe(1)
  expect((await deleting('--confirm', 'Brightside Dental')).exitCode).toBe(1)
  expect(await knexOf(svc.database.db)('accounts').pluck('name')).toHaveLength(2)

  const { exitCode, stdout } = await svc.run(['account', 'delete', rosso.accountId], { stdin: 'Rosso Trattoria\n' })
  expect([exitCode, stdout]).toEqual([0, 'Deleted Rosso Trattoria and everything that it owned.\n'])
  expect(await knexOf(svc.database.db)('accounts').pluck('name')).toEqual(['Brightside Dental'])
  expect((await deleting('--confirm', 'Rosso Trattoria')).stderr).toMatch(/^.*The account acc_\w+ was deleted at 20/m)
  expect(existsSync(join(svc.dir, 'rosso'))).toBe(true)
})
