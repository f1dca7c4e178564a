// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

import * as functions from './functions.ts';
import { type Call, type CallOptions, type List, resource, type Upload } from './runtime.ts';

import type { CreateReviewImportQuery, GetUsageQuery, GetWebhookStatisticsQuery, ListAnalysesQuery, ListBusinessesQuery, ListCompetitorsQuery, ListEventsQuery, ListRecommendationsQuery, ListReportsQuery, ListReviewImportsQuery, ListReviewRepliesQuery, ListReviewsQuery, ListWebhookDeliveriesQuery, ListWebhookEventsQuery, ListWebhooksQuery } from './functions.ts';
import type { AccountResponse, Analysis, AnalysisId, AnalysisListResponse, AnalysisResponse, AnalysisScheduleResponse, Business, BusinessId, BusinessListResponse, BusinessResponse, Competitor, CompetitorId, CompetitorListResponse, CompetitorResponse, CreateCompetitorRequest, CreatedReviewsResponse, CreateReviewsRequest, CreateWebhookRequest, DeletedCompetitorResponse, DeletedReviewResponse, DeletedWebhookResponse, DraftReviewReplyRequest, Recommendation, RecommendationId, RecommendationListResponse, RecommendationResponse, ReplyDraft, ReplyDraftId, ReplyDraftListResponse, ReplyDraftResponse, ReportId, ReportListResponse, ReportResponse, ReportSummary, ResendWebhookDeliveriesRequest, ResendWebhookDeliveriesResultResponse, Review, ReviewId, ReviewImport, ReviewImportId, ReviewImportListResponse, ReviewImportResponse, ReviewListResponse, ReviewResponse, RotateWebhookSecretRequest, SetAnalysisScheduleRequest, TestWebhookRequest, UpdateCompetitorRequest, UpdateRecommendationRequest, UpdateReviewReplyRequest, UpdateWebhookRequest, UsageEvent, UsageEventListResponse, UsageResponse, Webhook, WebhookDelivery, WebhookDeliveryId, WebhookDeliveryListResponse, WebhookDeliveryResponse, WebhookFeedEntryListResponse, WebhookId, WebhookListResponse, WebhookResponse, WebhookStatisticsResponse, WebhookWithSecretResponse } from './types.ts';

export type BusinessesResourceMethods = {
    /**
     * List businesses
     *
     * Returns the businesses that the credential can access. Every account is bound to one business, so the list
     * contains exactly that business.
     *
     * Start here: the `id` of the first item is the `{id}` of the other operations on a business. Newest first.
     *
     * `GET /businesses` · scope `businesses:read`
     *
     * @example
     * for await (const item of client.businesses.list()) console.log(item)
     */
    list: (query?: ListBusinessesQuery, options?: CallOptions) => List<BusinessListResponse, Business>;
    /**
     * Get a business
     *
     * Returns the business with its review statistics: rating, number of reviews, change over the last 90 days, and
     * response rate. `latest_analysis_id` is the ID of the latest completed analysis; it is null if there is none.
     *
     * `GET /businesses/{id}` · scope `businesses:read`
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * const result = await client.businesses.get('biz_01kjpx4gtrex7rhcb4yfrgw100')
     */
    get: (businessId: BusinessId, options?: CallOptions) => Call<BusinessResponse>;
};

export const BusinessesResource = resource<BusinessesResourceMethods>({ list: functions.listBusinesses, get: functions.getBusiness }, {});

export type CompetitorsResourceMethods = {
    /**
     * List competitors of a business
     *
     * Returns the competitors of the business with their review statistics, and with the aspects that their customers
     * praise or criticize most according to the latest completed analysis. Newest first.
     *
     * `GET /businesses/{id}/competitors` · scope `businesses:read`
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * for await (const item of client.competitors.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list: (businessId: BusinessId, query?: ListCompetitorsQuery, options?: CallOptions) => List<CompetitorListResponse, Competitor>;
    /**
     * Create a competitor
     *
     * Adds a competitor to compare the business with. It has no reviews yet: import them with `createReviews`. The next
     * analysis includes the competitor.
     *
     * A plan includes a maximum number of competitors (`capacities` of `getAccount`). Above it, the response is 429 with
     * the path `quota.competitors`; waiting does not help, removing a competitor does.
     *
     * `POST /businesses/{id}/competitors` · scope `reviews:write` · beta
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * const result = await client.competitors.create('biz_01kjpx4gtrex7rhcb4yfrgw100', { name: 'Trattoria Sole', distance_m: 1420 })
     */
    create: (businessId: BusinessId, body: CreateCompetitorRequest, options?: CallOptions) => Call<CompetitorResponse>;
    /**
     * Get a competitor
     *
     * Returns a competitor with its review statistics.
     *
     * `GET /competitors/{id}` · scope `businesses:read` · beta
     *
     * @param competitorId The ID of the competitor.
     *
     * @example
     * const result = await client.competitors.get('cmp_01kjpxm0t0e4pswffc8k7pd4hh')
     */
    get: (competitorId: CompetitorId, options?: CallOptions) => Call<CompetitorResponse>;
    /**
     * Delete a competitor
     *
     * Deletes the competitor and its reviews. This cannot be undone. Existing analyses and reports keep what they state
     * about the competitor.
     *
     * `DELETE /competitors/{id}` · scope `reviews:write` · beta
     *
     * @param competitorId The ID of the competitor.
     *
     * @example
     * const result = await client.competitors.delete('cmp_01kjpxm0t0e4pswffc8k7pd4hh')
     */
    delete: (competitorId: CompetitorId, options?: CallOptions) => Call<DeletedCompetitorResponse>;
    /**
     * Update a competitor
     *
     * Changes the fields that are sent. Omitted fields keep their values. Existing analyses and reports keep the
     * previous name.
     *
     * `PATCH /competitors/{id}` · scope `reviews:write` · beta
     *
     * @param competitorId The ID of the competitor.
     *
     * @example
     * const result = await client.competitors.update('cmp_01kjpxm0t0e4pswffc8k7pd4hh', { name: 'Osteria al Ponte' })
     */
    update: (competitorId: CompetitorId, body: UpdateCompetitorRequest, options?: CallOptions) => Call<CompetitorResponse>;
};

export const CompetitorsResource = resource<CompetitorsResourceMethods>({
    list: functions.listCompetitors,
    create: functions.createCompetitor,
    get: functions.getCompetitor,
    delete: functions.deleteCompetitor,
    update: functions.updateCompetitor
}, {});

export type AnalysesResourceMethods = {
    /**
     * List analyses of a business
     *
     * Returns all analyses of the business in any status, newest first. `summary` is always an object; its three lists
     * are empty until `status` is `completed`.
     *
     * `GET /businesses/{id}/analyses` · scope `businesses:read`
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * for await (const item of client.analyses.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list: (businessId: BusinessId, query?: ListAnalysesQuery, options?: CallOptions) => List<AnalysisListResponse, Analysis>;
    /**
     * Start an analysis
     *
     * Queues an analysis of the reviews of the business and its competitors that were posted in the year before the
     * request, and returns immediately. The operation has no request body. Poll the analysis with `getAnalysis`, or
     * preferably wait for the webhook event `analysis.completed` or `analysis.failed`: exactly one of them is sent.
     *
     * Each analysis counts against the monthly quota `analyses` of the plan. If the account was granted a report in
     * addition to its plan (`report_grants` of `getAccount`), an analysis that is started with a live key or an access
     * token uses the grant instead, and returns it if the analysis fails. The service does not retry a failed analysis;
     * resolve the reason and start another one.
     *
     * `POST /businesses/{id}/analyses` · scope `analyses:write` · counts against the quota `analyses` · beta
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * const result = await client.analyses.start('biz_01kjpx4gtrex7rhcb4yfrgw100')
     */
    start: (businessId: BusinessId, options?: CallOptions) => Call<AnalysisResponse>;
    /**
     * Get the analysis schedule
     *
     * Returns the analysis schedule: when the business is analyzed automatically, and when the next run is due. Without
     * a schedule, `frequency` is `none`.
     *
     * `GET /businesses/{id}/analysis-schedule` · scope `businesses:read`
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * const result = await client.analyses.getSchedule('biz_01kjpx4gtrex7rhcb4yfrgw100')
     */
    getSchedule: (businessId: BusinessId, options?: CallOptions) => Call<AnalysisScheduleResponse>;
    /**
     * Set the analysis schedule
     *
     * Replaces the analysis schedule of the business. Weekday and hour are in the time zone of the business (`timezone`),
     * including daylight saving time: if the clocks skip the hour, the run starts at the next hour; if they repeat it,
     * there is one run.
     *
     * - `weekly`: every week on `weekday` at `hour`
     * - `monthly`: on the first `weekday` of every month at `hour`
     * - `none`: never
     *
     * Each run starts an analysis like `startAnalysis`, with its report and events, and counts against the monthly quota
     * `analyses` of the plan. If the quota is used up, the run is skipped, and `GET /events` contains an
     * `analysis.skipped` event. If several runs were missed, one run replaces all of them.
     *
     * `PUT /businesses/{id}/analysis-schedule` · scope `reviews:write` · beta
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * const result = await client.analyses.setSchedule('biz_01kjpx4gtrex7rhcb4yfrgw100', { frequency: 'monthly', weekday: 'monday', hour: 6 })
     */
    setSchedule: (businessId: BusinessId, body: SetAnalysisScheduleRequest, options?: CallOptions) => Call<AnalysisScheduleResponse>;
    /**
     * Get an analysis
     *
     * Returns an analysis: `summary` has the main findings, `themes` the findings per aspect with verbatim quotes as
     * evidence, `comparison` the comparison with each competitor, and `sample` the number of analyzed reviews.
     *
     * `status` changes from `queued` to `running` to `completed` or `failed`; the last two are final. After a failure,
     * `failure.reason` contains the reason. `report_id` is null until the report is ready.
     *
     * `GET /analyses/{id}` · scope `businesses:read`
     *
     * @param analysisId The ID of the analysis.
     *
     * @example
     * const result = await client.analyses.get('ana_01m7hf1rr0fwd9h44cbb4w5y6j')
     */
    get: (analysisId: AnalysisId, options?: CallOptions) => Call<AnalysisResponse>;
};

export const AnalysesResource = resource<AnalysesResourceMethods>({
    list: functions.listAnalyses,
    start: functions.startAnalysis,
    getSchedule: functions.getAnalysisSchedule,
    setSchedule: functions.setAnalysisSchedule,
    get: functions.getAnalysis
}, {});

export type RecommendationsResourceMethods = {
    /**
     * List recommendations for a business
     *
     * Returns the recommendations for the business, most important first: `open` and `planned` before the others, then
     * by `priority`, then newest first. Each recommendation has a reason, quotes as evidence, and a metric that shows
     * whether it worked. `score` is computed from `factors`, not set by a language model.
     *
     * A recommendation is the same record while later analyses confirm it, and becomes `resolved` when an analysis no
     * longer finds the problem.
     *
     * `GET /businesses/{id}/recommendations` · scope `businesses:read`
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * for await (const item of client.recommendations.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list: (businessId: BusinessId, query?: ListRecommendationsQuery, options?: CallOptions) => List<RecommendationListResponse, Recommendation>;
    /**
     * Get a recommendation
     *
     * Returns a recommendation, for example the one that the event `recommendation.created` names. Resolved
     * recommendations can be read as well.
     *
     * `GET /recommendations/{id}` · scope `businesses:read`
     *
     * @param recommendationId The ID of the recommendation.
     *
     * @example
     * const result = await client.recommendations.get('rec_01m2mcv4t0e0z871dce7snzdyq')
     */
    get: (recommendationId: RecommendationId, options?: CallOptions) => Call<RecommendationResponse>;
    /**
     * Update a recommendation
     *
     * Sets the status of a recommendation, your note about it, or both. Later analyses keep `planned`, `done` and
     * `dismissed` while they find the problem, and set the status to `resolved` when they no longer do. The status of a
     * resolved recommendation cannot be changed (409); its note can.
     *
     * `PATCH /recommendations/{id}` · scope `analyses:write` · beta
     *
     * @param recommendationId The ID of the recommendation.
     *
     * @example
     * const result = await client.recommendations.update('rec_01m2mcv4t0e0z871dce7snzdyq', { status: 'done', note: 'Second host hired for the weekends.' })
     */
    update: (recommendationId: RecommendationId, body: UpdateRecommendationRequest, options?: CallOptions) => Call<RecommendationResponse>;
};

export const RecommendationsResource = resource<RecommendationsResourceMethods>({
    list: functions.listRecommendations,
    get: functions.getRecommendation,
    update: functions.updateRecommendation
}, {});

export type ReportsResourceMethods = {
    /**
     * List reports of a business
     *
     * Returns all reports of the business, newest first, without sections and files; `getReport` returns those.
     *
     * `GET /businesses/{id}/reports` · scope `businesses:read`
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * for await (const item of client.reports.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list: (businessId: BusinessId, query?: ListReportsQuery, options?: CallOptions) => List<ReportListResponse, ReportSummary>;
    /**
     * Get a report
     *
     * Returns a report both as data (`sections`, with texts, quotes and chart data) and as files to open or print. The
     * URLs in `files` are signed and require no credential. The same URL is returned for an hour and is valid for a day,
     * so fetch the report again instead of storing a URL.
     *
     * The files are deleted 395 days after the report was created. The report itself remains, and `files_deleted_at` has
     * the time.
     *
     * A report becomes visible when it is complete; the webhook event `report.generated` announces it.
     *
     * `GET /reports/{id}` · scope `businesses:read`
     *
     * @param reportId The ID of the report, as in `report_id` of its analysis or in the event `report.generated`.
     *
     * @example
     * const result = await client.reports.get('rpt_01m7hf3btcfc5t7s04k8p77501')
     */
    get: (reportId: ReportId, options?: CallOptions) => Call<ReportResponse>;
};

export const ReportsResource = resource<ReportsResourceMethods>({ list: functions.listReports, get: functions.getReport }, {});

export type ReviewsResourceMethods = {
    /**
     * List reviews of a business and its competitors
     *
     * Returns the stored reviews of the business and its competitors, with the labels that the engine assigned. Filters
     * can be combined; a review has to match all of them. Newest first unless `sort` is set.
     *
     * The engine analyzes new reviews in the background, usually within seconds. Until then, their `labels_state` is
     * `pending`, and the filters `aspect`, `polarity`, `flag` and `q` exclude them.
     *
     * `GET /businesses/{id}/reviews` · scope `businesses:read` · beta
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * for await (const item of client.reviews.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list: (businessId: BusinessId, query?: ListReviewsQuery, options?: CallOptions) => List<ReviewListResponse, Review>;
    /**
     * Import reviews
     *
     * Stores up to 500 reviews of the business and its competitors, in a body of at most 256 KiB. The response contains
     * one result per item, in the order of the request: `created`, `updated`, `unchanged`, or `rejected` with the
     * invalid field and the reason. Rejected items do not prevent the others from being stored.
     *
     * A review is identified by its subject, `source` and `source_id`, so the same items can be sent again. Fields that
     * an item omits keep their stored values. If `source_id` is omitted, it is derived from date, stars and text; a
     * review whose text changes is then a new review. New and changed reviews are labeled and the statistics updated in
     * the background.
     *
     * A plan includes a maximum number of reviews (`capacities` of `getAccount`). A request that would exceed it stores
     * nothing and returns 429 with the path `quota.reviews`.
     *
     * `POST /businesses/{id}/reviews` · scope `reviews:write` · beta
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * const result = await client.reviews.create('biz_01kjpx4gtrex7rhcb4yfrgw100', {
     *   reviews: [
     *     {
     *       source: 'google',
     *       source_id: 'ChdDSUhNMG9nS0VJQ0FnSUR1',
     *       rating: 2,
     *       text: 'We booked for half past seven and still stood at the door for forty minutes. The pasta was lovely.',
     *       published_at: '2026-11-14T20:05:00Z',
     *       owner_replied: false,
     *     },
     *     {
     *       competitor_id: 'cmp_01kjpxm0t0e4pswffc8k7pd4hh',
     *       source: 'google',
     *       source_id: 'ChZDSUhNMG9nS0VJQ0FnSURmOEpx',
     *       rating: 5,
     *       text: 'Our table was ready the moment we walked in, on a Saturday night.',
     *       published_at: '2026-11-10T18:00:00Z',
     *     },
     *     { source: 'tripadvisor', source_id: '904417233', language: 'en' },
     *   ],
     * })
     */
    create: (businessId: BusinessId, body: CreateReviewsRequest, options?: CallOptions) => Call<CreatedReviewsResponse>;
    /**
     * Get a review
     *
     * Returns a review, for example the source of a quote in an analysis.
     *
     * `GET /reviews/{id}` · scope `businesses:read` · beta
     *
     * @param reviewId The ID of the review, as in `review_id` of a quote.
     *
     * @example
     * const result = await client.reviews.get('rev_01m7dtkjf0fnvtft6k86k7vp0v')
     */
    get: (reviewId: ReviewId, options?: CallOptions) => Call<ReviewResponse>;
    /**
     * Delete a review
     *
     * Deletes a review and everything that contains its text: its labels, its quotes in analyses, recommendations and
     * reports (including files), drafts of replies to it, and stored responses with such drafts. Counts that include the
     * review do not change. The PDF of a report that quoted the review is unavailable until it has been created again.
     *
     * This cannot be undone. A keyed hash of the review's identity is kept, so that later requests and imports do not
     * store it again.
     *
     * `DELETE /reviews/{id}` · scope `reviews:write` · beta
     *
     * @param reviewId The ID of the review, as in `review_id` of a quote.
     *
     * @example
     * const result = await client.reviews.delete('rev_01m7dtkjf0fnvtft6k86k7vp0v')
     */
    delete: (reviewId: ReviewId, options?: CallOptions) => Call<DeletedReviewResponse>;
    /**
     * List imports of reviews
     *
     * Returns the imports of review files of the business with their status and results, newest first. An import is
     * listed for as long as the service keeps events.
     *
     * `GET /businesses/{id}/review-imports` · scope `businesses:read` · beta
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * for await (const item of client.reviews.listImports('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    listImports: (businessId: BusinessId, query?: ListReviewImportsQuery, options?: CallOptions) => List<ReviewImportListResponse, ReviewImport>;
    /**
     * Import a file of reviews
     *
     * Uploads a file with any number of reviews, which a worker then imports. The response contains the import;
     * `getReviewImport` returns its progress. The file is CSV with a header line, a JSON array, a JSON object that
     * contains a list, or one JSON object per line (NDJSON), in UTF-8 or, with a byte order mark, UTF-16. The format is
     * detected from the content, not from the media type. The usual column names in exports of Google Business Profile,
     * Yelp and TripAdvisor are supported. The column `subject` names the reviewed business of a row: `own`, or the name
     * or ID of a competitor. If the column is missing, all reviews are for your business.
     *
     * A row that cannot be stored is listed in `rejections` and does not prevent the others from being stored. Existing
     * reviews are updated, so a file can be imported again. If a file cannot be read completely, the import is `failed`;
     * the rows before the error stay stored. One import per account runs at a time, further imports wait in order, and
     * up to two files can be uploaded at a time. The file is stored encrypted until its import has finished.
     *
     * The maximum file size is 1 GB (1,000,000,000 bytes) unless the operator configured another limit. A plan includes
     * a maximum number of uploads per day in UTC (`review_imports` in `capacities` of `getAccount`); above it, the
     * response is 429 with the path `quota.review_imports`.
     *
     * With an `Idempotency-Key`, files are compared by their SHA-256 hash: another file with the same key returns 409. A
     * repeated upload is read and compared, and not imported again.
     *
     * `POST /businesses/{id}/review-imports` · scope `reviews:write` · beta
     *
     * @param businessId The ID of the business. A credential can only access the business of its account.
     *
     * @example
     * const result = await client.reviews.createImport('biz_01kjpx4gtrex7rhcb4yfrgw100', 'subject,source,source_id,rating,text,published_at\nown,google,ChdDSUhNMG9nS0VJQ0FnSUR1,2,We booked for half past seven and still stood at the door for forty minutes.,2026-11-14\nown,tripadvisor,904417233,5,"Lovely pasta, and the terrace is quiet.",2026-11-15\ncmp_01kjpxm0t0e4pswffc8k7pd4hh,google,ChZDSUhNMG9nS0VJQ0FnSURmOEpx,5,Our table was ready the moment we walked in.,2026-11-10\n')
     */
    createImport: (businessId: BusinessId, body: Upload, query?: CreateReviewImportQuery, options?: CallOptions) => Call<ReviewImportResponse>;
    /**
     * Get an import of reviews
     *
     * Returns the status of an import, the number of stored reviews, and the rejected rows. Poll every few seconds until
     * `status` is `completed` or `failed`; a file of 100,000 rows takes some seconds.
     *
     * `GET /review-imports/{id}` · scope `businesses:read` · beta
     *
     * @param reviewImportId The ID of the import.
     *
     * @example
     * const result = await client.reviews.getImport('imp_01m7w10xa0ff2vq4bn7xq3sdk8')
     */
    getImport: (reviewImportId: ReviewImportId, options?: CallOptions) => Call<ReviewImportResponse>;
};

export const ReviewsResource = resource<ReviewsResourceMethods>({
    list: functions.listReviews,
    create: functions.createReviews,
    get: functions.getReview,
    delete: functions.deleteReview,
    listImports: functions.listReviewImports,
    createImport: functions.createReviewImport,
    getImport: functions.getReviewImport
}, {});

export type ReviewRepliesResourceMethods = {
    /**
     * List reply drafts
     *
     * Returns the drafts of the account, newest first. A draft is deleted 90 days after its last change.
     *
     * `GET /review-replies` · scope `replies:write` · beta
     *
     * @example
     * for await (const item of client.reviewReplies.list()) console.log(item)
     */
    list: (query?: ListReviewRepliesQuery, options?: CallOptions) => List<ReplyDraftListResponse, ReplyDraft>;
    /**
     * Draft a reply to a review
     *
     * Writes one to three drafts of a public reply. The service publishes nothing: a person has to approve the draft and
     * post it, so `requires_human_approval` is always true. Edit or reject the draft with `updateReviewReply`. It is
     * deleted 90 days after its last change.
     *
     * A draft contains only statements that the review or your `facts` support; `claims` lists every concrete statement
     * with its supporting quote. Read `warnings` before you approve a draft. Each request counts once against the
     * monthly quota `reply_drafts`, regardless of the number of variants.
     *
     * `POST /review-replies` · scope `replies:write` · counts against the quota `reply_drafts`
     *
     * @example
     * const result = await client.reviewReplies.draft({
     *   review: {
     *     rating: 2,
     *     text: 'The pasta was superb, as always. We booked for half past seven and still stood at the door for forty minutes. Nobody said sorry.',
     *     author_name: 'Marieke',
     *     source: 'google',
     *   },
     *   tone: 'apologetic',
     *   length: 'medium',
     *   language: 'en',
     *   facts: ['Since 1 November a second host seats guests on Friday and Saturday evenings.'],
     *   signature: 'Sofia, Rosso Trattoria',
     *   variants: 2,
     * })
     */
    draft: (body: DraftReviewReplyRequest, options?: CallOptions) => Call<ReplyDraftResponse>;
    /**
     * Get a reply draft
     *
     * Returns a draft with the review that it replies to, all variants, and the current text.
     *
     * `GET /review-replies/{id}` · scope `replies:write` · beta
     *
     * @param replyDraftId The ID of the draft.
     *
     * @example
     * const result = await client.reviewReplies.get('drf_01m7w1vztfe1hajn7z6ha8w3pk')
     */
    get: (replyDraftId: ReplyDraftId, options?: CallOptions) => Call<ReplyDraftResponse>;
    /**
     * Edit, reject or approve a reply draft
     *
     * Sets the text of a draft, its status, or both. If only the text changes, an approved or rejected draft becomes a
     * `draft` again.
     *
     * Only a person can approve a draft: with an API key or an access token, the status `approved` is refused with 403.
     * Approval does not publish the reply.
     *
     * `PATCH /review-replies/{id}` · scope `replies:write` · beta
     *
     * @param replyDraftId The ID of the draft.
     *
     * @example
     * const result = await client.reviewReplies.update('drf_01m7w1vztfe1hajn7z6ha8w3pk', {
     *   text: 'Dear Marieke,\n\nThank you for telling us. We are sorry that you waited at the door. Please give us another evening.\n\nSofia, Rosso Trattoria',
     * })
     */
    update: (replyDraftId: ReplyDraftId, body: UpdateReviewReplyRequest, options?: CallOptions) => Call<ReplyDraftResponse>;
};

export const ReviewRepliesResource = resource<ReviewRepliesResourceMethods>({
    list: functions.listReviewReplies,
    draft: functions.draftReviewReply,
    get: functions.getReviewReply,
    update: functions.updateReviewReply
}, {});

export type WebhooksDeliveriesResourceMethods = {
    /**
     * List deliveries of a webhook endpoint
     *
     * Returns the deliveries of the endpoint, newest first, each with its payload, all attempts, and a `hint` on the
     * cause if it failed. Finished deliveries are kept for 30 days, dead letters for 90 days.
     *
     * `GET /webhooks/{id}/deliveries` · scope `webhooks:manage`
     *
     * @param webhookId The ID of the webhook endpoint.
     *
     * @example
     * for await (const item of client.webhooks.deliveries.list('whk_01ktvck2jgfjrva00p4jwmptwm')) console.log(item)
     */
    list: (webhookId: WebhookId, query?: ListWebhookDeliveriesQuery, options?: CallOptions) => List<WebhookDeliveryListResponse, WebhookDelivery>;
    /**
     * Resend many deliveries
     *
     * Resends past deliveries of the endpoint, for example after an outage of the receiver: deliveries that were queued
     * at or after `since` and before `until`, with the given event types and statuses. With `dry_run`, deliveries are
     * only counted. Each resend is a new delivery with the same event ID, so receivers that ignore events that they have
     * already handled are not affected.
     *
     * Deliveries are queued in batches, oldest first, and the response is sent after the last batch. If a request is
     * interrupted, only some of the deliveries have been queued. Retry the request with the same `Idempotency-Key` to
     * continue where it stopped; without a key, it starts again from the beginning.
     *
     * The number of deliveries that an endpoint and an account can resend per hour (UTC) is limited. A request that
     * reaches the limit keeps what it has queued and returns 429 with the path `rate.resends`; retry it with the same
     * key after `Retry-After` seconds.
     *
     * `POST /webhooks/{id}/resend` · scope `webhooks:manage` · beta
     *
     * @param webhookId The ID of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.deliveries.resendAll('whk_01ktvck2jgfjrva00p4jwmptwm', {
     *   since: '2026-11-16T00:00:00Z',
     *   until: '2026-11-17T00:00:00Z',
     *   event_types: ['analysis.completed', 'report.generated'],
     *   statuses: ['succeeded'],
     *   dry_run: false,
     * })
     */
    resendAll: (webhookId: WebhookId, body: ResendWebhookDeliveriesRequest, options?: CallOptions) => Call<ResendWebhookDeliveriesResultResponse>;
    /**
     * Get a delivery
     *
     * Returns a delivery with its payload and all attempts. `attempt_count`, `max_attempts` and `next_attempt_at` show
     * what happens next; `hint` explains why the delivery failed and how to fix it.
     *
     * `GET /webhook-deliveries/{id}` · scope `webhooks:manage` · beta
     *
     * @param webhookDeliveryId The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`.
     *
     * @example
     * const result = await client.webhooks.deliveries.get('whd_01m7hf34scfhd8t6aw0vd5kqmh')
     */
    get: (webhookDeliveryId: WebhookDeliveryId, options?: CallOptions) => Call<WebhookDeliveryResponse>;
    /**
     * Resend a delivery
     *
     * Creates a new delivery of the same event to the same endpoint, with a new delivery ID, the same event ID and the
     * full number of attempts. Any past delivery can be resent, including dead letters. The operation has no request
     * body. The resend counts against the hourly limit of resends.
     *
     * `POST /webhook-deliveries/{id}/resend` · scope `webhooks:manage`
     *
     * @param webhookDeliveryId The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`.
     *
     * @example
     * const result = await client.webhooks.deliveries.resend('whd_01m7hf34scfhd8t6aw0vd5kqmh')
     */
    resend: (webhookDeliveryId: WebhookDeliveryId, options?: CallOptions) => Call<WebhookDeliveryResponse>;
};

export const WebhooksDeliveriesResource = resource<WebhooksDeliveriesResourceMethods>({
    list: functions.listWebhookDeliveries,
    resendAll: functions.resendWebhookDeliveries,
    get: functions.getWebhookDelivery,
    resend: functions.resendWebhookDelivery
}, {});

export type WebhooksEventsResourceMethods = {
    /**
     * List webhook events as a feed
     *
     * Returns the webhook events of the account in order, oldest first: one entry per event and one per resend, kept for
     * 30 days. Use it to catch up after an outage, to forward events to a machine without a public URL, or to collect
     * sample payloads.
     *
     * Unlike lists, the feed is read forward: handle the entries, store the `position` of the last one and pass it as
     * `after`. With `wait`, the request stays open until an event occurs. An empty list means that there are no new
     * entries yet.
     *
     * `GET /webhook-events` · scope `webhooks:manage` · beta
     *
     * @example
     * const result = await client.webhooks.events.list()
     */
    list: (query?: ListWebhookEventsQuery, options?: CallOptions) => Call<WebhookFeedEntryListResponse>;
};

export const WebhooksEventsResource = resource<WebhooksEventsResourceMethods>({ list: functions.listWebhookEvents }, {});

export type WebhooksResourceMethods = {
    readonly deliveries: WebhooksDeliveriesResourceMethods;
    readonly events: WebhooksEventsResourceMethods;
    /**
     * List webhook endpoints
     *
     * Returns the webhook endpoints of the account, newest first. Signing secrets are not included; they are only
     * returned at creation and at each rotation.
     *
     * `GET /webhooks` · scope `webhooks:manage`
     *
     * @example
     * for await (const item of client.webhooks.list()) console.log(item)
     */
    list: (query?: ListWebhooksQuery, options?: CallOptions) => List<WebhookListResponse, Webhook>;
    /**
     * Register a webhook endpoint
     *
     * Registers an HTTPS URL and returns the signing secret. **The secret is returned only once**; store it securely. If
     * `event_types` is omitted, the endpoint receives all types.
     *
     * The URL has to be public: private, loopback, link-local, reserved and internal host names and addresses are
     * rejected with 400 and the path `body.url`. A host name is not resolved until the first delivery, which fails with
     * `dns_failed` unless all its addresses are public. The same URL can be registered more than once, for example with
     * different event types.
     *
     * An installation can require that the receiver confirms the URL. The receiver then gets a POST request with
     * `{"type": "webhook.challenge", "challenge": "…"}` and has to return that value within 5 seconds, as text or as
     * `{"challenge": "…"}`. Otherwise, the response is 400 with the path `body.url`. This setting is off by default.
     *
     * The number of endpoints of an account is limited; at the limit, the response is 409 `conflict`.
     *
     * `POST /webhooks` · scope `webhooks:manage`
     *
     * @example
     * const result = await client.webhooks.create({
     *   url: 'https://hooks.rosso-trattoria.nl/svc/reports',
     *   event_types: ['report.generated', 'webhook.test'],
     *   description: 'Reports for the kitchen display',
     *   metadata: { team: 'kitchen' },
     *   max_attempts_per_minute: 600,
     * })
     */
    create: (body: CreateWebhookRequest, options?: CallOptions) => Call<WebhookWithSecretResponse>;
    /**
     * Get a webhook endpoint
     *
     * Returns a webhook endpoint, including when an attempt last succeeded and last failed.
     *
     * `GET /webhooks/{id}` · scope `webhooks:manage`
     *
     * @param webhookId The ID of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.get('whk_01ktvck2jgfjrva00p4jwmptwm')
     */
    get: (webhookId: WebhookId, options?: CallOptions) => Call<WebhookResponse>;
    /**
     * Delete a webhook endpoint
     *
     * Deletes the endpoint. Its unfinished deliveries become `canceled`, and its deliveries can no longer be read. This
     * cannot be undone; to pause an endpoint, set `enabled` to false with `updateWebhook`.
     *
     * The response is 200 with a body rather than 204, because every response contains `meta`.
     *
     * `DELETE /webhooks/{id}` · scope `webhooks:manage` · beta
     *
     * @param webhookId The ID of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.delete('whk_01ktvck2jgfjrva00p4jwmptwm')
     */
    delete: (webhookId: WebhookId, options?: CallOptions) => Call<DeletedWebhookResponse>;
    /**
     * Update a webhook endpoint
     *
     * Changes the fields that are sent. Omitted fields and the signing secret keep their values. With `enabled: false`,
     * deliveries are held and do not fail; they are sent when `enabled` is true again. Deliveries that are already
     * queued go to the new `url`. Where receivers have to confirm the URL of a new endpoint, they also have to confirm a
     * new `url`.
     *
     * `PATCH /webhooks/{id}` · scope `webhooks:manage` · beta
     *
     * @param webhookId The ID of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.update('whk_01ktvck2jgfjrva00p4jwmptwm', { enabled: false })
     */
    update: (webhookId: WebhookId, body: UpdateWebhookRequest, options?: CallOptions) => Call<WebhookResponse>;
    /**
     * Send a test event
     *
     * Queues an event for this endpoint only, regardless of the types that it subscribes to: a `webhook.test`, or an
     * example of the type in the body. The event is signed, sent and retried like any other event. Use
     * `getWebhookDelivery` to read the result.
     *
     * The IDs in the data of an example, other than `business_id`, do not exist, so reading them returns 404. An example
     * is not in the feed of `listWebhookEvents`, and neither are its resends: readers of the feed would take it for an
     * event that occurred.
     *
     * `POST /webhooks/{id}/test` · scope `webhooks:manage`
     *
     * @param webhookId The ID of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.test('whk_01ktvck2jgfjrva00p4jwmptwm')
     */
    test: (webhookId: WebhookId, body?: TestWebhookRequest, options?: CallOptions) => Call<WebhookDeliveryResponse>;
    /**
     * Rotate the signing secret
     *
     * Replaces the signing secret and returns the new one. **The secret is returned only once.** By default, the
     * previous secret stops signing immediately; a delivery that the receiver rejects because it still uses the previous
     * secret succeeds on a retry. With `keep_previous_for`, deliveries are also signed with the previous secret in
     * `webhook-signature` for that time, so that a receiver that verifies this header does not reject any of them.
     *
     * `POST /webhooks/{id}/rotate-secret` · scope `webhooks:manage`
     *
     * @param webhookId The ID of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.rotateSecret('whk_01ktvck2jgfjrva00p4jwmptwm')
     */
    rotateSecret: (webhookId: WebhookId, body?: RotateWebhookSecretRequest, options?: CallOptions) => Call<WebhookWithSecretResponse>;
    /**
     * Get delivery statistics of a webhook endpoint
     *
     * Returns how many deliveries of the endpoint succeeded, failed and wait, per hour of the last 24 hours or per day of
     * the last 30 days (UTC). A delivery is counted in the interval in which it was queued, and with its present status.
     * Tests and resends are included. At most the latest 20,000 deliveries are counted.
     *
     * `GET /webhooks/{id}/statistics` · scope `webhooks:manage` · beta
     *
     * @param webhookId The ID of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.getStatistics('whk_01ktvck2jgfjrva00p4jwmptwm')
     */
    getStatistics: (webhookId: WebhookId, query?: GetWebhookStatisticsQuery, options?: CallOptions) => Call<WebhookStatisticsResponse>;
};

export const WebhooksResource = resource<WebhooksResourceMethods>({
    list: functions.listWebhooks,
    create: functions.createWebhook,
    get: functions.getWebhook,
    delete: functions.deleteWebhook,
    update: functions.updateWebhook,
    test: functions.testWebhook,
    rotateSecret: functions.rotateWebhookSecret,
    getStatistics: functions.getWebhookStatistics
}, { deliveries: WebhooksDeliveriesResource, events: WebhooksEventsResource });

export type UsageEventsResourceMethods = {
    /**
     * List usage and account activity events
     *
     * Returns the API activity of the account, newest first: requests that were processed or refused, keys, clients and
     * tokens that were issued or revoked, webhook endpoints that were changed, and quotas that were reached.
     * `request_id` relates an event to the response that the caller received. Events are kept for 30 days.
     *
     * Only requests that can be attributed to an account are listed. Reading this list does not create an event.
     *
     * `GET /events` · scope `businesses:read`
     *
     * @example
     * for await (const item of client.usageEvents.list()) console.log(item)
     */
    list: (query?: ListEventsQuery, options?: CallOptions) => List<UsageEventListResponse, UsageEvent>;
};

export const UsageEventsResource = resource<UsageEventsResourceMethods>({ list: functions.listEvents }, {});

export type AccountResourceMethods = {
    /**
     * Get the account
     *
     * Returns the account of the credential: its plan, flags and business, the credential itself with its scopes and
     * expiry, and all limits and quotas with their usage. Use it before a batch of metered requests to find out how many
     * are left.
     *
     * The rate limits include this request. Reading the account does not count against a quota.
     *
     * `GET /account` · scope `businesses:read`
     *
     * @example
     * const result = await client.account.get()
     */
    get: (options?: CallOptions) => Call<AccountResponse>;
    /**
     * Get request counts over time
     *
     * Returns the number of requests of the account per hour, day or month (UTC), in total or by operation, status or
     * caller. Refused requests are included. The counts are aggregated per interval, so a long period is as fast to read
     * as a short one. A request is counted within a second.
     *
     * | `interval` | kept for | maximum period | default period |
     * |---|---|---|---|
     * | `hour` | 35 days | 31 days | 24 hours |
     * | `day` | 400 days | 366 days | 30 days |
     * | `month` | 5 years | 5 years | 12 months |
     *
     * `GET /usage` · scope `businesses:read`
     *
     * @example
     * const result = await client.account.getUsage()
     */
    getUsage: (query?: GetUsageQuery, options?: CallOptions) => Call<UsageResponse>;
};

export const AccountResource = resource<AccountResourceMethods>({ get: functions.getAccount, getUsage: functions.getUsage }, {});

export type ResourcesMethods = {
    readonly businesses: BusinessesResourceMethods;
    readonly competitors: CompetitorsResourceMethods;
    readonly analyses: AnalysesResourceMethods;
    readonly recommendations: RecommendationsResourceMethods;
    readonly reports: ReportsResourceMethods;
    readonly reviews: ReviewsResourceMethods;
    readonly reviewReplies: ReviewRepliesResourceMethods;
    readonly webhooks: WebhooksResourceMethods;
    readonly usageEvents: UsageEventsResourceMethods;
    readonly account: AccountResourceMethods;
};

/**
 * Every operation, by resource.
 */
export const Resources = resource<ResourcesMethods>({}, {
    businesses: BusinessesResource,
    competitors: CompetitorsResource,
    analyses: AnalysesResource,
    recommendations: RecommendationsResource,
    reports: ReportsResource,
    reviews: ReviewsResource,
    reviewReplies: ReviewRepliesResource,
    webhooks: WebhooksResource,
    usageEvents: UsageEventsResource,
    account: AccountResource
});
