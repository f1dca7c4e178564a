import * as bounds from '@generated/contract/bounds'
import type { components } from '@generated/contract/client-types'
import { type ReplyDraftStatus, replyDraftStatuses } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Label, TextArea, TextField } from 'react-aria-components'
import { api, publicClient } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { Badge, CopyButton, FinalButton, PageHeader, Time, type Tone } from '../components/parts.tsx'
import { onSource, Rating } from '../components/review-parts.tsx'
import { displayName } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { definedOf, oneOf } from '../search.ts'
import { useMay } from '../session.ts'

type ReplyDraft = components['schemas']['ReplyDraft']

const route = getRouteApi('/app/review-replies')

export function ReviewRepliesPage() {
  const { status } = route.useSearch()
  const navigate = useNavigate({ from: '/review-replies' })
  return (
    <>
      <PageHeader {...portalPages['/review-replies']} />
      <div className="row">
        <Choice
          label="Status"
          value={status}
          options={replyDraftStatuses.map((value) => [value, displayName(value)] as const)}
          onChange={(value) =>
            void navigate({ search: definedOf({ status: oneOf(replyDraftStatuses, value) }), replace: true })
          }
        />
      </div>
      <PageList
        queryKey={['replies', status]}
        load={(cursor) =>
          publicClient.GET('/review-replies', {
            params: { query: { limit: 20, ...(status && { status }), ...(cursor && { cursor }) } },
          })
        }
        empty={
          <Empty title={status ? 'No draft has this status' : 'No reply drafts yet'}>
            {!status && (
              <p>
                Open one of your <Link to="/reviews">reviews</Link> and draft a reply.
              </p>
            )}
          </Empty>
        }
      >
        {(rows) => (
          <ul className="cards">
            {rows.map((draft) => (
              <li key={draft.id}>
                <Draft draft={draft} />
              </li>
            ))}
          </ul>
        )}
      </PageList>
    </>
  )
}

const tones: Readonly<Record<ReplyDraftStatus, Tone>> = { draft: 'busy', approved: 'good', rejected: 'bad' }

function Draft({ draft: { id, review, status, text, warnings, created_at } }: { draft: ReplyDraft }) {
  const may = useMay()
  return (
    <article className="panel card" aria-labelledby={id}>
      <div className="row spread">
        <h2 id={id} className="row tight">
          <Rating value={review.rating} /> Review{onSource(review.source)}
        </h2>
        <span className="row tight">
          <Badge tone={tones[status]}>{displayName(status)}</Badge>
          <span className="soft">
            <Time at={created_at} />
          </span>
        </span>
      </div>
      {review.text && (
        <blockquote className="quoted" dir="auto">
          {review.text}
        </blockquote>
      )}
      {warnings.length > 0 && (
        <p className="row tight">
          <span className="soft">Read with care:</span>
          {warnings.map((warning) => (
            <Badge key={warning} tone="busy">
              {displayName(warning)}
            </Badge>
          ))}
        </p>
      )}
      {may.write ? <DraftEditor id={id} status={status} saved={text} /> : <p dir="auto">{text}</p>}
    </article>
  )
}

/** Edits the text. Approving and rejecting save it too, so that what is approved is what is read here. */
function DraftEditor({ id, status, saved }: { id: string; status: ReplyDraftStatus; saved: string }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState(saved)
  const update = api.useMutation('patch', '/review-replies/{id}')
  const isEdited = text !== saved
  const save = async (next: ReplyDraftStatus) => {
    await update.mutateAsync({
      params: { path: { id } },
      body: { ...(isEdited && { text }), ...(next !== status && { status: next }) },
    })
    await queryClient.invalidateQueries({ queryKey: ['replies'] })
  }
  const keep = useAttempt(() => save(status))
  const approve = useAttempt(() => save('approved'))
  const reject = useAttempt(() => save('rejected'))
  return (
    <>
      <TextField
        className="field"
        value={text}
        onChange={setText}
        maxLength={bounds.UpdateReviewReplyRequest.text.maxLength}
        isRequired
      >
        <Label className="hidden">Reply</Label>
        <TextArea rows={9} dir="auto" />
      </TextField>
      <AttemptFeedback attempt={keep} />
      <AttemptFeedback attempt={approve} />
      <AttemptFeedback attempt={reject} />
      <div className="row">
        {status !== 'approved' && (
          <FinalButton className="button primary" isWorking={approve.isRunning} onPress={approve.run}>
            Approve
          </FinalButton>
        )}
        {status !== 'rejected' && (
          <FinalButton className="button" isWorking={reject.isRunning} onPress={reject.run}>
            Reject
          </FinalButton>
        )}
        {isEdited && (
          <FinalButton className="button" isWorking={keep.isRunning} onPress={keep.run}>
            Save
          </FinalButton>
        )}
        <CopyButton text={text} />
      </div>
    </>
  )
}
