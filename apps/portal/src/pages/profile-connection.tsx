import type { components } from '@generated/portal/client-types'
import { useQueryClient } from '@tanstack/react-query'
import { Label, ProgressBar } from 'react-aria-components'
import { isProblem, portal } from '../api.ts'
import { problemTexts } from '../business-profile/texts.ts'
import { AttemptFeedback, ConfirmButton, useAttempt } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { Facts, FinalButton, PageHeader, Time } from '../components/parts.tsx'
import { formatNumber } from '../format.ts'
import { profilePages } from '../page-table.ts'
import { useMay } from '../session.ts'

type Connection = components['schemas']['ProfileConnection']

/** While reviews are read for the first time, every two seconds; otherwise a scan is a matter of minutes. */
const refreshMs = (connection: Connection | undefined) => (connection?.synced_at === null ? 2_000 : 30_000)

export function ProfileConnectionPage() {
  const connection = portal.useQuery('get', '/business-profile', undefined, {
    refetchInterval: ({ state }) => (state.error === null ? refreshMs(state.data?.data) : false),
  })
  return (
    <>
      <PageHeader title={profilePages['/business-profile'].title}>
        Reads the reviews of your business on Google, and publishes the replies that one of you has approved.
      </PageHeader>
      {isProblem(connection.error) && connection.error.error.code === 'not_found' ? (
        <NotConnected />
      ) : (
        <Loaded query={connection}>{({ data }) => <Connected connection={data} />}</Loaded>
      )}
    </>
  )
}

function NotConnected() {
  const mayConnect = useMay().manage('account:manage')
  return (
    <section className="panel" aria-labelledby="connect">
      <h2 id="connect">Not connected</h2>
      <ol className="steps">
        <li>
          An owner of this account signs in to Google with an account that manages the Business Profile, and allows the
          access.
        </li>
        <li>The owner selects the location of this business.</li>
        <li>
          Its reviews are read. Nothing is ever published without a person who has read and approved the exact text.
        </li>
      </ol>
      {mayConnect ? (
        <ConnectButton action="Connect with Google" />
      ) : (
        <p className="soft">Ask an owner of this account to connect it.</p>
      )}
    </section>
  )
}

/** Opens the page of Google that asks for the consent. */
function ConnectButton({ action }: { action: string }) {
  const start = portal.useMutation('post', '/business-profile/consent')
  const attempt = useAttempt(async () => {
    const { data } = await start.mutateAsync({})
    window.location.assign(data.authorization_url)
  })
  return (
    <div>
      <AttemptFeedback attempt={attempt} />
      <FinalButton className="button primary" isWorking={attempt.isRunning} onPress={attempt.run}>
        {action}
      </FinalButton>
    </div>
  )
}

function Connected({ connection }: { connection: Connection }) {
  const { location, title, problem, connected_at, synced_at } = connection
  const mayConnect = useMay().manage('account:manage')
  return (
    <>
      {problem && (
        <section className="panel panel-error" aria-label="Problem">
          <p>{problemTexts[problem]}</p>
          {mayConnect ? (
            <ConnectButton action="Connect again" />
          ) : (
            <p>Ask an owner of this account to connect it again.</p>
          )}
        </section>
      )}
      {!problem && <Progress connection={connection} />}
      <Facts
        facts={[
          ['Location', title || location],
          ['Name at Google', <code key="location">{location}</code>],
          ['Connected', <Time key="connected" at={connected_at} />],
          ['Last complete reading', <Time key="synced" at={synced_at} never="Not yet" />],
        ]}
      />
      {mayConnect && (
        <section className="panel row spread" aria-labelledby="disconnect">
          <div>
            <h2 id="disconnect">Disconnect</h2>
            <p className="soft">Ends the access to Google. You can connect again at any time.</p>
          </div>
          <Disconnect />
        </section>
      )}
    </>
  )
}

function Progress({
  connection: { running_scan, synced_at, scanned_count, review_total },
}: {
  connection: Connection
}) {
  if (running_scan === null)
    return (
      <section className="panel" aria-label="Synchronization">
        <p>
          {synced_at === null
            ? 'Waits for the first reading, which begins in a moment.'
            : `${formatNumber(review_total ?? scanned_count)} reviews on Google. They are read again every few minutes.`}
        </p>
      </section>
    )
  return (
    <section className="panel" aria-label="Synchronization">
      <ProgressBar
        className="progress"
        value={scanned_count}
        maxValue={Math.max(1, review_total ?? scanned_count)}
        valueLabel={`${formatNumber(scanned_count)} of ${review_total === null ? '?' : formatNumber(review_total)}`}
      >
        {({ percentage = 0, valueText }) => (
          <>
            <div className="row spread">
              <Label>{running_scan === 'full' ? 'Reading all reviews' : 'Reading new reviews'}</Label>
              <span>{valueText}</span>
            </div>
            <div className="progress-track">
              <div className="progress-fill" style={{ inlineSize: `${percentage}%` }} />
            </div>
          </>
        )}
      </ProgressBar>
    </section>
  )
}

function Disconnect() {
  const queryClient = useQueryClient()
  const disconnect = portal.useMutation('delete', '/business-profile')
  return (
    <ConfirmButton
      action="Disconnect"
      title="Disconnect the Business Profile?"
      onConfirm={async () => {
        await disconnect.mutateAsync({})
        await queryClient.resetQueries({ queryKey: ['get', '/business-profile'] })
      }}
    >
      <p>
        The consent is revoked at Google and forgotten here. Approved replies become drafts again. Reviews that were
        read and replies that were published stay.
      </p>
      <p className="soft">
        Google ends all access that the same Google account has given to this service, also for other accounts.
      </p>
    </ConfirmButton>
  )
}
