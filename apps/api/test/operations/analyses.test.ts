import { requestAnalysis } from '@svc/db/analyses'
import { type FoundProblem, saveRecommendations } from '@svc/db/recommendations'
import { insertReport } from '@svc/db/reports'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { foundProblem as problem } from '../found-problem.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// Recommendations and reports after an owner has acted on them, and the analyses that follow.

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  account = await api.open()
})
afterAll(() => api.close())

/** An analysis that finds these problems; returns its recommendations by priority. */
async function analyze(...problems: FoundProblem[]) {
  const { db } = api.database
  const analysis = await requestAnalysis(db, account.owner)
  const { created, confirmed } = await db.transaction((transaction) =>
    saveRecommendations(transaction, account.owner, analysis.id, problems),
  )
  return [...created, ...confirmed].toSorted((a, b) => a.priority - b.priority)
}

async function list(query: '' | `?${string}` = '') {
  const { status, data } = await account.call('GET', `/businesses/${account.owner.business_id}/recommendations${query}`)
  expect(status).toBe(200)
  return data
}

describe('PATCH /recommendations/{id}', () => {
  test('sets status and note, each alone or both, and null removes the note', async () => {
    const [wait] = await analyze(problem('wait', 1))
    const patch = async (body: object) => (await account.call('PATCH', `/recommendations/${wait?.id}`, { body })).data
    expect(await patch({ status: 'planned' })).toMatchObject({ id: wait?.id, status: 'planned', note: null })
    expect(await patch({ note: 'In May.' })).toMatchObject({ status: 'planned', note: 'In May.' })
    expect(await patch({ status: 'done', note: null })).toMatchObject({ status: 'done', note: null })
    expect(await list()).toMatchObject([{ id: wait?.id, status: 'done', note: null }])
    expect((await account.call('GET', `/recommendations/${wait?.id}`)).data).toEqual((await list())[0])
  })

  test.each(['planned', 'done', 'dismissed'])(
    '%s stays while analyses find the problem, and is then resolved',
    async (status) => {
      const [wait] = await analyze(problem('wait', 1))
      await account.call('PATCH', `/recommendations/${wait?.id}`, { body: { status, note: 'Ours.' } })
      expect(await analyze(problem('wait', 2))).toMatchObject([{ id: wait?.id, priority: 2, status, note: 'Ours.' }])
      await analyze()
      expect(await list()).toMatchObject([{ id: wait?.id, status: 'resolved', note: 'Ours.' }])
      const [again] = await analyze(problem('wait', 1))
      expect(again).toMatchObject({ status: 'open', note: null })
      expect(again?.id).not.toBe(wait?.id)
    },
  )

  test('marking as done has a time, which stays until another decision is made, also when it is resolved', async () => {
    const [wait] = await analyze(problem('wait', 1))
    const patch = async (body: object) => (await account.call('PATCH', `/recommendations/${wait?.id}`, { body })).data
    expect(await patch({ status: 'planned' })).toMatchObject({ done_at: null })
    const { done_at: doneAt, updated_at: updatedAt } = await patch({ status: 'done' })
    expect(doneAt).toBe(updatedAt)
    expect(await patch({ status: 'done', note: 'Second host.' })).toMatchObject({ done_at: doneAt })
    expect(await patch({ note: null })).toMatchObject({ done_at: doneAt })
    expect(await analyze(problem('wait', 1))).toMatchObject([{ done_at: doneAt }])
    expect(await patch({ status: 'open' })).toMatchObject({ done_at: null })
    const { done_at: again } = await patch({ status: 'done' })
    await analyze()
    expect(await list()).toMatchObject([{ status: 'resolved', done_at: again }])
    expect(await patch({ note: 'Thanks.' })).toMatchObject({ done_at: again })
  })

  test('refuses another status for a resolved recommendation with 409, and changes its note', async () => {
    const [wait] = await analyze(problem('wait', 1))
    await analyze()
    const patch = (body: object) => account.call('PATCH', `/recommendations/${wait?.id}`, { body })
    expectError(await patch({ status: 'open' }), 'conflict')
    expect((await patch({ note: 'Hired a host.' })).data).toMatchObject({
      status: 'resolved',
      note: 'Hired a host.',
    })
  })

  test('returns 404 for an unknown id and for an id of another account, and changes nothing there', async () => {
    const [wait] = await analyze(problem('wait', 1))
    const stranger = await api.open()
    const body = { status: 'done' }
    expectError(await stranger.call('PATCH', `/recommendations/${wait?.id}`, { body }), 'not_found')
    expectError(await stranger.call('GET', `/recommendations/${wait?.id}`), 'not_found')
    expectError(await account.call('PATCH', `/recommendations/${newId('rec')}`, { body }), 'not_found')
    expect(await list()).toMatchObject([{ status: 'open' }])
  })

  test('refuses an empty change and the status resolved, which only an analysis sets', async () => {
    const [wait] = await analyze(problem('wait', 1))
    for (const body of [{}, { status: 'resolved' }])
      expectError(await account.call('PATCH', `/recommendations/${wait?.id}`, { body }), 'invalid_request')
  })
})

test('recommendations are listed open and planned first, then by priority, over pages of any size', async () => {
  const [first, second, third] = await analyze(problem('a', 1), problem('b', 2), problem('c', 3))
  await account.call('PATCH', `/recommendations/${first?.id}`, { body: { status: 'done' } })
  await account.call('PATCH', `/recommendations/${third?.id}`, { body: { status: 'planned' } })
  const expected = [second?.id, third?.id, first?.id]
  expect((await list()).map(({ id }) => id)).toEqual(expected)
  const paged: string[] = []
  const recommendationsFrom = (cursor: string) =>
    account.call(
      'GET',
      `/businesses/${account.owner.business_id}/recommendations?limit=1${cursor && `&cursor=${cursor}`}`,
    )
  let cursor: string | null = ''
  while (cursor !== null) {
    const { data, meta } = await recommendationsFrom(cursor)
    paged.push(...data.map(({ id }) => id))
    cursor = meta.page.next_cursor
  }
  expect(paged).toEqual(expected)
})

test('recommendations are filtered by status, aspect and urgency, alone and together', async () => {
  const [a, b, c] = await analyze(
    problem('a', 1, { urgent: true, aspect: 'safety' }),
    problem('b', 2),
    problem('c', 3, { aspect: 'price' }),
  )
  await account.call('PATCH', `/recommendations/${b?.id}`, { body: { status: 'dismissed' } })
  const ids = async (query: `?${string}`) => (await list(query)).map(({ id }) => id)
  expect(await ids('?status=open')).toEqual([a?.id, c?.id])
  expect(await ids('?status=dismissed')).toEqual([b?.id])
  expect(await ids('?aspect=price')).toEqual([c?.id])
  expect(await ids('?urgent=true')).toEqual([a?.id])
  expect(await ids('?urgent=false&status=open')).toEqual([c?.id])
  expect(await ids('?aspect=wait&urgent=true')).toEqual([])
})

test('analyses are filtered by status and time of the request', async () => {
  const { db } = api.database
  const october = await requestAnalysis(db, account.owner, { created_at: '2026-10-01T08:00:00.000Z' })
  const november = await requestAnalysis(db, account.owner, { created_at: '2026-11-01T08:00:00.000Z' })
  const ids = async (query: string) => {
    const { status, data } = await account.call('GET', `/businesses/${account.owner.business_id}/analyses?${query}`)
    expect(status).toBe(200)
    return data.map(({ id }) => id)
  }
  expect(await ids('status=queued')).toEqual([november.id, october.id])
  expect(await ids('status=completed')).toEqual([])
  expect(await ids('created_after=2026-11-01T08:00:00Z')).toEqual([november.id])
  expect(await ids('created_before=2026-11-01T08:00:00Z')).toEqual([october.id])
  expect(await ids('created_after=2026-10-15T00:00:00Z&status=queued&limit=1')).toEqual([november.id])
})

test('reports are listed newest first, without their contents, and only to their account', async () => {
  const { db } = api.database
  const analysis = await requestAnalysis(db, account.owner)
  const report = (title: string) =>
    db.transaction((transaction) =>
      insertReport(transaction, account.owner, {
        analysis_id: analysis.id,
        origin: 'subscription',
        title,
        sections: [{ key: 'overview', heading: 'Overview', text: 'All is well.', quotes: [], chart: null }],
        period: analysis.period,
        files: [{ format: 'html', content: Buffer.from('<p>November</p>') }],
      }),
    )
  const [october, november] = [await report('October'), await report('November')]
  const path = `/businesses/${account.owner.business_id}/reports` as const
  const { data } = await account.call('GET', path)
  const contents = { sections: undefined, files: undefined, files_deleted_at: undefined }
  expect(data).toEqual([november, october].map((report) => ({ ...report, ...contents })))
  expectError(await (await api.open()).call('GET', path), 'not_found')
})
