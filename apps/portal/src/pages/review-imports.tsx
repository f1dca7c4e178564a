import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { DropZone, Text } from 'react-aria-components'
import { publicClient } from '../api.ts'
import { AttemptFeedback, useFileAttempt } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { FinalButton, PageHeader, Table, Time } from '../components/parts.tsx'
import { WorkStatus } from '../components/work-status.tsx'
import { formatBytes, formatNumber } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { useMay, useSession } from '../session.ts'

export function ReviewImportsPage() {
  const businessId = useSession().account.business_id
  const may = useMay()
  return (
    <>
      <PageHeader {...portalPages['/review-imports']} />
      {may.write && <Upload businessId={businessId} />}
      <Imports businessId={businessId} />
    </>
  )
}

const importsKey = ['review-imports'] as const

/** Uploads one file, dropped or chosen, and opens its import. */
function Upload({ businessId }: { businessId: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const picker = useRef<HTMLInputElement>(null)
  const attempt = useFileAttempt(async (file) => {
    const { data, error } = await publicClient.POST('/businesses/{id}/review-imports', {
      params: { path: { id: businessId } },
      // The contract describes the content of a file as text. The browser sends the file itself, without reading it.
      body: '',
      bodySerializer: () => file,
      headers: { 'Content-Type': 'application/octet-stream' },
    })
    if (data === undefined) throw error
    await queryClient.invalidateQueries({ queryKey: importsKey })
    await navigate({ to: '/review-imports/$id', params: { id: data.data.id } })
  })
  return (
    <DropZone
      className="drop-zone"
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) => {
        const [file] = items.filter((item) => item.kind === 'file')
        if (file) attempt.start(await file.getFile())
      }}
    >
      <Text slot="label">Drop a file of reviews here</Text>
      <p className="soft">
        CSV with a heading line, JSON, or one JSON object per line. Exports of Google Business Profile, Yelp and
        Tripadvisor work as they are. The column <code>subject</code> names the competitor that a row is about.
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) attempt.start(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <FinalButton className="button primary" isWorking={attempt.isRunning} onPress={() => picker.current?.click()}>
        Choose a file
      </FinalButton>
      <AttemptFeedback attempt={attempt} />
    </DropZone>
  )
}

function Imports({ businessId }: { businessId: string }) {
  return (
    <PageList
      queryKey={[...importsKey, businessId]}
      refreshMs={5_000}
      load={(cursor) =>
        publicClient.GET('/businesses/{id}/review-imports', {
          params: { path: { id: businessId }, query: { limit: 50, ...(cursor && { cursor }) } },
        })
      }
      empty={<Empty title="Nothing was uploaded yet" />}
    >
      {(rows) => (
        <Table
          label="Uploads"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'Uploaded',
              cell: ({ id, created_at }) => (
                <Link to="/review-imports/$id" params={{ id }}>
                  <Time at={created_at} />
                </Link>
              ),
            },
            { name: 'Status', cell: ({ status }) => <WorkStatus status={status} /> },
            { name: 'Size', cell: ({ size_bytes }) => formatBytes(size_bytes), isNumber: true },
            { name: 'Rows', cell: ({ row_count }) => formatNumber(row_count), isNumber: true },
            { name: 'Created', cell: ({ created_count }) => formatNumber(created_count), isNumber: true },
            { name: 'Updated', cell: ({ updated_count }) => formatNumber(updated_count), isNumber: true },
            { name: 'Rejected', cell: ({ rejected_count }) => formatNumber(rejected_count), isNumber: true },
          ]}
        />
      )}
    </PageList>
  )
}
