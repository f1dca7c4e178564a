import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Checkbox } from 'react-aria-components'
import { messageOf, needsPassword, portal, portalClient } from '../api.ts'
import { DraftSupport, type ProfileReply, ReviewQuote, ReviewTitle } from '../business-profile/reply-parts.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { FinalButton, PageHeader } from '../components/parts.tsx'
import { profilePages } from '../page-table.ts'
import { useMay } from '../session.ts'

/** The approval of several drafts: each is shown with its whole text, and each is approved by itself. */
export function ProfileApprovalPage() {
  const mayPublish = useMay().manage('replies:publish')
  return (
    <>
      <PageHeader
        title={profilePages['/business-profile/approval'].title}
        action={
          <Link className="button" to="/business-profile/replies">
            All replies
          </Link>
        }
      >
        Every draft with its review. What you mark as read and approve is published on Google, word for word.
      </PageHeader>
      {mayPublish ? <Drafts /> : <Empty title="Your role does not allow this" />}
    </>
  )
}

function Drafts() {
  return (
    <PageList
      queryKey={['profile-replies', 'draft']}
      load={(cursor) =>
        portalClient.GET('/business-profile/replies', {
          params: { query: { limit: 20, state: 'draft', ...(cursor && { cursor }) } },
        })
      }
      empty={
        <Empty title="No drafts to approve">
          <Link to="/business-profile/replies">Show all replies</Link>
        </Empty>
      }
    >
      {(drafts) => <Approval drafts={drafts} />}
    </PageList>
  )
}

/** The text of each draft that was read, by id: a draft that changes in the meantime is no longer marked as read. */
type ReadTexts = ReadonlyMap<string, string>

function Approval({ drafts }: { drafts: readonly ProfileReply[] }) {
  const queryClient = useQueryClient()
  const [readTexts, setReadTexts] = useState<ReadTexts>(new Map())
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const approve = portal.useMutation('post', '/business-profile/replies/{id}/approval')
  const chosen = drafts.filter(({ id, text }) => readTexts.get(id) === text)
  const attempt = useAttempt(async () => {
    const refused = new Map<string, string>()
    try {
      for (const { id, text } of chosen)
        try {
          await approve.mutateAsync({ params: { path: { id } }, body: { text } })
        } catch (error) {
          // The password is confirmed once for all of them.
          if (needsPassword(error)) throw error
          refused.set(id, messageOf(error))
        }
    } finally {
      setRefusals(refused)
      await queryClient.invalidateQueries({ queryKey: ['profile-replies'] })
    }
  })
  const mark = (id: string, text: string, isRead: boolean) =>
    setReadTexts((before) => {
      const after = new Map(before)
      if (isRead) after.set(id, text)
      else after.delete(id)
      return after
    })
  return (
    <>
      <ul className="cards">
        {drafts.map((draft) => (
          <li key={draft.id}>
            <Draft
              draft={draft}
              isRead={readTexts.get(draft.id) === draft.text}
              onRead={(isRead) => mark(draft.id, draft.text, isRead)}
              refusal={refusals.get(draft.id)}
            />
          </li>
        ))}
      </ul>
      <section className="panel" aria-label="Approval">
        <p aria-live="polite">
          {chosen.length} of {drafts.length} marked as read.
        </p>
        <AttemptFeedback attempt={attempt} />
        {chosen.length > 0 && (
          <div className="row">
            <FinalButton className="button primary" isWorking={attempt.isRunning} onPress={attempt.run}>
              {chosen.length === 1 ? 'Approve 1 reply' : `Approve ${chosen.length} replies`}
            </FinalButton>
          </div>
        )}
      </section>
    </>
  )
}

interface DraftProps {
  draft: ProfileReply
  isRead: boolean
  onRead: (isRead: boolean) => void
  /** The reason why it was not approved. */
  refusal: string | undefined
}

function Draft({ draft, isRead, onRead, refusal }: DraftProps) {
  const { id, review, text } = draft
  return (
    <article className="panel card" aria-labelledby={id}>
      <h2 id={id}>
        <ReviewTitle {...review} />
      </h2>
      <ReviewQuote {...review} />
      <DraftSupport {...draft} />
      <p className="review-text" dir="auto">
        {text}
      </p>
      {refusal && (
        <p className="problem" role="alert">
          Not approved. {refusal}
        </p>
      )}
      <Checkbox className="checkbox" isSelected={isRead} onChange={onRead}>
        <span className="box" aria-hidden="true" />
        <span>I have read this reply</span>
      </Checkbox>
    </article>
  )
}
