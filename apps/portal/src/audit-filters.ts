import { type AuditAction, type AuditActorType, auditActions, auditActorTypes } from '@generated/contract/enums'
import { definedOf, oneOf } from './search.ts'

export interface AuditFilters {
  action?: AuditAction
  actor?: AuditActorType
}

/** The filters in the address. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  return definedOf({ action: oneOf(auditActions, search.action), actor: oneOf(auditActorTypes, search.actor) })
}
