import { createHash } from 'node:crypto'
import { request as sendRequest } from 'node:http'
import { findReviewImport } from '@svc/db/review-imports'
import { countSecretKeyUses } from '@svc/db/secret-keys'
import { knexOf } from '@svc/db/testing'
import { type ApiBodies, type Reply, readReply } from '@svc/http/testing-reply'
import { planCapacities } from '@svc/limits/plans'
import { announceSeed, seededRandom } from '@svc/runtime/testing-random'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await startTestApi({ REVIEW_IMPORT_MEGABYTES_MAX: '5' })
})
afterAll(() => api.close())
beforeEach(async () => {
  account = await api.open()
})

const path = () => `/businesses/${account.owner.business_id}/review-imports` as const

/** Uploads bytes as they are. */
async function upload(
  body: string | Buffer<ArrayBuffer> | FormData | ReadableStream<Uint8Array>,
  headers: Record<string, string> = { 'Content-Type': 'text/csv' },
  query = '',
): Promise<Reply<ApiBodies['POST /businesses/{}/review-imports']>> {
  const init = { method: 'POST', body, headers: { 'X-API-Key': account.key, ...headers } }
  const response = await fetch(`${api.baseUrl}${path()}${query}`, { ...init, duplex: 'half' } as RequestInit)
  return readReply(response)
}

const form = 'multipart/form-data; boundary=x'

/** A part as a client without a file name sends it. */
const partOf = (name: string, content: string) =>
  `\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`

const formOf = (parts: string[], boundary = 'x') =>
  Buffer.from([...parts.map((part) => `--${boundary}${part}`), `--${boundary}--\r\n`].join(''))

const rows = () => knexOf(api.database.db)('review_imports').where({ account_id: account.owner.account_id })
const parts = () => knexOf(api.database.db)('review_import_parts')

const file = 'source_id,rating,text\na1,5,Lovely\n'

test('a file is stored encrypted, in parts, and its import is queued with size and hash', async () => {
  const large = `rating,text\n${'5,The secret sauce is lovely\n'.repeat(100_000)}`
  const { status, headers, data } = await upload(large)
  expect(status).toBe(202)
  expect(data).toMatchObject({
    status: 'queued',
    size_bytes: large.length,
    sha256: createHash('sha256').update(large).digest('hex'),
    row_count: 0,
  })
  expect(headers.get('location')).toMatch(new RegExp(`/review-imports/${data.id}$`))
  expect((await account.call('GET', `/review-imports/${data.id}`)).data).toEqual(data)
  const stored = await parts().where({ import_id: data.id })
  expect(stored.length).toBe(3)
  for (const { ciphertext } of stored) expect(ciphertext.includes('secret sauce')).toBe(false)
  const uses = await countSecretKeyUses(api.database.db)
  expect(uses.find(({ kind }) => kind === 'review_import_parts')?.rows).toBeGreaterThanOrEqual(3)
})

test('the first upload of a business is due, the others wait for it', async () => {
  await upload(file)
  await upload(file)
  const due = await rows().orderBy('id').pluck('due_at')
  expect(due.map((each) => each !== null)).toEqual([true, false])
})

test('what headers show is refused before a byte is stored: size, compression, media type', async () => {
  const chunk = new Uint8Array(1_000_000)
  const stream = () => ReadableStream.from(Array.from({ length: 6 }, () => chunk)) as ReadableStream<Uint8Array>
  expectError(await upload(stream()), 'invalid_request')
  const gzip = await upload(file, { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' })
  expect(gzip.details).toEqual([{ path: 'body', message: 'must be sent without Content-Encoding' }])
  const image = await upload(file, { 'Content-Type': 'image/png' })
  expect(image.details[0]?.path).toBe('header.content-type')
  expectError(await upload(file, undefined, '?date_order=ymd'), 'invalid_request')
  expect(await rows()).toEqual([])
})

test('a form with the file as its only part stores that file, with and without a name', async () => {
  const sha256 = createHash('sha256').update(file).digest('hex')
  const named = new FormData()
  named.append('file', new Blob([file], { type: 'text/csv' }), 'reviews.csv')
  const unnamed = new FormData()
  // A form sends the line feeds of a string as CRLF in any case.
  unnamed.append('file', file.replaceAll('\n', '\r\n'))
  const [first, second] = [await upload(named, {}), await upload(unnamed, {})]
  expect(first.data).toMatchObject({ status: 'queued', sha256, size_bytes: file.length })
  expect(second.data).toMatchObject({ status: 'queued', size_bytes: file.length + 2 })
})

test('a form may arrive in pieces of any size, and its file may look like its delimiters', async () => {
  const { below, oneOf } = seededRandom(announceSeed('forms'))
  const boundary = 'simple.boundary'
  const content = Array.from({ length: 400 }, () =>
    oneOf(['\r\n', '--', `--${boundary.slice(0, -1)}`, `\n--${boundary}`, 'rating,text\n', '\r,', '5,é']),
  ).join('')
  const whole = formOf([partOf('file', content)], boundary)
  async function* pieces() {
    for (let start = 0, end = 0; start < whole.length; start = end) {
      end = start + 1 + below(40)
      yield whole.subarray(start, end)
    }
  }
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
  const { status, data } = await upload(ReadableStream.from(pieces()) as ReadableStream<Uint8Array>, headers)
  expect(status).toBe(202)
  expect(data.sha256).toBe(createHash('sha256').update(content).digest('hex'))
})

test.each([
  [
    'without a boundary',
    formOf([partOf('file', file)]),
    'multipart/form-data',
    'header.content-type',
    'must have a boundary',
  ],
  ['with another boundary', formOf([partOf('file', file)], 'y'), form, 'body', 'is not complete multipart/form-data'],
  [
    'that ends too early',
    formOf([partOf('file', file)]).subarray(0, -9),
    form,
    'body',
    'is not complete multipart/form-data',
  ],
  ['of one delimiter', Buffer.from('--x\r\n'), form, 'body', 'is not complete multipart/form-data'],
  ['without parts', formOf([]), form, 'body.file', 'is required'],
  ['with a part that has no name', formOf(['\r\n\r\nrating\r\n']), form, 'body.file', 'is required'],
  ['with another part', formOf([partOf('picture', file)]), form, 'body', 'must have one part, named file'],
  [
    'with two files',
    formOf([partOf('file', file), partOf('file', file)]),
    form,
    'body',
    'must have one part, named file',
  ],
  [
    'after 3 MB of other text',
    Buffer.concat([Buffer.alloc(3e6, 'x'), formOf([partOf('file', file)])]),
    form,
    'body',
    'must not contain more than 1048576 bytes in addition to the file',
  ],
])('a form %s is refused, and nothing is stored', async (_, body, contentType, path, message) => {
  const reply = await upload(body, { 'Content-Type': contentType })
  expect(reply.details).toEqual([{ path, message }])
  expect(await rows()).toEqual([])
})

test('an upload that the client breaks off leaves nothing behind', async () => {
  const url = new URL(`${api.baseUrl}${path()}`)
  const sending = sendRequest(url, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'text/csv', 'Content-Length': '4000000' },
  })
  sending.on('error', () => {})
  sending.write(Buffer.alloc(2_500_000, 'x'))
  await expect.poll(async () => (await rows())[0]?.size_bytes ?? 0).toBeGreaterThan(0)
  sending.destroy()
  await expect.poll(rows).toEqual([])
})

test('an Idempotency-Key imports a file once, and another file under it is a conflict', async () => {
  const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': 'monday' }
  const first = await upload(file, headers)
  const again = await upload(file, headers)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.data).toEqual(first.data)
  expectError(await upload(`${file}a2,4,Good\n`, headers), 'conflict')
  expect((await rows()).length).toBe(1)
})

// The work of an upload is done in parts (`x-work`): in one transaction, others could not see it before it ends.
test.each([
  ['without', () => ({})],
  ['with', (number: number) => ({ 'Idempotency-Key': `upload-${number}` })],
] as const)('two uploads %s an Idempotency-Key run concurrently, and a third one must wait', async (_, keyOf) => {
  const pause = Promise.withResolvers<void>()
  async function* slowly() {
    yield Buffer.from(file)
    await pause.promise
  }
  const headersOf = (number: number) => ({ 'Content-Type': 'text/csv', ...keyOf(number) })
  const running = [1, 2].map((number) =>
    upload(ReadableStream.from(slowly()) as ReadableStream<Uint8Array>, headersOf(number)),
  )
  await expect.poll(async () => (await rows()).length).toBe(2)
  const third = await upload(file, headersOf(3))
  expectError(third, 'rate_limited')
  expect(third.details).toEqual([{ path: 'rate.uploads', message: '2 of 2 are running' }])
  pause.resolve()
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([202, 202])
  expect((await upload(file, headersOf(3))).status).toBe(202)
})

test('the uploads of a day are limited by the plan, and GET /account agrees', async () => {
  const limit = planCapacities.growth.review_imports
  const { owner } = account
  const used = Array.from({ length: limit - 1 }, (_, n) => ({
    id: `imp_${String(n).padStart(26, '0')}`,
    account_id: owner.account_id,
    business_id: owner.business_id,
    status: 'completed',
    sha256: '',
  }))
  await knexOf(api.database.db)('review_imports').insert(used)
  expect((await upload(file)).status).toBe(202)
  const { capacities } = (await account.call('GET', '/account')).data
  expect(capacities).toContainEqual({ name: 'review_imports', limit, used: limit, remaining: 0 })
  const refused = await upload(file)
  expectError(refused, 'rate_limited')
  expect(refused.details).toEqual([{ path: 'quota.review_imports', message: `${limit} of ${limit} are used` }])
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400)
  await rows().update({ created_at: new Date(Date.now() - 86_400_000) })
  expect((await upload(file)).status).toBe(202)
})

test('an upload is invisible until all of it has arrived', async () => {
  const pause = Promise.withResolvers<void>()
  async function* slowly() {
    yield Buffer.from(file)
    await pause.promise
  }
  const running = upload(ReadableStream.from(slowly()) as ReadableStream<Uint8Array>)
  await expect.poll(async () => (await rows()).length).toBe(1)
  const [{ id }] = await rows()
  expect(await findReviewImport(api.database.db, account.owner, id)).toBeUndefined()
  expect((await account.call('GET', path())).data).toEqual([])
  pause.resolve()
  await running
  expect((await account.call('GET', path())).data).toHaveLength(1)
})
