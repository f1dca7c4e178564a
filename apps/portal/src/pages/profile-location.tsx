import type { components } from '@generated/portal/client-types'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { isProblem, portal } from '../api.ts'
import { StartAgain } from '../business-profile/start-again.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Empty, Loaded } from '../components/feedback.tsx'
import { FinalButton, PageHeader } from '../components/parts.tsx'
import { profilePages } from '../page-table.ts'
import { useSession } from '../session.ts'

/** The choice of the location after the consent. */
export function ProfileLocationPage() {
  const { account } = useSession()
  const locations = portal.useQuery('get', '/business-profile/locations', undefined, { refetchOnWindowFocus: false })
  const { error } = locations
  const isOver = isProblem(error) && (error.error.code === 'not_found' || error.error.code === 'conflict')
  return (
    <>
      <PageHeader title={profilePages['/business-profile/location'].title}>
        The location on Google that belongs to {account.name}.
      </PageHeader>
      {isOver ? (
        <Empty title="There is no consent to use">
          <p>
            {error.error.code === 'conflict'
              ? error.error.message
              : 'It was used, or it was given more than ten minutes ago or in another session.'}
          </p>
          <StartAgain />
        </Empty>
      ) : (
        <Loaded query={locations}>{({ data }) => <Choice locations={data} />}</Loaded>
      )}
    </>
  )
}

function Choice({ locations }: { locations: readonly components['schemas']['ProfileLocation'][] }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(locations.length === 1 ? (locations[0]?.name ?? '') : '')
  const connect = portal.useMutation('post', '/business-profile')
  const attempt = useAttempt(async () => {
    await connect.mutateAsync({ body: { location: chosen } })
    await queryClient.resetQueries({ queryKey: ['get', '/business-profile'] })
    await navigate({ to: '/business-profile', replace: true })
  })
  if (locations.length === 0)
    return (
      <Empty title="No location">
        <p>This Google account manages no Business Profile. Start again with an account that does.</p>
        <StartAgain />
      </Empty>
    )
  return (
    <section className="panel" aria-label="Locations">
      <RadioGroup className="field" value={chosen} onChange={setChosen}>
        <Label>Location</Label>
        {locations.map(({ name, title }) => (
          <Radio key={name} className="checkbox" value={name}>
            <span className="box round" aria-hidden="true" />
            <span>
              {title || 'Without a name'} <code className="block">{name}</code>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      <AttemptFeedback attempt={attempt} />
      <div className="row">
        <FinalButton
          className="button primary"
          isDisabled={chosen === ''}
          isWorking={attempt.isRunning}
          onPress={attempt.run}
        >
          Connect this location
        </FinalButton>
      </div>
    </section>
  )
}
