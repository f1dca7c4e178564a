import type { components } from '@generated/contract/client-types'
import { aspects } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api, publicClient } from '../api.ts'
import { Button } from '../components/button.tsx'
import { TimeChart } from '../components/chart.tsx'
import { Choice } from '../components/choice.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { PageHeader, Table, Time } from '../components/parts.tsx'
import { WorkStatus } from '../components/work-status.tsx'
import { displayName, formatDecimal, formatNumber } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { definedOf, oneOf } from '../search.ts'
import { useMay, useSession } from '../session.ts'

type Analysis = components['schemas']['Analysis']
type Theme = components['schemas']['Theme']

const route = getRouteApi('/app/analyses')
const analysesKey = ['analyses'] as const
const netRange = [-1, 1] as const

export function AnalysesPage() {
  const businessId = useSession().account.business_id
  const may = useMay()
  return (
    <>
      <PageHeader {...portalPages['/analyses']} action={may.write && <StartAnalysis businessId={businessId} />} />
      <PageList
        queryKey={[...analysesKey, businessId]}
        refreshMs={5_000}
        load={(cursor) =>
          publicClient.GET('/businesses/{id}/analyses', {
            params: { path: { id: businessId }, query: { limit: 50, ...(cursor && { cursor }) } },
          })
        }
        empty={
          <Empty title="No analysis yet">
            <p>
              <Link to="/review-imports">Upload reviews</Link>, then start an analysis.
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <>
            <Development analyses={rows} />
            <AnalysisTable analyses={rows} />
          </>
        )}
      </PageList>
    </>
  )
}

function StartAnalysis({ businessId }: { businessId: string }) {
  const queryClient = useQueryClient()
  const start = api.useMutation('post', '/businesses/{id}/analyses')
  const attempt = useAttempt(async () => {
    await start.mutateAsync({ params: { path: { id: businessId } } })
    await queryClient.invalidateQueries({ queryKey: analysesKey })
  })
  return (
    <div>
      <Button className="button primary" isPending={attempt.isRunning} onPress={attempt.run}>
        Start an analysis
      </Button>
      <AttemptFeedback attempt={attempt} />
    </div>
  )
}

/** Shows how opinions changed from one completed analysis to the next: of all themes, or of one. */
function Development({ analyses }: { analyses: readonly Analysis[] }) {
  const { aspect } = route.useSearch()
  const navigate = useNavigate({ from: '/analyses' })
  const { instants, series } = useMemo(() => {
    const completed = analyses.filter(({ status }) => status === 'completed').toReversed()
    const values = (side: 'own' | 'competitors') =>
      completed.map(({ themes }) => netOf(themes, side, (theme) => aspect === undefined || theme.aspect === aspect))
    return {
      instants: completed.map(({ finished_at, created_at }) => finished_at ?? created_at),
      series: [
        { name: 'You', color: '--accent', values: values('own') },
        { name: 'Competitors', color: '--others', values: values('competitors') },
      ],
    }
  }, [analyses, aspect])
  if (instants.length < 2) return null
  return (
    <section className="panel" aria-labelledby="development">
      <div className="row spread">
        <h2 id="development">Net opinion over time</h2>
        <Choice
          label="Theme"
          value={aspect}
          options={aspects.map((name) => [name, displayName(name)] as const)}
          onChange={(value) => void navigate({ search: definedOf({ aspect: oneOf(aspects, value) }), replace: true })}
        />
      </div>
      <p className="soft">From −1, only criticism, to 1, only praise.</p>
      <TimeChart
        label="Net opinion of each analysis"
        instants={instants}
        series={series}
        shape="lines"
        range={netRange}
        format={formatDecimal}
      />
    </section>
  )
}

/** The net sentiment of themes, weighted by their mentions; null without mentions. */
function netOf(
  themes: readonly Theme[],
  side: 'own' | 'competitors',
  isWanted: (theme: Theme) => boolean,
): number | null {
  const mentioned = themes
    .filter(isWanted)
    .flatMap((theme) => (theme[side].net === null ? [] : [{ net: theme[side].net, mentions: theme[side].mentions }]))
  const mentions = mentioned.reduce((sum, theme) => sum + theme.mentions, 0)
  return mentions === 0 ? null : mentioned.reduce((sum, theme) => sum + theme.net * theme.mentions, 0) / mentions
}

function AnalysisTable({ analyses }: { analyses: readonly Analysis[] }) {
  return (
    <Table
      label="Analyses"
      rows={analyses}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Started',
          cell: ({ id, created_at }) => (
            <Link to="/analyses/$id" params={{ id }}>
              <Time at={created_at} />
            </Link>
          ),
        },
        { name: 'Status', cell: ({ status }) => <WorkStatus status={status} /> },
        { name: 'Your reviews', cell: ({ sample }) => formatNumber(sample.own_reviews), isNumber: true },
        { name: "Competitors' reviews", cell: ({ sample }) => formatNumber(sample.competitor_reviews), isNumber: true },
        { name: 'Competitors', cell: (row) => formatNumber(row.competitors_analyzed), isNumber: true },
        {
          name: 'Report',
          cell: ({ report_id }) =>
            report_id ? (
              <Link to="/reports/$id" params={{ id: report_id }}>
                Open
              </Link>
            ) : (
              <span className="soft">–</span>
            ),
        },
      ]}
    />
  )
}
