import type { Migration } from './migration.ts'

/** Reply drafts are kept, so that they can be edited, rejected and approved after the request that wrote them. */
export const replyDrafts: Migration = {
  name: '0018-reply-drafts',
  async up(transaction) {
    await transaction.raw(`
      create table reply_drafts (
        id text collate "C" primary key,
        business_id text collate "C" not null references businesses on delete cascade,
        status text not null default 'draft' check (status in ('draft', 'approved', 'rejected')),
        text text not null,
        review json not null,
        language text not null,
        variants json not null,
        warnings json not null,
        engine json not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      );
      create index reply_drafts_newest_first on reply_drafts (business_id, id desc);
      create index reply_drafts_by_status on reply_drafts (business_id, status, id desc);
      create index reply_drafts_by_age on reply_drafts (updated_at);
    `)
  },
}
