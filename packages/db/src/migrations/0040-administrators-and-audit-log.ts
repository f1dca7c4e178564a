import type { Migration } from './migration.ts'

/**
 * Administrators are users without an account (decision 0041). What is changed about accounts and the platform leaves
 * an entry that nothing changes: it goes with its account, or after two years (decision 0042). Locks users for one
 * scan.
 */
export const administratorsAndAuditLog: Migration = {
  name: '0040-administrators-and-audit-log',
  async up(transaction) {
    await transaction.raw(`
      alter table users
        alter column account_id drop not null,
        drop constraint users_role_check,
        add constraint users_role_check check (role in ('owner', 'developer', 'viewer', 'admin')),
        add constraint users_account_check check ((account_id is null) = (role = 'admin'));

      create table audit_log (
        id text collate "C" primary key,
        -- Null for what concerns the platform.
        account_id text collate "C" references accounts on delete cascade,
        created_at timestamptz(3) not null default now(),
        actor_type text not null check (actor_type in ('administrator', 'operator', 'member')),
        actor_id text collate "C" check ((actor_id is null) = (actor_type = 'operator')),
        action text not null,
        subject_id text collate "C",
        before json,
        after json,
        request_id text collate "C"
      );
      create index audit_log_by_account on audit_log (account_id, id desc);
      create index audit_log_by_age on audit_log (created_at);

      create function keep_audit_log() returns trigger language plpgsql as $$
        begin
          if tg_op = 'DELETE' then
            if old.created_at < now() - interval '730 days' then return old; end if;
            if not exists (select from accounts where id = old.account_id) and old.account_id is not null then
              return old;
            end if;
          end if;
          raise exception 'Entries of audit_log are never changed' using errcode = 'insufficient_privilege';
        end
      $$;
      create trigger keep_audit_log before update or delete on audit_log
        for each row execute function keep_audit_log();
      create trigger keep_whole_audit_log before truncate on audit_log
        for each statement execute function keep_audit_log();
    `)
  },
}
