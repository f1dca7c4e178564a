import type { Migration } from './migration.ts'

/**
 * The tables for lists from a replica: the last write of each account, and a row that changes every second on the
 * primary. Without a replica, neither is written. Locks nothing that requests wait for.
 */
export const accountWrites: Migration = {
  name: '0072-account-writes',
  async up(transaction) {
    // Both are updated in place: with free space in the page, an update writes no index.
    await transaction.raw(`
      create table account_writes (
        account_id text collate "C" primary key references accounts on delete cascade,
        write_id uuid not null
      ) with (fillfactor = 50);
      create table replica_heartbeat (
        is_only boolean primary key default true check (is_only),
        number bigint not null,
        written_at timestamptz(3) not null
      ) with (fillfactor = 10);
      insert into replica_heartbeat (number, written_at) values (0, 'epoch');
    `)
  },
}
