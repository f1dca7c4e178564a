import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { portalClient } from '../api.ts'
import { AuditEntries, AuditFilterChoices } from '../components/audit-entries.tsx'
import { EmptyList } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { PageHeader } from '../components/parts.tsx'
import { portalPages } from '../page-table.ts'

const route = getRouteApi('/app/audit-log')

export function AuditLogPage() {
  const filters = route.useSearch()
  const navigate = useNavigate({ from: '/audit-log' })
  return (
    <>
      <PageHeader {...portalPages['/audit-log']} />
      <AuditFilterChoices filters={filters} onChange={(search) => void navigate({ search, replace: true })} />
      <PageList
        queryKey={['audit-log', filters]}
        load={(cursor) =>
          portalClient.GET('/audit-log', { params: { query: { limit: 50, ...filters, ...(cursor && { cursor }) } } })
        }
        empty={
          <EmptyList record={['change', 'changes']} isFiltered={Object.keys(filters).length > 0} to="/audit-log">
            <p>Changes to members, keys, clients and settings are listed here.</p>
          </EmptyList>
        }
      >
        {(entries) => <AuditEntries entries={entries} />}
      </PageList>
    </>
  )
}
