// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

import type { Call, Caller, CallOptions, List, Upload } from './runtime.ts';

import type { AccountResponse, Analysis, AnalysisId, AnalysisListResponse, AnalysisResponse, AnalysisScheduleResponse, Business, BusinessId, BusinessListResponse, BusinessResponse, Competitor, CompetitorId, CompetitorListResponse, CompetitorResponse, CreateCompetitorRequest, CreatedReviewsResponse, CreateReviewImportData, CreateReviewsRequest, CreateWebhookRequest, DeletedCompetitorResponse, DeletedReviewResponse, DeletedWebhookResponse, DraftReviewReplyRequest, GetUsageData, GetWebhookStatisticsData, ListAnalysesData, ListBusinessesData, ListCompetitorsData, ListEventsData, ListRecommendationsData, ListReportsData, ListReviewImportsData, ListReviewRepliesData, ListReviewsData, ListWebhookDeliveriesData, ListWebhookEventsData, ListWebhooksData, Recommendation, RecommendationId, RecommendationListResponse, RecommendationResponse, ReplyDraft, ReplyDraftId, ReplyDraftListResponse, ReplyDraftResponse, ReportId, ReportListResponse, ReportResponse, ReportSummary, ResendWebhookDeliveriesRequest, ResendWebhookDeliveriesResultResponse, Review, ReviewId, ReviewImport, ReviewImportId, ReviewImportListResponse, ReviewImportResponse, ReviewListResponse, ReviewResponse, RotateWebhookSecretRequest, SetAnalysisScheduleRequest, TestWebhookRequest, UpdateCompetitorRequest, UpdateRecommendationRequest, UpdateReviewReplyRequest, UpdateWebhookRequest, UsageEvent, UsageEventListResponse, UsageResponse, Webhook, WebhookDelivery, WebhookDeliveryId, WebhookDeliveryListResponse, WebhookDeliveryResponse, WebhookFeedEntryListResponse, WebhookId, WebhookListResponse, WebhookResponse, WebhookStatisticsResponse, WebhookWithSecretResponse } from './types.ts';

export type ListBusinessesQuery = NonNullable<ListBusinessesData['query']>;

export type ListCompetitorsQuery = NonNullable<ListCompetitorsData['query']>;

export type ListAnalysesQuery = NonNullable<ListAnalysesData['query']>;

export type ListRecommendationsQuery = NonNullable<ListRecommendationsData['query']>;

export type ListReportsQuery = NonNullable<ListReportsData['query']>;

export type ListReviewsQuery = NonNullable<ListReviewsData['query']>;

export type ListReviewImportsQuery = NonNullable<ListReviewImportsData['query']>;

export type CreateReviewImportQuery = NonNullable<CreateReviewImportData['query']>;

export type ListReviewRepliesQuery = NonNullable<ListReviewRepliesData['query']>;

export type ListWebhooksQuery = NonNullable<ListWebhooksData['query']>;

export type GetWebhookStatisticsQuery = NonNullable<GetWebhookStatisticsData['query']>;

export type ListWebhookDeliveriesQuery = NonNullable<ListWebhookDeliveriesData['query']>;

export type ListWebhookEventsQuery = NonNullable<ListWebhookEventsData['query']>;

export type ListEventsQuery = NonNullable<ListEventsData['query']>;

export type GetUsageQuery = NonNullable<GetUsageData['query']>;

/**
 * List businesses
 *
 * Returns the businesses that the credential can access. Every account is bound to one business, so the list
 * contains exactly that business.
 *
 * Start here: the `id` of the first item is the `{id}` of the other operations on a business. Newest first.
 *
 * `GET /businesses` · scope `businesses:read`
 */
export function listBusinesses(caller: Caller, query?: ListBusinessesQuery, options?: CallOptions): List<BusinessListResponse, Business> {
    return caller.list({
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listBusinesses',
        path: '/businesses'
    }, options);
}

/**
 * Get a business
 *
 * Returns the business with its review statistics: rating, number of reviews, change over the last 90 days, and
 * response rate. `latest_analysis_id` is the ID of the latest completed analysis; it is null if there is none.
 *
 * `GET /businesses/{id}` · scope `businesses:read`
 *
 * @param businessId The ID of the business. A credential can only access the business of its account.
 */
export function getBusiness(caller: Caller, businessId: BusinessId, options?: CallOptions): Call<BusinessResponse> {
    return caller.call({
        values: { id: businessId },
        method: 'GET',
        id: 'getBusiness',
        path: '/businesses/{id}'
    }, options);
}

/**
 * List competitors of a business
 *
 * Returns the competitors of the business with their review statistics, and with the aspects that their customers
 * praise or criticize most according to the latest completed analysis. Newest first.
 *
 * `GET /businesses/{id}/competitors` · scope `businesses:read`
 *
 * @param businessId The ID of the business. A credential can only access the business of its account.
 */
export function listCompetitors(caller: Caller, businessId: BusinessId, query?: ListCompetitorsQuery, options?: CallOptions): List<CompetitorListResponse, Competitor> {
    return caller.list({
        values: { id: businessId },
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listCompetitors',
        path: '/businesses/{id}/competitors'
    }, options);
}

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
 */
export function createCompetitor(caller: Caller, businessId: BusinessId, body: CreateCompetitorRequest, options?: CallOptions): Call<CompetitorResponse> {
    return caller.call({
        values: { id: businessId },
        body,
        method: 'POST',
        id: 'createCompetitor',
        path: '/businesses/{id}/competitors'
    }, options);
}

/**
 * Get a competitor
 *
 * Returns a competitor with its review statistics.
 *
 * `GET /competitors/{id}` · scope `businesses:read` · beta
 *
 * @param competitorId The ID of the competitor.
 */
export function getCompetitor(caller: Caller, competitorId: CompetitorId, options?: CallOptions): Call<CompetitorResponse> {
    return caller.call({
        values: { id: competitorId },
        method: 'GET',
        id: 'getCompetitor',
        path: '/competitors/{id}'
    }, options);
}

/**
 * Delete a competitor
 *
 * Deletes the competitor and its reviews. This cannot be undone. Existing analyses and reports keep what they state
 * about the competitor.
 *
 * `DELETE /competitors/{id}` · scope `reviews:write` · beta
 *
 * @param competitorId The ID of the competitor.
 */
export function deleteCompetitor(caller: Caller, competitorId: CompetitorId, options?: CallOptions): Call<DeletedCompetitorResponse> {
    return caller.call({
        values: { id: competitorId },
        method: 'DELETE',
        id: 'deleteCompetitor',
        path: '/competitors/{id}'
    }, options);
}

/**
 * Update a competitor
 *
 * Changes the fields that are sent. Omitted fields keep their values. Existing analyses and reports keep the
 * previous name.
 *
 * `PATCH /competitors/{id}` · scope `reviews:write` · beta
 *
 * @param competitorId The ID of the competitor.
 */
export function updateCompetitor(caller: Caller, competitorId: CompetitorId, body: UpdateCompetitorRequest, options?: CallOptions): Call<CompetitorResponse> {
    return caller.call({
        values: { id: competitorId },
        body,
        method: 'PATCH',
        id: 'updateCompetitor',
        path: '/competitors/{id}'
    }, options);
}

/**
 * List analyses of a business
 *
 * Returns all analyses of the business in any status, newest first. `summary` is always an object; its three lists
 * are empty until `status` is `completed`.
 *
 * `GET /businesses/{id}/analyses` · scope `businesses:read`
 *
 * @param businessId The ID of the business. A credential can only access the business of its account.
 */
export function listAnalyses(caller: Caller, businessId: BusinessId, query?: ListAnalysesQuery, options?: CallOptions): List<AnalysisListResponse, Analysis> {
    return caller.list({
        values: { id: businessId },
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listAnalyses',
        path: '/businesses/{id}/analyses'
    }, options);
}

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
 */
export function startAnalysis(caller: Caller, businessId: BusinessId, options?: CallOptions): Call<AnalysisResponse> {
    return caller.call({
        values: { id: businessId },
        method: 'POST',
        id: 'startAnalysis',
        path: '/businesses/{id}/analyses'
    }, options);
}

/**
 * Get the analysis schedule
 *
 * Returns the analysis schedule: when the business is analyzed automatically, and when the next run is due. Without
 * a schedule, `frequency` is `none`.
 *
 * `GET /businesses/{id}/analysis-schedule` · scope `businesses:read`
 *
 * @param businessId The ID of the business. A credential can only access the business of its account.
 */
export function getAnalysisSchedule(caller: Caller, businessId: BusinessId, options?: CallOptions): Call<AnalysisScheduleResponse> {
    return caller.call({
        values: { id: businessId },
        method: 'GET',
        id: 'getAnalysisSchedule',
        path: '/businesses/{id}/analysis-schedule'
    }, options);
}

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
 */
export function setAnalysisSchedule(caller: Caller, businessId: BusinessId, body: SetAnalysisScheduleRequest, options?: CallOptions): Call<AnalysisScheduleResponse> {
    return caller.call({
        values: { id: businessId },
        body,
        method: 'PUT',
        id: 'setAnalysisSchedule',
        path: '/businesses/{id}/analysis-schedule'
    }, options);
}

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
 */
export function getAnalysis(caller: Caller, analysisId: AnalysisId, options?: CallOptions): Call<AnalysisResponse> {
    return caller.call({
        values: { id: analysisId },
        method: 'GET',
        id: 'getAnalysis',
        path: '/analyses/{id}'
    }, options);
}

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
 */
export function listRecommendations(caller: Caller, businessId: BusinessId, query?: ListRecommendationsQuery, options?: CallOptions): List<RecommendationListResponse, Recommendation> {
    return caller.list({
        values: { id: businessId },
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listRecommendations',
        path: '/businesses/{id}/recommendations'
    }, options);
}

/**
 * Get a recommendation
 *
 * Returns a recommendation, for example the one that the event `recommendation.created` names. Resolved
 * recommendations can be read as well.
 *
 * `GET /recommendations/{id}` · scope `businesses:read`
 *
 * @param recommendationId The ID of the recommendation.
 */
export function getRecommendation(caller: Caller, recommendationId: RecommendationId, options?: CallOptions): Call<RecommendationResponse> {
    return caller.call({
        values: { id: recommendationId },
        method: 'GET',
        id: 'getRecommendation',
        path: '/recommendations/{id}'
    }, options);
}

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
 */
export function updateRecommendation(caller: Caller, recommendationId: RecommendationId, body: UpdateRecommendationRequest, options?: CallOptions): Call<RecommendationResponse> {
    return caller.call({
        values: { id: recommendationId },
        body,
        method: 'PATCH',
        id: 'updateRecommendation',
        path: '/recommendations/{id}'
    }, options);
}

/**
 * List reports of a business
 *
 * Returns all reports of the business, newest first, without sections and files; `getReport` returns those.
 *
 * `GET /businesses/{id}/reports` · scope `businesses:read`
 *
 * @param businessId The ID of the business. A credential can only access the business of its account.
 */
export function listReports(caller: Caller, businessId: BusinessId, query?: ListReportsQuery, options?: CallOptions): List<ReportListResponse, ReportSummary> {
    return caller.list({
        values: { id: businessId },
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listReports',
        path: '/businesses/{id}/reports'
    }, options);
}

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
 */
export function getReport(caller: Caller, reportId: ReportId, options?: CallOptions): Call<ReportResponse> {
    return caller.call({
        values: { id: reportId },
        method: 'GET',
        id: 'getReport',
        path: '/reports/{id}'
    }, options);
}

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
 */
export function listReviews(caller: Caller, businessId: BusinessId, query?: ListReviewsQuery, options?: CallOptions): List<ReviewListResponse, Review> {
    return caller.list({
        values: { id: businessId },
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listReviews',
        path: '/businesses/{id}/reviews'
    }, options);
}

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
 */
export function createReviews(caller: Caller, businessId: BusinessId, body: CreateReviewsRequest, options?: CallOptions): Call<CreatedReviewsResponse> {
    return caller.call({
        values: { id: businessId },
        body,
        method: 'POST',
        id: 'createReviews',
        path: '/businesses/{id}/reviews'
    }, options);
}

/**
 * Get a review
 *
 * Returns a review, for example the source of a quote in an analysis.
 *
 * `GET /reviews/{id}` · scope `businesses:read` · beta
 *
 * @param reviewId The ID of the review, as in `review_id` of a quote.
 */
export function getReview(caller: Caller, reviewId: ReviewId, options?: CallOptions): Call<ReviewResponse> {
    return caller.call({
        values: { id: reviewId },
        method: 'GET',
        id: 'getReview',
        path: '/reviews/{id}'
    }, options);
}

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
 */
export function deleteReview(caller: Caller, reviewId: ReviewId, options?: CallOptions): Call<DeletedReviewResponse> {
    return caller.call({
        values: { id: reviewId },
        method: 'DELETE',
        id: 'deleteReview',
        path: '/reviews/{id}'
    }, options);
}

/**
 * List imports of reviews
 *
 * Returns the imports of review files of the business with their status and results, newest first. An import is
 * listed for as long as the service keeps events.
 *
 * `GET /businesses/{id}/review-imports` · scope `businesses:read` · beta
 *
 * @param businessId The ID of the business. A credential can only access the business of its account.
 */
export function listReviewImports(caller: Caller, businessId: BusinessId, query?: ListReviewImportsQuery, options?: CallOptions): List<ReviewImportListResponse, ReviewImport> {
    return caller.list({
        values: { id: businessId },
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listReviewImports',
        path: '/businesses/{id}/review-imports'
    }, options);
}

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
 */
export function createReviewImport(caller: Caller, businessId: BusinessId, body: Upload, query?: CreateReviewImportQuery, options?: CallOptions): Call<ReviewImportResponse> {
    return caller.call({
        values: { id: businessId },
        body,
        upload: true,
        query,
        method: 'POST',
        id: 'createReviewImport',
        path: '/businesses/{id}/review-imports'
    }, options);
}

/**
 * Get an import of reviews
 *
 * Returns the status of an import, the number of stored reviews, and the rejected rows. Poll every few seconds until
 * `status` is `completed` or `failed`; a file of 100,000 rows takes some seconds.
 *
 * `GET /review-imports/{id}` · scope `businesses:read` · beta
 *
 * @param reviewImportId The ID of the import.
 */
export function getReviewImport(caller: Caller, reviewImportId: ReviewImportId, options?: CallOptions): Call<ReviewImportResponse> {
    return caller.call({
        values: { id: reviewImportId },
        method: 'GET',
        id: 'getReviewImport',
        path: '/review-imports/{id}'
    }, options);
}

/**
 * List reply drafts
 *
 * Returns the drafts of the account, newest first. A draft is deleted 90 days after its last change.
 *
 * `GET /review-replies` · scope `replies:write` · beta
 */
export function listReviewReplies(caller: Caller, query?: ListReviewRepliesQuery, options?: CallOptions): List<ReplyDraftListResponse, ReplyDraft> {
    return caller.list({
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listReviewReplies',
        path: '/review-replies'
    }, options);
}

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
 */
export function draftReviewReply(caller: Caller, body: DraftReviewReplyRequest, options?: CallOptions): Call<ReplyDraftResponse> {
    return caller.call({
        body,
        method: 'POST',
        id: 'draftReviewReply',
        path: '/review-replies'
    }, options);
}

/**
 * Get a reply draft
 *
 * Returns a draft with the review that it replies to, all variants, and the current text.
 *
 * `GET /review-replies/{id}` · scope `replies:write` · beta
 *
 * @param replyDraftId The ID of the draft.
 */
export function getReviewReply(caller: Caller, replyDraftId: ReplyDraftId, options?: CallOptions): Call<ReplyDraftResponse> {
    return caller.call({
        values: { id: replyDraftId },
        method: 'GET',
        id: 'getReviewReply',
        path: '/review-replies/{id}'
    }, options);
}

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
 */
export function updateReviewReply(caller: Caller, replyDraftId: ReplyDraftId, body: UpdateReviewReplyRequest, options?: CallOptions): Call<ReplyDraftResponse> {
    return caller.call({
        values: { id: replyDraftId },
        body,
        method: 'PATCH',
        id: 'updateReviewReply',
        path: '/review-replies/{id}'
    }, options);
}

/**
 * List webhook endpoints
 *
 * Returns the webhook endpoints of the account, newest first. Signing secrets are not included; they are only
 * returned at creation and at each rotation.
 *
 * `GET /webhooks` · scope `webhooks:manage`
 */
export function listWebhooks(caller: Caller, query?: ListWebhooksQuery, options?: CallOptions): List<WebhookListResponse, Webhook> {
    return caller.list({
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listWebhooks',
        path: '/webhooks'
    }, options);
}

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
 */
export function createWebhook(caller: Caller, body: CreateWebhookRequest, options?: CallOptions): Call<WebhookWithSecretResponse> {
    return caller.call({
        body,
        method: 'POST',
        id: 'createWebhook',
        path: '/webhooks'
    }, options);
}

/**
 * Get a webhook endpoint
 *
 * Returns a webhook endpoint, including when an attempt last succeeded and last failed.
 *
 * `GET /webhooks/{id}` · scope `webhooks:manage`
 *
 * @param webhookId The ID of the webhook endpoint.
 */
export function getWebhook(caller: Caller, webhookId: WebhookId, options?: CallOptions): Call<WebhookResponse> {
    return caller.call({
        values: { id: webhookId },
        method: 'GET',
        id: 'getWebhook',
        path: '/webhooks/{id}'
    }, options);
}

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
 */
export function deleteWebhook(caller: Caller, webhookId: WebhookId, options?: CallOptions): Call<DeletedWebhookResponse> {
    return caller.call({
        values: { id: webhookId },
        method: 'DELETE',
        id: 'deleteWebhook',
        path: '/webhooks/{id}'
    }, options);
}

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
 */
export function updateWebhook(caller: Caller, webhookId: WebhookId, body: UpdateWebhookRequest, options?: CallOptions): Call<WebhookResponse> {
    return caller.call({
        values: { id: webhookId },
        body,
        method: 'PATCH',
        id: 'updateWebhook',
        path: '/webhooks/{id}'
    }, options);
}

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
 */
export function testWebhook(caller: Caller, webhookId: WebhookId, body?: TestWebhookRequest, options?: CallOptions): Call<WebhookDeliveryResponse> {
    return caller.call({
        values: { id: webhookId },
        body,
        method: 'POST',
        id: 'testWebhook',
        path: '/webhooks/{id}/test'
    }, options);
}

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
 */
export function rotateWebhookSecret(caller: Caller, webhookId: WebhookId, body?: RotateWebhookSecretRequest, options?: CallOptions): Call<WebhookWithSecretResponse> {
    return caller.call({
        values: { id: webhookId },
        body,
        method: 'POST',
        id: 'rotateWebhookSecret',
        path: '/webhooks/{id}/rotate-secret'
    }, options);
}

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
 */
export function getWebhookStatistics(caller: Caller, webhookId: WebhookId, query?: GetWebhookStatisticsQuery, options?: CallOptions): Call<WebhookStatisticsResponse> {
    return caller.call({
        values: { id: webhookId },
        query,
        method: 'GET',
        id: 'getWebhookStatistics',
        path: '/webhooks/{id}/statistics'
    }, options);
}

/**
 * List deliveries of a webhook endpoint
 *
 * Returns the deliveries of the endpoint, newest first, each with its payload, all attempts, and a `hint` on the
 * cause if it failed. Finished deliveries are kept for 30 days, dead letters for 90 days.
 *
 * `GET /webhooks/{id}/deliveries` · scope `webhooks:manage`
 *
 * @param webhookId The ID of the webhook endpoint.
 */
export function listWebhookDeliveries(caller: Caller, webhookId: WebhookId, query?: ListWebhookDeliveriesQuery, options?: CallOptions): List<WebhookDeliveryListResponse, WebhookDelivery> {
    return caller.list({
        values: { id: webhookId },
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listWebhookDeliveries',
        path: '/webhooks/{id}/deliveries'
    }, options);
}

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
 */
export function resendWebhookDeliveries(caller: Caller, webhookId: WebhookId, body: ResendWebhookDeliveriesRequest, options?: CallOptions): Call<ResendWebhookDeliveriesResultResponse> {
    return caller.call({
        values: { id: webhookId },
        body,
        method: 'POST',
        id: 'resendWebhookDeliveries',
        path: '/webhooks/{id}/resend'
    }, options);
}

/**
 * Get a delivery
 *
 * Returns a delivery with its payload and all attempts. `attempt_count`, `max_attempts` and `next_attempt_at` show
 * what happens next; `hint` explains why the delivery failed and how to fix it.
 *
 * `GET /webhook-deliveries/{id}` · scope `webhooks:manage` · beta
 *
 * @param webhookDeliveryId The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`.
 */
export function getWebhookDelivery(caller: Caller, webhookDeliveryId: WebhookDeliveryId, options?: CallOptions): Call<WebhookDeliveryResponse> {
    return caller.call({
        values: { id: webhookDeliveryId },
        method: 'GET',
        id: 'getWebhookDelivery',
        path: '/webhook-deliveries/{id}'
    }, options);
}

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
 */
export function resendWebhookDelivery(caller: Caller, webhookDeliveryId: WebhookDeliveryId, options?: CallOptions): Call<WebhookDeliveryResponse> {
    return caller.call({
        values: { id: webhookDeliveryId },
        method: 'POST',
        id: 'resendWebhookDelivery',
        path: '/webhook-deliveries/{id}/resend'
    }, options);
}

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
 */
export function listWebhookEvents(caller: Caller, query?: ListWebhookEventsQuery, options?: CallOptions): Call<WebhookFeedEntryListResponse> {
    return caller.call({
        query,
        method: 'GET',
        id: 'listWebhookEvents',
        path: '/webhook-events'
    }, options);
}

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
 */
export function listEvents(caller: Caller, query?: ListEventsQuery, options?: CallOptions): List<UsageEventListResponse, UsageEvent> {
    return caller.list({
        query,
        pagination: {
            cursor: 'cursor',
            items: 'data',
            next: 'meta.page.next_cursor'
        },
        method: 'GET',
        id: 'listEvents',
        path: '/events'
    }, options);
}

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
 */
export function getAccount(caller: Caller, options?: CallOptions): Call<AccountResponse> {
    return caller.call({
        method: 'GET',
        id: 'getAccount',
        path: '/account'
    }, options);
}

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
 */
export function getUsage(caller: Caller, query?: GetUsageQuery, options?: CallOptions): Call<UsageResponse> {
    return caller.call({
        query,
        method: 'GET',
        id: 'getUsage',
        path: '/usage'
    }, options);
}
