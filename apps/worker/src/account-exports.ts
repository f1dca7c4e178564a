import { once } from 'node:events'
import { createGzip, type Gzip } from 'node:zlib'
import { exportAccount, exportLine, lastExportLine, startManifest } from '@svc/db/account-export'
import {
  type ClaimedExport,
  claimAccountExports,
  exportPartContext,
  finishAccountExport,
  releaseAccountExport,
  storeExportPart,
} from '@svc/db/account-exports'
import { isUnavailable } from '@svc/db/database-errors'
import { inParts } from '@svc/runtime/parts'
import type { Keyring } from '@svc/runtime/secrets'
import { LeaseLostError } from './lease.ts'
import type { Loop } from './loop.ts'
import { type QueueLoopOptions, startQueueLoop } from './queue-loop.ts'

interface AccountExportsOptions extends QueueLoopOptions {
  keyring: Keyring
}

const pollMs = 500

/** After this number of interruptions, the worker assumes that the export itself causes the crashes. */
const interruptionsMax = 5

/** The worker stops. Another worker starts the export again. */
class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/** Writes exports of accounts, one at a time in this process: decision 0043. */
export function startAccountExports(options: AccountExportsOptions): Loop {
  return startQueueLoop('exports of accounts', options, {
    queue: 'account_exports',
    claim: claimAccountExports,
    pollMs,
    run: (claimed, context) => runExport(claimed, { ...options, isStopping: () => context.stopping }),
  })
}

type RunOptions = AccountExportsOptions & { isStopping: () => boolean }

/** Completes an export, or releases it when the worker stops. */
async function runExport(claimed: ClaimedExport, options: RunOptions): Promise<void> {
  const { db, logger } = options
  const failed = { status: 'failed', recordCount: 0 } as const
  if (claimed.interruptions >= interruptionsMax) return void (await finishAccountExport(db, claimed, failed))
  try {
    const recordCount = await writeExport(claimed, options)
    await finishAccountExport(db, claimed, { status: 'completed', recordCount })
  } catch (error) {
    if (error instanceof StoppedError) return releaseAccountExport(db, claimed)
    if (error instanceof LeaseLostError || isUnavailable(error)) throw error
    logger.error({ err: error, export_id: claimed.id }, 'Account export failed with an unexpected error')
    await finishAccountExport(db, claimed, failed)
  }
}

/** Writes the file of an export, and returns how many records it has. */
async function writeExport(claimed: ClaimedExport, { db, keyring, isStopping }: RunOptions): Promise<number> {
  const manifest = startManifest()
  const gzip = createGzip()
  let recordCount = 0
  const writing = exportAccount(db, claimed.account_id, async (record) => {
    if (isStopping()) throw new StoppedError('The worker stops.')
    manifest.count(record)
    recordCount += 1
    await append(gzip, exportLine(record))
  }).then(
    () => gzip.end(lastExportLine(manifest)),
    (error) => gzip.destroy(error),
  )
  let number = 0
  for await (const part of inParts(gzip)) {
    const sealed = keyring.encrypt('encryption', part, exportPartContext(claimed.id, number))
    const stored = await storeExportPart(db, claimed, { number, sizeBytes: part.length, recordCount, sealed })
    if (!stored) throw new LeaseLostError()
    number += 1
  }
  await writing
  return recordCount
}

/** Waits while the parts are stored more slowly than the records are read, so that memory does not grow. */
async function append(gzip: Gzip, line: string): Promise<void> {
  if (gzip.destroyed) throw gzip.errored ?? new LeaseLostError()
  if (!gzip.write(line)) await once(gzip, 'drain')
}
