import type { Migration } from './migration.ts'

/** OAuth clients and what the authorization server keeps, and the people who log in to give consent. */
export const oauth: Migration = {
  name: '0002-oauth',
  async up(transaction) {
    await transaction.raw(clients)
    await transaction.raw(people)
  },
}

const clients = `
  -- token_epoch is copied into every access token of the client: raising it ends them all, in every process, at once.
  create table oauth_clients (
    id text collate "C" primary key,
    account_id text collate "C" not null references accounts on delete cascade,
    name text not null,
    scopes text[] not null check (cardinality(scopes) > 0),
    redirect_uris text[] not null default '{}',
    is_public boolean not null default false,
    secret_hash bytea,
    pepper_key_id text,
    token_epoch integer not null default 1,
    created_at timestamptz(3) not null default now(),
    secret_rotated_at timestamptz(3),
    deleted_at timestamptz(3),
    check (is_public = (secret_hash is null)),
    check ((secret_hash is null) = (pepper_key_id is null)),
    -- Without a secret nothing but the person's consent stands for the client.
    check (not is_public or cardinality(redirect_uris) > 0)
  );
  create index oauth_clients_by_account on oauth_clients (account_id, id desc);

  -- Codes and refresh tokens stand here by their hash. The row of a grant is what keeps its access tokens valid.
  create table oauth_records (
    kind text not null check (kind in ('AuthorizationCode', 'RefreshToken', 'Grant', 'Interaction', 'Session')),
    id text collate "C" not null,
    payload json not null,
    grant_id text collate "C",
    uid text collate "C",
    client_id text collate "C" references oauth_clients on delete cascade,
    consumed_at timestamptz(3),
    expires_at timestamptz(3) not null,
    primary key (kind, id)
  );
  create index oauth_records_by_grant on oauth_records (grant_id) where grant_id is not null;
  create index oauth_records_by_uid on oauth_records (kind, uid) where uid is not null;
  create index oauth_records_by_client on oauth_records (client_id) where client_id is not null;
  create index oauth_records_by_end on oauth_records (expires_at);

  -- Access tokens that were revoked before their end; the id is the token's jti.
  create table revoked_tokens (
    id text collate "C" primary key,
    expires_at timestamptz(3) not null
  );
  create index revoked_tokens_by_end on revoked_tokens (expires_at);
`

const people = `
  create table users (
    id text collate "C" primary key,
    account_id text collate "C" not null references accounts on delete cascade,
    email text collate "C" not null unique check (email = lower(email)),
    password_hash text not null,
    created_at timestamptz(3) not null default now(),
    password_set_at timestamptz(3) not null default now()
  );
  create index users_by_account on users (account_id, id);

  create table sessions (
    id_hash bytea primary key,
    user_id text collate "C" not null references users on delete cascade,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null
  );
  create index sessions_by_user on sessions (user_id);
  create index sessions_by_end on sessions (expires_at);

  create table login_failures (
    email text collate "C" not null,
    address text collate "C" not null,
    failed_at timestamptz(3) not null default now()
  );
  create index login_failures_by_email on login_failures (email, failed_at);
  create index login_failures_by_age on login_failures (failed_at);
`
