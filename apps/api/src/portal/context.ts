import type { Operations } from '@generated/portal/operations'
import type { Connection } from '@svc/db/database'
import type { BrowserRequest } from '../browser-sessions.ts'
import type { PortalCaller } from './caller.ts'

/** What a handler of the portal gets in addition to its input and its caller. */
export interface PortalContext {
  readonly db: Connection
  /** The request and the response, for cookies. */
  readonly browser: BrowserRequest
}

/** Exactly one handler for each operation of `spec/portal.yaml`. */
export type PortalOperations = Operations<PortalCaller, PortalContext>
