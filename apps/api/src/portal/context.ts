import type { Operations, operations as table } from '@generated/portal/operations'
import type { RequestDatabase } from '@svc/db/database'
import type { Exchange } from '@svc/http/shell/exchange'
import type { BrowserRequest } from '../browser-sessions.ts'
import type { AdministratorCaller, PortalCaller } from './caller.ts'

/** The context of a handler of the portal, in addition to its input and its caller. */
export interface PortalContext {
  readonly db: RequestDatabase
  /** The request and the response, for cookies. */
  readonly browser: BrowserRequest
  /** For the audit log. */
  readonly requestId: Exchange['requestId']
}

type Table = typeof table

/** The operations of the console for administrators. */
type AdministrationId = {
  [Id in keyof Table]: Table[Id]['path'] extends `/admin/${string}` ? Id : never
}[keyof Table]

/** Exactly one handler for each operation of `spec/portal.yaml` that a member calls. */
export type PortalOperations = Omit<Operations<PortalCaller, PortalContext>, AdministrationId>

/** Exactly one handler for each operation below `/admin`. */
export type AdministrationOperations = Pick<Operations<AdministratorCaller, PortalContext>, AdministrationId>
