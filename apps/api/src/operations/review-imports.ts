import type { DateOrder } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Caller } from '@svc/credentials/caller'
import type { Reader, RequestDatabase } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { abortUpload, beginUpload, findReviewImport, finishUpload, listReviewImports } from '@svc/db/review-imports'
import { conflict, invalidRequest, limitExceeded, notFound } from '@svc/http/errors'
import { idempotencyMessages } from '@svc/http/shell/messages'
import { planCapacities } from '@svc/limits/plans'
import { FileTooLargeError, sha256Of, storeFile, UploadGivenUpError } from '@svc/review-import/uploaded-file'
import { type Id, isId } from '@svc/runtime/ids'
import { isRecord } from '@svc/runtime/json'
import type { Keyring } from '@svc/runtime/secrets'
import type { ApiOperations, RequestContext } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import { requireOwnBusiness } from './businesses.ts'

/** Uploads of one account that may arrive at once: each holds a connection, and memory for one part. */
const simultaneousMax = 2

/** The time to wait until an upload of the same account ends. */
const simultaneousRetrySeconds = 10

export const reviewImportOperations = (dependencies: Pick<Dependencies, 'keyring' | 'settings' | 'clock'>) =>
  ({
    async createReviewImport({ path, query, body, caller, db, progress }) {
      requireOwnBusiness(caller, path.id)
      const reached = await findReached(db, caller, progress, body)
      if (reached) return reached
      const id = await beginUploadOf(caller, db, { dateOrder: query.date_order, nowMs: dependencies.clock.now() })
      try {
        const upload = { db, owner: caller.owner, importId: id, keyring: dependencies.keyring }
        const sha256 = await receive(body, upload, dependencies.settings.reviewImports.megabytesMax * 1_000_000)
        return await db.transaction(async (transaction) => {
          const queued = await finishUpload(transaction, caller.owner, id, sha256)
          if (!queued) throw givenUp()
          await progress?.store(transaction, { import_id: id })
          return queued
        })
      } catch (error) {
        await db.transaction((transaction) => abortUpload(transaction, caller.owner, id))
        throw error
      }
    },

    async listReviewImports({ path, query, caller, db }) {
      requireOwnBusiness(caller, path.id)
      return pageResult(await listReviewImports(db, caller.owner, pageRequest(query, 'imp')))
    },

    async getReviewImport({ path, caller, db }) {
      const found = await findReviewImport(db, caller.owner, path.id)
      if (!found) throw notFound()
      return found
    },
  }) satisfies Partial<ApiOperations>

/** The import that an earlier request under the same key queued before it was lost. */
async function findReached(
  db: Reader,
  caller: Caller,
  progress: RequestContext['progress'],
  file: AsyncIterable<Uint8Array>,
): Promise<Schemas['ReviewImport'] | undefined> {
  const reached = progress?.reached
  if (!isRecord(reached)) return undefined
  const id = String(reached.import_id)
  const found = isId('imp', id) ? await findReviewImport(db, caller.owner, id) : undefined
  if (found && (await sha256Of(file)) !== found.sha256) throw conflict(idempotencyMessages.otherRequest)
  return found
}

/** Throws ApiError 429 when the uploads of the day, or those that may run at once, are used up. */
async function beginUploadOf(
  { account, owner }: Caller,
  db: RequestDatabase,
  { dateOrder, nowMs }: { dateOrder: DateOrder | undefined; nowMs: number },
): Promise<Id<'imp'>> {
  const perDayMax = planCapacities[account.plan].review_imports
  const upload = { dateOrder, perDayMax, simultaneousMax }
  const beginning = await db.transaction((transaction) => beginUpload(transaction, owner, upload))
  if ('id' in beginning) return beginning.id
  if (beginning.reached === 'simultaneous') {
    throw limitExceeded({
      path: 'rate.uploads',
      message: 'Other uploads of this account are not finished. Wait until one of them is.',
      detail: `${beginning.used} of ${simultaneousMax} are running`,
      retryAfterSeconds: simultaneousRetrySeconds,
    })
  }
  throw limitExceeded({
    path: 'quota.review_imports',
    message: "You have reached today's upload limit. It resets at midnight UTC.",
    detail: `${beginning.used} of ${perDayMax} are used`,
    retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(beginning.resets_at) - nowMs) / 1_000)),
  })
}

/** Stores the file under the import and returns its SHA-256 in hexadecimal. */
async function receive(
  file: AsyncIterable<Uint8Array>,
  upload: { db: RequestDatabase; owner: Owner; importId: Id<'imp'>; keyring: Keyring },
  bytesMax: number,
): Promise<string> {
  try {
    return await storeFile(file, upload, { bytesMax })
  } catch (error) {
    if (error instanceof FileTooLargeError) throw invalidRequest('body', `is larger than ${bytesMax} bytes`)
    throw error instanceof UploadGivenUpError ? givenUp() : error
  }
}

/** Housekeeping has removed the upload, because nothing of it arrived for a while. */
function givenUp(): Error {
  return conflict('The upload timed out because no data arrived. Upload the file again.')
}
