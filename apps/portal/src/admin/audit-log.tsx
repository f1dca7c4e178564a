import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type AuditEntry, portalClient } from '../api.ts'
import { AuditEntries, AuditFilterChoices } from '../components/audit-entries.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { PageHeader } from '../components/parts.tsx'
import { consolePages } from '../page-table.ts'

const route = getRouteApi('/console/admin/audit-log')

export function ConsoleAuditLogPage() {
  const filters = route.useSearch()
  const navigate = useNavigate({ from: '/admin/audit-log' })
  return (
    <>
      <PageHeader {...consolePages['/admin/audit-log']} />
      <AuditFilterChoices filters={filters} onChange={(search) => void navigate({ search, replace: true })} />
      <PageList
        queryKey={['admin', 'audit-log', filters]}
        load={(cursor) =>
          portalClient.GET('/admin/audit-log', {
            params: { query: { limit: 50, ...filters, ...(cursor && { cursor }) } },
          })
        }
        empty={<Empty title={Object.keys(filters).length > 0 ? 'No change matches the filters' : 'No changes yet'} />}
      >
        {(entries) => <AuditEntries entries={entries} account={AccountLink} />}
      </PageList>
    </>
  )
}

function AccountLink({ account }: AuditEntry) {
  if (account === null) return <span className="soft">Platform</span>
  return (
    <Link className="clip" to="/admin/accounts/$id" params={{ id: account.id }}>
      {account.name}
    </Link>
  )
}
