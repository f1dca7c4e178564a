import type { SecretKeyState } from '@generated/contract/enums'
import { portal, type ServiceHealth } from '../api.ts'
import { Empty, Loaded } from '../components/feedback.tsx'
import { Badge, Facts, PageHeader, Table, Time, type Tone } from '../components/parts.tsx'
import { displayName, formatInstant, formatNumber, wordsOf } from '../format.ts'
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
    <div className="health">
      <Loaded query={health}>
        {({ data }) => (
          <>
            <HealthFacts {...data} />
            <Processes processes={data.processes} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function HealthFacts({ database, redis, processes, node_version, contract_version }: ServiceHealth) {
  const hasWorker = processes.some(({ program }) => program === 'worker')
  const { version, latency_ms, missing_migrations } = database
  return (
    <section className="panel" aria-label="Health">
      <h2>Health</h2>
      <Facts
        facts={[
          ['PostgreSQL', `${version}, ${latency_ms} ms`],
          [
            'Migrations',
            <Good key="migrations" isGood={missing_migrations === 0}>
              {missing_migrations === 0 ? 'Complete' : `${missing_migrations} missing`}
            </Good>,
          ],
          ['Redis', <Redis key="redis" {...redis} />],
          [
            'Worker',
            <Good key="worker" isGood={hasWorker}>
              {hasWorker ? 'Running' : 'None reported'}
            </Good>,
          ],
          ['Node.js', node_version],
          ['Contract', contract_version],
        ]}
      />
    </section>
  )
}

function Processes({ processes }: Pick<ServiceHealth, 'processes'>) {
  if (processes.length === 0) return <Empty title="No process reported in the last 30 seconds" />
  return (
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
  )
}

function Good({ isGood, children }: { isGood: boolean; children: string }) {
  return <Badge tone={isGood ? 'good' : 'bad'}>{children}</Badge>
}

function Redis({ configured, reachable, fallback_count }: ServiceHealth['redis']) {
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
    <section className="queues" aria-labelledby="queues">
      <h2 id="queues">Queues</h2>
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
    </section>
  )
}

const tones: Readonly<Record<SecretKeyState, Tone>> = { current: 'good', next: 'busy', former: 'plain', missing: 'bad' }

function SecretKeys() {
  const keys = portal.useQuery('get', '/admin/secret-keys')
  return (
    <section aria-labelledby="secret-keys">
      <h2 id="secret-keys">Secret keys</h2>
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
                    {uses.map(({ kind, rows }) => `${formatNumber(rows)} ${wordsOf(kind)}`).join(', ')}
                    {needed_until && ` logins and access tokens until ${formatInstant(needed_until)}`}
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  )
}
