import type { Migration } from './migration.ts'

/**
 * One outbox for every email to a member, and logins that wait for their first password. Locks `users` for a moment. A
 * worker of the release before finds its table missing and logs that until it is replaced; nothing is lost.
 */
export const emailsAndInvitations: Migration = {
  name: '0037-emails-and-invitations',
  async up(transaction) {
    await transaction.raw(`
      -- When the person was invited last; null once they have chosen a password.
      alter table users add column invited_at timestamptz(3);
      create index users_invited on users (invited_at) where invited_at is not null;

      -- No email address and no token: both are read or made when the email is sent, and an email to a member who was
      -- removed is not. The endpoint and its failures belong to the kind 'endpoint_disabled'.
      create table emails (
        id bigint generated always as identity primary key,
        kind text collate "C" not null check (kind in ('endpoint_disabled', 'invitation', 'password_reset')),
        user_id text collate "C" not null references users on delete cascade,
        webhook_id text collate "C" references webhook_endpoints on delete cascade,
        failures integer,
        failing_since timestamptz(3),
        attempt_count integer not null default 0,
        due_at timestamptz(3) not null default now(),
        created_at timestamptz(3) not null default now(),
        unique nulls not distinct (user_id, kind, webhook_id)
      );
      create index emails_webhook on emails (webhook_id);
      create index emails_due on emails (due_at);

      insert into emails (kind, user_id, webhook_id, failures, failing_since, attempt_count, due_at, created_at)
      select 'endpoint_disabled', user_id, webhook_id, failures, failing_since, attempt_count, due_at, created_at
      from disabled_endpoint_emails;
      drop table disabled_endpoint_emails;
    `)
  },
}
