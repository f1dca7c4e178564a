import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { knexOf } from '@svc/db/testing'
import { storedReviews } from '@svc/db/testing-reviews'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { repository } from '../src/repository.ts'
import { openAccount, openSvc, type Svc } from './svc.ts'

let svc: Svc
let businessId: string
let serial = 0
beforeAll(async () => {
  svc = await openSvc()
})
afterAll(() => svc.close())
beforeEach(async () => {
  businessId = (await openAccount(svc, `Rosso Trattoria ${++serial}`)).businessId
})

interface Competitor {
  name: string
  sources: string[]
}

const importing = (file: string, ...options: string[]) =>
  svc.run(['reviews', 'import', file, '--business', businessId, ...options])
const addCompetitor = async (name: string): Promise<string> =>
  (await svc.run(['competitor', 'add', '--business', businessId, '--name', name, '--json'])).json<{ id: string }>().id
const stored = () => storedReviews(svc.database.db, businessId)

test('control characters in a file do not reach the terminal, in an error and in a report', async () => {
  const sequence = '\u001b]0;owned\u0007\u001b[2J'
  const columns = 'subject,source,source_id,rating,text,published_at'
  svc.file('hostile.csv', [columns, `Bella ${sequence},google,g1,5,Fine,2026-10-02`].join('\n'))
  const refused = await importing('hostile.csv')
  const imported = await importing('hostile.csv', '--create-competitors')
  expect([refused.exitCode, imported.exitCode]).toEqual([1, 0])
  for (const output of [refused.stderr, imported.stdout]) {
    expect(output).toContain('Bella \\u001b]0;owned\\u0007\\u001b[2J')
    expect(output).not.toContain('\u001b')
  }
})

test('only a file in another encoding is refused with the option that sets it', async () => {
  svc.file('latin.csv', Buffer.from('id,rating,text\na,5,Café', 'latin1'))
  svc.file('columns.csv', 'id,published_at\na,2026-10-01')
  const [encoding, columns] = [await importing('latin.csv'), await importing('columns.csv')]
  expect([encoding.exitCode, columns.exitCode]).toEqual([1, 1])
  expect(encoding.stderr).toMatch(/is not valid utf-8 .*--encoding windows-1252/)
  expect(columns.stderr).toContain('The first line must list the columns')
  expect(columns.stderr).not.toContain('--encoding')
})

describe('stored reviews', () => {
  test('reviews of the business and of competitors by name or id, with everything but the reviewer', async () => {
    const bella = await addCompetitor('Bella Vista')
    svc.file(
      'reviews.csv',
      [
        'Subject,Reviewer Name,Platform,Review ID,Star Rating,Review Text,Review Date,Owner Response',
        'own,Jane Doe,Google,g1,FIVE,"Lovely pasta, kind staff",2026-10-02,Thank you Jane',
        'bella  VISTA,Joe Roe,TripAdvisor,t1,2.0 of 5 bubbles,Slow,"Oct 3, 2026",',
        `${bella},Ann Poe,Yelp,y1,4,,03.10.2026,`,
      ].join('\n'),
    )
    const { exitCode, stdout } = await importing('reviews.csv')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('reviews.csv: 3 new reviews, 0 already stored.')
    const reviews = await stored()
    expect(reviews).toMatchObject([
      {
        competitor_id: bella,
        source: 'tripadvisor',
        source_id: 't1',
        rating: 2,
        text: 'Slow',
        published_at: '2026-10-03T00:00:00.000Z',
        owner_replied: false,
      },
      {
        competitor_id: bella,
        source: 'yelp',
        source_id: 'y1',
        rating: 4,
        text: '',
        published_at: '2026-10-03T00:00:00.000Z',
        owner_replied: false,
      },
      {
        competitor_id: null,
        source: 'google',
        source_id: 'g1',
        rating: 5,
        text: 'Lovely pasta, kind staff',
        published_at: '2026-10-02T00:00:00.000Z',
        owner_replied: true,
      },
    ])
    expect(JSON.stringify(reviews)).not.toMatch(/Jane|Joe|Ann/)
  })

  test('an empty cell for "replied" is unknown, and keeps what an earlier file said', async () => {
    svc.file(
      'replied.csv',
      ['id,rating,date,replied', 'a,5,2026-10-01,yes', 'b,4,2026-10-01,no', 'c,3,2026-10-01,'].join('\n'),
    )
    expect((await importing('replied.csv')).exitCode).toBe(0)
    const replies = async () =>
      (await stored()).map(({ source_id, owner_replied }) => [source_id, owner_replied]).sort()
    expect(await replies()).toEqual([
      ['a', true],
      ['b', false],
      ['c', null],
    ])
    svc.file('later.csv', ['id,rating,date,replied', 'a,5,2026-10-01,', 'c,3,2026-10-01,yes'].join('\n'))
    expect((await importing('later.csv')).exitCode).toBe(0)
    expect(await replies()).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ])
  })

  test('the statistics of every subject are counted again', async () => {
    svc.file(
      'reviews.jsonl',
      [1, 5, 3]
        .map((rating) => JSON.stringify({ rating, date: '2026-01-02', replied: rating === 5, text: 'x' }))
        .join('\n'),
    )
    await importing('reviews.jsonl')
    const [business] = await knexOf(svc.database.db)('businesses').where({ id: businessId })
    expect(business.review_stats).toMatchObject({ average_rating: 3, review_count: 3 })
    expect(business.unanswered_count).toBe(2)
  })

  test('--competitor sets the subject of all rows, and --source their source', async () => {
    const bella = await addCompetitor('Bella Vista')
    svc.file(
      'bella.json',
      JSON.stringify([
        { subject: 'own', rating: 4 },
        { rating: 3, platform: 'Yelp' },
      ]),
    )
    await importing('bella.json', '--competitor', bella, '--source', 'facebook')
    const reviews = await stored()
    expect(reviews.map(({ competitor_id, source }) => [competitor_id, source]).sort()).toEqual([
      [bella, 'facebook'],
      [bella, 'yelp'],
    ])
    const tracked = (await svc.run(['competitor', 'list', '--business', businessId, '--json'])).json<Competitor[]>()
    expect(tracked).toMatchObject([{ review_stats: { average_rating: 3.5, review_count: 2 } }])
    expect(tracked[0]?.sources.sort()).toEqual(['facebook', 'yelp'])
  })

  test('--create-competitors tracks every competitor that the file names, each once', async () => {
    svc.file('new.csv', 'subject,rating\nPasta Fresca,5\npasta fresca,4\nIl Giardino,3\nown,2\n')
    const { json } = await importing('new.csv', '--create-competitors', '--json')
    expect(json<{ subjects: unknown }>().subjects).toMatchObject([
      { subject: 'Pasta Fresca', created: true, new_count: 2 },
      { subject: 'Il Giardino', created: true, new_count: 1 },
      { subject: 'own', created: false, competitor_id: null, new_count: 1 },
    ])
    const tracked = (await svc.run(['competitor', 'list', '--business', businessId, '--json'])).json<Competitor[]>()
    expect(tracked.map(({ name }) => name).sort()).toEqual(['Il Giardino', 'Pasta Fresca'])
  })
})

describe('a second import', () => {
  test('adds reviews with new source ids, and updates those that have changed', async () => {
    svc.file('first.csv', 'id,source,rating,text\n1,google,5,Good\n2,google,4,Fine\n2,google,1,Again\n')
    svc.file('second.csv', 'id,source,rating,text\n2,google,3,Changed\n3,google,4,New\n1,yelp,2,Elsewhere\n')
    expect((await importing('first.csv', '--json')).json()).toMatchObject({ new_count: 2, known_count: 1 })
    expect((await importing('second.csv', '--json')).json()).toMatchObject({ new_count: 2, known_count: 1 })
    expect((await stored()).map(({ source_id, text }) => `${source_id} ${text}`)).toEqual([
      '1 Good',
      '1 Elsewhere',
      '2 Changed',
      '3 New',
    ])
  })

  test('a second import without ids identifies a review by subject, date, stars and text, and counts reviews without text', async () => {
    const rows = [
      'own,2026-10-01,5,Good',
      'own,2026-10-01,5,Good',
      'own,2026-10-01,5,',
      'own,2026-10-01,5,',
      'own,2026-10-02,5,',
    ]
    svc.file('first.csv', `subject,date,rating,text\n${rows.join('\n')}\n`)
    svc.file('second.csv', `subject,date,rating,text\n${[...rows, 'own,2026-10-01,5,'].join('\n')}\n`)
    expect((await importing('first.csv', '--json')).json()).toMatchObject({ new_count: 4, known_count: 1 })
    expect((await importing('first.csv', '--json')).json()).toMatchObject({ new_count: 0, known_count: 5 })
    expect((await importing('second.csv', '--json')).json()).toMatchObject({ new_count: 1, known_count: 5 })
  })
})

describe('bad rows', () => {
  const bad = [
    'subject,rating,text,date',
    'own,5,Good,2026-10-01',
    'own,6,Too good,2026-10-01',
    'Nobody,4,Fine,2026-10-01',
    'own,4,Fine,03/04/2026',
    'own,,,2026-10-01',
    'New Place,9,Bad,2026-10-01',
    'own,3,Meh,2026-10-01',
  ].join('\n')

  test('nothing is imported, and each is named by its line, column and reason', async () => {
    svc.file('bad.csv', bad)
    const { exitCode, stderr } = await importing('bad.csv')
    expect(exitCode).toBe(1)
    expect(stderr).toBe(
      [
        'Nothing was imported from bad.csv:',
        '  line 3, rating: "6" is not a rating: write a whole number from 1 to 5',
        '  line 4, subject: "Nobody" is not a competitor of this business: add it, or import with --create-competitors',
        '  line 5, date: "03/04/2026" is ambiguous: set --dates dmy or --dates mdy',
        '  line 6: has neither stars nor text',
        '  line 7, rating: "9" is not a rating: write a whole number from 1 to 5',
        'Correct the file, or import the valid rows with --skip-bad.',
        '',
      ].join('\n'),
    )
    expect(await stored()).toEqual([])
  })

  test('--skip-bad imports the rest and lists what was skipped; no competitor is created for a bad row', async () => {
    svc.file('bad.csv', bad)
    const { exitCode, stdout, stderr } = await importing(
      'bad.csv',
      '--skip-bad',
      '--create-competitors',
      '--dates',
      'dmy',
    )
    expect(exitCode).toBe(0)
    expect(stdout).toContain('4 new reviews, 0 already stored, 3 bad rows skipped.')
    expect(stderr.trim().split('\n')).toEqual([
      'Skipped line 3, rating: "6" is not a rating: write a whole number from 1 to 5',
      'Skipped line 6: has neither stars nor text',
      'Skipped line 7, rating: "9" is not a rating: write a whole number from 1 to 5',
    ])
    expect(stdout).toMatch(/Nobody \(new competitor\) +1/)
    expect(stdout).not.toContain('New Place')
  })

  test('a bad row after thousands of good ones undoes all of them, the created competitors too', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => `${index % 2 ? 'own' : 'Sole'},5,Good ${index}`)
    svc.file('late.csv', `subject,rating,text\n${rows.join('\n')}\nown,0,Bad\n`)
    const { exitCode, stderr } = await importing('late.csv', '--create-competitors')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('line 12002, rating')
    expect(await stored()).toEqual([])
    expect((await svc.run(['competitor', 'list', '--business', businessId, '--json'])).json()).toEqual([])
  })

  test('reading stops after the twentieth', async () => {
    svc.file('worse.csv', `rating\n${'x\n'.repeat(1_000)}`)
    const { stderr } = await importing('worse.csv')
    expect(stderr.match(/line \d+, rating/g)).toHaveLength(20)
    expect(stderr).toContain('the first 20 are shown')
  })

  test('a name that is unknown in many rows is one problem, with the first lines and a count', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `${index % 2 ? 'Bella Vista' : 'Nobody'},5`)
    svc.file('names.csv', `Competitor,rating\nSole,5\nown,6\n${rows.join('\n')}\n`)
    const { exitCode, stderr } = await importing('names.csv')
    expect(exitCode).toBe(1)
    const unknown = 'is not a competitor of this business: add it, or import with --create-competitors'
    expect(stderr.split('\n')).toEqual([
      'Nothing was imported from names.csv:',
      `  line 2, Competitor: "Sole" ${unknown}`,
      '  line 3, rating: "6" is not a rating: write a whole number from 1 to 5',
      `  lines 4, 6, 8 and 2,497 more, Competitor: "Nobody" ${unknown}`,
      `  lines 5, 7, 9 and 2,497 more, Competitor: "Bella Vista" ${unknown}`,
      'Correct the file, or import the valid rows with --skip-bad.',
      '',
    ])
  })

  test('competitors with the same name need an id', async () => {
    const first = await addCompetitor('Sole')
    await addCompetitor('Sole')
    svc.file('same.csv', 'subject,rating\nSole,5\n')
    expect((await importing('same.csv')).stderr).toContain('"Sole" is the name of several competitors: use the id')
    svc.file('same.csv', `subject,rating\n${first},5\n`)
    expect((await importing('same.csv')).exitCode).toBe(0)
  })

  test('a fifty-first competitor is a bad row', async () => {
    const names = Array.from({ length: 51 }, (_, index) => `Place ${index},5`)
    svc.file('many.csv', `subject,rating\n${names.join('\n')}\n`)
    expect((await importing('many.csv', '--create-competitors')).stderr).toContain(
      'line 52, subject: "Place 50" exceeds the maximum of 50 competitors',
    )
  })
})

test('a file, competitor or business that does not exist is named', async () => {
  expect((await importing('missing.csv')).stderr).toContain(`The file ${join(svc.dir, 'missing.csv')} does not exist.`)
  svc.file('one.csv', 'rating\n5\n')
  expect((await importing('one.csv', '--competitor', 'Nobody')).stderr).toContain(
    'does not track a competitor "Nobody"',
  )
  expect((await svc.run('reviews import one.csv --business nothing')).stderr).toContain('Unknown business "nothing"')
})

test('30,000 rows with 36 MB are imported in bounded memory: a heap of 64 MB is enough', async () => {
  const rows = 30_000
  const file = createWriteStream(join(svc.dir, 'large.csv'))
  file.write('subject,source_id,rating,text,published_at\n')
  const text = 'The pasta was lovely, but we waited an hour for our table. '.repeat(20)
  for (let row = 0; row < rows; row++) {
    const more = file.write(
      `${row % 3 ? 'own' : 'Bella Vista'},r${row},${1 + (row % 5)},"${text}${row}",2026-10-${10 + (row % 20)}\n`,
    )
    if (!more) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')

  const words = ['reviews', 'import', 'large.csv', '--business', businessId, '--create-competitors', '--json']
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=64', join(repository, 'apps/cli/src/main.ts'), ...words],
    {
      cwd: svc.dir,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: svc.database.url,
        SVC_DATA_DIR: svc.dir,
      },
    },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const [exitCode] = await once(child, 'close')
  expect(exitCode, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ row_count: rows, new_count: rows, known_count: 0 })
})
