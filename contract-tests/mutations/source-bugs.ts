import { portalBugs } from './portal-bugs.ts'
import type { SourceBug } from './source-bug.ts'

const stores = 'packages/db/src/'
const analyses = `${stores}analyses/analyses.ts`
const competitors = `${stores}accounts/competitors.ts`
const deliveries = `${stores}webhooks/webhook-deliveries.ts`
const endpoints = `${stores}webhooks/webhook-endpoints.ts`
const events = `${stores}accounts/usage-events.ts`
const recommendations = `${stores}analyses/recommendations.ts`
const replies = `${stores}analyses/reply-drafts.ts`
const reports = `${stores}analyses/reports.ts`
const reviews = `${stores}reviews/review-list.ts`
const records = `${stores}connection/records.ts`
const operations = 'apps/api/src/operations/'
const shell = 'packages/http/src/shell/'

const newestFirst = 'order by business_id, id desc limit $3'
const oldestFirst = 'order by business_id, id limit $3'

const pageBugs: readonly SourceBug[] = [
  {
    name: 'a page of competitors skips a row',
    file: competitors,
    find: 'order by id desc limit $3',
    replaceWith: `order by id desc limit $3 offset case when $2::text = '~' then 0 else 1 end`,
    operations: ['listCompetitors'],
  },
  {
    name: 'each page repeats the last row of the page before it',
    file: records,
    find: 'const last = items.at(-1)',
    replaceWith: 'const last = items.at(-2) ?? items.at(-1)',
    operations: ['listWebhooks'],
  },
  {
    name: 'a list ends after its first page',
    file: records,
    find: 'rows.length > limit ?',
    replaceWith: 'rows.length > limit + 1 ?',
    operations: ['listReports'],
  },
  {
    name: 'the cursor of recommendations ignores their rank',
    file: recommendations,
    find: 'and (rank > $2::int or id < $3)',
    replaceWith: 'and id < $3',
    operations: ['listRecommendations'],
  },
  {
    name: 'pages of the lowest ratings repeat reviews',
    file: reviews,
    find: 'index === begin ? after : undefined',
    replaceWith: 'undefined',
    operations: ['listReviews'],
  },
  {
    name: 'the second page of drafts forgets the status',
    file: `${operations}review-replies.ts`,
    find: `{ ...query, ...pageRequest(query, 'drf') }`,
    replaceWith: `query.cursor ? pageRequest(query, 'drf') : { ...query, ...pageRequest(query, 'drf') }`,
    operations: ['listReviewReplies', 'updateReviewReply'],
  },
  {
    name: 'the list of deliveries has those of other endpoints',
    file: deliveries,
    find: `.where('delivery.webhook_id', webhookId)`,
    replaceWith: '',
    operations: ['listWebhookDeliveries'],
  },
]

const orderBugs: readonly SourceBug[] = [
  {
    name: 'analyses are listed oldest first',
    file: analyses,
    find: newestFirst,
    replaceWith: oldestFirst,
    operations: ['listAnalyses'],
  },
  {
    name: 'reports are listed oldest first',
    file: reports,
    find: newestFirst,
    replaceWith: oldestFirst,
    operations: ['listReports'],
  },
  {
    name: 'deliveries are listed oldest first',
    file: deliveries,
    find: `.orderBy('delivery.id', 'desc')`,
    replaceWith: `.orderBy('delivery.id', 'asc')`,
    operations: ['listWebhookDeliveries'],
  },
  {
    name: 'usage events are listed oldest first',
    file: events,
    find: `.orderBy('id', 'desc')`,
    replaceWith: `.orderBy('id', 'asc')`,
    operations: ['listEvents'],
  },
  {
    name: 'the feed of webhook events is read backward',
    file: `${stores}webhooks/webhook-events.ts`,
    find: 'order by entry.account_id, entry.number limit $3',
    replaceWith: 'order by entry.account_id, entry.number desc limit $3',
    operations: ['listWebhookEvents'],
  },
  {
    name: 'the oldest reviews are the newest',
    file: reviews,
    find: `sort === 'oldest' ? ['asc', '>'] : ['desc', '<']`,
    replaceWith: `['desc', '<']`,
    operations: ['listReviews'],
  },
  {
    name: 'of the lowest ratings, three stars come before two',
    file: reviews,
    find: '[1, 2, 3, 4, 5, 0]',
    replaceWith: '[1, 3, 2, 4, 5, 0]',
    operations: ['listReviews'],
  },
  {
    name: 'recommendations are listed by id alone',
    file: recommendations,
    find: 'order by business_id, rank, id desc limit $4',
    replaceWith: 'order by business_id, id desc limit $4',
    operations: ['listRecommendations'],
  },
]

const filterBugs: readonly SourceBug[] = [
  {
    name: 'the status of analyses filters nothing',
    file: analyses,
    find: '($4::text is null or status = $4)',
    replaceWith: '($4::text is null or true)',
    operations: ['listAnalyses'],
  },
  {
    name: 'the aspect of recommendations filters nothing',
    file: recommendations,
    find: '($6::text is null or aspect = $6)',
    replaceWith: '($6::text is null or true)',
    operations: ['listRecommendations'],
  },
  {
    name: 'recommendations that are not urgent cannot be selected',
    file: recommendations,
    find: 'urgent ?? null',
    replaceWith: 'urgent || null',
    operations: ['listRecommendations'],
  },
  {
    name: 'the status of drafts filters nothing',
    file: replies,
    find: '($4::text is null or status = $4)',
    replaceWith: '($4::text is null or true)',
    operations: ['listReviewReplies'],
  },
  {
    name: 'unanswered reviews cannot be selected',
    file: reviews,
    find: 'if (replied !== undefined)',
    replaceWith: 'if (replied)',
    operations: ['listReviews'],
  },
  {
    name: 'the reviews of competitors cannot be selected',
    file: reviews,
    find: `if (own === false) reviews.whereNotNull('competitor_id')`,
    replaceWith: '',
    operations: ['listReviews'],
  },
  {
    name: 'a number of stars selects those with more stars too',
    file: reviews,
    find: '= ?`, [rating])\n  if (language',
    replaceWith: '>= ?`, [rating])\n  if (language',
    operations: ['listReviews'],
  },
  {
    name: 'the language of reviews filters nothing',
    file: reviews,
    find: 'if (language !== undefined) reviews.where({ language })',
    replaceWith: '',
    operations: ['listReviews'],
  },
  {
    name: 'with an aspect, its polarity filters nothing',
    file: `${stores}reviews/review-labels.ts`,
    find: 'terms.push(aspectTerm(aspect, polarity))',
    replaceWith: 'terms.push(aspectTerm(aspect))',
    operations: ['listReviews'],
  },
  {
    name: 'the status of deliveries filters nothing',
    file: deliveries,
    find: 'if (status !== undefined) deliveries.whereRaw(ofStatus[status], { webhookId })',
    replaceWith: '',
    operations: ['listWebhookDeliveries'],
  },
  {
    name: 'the type of deliveries filters nothing',
    file: deliveries,
    find: `if (eventType !== undefined) deliveries.where('delivery.event_type', eventType)`,
    replaceWith: '',
    operations: ['listWebhookDeliveries', 'testWebhook'],
  },
  {
    name: 'the type of the feed filters nothing',
    file: `${stores}webhooks/webhook-events.ts`,
    find: 'and entry.event_type = $4',
    replaceWith: 'and $4::text is not null',
    operations: ['listWebhookEvents'],
  },
  {
    name: 'the class 4xx lacks the statuses from 404',
    file: events,
    find: 'lowest + 99',
    replaceWith: 'lowest + 3',
    operations: ['listEvents'],
  },
  {
    name: 'the caller of usage events filters nothing',
    file: events,
    find: `if (caller !== undefined) events.whereRaw("actor ->> 'id' = ?", [caller])`,
    replaceWith: '',
    operations: ['listEvents'],
  },
]

const periodBugs: readonly SourceBug[] = [
  {
    name: 'the start of a period of analyses is ignored',
    file: analyses,
    find: '($5::timestamptz is null or created_at >= $5)',
    replaceWith: '($5::timestamptz is null or true)',
    operations: ['listAnalyses'],
  },
  {
    name: 'the end of a period of analyses belongs to it',
    file: analyses,
    find: 'created_at < $6',
    replaceWith: 'created_at <= $6',
    operations: ['listAnalyses'],
  },
  {
    name: 'the start of a period of reviews does not belong to it',
    file: reviews,
    find: `reviews.where('published_at', '>=', from)`,
    replaceWith: `reviews.where('published_at', '>', from)`,
    operations: ['listReviews'],
  },
  {
    name: 'the end of a period of reviews belongs to it',
    file: reviews,
    find: `reviews.where('published_at', '<', to).whereRaw(\`\${publishedAt} < ?\`, [to])`,
    replaceWith: `reviews.where('published_at', '<=', to)`,
    operations: ['listReviews'],
  },
  {
    name: 'the end of a period of deliveries belongs to it',
    file: deliveries,
    find: `deliveries.where('delivery.created_at', '<', to)`,
    replaceWith: `deliveries.where('delivery.created_at', '<=', to)`,
    operations: ['listWebhookDeliveries'],
  },
  {
    name: 'the end of a period of usage events belongs to it',
    file: events,
    find: `events.where('created_at', '<', to)`,
    replaceWith: `events.where('created_at', '<=', to)`,
    operations: ['listEvents'],
  },
  {
    name: 'an offset of an instant is ignored',
    file: records,
    find: 'instantMs(text)',
    replaceWith: `instantMs(text.replace(/[+-]\\d\\d:\\d\\d$/, 'Z'))`,
    operations: ['listReviews'],
  },
]

const changeBugs: readonly SourceBug[] = [
  {
    name: 'a change of a competitor removes its website',
    file: competitors,
    find: 'website = coalesce($4, website)',
    replaceWith: 'website = $4',
    operations: ['updateCompetitor'],
  },
  {
    name: 'a change of an endpoint removes its metadata',
    file: endpoints,
    find: 'metadata = coalesce($8::json, metadata)',
    replaceWith: `metadata = coalesce($8::json, '{}')`,
    operations: ['updateWebhook'],
  },
  {
    name: 'a change of an endpoint removes its description',
    file: endpoints,
    find: 'description = case when $6::boolean then $7 else description end',
    replaceWith: 'description = case when $6::boolean then $7 end',
    operations: ['updateWebhook'],
  },
  {
    name: 'an endpoint cannot be disabled',
    file: endpoints,
    find: 'enabled = coalesce($5, enabled)',
    replaceWith: 'enabled = enabled or coalesce($5, false)',
    operations: ['updateWebhook'],
  },
  {
    name: 'the limit of an endpoint cannot be removed',
    file: endpoints,
    find: 'case when $9::boolean then $10::int else max_attempts_per_minute end',
    replaceWith:
      'case when $9::boolean then coalesce($10::int, max_attempts_per_minute) else max_attempts_per_minute end',
    operations: ['updateWebhook'],
  },
  {
    name: 'a new status of a recommendation removes its note',
    file: recommendations,
    find: 'case when $4::boolean then $5 else note end',
    replaceWith: 'case when $4::boolean then $5 end',
    operations: ['updateRecommendation'],
  },
  {
    name: 'a new status of a draft resets its text',
    file: replies,
    find: 'set text = coalesce($3::text, text)',
    replaceWith: `set text = coalesce($3::text, variants -> 0 ->> 'text')`,
    operations: ['updateReviewReply'],
  },
  {
    name: 'the weekday of a schedule is stored once',
    file: `${stores}analyses/analysis-schedules.ts`,
    find: 'weekday = excluded.weekday',
    replaceWith: 'weekday = known.weekday',
    operations: ['setAnalysisSchedule'],
  },
  {
    name: 'the distance of a new competitor is not stored',
    file: competitors,
    find: '      distance_m ?? null,\n',
    replaceWith: '      null,\n',
    operations: ['createCompetitor'],
  },
  {
    name: 'the metadata of a new endpoint is not stored',
    file: endpoints,
    find: 'JSON.stringify(metadata ?? {}),',
    replaceWith: 'JSON.stringify({}),',
    operations: ['createWebhook'],
  },
]

const deletionBugs: readonly SourceBug[] = [
  {
    name: 'the deletion of an endpoint only disables it',
    file: endpoints,
    find: 'set deleted_at = now(), enabled = false where',
    replaceWith: 'set enabled = false where',
    operations: ['deleteWebhook'],
  },
  {
    name: 'a removed competitor can still be read',
    file: competitors,
    find: 'where business_id = $1 and id = $2 and removed_at is null`',
    replaceWith: 'where business_id = $1 and id = $2`',
    operations: ['deleteCompetitor'],
  },
  {
    name: 'a removed competitor is still listed',
    file: competitors,
    find: 'where business_id = $1 and id < $2 and removed_at is null',
    replaceWith: 'where business_id = $1 and id < $2',
    operations: ['deleteCompetitor'],
  },
  {
    name: 'the deletion of a review deletes nothing',
    file: `${operations}reviews.ts`,
    find: 'await db.transaction((transaction) => eraseReview(transaction, caller.owner, path.id, keyring))',
    replaceWith: 'await findReview(db, caller.owner, path.id)',
    operations: ['deleteReview'],
  },
]

const tagBugs: readonly SourceBug[] = [
  {
    name: 'the ETag covers only the beginning of a record',
    file: `${shell}response.ts`,
    find: `createHash('sha1').update(data)`,
    replaceWith: `createHash('sha1').update(data.subarray(0, 60))`,
    operations: ['getWebhook', 'updateWebhook'],
  },
  {
    name: 'the ETag changes with each response',
    file: `${shell}response.ts`,
    find: `.update(pageText)`,
    replaceWith: `.update(pageText + performance.now())`,
    operations: ['getCompetitor', 'updateCompetitor'],
  },
  {
    name: 'every conditional read is 304',
    file: `${shell}response.ts`,
    find: `if (matchesEtag(exchange.request.headers['if-none-match'], all.ETag))`,
    replaceWith: `if (exchange.request.headers['if-none-match'] !== undefined)`,
    operations: ['getWebhook', 'updateWebhook'],
  },
]

const replayBugs: readonly SourceBug[] = [
  {
    name: 'a replay runs the operation again',
    file: `${shell}dispatch.ts`,
    find: 'return runOnce(idempotency, { ...call, key: String(key), requestHash }, run)',
    replaceWith: `const outcome = await runOnce(idempotency, { ...call, key: String(key), requestHash }, run)
  if (outcome.replayed) await run(context(call))
  return outcome`,
    operations: ['createWebhook'],
  },
  {
    name: 'a replay is not marked as one',
    file: `${shell}idempotency.ts`,
    find: '{ data: beginning.data, replayed: true }',
    replaceWith: '{ data: beginning.data }',
    operations: ['createCompetitor'],
  },
  {
    name: 'one operation ignores its Idempotency-Key',
    file: `${shell}dispatch.ts`,
    find: 'const key = operation.idempotent ?',
    replaceWith: `const key = operation.idempotent && operationId !== 'testWebhook' ?`,
    operations: ['testWebhook'],
  },
]

const scopeBugs: readonly SourceBug[] = [
  {
    name: 'one operation forgets the scope of keys',
    file: 'apps/api/src/authorize.ts',
    find: '  requireScopes(caller, operation)',
    replaceWith: `  if (caller.credential.type !== 'api_key' || operation.path !== '/webhooks') requireScopes(caller, operation)`,
    operations: ['listWebhooks', 'createWebhook'],
  },
  {
    name: 'one operation forgets the scope of tokens',
    file: 'apps/api/src/authorize.ts',
    find: '  requireScopes(caller, operation)',
    replaceWith: `  if (caller.credential.type !== 'oauth_client' || operation.path !== '/usage') requireScopes(caller, operation)`,
    operations: ['getUsage'],
  },
  {
    name: 'deletions need no scope',
    file: 'apps/api/src/authorize.ts',
    find: '  requireScopes(caller, operation)',
    replaceWith: `  if (operation.method !== 'delete') requireScopes(caller, operation)`,
    operations: ['deleteCompetitor'],
  },
  {
    name: 'one scope includes all others',
    file: `${shell}operation.ts`,
    find: '!scopes.has(scope))',
    replaceWith: `!scopes.has(scope) && !scopes.has('webhooks:manage'))`,
    operations: ['getReview'],
  },
]

const eventBugs: readonly SourceBug[] = [
  {
    name: 'a change of an endpoint leaves no event of its own',
    file: `${shell}usage.ts`,
    find: `if (ownEvent && ownEvent !== 'none' &&`,
    replaceWith: `if (ownEvent && ownEvent !== 'none' && ownEvent !== 'webhook.updated' &&`,
    operations: ['updateWebhook'],
  },
  {
    name: 'the requests of one operation leave no event',
    file: `${shell}usage.ts`,
    find: `if (!authenticated || ownEventOf(exchange) === 'none') return []`,
    replaceWith: `if (!authenticated || ownEventOf(exchange) === 'none' || routed?.operationId === 'getReport') return []`,
    operations: ['getReport'],
  },
  {
    name: 'the event of a request names another record',
    file: `${shell}usage.ts`,
    find: `resource_id: stringField(data, 'id') }`,
    replaceWith: `resource_id: stringField(data, 'business_id') ?? stringField(data, 'id') }`,
    operations: ['getRecommendation'],
  },
  {
    name: 'the events of all successes have the status 200',
    file: `${shell}usage.ts`,
    find: 'const outcome = { http_status: status, error_code: null,',
    replaceWith: 'const outcome = { http_status: 200 * Math.sign(status), error_code: null,',
    operations: ['createCompetitor'],
  },
]

/** Last, because the first one leaves an incorrect count. */
const countBugs: readonly SourceBug[] = [
  {
    name: 'the count of competitors stays when one is removed',
    file: competitors,
    find: 'competitor_count = competitor_count - 1',
    replaceWith: 'competitor_count = competitor_count',
    operations: ['deleteCompetitor', 'getBusiness', 'listCompetitors'],
  },
  {
    name: 'the statistics of an endpoint count canceled deliveries as succeeded',
    file: `${stores}webhooks/endpoint-statistics.ts`,
    find: `where status = 'succeeded'`,
    replaceWith: `where status in ('succeeded', 'canceled')`,
    operations: ['getWebhookStatistics'],
  },
]

export const sourceBugs: readonly SourceBug[] = [
  ...pageBugs,
  ...orderBugs,
  ...filterBugs,
  ...periodBugs,
  ...changeBugs,
  ...deletionBugs,
  ...tagBugs,
  ...replayBugs,
  ...scopeBugs,
  ...eventBugs,
  ...countBugs,
  ...portalBugs,
]
