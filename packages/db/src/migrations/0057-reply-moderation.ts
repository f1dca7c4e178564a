import type { Migration } from './migration.ts'

/**
 * The decision of the upstream service on each reply: it moderates replies after it has taken them. Locks the replies
 * of connected locations for one scan.
 */
export const replyModeration: Migration = {
  name: '0057-reply-moderation',
  async up(transaction) {
    await transaction.raw(`
      alter table business_profile_reviews
        add column moderation_state text check (moderation_state in ('pending', 'approved', 'rejected')),
        add column policy_violation text;
    `)
  },
}
