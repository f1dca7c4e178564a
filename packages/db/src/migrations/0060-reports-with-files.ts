import type { Migration } from './migration.ts'

/** Finds the reports whose files are past their retention. Locks nothing that requests wait for. */
export const reportsWithFiles: Migration = {
  name: '0060-reports-with-files',
  transactional: false,
  index: 'reports_with_files',
  async up(connection) {
    await connection.raw(`
      create index concurrently if not exists reports_with_files on reports (created_at) where files_deleted_at is null`)
  },
}
