import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { type AnyDocumentMock, startAnyDocument } from '../src/any-document/start-any-document.ts'
import { expectedStandardSignature, standardSignatures, startReceiver } from './webhooks/receiver.ts'

// A document of OpenAPI 3.0 that is not of this product: other names, another form of errors, no envelope.

const file = fileURLToPath(new URL('../../../test/fixtures/parking.yaml', import.meta.url))
const start = (options: Partial<Parameters<typeof startAnyDocument>[0]> = {}) =>
  startAnyDocument({ file, host: '127.0.0.1', port: 0, seed: 1, latencyMs: 0, onFailure: () => {}, ...options })

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'any-document-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

let mock: AnyDocumentMock
beforeAll(async () => {
  mock = await start()
})
beforeEach(() => mock.reset())
afterAll(() => mock.close())

async function call(method: string, path: string, options: { body?: unknown; headers?: Record<string, string> } = {}) {
  const { body, headers = {} } = options
  const response = await fetch(`${mock.baseUrl}${path}`, {
    method,
    headers: { 'X-Token': 'any', 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const create = (plate: string, more: object = {}) => call('POST', '/permits', { body: { plate, ...more } })

test('a created record can be read at its Location, with its defaults and without fields that were not sent', async () => {
  const created = await create('QQ-111')
  expect([created.status, created.body]).toEqual([201, { permitId: 42, plate: 'QQ-111', status: 'active' }])
  expect(created.headers.get('location')).toBe('/v2/permits/42')
  expect((await call('GET', '/permits/42')).body).toEqual(created.body)
})

test('a list has the records of the example and those that were created', async () => {
  await create('QQ-111')
  const { body } = await call('GET', '/permits')
  expect(body.total).toBe(2)
  expect(body.permits.map(({ plate }: { plate: string }) => plate)).toEqual(['AB-123', 'QQ-111'])
})

test('a list has the records that its filter selects, in pages of the requested size', async () => {
  for (const plate of ['QQ-111', 'QQ-222', 'QQ-333']) await create(plate, { status: 'expired' })
  const filtered = await call('GET', '/permits?status=expired&per_page=2&page=2')
  expect(filtered.body).toEqual({ total: 3, permits: [{ permitId: 44, plate: 'QQ-333', status: 'expired' }] })
})

test('a PATCH changes the fields that it sends, and null removes a note', async () => {
  await create('QQ-111', { note: 'on the roof' })
  await call('PATCH', '/permits/42', { body: { status: 'expired' } })
  expect((await call('GET', '/permits/42')).body).toMatchObject({ status: 'expired', note: 'on the roof' })
  await call('PATCH', '/permits/42', { body: { note: null } })
  expect((await call('GET', '/permits/42')).body).toMatchObject({ status: 'expired', note: null })
})

test('a deleted record cannot be read, changed, deleted again or listed, until the mock is reset', async () => {
  expect((await call('DELETE', '/permits/41')).status).toBe(204)
  const later = [await call('GET', '/permits/41'), await call('DELETE', '/permits/41')]
  const changed = await call('PATCH', '/permits/41', { body: { status: 'expired' } })
  expect([...later, changed].map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await call('GET', '/permits')).body.permits).toEqual([])
  const reset = await fetch(`${mock.origin}/__mock/reset`, { method: 'POST' })
  expect(await reset.json()).toEqual({ reset: true })
  expect((await call('GET', '/permits/41')).status).toBe(200)
})

test('an id that is neither in the list nor created does not exist', async () => {
  expect((await call('GET', '/permits/7')).status).toBe(404)
})

test.each([
  ['a body', () => create('no plate'), /^body\.plate must match the pattern /],
  ['an unknown field', () => create('QQ-111', { colour: 'red' }), /^body\.colour is not a field of this request/],
  ['a parameter', () => call('GET', '/permits?per_page=51'), /^query\.per_page must be at most 50$/],
])(
  '%s that is not valid is refused in the form of errors that the document describes',
  async (_case, send, message) => {
    const { status, body } = await send()
    expect([status, body]).toEqual([400, { code: 400, message: expect.stringMatching(message) }])
  },
)

test('an unknown path and a method that its path does not have are refused with a problem', async () => {
  const unknown = await call('GET', '/garages')
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  const other = await call('PUT', '/permits')
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST, GET'])
})

test('a credential is required where the document requires one, and any is accepted', async () => {
  const without = await call('GET', '/permits', { headers: { 'X-Token': '' } })
  expect([without.status, without.body.code]).toEqual([401, 401])
  expect((await call('GET', '/zones/B', { headers: { 'X-Token': '' } })).body).toEqual({ zone: 'B', spaces: 12 })
})

test('Prefer chooses a documented response and changes no state', async () => {
  const prefer = (value: string) => call('POST', '/permits', { body: { plate: 'QQ-111' }, headers: { Prefer: value } })
  const missing = await call('GET', '/zones/B', { headers: { Prefer: 'code=404' } })
  expect([missing.status, missing.headers.get('preference-applied')]).toEqual([404, 'code=404'])
  expect((await prefer('dynamic=true')).status).toBe(201)
  expect((await call('GET', '/permits')).body.total).toBe(1)
})

/** A mock of the document after an edit; `send` returns the status. */
async function startEdited(edit: (paths: Record<string, Record<string, unknown>>) => void) {
  const document = parse(await readFile(file, 'utf8'))
  edit(document.paths)
  const edited = join(await temporaryFolder(), 'edited.yaml')
  await writeFile(edited, stringify(document))
  const other = await start({ file: edited })
  onTestFinished(() => other.close())
  return async (method: string, path: string, form?: Record<string, string>) => {
    const body = form && new URLSearchParams(form)
    const response = await fetch(`${other.baseUrl}${path}`, {
      method,
      headers: { 'X-Token': 'any' },
      ...(body && { body }),
    })
    await response.text()
    return response.status
  }
}

test('a path below a deleted record does not exist', async () => {
  const visits = { description: 'Visits.', content: { 'application/json': { example: ['today'] } } }
  const send = await startEdited((paths) => {
    const parameters = paths['/permits/{permitId}']?.parameters
    paths['/permits/{permitId}/visits'] = { parameters, get: { responses: { 200: visits } } }
  })
  expect(await send('GET', '/permits/41/visits')).toBe(200)
  await send('DELETE', '/permits/41')
  expect(await send('GET', '/permits/41/visits')).toBe(404)
})

test('where records cannot be listed, each id has the example of the document until it is deleted', async () => {
  const send = await startEdited((paths) => {
    delete paths['/permits']?.get
  })
  expect(await send('GET', '/permits/7')).toBe(200)
  expect(await send('DELETE', '/permits/7')).toBe(204)
  expect(await send('GET', '/permits/7')).toBe(404)
})

test('a form is read in the types of its schema, and a query may have reserved characters or be empty', async () => {
  const send = await startEdited((paths) => {
    const seats = { seats: { type: 'integer' }, badges: { type: 'array', items: { type: 'string' } } }
    const schema = { type: 'object', required: ['seats', 'badges'], properties: seats }
    const noted = { name: 'noted', in: 'query', schema: { type: 'string' } }
    paths['/cars'] = {
      post: {
        parameters: [noted],
        requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } },
        responses: { 204: { description: 'Stored.' } },
      },
    }
  })
  expect(await send('POST', '/cars?noted=09:00+today', { seats: '4' })).toBe(204)
  expect(await send('POST', '/cars?noted=', { seats: '4', badges: 'A' })).toBe(204)
  expect(await send('POST', '/cars', { seats: 'four' })).toBe(400)
})

test('a file that is not an OpenAPI document is refused with the reason', async () => {
  const other = join(await temporaryFolder(), 'other.yaml')
  await writeFile(other, 'swagger: "2.0"\n')
  await expect(start({ file: other })).rejects.toThrow(/other\.yaml is not an OpenAPI document of version 3\.0/)
})

describe('a document with other habits', () => {
  const kennelFile = fileURLToPath(new URL('../../../test/fixtures/kennel.yaml', import.meta.url))
  let kennel: AnyDocumentMock
  beforeAll(async () => {
    kennel = await start({ file: kennelFile })
  })
  beforeEach(() => kennel.reset())
  afterAll(() => kennel.close())

  async function send(method: string, path: string, body?: object | URLSearchParams) {
    const isForm = body instanceof URLSearchParams
    const response = await fetch(`${kennel.baseUrl}${path}`, {
      method,
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      ...(body && !isForm && { headers: { 'Content-Type': 'application/json' } }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  test('a path may have characters that are reserved in patterns', async () => {
    expect(new URL(kennel.baseUrl).pathname).toBe('/rest/Kennel+API/2.0')
    expect((await send('GET', '/dogs/3')).status).toBe(200)
  })

  test('a PUT of the collection replaces the record that its body names', async () => {
    const dog = { id: 10, name: 'Fido', photos: ['a.png'] }
    expect((await send('PUT', '/dogs', dog)).body).toEqual(dog)
    expect((await send('GET', '/dogs/10')).body).toEqual(dog)
  })

  test('a POST of a record changes the fields that its query names', async () => {
    await send('POST', '/dogs', { id: 11, name: 'Fido', photos: ['a.png'] })
    const changed = { id: 11, name: 'Bello', photos: ['a.png'] }
    expect((await send('POST', '/dogs/11?name=Bello')).body).toEqual(changed)
    expect((await send('GET', '/dogs/11')).body).toEqual(changed)
  })

  test('a PUT keeps the id of its path, and a response has no field that is only written', async () => {
    const body = { handle: 'bob', email: 'bob@example.org', secret: 'canary' }
    expect((await send('PUT', '/owners/ann', body)).body).toEqual({ handle: 'ann', email: 'bob@example.org' })
    expect((await send('GET', '/owners/ann')).body).toEqual({ handle: 'ann', email: 'bob@example.org' })
  })

  test('a list without record paths has the items of its example that the query selects, with the next page', async () => {
    const park = await send('GET', '/walks?from=park&limit=1')
    expect(park.body).toEqual({
      data: [{ code: 'a', from: 'park', to: 'lake' }],
      links: { next: `${kennel.baseUrl}/walks?from=park&limit=1&page=2` },
    })
    const last = await (await fetch(park.body.links.next)).json()
    expect(last).toEqual({ data: [{ code: 'c', from: 'park', to: 'wood' }], links: {} })
  })

  test('an object in a form is JSON, and an absent or empty list is accepted where it can be one', async () => {
    const tag = JSON.stringify({ id: 1, name: 'calm' })
    const form = new URLSearchParams([
      ['id', '12'],
      ['name', 'Rex'],
      ['breed', '{"id":3}'],
      ['tags', tag],
      ['tags', tag],
    ])
    expect((await send('PUT', '/dogs', form)).body).toEqual({
      id: 12,
      name: 'Rex',
      breed: { id: 3 },
      photos: [],
      tags: [JSON.parse(tag), JSON.parse(tag)],
    })
    expect((await send('GET', '/walks?tags=')).status).toBe(200)
    // fetch sends `Content-Length: 0`.
    expect((await send('POST', '/imports')).status).toBe(204)
  })
})

describe('webhooks of a document', () => {
  const kennelFile = fileURLToPath(new URL('../../../test/fixtures/kennel.yaml', import.meta.url))
  const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`

  /** A mock that sends to a receiver on this machine. */
  async function startWithReceiver() {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const own = await start({ file: kennelFile, webhookUrl: new URL(receiver.url), webhookSecret: secret })
    onTestFinished(() => own.close())
    const control = (path: string, body?: string) =>
      fetch(`${own.origin}/__mock/${path}`, { method: 'POST', ...(body !== undefined && { body }) })
    return { own, receiver, control }
  }

  test('a webhook is sent on request with its example, signed as the service signs', async () => {
    const { receiver, control } = await startWithReceiver()
    const response = await control('webhooks/kennelClosed')
    expect(await response.json()).toMatchObject({ name: 'kennelClosed', forwarded: { http_status: 204, error: null } })
    const [arrival] = await receiver.arrived(1)
    if (!arrival) throw new Error('Nothing arrived.')
    expect(arrival.headers['x-svc-event-type']).toBe('kennelClosed')
    expect(standardSignatures(arrival)).toEqual([expectedStandardSignature(secret, arrival)])
    expect(JSON.parse(arrival.body)).toEqual({ reason: 'holidays' })
  })

  test('a webhook is sent with the payload of the request; an unknown name and a body that is not JSON are refused', async () => {
    const { receiver, control } = await startWithReceiver()
    expect((await control('webhooks/kennelClosed', '{"reason":"snow"}')).status).toBe(200)
    expect((await receiver.arrived(1))[0]?.body).toBe('{"reason":"snow"}')
    const unknown = await control('webhooks/dogLost')
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('dogAdded, kennelClosed')])
    expect((await control('webhooks/kennelClosed', '{')).status).toBe(400)
    expect(receiver.arrivals.length).toBe(1)
  })

  test('a created record is announced by the webhook whose name and payload describe that, and a change is not', async () => {
    const { own, receiver, control } = await startWithReceiver()
    const dog = { id: 31, name: 'Waldi', photos: [] }
    const send = (method: string, body: object) =>
      fetch(`${own.baseUrl}/dogs`, {
        method,
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      })
    await send('POST', dog)
    await send('PUT', { ...dog, name: 'Wauzi' })
    await send('POST', { ...dog, id: 32 })
    const arrivals = await receiver.arrived(2)
    for (const arrival of arrivals)
      expect(standardSignatures(arrival)).toEqual([expectedStandardSignature(secret, arrival)])
    expect(arrivals.map(({ body }) => JSON.parse(body))).toEqual(
      [31, 32].map((id) => ({ event: 'dog.added', occurred_at: expect.any(String), data: { ...dog, id } })),
    )
    expect(arrivals.map(({ body }) => JSON.parse(body).occurred_at)).not.toContain('2026-01-01T00:00:00Z')
    const inbox = async () => JSON.parse(await (await fetch(`${own.origin}/__mock/inbox.json`)).text()).received
    expect((await inbox()).map(({ body }: { body: string }) => JSON.parse(body).data.id)).toEqual([32, 31])
    await control('reset')
    expect(await inbox()).toEqual([])
  })

  test('a receiver for a document without webhooks is refused', async () => {
    await expect(start({ webhookUrl: new URL('http://localhost:9/') })).rejects.toThrow('describes no webhooks')
  })
})

describe('a document with examples that do not match their schemas', () => {
  const houses = {
    openapi: '3.1.0',
    info: { title: 'Houses', version: '1' },
    paths: {
      '/houses': { get: { responses: listOf([{ id: 'https://houses.example/houses/1', floors: 'two' }]) } },
      '/towers': { get: { responses: listOf([{ id: 'https://houses.example/towers/1', floors: 2 }]) } },
      '/huts/{id}': {
        get: {
          parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
          responses: success(house(), { id: 'https://houses.example/huts/1', floors: 1 }),
        },
      },
    },
  }

  function house() {
    const id = { type: 'string', format: 'uri' }
    return { type: 'object', required: ['id', 'floors'], properties: { id, floors: { type: 'integer', minimum: 1 } } }
  }

  function success(schema: object, example: unknown) {
    return { 200: { description: 'ok', content: { 'application/json': { schema, example } } } }
  }

  function listOf(example: unknown) {
    return success({ type: 'array', minItems: 1, items: house() }, example)
  }

  async function startHouses(): Promise<AnyDocumentMock> {
    const path = join(await temporaryFolder(), 'houses.yaml')
    await writeFile(path, stringify(houses))
    const own = await start({ file: path })
    onTestFinished(() => own.close())
    return own
  }

  test('a response with a wrong example is generated from its schema, and a right example is returned', async () => {
    const { baseUrl } = await startHouses()
    const read = async (path: string): Promise<{ floors: number }[]> => {
      return JSON.parse(await (await fetch(`${baseUrl}${path}`)).text())
    }
    const [first] = await read('/houses')
    expect(first?.floors).toBeGreaterThanOrEqual(1)
    expect(await read('/towers')).toEqual([{ id: 'https://houses.example/towers/1', floors: 2 }])
  })

  test('a record that is requested by a name has a URI with that name, where its id is a URI', async () => {
    const { baseUrl } = await startHouses()
    const response = await fetch(`${baseUrl}/huts/Other%20hut`)
    expect(await response.json()).toEqual({ id: 'https://houses.example/huts/Other%20hut', floors: 1 })
  })
})

describe('a document whose ids are URIs, with several schemas of one record', () => {
  const text = { type: 'string' }
  const base = 'https://pay.example/payments'
  const payment = {
    type: 'object',

    required: ['id', 'walletAddress'],
    properties: {
      id: { type: 'string', format: 'uri' },
      walletAddress: text,
      completed: { type: 'boolean' },
      parts: { type: 'array', items: { type: 'object', properties: { kind: { enum: ['fee', 'tip'] } } } },
    },
    not: { required: ['forbidden'] },
    examples: [{ id: `${base}/0`, walletAddress: 'any', forbidden: true }],
  }
  const listed = {
    allOf: [{ $ref: '#/components/schemas/Payment' }],
    required: ['shared'],
    properties: { shared: { type: 'boolean' } },
  }
  const ref = { $ref: '#/components/schemas/Payment' }
  const response = (schema: object, example?: unknown) => ({
    description: 'Done.',
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  })
  const query = (name: string, schema: object) => ({ in: 'query', name, schema })
  const idParameter = { in: 'path', name: 'id', required: true, schema: text }
  const example = { id: `${base}/1`, walletAddress: 'ada', completed: false, parts: [{ kind: 'fee' }] }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Payments', version: '1' },
    paths: {
      '/payments': {
        get: {
          parameters: [query('wallet-address', text), query('first', { type: 'integer' }), query('cursor', text)],
          responses: {
            200: response(
              {
                type: 'object',
                properties: {
                  pagination: { type: 'object', properties: { endCursor: text, hasNextPage: { type: 'boolean' } } },
                  result: { type: 'array', items: { ...listed, unevaluatedProperties: false } },
                },
              },
              {
                pagination: { endCursor: 'of-the-example', hasNextPage: true },
                result: [{ id: `${base}/1`, walletAddress: 'ada', shared: true }],
              },
            ),
          },
        },
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['walletAddress'],
                  properties: { walletAddress: text, parts: { type: 'array', items: { type: 'object' } } },
                },
              },
            },
          },
          responses: { 201: response(ref, example) },
        },
      },
      '/payments/{id}': { get: { parameters: [idParameter], responses: { 200: response(ref, example) } } },
      '/payments/{id}/complete': {
        post: {
          parameters: [idParameter],
          responses: { 200: response(ref, { ...example, id: `${base}/9`, completed: true }) },
        },
      },
    },
    components: { schemas: { Payment: payment } },
  }

  async function startPayments(): Promise<(method: string, path: string, body?: unknown) => Promise<Answer>> {
    const path = join(await temporaryFolder(), 'payments.yaml')
    await writeFile(path, stringify(document))
    const own = await start({ file: path })
    onTestFinished(() => own.close())
    return async (method, route, body) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(`${own.baseUrl}${route}`, { method, headers, ...sent })
      return { status: answer.status, body: JSON.parse(await answer.text()) }
    }
  }
  interface Answer {
    status: number
    body: Record<string, unknown> & { result?: Record<string, unknown>[]; pagination?: unknown }
  }

  test('a new record has an id like that of the example, and is read by its last segment or the whole URI', async () => {
    const send = await startPayments()
    const { body } = await send('POST', '/payments', { walletAddress: 'bob' })
    expect(body.id).toMatch(/^https:\/\/pay\.example\/payments\/[0-9a-f-]{36}$/)
    for (const path of [String(body.id).slice(base.length + 1), encodeURIComponent(String(body.id))])
      expect(await send('GET', `/payments/${path}`)).toEqual({ status: 200, body })
  })

  test('pages have the cursor of the mock, and a filter may be spelled otherwise than its field', async () => {
    const send = await startPayments()
    for (const walletAddress of ['bob', 'bob', 'eve']) await send('POST', '/payments', { walletAddress })
    const first = (await send('GET', '/payments?wallet-address=bob&first=1')).body
    expect(first.pagination).toEqual({ endCursor: expect.not.stringContaining('example'), hasNextPage: true })
    const cursor = Reflect.get(Object(first.pagination), 'endCursor')
    const second = (await send('GET', `/payments?wallet-address=bob&first=1&cursor=${cursor}`)).body
    expect(second.pagination).toMatchObject({ hasNextPage: false })
    const items = [...(first.result ?? []), ...(second.result ?? [])]
    expect(items.map(({ walletAddress }) => walletAddress)).toEqual(['bob', 'bob'])
    expect(new Set(items.map(({ id }) => id)).size).toBe(2)
  })

  test('an item of a list has the fields that only the list requires', async () => {
    const send = await startPayments()
    await send('POST', '/payments', { walletAddress: 'bob' })
    const { result = [] } = (await send('GET', '/payments')).body
    expect(result.map(({ shared }) => shared)).toEqual([true, true])
  })

  test('a part of a request that a response may not have is replaced by that of the example', async () => {
    const send = await startPayments()
    const { body } = await send('POST', '/payments', { walletAddress: 'bob', parts: [{ kind: 'gift' }] })
    expect(body.parts).toEqual([{ kind: 'fee' }])
    expect(body).not.toHaveProperty('forbidden')
  })

  test('an action on a record returns this record with the flags of the example', async () => {
    const send = await startPayments()
    const { body } = await send('POST', '/payments', { walletAddress: 'bob' })
    const path = `/payments/${String(body.id).slice(base.length + 1)}`
    const done = await send('POST', `${path}/complete`)
    expect(done.body).toEqual({ ...body, completed: true })
    expect((await send('GET', path)).body).toEqual(done.body)
  })
})
