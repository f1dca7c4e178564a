import * as bounds from '@generated/contract/bounds'
import {
  eventTypes,
  type ResendableDeliveryStatus,
  resendableDeliveryStatuses,
  type WebhookDeliveryStatus,
} from '@generated/contract/enums'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, publicClient } from '../api.ts'
import { Button } from '../components/button.tsx'
import { Choice } from '../components/choice.tsx'
import { isFinalStatus } from '../components/delivery-status.tsx'
import { AttemptFeedback, ConfirmButton, useAttempt } from '../components/dialogs.tsx'
import { displayName, formatNumber } from '../format.ts'
import { definedOf, oneOf } from '../search.ts'
import { deliveriesKey } from './endpoint-deliveries.tsx'

const hourMs = 3_600_000

const periods = [
  ['1', 'Last hour'],
  ['24', 'Last day'],
  ['168', 'Last 7 days'],
  ['720', 'Last 30 days'],
] as const

/** Resends what was sent in a period, after a dry run has counted it, and shows how far that is. */
export function ResendMany({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const [hours, setHours] = useState('168')
  const [status, setStatus] = useState<ResendableDeliveryStatus>('dead_lettered')
  const [event_type, setEventType] = useState<string>()
  const [counted, setCounted] = useState<{ since: string; count: number }>()
  const [queued, setQueued] = useState<{ count: number; sinceMs: number }>()
  const resend = api.useMutation('post', '/webhooks/{id}/resend')
  const request = async (since: string, dry_run: boolean) => {
    const chosen = oneOf(eventTypes, event_type)
    const body = { since, statuses: [status], dry_run, ...(chosen && { event_types: [chosen] }) }
    return (await resend.mutateAsync({ params: { path: { id } }, body })).data
  }
  const dryRun = useAttempt(async () => {
    const since = new Date(Date.now() - Number(hours) * hourMs).toISOString()
    setCounted({ since, count: (await request(since, true)).matched_count })
  })
  const change = (set: () => void) => {
    set()
    setCounted(undefined)
  }
  const resendAll = async (since: string) => {
    const sinceMs = Date.now()
    const { queued_count } = await request(since, false)
    setCounted(undefined)
    setQueued({ count: queued_count, sinceMs })
    await queryClient.invalidateQueries({ queryKey: deliveriesKey(id) })
  }
  return (
    <section className="panel" aria-labelledby="resend-many">
      <h2 id="resend-many">Resend many deliveries</h2>
      <div className="filters">
        <Choice
          label="Period"
          value={hours}
          options={periods}
          isRequired
          onChange={(value) => change(() => setHours(value ?? '168'))}
        />
        <Choice
          label="Final status"
          value={status}
          options={resendableDeliveryStatuses.map((value) => [value, displayName(value)] as const)}
          isRequired
          onChange={(value) => change(() => setStatus(oneOf(resendableDeliveryStatuses, value) ?? 'dead_lettered'))}
        />
        <Choice
          label="Event type"
          value={event_type}
          options={eventTypes.map((type) => [type, type] as const)}
          onChange={(value) => change(() => setEventType(value))}
        />
        <Button className="button" isPending={dryRun.isRunning} onPress={dryRun.run}>
          Count
        </Button>
        {counted !== undefined && counted.count > 0 && (
          <ResendButton count={counted.count} onConfirm={() => resendAll(counted.since)} />
        )}
      </div>
      <AttemptFeedback attempt={dryRun} />
      <p className="soft" aria-live="polite">
        {counted === undefined ? 'A dry run counts them first.' : `${formatNumber(counted.count)} match.`}
      </p>
      {queued !== undefined && <Progress id={id} {...queued} />}
    </section>
  )
}

function ResendButton({ count, onConfirm }: { count: number; onConfirm: () => Promise<void> }) {
  return (
    <ConfirmButton
      action="Resend"
      isDestructive={false}
      title={`Resend ${formatNumber(count)} ${count === 1 ? 'delivery' : 'deliveries'}?`}
      onConfirm={onConfirm}
    >
      <p>Each is sent again with the same event id and body, and with a new signature.</p>
    </ConfirmButton>
  )
}

/** The maximum number of resent deliveries that are followed: as many as a few requests return. */
const followedMax = 500
const pageSize = bounds.LimitParam.maximum

/** A clock of the browser that is ahead of the server's does not hide what was just queued. */
const clockSlackMs = 120_000

/** The states of the newest resent deliveries of the endpoint. */
async function readResent(id: string, { count, sinceMs }: { count: number; sinceMs: number }) {
  const wanted = Math.min(count, followedMax)
  const statuses: WebhookDeliveryStatus[] = []
  let cursor: string | undefined
  do {
    const query = definedOf({ limit: pageSize, cursor })
    const { data, error } = await publicClient.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query } })
    if (data === undefined) throw error
    const isResent = ({ origin, created_at }: (typeof data.data)[number]) =>
      origin === 'resend' && Date.parse(created_at) >= sinceMs - clockSlackMs
    statuses.push(...data.data.filter(isResent).map((delivery) => delivery.status))
    cursor = data.data.some(isResent) ? (data.meta.page.next_cursor ?? undefined) : undefined
  } while (statuses.length < wanted && cursor !== undefined)
  return statuses.slice(0, wanted)
}

function Progress({ id, count, sinceMs }: { id: string; count: number; sinceMs: number }) {
  const wanted = Math.min(count, followedMax)
  const { data: statuses = [] } = useQuery({
    queryKey: ['resent', id, sinceMs],
    queryFn: () => readResent(id, { count, sinceMs }),
    refetchInterval: ({ state }) =>
      state.data?.length === wanted && state.data.every((status) => isFinalStatus(status)) ? false : 1_500,
  })
  const finished = statuses.filter((status) => isFinalStatus(status)).length
  const succeeded = statuses.filter((status) => status === 'succeeded').length
  return (
    <div className="progress">
      <p>
        {formatNumber(finished)} of {formatNumber(wanted)} finished, {formatNumber(succeeded)} succeeded
        {count > wanted && `; the newest ${formatNumber(wanted)} of ${formatNumber(count)} are followed`}
      </p>
      <progress aria-label="Resent deliveries" value={finished} max={Math.max(1, wanted)} />
    </div>
  )
}
