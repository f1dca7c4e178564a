import type { Migration } from './migration.ts'

/** A consent ends with the login of its user, pending authorizations are bounded, and login attempts are counted. */
export const loginsAndConsents: Migration = {
  name: '0009-logins-and-consents',
  async up(transaction) {
    await transaction.raw(`
      alter table oauth_records
        add column user_id text collate "C" references users on delete cascade,
        add column address text collate "C";
      update oauth_records set user_id = users.id from users where users.id = payload ->> 'accountId';
      create index oauth_records_by_user on oauth_records (user_id) where user_id is not null;
      create index oauth_records_by_address on oauth_records (address, expires_at) where address is not null;

      -- Rows are counters, not events: an attempt that is over the limit writes nothing. The bucket is a hash.
      drop table login_failures;
      create table login_attempts (
        bucket bytea primary key,
        attempts integer not null,
        ends_at timestamptz(3) not null
      ) with (fillfactor = 50);
      create index login_attempts_by_end on login_attempts (ends_at);
    `)
  },
}
