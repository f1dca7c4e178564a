import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { portalClient } from '../api.ts'
import { AuditEntries, AuditFilterChoices } from '../components/audit-entries.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { PageHeader } from '../components/parts.tsx'

const route = getRouteApi('/app/audit-log')

export function AuditLogPage() {
  const filters = route.useSearch()
  const navigate = useNavigate({ from: '/audit-log' })
  return (
    <>
      <PageHeader title="Audit log">
        What your members, our administrators and commands of the operator changed in this account, in the last two
        years.
      </PageHeader>
      <AuditFilterChoices filters={filters} onChange={(search) => void navigate({ search, replace: true })} />
      <PageList
        queryKey={['audit-log', filters]}
        load={(cursor) =>
          portalClient.GET('/audit-log', { params: { query: { limit: 50, ...filters, ...(cursor && { cursor }) } } })
        }
        empty={<Empty title={Object.keys(filters).length > 0 ? 'No change matches the filters' : 'No changes yet'} />}
      >
        {(entries) => <AuditEntries entries={entries} />}
      </PageList>
    </>
  )
}
