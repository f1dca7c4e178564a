import { openDatabase } from '@svc/db/database'
import { limitHeapGrowth } from '@svc/runtime/heap'
import { createLogger } from '@svc/runtime/logger'
import { createKeyring } from '@svc/runtime/secrets'
import { readEnvironment, readSettings } from '@svc/runtime/settings'
import { startWorker } from '../src/worker.ts'

// A worker in a separate process, to be killed: like main.ts, but with the lease of the test.

limitHeapGrowth()
const settings = readSettings(readEnvironment(import.meta.dirname), { purpose: 'worker' })
const logger = createLogger({ name: 'worker', level: settings.logLevel })
const db = openDatabase({ url: settings.databaseUrl ?? '', applicationName: 'svc-worker' })
const leaseMs = Number(process.argv[2])
startWorker({ settings, logger, db, keyring: createKeyring(settings.secretKeys), leaseMs })
process.send?.('ready')
