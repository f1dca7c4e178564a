import { PageHeader } from '../components/parts.tsx'
import { AccountDeletion } from './settings-deletion.tsx'
import { AccountExports } from './settings-export.tsx'
import { ReviewRetention } from './settings-retention.tsx'
import { AnalysisSchedule } from './settings-schedule.tsx'

/** The settings of the account that an owner changes. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings">
        When the business is analyzed, how long reviews are kept, and how to export or delete everything.
      </PageHeader>
      <AnalysisSchedule />
      <ReviewRetention />
      <AccountExports />
      <AccountDeletion />
    </>
  )
}
