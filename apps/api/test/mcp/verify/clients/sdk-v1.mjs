// The client of the official TypeScript SDK, version 1: lists all tools and calls each.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const [url, key, args] = process.argv.slice(2)
const headers = { Authorization: `Bearer ${key}` }
const known = JSON.parse(args)

const client = new Client({ name: 'foreign', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
const { tools } = await client.listTools()
for (const { name } of tools) {
  const result = await client.callTool({ name, arguments: known[name] ?? {} })
  if (result.isError || !result.structuredContent) throw new Error(`${name}: ${JSON.stringify(result)}`)
}
await client.close()
process.stdout.write(`${tools.length}\n`)
