import { setFlag } from '@svc/db/flags'
import { setup, teardown } from '@svc/db/testing-server'
import { announceSeed, seededRandom } from '@svc/runtime/testing-random'
import { startTestApi } from '../../testing.ts'
import { fillAccount, type ToolArguments } from '../mcp-fixtures.ts'
import { runForeignClients } from './clients.ts'
import { runConformance } from './conformance.ts'
import { runCrowd } from './crowd.ts'
import { fuzz } from './fuzz.ts'

// The long form of the MCP tests: 5,000 fuzzed calls, 200 clients at once, clients of others, and the official
// conformance suite. Takes about three minutes.

const calls = 5_000
const print = (text: string) => void process.stdout.write(text)
const idsIn = (all: ToolArguments) => Object.values(all).flatMap((args) => Object.values(args).map(String))

await setup()
const api = await startTestApi()
try {
  await setFlag(api.database.db, 'mcp_enabled', true)
  const account = await api.open()
  const stranger = await api.open({ name: 'Brightside Dental' })
  const args = await fillAccount(api, account)
  const ids = idsIn(args)
  const foreignIds = idsIn(await fillAccount(api, stranger))
  const { origin } = api

  const random = seededRandom(announceSeed('mcp-verify'))
  const counts = await fuzz({ origin, key: account.key, ids, foreignIds, calls, random })
  print(`✓ ${calls} fuzzed calls: ${JSON.stringify(counts)}, 0 internal errors, every result valid\n`)

  const failed =
    (await runCrowd(origin, account.key, print)) +
    (await runForeignClients(origin, account.key, args, print)) +
    (await runConformance(origin, account.key, print))
  if (failed > 0) process.exitCode = 1
} catch (error) {
  process.exitCode = 1
  print(`✗ ${error instanceof Error ? error.message : error}\n`)
} finally {
  await api.close()
  await teardown()
}
