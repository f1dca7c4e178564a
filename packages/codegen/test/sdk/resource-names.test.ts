import { expect, test } from 'vitest'
import { clientNames, identifier } from '../../src/sdk/resource-names.ts'
import type { OpenApi } from '../../src/source/openapi.ts'

/** The names of operations that are given as `[operationId, tag]`. */
function namesOf(...operations: [string, string?][]): Record<string, string> {
  const paths = operations.map(([operationId, tag], index) => [
    `/things/${index}`,
    { get: { operationId, ...(tag !== undefined && { tags: [tag] }) } },
  ])
  const document: OpenApi = {
    openapi: '3.1.0',
    info: { title: 'Names', version: '1' },
    paths: Object.fromEntries(paths),
  }
  const names = [...clientNames(document)]
  return Object.fromEntries(names.map(([id, { namespace, method }]) => [id, [...namespace, method].join('.')]))
}

test('the tag is the namespace, and the method is the rest of the operationId', () => {
  expect(
    namesOf(['listAnalyses', 'Analyses'], ['getAnalysis', 'Analyses'], ['draftReviewReply', 'Review replies']),
  ).toEqual({
    listAnalyses: 'analyses.list',
    getAnalysis: 'analyses.get',
    draftReviewReply: 'reviewReplies.draft',
  })
})

test('a tag that begins like another one is below it, whether or not that is in the plural', () => {
  expect(
    namesOf(
      ['rotateWebhookSecret', 'Webhooks'],
      ['listWebhookDeliveries', 'Webhook deliveries'],
      ['listAttempts', 'Webhook delivery attempts'],
    ),
  ).toEqual({
    rotateWebhookSecret: 'webhooks.rotateSecret',
    listWebhookDeliveries: 'webhooks.deliveries.list',
    listAttempts: 'webhooks.deliveries.attempts.list',
  })
})

test('of two operations with one verb, the one about many gets All', () => {
  expect(namesOf(['resendDelivery', 'Deliveries'], ['resendDeliveries', 'Deliveries'])).toEqual({
    resendDelivery: 'deliveries.resend',
    resendDeliveries: 'deliveries.resendAll',
  })
})

test('if names would still be equal or empty, the operationId is the method', () => {
  expect(namesOf(['getBook', 'Books'], ['book_get', 'Books'], ['books', 'Books'])).toEqual({
    getBook: 'books.getBook',
    bookGet: 'books.bookGet',
    books: 'books.books',
  })
})

test('without a tag the path is used', () => {
  expect(namesOf(['listThings'])).toEqual({ listThings: 'things.list' })
})

test('an operationId is made a valid name in code, and a valid name is unchanged', () => {
  const ids = ['get-stations', 'get_station.timetable', 'listBooks', 'GetBook']
  expect(ids.map(identifier)).toEqual(['getStations', 'getStationTimetable', 'listBooks', 'GetBook'])
})

test('a tag with x-client-name keeps that namespace when a tag with its first words appears', () => {
  const document: OpenApi = {
    openapi: '3.1.0',
    info: { title: 'Names', version: '1' },
    tags: [{ name: 'Reviews' }, { name: 'Review replies', 'x-client-name': 'reviewReplies' }],
    paths: {
      '/reviews': { get: { operationId: 'listReviews', tags: ['Reviews'] } },
      '/review-replies': { post: { operationId: 'draftReviewReply', tags: ['Review replies'] } },
    },
  }
  expect(clientNames(document).get('draftReviewReply')).toEqual({ namespace: ['reviewReplies'], method: 'draft' })
})
