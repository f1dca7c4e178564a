import { type AuditEntry, portalClient } from '../api.ts'
import { AuditEntries } from '../components/audit-entries.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { FinalButton, PageHeader } from '../components/parts.tsx'
import { profilePages } from '../page-table.ts'

/** The audit log of the business profile, and a file with all of it. */
export function ProfileHistoryPage() {
  const save = useAttempt(async () => saveFile(await readAll()))
  return (
    <>
      <PageHeader
        title={profilePages['/business-profile/history'].title}
        action={
          <FinalButton className="button" isWorking={save.isRunning} onPress={save.run}>
            Export as JSON
          </FinalButton>
        }
      >
        Who connected the Business Profile, approved, published and withdrew what. Nobody can change these entries.
      </PageHeader>
      <AttemptFeedback attempt={save} />
      <PageList queryKey={['profile-history']} load={loadPage} empty={<Empty title="Nothing has happened yet" />}>
        {(entries) => <AuditEntries entries={entries} />}
      </PageList>
    </>
  )
}

const loadPage = (cursor: string | undefined) =>
  portalClient.GET('/business-profile/audit-log', { params: { query: { limit: 100, ...(cursor && { cursor }) } } })

/** Every entry, newest first. */
async function readAll(): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const { data, error } = await loadPage(cursor)
    if (data === undefined) throw error
    entries.push(...data.data)
    cursor = data.meta.page.next_cursor ?? undefined
  } while (cursor)
  return entries
}

/** Hands the entries to the browser as a file. */
function saveFile(entries: readonly AuditEntry[]): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `business-profile-${new Date().toISOString().slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(url)
}
