import { createLogger } from '@svc/runtime/logger'
import { startLocalPostgres } from '../src/local-postgres.ts'

/**
 * The process that tests start, kill and signal: starts the embedded server in the folder of its first argument, says
 * so in one line of JSON, and stops it on SIGTERM. The second argument is the folder for what the user of PostgreSQL
 * cannot read inside.
 */
const [dataDir = '', outsideDir = ''] = process.argv.slice(2)
const logger = createLogger({ name: 'local-postgres-test', level: 'info', stream: process.stderr })
const { url, attached, stop } = await startLocalPostgres({ dataDir, outsideDir, logger, settings: { fsync: 'off' } })
process.stdout.write(`${JSON.stringify({ url, attached })}\n`)

const alive = setInterval(() => {}, 60_000)
process.once('SIGTERM', async () => {
  await stop()
  clearInterval(alive)
})
