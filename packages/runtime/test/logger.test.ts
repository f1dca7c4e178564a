import { expect, test } from 'vitest'
import { createLogger, redactSecrets } from '../src/logger.ts'

function capture() {
  const lines: string[] = []
  const logger = createLogger({ name: 'test', level: 'info', stream: { write: (line) => void lines.push(line) } })
  return { logger, last: () => JSON.parse(lines.at(-1) ?? '{}'), text: () => lines.join('') }
}

test('a line is one JSON object with time, level, name and the fields of its request', () => {
  const { logger, last } = capture()
  logger.child({ request_id: 'req_1' }).info({ port: 3000 }, 'Listening')
  expect(last()).toMatchObject({ level: 'info', name: 'test', request_id: 'req_1', port: 3000, msg: 'Listening' })
  expect(last().time).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/)
})

test('an error shows its kind, message, code and causes, but not the row a database error carries', () => {
  const { logger, last, text } = capture()
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com) already exists.',
  })
  logger.error({ err: new Error('Could not save', { cause }) }, 'Failed')
  expect(last().err).toMatchObject({
    type: 'Error',
    message: 'Could not save',
    cause: { message: 'duplicate key', code: '23505' },
  })
  expect(text()).not.toContain('ann@example.com')
})

test('a request shows neither headers nor query', () => {
  const { logger, last } = capture()
  logger.info({ req: { method: 'GET', url: '/x?code=abc', headers: { 'x-api-key': 'k' } } }, 'Request')
  expect(last().req).toEqual({ method: 'GET', path: '/x' })
})

test.each([
  { authorization: 'anything' },
  { body: { client_secret: 'hunter2hunter2' } },
  { a: { b: { password: 'hunter2hunter2' } } },
  { note: 'key svc_live_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789' },
  { note: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
  { note: 'Authorization: Bearer abcdefghijklmnop' },
  { note: 'postgres://svc:hunter2hunter2@127.0.0.1/postgres' },
  { err: new Error('connect to redis://:hunter2hunter2@cache failed') },
  { note: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl' },
])('no secret of %j reaches the log', (fields) => {
  const { logger, text, last } = capture()
  logger.info(fields, 'Something')
  expect(text()).not.toMatch(/hunter2|anything|EfGhIjKl|AAAAAAAA|abcdefghijklmnop|eyJzdWIi/)
  expect(last().msg).toBe('Something')
})

test('the visible prefix of a key is kept, so that an operator can identify the key', () => {
  expect(redactSecrets('svc_test_Q7mAbCdEfGhIjKlMnOp was refused')).toBe('svc_test_Q7m… was refused')
})
