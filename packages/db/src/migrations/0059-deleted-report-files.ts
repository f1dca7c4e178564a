import type { Migration } from './migration.ts'

/**
 * The files of a report end before the report: when they were deleted, and the format and size of each. Locks the
 * reports for milliseconds.
 */
export const deletedReportFiles: Migration = {
  name: '0059-deleted-report-files',
  async up(transaction) {
    await transaction.raw(`
      alter table reports
        add column files_deleted_at timestamptz(3),
        add column deleted_files json;
    `)
  },
}
