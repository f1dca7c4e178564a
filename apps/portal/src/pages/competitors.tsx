import * as bounds from '@generated/contract/bounds'
import type { components } from '@generated/contract/client-types'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, publicClient } from '../api.ts'
import { ConfirmButton, FormDialog } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { Field, PageHeader, Table, Time } from '../components/parts.tsx'
import { Rating } from '../components/review-parts.tsx'
import { displayName, formatDecimal, formatNumber } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { useMay, useSession } from '../session.ts'

type Competitor = components['schemas']['Competitor']

export function CompetitorsPage() {
  const businessId = useSession().account.business_id
  const may = useMay()
  const refresh = useRefresh()
  const create = api.useMutation('post', '/businesses/{id}/competitors', { onSuccess: refresh })
  return (
    <>
      <PageHeader
        {...portalPages['/competitors']}
        action={
          may.write && (
            <NameDialog
              action="Add a competitor"
              title="Add a competitor"
              isPrimary
              onSave={(name) => create.mutateAsync({ params: { path: { id: businessId } }, body: { name } })}
            />
          )
        }
      />
      <PageList
        queryKey={[...competitorsKey, businessId]}
        load={(cursor) =>
          publicClient.GET('/businesses/{id}/competitors', {
            params: { path: { id: businessId }, query: { limit: 50, ...(cursor && { cursor }) } },
          })
        }
        empty={
          <Empty title="No competitors yet">
            <p>Add one, then upload its reviews.</p>
          </Empty>
        }
      >
        {(rows) => <CompetitorTable rows={rows} mayWrite={may.write} />}
      </PageList>
    </>
  )
}

const competitorsKey = ['competitors'] as const

/** Lists of competitors are on this page and in the filters of reviews. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [competitorsKey, ['get', '/businesses/{id}/competitors']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}

function CompetitorTable({ rows, mayWrite }: { rows: readonly Competitor[]; mayWrite: boolean }) {
  const themes = (aspects: Competitor['strengths']) =>
    aspects.length === 0
      ? '–'
      : aspects.slice(0, 2).map((aspect) => (
          <span key={aspect} className="block">
            {displayName(aspect)}
          </span>
        ))
  return (
    <Table
      label="Competitors"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Name',
          cell: ({ id, name }) => (
            <Link className="clip" to="/reviews" search={{ competitor_id: id }} dir="auto" title={name}>
              {name}
            </Link>
          ),
        },
        {
          name: 'Rating',
          cell: ({ review_stats: { average_rating, review_count } }) => (
            <>
              <Rating value={average_rating} /> {average_rating !== null && formatDecimal(average_rating)}
              <span className="soft block">
                {formatNumber(review_count)} {review_count === 1 ? 'review' : 'reviews'}
              </span>
            </>
          ),
        },
        { name: 'Strengths', cell: ({ strengths }) => themes(strengths) },
        { name: 'Weaknesses', cell: ({ weaknesses }) => themes(weaknesses) },
        { name: 'Reviews as of', cell: ({ reviews_as_of }) => <Time at={reviews_as_of} never="–" /> },
        ...(mayWrite
          ? [{ name: 'Actions', cell: (competitor: Competitor) => <Actions competitor={competitor} /> }]
          : []),
      ]}
    />
  )
}

function Actions({ competitor: { id, name } }: { competitor: Competitor }) {
  const refresh = useRefresh()
  const update = api.useMutation('patch', '/competitors/{id}', { onSuccess: refresh })
  const remove = api.useMutation('delete', '/competitors/{id}', { onSuccess: refresh })
  const params = { path: { id } }
  return (
    <div className="row tight">
      <NameDialog
        action="Rename"
        title={`Rename "${name}"`}
        initial={name}
        onSave={(changed) => update.mutateAsync({ params, body: { name: changed } })}
      />
      <ConfirmButton action="Remove" title={`Remove "${name}"?`} onConfirm={() => remove.mutateAsync({ params })}>
        <p>Its reviews are deleted too, and later analyses do not compare with it. This cannot be undone.</p>
      </ConfirmButton>
    </div>
  )
}

interface NameDialogProps {
  action: string
  title: string
  initial?: string
  isPrimary?: boolean
  onSave: (name: string) => Promise<unknown>
}

function NameDialog({ action, title, initial = '', isPrimary = false, onSave }: NameDialogProps) {
  const [name, setName] = useState(initial)
  return (
    <FormDialog
      action={action}
      isPrimary={isPrimary}
      title={title}
      submit="Save"
      onSubmit={async () => {
        await onSave(name.trim())
        setName(isPrimary ? '' : name.trim())
      }}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={bounds.CreateCompetitorRequest.name.maxLength}
        autoFocus
      />
    </FormDialog>
  )
}
