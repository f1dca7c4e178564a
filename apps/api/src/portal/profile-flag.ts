import type { OperationFacts } from '@generated/contract/operations'
import type { Reader } from '@svc/db/database'
import { isFlagOn } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import { notFound } from '@svc/http/errors'
import type { RequestHandler } from 'express'
import type { PortalCaller } from './caller.ts'
import { isBelow } from './paths.ts'

// A flag switches every operation of the business profile, by its path: handlers do not read it.

/** The path of the connection, relative to the base of the portal's API. Every other operation is below it. */
export const profilePath = '/business-profile'

/**
 * Throws ApiError 404 while the flag is off for the platform, to anyone: the paths do not exist then (INTERFACE.md §1,
 * "disabled").
 */
export function refuseWhileProfileIsOff(db: Reader): RequestHandler {
  return async (_request, _response, next) => {
    if (!(await isFlagOn(db, profileFlag))) throw notFound()
    next()
  }
}

/** Throws ApiError 404 for an operation of the business profile while the flag is off for the account of the caller. */
export async function requireProfileFlag(
  db: Reader,
  { session }: PortalCaller,
  { path }: Pick<OperationFacts, 'path'>,
): Promise<void> {
  if (isBelow(path, profilePath) && !(await isFlagOn(db, profileFlag, session.account_id))) throw notFound()
}
