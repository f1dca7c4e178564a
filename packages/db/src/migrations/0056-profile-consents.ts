import type { Migration } from './migration.ts'

/**
 * Consents of the business profile that are given in the browser, tokens that are to be revoked, the title of a
 * location, and the draft that a reply was written from (decision 0063). Entries of the audit log may be made by the
 * service itself. Locks the audit log for one scan and the replies for an instant.
 */
export const profileConsents: Migration = {
  name: '0056-profile-consents',
  async up(transaction) {
    await transaction.raw(`
      -- At most one per session: it is bound to the session, and a new one replaces it. The state and the verifier are
      -- used once; after that the row has the refresh token until a location is chosen.
      create table business_profile_consents (
        session_id text collate "C" primary key,
        account_id text collate "C" not null references accounts on delete cascade,
        business_id text collate "C" not null references businesses on delete cascade,
        state_hash bytea,
        verifier_ciphertext bytea,
        verifier_key_id text,
        refresh_token_ciphertext bytea,
        refresh_token_key_id text,
        expires_at timestamptz(3) not null,
        check ((state_hash is null) = (verifier_ciphertext is null)),
        check ((verifier_ciphertext is null) = (verifier_key_id is null)),
        check ((refresh_token_ciphertext is null) = (refresh_token_key_id is null)),
        check (state_hash is null or refresh_token_ciphertext is null)
      );
      create index business_profile_consents_by_account on business_profile_consents (account_id);
      create index business_profile_consents_by_business on business_profile_consents (business_id);
      create index business_profile_consents_by_end on business_profile_consents (expires_at);

      -- Tokens that are to be revoked upstream, by the ids of their businesses. They outlive their account.
      create table business_profile_revocations (
        id text collate "C" primary key,
        account_id text collate "C" not null,
        refresh_token_ciphertext bytea not null,
        refresh_token_key_id text not null,
        created_at timestamptz(3) not null default now(),
        due_at timestamptz(3) default now(),
        worker_id text,
        attempt_count integer not null default 0,
        interruptions integer not null default 0,
        started_at timestamptz(3)
      );
      create index business_profile_revocations_due on business_profile_revocations (id, due_at)
        where due_at is not null;

      alter table business_profile_connections add column title text not null default '';
      alter table business_profile_replies
        add column draft_id text collate "C" references reply_drafts on delete set null;
      create index business_profile_replies_by_draft on business_profile_replies (draft_id) where draft_id is not null;

      alter table audit_log
        drop constraint audit_log_actor_type_check,
        drop constraint audit_log_check,
        add constraint audit_log_actor_type_check
          check (actor_type in ('administrator', 'operator', 'member', 'service')),
        add constraint audit_log_check check ((actor_id is null) = (actor_type in ('operator', 'service')));
    `)
  },
}
