import * as bounds from '@generated/contract/bounds'
import { profileReplyStates } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Label, TextArea, TextField } from 'react-aria-components'
import { portal, portalClient } from '../api.ts'
import { DraftSupport, type ProfileReply, ReviewQuote, ReviewTitle } from '../business-profile/reply-parts.tsx'
import { stateTextOf, stateTexts, stopTexts } from '../business-profile/texts.ts'
import { UnansweredReviews } from '../business-profile/unanswered-reviews.tsx'
import { Choice } from '../components/choice.tsx'
import { AttemptFeedback, ConfirmButton, useAttempt } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { Badge, FinalButton, PageHeader, Time } from '../components/parts.tsx'
import { displayName } from '../format.ts'
import { profilePages } from '../page-table.ts'
import { definedOf, oneOf } from '../search.ts'
import { useMay } from '../session.ts'

const route = getRouteApi('/app/business-profile/replies')

/** A reply that is approved is published within seconds. */
const refreshMs = 3_000

export function ProfileRepliesPage() {
  const { state } = route.useSearch()
  const navigate = useNavigate({ from: '/business-profile/replies' })
  const mayPublish = useMay().manage('replies:publish')
  return (
    <>
      <PageHeader
        title={profilePages['/business-profile/replies'].title}
        action={
          mayPublish && (
            <Link className="button" to="/business-profile/approval">
              Approve several
            </Link>
          )
        }
      >
        A reply is published on Google only after a person has read and approved its exact text.
      </PageHeader>
      <div className="row">
        <Choice
          label="State"
          value={state}
          options={profileReplyStates.map((value) => [value, stateTexts[value].label] as const)}
          onChange={(value) =>
            void navigate({ search: definedOf({ state: oneOf(profileReplyStates, value) }), replace: true })
          }
        />
      </div>
      <PageList
        queryKey={['profile-replies', state]}
        refreshMs={refreshMs}
        load={(cursor) =>
          portalClient.GET('/business-profile/replies', {
            params: { query: { limit: 20, ...(state && { state }), ...(cursor && { cursor }) } },
          })
        }
        empty={
          <Empty title={state ? 'No reply is in this state' : 'No replies yet'}>
            {state ? (
              <Link to="/business-profile/replies">Show all replies</Link>
            ) : (
              <p>Write a reply to one of the reviews below.</p>
            )}
          </Empty>
        }
      >
        {(rows) => (
          <ul className="cards">
            {rows.map((reply) => (
              <li key={reply.id}>
                <Reply reply={reply} />
              </li>
            ))}
          </ul>
        )}
      </PageList>
      {state === undefined && <UnansweredReviews />}
    </>
  )
}

function Reply({ reply }: { reply: ProfileReply }) {
  const mayPublish = useMay().manage('replies:publish')
  const { id, review, state, text, sent_at } = reply
  const { label, tone, explanation } = stateTextOf(reply)
  const isOpen = state === 'draft' || state === 'stopped' || state === 'approved'
  return (
    <article className="panel card" aria-labelledby={id}>
      <div className="row spread">
        <h2 id={id}>
          <ReviewTitle {...review} />
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <ReviewQuote {...review} />
      <DraftSupport {...reply} />
      {explanation && <p className="soft">{explanation}</p>}
      {state === 'sent' && (
        <p className="soft">
          Sent <Time at={sent_at} />.
        </p>
      )}
      <Outcome reply={reply} />
      {isOpen && mayPublish ? (
        <ReplyEditor reply={reply} />
      ) : (
        <p className="review-text" dir="auto">
          {text}
        </p>
      )}
      {state === 'sent' && mayPublish && <Removal id={id} />}
    </article>
  )
}

const withoutWhiteSpace = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** The reason why a reply was stopped, or the later change of a published one. */
function Outcome({ reply: { state, text, visible_text, moderation, stop_reason } }: { reply: ProfileReply }) {
  const isChanged = visible_text !== null && withoutWhiteSpace(visible_text) !== withoutWhiteSpace(text)
  if (state === 'sent' && visible_text === null)
    return <p className="problem">It was removed on Google since. Withdraw it here to write another one.</p>
  return (
    <>
      {stop_reason && <p className="problem">{stopTexts[stop_reason]}</p>}
      {state === 'sent' && moderation?.state === 'rejected' && (
        <p className="problem">
          Google does not show this reply: its moderation rejected it
          {moderation.policy_violation && ` as “${displayName(moderation.policy_violation.toLowerCase())}”`}. Withdraw
          it to write another one.
        </p>
      )}
      {isChanged && (state === 'sent' || state === 'stopped') && (
        <div>
          <p className="problem">{state === 'sent' ? 'It was changed on Google since:' : 'The reply on Google:'}</p>
          <blockquote className="quoted" dir="auto">
            {visible_text}
          </blockquote>
        </div>
      )}
    </>
  )
}

/** The changes of a reply, each of which shows its result in every list. */
function useReplyChanges(id: string) {
  const queryClient = useQueryClient()
  const params = { path: { id } }
  const edit = portal.useMutation('patch', '/business-profile/replies/{id}')
  const approve = portal.useMutation('post', '/business-profile/replies/{id}/approval')
  const withdraw = portal.useMutation('post', '/business-profile/replies/{id}/withdrawal')
  const refresh = () =>
    Promise.all(
      ['profile-replies', 'unanswered-reviews'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    )
  return {
    edit: (text: string) => edit.mutateAsync({ params, body: { text } }),
    approve: (text: string) => approve.mutateAsync({ params, body: { text } }),
    withdraw: () => withdraw.mutateAsync({ params }),
    refresh,
  }
}

/** Edits a reply that is not published. Approving saves it first, so that what is read here is approved. */
function ReplyEditor({ reply: { id, state, text: saved } }: { reply: ProfileReply }) {
  const changes = useReplyChanges(id)
  // A text that was not edited here follows what others save.
  const [edited, setEdited] = useState<string>()
  const text = edited ?? saved
  const isEdited = text !== saved
  const keep = useAttempt(async () => {
    await changes.edit(text)
    await changes.refresh()
  })
  const approve = useAttempt(async () => {
    if (isEdited || state === 'stopped') await changes.edit(text)
    await changes.approve(text)
    await changes.refresh()
  })
  const discard = useAttempt(async () => {
    await changes.withdraw()
    await changes.refresh()
  })
  return (
    <>
      <TextField className="field" value={text} onChange={setEdited} maxLength={bounds.ReplyText.maxLength} isRequired>
        <Label className="hidden">Reply</Label>
        <TextArea rows={6} dir="auto" />
      </TextField>
      <AttemptFeedback attempt={keep} />
      <AttemptFeedback attempt={approve} />
      <AttemptFeedback attempt={discard} />
      <div className="row">
        {(state !== 'approved' || isEdited) && (
          <FinalButton className="button primary" isWorking={approve.isRunning} onPress={approve.run}>
            Approve and publish
          </FinalButton>
        )}
        {isEdited && (
          <FinalButton className="button" isWorking={keep.isRunning} onPress={keep.run}>
            Save as a draft
          </FinalButton>
        )}
        <FinalButton className="button" isWorking={discard.isRunning} onPress={discard.run}>
          {state === 'approved' ? 'Take back' : 'Discard'}
        </FinalButton>
      </div>
    </>
  )
}

function Removal({ id }: { id: string }) {
  const changes = useReplyChanges(id)
  return (
    <div className="row">
      <ConfirmButton
        action="Withdraw"
        title="Remove this reply from Google?"
        onConfirm={async () => {
          await changes.withdraw()
          await changes.refresh()
        }}
      >
        <p>It is removed in a moment. A reply that was changed on Google in the meantime stays.</p>
      </ConfirmButton>
    </div>
  )
}
