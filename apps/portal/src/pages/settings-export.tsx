import type { components } from '@generated/portal/client-types'
import { useQueryClient } from '@tanstack/react-query'
import { portal } from '../api.ts'
import { Button } from '../components/button.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { FinalButton, Time } from '../components/parts.tsx'
import { isUnfinished, WorkStatus } from '../components/work-status.tsx'
import { formatBytes, formatNumber } from '../format.ts'
import { useMay } from '../session.ts'

type Export = components['schemas']['AccountExport']

export function AccountExports() {
  const exports = portal.useQuery(
    'get',
    '/account/exports',
    {},
    {
      refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isUnfinished(status)) ? 1_000 : false),
    },
  )
  const mayManage = useMay().manage('account:manage')
  return (
    <section className="panel one-line" aria-labelledby="export">
      <h2 id="export">Export of all data</h2>
      <p>
        All data of the account at one instant, as a compressed NDJSON file without secrets. Owners can download it for
        24 hours.
      </p>
      <Loaded query={exports}>
        {({ data }) => (
          <>
            {data.map((each) => (
              <ExportRow key={each.id} {...each} mayManage={mayManage} />
            ))}
            {mayManage && !data.some(({ status }) => isUnfinished(status)) && (
              <StartExport isFirst={data.length === 0} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function StartExport({ isFirst }: { isFirst: boolean }) {
  const queryClient = useQueryClient()
  const create = portal.useMutation('post', '/account/exports', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['get', '/account/exports'] }),
  })
  const attempt = useAttempt(() => create.mutateAsync({}))
  return (
    <div>
      <FinalButton className="button" isWorking={attempt.isRunning} onPress={attempt.run}>
        {isFirst ? 'Export everything' : 'Export again'}
      </FinalButton>
      <AttemptFeedback attempt={attempt} />
    </div>
  )
}

function ExportRow({ mayManage, ...exported }: Export & { mayManage: boolean }) {
  const { id, status, record_count, size_bytes, created_at, expires_at } = exported
  return (
    <div className="row spread">
      <p aria-live="polite">
        <WorkStatus status={status} /> {formatNumber(record_count)} records, {formatBytes(size_bytes)}, requested{' '}
        <Time at={created_at} />
        {status === 'completed' && (
          <>
            , expires <Time at={expires_at} />
          </>
        )}
      </p>
      {status === 'failed' && <p className="problem">Something failed on our side. Export again.</p>}
      {status === 'completed' && mayManage && <Download id={id} />}
    </div>
  )
}

/** Asks for a link, for which the server wants a fresh password, and leaves the file to the browser. */
function Download({ id }: { id: string }) {
  const link = portal.useMutation('post', '/account/exports/{id}/link')
  const attempt = useAttempt(async () => {
    const { data } = await link.mutateAsync({ params: { path: { id } } })
    window.location.assign(data.path)
  })
  return (
    <div>
      <Button className="button primary" isPending={attempt.isRunning} onPress={attempt.run}>
        Download
      </Button>
      <AttemptFeedback attempt={attempt} />
    </div>
  )
}
