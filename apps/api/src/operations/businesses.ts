import type { Schemas } from '@generated/contract/server-types'
import type { Caller } from '@svc/credentials/caller'
import {
  type Business,
  createBusinessOnce,
  findBusiness,
  knownCountry,
  knownTimezone,
  listBusinesses,
} from '@svc/db/businesses'
import type { RequestDatabase } from '@svc/db/database'
import type { NoOtherFields } from '@svc/db/records'
import { conflict, invalidRequest, notFound } from '@svc/http/errors'
import type { Id } from '@svc/runtime/ids'
import type { ApiOperations } from '../context.ts'
import { pageRequest, pageResult } from '../pagination.ts'

export const businessOperations = {
  async listBusinesses({ query, caller, db }) {
    return pageResult(await listBusinesses(db, caller.owner, pageRequest(query, 'biz')))
  },

  createBusiness: ({ body, caller, db }) => createBusinessFrom(db, caller.owner.account_id, body),

  async getBusiness({ path, caller, db }) {
    const business = await findBusiness(db, caller.owner, path.id)
    if (!business) throw notFound()
    return business
  },
} satisfies Partial<ApiOperations>

/** Creates the business that a request describes. Throws ApiError 400 or, if the account has one already, 409. */
export async function createBusinessFrom(
  db: RequestDatabase,
  accountId: Id<'acc'>,
  {
    name,
    trade,
    city,
    website,
    country: givenCountry,
    timezone: givenTimezone,
    ...rest
  }: Schemas['CreateBusinessRequest'],
): Promise<Business> {
  rest satisfies NoOtherFields
  // Which codes and zones exist follows from the ICU data of the process. A named format of the contract would refuse
  // the same values, but `npm run spec:diff` reports a new format in a request as a breaking change.
  const [country, timezone] = [knownCountry(givenCountry), knownTimezone(givenTimezone)]
  if (country === undefined) throw invalidRequest('body.country', 'must be an ISO 3166-1 code, such as NL')
  if (timezone === undefined)
    throw invalidRequest('body.timezone', 'must be an IANA time zone, such as Europe/Amsterdam')
  const described = { name, trade, city: city ?? null, country, timezone, website: website ?? null }
  const business = await db.transaction((transaction) => createBusinessOnce(transaction, accountId, described))
  if (!business) throw conflict('The account already has a business. An account is bound to one business.')
  return business
}

/** "Every account is bound to one locked business" (INTERFACE.md §1), so any other id is unknown. */
export function requireOwnBusiness(caller: Caller, id: string): void {
  if (id !== caller.owner.business_id) throw notFound()
}
