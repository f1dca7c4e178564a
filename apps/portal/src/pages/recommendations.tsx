import type { components } from '@generated/contract/client-types'
import {
  type MetricName,
  type RecommendationDecision,
  recommendationDecisions,
  recommendationStatuses,
} from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, messageOf, publicClient } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { Badge, FinalButton, PageHeader } from '../components/parts.tsx'
import { Quote } from '../components/review-parts.tsx'
import { displayName, formatDecimal, formatShare } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { definedOf, oneOf } from '../search.ts'
import { useMay, useSession } from '../session.ts'

type Recommendation = components['schemas']['Recommendation']

const route = getRouteApi('/app/recommendations')
const recommendationsKey = ['recommendations'] as const

export function RecommendationsPage() {
  const businessId = useSession().account.business_id
  const { status } = route.useSearch()
  const navigate = useNavigate({ from: '/recommendations' })
  return (
    <>
      <PageHeader {...portalPages['/recommendations']} />
      <div className="row">
        <Choice
          label="Status"
          value={status}
          options={recommendationStatuses.map((value) => [value, displayName(value)] as const)}
          onChange={(value) =>
            void navigate({ search: definedOf({ status: oneOf(recommendationStatuses, value) }), replace: true })
          }
        />
      </div>
      <PageList
        queryKey={[...recommendationsKey, businessId, status]}
        load={(cursor) =>
          publicClient.GET('/businesses/{id}/recommendations', {
            params: {
              path: { id: businessId },
              query: { limit: 20, ...(status && { status }), ...(cursor && { cursor }) },
            },
          })
        }
        empty={
          <Empty title={status ? 'No recommendation has this status' : 'No recommendations yet'}>
            {!status && (
              <p>
                They come with an <Link to="/analyses">analysis</Link>.
              </p>
            )}
          </Empty>
        }
      >
        {(rows) => (
          <ol className="cards">
            {rows.map((row) => (
              <li key={row.id}>
                <RecommendationCard recommendation={row} />
              </li>
            ))}
          </ol>
        )}
      </PageList>
    </>
  )
}

const formats: Readonly<Record<MetricName, (value: number) => string>> = {
  negative_share: formatShare,
  net_sentiment: formatDecimal,
  response_rate: formatShare,
  average_rating: formatDecimal,
}

function RecommendationCard({ recommendation }: { recommendation: Recommendation }) {
  const { id, title, action, rationale, urgent, effort, aspect, metric, evidence } = recommendation
  return (
    <article className="panel card" aria-labelledby={id}>
      <div className="row spread">
        <h2 id={id}>{title}</h2>
        <Decision recommendation={recommendation} />
      </div>
      <p>{action}</p>
      <p className="soft">{rationale}</p>
      <div className="row tight">
        {urgent && <Badge tone="bad">Urgent</Badge>}
        <Badge>{displayName(aspect)}</Badge>
        <Badge>{displayName(effort)} effort</Badge>
        <span className="soft">
          {displayName(metric.name)}: {metric.current === null ? 'unknown' : formats[metric.name](metric.current)} now,{' '}
          {formats[metric.name](metric.target)} within {metric.horizon_days} days
        </span>
      </div>
      {evidence.length > 0 && (
        <details>
          <summary>Evidence ({evidence.length})</summary>
          {evidence.map((quote) => (
            <Quote key={quote.review_id + quote.text} quote={quote} />
          ))}
        </details>
      )}
    </article>
  )
}

/** The status, which members who may write can change; a resolved one is decided by the service. */
function Decision({ recommendation: { id, status, title } }: { recommendation: Recommendation }) {
  const may = useMay()
  const queryClient = useQueryClient()
  const update = api.useMutation('patch', '/recommendations/{id}', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: recommendationsKey }),
  })
  const [chosen, setChosen] = useState<RecommendationDecision>()
  if (!may.write || status === 'resolved') return <Badge>{displayName(status)}</Badge>
  return (
    <div className="row">
      <Choice
        label={`Status of "${title}"`}
        isLabelHidden
        value={chosen ?? status}
        isRequired
        options={recommendationDecisions.map((value) => [value, displayName(value)] as const)}
        onChange={(value) => setChosen(oneOf(recommendationDecisions, value))}
      />
      {chosen && chosen !== status && (
        <FinalButton
          className="button primary"
          isWorking={update.isPending}
          onPress={() => update.mutate({ params: { path: { id } }, body: { status: chosen } })}
        >
          Save
        </FinalButton>
      )}
      {update.error && (
        <p className="problem" role="alert">
          {messageOf(update.error)}
        </p>
      )}
    </div>
  )
}
