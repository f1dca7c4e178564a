import { type EventType, eventTypes } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api.ts'
import { Button } from '../components/button.tsx'
import { Choice } from '../components/choice.tsx'
import { DeliveryStatus, isFinalStatus } from '../components/delivery-status.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { oneOf } from '../search.ts'
import { deliveriesKey } from './endpoint-deliveries.tsx'

const plainTest = 'webhook.test' satisfies EventType

/** Sends a test event of any type and follows its delivery until it is final. */
export function TestDelivery({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const send = api.useMutation('post', '/webhooks/{id}/test', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(id) }),
  })
  const [event_type, setEventType] = useState<EventType>(plainTest)
  const attempt = useAttempt(() => send.mutateAsync({ params: { path: { id } }, body: { event_type } }))
  const deliveryId = send.data?.data.id
  return (
    <section className="panel row spread" aria-label="Test delivery">
      <div>
        <h2>Test delivery</h2>
        {deliveryId ? <Outcome id={deliveryId} /> : <Explanation type={event_type} />}
        <AttemptFeedback attempt={attempt} />
      </div>
      <div className="filters">
        <Choice
          label="Send"
          value={event_type}
          options={eventTypes.map((type) => [type, type] as const)}
          isRequired
          onChange={(value) => {
            setEventType(oneOf(eventTypes, value) ?? plainTest)
            send.reset()
          }}
        />
        <Button className="button" isPending={attempt.isRunning} onPress={attempt.run}>
          Send a test
        </Button>
      </div>
    </section>
  )
}

function Explanation({ type }: { type: EventType }) {
  if (type === plainTest) return <p className="soft">Sends an event that says that it is a test.</p>
  return (
    <p className="soft">
      Sends <Link to="/event-types">the example of {type}</Link>. Its ids do not exist, except for your business.
    </p>
  )
}

function Outcome({ id }: { id: string }) {
  const delivery = api.useQuery(
    'get',
    '/webhook-deliveries/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (isFinalStatus(state.data?.data.status) ? false : 1_000) },
  )
  return (
    <div aria-live="polite">
      <Loaded query={delivery}>
        {({ data }) => (
          <p>
            <DeliveryStatus status={data.status} /> {data.hint}{' '}
            <Link to="/deliveries/$id" params={{ id }}>
              Show the delivery
            </Link>
          </p>
        )}
      </Loaded>
    </div>
  )
}
