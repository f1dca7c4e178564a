import type { Schemas } from '@generated/contract/server-types'
import { expect, test } from 'vitest'
import { accountExportColumns } from '../src/accounts/account-exports.ts'
import { accountColumns } from '../src/accounts/accounts.ts'
import { businessColumns } from '../src/accounts/businesses.ts'
import { competitorColumns } from '../src/accounts/competitors.ts'
import { usageEventColumns } from '../src/accounts/usage-events.ts'
import { analysisColumns } from '../src/analyses/analyses.ts'
import { recommendationColumns } from '../src/analyses/recommendations.ts'
import { replyDraftColumns } from '../src/analyses/reply-drafts.ts'
import { reportColumns } from '../src/analyses/reports.ts'
import type { Columns } from '../src/connection/records.ts'
import { apiKeyColumns } from '../src/credentials/api-keys.ts'
import { oauthClientColumns } from '../src/credentials/oauth-clients.ts'
import { userColumns } from '../src/credentials/users.ts'
import { reviewImportColumns } from '../src/reviews/review-imports.ts'
import { webhookEndpointColumns } from '../src/webhooks/webhook-endpoints.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

// The statements of deliveries list their columns themselves, because some come from the queue.
const webhookDeliveryColumns: Columns<
  Omit<Schemas['WebhookDelivery'], 'next_attempt_at' | 'held_reason' | 'payload' | 'attempts'>
> = {
  id: 'text',
  webhook_id: 'text',
  event_id: 'text',
  event_type: 'text',
  status: 'text',
  origin: 'text',
  resend_of: 'text?',
  attempt_count: 'integer',
  max_attempts: 'integer',
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
  hint: 'text?',
}

const webhookAttemptColumns: Columns<Schemas['WebhookAttempt']> = {
  number: 'integer',
  started_at: 'timestamptz',
  duration_ms: 'integer?',
  outcome: 'text',
  phase: 'text',
  error: 'text?',
  http_status: 'integer?',
  timings: 'json',
  response_excerpt: 'text?',
}

const database = openTestDatabase()

test.each([
  ['accounts', accountColumns],
  ['account_exports', accountExportColumns],
  ['analyses', analysisColumns],
  ['api_keys', apiKeyColumns],
  ['businesses', businessColumns],
  ['competitors', competitorColumns],
  ['oauth_clients', oauthClientColumns],
  ['recommendations', recommendationColumns],
  ['reports', reportColumns],
  ['reply_drafts', replyDraftColumns],
  ['review_imports', reviewImportColumns],
  ['usage_events', usageEventColumns],
  ['users', userColumns],
  ['webhook_attempts', webhookAttemptColumns],
  ['webhook_deliveries', webhookDeliveryColumns],
  ['webhook_endpoints', webhookEndpointColumns],
])('the column list of %s has the types and nullability of the schema', async (table, declared) => {
  const { rows } = await knexOf(database.db).raw<{ rows: { name: string; type: string; nullable: boolean }[] }>(
    `select column_name as name, data_type as type, is_nullable = 'YES' as nullable
     from information_schema.columns where table_schema = 'public' and table_name = ?`,
    [table],
  )
  const inSchema = new Map(
    rows.map(({ name, type, nullable }) => {
      const short = type === 'timestamp with time zone' ? 'timestamptz' : type
      return [name, nullable ? `${short}?` : short]
    }),
  )
  expect(Object.fromEntries(Object.keys(declared).map((name) => [name, inSchema.get(name)]))).toEqual(declared)
})

test('every timestamp has millisecond precision, as in the contract', async () => {
  const { rows } = await knexOf(database.db).raw(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations'
       and data_type like 'timestamp%' and (data_type <> 'timestamp with time zone' or datetime_precision <> 3)`,
  )
  expect(rows).toEqual([])
})

test('every foreign key has an index, so that deletions do not scan tables', async () => {
  const { rows } = await knexOf(database.db).raw(
    `select conrelid::regclass::text as table, conname from pg_constraint
     where contype = 'f' and not exists (
       select from pg_index
       where indrelid = conrelid and (indkey::int2[])[0 : cardinality(conkey) - 1] = conkey)`,
  )
  // Only a migration deletes flags, and that table is small.
  expect(rows).toEqual([{ table: 'account_flags', conname: 'account_flags_name_fkey' }])
})
