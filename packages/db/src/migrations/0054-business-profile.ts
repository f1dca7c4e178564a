import type { Migration } from './migration.ts'

/**
 * Connections to the Business Profile APIs, the reviews that they synchronize, and replies that are published only with
 * the approval of a person (decision 0062). Creates empty tables and locks nothing else.
 */
export const businessProfile: Migration = {
  name: '0054-business-profile',
  async up(transaction) {
    await transaction.raw(connections)
    await transaction.raw(replies)
    await transaction.raw(guards)
  },
}

const connections = `
  insert into flags (name, enabled) values ('business_profile_enabled', false);

  -- One location per business, and therefore the id of the business. It is also the queue of synchronization.
  create table business_profile_connections (
    id text collate "C" primary key references businesses on delete cascade,
    account_id text collate "C" not null references accounts on delete cascade,
    location text collate "C" not null check (location ~ '^accounts/[^/]+/locations/[^/]+$'),
    refresh_token_ciphertext bytea not null,
    refresh_token_key_id text not null,
    problem text check (problem in ('consent_revoked', 'access_lost')),
    connected_at timestamptz(3) not null default now(),
    -- The running scan of the list of reviews; its kind is null between two scans.
    scan_kind text check (scan_kind in ('full', 'incremental')),
    scan_number integer not null default 0,
    page_token text,
    -- All pages are read, and the reviews that none of them had are looked up.
    pages_done boolean not null default false,
    scanned_count integer not null default 0,
    review_total integer,
    newest_seen timestamptz(3),
    -- The time of the newest update that a completed scan has read, by the clock of the upstream service.
    synced_to timestamptz(3),
    synced_at timestamptz(3),
    full_scan_at timestamptz(3),
    due_at timestamptz(3) default now(),
    worker_id text,
    attempt_count integer not null default 0,
    interruptions integer not null default 0,
    started_at timestamptz(3)
  );
  create index business_profile_connections_due on business_profile_connections (id, due_at) where due_at is not null;
  create index business_profile_connections_by_account on business_profile_connections (account_id);
  create index business_profile_connections_by_key on business_profile_connections (refresh_token_key_id);

  -- The reviews of the location and their visible replies. The reviews themselves are in "reviews".
  create table business_profile_reviews (
    business_id text collate "C" not null references businesses on delete cascade,
    source_id text collate "C" not null,
    reply text,
    scan_number integer not null,
    primary key (business_id, source_id)
  );
  create index business_profile_reviews_by_scan on business_profile_reviews (business_id, scan_number);

  -- The requests of all processes in the present minute.
  create table business_profile_requests (
    is_only boolean primary key default true check (is_only),
    minute timestamptz(3) not null default date_trunc('minute', now()),
    sent integer not null default 0
  );
  insert into business_profile_requests default values;
`

const replies = `
  create table business_profile_replies (
    id text collate "C" primary key,
    account_id text collate "C" not null references accounts on delete cascade,
    business_id text collate "C" not null references businesses on delete cascade,
    review_id text collate "C" not null references reviews on delete cascade,
    source_id text collate "C" not null,
    text text not null check (octet_length(text) between 1 and 4096),
    -- SHA-256 of the text, set by a trigger.
    text_hash bytea not null,
    state text not null default 'draft' check (state in (
      'draft', 'approved', 'sending', 'sent', 'uncertain', 'stopped', 'withdrawing', 'withdrawn'
    )),
    stop_reason text check (stop_reason in ('foreign_reply', 'review_gone', 'refused', 'disconnected')),
    approval_id text collate "C",
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    sent_at timestamptz(3),
    due_at timestamptz(3),
    worker_id text,
    attempt_count integer not null default 0,
    interruptions integer not null default 0,
    started_at timestamptz(3),
    check ((state in ('approved', 'sending', 'uncertain', 'withdrawing')) = (due_at is not null)),
    check ((state = 'stopped') = (stop_reason is not null))
  );
  create index business_profile_replies_newest_first on business_profile_replies (business_id, id desc);
  create index business_profile_replies_by_account on business_profile_replies (account_id);
  create index business_profile_replies_due on business_profile_replies (business_id, due_at, id)
    where due_at is not null;
  create index business_profile_replies_by_review on business_profile_replies (review_id);
  create unique index business_profile_replies_one_per_review on business_profile_replies (review_id)
    where state not in ('stopped', 'withdrawn');

  create table business_profile_approvals (
    id text collate "C" primary key,
    reply_id text collate "C" not null references business_profile_replies on delete cascade,
    user_id text collate "C" not null,
    session_id text collate "C" not null,
    text_hash bytea not null,
    approved_at timestamptz(3) not null default now(),
    unique (id, reply_id, text_hash)
  );
  create index business_profile_approvals_by_reply on business_profile_approvals (reply_id);

  -- "No send without an approval of a person for the same text": the foreign key to the approval includes the hash.
  create table business_profile_sends (
    reply_id text collate "C" not null,
    number integer not null,
    approval_id text collate "C" not null,
    text_hash bytea not null,
    started_at timestamptz(3) not null default now(),
    ended_at timestamptz(3),
    outcome text check (outcome in ('sent', 'not_sent', 'unknown')),
    primary key (reply_id, number),
    foreign key (approval_id, reply_id, text_hash)
      references business_profile_approvals (id, reply_id, text_hash) on delete cascade,
    check ((outcome is null) = (ended_at is null))
  );
  create index business_profile_sends_by_approval on business_profile_sends (approval_id, reply_id, text_hash);
`

const guards = `
  -- The arrows of the state machine (docs/operations/business-profile.md), and the text that an approval is for.
  create function check_business_profile_reply() returns trigger language plpgsql as $$
    begin
      new.text_hash := sha256(convert_to(new.text, 'UTF8'));
      if tg_op = 'INSERT' then
        if new.state <> 'draft' then
          raise exception 'A reply begins as a draft' using errcode = 'check_violation';
        end if;
        return new;
      end if;
      if new.state <> old.state and old.state || ' ' || new.state not in (
        'draft approved', 'draft withdrawn',
        'approved draft', 'approved sending', 'approved stopped', 'approved withdrawn',
        'sending sent', 'sending approved', 'sending uncertain', 'sending stopped',
        'uncertain sent', 'uncertain sending', 'uncertain stopped',
        'sent withdrawing', 'withdrawing withdrawn', 'withdrawing stopped',
        'stopped draft', 'stopped withdrawn'
      ) then
        raise exception 'A reply cannot change from % to %', old.state, new.state using errcode = 'check_violation';
      end if;
      if new.text_hash <> old.text_hash and new.state <> 'draft' then
        raise exception 'The text of a reply is changed only in a draft' using errcode = 'check_violation';
      end if;
      if new.state = 'draft' then new.approval_id := null; end if;
      if new.state in ('approved', 'sending') and not exists (
        select from business_profile_approvals
        where id = new.approval_id and reply_id = new.id and text_hash = new.text_hash
      ) then
        raise exception 'The text of the reply is not approved' using errcode = 'check_violation';
      end if;
      return new;
    end
  $$;
  create trigger check_business_profile_reply before insert or update on business_profile_replies
    for each row execute function check_business_profile_reply();

  -- Only a session of a member who may publish and has just confirmed the password approves, and nothing changes an
  -- approval. It is deleted with its reply.
  create function check_business_profile_approval() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if not exists (select from business_profile_replies where id = old.reply_id) then return old; end if;
      elsif tg_op = 'INSERT' then
        if exists (
          select from business_profile_replies as reply
          join users as person on person.account_id = reply.account_id and person.role in ('owner', 'developer')
          join sessions as session on session.user_id = person.id
          where reply.id = new.reply_id and reply.text_hash = new.text_hash and reply.state = 'draft'
            and person.id = new.user_id and session.id = new.session_id and session.expires_at > now()
            and session.password_confirmed_at > now() - interval '10 minutes'
        ) then
          return new;
        end if;
      end if;
      raise exception 'Only a member with a confirmed password approves a reply, and an approval is never changed'
        using errcode = 'insufficient_privilege';
    end
  $$;
  create trigger check_business_profile_approval before insert or update or delete on business_profile_approvals
    for each row execute function check_business_profile_approval();

  -- A send begins in the state "sending" with the approval of its reply. Only its outcome is recorded later, once.
  create function check_business_profile_send() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if exists (
          select from business_profile_replies
          where id = new.reply_id and state = 'sending' and approval_id = new.approval_id and text_hash = new.text_hash
        ) then
          return new;
        end if;
      elsif old.outcome is null
        and (new.reply_id, new.number, new.approval_id, new.text_hash, new.started_at)
          = (old.reply_id, old.number, old.approval_id, old.text_hash, old.started_at)
      then
        return new;
      end if;
      raise exception 'A reply is sent only in the state "sending" with its approval' using errcode = 'check_violation';
    end
  $$;
  create trigger check_business_profile_send before insert or update on business_profile_sends
    for each row execute function check_business_profile_send();
`
