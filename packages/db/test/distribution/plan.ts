/**
 * The tables that a distributed PostgreSQL divides into shards, and their distribution key: docs/scaling.md. The id of
 * a connection is that of its business.
 */
export const distributionKeys: Readonly<Record<string, 'account_id' | 'business_id' | 'id'>> = {
  account_export_parts: 'account_id',
  account_exports: 'account_id',
  analyses: 'business_id',
  analysis_schedules: 'business_id',
  business_profile_approvals: 'business_id',
  business_profile_connections: 'id',
  business_profile_consents: 'business_id',
  business_profile_replies: 'business_id',
  business_profile_reviews: 'business_id',
  business_profile_sends: 'business_id',
  competitors: 'business_id',
  deleted_reviews: 'business_id',
  idempotency_keys: 'account_id',
  quota_counters: 'account_id',
  recommendations: 'business_id',
  reply_drafts: 'business_id',
  report_files: 'business_id',
  report_grants: 'account_id',
  reports: 'business_id',
  review_counts: 'business_id',
  review_import_parts: 'business_id',
  review_imports: 'business_id',
  review_upkeep: 'account_id',
  reviews: 'business_id',
  usage_counters: 'account_id',
  usage_events: 'account_id',
  webhook_attempts: 'account_id',
  webhook_deliveries: 'account_id',
  webhook_endpoint_health: 'account_id',
  webhook_endpoint_pace: 'account_id',
  webhook_endpoints: 'account_id',
  webhook_events: 'account_id',
  webhook_feed_entries: 'account_id',
  webhook_feeds: 'account_id',
  webhook_queue: 'account_id',
  webhook_resend_budgets: 'account_id',
}

/** Copied to every node: small, rarely written, and joined with everything. */
export const referenceTables = ['account_flags', 'accounts', 'businesses', 'flags', 'limit_settings', 'review_sources']

/** On one node: they are found by a credential or by a time, before an account is known, or belong to the platform. */
export const localTables = [
  'api_keys',
  'audit_log',
  'authenticators',
  'business_profile_requests',
  'business_profile_revocations',
  'emails',
  'erased_accounts',
  'login_attempts',
  'oauth_clients',
  'oauth_records',
  'passkeys',
  'queue_statistics',
  'recovery_codes',
  'revoked_tokens',
  'schema_migrations',
  'secret_key_holders',
  'secret_keys',
  'sessions',
  'sign_in_links',
  'users',
]
