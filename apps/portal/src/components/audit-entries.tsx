import { type AuditAction, auditActions, auditActorTypes } from '@generated/contract/enums'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../api.ts'
import { type AuditFilters, readAuditFilters } from '../audit-filters.ts'
import { displayName, formatInstant } from '../format.ts'
import { Choice } from './choice.tsx'
import { Table } from './parts.tsx'

/** `key.issued` → "Key issued". */
const labelOf = (action: AuditAction) => displayName(action.replace('.', ' '))

export function AuditFilterChoices({
  filters,
  onChange,
}: {
  filters: AuditFilters
  onChange: (filters: AuditFilters) => void
}) {
  return (
    <div className="row">
      <Choice
        label="Change"
        value={filters.action}
        options={auditActions.map((action) => [action, labelOf(action)] as const)}
        onChange={(action) => onChange(readAuditFilters({ ...filters, action }))}
      />
      <Choice
        label="By"
        value={filters.actor}
        options={auditActorTypes.map((type) => [type, displayName(type)] as const)}
        onChange={(actor) => onChange(readAuditFilters({ ...filters, actor }))}
      />
    </div>
  )
}

/** Changes, one per row. `account` shows which account a change concerns, where there are several. */
export function AuditEntries({
  entries,
  account,
}: {
  entries: readonly AuditEntry[]
  account?: (entry: AuditEntry) => ReactNode
}) {
  return (
    <Table
      label="Audit log"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Time',
          cell: ({ created_at }) => <time dateTime={created_at}>{formatInstant(created_at)}</time>,
        },
        { name: 'By', cell: ({ actor }) => <Actor {...actor} /> },
        { name: 'Change', cell: ({ action }) => labelOf(action) },
        ...(account ? [{ name: 'Account', cell: account }] : []),
        {
          name: 'Before and after',
          cell: ({ before, after }) => (
            <>
              <State state={before} />
              {before && after && ' → '}
              <State state={after} />
            </>
          ),
        },
        { name: 'Record', cell: ({ subject_id }) => subject_id && <code>{subject_id}</code> },
        { name: 'Request', cell: ({ request_id }) => request_id && <code>{request_id}</code> },
      ]}
    />
  )
}

function Actor({ type, id, email }: AuditEntry['actor']) {
  return (
    <>
      <span className="clip">{email ?? displayName(type)}</span>
      {email === null && id !== null && <code className="block">{id}</code>}
    </>
  )
}

function State({ state }: { state: AuditEntry['before'] }) {
  if (state === null) return null
  return (
    <code>
      {Object.entries(state)
        .map(([name, value]) => `${name}: ${value === null ? 'default' : String(value)}`)
        .join(', ')}
    </code>
  )
}
