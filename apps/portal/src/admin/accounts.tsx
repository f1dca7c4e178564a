import * as bounds from '@generated/contract/bounds'
import { type Plan, plans } from '@generated/contract/enums'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type AccountSummary, portalClient } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { Badge, PageHeader, Table, Time } from '../components/parts.tsx'
import { SearchForm } from '../components/search-form.tsx'
import { displayName, formatDate, formatNumber } from '../format.ts'
import { consolePages } from '../page-table.ts'
import { definedOf, oneOf, textOf } from '../search.ts'

const route = getRouteApi('/console/admin')

export function AccountsPage() {
  const filters = route.useSearch()
  const navigate = useNavigate({ from: '/admin' })
  const search = (next: { q?: string | undefined; plan?: Plan | undefined }) =>
    void navigate({ search: definedOf({ ...filters, ...next }), replace: true })
  return (
    <>
      <PageHeader {...consolePages['/admin']} />
      <div className="filters">
        <SearchForm
          label="Name or ID"
          initial={filters.q ?? ''}
          maxLength={bounds.SearchText.maxLength}
          onSearch={(q) => search({ q: textOf(q) })}
        />
        <Choice
          label="Plan"
          value={filters.plan}
          options={plans.map((plan) => [plan, displayName(plan)] as const)}
          onChange={(plan) => search({ plan: oneOf(plans, plan) })}
        />
      </div>
      <PageList
        queryKey={['admin', 'accounts', filters]}
        load={(cursor) =>
          portalClient.GET('/admin/accounts', {
            params: { query: { limit: 50, ...filters, ...(cursor && { cursor }) } },
          })
        }
        empty={<Empty title="No account matches" />}
      >
        {(accounts) => <AccountTable accounts={accounts} />}
      </PageList>
    </>
  )
}

function AccountTable({ accounts }: { accounts: readonly AccountSummary[] }) {
  return (
    <Table
      label="Accounts"
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Account',
          cell: ({ id, name }) => (
            <Link className="clip" to="/admin/accounts/$id" params={{ id }}>
              {name}
            </Link>
          ),
        },
        { name: 'Plan', cell: ({ plan }) => displayName(plan) },
        { name: 'API', cell: (account) => <ApiAccess {...account} /> },
        { name: 'Requests', cell: ({ usage }) => formatNumber(usage.requests), isNumber: true },
        { name: 'Failed', cell: ({ usage }) => formatNumber(usage.failed_requests), isNumber: true },
        {
          name: 'Switched off',
          cell: ({ flags }) =>
            flags
              .filter(({ platform_enabled, enabled }) => platform_enabled && !enabled)
              .map(({ name }) => name)
              .join(', '),
        },
        { name: 'Last request', cell: ({ last_active_at }) => <Time at={last_active_at} /> },
        { name: 'Opened', cell: ({ created_at }) => formatDate(created_at) },
      ]}
    />
  )
}

/** Explains why the account may use the API, or that it may not. */
export function ApiAccess({
  api_included,
  api_demo,
  erasing_since,
}: Pick<AccountSummary, 'api_included' | 'api_demo' | 'erasing_since'>) {
  if (erasing_since !== null) return <Badge tone="bad">Being deleted</Badge>
  if (!api_included) return <Badge>Not included</Badge>
  return <Badge tone="good">{api_demo ? 'By api_demo' : 'By plan'}</Badge>
}
