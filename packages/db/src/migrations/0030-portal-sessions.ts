import type { Migration } from './migration.ts'

/**
 * Members have a role: everybody who could log in before is an owner. A session has an id that can be shown, and what
 * its user recognizes it by. Sessions of the release before have none and are no longer accepted: their users log in
 * again.
 */
export const portalSessions: Migration = {
  name: '0030-portal-sessions',
  async up(transaction) {
    await transaction.raw(`
      alter table users
        add column role text collate "C" not null default 'owner' check (role in ('owner', 'developer', 'viewer'));

      alter table sessions
        add column id text collate "C" unique,
        add column client_ip text,
        add column user_agent text,
        add column last_used_at timestamptz(3) not null default now(),
        add column password_confirmed_at timestamptz(3) not null default now();
    `)
  },
}
