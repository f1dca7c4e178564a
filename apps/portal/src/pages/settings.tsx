import { PageHeader } from '../components/parts.tsx'
import { portalPages } from '../page-table.ts'
import { AccountDeletion } from './settings-deletion.tsx'
import { AccountExports } from './settings-export.tsx'
import { ReviewRetention } from './settings-retention.tsx'
import { AnalysisSchedule } from './settings-schedule.tsx'

/** The settings of the account that an owner changes. */
export function SettingsPage() {
  return (
    <>
      <PageHeader {...portalPages['/settings']} />
      <AnalysisSchedule />
      <ReviewRetention />
      <AccountExports />
      <AccountDeletion />
    </>
  )
}
