import { useQueryClient } from '@tanstack/react-query'
import { portal } from '../api.ts'
import { ConfirmButton } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { Badge, PageHeader, Table } from '../components/parts.tsx'
import { formatNumber } from '../format.ts'
import { consolePages } from '../page-table.ts'

/** The feature that each flag enables. */
const flagTexts: Readonly<Record<string, string>> = {
  business_profile_enabled: 'Reviews and replies on Google',
  live_keys_enabled: 'Live API keys are accepted',
  mcp_enabled: 'The MCP server for agents',
  oauth_authcode_enabled: 'OAuth for a person who consents',
}

export function FlagsPage() {
  const flags = portal.useQuery('get', '/admin/flags')
  const queryClient = useQueryClient()
  const set = portal.useMutation('put', '/admin/flags/{name}', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['get', '/admin/flags'] }),
  })
  return (
    <>
      <PageHeader {...consolePages['/admin/flags']} />
      <Loaded query={flags}>
        {({ data }) => (
          <Table
            label="Flags of the platform"
            rows={data}
            keyOf={({ name }) => name}
            columns={[
              {
                name: 'Flag',
                cell: ({ name }) => (
                  <>
                    <code>{name}</code>
                    <div className="soft">{flagTexts[name]}</div>
                  </>
                ),
              },
              {
                name: 'State',
                cell: ({ enabled }) => <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? 'On' : 'Off'}</Badge>,
              },
              {
                name: 'Accounts without it',
                cell: ({ switched_off_count }) => formatNumber(switched_off_count),
                isNumber: true,
              },
              {
                name: 'Actions',
                cell: ({ name, enabled }) => (
                  <ConfirmButton
                    action={enabled ? 'Switch off' : 'Switch on'}
                    isDestructive={enabled}
                    title={`Switch ${name} ${enabled ? 'off' : 'on'} for the platform?`}
                    onConfirm={() => set.mutateAsync({ params: { path: { name } }, body: { enabled: !enabled } })}
                  >
                    <p>
                      {enabled
                        ? 'It is off for every account with the next request.'
                        : 'It is on with the next request for every account for which it is not switched off.'}
                    </p>
                  </ConfirmButton>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  )
}
