import { Link } from '@tanstack/react-router'
import { publicClient } from '../api.ts'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { PageHeader, Table, Time } from '../components/parts.tsx'
import { displayName, formatDate } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { useSession } from '../session.ts'

export function ReportsPage() {
  const businessId = useSession().account.business_id
  return (
    <>
      <PageHeader {...portalPages['/reports']} />
      <PageList
        queryKey={['reports', businessId]}
        load={(cursor) =>
          publicClient.GET('/businesses/{id}/reports', {
            params: { path: { id: businessId }, query: { limit: 50, ...(cursor && { cursor }) } },
          })
        }
        empty={
          <Empty title="No reports yet">
            <p>
              They come with an <Link to="/analyses">analysis</Link>.
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label="Reports"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Title',
                cell: ({ id, title }) => (
                  <Link className="clip" to="/reports/$id" params={{ id }}>
                    {title}
                  </Link>
                ),
              },
              {
                name: 'Period',
                cell: ({ period }) => `${formatDate(period.from)} – ${formatDate(period.to)}`,
              },
              { name: 'Origin', cell: ({ origin }) => displayName(origin) },
              { name: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
            ]}
          />
        )}
      </PageList>
    </>
  )
}
