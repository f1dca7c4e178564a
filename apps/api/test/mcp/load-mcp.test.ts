import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mcpWhenEnabled } from '../../src/mcp/load-mcp.ts'
import type { McpOptions } from '../../src/mcp/mcp.ts'
import { mcpPaths } from '../../src/mcp/paths.ts'

const createMcp = vi.hoisted(() => vi.fn())
vi.mock('../../src/mcp/mcp.ts', () => ({ createMcp }))

test('a server that could not be created is created for the next request, and the start reports why', async () => {
  createMcp.mockImplementationOnce(() => {
    throw new Error('out of memory')
  })
  createMcp.mockImplementation(() => (_request: unknown, response: express.Response) => void response.send('served'))
  const failures: unknown[] = []
  let started: Promise<void> | undefined
  const dependencies = {
    db: { execute: async () => [{ on: true }] },
    background(work: () => Promise<void>) {
      started = work().catch((error) => void failures.push(error))
    },
  }
  const app = express().use(mcpWhenEnabled({ dependencies } as unknown as McpOptions))
  await started
  expect(failures).toEqual([new Error('out of memory')])

  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const response = await fetch(`http://127.0.0.1:${address.port}${mcpPaths.server}`, {
    headers: { Connection: 'close' },
  })
  expect(await response.text()).toBe('served')
})
