import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, requireFreePort } from '../src/ports.ts'

const commandWith = (port: number) => `PORT=${port} start`

test('a port in use is an error that names the command with another port', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const wanted = { host: '127.0.0.1', port, commandWith }
  await expect(requireFreePort(wanted)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop that, or choose another port: PORT=${port + 1} start`,
  )
  setTimeout(() => server.close(), 200)
  await requireFreePort(wanted, { waitMs: 5_000 })
})

test('an address that this machine does not have is an error that names SVC_HOST', async () => {
  const port = await freePort()
  await expect(requireFreePort({ host: '192.0.2.1', port, commandWith })).rejects.toThrow('SVC_HOST is usually')
})
