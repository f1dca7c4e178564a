import * as bounds from '@generated/contract/bounds'
import type { components } from '@generated/contract/client-types'
import { aspects, reviewFlags, reviewPolarities, sources } from '@generated/contract/enums'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { api, publicClient } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { EmptyList } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { Badge, PageHeader, Table, Time } from '../components/parts.tsx'
import { Polarity, Rating } from '../components/review-parts.tsx'
import { SearchForm } from '../components/search-form.tsx'
import { displayName } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { type ReviewFilters, readReviewFilters, sortNames } from '../review-filters.ts'
import { useSession } from '../session.ts'

const route = getRouteApi('/app/reviews')

export function ReviewsPage() {
  return (
    <>
      <PageHeader
        {...portalPages['/reviews']}
        action={
          <Link className="button" to="/review-imports">
            Upload a file
          </Link>
        }
      />
      <Reviews />
    </>
  )
}

/** Filters that find a review only after the engine has labeled it. */
const filtersByContent = ['q', 'polarity', 'aspect', 'flag'] as const

function Reviews() {
  const businessId = useSession().account.business_id
  const filters = route.useSearch()
  const competitors = useCompetitors(businessId)
  const nameOf = (id: string | null) =>
    id === null ? 'You' : (competitors.find((competitor) => competitor.id === id)?.name ?? 'A competitor')
  const isFiltered = Object.keys(filters).some((name) => name !== 'sort')
  return (
    <>
      <Filters filters={filters} competitors={competitors} />
      {filtersByContent.some((name) => filters[name] !== undefined) && (
        <p className="soft">
          A review is found by what it says once the engine has read it, usually seconds after its upload.
        </p>
      )}
      <PageList
        queryKey={['reviews', businessId, filters]}
        load={(cursor) =>
          publicClient.GET('/businesses/{id}/reviews', {
            params: { path: { id: businessId }, query: { limit: 50, ...filters, ...(cursor && { cursor }) } },
          })
        }
        empty={
          <EmptyList record={['review', 'reviews']} isFiltered={isFiltered} to="/reviews">
            <p>
              <Link to="/review-imports">Upload a file</Link> with your reviews to have them analyzed.
            </p>
          </EmptyList>
        }
      >
        {(rows) => <ReviewTable reviews={rows} nameOf={nameOf} />}
      </PageList>
    </>
  )
}

interface ReviewTableProps {
  reviews: readonly components['schemas']['Review'][]
  /** The name of a competitor, or of the own business for null. */
  nameOf: (competitorId: string | null) => string
}

function ReviewTable({ reviews, nameOf }: ReviewTableProps) {
  return (
    <Table
      label="Reviews"
      rows={reviews}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Rating', cell: ({ rating }) => <Rating value={rating} /> },
        {
          name: 'Review',
          cell: ({ id, text }) => (
            <Link className="clip wide" to="/reviews/$id" params={{ id }} dir="auto">
              {text || 'Without text'}
            </Link>
          ),
        },
        {
          name: 'Business',
          cell: ({ competitor_id }) => <span className="clip short">{nameOf(competitor_id)}</span>,
        },
        { name: 'Source', cell: ({ source }) => displayName(source) },
        {
          name: 'Opinion',
          cell: ({ polarity, flags }) => (
            <span className="row tight">
              {polarity ? <Polarity value={polarity} /> : <span className="soft">–</span>}
              {flags.length > 0 && <Badge tone="bad">{flags.map(displayName).join(', ')}</Badge>}
            </span>
          ),
        },
        { name: 'Published', cell: ({ published_at }) => <Time at={published_at} never="Unknown" /> },
      ]}
    />
  )
}

/** The competitors for a choice; a hundred are enough to choose from. */
function useCompetitors(businessId: string) {
  const query = api.useQuery('get', '/businesses/{id}/competitors', {
    params: { path: { id: businessId }, query: { limit: 100 } },
  })
  return query.data?.data ?? []
}

const named = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => [value, displayName(value)] as const)

function Filters({
  filters,
  competitors,
}: {
  filters: ReviewFilters
  competitors: readonly { id: string; name: string }[]
}) {
  const navigate = useNavigate({ from: '/reviews' })
  const change = (changed: Record<string, unknown>) =>
    void navigate({ search: (before) => readReviewFilters({ ...before, ...changed }), replace: true })
  return (
    <div className="filters">
      <SearchForm
        label="Search"
        placeholder="Words in the text"
        initial={filters.q ?? ''}
        maxLength={bounds.ReviewQueryParam.maxLength}
        onSearch={(q) => change({ q })}
        key={filters.q}
      />
      <Choice
        label="Business"
        value={filters.own ? 'own' : filters.competitor_id}
        options={[['own', 'You'] as const, ...competitors.map(({ id, name }) => [id, name] as const)]}
        onChange={(value) =>
          change({ own: value === 'own' || undefined, competitor_id: value === 'own' ? undefined : value })
        }
      />
      <Choice
        label="Rating"
        value={filters.rating?.toString()}
        options={['5', '4', '3', '2', '1'].map(
          (stars) => [stars, stars === '1' ? '1 star' : `${stars} stars`] as const,
        )}
        onChange={(value) => change({ rating: value && Number(value) })}
      />
      <Choice
        label="Opinion"
        value={filters.polarity}
        options={named(reviewPolarities)}
        onChange={(polarity) => change({ polarity })}
      />
      <Choice label="Theme" value={filters.aspect} options={named(aspects)} onChange={(aspect) => change({ aspect })} />
      <Choice label="Flag" value={filters.flag} options={named(reviewFlags)} onChange={(flag) => change({ flag })} />
      <Choice
        label="Source"
        value={filters.source}
        options={named(sources)}
        onChange={(source) => change({ source })}
      />
      <Choice
        label="Sort"
        value={filters.sort ?? 'newest'}
        isRequired
        options={Object.entries(sortNames)}
        onChange={(sort) => change({ sort })}
      />
    </div>
  )
}
