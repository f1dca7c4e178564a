import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Mock, startMock } from '@svc/mock'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ port: 0 })
})
afterAll(() => mock.close())

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))

test('the error states whether a mock or another program uses the port', async () => {
  const refused = async (port: number) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, SVC_MOCK_PORT: String(port) }
    const { code, stderr } = await promisify(execFile)(process.execPath, [program], { env }).catch((error) => error)
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

test('SIGTERM while the mock starts closes it after the start, and ends it with code 0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-mock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // Reading it takes until the test writes to it.
  const document = join(folder, 'document.json')
  await promisify(execFile)('mkfifo', [document])
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [program, '--spec', document, '--port', '0'], {
    env: { PATH, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [exited, output] = [once(child, 'exit'), text(child.stdout)]
  const writer = await open(document, 'w')
  child.kill('SIGTERM')
  await writer.writeFile(JSON.stringify({ openapi: '3.1.0', info: { title: 'Menu', version: '1' }, paths: {} }))
  await writer.close()
  expect(await exited).toEqual([0, null])
  await output
})
