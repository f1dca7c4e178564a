import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { api } from '../api.ts'
import { AttemptFeedback, ConfirmButton, useAttempt } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { Badge, Facts, FinalButton, PageHeader, Time } from '../components/parts.tsx'
import { onSource, Polarity, Rating } from '../components/review-parts.tsx'
import { displayName, languageName } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { useMay } from '../session.ts'

const route = getRouteApi('/app/reviews/$id')

export function ReviewPage() {
  const { id } = route.useParams()
  const review = useReview(id)
  const may = useMay()
  return (
    <Loaded query={review} title={portalPages['/reviews/$id'].title}>
      {({ data }) => (
        <>
          <PageHeader
            title={data.competitor_id ? 'Review of a competitor' : 'Review of your business'}
            action={may.write && <DeleteReview id={id} />}
          >
            <Rating value={data.rating} />
            {onSource(data.source)}, <Time at={data.published_at} never="undated" />
          </PageHeader>
          <blockquote className="panel review-text" dir="auto" lang={data.language ?? undefined}>
            {data.text || <span className="soft">This review has no text.</span>}
          </blockquote>
          <section className="panel" aria-labelledby="labels">
            <h2 id="labels">What the engine read</h2>
            {data.labels_state === 'pending' ? (
              <p className="soft">Not read yet. It takes a few seconds after the upload.</p>
            ) : (
              <Labels aspects={data.aspects} flags={data.flags} />
            )}
          </section>
          <Facts
            facts={[
              ['Opinion', data.polarity ? <Polarity key="polarity" value={data.polarity} /> : '–'],
              ['Language', data.language === null ? 'Unknown' : languageName(data.language)],
              ['Reply of the owner', data.owner_replied === null ? 'Unknown' : repliedText(data.owner_replied)],
              ['Added', <Time key="added" at={data.created_at} />],
              ['Deleted by the retention rule', <Time key="retained" at={data.retain_until} />],
              ['Id at the source', <code key="source">{data.source_id}</code>],
            ]}
          />
          {may.write && !data.competitor_id && data.rating !== null && (
            <DraftReply rating={data.rating} text={data.text} source={data.source} />
          )}
        </>
      )}
    </Loaded>
  )
}

const repliedText = (replied: boolean) => (replied ? 'Yes' : 'No')

type Review = NonNullable<ReturnType<typeof useReview>['data']>['data']
const useReview = (id: string) => api.useQuery('get', '/reviews/{id}', { params: { path: { id } } })

function Labels({ aspects, flags }: Pick<Review, 'aspects' | 'flags'>) {
  return (
    <>
      {aspects.length === 0 ? (
        <p className="soft">It mentions no theme.</p>
      ) : (
        <ul className="labels">
          {aspects.map(({ aspect, polarity }) => (
            <li key={aspect + polarity}>
              <Link to="/reviews" search={{ aspect }}>
                {displayName(aspect)}
              </Link>
              <Polarity value={polarity} />
            </li>
          ))}
        </ul>
      )}
      {flags.length > 0 && (
        <p className="row tight">
          {flags.map((flag) => (
            <Badge key={flag} tone="bad">
              {displayName(flag)}
            </Badge>
          ))}
          <span className="soft">Have a person read it before you reply.</span>
        </p>
      )}
    </>
  )
}

function DeleteReview({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = api.useMutation('delete', '/reviews/{id}')
  return (
    <ConfirmButton
      action="Delete"
      title="Delete this review?"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { path: { id } } })
        await queryClient.invalidateQueries({ queryKey: ['reviews'] })
        await navigate({ to: '/reviews' })
      }}
    >
      <p>Its text is also erased from reports and recommendations that quote it. This cannot be undone.</p>
    </ConfirmButton>
  )
}

function DraftReply({ rating, text, source }: { rating: number } & Pick<Review, 'text' | 'source'>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const draft = api.useMutation('post', '/review-replies')
  const attempt = useAttempt(async () => {
    await draft.mutateAsync({ body: { review: { rating, source, ...(text && { text }) } } })
    await queryClient.invalidateQueries({ queryKey: ['replies'] })
    await navigate({ to: '/review-replies' })
  })
  return (
    <section className="panel row spread" aria-label="Reply">
      <div>
        <h2>Reply</h2>
        <p className="soft">Drafts a reply for you to edit and approve. Nothing is published.</p>
        <AttemptFeedback attempt={attempt} />
      </div>
      <FinalButton className="button primary" isWorking={attempt.isRunning} onPress={attempt.run}>
        Draft a reply
      </FinalButton>
    </section>
  )
}
