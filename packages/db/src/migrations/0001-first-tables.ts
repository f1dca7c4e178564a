import type { Migration } from './migration.ts'

/**
 * Ids are `collate "C"`, so that they sort by their bytes (newest last) in every locale of the database.
 * Documents that only the wire reads are `json`: it keeps the order in which their fields were written.
 * Tables that work through a queue keep one column for the scheduler, `due_at`: when a worker should next look at the
 * row, which is the next attempt while it waits, the end of the lease while it is worked on, and null once it is final.
 */
export const firstTables: Migration = {
  name: '0001-first-tables',
  async up(transaction) {
    await transaction.raw(functions)
    await transaction.raw(accounts)
    await transaction.raw(businesses)
    await transaction.raw(analyses)
    await transaction.raw(webhooks)
    await transaction.raw(platform)
  },
}

const functions = `
  -- A moment as the wire spells it: 24 characters, milliseconds, Z.
  create function wire_time(moment timestamptz) returns text language sql stable parallel safe as $$
    select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  $$;

  -- A TypeID made where the rows are made, so that one insert … select can write any number of them. RFC 9562, section
  -- 6.2, method 3: the 12 bits after the version carry the fraction of the millisecond, so ids follow the clock closely.
  create function new_id(prefix text) returns text language plpgsql volatile parallel safe as $$
    declare
      us bigint := extract(epoch from clock_timestamp()) * 1000000;
      random bit(128) := ('x' || replace(gen_random_uuid()::text, '-', ''))::bit(128);
      bits bit(130) := B'00' || (us / 1000)::bit(48) || B'0111' || (us % 1000 * 4)::int::bit(12)
                       || B'10' || substring(random from 67 for 62);
      id text := prefix || '_';
    begin
      for digit in 0..25 loop
        id := id || substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from digit * 5 + 1 for 5)::int + 1, 1);
      end loop;
      return id;
    end
  $$;
`

const accounts = `
  create table accounts (
    id text collate "C" primary key,
    name text not null,
    plan text not null check (plan in ('starter', 'growth', 'scale')),
    api_demo boolean not null default false,
    created_at timestamptz(3) not null default now()
  );

  create table api_keys (
    id text collate "C" primary key,
    account_id text collate "C" not null references accounts on delete cascade,
    kind text not null check (kind in ('test', 'live')),
    name text not null,
    scopes text[] not null,
    prefix text not null,
    hash bytea not null unique,
    pepper_key_id text not null,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3)
  );
  create index api_keys_by_account on api_keys (account_id, id);

  create table flags (
    name text primary key,
    enabled boolean not null
  );
  insert into flags (name, enabled)
  values ('live_keys_enabled', false), ('oauth_authcode_enabled', false), ('mcp_enabled', false);

  create table account_flags (
    account_id text collate "C" not null references accounts on delete cascade,
    name text not null references flags on delete cascade,
    enabled boolean not null,
    primary key (account_id, name)
  );
`

const businesses = `
  -- unique (account_id): "Every account is bound to one locked business" (INTERFACE.md §1).
  create table businesses (
    id text collate "C" primary key,
    account_id text collate "C" not null unique references accounts on delete cascade,
    name text not null,
    trade text not null,
    city text,
    country text not null,
    timezone text not null,
    website text,
    review_stats json not null,
    unanswered_count integer,
    competitor_count integer not null default 0,
    latest_analysis_id text collate "C",
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  );

  create table competitors (
    id text collate "C" primary key,
    business_id text collate "C" not null references businesses on delete cascade,
    name text not null,
    trade text not null,
    website text,
    distance_m integer,
    review_stats json not null,
    strengths text[] not null default '{}',
    weaknesses text[] not null default '{}',
    sources text[] not null default '{}',
    reviews_as_of timestamptz(3),
    created_at timestamptz(3) not null default now()
  );
  create index competitors_by_business on competitors (business_id, id);

  -- The subject is the competitor, or the business where the review is its own. No reviewer names are stored.
  create table reviews (
    id text collate "C" primary key,
    business_id text collate "C" not null references businesses on delete cascade,
    competitor_id text collate "C" references competitors on delete cascade,
    subject_id text collate "C" generated always as (coalesce(competitor_id, business_id)) stored,
    source text not null,
    source_id text not null,
    rating smallint,
    text text not null,
    language text,
    published_at timestamptz(3),
    owner_replied boolean,
    retain_until timestamptz(3),
    labels json,
    labels_version text,
    created_at timestamptz(3) not null default now(),
    unique (subject_id, source, source_id)
  );
  create index reviews_by_subject on reviews (subject_id, id);
  create index reviews_by_competitor on reviews (competitor_id) where competitor_id is not null;
  create index reviews_by_business on reviews (business_id);
  create index reviews_to_forget on reviews (retain_until) where retain_until is not null;
`

const analyses = `
  create table analyses (
    id text collate "C" primary key,
    account_id text collate "C" not null references accounts on delete cascade,
    business_id text collate "C" not null references businesses on delete cascade,
    status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
    created_at timestamptz(3) not null default now(),
    competitors_analyzed integer not null default 0,
    summary json not null default '{"positives":[],"negatives":[],"priorities":[]}',
    started_at timestamptz(3),
    finished_at timestamptz(3),
    failure json,
    period json not null,
    sample json not null default '{"own_reviews":0,"competitor_reviews":0,"not_analyzed":0}',
    themes json not null default '[]',
    comparison json not null default '[]',
    previous_analysis_id text collate "C",
    report_id text collate "C",
    engine json,
    due_at timestamptz(3) default now(),
    worker_id text,
    attempt_count integer not null default 0,
    interruptions integer not null default 0,
    check ((due_at is null) = (status in ('completed', 'failed')))
  );
  create index analyses_newest_first on analyses (business_id, id desc);
  create index analyses_completed on analyses (business_id, id desc) where status = 'completed';
  create index analyses_due on analyses (business_id, due_at, id) where due_at is not null;
  create index analyses_leased on analyses (business_id, account_id) where worker_id is not null;
  create index analyses_by_account on analyses (account_id);

  create table reports (
    id text collate "C" primary key,
    business_id text collate "C" not null references businesses on delete cascade,
    analysis_id text collate "C" not null references analyses on delete cascade,
    origin text not null check (origin in ('subscription', 'one_time_purchase')),
    title text not null,
    sections json not null,
    period json not null,
    created_at timestamptz(3) not null default now()
  );
  create index reports_by_business on reports (business_id, id desc);
  create index reports_by_analysis on reports (analysis_id);

  create table report_files (
    report_id text collate "C" not null references reports on delete cascade,
    format text not null check (format in ('html', 'pdf')),
    content bytea not null,
    primary key (report_id, format)
  );

  -- The rank puts open before resolved, then priority 1 to 5.
  create table recommendations (
    id text collate "C" primary key,
    business_id text collate "C" not null references businesses on delete cascade,
    analysis_id text collate "C" not null references analyses on delete cascade,
    problem_key text not null,
    priority integer not null check (priority between 1 and 5),
    aspect text not null,
    score integer not null,
    title text not null,
    action text not null,
    rationale text not null,
    urgent boolean not null,
    effort text not null,
    metric json not null,
    factors json not null,
    evidence json not null,
    status text not null default 'open' check (status in ('open', 'resolved')),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    rank smallint not null generated always as (priority + case status when 'open' then 0 else 8 end) stored
  );
  create unique index recommendations_open_problem on recommendations (business_id, problem_key) where status = 'open';
  create index recommendations_in_order on recommendations (business_id, rank, id desc);
  create index recommendations_by_analysis on recommendations (analysis_id);
`

const webhooks = `
  create table webhook_endpoints (
    id text collate "C" primary key,
    account_id text collate "C" not null references accounts on delete cascade,
    url text not null,
    event_types text[] not null,
    enabled boolean not null default true,
    secret_ciphertext bytea not null,
    secret_key_id text not null,
    created_at timestamptz(3) not null default now(),
    secret_rotated_at timestamptz(3),
    deleted_at timestamptz(3)
  );
  create index webhook_endpoints_by_account on webhook_endpoints (account_id, id desc) where deleted_at is null;
  create index webhook_endpoints_by_secret_key on webhook_endpoints (secret_key_id, id) where deleted_at is null;

  -- Apart from the endpoint, because every batch of finished attempts writes it and must not wait for an owner's change.
  create table webhook_endpoint_health (
    webhook_id text collate "C" primary key references webhook_endpoints on delete cascade,
    last_succeeded_at timestamptz(3),
    last_failed_at timestamptz(3)
  ) with (fillfactor = 50);

  -- The payload is text, not json: these exact bytes are signed and sent.
  create table webhook_events (
    id text collate "C" primary key,
    account_id text collate "C" not null references accounts on delete cascade,
    business_id text collate "C" not null references businesses on delete cascade,
    type text not null,
    payload text not null,
    created_at timestamptz(3) not null default now()
  );
  create index webhook_events_by_account on webhook_events (account_id, id);
  create index webhook_events_by_business on webhook_events (business_id);
  create index webhook_events_by_age on webhook_events (created_at);

  -- The feed of an account: one entry per event and one per resend. \`number\` counts without gaps in the order of commit.
  create table webhook_feeds (
    account_id text collate "C" primary key references accounts on delete cascade,
    last_number bigint not null
  ) with (fillfactor = 50);
  create table webhook_feed_entries (
    account_id text collate "C" not null references accounts on delete cascade,
    number bigint not null,
    id text collate "C" not null unique,
    event_id text collate "C" not null references webhook_events on delete cascade,
    event_type text not null,
    resend_of text collate "C",
    created_at timestamptz(3) not null default now(),
    primary key (account_id, number)
  );
  create index webhook_feed_entries_by_id on webhook_feed_entries (account_id, id);
  create index webhook_feed_entries_by_event on webhook_feed_entries (event_id);
  create index webhook_feed_entries_by_age on webhook_feed_entries (created_at);

  create table webhook_deliveries (
    id text collate "C" primary key,
    account_id text collate "C" not null references accounts on delete cascade,
    webhook_id text collate "C" not null references webhook_endpoints on delete cascade,
    event_id text collate "C" not null references webhook_events on delete cascade,
    event_type text not null,
    status text not null default 'pending'
      check (status in ('pending', 'in_progress', 'waiting_retry', 'succeeded', 'dead_lettered', 'canceled')),
    origin text not null check (origin in ('event', 'test', 'resend')),
    resend_of text collate "C",
    attempt_count integer not null default 0,
    max_attempts integer not null check (max_attempts between 1 and 10),
    interruptions integer not null default 0,
    created_at timestamptz(3) not null default now(),
    due_at timestamptz(3) default now(),
    finished_at timestamptz(3),
    hint text,
    worker_id text,
    check ((due_at is null) = (status in ('succeeded', 'dead_lettered', 'canceled')))
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
  create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, id) where due_at is not null;
  create index webhook_deliveries_leased on webhook_deliveries (webhook_id, account_id) where worker_id is not null;
  create index webhook_deliveries_newest_first on webhook_deliveries (webhook_id, id desc);
  create index webhook_deliveries_by_status on webhook_deliveries (webhook_id, status, id desc);
  create index webhook_deliveries_by_type on webhook_deliveries (webhook_id, event_type, id desc);
  create index webhook_deliveries_by_event on webhook_deliveries (event_id);
  create index webhook_deliveries_by_account on webhook_deliveries (account_id);
  create index webhook_deliveries_by_age on webhook_deliveries (finished_at) where finished_at is not null;

  create table webhook_attempts (
    delivery_id text collate "C" not null references webhook_deliveries on delete cascade,
    number integer not null,
    started_at timestamptz(3) not null,
    duration_ms integer,
    outcome text not null check (outcome in ('in_progress', 'succeeded', 'failed', 'interrupted')),
    phase text not null default 'dns' check (phase in ('dns', 'connect', 'tls', 'request', 'response')),
    error text,
    http_status integer,
    timings json not null default '{"dns_ms":null,"connect_ms":null,"tls_ms":null,"first_byte_ms":null}',
    response_excerpt text,
    primary key (delivery_id, number)
  ) with (fillfactor = 70);
`

const platform = `
  create table usage_events (
    id text collate "C" primary key,
    account_id text collate "C" not null references accounts on delete cascade,
    created_at timestamptz(3) not null,
    type text not null,
    request_id text collate "C",
    actor json not null,
    operation_id text,
    http_status integer,
    error_code text,
    duration_ms integer,
    resource_id text collate "C",
    quota json
  );
  create index usage_events_newest_first on usage_events (account_id, id desc);
  create index usage_events_by_type on usage_events (account_id, type, id desc);
  create index usage_events_by_request on usage_events (account_id, request_id) where request_id is not null;
  create index usage_events_by_age on usage_events (created_at);

  create table quota_counters (
    account_id text collate "C" not null references accounts on delete cascade,
    name text not null,
    kind text not null check (kind in ('test', 'live')),
    month date not null,
    used integer not null,
    primary key (account_id, name, kind, month)
  ) with (fillfactor = 50);

  create table idempotency_keys (
    account_id text collate "C" not null references accounts on delete cascade,
    operation_id text not null,
    key text not null,
    body_hash bytea not null,
    state text not null default 'running' check (state in ('running', 'done')),
    attempt integer not null default 1,
    started_at timestamptz(3) not null default now(),
    status integer,
    response_ciphertext bytea,
    response_key_id text,
    resource_id text collate "C",
    created_at timestamptz(3) not null default now(),
    primary key (account_id, operation_id, key),
    check ((state = 'done') = (response_ciphertext is not null))
  );
  create index idempotency_keys_by_resource on idempotency_keys (account_id, resource_id) where resource_id is not null;
  create index idempotency_keys_by_age on idempotency_keys (created_at);
  create index idempotency_keys_by_secret_key on idempotency_keys (response_key_id) where response_key_id is not null;

  create table limit_settings (
    name text primary key,
    value integer not null check (value >= 0)
  );
`
