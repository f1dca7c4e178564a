import * as bounds from '@generated/contract/bounds'
import type { ContentKind } from '@generated/contract/enums'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { portal, signOutOtherTabs } from '../api.ts'
import { ConfirmButton } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { Facts, Field } from '../components/parts.tsx'
import { formatNumber } from '../format.ts'
import { useMay, useSession } from '../session.ts'

const kindNames: Readonly<Record<ContentKind, string>> = {
  reviews: 'Reviews',
  competitors: 'Competitors',
  analyses: 'Analyses',
  reports: 'Reports',
  recommendations: 'Recommendations',
  review_replies: 'Reply drafts',
  webhooks: 'Webhook endpoints',
  webhook_deliveries: 'Webhook deliveries',
  usage_events: 'Log entries',
  api_keys: 'API keys',
  oauth_clients: 'OAuth clients',
  members: 'Members',
}

/** From this number on, the contract counts no further. */
const countedMax = bounds.ContentCount.count.maximum

export function AccountDeletion() {
  const mayManage = useMay().manage('account:manage')
  return (
    <section className="panel short" aria-labelledby="deletion">
      <h2 id="deletion">Deletion of the account</h2>
      {mayManage ? <Deletion /> : <p>Only an owner can delete the account.</p>}
    </section>
  )
}

function Deletion() {
  const contents = portal.useQuery('get', '/account/contents')
  return (
    <Loaded query={contents}>
      {({ data }) => (
        <>
          <p>This removes everything that the account has. It cannot be undone:</p>
          <div className="counts">
            <Facts
              facts={data.map(({ kind, count }) => [
                kindNames[kind],
                count >= countedMax ? `${formatNumber(countedMax)} or more` : formatNumber(count),
              ])}
            />
          </div>
          <DeleteButton />
        </>
      )}
    </Loaded>
  )
}

function DeleteButton() {
  const router = useRouter()
  const { account } = useSession()
  const [name, setName] = useState('')
  const remove = portal.useMutation('post', '/account/deletion')
  return (
    <div className="row">
      <ConfirmButton
        action="Delete the account"
        title={`Delete ${account.name}?`}
        onConfirm={async () => {
          await remove.mutateAsync({ body: { name } })
          signOutOtherTabs()
          router.options.context.queryClient.clear()
          await router.navigate({ to: '/sign-in' })
        }}
      >
        <p>
          Every session, key, client and token of the account stops working immediately, for every member, and no more
          webhooks are sent. The records are deleted within minutes and cannot be restored: export everything first.
        </p>
        <Field label={`Type the name of the account: ${account.name}`} value={name} onChange={setName} isRequired />
      </ConfirmButton>
    </div>
  )
}
