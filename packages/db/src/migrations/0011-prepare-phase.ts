import type { Migration } from './migration.ts'

/** An attempt that could not be prepared on our side has a phase of its own. No row is read: old rows have others. */
export const preparePhase: Migration = {
  name: '0011-prepare-phase',
  async up(transaction) {
    await transaction.raw(`
      alter table webhook_attempts
        drop constraint webhook_attempts_phase_check,
        add constraint webhook_attempts_phase_check
          check (phase in ('prepare', 'dns', 'connect', 'tls', 'request', 'response')) not valid`)
  },
}
