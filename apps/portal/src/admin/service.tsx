import type { SecretKeyState } from '@generated/contract/enums'
import { portal, type RedisHealth } from '../api.ts'
import { Empty, Loaded } from '../components/feedback.tsx'
import { Badge, Facts, PageHeader, Table, Time, type Tone } from '../components/parts.tsx'
import { displayName, formatInstant, formatNumber } from '../format.ts'
import { consolePages } from '../page-table.ts'

const refresh = { refetchInterval: 5_000 }

export function ServicePage() {
  return (
    <>
      <PageHeader {...consolePages['/admin/service']} />
      <Health />
      <Queues />
      <SecretKeys />
    </>
  )
}

function Health() {
  const health = portal.useQuery('get', '/admin/health', {}, refresh)
  return (
    <Loaded query={health}>
      {({ data: { database, redis, processes, node_version, contract_version } }) => (
        <>
          <section className="panel" aria-label="Health">
            <h2>Health</h2>
            <Facts
              facts={[
                ['PostgreSQL', `${database.version}, ${database.latency_ms} ms`],
                [
                  'Migrations',
                  <Good key="migrations" isGood={database.missing_migrations === 0}>
                    {database.missing_migrations === 0 ? 'Complete' : `${database.missing_migrations} missing`}
                  </Good>,
                ],
                ['Redis', <Redis key="redis" {...redis} />],
                [
                  'Worker',
                  <Good key="worker" isGood={processes.some(({ program }) => program === 'worker')}>
                    {processes.some(({ program }) => program === 'worker') ? 'Running' : 'None reported'}
                  </Good>,
                ],
                ['Node.js', node_version],
                ['Contract', contract_version],
              ]}
            />
          </section>
          {processes.length === 0 ? (
            <Empty title="No process reported in the last 30 seconds" />
          ) : (
            <Table
              label="Processes"
              rows={processes}
              keyOf={({ host, pid }) => `${host} ${pid}`}
              columns={[
                { name: 'Process', cell: ({ program }) => displayName(program) },
                { name: 'Host', cell: ({ host }) => <span className="clip">{host}</span> },
                { name: 'PID', cell: ({ pid }) => pid, isNumber: true },
                { name: 'Reported', cell: ({ seen_at }) => <Time at={seen_at} /> },
                {
                  name: 'Secret key',
                  cell: ({ lists_current_key }) => (
                    <Good isGood={lists_current_key}>{lists_current_key ? 'Current' : 'Lacks the current one'}</Good>
                  ),
                },
              ]}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function Good({ isGood, children }: { isGood: boolean; children: string }) {
  return <Badge tone={isGood ? 'good' : 'bad'}>{children}</Badge>
}

function Redis({ configured, reachable, fallback_count }: RedisHealth) {
  if (!configured) return 'Not configured'
  return (
    <>
      <Good isGood={reachable}>{reachable ? 'Reachable' : 'Does not respond'}</Good>
      {fallback_count > 0 && ` ${formatNumber(fallback_count)} requests counted without it`}
    </>
  )
}

function Queues() {
  const queues = portal.useQuery('get', '/admin/queues', {}, refresh)
  return (
    <>
      <h2>Queues</h2>
      <Loaded query={queues}>
        {({ data }) => (
          <Table
            label="Queues"
            rows={data}
            keyOf={({ name }) => name}
            columns={[
              { name: 'Queue', cell: ({ name }) => displayName(name) },
              { name: 'Waiting', cell: ({ waiting_count }) => formatNumber(waiting_count), isNumber: true },
              { name: 'Running', cell: ({ running_count }) => formatNumber(running_count), isNumber: true },
              { name: 'Scheduled', cell: ({ scheduled_count }) => formatNumber(scheduled_count), isNumber: true },
              { name: 'Held', cell: ({ held_count }) => formatNumber(held_count), isNumber: true },
              { name: 'Oldest due since', cell: ({ oldest_due_at }) => <Time at={oldest_due_at} never="–" /> },
            ]}
          />
        )}
      </Loaded>
    </>
  )
}

const tones: Readonly<Record<SecretKeyState, Tone>> = { current: 'good', next: 'busy', former: 'plain', missing: 'bad' }

function SecretKeys() {
  const keys = portal.useQuery('get', '/admin/secret-keys')
  return (
    <>
      <h2>Secret keys</h2>
      <Loaded query={keys}>
        {({ data }) => (
          <Table
            label="Secret keys"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Key', cell: ({ id }) => <code>{id}</code> },
              { name: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{displayName(state)}</Badge> },
              {
                name: 'Needed by',
                cell: ({ uses, needed_until }) => (
                  <>
                    {uses
                      .map(({ kind, rows }) => `${formatNumber(rows)} ${displayName(kind).toLowerCase()}`)
                      .join(', ')}
                    {needed_until && ` logins and access tokens until ${formatInstant(needed_until)}`}
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  )
}
