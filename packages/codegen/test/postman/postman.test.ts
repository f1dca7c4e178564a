import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Postman, postmanFiles } from '../../src/postman/postman.ts'
import type { OpenApi } from '../../src/source/openapi.ts'

// One thing that is made, read and deleted. Whether the requests of our own collection succeed is tested in docs/.

const added = {
  type: 'object',
  properties: { year: { type: 'integer' }, added_at: { type: 'string', format: 'date-time' } },
}

const library: OpenApi = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  servers: [{ url: 'https://library.example/v1' }],
  paths: {
    '/books': {
      post: {
        operationId: 'addBook',
        summary: 'Add a book',
        tags: ['Books'],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { pages: { type: 'integer' } } } } },
        },
        responses: {
          201: {
            description: 'The book.',
            content: { 'application/json': { schema: added } },
            links: { book: { operationId: 'getBook', parameters: { id: '$response.body#/data/id' } } },
          },
          400: { description: 'No book.' },
        },
      },
    },
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, example: 'bok_1', schema: { type: 'string' } }],
      delete: {
        operationId: 'removeBook',
        summary: 'Remove a book',
        tags: ['Books'],
        responses: { 204: { description: 'Gone.' } },
      },
      get: {
        operationId: 'getBook',
        summary: 'Read a book',
        tags: ['Books'],
        responses: { 200: { description: 'The book.' } },
      },
    },
  },
}

let made: Postman
const file = (postman: Postman, name: string) => JSON.parse(new Map(postman.files).get(name) ?? 'null')

beforeAll(async () => {
  made = await postmanFiles(library)
})

describe('a collection', () => {
  test('is the same at any time, although values without an example are random', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 4, 1) })
    try {
      expect(await postmanFiles(library)).toEqual(made)
    } finally {
      vi.useRealTimers()
    }
    expect(new Map(made.files).get('collection.json')).toMatch(/added_at[\\":\s]+\d{4}-\d{2}-\d{2}T/)
  })

  test('leaves Math.random and Date as they were', async () => {
    const before = [Math.random, Date]
    await postmanFiles(library)
    expect([Math.random, Date]).toEqual(before)
  })

  test('a collection can be run from top to bottom, with deletions last', () => {
    const folders = file(made, 'collection.json').item as { name: string; item: { name: string }[] }[]
    expect(folders.map(({ name, item }) => [name, item.map((one) => one.name)])).toEqual([
      ['Books', ['Add a book', 'Read a book']],
      ['Deletions', ['Remove a book']],
    ])
  })

  test('a collection uses ids of earlier responses, and initially the ids of the examples', () => {
    const [books] = file(made, 'collection.json').item
    const [add, read] = books.item
    expect(add.event[0].script.exec).toContain(
      "if (pm.response.code === 201) pm.environment.set('books_id', pm.response.json().data.id)",
    )
    expect(read.request.url.variable).toMatchObject([{ key: 'id', value: '{{books_id}}' }])
    expect(file(made, 'environment.json').values).toContainEqual(
      expect.objectContaining({ key: 'books_id', value: 'bok_1' }),
    )
  })

  test('tests each response, and shows one', () => {
    const [add] = file(made, 'collection.json').item[0].item
    expect(add.event[0].script.exec[0]).toBe("pm.test('The status is 201', () => pm.response.to.have.status(201))")
    expect(add.response.map(({ code }: { code: number }) => code)).toEqual([201])
  })
})

test('the environment names the server of the document, or the one on which it may be tried', async () => {
  const address = (postman: Postman) =>
    file(postman, 'environment.json').values.find(({ key }: { key: string }) => key === 'baseUrl').value
  expect(address(made)).toBe('https://library.example/v1')
  const tried = await postmanFiles(library, { server: 'http://127.0.0.1:9/v1', key: 'card-1', start: 'run it' })
  expect(address(tried)).toBe('http://127.0.0.1:9/v1')
  expect(file(tried, 'environment.json').values).toContainEqual(
    expect.objectContaining({ key: 'apiKey', value: 'card-1' }),
  )
})

test('a document that the converter cannot read is skipped, and a note gives the reason', async () => {
  const postman = await postmanFiles({ openapi: '3.1.0', info: { title: 'Nothing', version: '1' } })
  expect(postman.files).toEqual([])
  expect(postman.notes).toEqual([expect.stringContaining('No Postman collection was made: ')])
})
