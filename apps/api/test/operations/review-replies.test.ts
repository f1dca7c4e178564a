import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  account = await api.open()
})
afterAll(() => api.close())

describe('reply drafts', () => {
  const complaint = { rating: 2, text: 'We waited 40 minutes for our table.', author_name: 'Marieke', source: 'google' }
  const draft = async () => (await account.call('POST', '/review-replies', { body: { review: complaint } })).data
  const patch = (id: string, body: object) => account.call('PATCH', `/review-replies/${id}`, { body })

  test('are kept with the review, but without its author, and can be read as they were returned', async () => {
    const drafted = await draft()
    const { author_name: _, ...review } = complaint
    expect(drafted).toMatchObject({ status: 'draft', text: drafted.variants[0]?.text, review })
    expect((await account.call('GET', `/review-replies/${drafted.id}`)).data).toEqual(drafted)
    const { data } = await account.call('GET', '/review-replies')
    expect(data).toEqual([drafted])
  })

  test('are listed newest first, all or by status, and only to their account', async () => {
    const [first, second] = [await draft(), await draft()]
    await patch(first.id, { status: 'rejected' })
    const ids = async (query: '' | `?${string}` = '', { call } = account) =>
      (await call('GET', `/review-replies${query}`)).data.map(({ id }) => id)
    expect(await ids()).toEqual([second.id, first.id])
    expect(await ids('?status=rejected')).toEqual([first.id])
    expect(await ids('?status=approved')).toEqual([])
    expect(await ids('', await api.open())).toEqual([])
  })

  test('use none of the sentences of the drafts before', async () => {
    const texts = [await draft(), await draft(), await draft()].map(({ text }) => text)
    const sentences = texts.flatMap((text) => text.split('\n\n')[1]?.split(/(?<=[.!?])\s/) ?? [])
    expect(sentences.length).toBeGreaterThan(6)
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('another text makes a rejected draft a draft again; the same text does not', async () => {
    const drafted = await draft()
    expect((await patch(drafted.id, { status: 'rejected' })).data).toMatchObject({ status: 'rejected' })
    expect((await patch(drafted.id, { text: drafted.text })).data).toMatchObject({ status: 'rejected' })
    expect((await patch(drafted.id, { text: 'We are sorry.' })).data).toMatchObject({
      status: 'draft',
      text: 'We are sorry.',
      variants: drafted.variants,
    })
    expect((await patch(drafted.id, { text: 'We are very sorry.', status: 'rejected' })).data).toMatchObject({
      status: 'rejected',
      text: 'We are very sorry.',
    })
  })

  test('are approved by a person only, so that a key or token gets 403, for an unknown draft too, and changes nothing', async () => {
    const drafted = await draft()
    for (const id of [drafted.id, newId('drf')]) expectError(await patch(id, { status: 'approved' }), 'forbidden')
    expect((await account.call('GET', `/review-replies/${drafted.id}`)).data).toEqual(drafted)
  })
})
