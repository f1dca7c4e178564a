import { type Plan, plans } from '@generated/contract/enums'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type AccountDetails, portal, portalClient } from '../api.ts'
import { AuditEntries } from '../components/audit-entries.tsx'
import { Choice } from '../components/choice.tsx'
import { ConfirmButton } from '../components/dialogs.tsx'
import { Empty, Loaded } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { Badge, Facts, PageHeader, Table, Time } from '../components/parts.tsx'
import { displayName, formatDate, formatNumber } from '../format.ts'
import { consolePages } from '../page-table.ts'
import { AccountClients } from './account-clients.tsx'
import { AccountKeys } from './account-keys.tsx'
import { ApiAccess } from './accounts.tsx'
import { RateLimitForm } from './rate-limit.tsx'
import { useRefreshAccount } from './refresh.ts'

const route = getRouteApi('/console/admin/accounts/$id')

export function AccountPage() {
  const { id } = route.useParams()
  const account = portal.useQuery('get', '/admin/accounts/{id}', { params: { path: { id } } })
  return (
    <Loaded query={account} title={consolePages['/admin/accounts/$id'].title}>
      {({ data }) => (
        <>
          <PageHeader title={data.name} action={<ApiAccess {...data} />}>
            <code>{data.id}</code>
          </PageHeader>
          <Overview account={data} />
          <div className="columns">
            <PlanAndEntitlement account={data} />
            <Flags account={data} />
          </div>
          <AccountKeys account={data} />
          <AccountClients account={data} />
          <Changes id={id} />
        </>
      )}
    </Loaded>
  )
}

function Overview({ account }: { account: AccountDetails }) {
  const { usage, business_name, review_retention_days } = account
  return (
    <section className="panel" aria-label="Overview">
      <Facts
        facts={[
          ['Business', business_name ?? '–'],
          ['Opened', formatDate(account.created_at)],
          ['Last request', <Time key="active" at={account.last_active_at} />],
          ['Requests this month', formatNumber(usage.requests)],
          ['Failed requests', formatNumber(usage.failed_requests)],
          ['Members', formatNumber(account.member_count)],
          ['Webhook endpoints', formatNumber(account.webhook_count)],
          ['Dead letters', formatNumber(account.dead_letter_count)],
          ['Reviews are kept', review_retention_days === null ? 'Without a limit' : `${review_retention_days} days`],
        ]}
      />
    </section>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Explains what a change of plan or entitlement means for the API. */
function effectOn(before: AccountDetails, after: { plan: Plan; api_demo: boolean }): string {
  const isIncluded = after.plan !== 'starter' || after.api_demo
  if (isIncluded === before.api_included) return isIncluded ? 'The API stays included.' : 'The API stays excluded.'
  return isIncluded
    ? 'The API becomes available: keys work again, and held deliveries are sent.'
    : 'The API is switched off: every key is refused, and deliveries are held.'
}

function PlanAndEntitlement({ account }: { account: AccountDetails }) {
  const { id, name, plan, api_demo } = account
  const [chosen, setChosen] = useState<Plan>(plan)
  const refresh = useRefreshAccount()
  const update = portal.useMutation('patch', '/admin/accounts/{id}', { onSuccess: refresh })
  const limit = portal.useMutation('put', '/admin/accounts/{id}/rate-limit', { onSuccess: refresh })
  return (
    <Panel title="Plan and limits">
      <div className="row">
        <Choice
          label="Plan"
          value={chosen}
          options={plans.map((value) => [value, displayName(value)] as const)}
          isRequired
          onChange={(value) => setChosen(plans.find((one) => one === value) ?? plan)}
        />
        {chosen !== plan && (
          <ConfirmButton
            action="Change the plan"
            isDestructive={false}
            title={`Change the plan of "${name}"?`}
            onConfirm={() => update.mutateAsync({ params: { path: { id } }, body: { plan: chosen } })}
          >
            <p>
              From {displayName(plan)} to {displayName(chosen)}, with the next request. Quotas and capacities change at
              once. {effectOn(account, { plan: chosen, api_demo })}
            </p>
          </ConfirmButton>
        )}
      </div>
      <div className="row spread">
        <span>
          Entitlement <code>api_demo</code>{' '}
          <Badge tone={api_demo ? 'good' : 'plain'}>{displayName(onOff(api_demo))}</Badge>
        </span>
        <ConfirmButton
          action={api_demo ? 'Revoke api_demo' : 'Grant api_demo'}
          isDestructive={api_demo}
          title={`${api_demo ? 'Revoke' : 'Grant'} api_demo for "${name}"?`}
          onConfirm={() => update.mutateAsync({ params: { path: { id } }, body: { api_demo: !api_demo } })}
        >
          <p>{effectOn(account, { plan, api_demo: !api_demo })}</p>
        </ConfirmButton>
      </div>
      <RateLimitForm
        label="Requests per 60 seconds"
        subject={`the account "${name}"`}
        limit={account.rate_limit}
        onSet={(value) => limit.mutateAsync({ params: { path: { id } }, body: { limit: value } })}
      />
    </Panel>
  )
}

function Flags({ account: { id, name, flags } }: { account: AccountDetails }) {
  const set = portal.useMutation('put', '/admin/accounts/{id}/flags/{name}', { onSuccess: useRefreshAccount() })
  return (
    <Panel title="Flags">
      <Table
        label="Flags of the account"
        rows={flags}
        keyOf={(flag) => flag.name}
        columns={[
          { name: 'Flag', cell: (flag) => <code>{flag.name}</code> },
          {
            name: 'State',
            cell: ({ enabled, platform_enabled }) => (
              <Badge tone={enabled ? 'good' : 'plain'}>
                {platform_enabled ? displayName(onOff(enabled)) : 'Off for all'}
              </Badge>
            ),
          },
          {
            name: 'Actions',
            cell: (flag) =>
              flag.platform_enabled && (
                <ConfirmButton
                  action={flag.enabled ? 'Switch off' : 'Switch on'}
                  isDestructive={flag.enabled}
                  title={`Switch ${flag.name} ${onOff(!flag.enabled)} for "${name}"?`}
                  onConfirm={() =>
                    set.mutateAsync({ params: { path: { id, name: flag.name } }, body: { enabled: !flag.enabled } })
                  }
                >
                  <p>For this account alone, with its next request. Other accounts do not change.</p>
                </ConfirmButton>
              ),
          },
        ]}
      />
    </Panel>
  )
}

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')

function Changes({ id }: { id: string }) {
  return (
    <>
      <h2>Changes</h2>
      <PageList
        queryKey={['admin', 'audit-log', id]}
        load={(cursor) =>
          portalClient.GET('/admin/audit-log', {
            params: { query: { limit: 20, account_id: id, ...(cursor && { cursor }) } },
          })
        }
        empty={<Empty title="No changes yet" />}
      >
        {(entries) => <AuditEntries entries={entries} />}
      </PageList>
    </>
  )
}
