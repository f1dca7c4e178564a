import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { api } from '../api.ts'
import { DeliveryStatus, isFinalStatus } from '../components/delivery-status.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { deliveriesKey } from './endpoint-deliveries.tsx'

/** Sends a test event and follows its delivery until it is final. */
export function TestDelivery({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const send = api.useMutation('post', '/webhooks/{id}/test', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(id) }),
  })
  const attempt = useAttempt(() => send.mutateAsync({ params: { path: { id } } }))
  const deliveryId = send.data?.data.id
  return (
    <section className="panel row spread" aria-label="Test delivery">
      <div>
        <h2>Test delivery</h2>
        {deliveryId ? <Outcome id={deliveryId} /> : <p className="soft">Sends an event of the type webhook.test.</p>}
        <AttemptFeedback attempt={attempt} />
      </div>
      <Button className="button" isPending={attempt.isRunning} onPress={attempt.run}>
        Send a test
      </Button>
    </section>
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
