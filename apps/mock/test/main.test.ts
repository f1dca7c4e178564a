import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Mock, startMock } from '@svc/mock'
import { afterAll, beforeAll, expect, test } from 'vitest'

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ port: 0 })
})
afterAll(() => mock.close())

test('the error states whether a mock or another program uses the port', async () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const refused = async (port: number) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, SVC_MOCK_PORT: String(port) }
    const { code, stderr } = await promisify(execFile)(process.execPath, [main], { env }).catch((error) => error)
    expect(code).toBe(1)
    return stderr
  }
  const port = Number(new URL(mock.auth_url).port)
  expect(await refused(port)).toBe(
    `A mock already runs on port ${port}: npm start runs one with the service. Use that one, or start another one with\n` +
      `--port ${port + 1} and set SVC_BASE_URL=http://127.0.0.1:${port + 1}/api/public/v1 for the programs that use it.\n`,
  )
  const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port: taken } = other.address() as AddressInfo
  expect(await refused(taken)).toBe(
    `Port ${taken} is in use by another program. Stop that program, or choose another port: --port ${taken + 1}\n`,
  )
  other.close()
})
