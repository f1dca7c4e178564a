import type { Schemas } from '@generated/portal/server-types'
import { ApiError } from '@svc/http/errors'

/** The part of a request that a refusal is about. The pages of the portal act on its path. */
export type RefusalDetail = Schemas['RefusalDetail']

/** 403 with one detail. */
export function forbidden(message: string, detail: RefusalDetail): ApiError {
  return new ApiError('forbidden', { message, details: [detail] })
}
