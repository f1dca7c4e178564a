import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { portal } from '../api.ts'
import { StartAgain } from '../business-profile/start-again.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Loading } from '../components/feedback.tsx'
import { PageHeader } from '../components/parts.tsx'
import { profilePages } from '../page-table.ts'

/** The page to which Google returns. What it returned is removed from the address at once. */
export function ProfileConsentPage() {
  const [returned] = useState(() => new URLSearchParams(window.location.search))
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), [])
  const state = returned.get('state')
  const code = returned.get('code')
  return (
    <>
      <PageHeader title={profilePages['/business-profile/consent'].title} />
      {state && code ? <Finish state={state} code={code} /> : <Refused error={returned.get('error')} />}
    </>
  )
}

function Finish({ state, code }: { state: string; code: string }) {
  const navigate = useNavigate()
  const finish = portal.useMutation('post', '/business-profile/consent/code')
  const attempt = useAttempt(async () => {
    await finish.mutateAsync({ body: { state, code } })
    await navigate({ to: '/business-profile/location', replace: true })
  })
  const isBegun = useRef(false)
  useEffect(() => {
    // A code is valid once.
    if (isBegun.current) return
    isBegun.current = true
    attempt.run()
  })
  if (!attempt.error) return <Loading />
  return (
    <section className="panel panel-error" aria-label="Problem">
      <AttemptFeedback attempt={attempt} />
      <p>Nothing was connected.</p>
      <StartAgain />
    </section>
  )
}

function Refused({ error }: { error: string | null }) {
  return (
    <section className="panel" aria-label="Problem">
      <p>
        {error === 'access_denied'
          ? 'You did not allow the access at Google. Nothing was connected, and nothing was read.'
          : 'Google returned without a consent. Nothing was connected.'}
      </p>
      <StartAgain />
    </section>
  )
}
