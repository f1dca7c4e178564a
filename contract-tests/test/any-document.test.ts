import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRecord, parseJson } from '@svc/runtime/json'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type AnyDocumentOptions, testAnyDocument } from '../src/any-document/run.ts'
import { CannotRunError } from '../src/cannot-run-error.ts'
import { portOf } from '../src/service.ts'

// Services of documents that are not of this product, and what the tests print about them.

// Schemathesis starts a process, which takes seconds on a quiet machine; this is for one that runs much else.
vi.setConfig({ testTimeout: 300_000 })

interface Received {
  method: string
  url: URL
  /** The path with its percent-encoding. */
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

type Reply = { status: number; body?: unknown }
type Service = (request: Received) => Reply

async function startServer(service: Service): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { method = '', headers } = request
    const received = { method, url, path: url.pathname, headers, body: parseJson(Buffer.concat(chunks).toString()) }
    const { status, body } = service(received)
    response
      .writeHead(status, { 'content-type': 'application/json', ...(status === 405 && { allow: 'GET' }) })
      .end(body === undefined ? '' : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  onTestFinished(() => new Promise((done) => server.close(() => done())))
  return `http://127.0.0.1:${portOf(server)}`
}

/** Tests a service. Returns the exit code and what is printed. */
async function run(document: object, service: Service, options: Partial<AnyDocumentOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'any-document-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const spec = join(folder, 'openapi.json')
  await writeFile(spec, JSON.stringify({ openapi: '3.1.0', info: { title: 'Any', version: '1' }, ...document }))
  const baseUrl = await startServer(service)
  const lines: string[] = []
  const none = { headers: {}, query: {}, credential: '', operations: [], mayRefuse: [], withoutChecks: [] }
  const given = { ...none, spec, baseUrl, fast: true, seed: 1, fuzz: false, ...options }
  const context = { signal: new AbortController().signal, print: (line: string) => void lines.push(line) }
  const code = await testAnyDocument(given, context)
  return { code, output: lines.join('\n'), baseUrl }
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const problem = {
  description: 'Refused.',
  ...json({ type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } }),
}
const refused = (status: number, detail: string): Reply => ({ status, body: { detail } })

// One operation for each kind of security scheme.

const secret = 'c2VjcmV0OnNlY3JldA=='
const found = { description: 'Found.', ...json({ type: 'object', properties: { name: { type: 'string' } } }) }
const protectedBy = (scheme: string) => ({
  get: { operationId: scheme, security: [{ [scheme]: [] }], responses: { 200: found, 401: problem } },
})
const schemes = {
  paths: Object.fromEntries(['header', 'query', 'bearer', 'basic'].map((one) => [`/${one}`, protectedBy(one)])),
  components: {
    securitySchemes: {
      header: { type: 'apiKey', in: 'header', name: 'X-Door-Key' },
      query: { type: 'apiKey', in: 'query', name: 'door_key' },
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
    },
  },
}
const isPermitted: Record<string, (request: Received) => boolean> = {
  '/header': ({ headers }) => headers['x-door-key'] === secret,
  '/query': ({ url }) => url.searchParams.get('door_key') === secret,
  '/bearer': ({ headers }) => headers.authorization === `Bearer ${secret}`,
  '/basic': ({ headers }) => headers.authorization === `Basic ${secret}`,
}
const protectedService: Service = (request) => {
  if (request.method !== 'GET') return refused(405, 'Only GET.')
  const check = isPermitted[request.path]
  if (!check) return refused(404, 'Not found.')
  return check(request) ? { status: 200, body: { name: 'door' } } : refused(401, 'A credential is required.')
}
const credentials: Record<string, Pick<AnyDocumentOptions, 'headers' | 'query'>> = {
  header: { headers: { 'x-door-key': secret }, query: {} },
  query: { headers: {}, query: { door_key: secret } },
  bearer: { headers: { authorization: `Bearer ${secret}` }, query: {} },
  basic: { headers: { authorization: `Basic ${secret}` }, query: {} },
}

test.for(Object.entries(credentials))(
  'a service that requires a credential in its scheme %s passes, in any spelling of the header',
  { tags: ['python3'] },
  async ([scheme, credential]) => {
    const options = { ...credential, operations: [scheme], fuzz: true }
    const { code, output } = await run(schemes, protectedService, options)
    expect(output).toMatch(/fuzzing {4}No issues found/)
    expect([code, output]).toEqual([0, expect.stringMatching(/No failures in \d+ requests?\.$/)])
  },
)

test.for(Object.entries(credentials))(
  'a service that ignores the credential of its scheme %s fails, and no output has the credential',
  { tags: ['python3'] },
  async ([scheme, credential]) => {
    const open: Service = ({ method }) => (method === 'GET' ? { status: 200, body: {} } : refused(405, 'Only GET.'))
    const options = { ...credential, credential: secret, operations: [scheme], fuzz: true }
    const { code, output } = await run(schemes, open, options)
    expect([code, output]).toEqual([1, expect.stringContaining('ST401')])
    expect(output).not.toContain(secret)
    expect(output).not.toContain(encodeURIComponent(secret))
    const findings = output.match(/^- ST\d+ /gm)?.length
    expect(output).toMatch(new RegExp(`^${findings} failures? in \\d+ requests? and by Schemathesis\\.$`, 'm'))
  },
)

test('a service that repeats the credential in its errors brings it into no output', async () => {
  const repeating: Service = ({ headers }) => refused(500, `The key ${headers['x-door-key']} is broken.`)
  for (const credential of [secret, '']) {
    const options = { headers: { 'X-Door-Key': secret }, credential, operations: ['header'] }
    const { code, output } = await run(schemes, repeating, options)
    expect([code, output]).toEqual([1, expect.stringContaining('The key $API_CREDENTIAL is broken.')])
    expect(output).not.toContain(secret)
  }
})

// A record of payments: headers are required, ids are URLs, and pages are those of Relay.

interface Payment {
  id: string
  walletAddress: string
  note: string
}

const text = { type: 'string', minLength: 1 }
const payment = {
  type: 'object',
  required: ['id', 'walletAddress', 'note'],
  properties: { id: text, walletAddress: text, note: text },
}
const fields = {
  walletAddress: { ...text, examples: ['https://wallet.example/alice'] },
  note: { ...text, examples: ['tea'] },
}
const parameter = (name: string, place: string, schema: object, more: object = {}) => ({
  name,
  in: place,
  schema,
  ...more,
})
const signature = { $ref: '#/components/parameters/Signature' }
const payments = {
  paths: {
    '/payments': {
      parameters: [signature, parameter('session', 'cookie', { type: 'integer', minimum: 7 }, { required: true })],
      get: {
        operationId: 'listPayments',
        parameters: [
          parameter('wallet-address', 'query', text, { required: true }),
          parameter('first', 'query', { type: 'integer', minimum: 1, maximum: 50 }),
          parameter('last', 'query', { type: 'integer', minimum: 1, maximum: 50 }),
          parameter('cursor', 'query', text),
        ],
        responses: {
          200: {
            description: 'A page.',
            ...json({
              type: 'object',
              properties: {
                pagination: { type: 'object', properties: { endCursor: text, hasNextPage: { type: 'boolean' } } },
                result: { type: 'array', items: payment },
              },
            }),
          },
          400: problem,
        },
      },
      post: {
        operationId: 'createPayment',
        requestBody: { required: true, ...json({ type: 'object', required: Object.keys(fields), properties: fields }) },
        responses: { 201: { description: 'The payment.', ...json(payment) }, 400: problem },
      },
    },
    '/payments/{id}': {
      parameters: [signature],
      get: {
        operationId: 'getPayment',
        parameters: [parameter('id', 'path', text, { required: true })],
        responses: { 200: { description: 'The payment.', ...json(payment) }, 400: problem, 404: problem },
      },
    },
  },
  components: {
    parameters: {
      Signature: parameter('Signature', 'header', text, { required: true, example: 'Signature: sig1=abc' }),
    },
  },
}

type Fault = 'the list ignores its wallet' | 'the list ignores first' | 'the list lacks new payments'

/** A service of payments in memory, which requires its headers and cookies. */
function createPayments(fault?: Fault, takesUris = false): Service {
  const stored: Payment[] = []
  return ({ method, url, path, headers, body }) => {
    if (headers.signature !== 'sig1=abc') return refused(400, 'header.signature is required')
    if (path !== '/payments') {
      const id = decodeURIComponent(path.replace('/payments/', ''))
      const isSame = (payment: Payment) => payment.id === (takesUris ? id : `https://payments.example/payments/${id}`)
      const one = path.split('/').length === 3 ? stored.find(isSame) : undefined
      return one ? { status: 200, body: one } : refused(404, `There is no payment ${path}.`)
    }
    if (headers.cookie !== 'session=7') return refused(400, 'cookie.session is required')
    if (method === 'POST') {
      if (!isRecord(body) || typeof body.walletAddress !== 'string' || typeof body.note !== 'string')
        return refused(400, 'The body is not a payment.')
      const { walletAddress, note } = body
      const created = { id: `https://payments.example/payments/${randomUUID()}`, walletAddress, note }
      if (fault !== 'the list lacks new payments') stored.push(created)
      return { status: 201, body: created }
    }
    return listed(stored, url.searchParams, fault)
  }
}

function listed(stored: readonly Payment[], query: URLSearchParams, fault?: Fault): Reply {
  const [first, cursor] = [Number(query.get('first') ?? '50'), query.get('cursor')]
  const wallet = query.get('wallet-address')
  if (wallet === null || Number.isNaN(first)) return refused(400, 'query is invalid')
  const all = stored.filter((one) => fault === 'the list ignores its wallet' || one.walletAddress === wallet)
  const at = cursor === null ? -1 : all.findIndex(({ id }) => id === cursor)
  if (cursor !== null && at === -1) return refused(400, 'The cursor is unknown.')
  const page = all.slice(at + 1, fault === 'the list ignores first' ? undefined : at + 1 + first)
  const last = page.at(-1)
  const hasNextPage = last !== undefined && last !== all.at(-1)
  return { status: 200, body: { pagination: { ...(last && { endCursor: last.id }), hasNextPage }, result: page } }
}

test.for([
  ['the last segment', false],
  ['the whole URI', true],
] as const)(
  'required headers are sent, pages of Relay are joined, and a path has %s of an id',
  async ([, takesUris]) => {
    const { code, output } = await run(payments, createPayments(undefined, takesUris))
    expect(output).toContain('requests   3 valid')
    expect(output).toContain('4 hold, 0 fail')
    expect(output).toContain('listPayments (last): ')
    expect(output).not.toMatch(/refused|getPayment/)
    expect([code, output]).toEqual([0, expect.stringMatching(/No failures in \d+ requests\.$/)])
  },
)

test.for<[Fault, string]>([
  ['the list ignores its wallet', 'listPayments filtered'],
  ['the list ignores first', 'listPayments pages_joined'],
])('a service in which %s fails', async ([fault, failure]) => {
  const { code, output } = await run(payments, createPayments(fault))
  expect([code, output]).toEqual([1, expect.stringContaining(failure)])
})

test('a list without a written record fails with the request of the list as well, for a running service', async () => {
  const credential = { headers: { 'X-Door-Key': secret }, credential: secret }
  const service = createPayments()
  const incomplete: Service = (request) => {
    const reply = service(request)
    const isList = request.method === 'GET' && request.path === '/payments'
    return isList && reply.status === 200
      ? { status: 200, body: { pagination: { hasNextPage: false }, result: [] } }
      : reply
  }
  const { code, output, baseUrl } = await run(payments, incomplete, credential)
  expect([code, output]).toEqual([1, expect.stringContaining('The list lacks https://payments.example')])
  expect(output).toMatch(/curl -i -X POST .*"x-door-key: \$API_CREDENTIAL" .*"\$API_URL"'\/payments'/)
  expect(output).toMatch(
    /curl -i -X GET .*"\$API_URL"'\/payments\?wallet-address=https%3A%2F%2Fwallet\.example%2Falice/,
  )
  expect(output).toContain(`API_URL, the address of the running service (${baseUrl} in`)
  expect(output).toContain('Add --operation NAME to test one operation again.')
  expect(output).not.toContain(secret)
})

// A list that refuses a cursor which it has not returned.

const page = { description: 'A page.', ...json({ type: 'array', items: { type: 'string' } }) }
const withCursor = (responses: object) => ({
  paths: {
    '/pages': { get: { operationId: 'listPages', parameters: [parameter('cursor', 'query', text)], responses } },
  },
})
const listOfPages = { operationId: 'listPages', responses: { 200: page } }
const listPages: Service = ({ method, url }) => {
  if (method !== 'GET') return refused(405, 'Only GET.')
  return url.searchParams.has('cursor') ? refused(400, 'The cursor is unknown.') : { status: 200, body: [] }
}

test.for<[string, object, number]>([
  ['passes if the document describes it', { 200: page, 400: problem }, 0],
  ['passes if a default response describes it', { 200: page, default: problem }, 0],
  ['fails if the document does not describe it', { 200: page }, 1],
])('a 400 to a valid request %s', { tags: ['python3'] }, async ([, responses, expected]) => {
  const { code, output } = await run(withCursor(responses), listPages, { fuzz: true })
  expect(output).toContain(expected === 0 ? 'No failures' : 'ST202')
  expect(code).toBe(expected)
})

test('an operation that refuses its valid request fails with the reason, unless that is declared', async () => {
  const strict: Service = (request) =>
    request.method === 'POST' ? refused(400, 'Payments are closed.') : createPayments()(request)
  const { code, output } = await run(payments, strict)
  expect(output).toContain('requests   1 valid')
  expect(output).toMatch(
    /refused {4}1 operation: createPayment 400\n +reason of the first: 400 .*Payments are closed\./,
  )
  expect([code, output]).toEqual([1, expect.stringContaining('createPayment response_as_expected')])
  const declared = await run(payments, strict, { mayRefuse: ['createPayment', 'getPayment'] })
  expect(declared.output).toMatch(/not compared\n(.*\n)* {4}createPayment: 400 .*Payments are closed\./)
  expect([declared.code, declared.output]).toEqual([0, expect.stringContaining('No failures')])
})

test('an operation that does not find a record which the tests have created fails', async () => {
  const service = createPayments()
  const forgetful: Service = (request) =>
    request.path.startsWith('/payments/') ? refused(404, 'There is no such payment.') : service(request)
  const { code, output } = await run(payments, forgetful)
  expect(output).toContain('getPayment response_as_expected\n  a valid request: got 404 for a record that was created')
  expect([code, output]).toEqual([1, expect.stringMatching(/^1 failure in \d+ requests\.$/m)])
})

test('an operation of which nothing succeeds is listed at the end, and is no success unless that is declared', async () => {
  const { paths, components } = payments
  const readOnly = { paths: { '/payments/{id}': paths['/payments/{id}'], '/pages': { get: listOfPages } }, components }
  const empty: Service = ({ method, path }) => {
    if (method !== 'GET') return refused(405, 'Only GET.')
    return path === '/pages' ? { status: 200, body: [] } : refused(404, 'There is no such payment.')
  }
  const { code, output } = await run(readOnly, empty)
  expect(output).toMatch(
    /\nNot tested.*\n {2}getPayment: no request creates or lists a record for id, and the response is 404 .*such payment/,
  )
  expect([code, output]).toEqual([1, expect.stringMatching(/No failures in \d+ requests; 1 operation not tested\.$/)])
  const declared = await run(readOnly, empty, { mayRefuse: ['getPayment'] })
  expect([declared.code, declared.output]).toEqual([0, expect.stringMatching(/No failures in \d+ requests\.$/)])
})

test('an operation for which no request can be made is no success as soon as another one is implemented', async () => {
  const upload = {
    operationId: 'upload',
    requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } },
    responses: { 204: { description: 'Stored.' }, 400: problem },
  }
  const document = { paths: { '/pages': { get: listOfPages }, '/files': { post: upload } } }
  const service =
    (pages: Reply): Service =>
    ({ path }) =>
      path === '/pages' ? pages : refused(400, 'A form is required.')
  const begun = await run(document, service(refused(501, 'Not implemented yet.')))
  expect([begun.code, begun.output]).toEqual([0, expect.stringContaining('upload: its body is multipart/form-data')])
  const { code, output } = await run(document, service({ status: 200, body: [] }))
  expect(output).toMatch(/\nNot tested.*\n {2}upload: its body is multipart\/form-data/)
  expect(code).toBe(1)
})

test('the names of many operations are in lines of at most 120 columns', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `operationNumber${index}`)
  const paths = Object.fromEntries(
    names.map((name) => [`/${name}`, { get: { operationId: name, responses: { 200: page } } }]),
  )
  const { output } = await run({ paths }, () => refused(501, 'Not implemented yet.'))
  const lines = output.split('\n')
  expect(lines.filter((line) => line.length > 120)).toEqual([])
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(output))).toEqual([])
})

test('an operation that finds no record has no advice about settings that the tests do not have', {
  tags: ['python3'],
}, async () => {
  const { paths, components } = payments
  const readOnly = { paths: { '/payments/{id}': paths['/payments/{id}'] }, components }
  const { output } = await run(readOnly, ({ method }) => refused(method === 'GET' ? 404 : 405, 'There is none.'), {
    fuzz: true,
  })
  expect(output).toMatch(/fuzzing {4}No issues found/)
  expect(output).not.toContain('config file')
})

test('each operation that returns 501 is listed as pending', async () => {
  const { code, output } = await run(payments, () => refused(501, 'Not implemented yet.'))
  expect(output).toContain('pending    not implemented yet: listPayments, createPayment, getPayment')
  expect(code).toBe(0)
})

test('only the given operations are tested, and an unknown one is an error', async () => {
  const { output } = await run(payments, createPayments(), { operations: ['createPayment'] })
  expect(output).toContain('1 operation\n')
  expect(output).toContain('1 hold, 0 fail')
  await expect(run(payments, createPayments(), { operations: ['createPaymnt'] })).rejects.toThrow(CannotRunError)
})

// Tags with fields that only responses have, and unique names.

const readOnlyText = { ...text, readOnly: true }
const tag = {
  type: 'object',
  required: ['id', 'name', 'createdAt'],
  properties: {
    id: readOnlyText,
    name: { ...text, examples: ['Production'] },
    createdAt: readOnlyText,
    owner: { type: 'object', properties: { name: text, since: readOnlyText } },
    marks: { type: 'array', items: { type: 'object', properties: { text, at: readOnlyText } } },
  },
}
const tagExample = { name: 'Production', owner: { name: 'Ada', since: 'May' }, marks: [{ text: 'new', at: 'noon' }] }
const tagResponse = { description: 'The tag.', ...json({ $ref: '#/components/schemas/Tag' }) }
const tagBody = {
  required: true,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Tag' }, example: tagExample } },
}
const tagsWith = (more: object) => ({
  paths: {
    '/tags': {
      get: {
        operationId: 'listTags',
        responses: {
          200: { description: 'All.', ...json({ type: 'array', items: { $ref: '#/components/schemas/Tag' } }) },
        },
      },
      post: {
        operationId: 'createTag',
        requestBody: tagBody,
        responses: { 201: tagResponse, 400: problem, 409: problem },
      },
    },
    '/tags/{id}': {
      parameters: [parameter('id', 'path', text, { required: true })],
      get: { operationId: 'getTag', responses: { 200: tagResponse, 404: problem } },
      put: {
        operationId: 'replaceTag',
        requestBody: tagBody,
        responses: { 200: tagResponse, 400: problem, 404: problem },
      },
      patch: {
        operationId: 'changeTag',
        requestBody: tagBody,
        responses: { 200: tagResponse, 400: problem, 404: problem },
      },
      delete: { operationId: 'deleteTag', ...more, responses: { 200: tagResponse, 404: problem } },
    },
  },
  components: { schemas: { Tag: tag } },
})
const tags = tagsWith({ summary: 'Delete a tag' })

interface TagRules {
  /** Whether two tags may not have the same name. */
  areUnique?: boolean
  /** Whether a deleted tag can still be read. */
  keepsDeleted?: boolean
}

/** A service of tags in memory, which refuses every field that is read-only. */
function createTags({ areUnique = false, keepsDeleted = false }: TagRules = {}): Service {
  const stored = new Map<string, Record<string, unknown>>()
  let count = 0
  const withTimes = ({ owner, marks, ...rest }: Record<string, unknown>) => ({
    ...rest,
    ...(isRecord(owner) && { owner: { ...owner, since: 'May' } }),
    ...(Array.isArray(marks) && { marks: marks.map((mark) => ({ ...mark, at: 'noon' })) }),
  })
  return ({ method, path, body }) => {
    const fields = isRecord(body) ? body : {}
    if (method !== 'GET' && /"(id|createdAt|since|at)":/.test(JSON.stringify(fields)))
      return refused(400, 'A field is read-only.')
    if (Array.isArray(body)) return refused(400, 'The body is not a tag.')
    if (path === '/tags' && method === 'GET') return { status: 200, body: [...stored.values()] }
    const isTaken = [...stored.values()].some(({ name, id }) => name === fields.name && path !== `/tags/${id}`)
    if (path === '/tags' && method === 'POST') {
      if (typeof fields.name !== 'string') return refused(400, 'name is required')
      if (areUnique && isTaken) return refused(409, 'There is a tag with this name.')
      count += 1
      const created = { id: `tag-${count}`, createdAt: 'today', ...withTimes(fields) }
      stored.set(created.id, created)
      return { status: 201, body: created }
    }
    const id = path.replace('/tags/', '')
    const own = stored.get(id)
    if (!own) return refused(404, `There is no tag ${id}.`)
    if (method === 'DELETE' && !keepsDeleted) stored.delete(id)
    if (method === 'GET' || method === 'DELETE') return { status: 200, body: own }
    if (method === 'PUT' && typeof fields.name !== 'string') return refused(400, 'name is required')
    const { id: _id, createdAt, ...rest } = own
    const changed = { id, createdAt, ...(method === 'PATCH' ? rest : {}), ...withTimes(fields) }
    stored.set(id, changed)
    return { status: 200, body: changed }
  }
}

test('no request has a field that is read-only, also not in objects and lists, or to restore a record', async () => {
  const service = createTags()
  const received: string[] = []
  const watching: Service = (request) => {
    if (request.method !== 'GET') received.push(JSON.stringify(request.body))
    return service(request)
  }
  const { code, output } = await run(tags, watching)
  expect([code, output]).toEqual([0, expect.stringMatching(/No failures in \d+ requests\.$/)])
  expect(received).toContain('{"name":"Production","owner":{"name":"Ada"},"marks":[{"text":"new"}]}')
  expect(received.filter((body) => /"(id|createdAt|since|at)":/.test(body ?? ''))).toEqual([])
})

test('a body that is a list, texts of a format and length, and ids that are numbers are generated', async () => {
  const user = {
    type: 'object',
    required: ['email', 'country', 'grade', 'since'],
    properties: {
      email: { type: 'string', format: 'email' },
      country: { type: 'string', minLength: 2, maxLength: 2 },
      grade: { type: 'string', pattern: '^[A-F]$' },
      since: { type: 'string', format: 'date-time' },
      scores: { type: 'array', minItems: 2, items: { type: 'number' } },
    },
  }
  const done = { 200: { description: 'Done.', ...json({ type: 'object' }) }, 400: problem, 404: problem }
  const list = (operationId: string, items: object, minItems: number) => ({
    post: {
      operationId,
      requestBody: { required: true, ...json({ type: 'array', minItems, items }) },
      responses: done,
    },
  })
  const document = {
    paths: {
      '/users': list('invite', user, 1),
      '/teams': list('group', { ...user, required: Object.keys(user.properties) }, 2),
      '/runs/{id}': {
        parameters: [parameter('id', 'path', { type: 'number', minimum: 5 }, { required: true })],
        get: { operationId: 'getRun', responses: done },
      },
    },
  }
  const received: unknown[] = []
  const watching: Service = ({ method, path, body }) => {
    if (method === 'GET' && path !== '/runs/5') return refused(404, 'There is no such run.')
    if (method === 'POST' && !Array.isArray(body)) return refused(400, 'The body is not a list.')
    received.push(body)
    return { status: 200, body: {} }
  }
  const { code, output } = await run(document, watching)
  expect(output).toContain('requests   3 valid')
  expect([code, output]).toEqual([0, expect.stringMatching(/No failures in \d+ requests\.$/)])
  const one = { email: 'relation@example.com', country: 'Re', grade: 'A', since: '2026-11-28T09:00:00Z' }
  expect(received).toContainEqual([one])
  expect(received).toContainEqual([{ ...one, scores: [1, 2] }, expect.objectContaining({ ...one, scores: [1, 2] })])
})

test('a relation and a check can be left out by the names that a failure has', { tags: ['python3'] }, async () => {
  const keeping = () => createTags({ keepsDeleted: true })
  const { code, output } = await run(tags, keeping(), { withoutChecks: ['deleted_is_gone'] })
  expect([code, output]).toEqual([0, expect.stringMatching(/No failures in \d+ requests\.$/)])
  const strange: Service = () => ({ status: 200, body: {} })
  const fails = await run(withCursor({ 200: page }), strange)
  expect([fails.code, fails.output]).toEqual([1, expect.stringContaining('listPages response_schema_conformance')])
  const withoutChecks = ['response_schema_conformance', 'unsupported_method', 'negative_data_rejection']
  const passes = await run(withCursor({ 200: page }), strange, { withoutChecks, fuzz: true })
  expect([passes.code, passes.output]).toEqual([0, expect.stringContaining('No issues found')])
  await expect(run(tags, keeping(), { withoutChecks: ['deleted_is_gon'] })).rejects.toThrow(
    /no check deleted_is_gon\. The checks are .*deleted_is_gone, .*ignored_auth/,
  )
})

test('a service that permits each name once gets other names', async () => {
  const { code, output } = await run(tags, createTags({ areUnique: true }))
  expect(output).toContain('requests   6 valid')
  expect(output).toContain('4 hold, 0 fail')
  expect([code, output]).toEqual([0, expect.stringMatching(/No failures in \d+ requests\.$/)])
})

test('a service that refuses each further record is no success, unless that is declared', async () => {
  const full = (): Service => {
    const service = createTags()
    const first = { url: new URL('http://127.0.0.1/tags'), path: '/tags', headers: {}, body: { name: 'First' } }
    service({ ...first, method: 'POST' })
    return (request) =>
      request.method === 'POST' && !Array.isArray(request.body) ? refused(409, 'Only one tag.') : service(request)
  }
  const { code, output } = await run(tags, full())
  expect(output).toContain('getTag, replaceTag, changeTag, deleteTag: a deletion has removed the only record')
  expect([code, output]).toEqual([1, expect.stringContaining('createTag: 409 {"detail":"Only one tag."}')])
  const declared = await run(tags, full(), { mayRefuse: ['createTag'] })
  expect([declared.code, declared.output]).toEqual([0, expect.stringMatching(/No failures in \d+ requests\.$/)])
})

test.for<[string, object, boolean, string]>([
  ['is gone if the document says that it deletes', { summary: 'Delete a tag' }, false, 'No failures'],
  ['may not be read after it if the document says that it deletes', { summary: 'Delete it' }, true, 'deleted_is_gone'],
  ['may exist after it if the document does not say that it deletes', { summary: 'End a tag' }, true, 'No failures'],
  ['may be gone after it if the document does not say that it deletes', { summary: 'End a tag' }, false, 'No failures'],
  [
    'must be in its list after it if the document says so',
    { 'x-relations': { keeps_deleted: true } },
    false,
    'ended_is_shown',
  ],
])('a record that a DELETE returns %s', async ([, described, keepsDeleted, expected]) => {
  const { code, output } = await run(tagsWith(described), createTags({ keepsDeleted }))
  expect([code, output]).toEqual([expected === 'No failures' ? 0 : 1, expect.stringContaining(expected)])
})
