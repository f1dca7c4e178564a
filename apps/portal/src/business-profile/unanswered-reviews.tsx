import * as bounds from '@generated/contract/bounds'
import type { components } from '@generated/portal/client-types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Label, TextArea, TextField } from 'react-aria-components'
import { api, portal, portalClient } from '../api.ts'
import { AttemptFeedback, FormDialog, useAttempt } from '../components/dialogs.tsx'
import { PageList } from '../components/page-list.tsx'
import { FinalButton } from '../components/parts.tsx'
import { useMay } from '../session.ts'
import { ReviewQuote, ReviewTitle } from './reply-parts.tsx'

type Review = components['schemas']['UnansweredReview']

/** The reviews on Google that nobody has replied to. */
export function UnansweredReviews() {
  return (
    <section aria-labelledby="unanswered">
      <h2 id="unanswered">Reviews without a reply</h2>
      <PageList
        queryKey={['unanswered-reviews']}
        load={(cursor) =>
          portalClient.GET('/business-profile/unanswered-reviews', {
            params: { query: { limit: 20, ...(cursor && { cursor }) } },
          })
        }
        empty={<p className="soft">None. Reviews appear here once they are read from Google.</p>}
      >
        {(rows) => (
          <ul className="cards">
            {rows.map((review) => (
              <li key={review.id}>
                <Unanswered review={review} />
              </li>
            ))}
          </ul>
        )}
      </PageList>
    </section>
  )
}

function Unanswered({ review }: { review: Review }) {
  const mayPublish = useMay().manage('replies:publish')
  return (
    <article className="panel card" aria-labelledby={review.id}>
      <h3 id={review.id}>
        <ReviewTitle {...review} />
      </h3>
      <ReviewQuote {...review} />
      {mayPublish && (
        <div className="row">
          {review.rating !== null && <DraftButton {...review} rating={review.rating} />}
          <WriteButton id={review.id} />
        </div>
      )}
    </article>
  )
}

/** Stores a reply and shows it among the others. */
function useNewReply() {
  const queryClient = useQueryClient()
  const create = portal.useMutation('post', '/business-profile/replies')
  return async (body: components['schemas']['NewProfileReply']) => {
    await create.mutateAsync({ body })
    await Promise.all(
      ['profile-replies', 'unanswered-reviews'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    )
  }
}

/** Has the engine write a draft, which keeps its warnings and its support. */
function DraftButton({ id, rating, text }: Pick<Review, 'id' | 'text'> & { rating: number }) {
  const store = useNewReply()
  const draft = api.useMutation('post', '/review-replies')
  const attempt = useAttempt(async () => {
    const read = text.slice(0, bounds.ReviewToAnswer.text.maxLength)
    const { data } = await draft.mutateAsync({ body: { review: { rating, source: 'google', text: read } } })
    await store({ review_id: id, draft_id: data.id, text: data.text })
  })
  return (
    <>
      <FinalButton className="button primary" isWorking={attempt.isRunning} onPress={attempt.run}>
        Draft a reply
      </FinalButton>
      <AttemptFeedback attempt={attempt} />
    </>
  )
}

function WriteButton({ id }: { id: string }) {
  const store = useNewReply()
  const [text, setText] = useState('')
  return (
    <FormDialog
      action="Write a reply"
      title="Write a reply"
      submit="Save as a draft"
      onSubmit={() => store({ review_id: id, text })}
    >
      <TextField className="field" value={text} onChange={setText} maxLength={bounds.ReplyText.maxLength} isRequired>
        <Label>Reply</Label>
        <TextArea rows={6} dir="auto" />
      </TextField>
    </FormDialog>
  )
}
