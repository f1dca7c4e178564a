import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { api } from '../api.ts'
import { AttemptFeedback, DialogBox, useAttempt } from '../components/dialogs.tsx'
import { EndpointStatus } from '../components/endpoint-status.tsx'
import { Empty, Loaded } from '../components/feedback.tsx'
import { Field, PageHeader, SecretPanel, Table, Time } from '../components/parts.tsx'
import { useMay } from '../session.ts'

export function WebhooksPage() {
  const endpoints = api.useQuery('get', '/webhooks', { params: { query: { limit: 100 } } })
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<{ url: string; signing_secret: string }>()
  const may = useMay()
  return (
    <>
      <PageHeader
        title="Webhooks"
        action={
          may.write && (
            <CreateEndpoint
              onCreated={(endpoint) => {
                setCreated(endpoint)
                void queryClient.invalidateQueries({ queryKey: ['get', '/webhooks'] })
              }}
            />
          )
        }
      >
        Where events are sent. Every delivery is signed with the secret of its endpoint.
      </PageHeader>
      {created && <SecretPanel title={`Signing secret of ${created.url}`} secret={created.signing_secret} />}
      <Loaded query={endpoints}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No endpoints yet">
              <p>Add the URL of your server to receive events as they happen.</p>
            </Empty>
          ) : (
            <Table
              label="Webhook endpoints"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: 'URL',
                  cell: ({ id, url, description }) => (
                    <>
                      <Link to="/webhooks/$id" params={{ id }} className="clip block">
                        {url}
                      </Link>
                      {description && <span className="soft clip block">{description}</span>}
                    </>
                  ),
                },
                {
                  name: 'Status',
                  cell: (endpoint) => <EndpointStatus {...endpoint} />,
                },
                { name: 'Events', cell: ({ event_types }) => event_types.length, isNumber: true },
                { name: 'Last success', cell: ({ last_succeeded_at }) => <Time at={last_succeeded_at} /> },
                { name: 'Last failure', cell: ({ last_failed_at }) => <Time at={last_failed_at} /> },
              ]}
            />
          )
        }
      </Loaded>
    </>
  )
}

function CreateEndpoint({ onCreated }: { onCreated: (endpoint: { url: string; signing_secret: string }) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const create = api.useMutation('post', '/webhooks')
  const attempt = useAttempt(async () => {
    const { data } = await create.mutateAsync({ body: { url, description: description || null } })
    onCreated(data)
    setOpen(false)
    setUrl('')
    setDescription('')
  })
  return (
    <>
      <Button className="button primary" onPress={() => setOpen(true)}>
        Add an endpoint
      </Button>
      <DialogBox title="Add an endpoint" isOpen={isOpen} onOpenChange={setOpen}>
        {(close) => (
          <Form
            onSubmit={(event) => {
              event.preventDefault()
              attempt.run()
            }}
          >
            <Field
              label="URL"
              type="url"
              description="A public https address of your server"
              placeholder="https://hooks.example.com/reviews"
              value={url}
              onChange={setUrl}
              isRequired
              autoFocus
            />
            <Field label="Description" value={description} onChange={setDescription} maxLength={200} />
            <AttemptFeedback attempt={attempt} />
            <div className="row end">
              <Button className="button" onPress={close}>
                Cancel
              </Button>
              <Button className="button primary" type="submit" isPending={attempt.isRunning}>
                Add
              </Button>
            </div>
          </Form>
        )}
      </DialogBox>
    </>
  )
}
