import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type DeadLetter, portal, portalClient } from '../api.ts'
import { Button } from '../components/button.tsx'
import { Choice } from '../components/choice.tsx'
import { AttemptFeedback, DialogBox, OpenButton, useAttempt } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { PageHeader, Table, Time } from '../components/parts.tsx'
import { formatNumber } from '../format.ts'
import { consolePages } from '../page-table.ts'

const route = getRouteApi('/console/admin/dead-letters')

/** Selects dead letters by account and endpoint. */
interface DeadLetterFilter {
  account_id?: string
  webhook_id?: string
}

export function DeadLettersPage() {
  const filter = route.useSearch()
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        {...consolePages['/admin/dead-letters']}
        action={<Resend key={JSON.stringify(filter)} filter={filter} />}
      />
      {isFiltered && (
        <p>
          Only of <code>{filter.webhook_id ?? filter.account_id}</code>.{' '}
          <Link to="/admin/dead-letters">Show those of all accounts</Link>
        </p>
      )}
      <PageList
        queryKey={['admin', 'dead-letters', filter]}
        load={(cursor) =>
          portalClient.GET('/admin/dead-letters', {
            params: { query: { limit: 50, ...filter, ...(cursor && { cursor }) } },
          })
        }
        empty={<Empty title="No dead letters" />}
      >
        {(letters) => <DeadLetterTable letters={letters} />}
      </PageList>
    </>
  )
}

function DeadLetterTable({ letters }: { letters: readonly DeadLetter[] }) {
  return (
    <Table
      label="Dead letters"
      rows={letters}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Account',
          cell: ({ account_id, account_name }) => (
            <Link className="clip" to="/admin/accounts/$id" params={{ id: account_id }}>
              {account_name}
            </Link>
          ),
        },
        {
          name: 'Endpoint',
          cell: ({ webhook_id, url }) => (
            <Link className="clip" to="/admin/dead-letters" search={{ webhook_id }}>
              {url}
            </Link>
          ),
        },
        { name: 'Event', cell: ({ event_type }) => event_type },
        { name: 'Attempts', cell: ({ attempt_count }) => attempt_count, isNumber: true },
        { name: 'Last attempt', cell: ({ http_status, error }) => error ?? http_status ?? 'No response' },
        {
          name: 'Response',
          cell: ({ response_excerpt }) => response_excerpt && <code className="clip">{response_excerpt}</code>,
        },
        { name: 'Failed', cell: ({ finished_at }) => <Time at={finished_at} /> },
      ]}
    />
  )
}

function extentOf({ account_id, webhook_id }: DeadLetterFilter): string {
  if (webhook_id) return 'of this endpoint'
  return account_id ? 'of this account' : 'of all accounts'
}

const periods = { '1': '24 hours', '7': '7 days', '30': '30 days' } as const

/** Shows the deliveries that were found or queued so far. */
interface Counts {
  webhooks: number
  matched: number
  queued: number
}

/** Counts first, then resends what was counted: one request after the other, with progress. */
function useResend(filter: DeadLetterFilter) {
  const [days, setDays] = useState<string>('1')
  const [counted, setCounted] = useState<Counts & { since: string; until: string }>()
  const [sent, setSent] = useState<Counts>()
  const queryClient = useQueryClient()
  const resend = portal.useMutation('post', '/admin/dead-letters/resend')
  const run = async (period: { since: string; until: string }, dry_run: boolean, show: (counts: Counts) => void) => {
    const sum: Counts = { webhooks: 0, matched: 0, queued: 0 }
    let from: string | undefined
    do {
      const body = { ...filter, ...period, dry_run, ...(from !== undefined && { from_webhook_id: from }) }
      const { data } = await resend.mutateAsync({ body })
      sum.webhooks += data.webhook_count
      sum.matched += data.matched_count
      sum.queued += data.queued_count
      from = data.next_webhook_id ?? undefined
      show({ ...sum })
    } while (from !== undefined)
  }
  const count = useAttempt(async () => {
    const until = new Date()
    const since = new Date(until.getTime() - Number(days) * 86_400_000)
    const period = { since: since.toISOString(), until: until.toISOString() }
    await run(period, true, (counts) => setCounted({ ...counts, ...period }))
  })
  const send = useAttempt(async () => {
    if (!counted) return
    await run({ since: counted.since, until: counted.until }, false, setSent)
    await queryClient.invalidateQueries({ queryKey: ['admin', 'dead-letters'] })
  })
  const begin = (period: string) => {
    setDays(period)
    setCounted(undefined)
    setSent(undefined)
  }
  return { days, counted, sent, count, send, begin }
}

function Resend({ filter }: { filter: DeadLetterFilter }) {
  const [isOpen, setOpen] = useState(false)
  const { days, counted, sent, count, send, begin } = useResend(filter)
  const open = (next: boolean) => {
    setOpen(next)
    begin('1')
  }
  return (
    <>
      <OpenButton className="button primary" onPress={() => open(true)}>
        Resend dead letters
      </OpenButton>
      <DialogBox title={`Resend dead letters ${extentOf(filter)}`} isOpen={isOpen} onOpenChange={open}>
        {(close) => (
          <>
            <p>Each event is sent once more to each endpoint where it failed, with the same event id.</p>
            <Choice
              label="Queued in the last"
              value={days}
              options={Object.entries(periods)}
              isRequired
              onChange={(value) => begin(value ?? '1')}
            />
            <div aria-live="polite">
              {counted && !sent && (
                <p>
                  {formatNumber(counted.matched)} dead letters of {formatNumber(counted.webhooks)} endpoints would be
                  sent again.
                </p>
              )}
              {sent && (
                <p>
                  {formatNumber(sent.queued)} deliveries of {formatNumber(sent.webhooks)} endpoints are queued.
                </p>
              )}
            </div>
            <AttemptFeedback attempt={count} />
            <AttemptFeedback attempt={send} />
            <div className="row end">
              <Button className="button" onPress={close}>
                Close
              </Button>
              <Button className="button" isPending={count.isRunning} onPress={count.run}>
                Count
              </Button>
              <Button
                className="button danger"
                isDisabled={!counted || counted.matched === 0 || sent !== undefined}
                isPending={send.isRunning}
                onPress={send.run}
              >
                Resend
              </Button>
            </div>
          </>
        )}
      </DialogBox>
    </>
  )
}
