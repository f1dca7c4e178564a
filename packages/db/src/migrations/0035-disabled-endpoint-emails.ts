import type { Migration } from './migration.ts'

/** Emails that wait to be sent: one per member and disabled endpoint. Locks nothing. */
export const disabledEndpointEmails: Migration = {
  name: '0035-disabled-endpoint-emails',
  async up(transaction) {
    await transaction.raw(`
      -- No email address: it is read when the email is sent, and an email to a member who was removed is not.
      create table disabled_endpoint_emails (
        webhook_id text collate "C" not null references webhook_endpoints on delete cascade,
        user_id text collate "C" not null references users on delete cascade,
        failures integer not null,
        failing_since timestamptz(3) not null,
        attempt_count integer not null default 0,
        due_at timestamptz(3) not null default now(),
        created_at timestamptz(3) not null default now(),
        primary key (webhook_id, user_id)
      );
      create index disabled_endpoint_emails_user on disabled_endpoint_emails (user_id);
      create index disabled_endpoint_emails_due on disabled_endpoint_emails (due_at);
    `)
  },
}
