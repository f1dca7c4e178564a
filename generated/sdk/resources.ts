// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

import * as functions from './functions.ts';
import type { Call, Caller, CallOptions, List, Upload } from './runtime.ts';

import type { CreateReviewImportQuery, GetUsageQuery, ListAnalysesQuery, ListBusinessesQuery, ListCompetitorsQuery, ListEventsQuery, ListRecommendationsQuery, ListReportsQuery, ListReviewImportsQuery, ListReviewRepliesQuery, ListReviewsQuery, ListWebhookDeliveriesQuery, ListWebhookEventsQuery, ListWebhooksQuery } from './functions.ts';
import type { AccountResponse, Analysis, AnalysisId, AnalysisListResponse, AnalysisResponse, AnalysisScheduleResponse, Business, BusinessId, BusinessListResponse, BusinessResponse, Competitor, CompetitorId, CompetitorListResponse, CompetitorResponse, CreateCompetitorRequest, CreatedReviewsResponse, CreateReviewsRequest, CreateWebhookRequest, DeletedCompetitorResponse, DeletedReviewResponse, DeletedWebhookResponse, DraftReviewReplyRequest, Recommendation, RecommendationId, RecommendationListResponse, RecommendationResponse, ReplyDraft, ReplyDraftId, ReplyDraftListResponse, ReplyDraftResponse, ReportId, ReportListResponse, ReportResponse, ReportSummary, ResendWebhookDeliveriesRequest, ResendWebhookDeliveriesResultResponse, Review, ReviewId, ReviewImport, ReviewImportId, ReviewImportListResponse, ReviewImportResponse, ReviewListResponse, ReviewResponse, RotateWebhookSecretRequest, SetAnalysisScheduleRequest, UpdateCompetitorRequest, UpdateRecommendationRequest, UpdateReviewReplyRequest, UpdateWebhookRequest, UsageEvent, UsageEventListResponse, UsageResponse, Webhook, WebhookDelivery, WebhookDeliveryId, WebhookDeliveryListResponse, WebhookDeliveryResponse, WebhookFeedEntryListResponse, WebhookId, WebhookListResponse, WebhookResponse, WebhookWithSecretResponse } from './types.ts';

export class BusinessesResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * List businesses
     *
     * The businesses that the credential can see. Every account is bound to one locked business, so the list holds exactly that
     * one; it is a list so that a picker can be filled from it.
     *
     * Start here: the `id` of the first entry is the `{id}` of the other business operations. Newest first.
     *
     * `GET /businesses` · scope `businesses:read`
     *
     * @example
     * for await (const item of client.businesses.list()) console.log(item)
     */
    list(query?: ListBusinessesQuery, options?: CallOptions): List<BusinessListResponse, Business> {
        return functions.listBusinesses(this.#caller, query, options);
    }
    
    /**
     * Get a business
     *
     * The business with its own standing: rating, how many reviews, how the last 90 days compare, and how often its owner
     * answers. `latest_analysis_id` leads to the newest completed analysis; it is null until there is one.
     *
     * `GET /businesses/{id}` · scope `businesses:read`
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * const result = await client.businesses.get('biz_01kjpx4gtrex7rhcb4yfrgw100')
     */
    get(businessId: BusinessId, options?: CallOptions): Call<BusinessResponse> {
        return functions.getBusiness(this.#caller, businessId, options);
    }
}

export class CompetitorsResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * List competitors of a business
     *
     * Who the business is compared with: each competitor's standing in the same terms as the business's own, and the aspects
     * that its customers praise or complain about most clearly, taken from the latest completed analysis. Newest first.
     *
     * `GET /businesses/{id}/competitors` · scope `businesses:read`
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * for await (const item of client.competitors.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list(businessId: BusinessId, query?: ListCompetitorsQuery, options?: CallOptions): List<CompetitorListResponse, Competitor> {
        return functions.listCompetitors(this.#caller, businessId, query, options);
    }
    
    /**
     * Track a competitor
     *
     * Adds a competitor to compare the business with. It has no reviews yet: bring them in with `createReviews`. The next analysis
     * includes it.
     *
     * A plan tracks up to a number of competitors (`capacities` of `getAccount`). Beyond it the response is 429 with the path
     * `quota.competitors`; waiting does not help, removing a competitor does.
     *
     * `POST /businesses/{id}/competitors` · scope `reviews:write` · beta
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * const result = await client.competitors.create('biz_01kjpx4gtrex7rhcb4yfrgw100', { name: 'Trattoria Sole', distance_m: 1420 })
     */
    create(businessId: BusinessId, body: CreateCompetitorRequest, options?: CallOptions): Call<CompetitorResponse> {
        return functions.createCompetitor(this.#caller, businessId, body, options);
    }
    
    /**
     * Get a competitor
     *
     * One competitor with its standing.
     *
     * `GET /competitors/{id}` · scope `businesses:read` · beta
     *
     * @param competitorId Identifier of the competitor.
     *
     * @example
     * const result = await client.competitors.get('cmp_01kjpxm0t0e4pswffc8k7pd4hh')
     */
    get(competitorId: CompetitorId, options?: CallOptions): Call<CompetitorResponse> {
        return functions.getCompetitor(this.#caller, competitorId, options);
    }
    
    /**
     * Stop tracking a competitor
     *
     * Removes the competitor and its reviews; both can no longer be read. It cannot be undone. Analyses and reports that are finished
     * keep what they say about it.
     *
     * `DELETE /competitors/{id}` · scope `reviews:write` · beta
     *
     * @param competitorId Identifier of the competitor.
     *
     * @example
     * const result = await client.competitors.delete('cmp_01kjpxm0t0e4pswffc8k7pd4hh')
     */
    delete(competitorId: CompetitorId, options?: CallOptions): Call<DeletedCompetitorResponse> {
        return functions.deleteCompetitor(this.#caller, competitorId, options);
    }
    
    /**
     * Change a competitor
     *
     * Changes the fields that are sent and leaves the others. Analyses and reports that are finished keep the name they were made with.
     *
     * `PATCH /competitors/{id}` · scope `reviews:write` · beta
     *
     * @param competitorId Identifier of the competitor.
     *
     * @example
     * const result = await client.competitors.update('cmp_01kjpxm0t0e4pswffc8k7pd4hh', { name: 'Osteria al Ponte' })
     */
    update(competitorId: CompetitorId, body: UpdateCompetitorRequest, options?: CallOptions): Call<CompetitorResponse> {
        return functions.updateCompetitor(this.#caller, competitorId, body, options);
    }
}

export class AnalysesResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * List analyses of a business
     *
     * Every analysis of the business in any state, newest first. `summary` is always an object; its three lists stay empty until
     * `status` is `completed`.
     *
     * `GET /businesses/{id}/analyses` · scope `businesses:read`
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * for await (const item of client.analyses.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list(businessId: BusinessId, query?: ListAnalysesQuery, options?: CallOptions): List<AnalysisListResponse, Analysis> {
        return functions.listAnalyses(this.#caller, businessId, query, options);
    }
    
    /**
     * Start an analysis
     *
     * Queues an analysis of the reviews of the business and its competitors over the year before the request, and returns
     * immediately. It has no request body. Follow it with `getAnalysis`, or better, wait for the webhook event `analysis.completed` or
     * `analysis.failed`: exactly one of the two is sent.
     *
     * Each started analysis counts against the monthly quota `analyses` of the plan. If the account was granted a report
     * outside of its plan (`report_grants` of `getAccount`), an analysis that is started with a live key or an access token uses the
     * grant instead, and gives it back if it fails. A failed analysis is not retried by the
     * service; start a new one when the reason is gone.
     *
     * `POST /businesses/{id}/analyses` · scope `analyses:write` · counts against the quota `analyses` · beta
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * const result = await client.analyses.start('biz_01kjpx4gtrex7rhcb4yfrgw100')
     */
    start(businessId: BusinessId, options?: CallOptions): Call<AnalysisResponse> {
        return functions.startAnalysis(this.#caller, businessId, options);
    }
    
    /**
     * Get the analysis schedule
     *
     * When the business is analyzed by itself, and when that happens next. A business without a schedule has the frequency `none`.
     *
     * `GET /businesses/{id}/analysis-schedule` · scope `businesses:read`
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * const result = await client.analyses.getSchedule('biz_01kjpx4gtrex7rhcb4yfrgw100')
     */
    getSchedule(businessId: BusinessId, options?: CallOptions): Call<AnalysisScheduleResponse> {
        return functions.getAnalysisSchedule(this.#caller, businessId, options);
    }
    
    /**
     * Set the analysis schedule
     *
     * Replaces the schedule of the business. Weekday and hour are local to the business (`timezone`), in summer and winter: an hour that
     * the clocks skip begins at the next one, and an hour that they repeat counts once.
     *
     * - `weekly`: every week on `weekday` at `hour`
     * - `monthly`: on the first `weekday` of every month at `hour`
     * - `none`: never
     *
     * Each run starts an analysis as `startAnalysis` does, with its report and events, and counts against the plan's monthly quota
     * `analyses`. When the quota is used up, the run is skipped, and `GET /events` has an entry `analysis.skipped`. Runs that were
     * missed are made up for by one run, however many they were.
     *
     * `PUT /businesses/{id}/analysis-schedule` · scope `reviews:write` · beta
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * const result = await client.analyses.setSchedule('biz_01kjpx4gtrex7rhcb4yfrgw100', { frequency: 'monthly', weekday: 'monday', hour: 6 })
     */
    setSchedule(businessId: BusinessId, body: SetAnalysisScheduleRequest, options?: CallOptions): Call<AnalysisScheduleResponse> {
        return functions.setAnalysisSchedule(this.#caller, businessId, body, options);
    }
    
    /**
     * Get an analysis
     *
     * What the reviews say: `summary` for a reader in a hurry, `themes` for one aspect at a time with verbatim quotes as evidence,
     * `comparison` for the standing among competitors, and `sample` for how much evidence there was.
     *
     * `status` goes from `queued` through `running` to `completed` or `failed`; the last two never change again. After a failure
     * `failure.reason` gives the reason. `report_id` stays null until the report is ready.
     *
     * `GET /analyses/{id}` · scope `businesses:read`
     *
     * @param analysisId Identifier of the analysis.
     *
     * @example
     * const result = await client.analyses.get('ana_01m7hf1rr0fwd9h44cbb4w5y6j')
     */
    get(analysisId: AnalysisId, options?: CallOptions): Call<AnalysisResponse> {
        return functions.getAnalysis(this.#caller, analysisId, options);
    }
}

export class RecommendationsResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * List recommendations for a business
     *
     * What to do, most important first: `open` and `planned` before the others, then by `priority`, then newest. Each recommendation gives its reason, shows
     * the quotes it rests on, and names the metric that shows whether it worked. `score` is computed from `factors`; no language
     * model sets it.
     *
     * A recommendation stays the same record while later analyses confirm it, and becomes `resolved` when one no longer finds it.
     *
     * `GET /businesses/{id}/recommendations` · scope `businesses:read`
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * for await (const item of client.recommendations.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list(businessId: BusinessId, query?: ListRecommendationsQuery, options?: CallOptions): List<RecommendationListResponse, Recommendation> {
        return functions.listRecommendations(this.#caller, businessId, query, options);
    }
    
    /**
     * Get a recommendation
     *
     * One recommendation, as the event `recommendation.created` names it. A resolved recommendation can still be read.
     *
     * `GET /recommendations/{id}` · scope `businesses:read`
     *
     * @param recommendationId Identifier of the recommendation.
     *
     * @example
     * const result = await client.recommendations.get('rec_01m2mcv4t0e0z871dce7snzdyq')
     */
    get(recommendationId: RecommendationId, options?: CallOptions): Call<RecommendationResponse> {
        return functions.getRecommendation(this.#caller, recommendationId, options);
    }
    
    /**
     * Update the status of a recommendation
     *
     * Sets the status of a recommendation, your note about it, or both. Later analyses keep `planned`, `done` and `dismissed` while they
     * still find the problem, and make the recommendation `resolved` when they no longer do. The status of a resolved
     * recommendation cannot be changed (409); its note can.
     *
     * `PATCH /recommendations/{id}` · scope `analyses:write` · beta
     *
     * @param recommendationId Identifier of the recommendation.
     *
     * @example
     * const result = await client.recommendations.update('rec_01m2mcv4t0e0z871dce7snzdyq', { status: 'done', note: 'Second host hired for the weekends.' })
     */
    update(recommendationId: RecommendationId, body: UpdateRecommendationRequest, options?: CallOptions): Call<RecommendationResponse> {
        return functions.updateRecommendation(this.#caller, recommendationId, body, options);
    }
}

export class ReportsResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * List reports of a business
     *
     * Every report of the business, newest first, without sections and files: `getReport` returns those.
     *
     * `GET /businesses/{id}/reports` · scope `businesses:read`
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * for await (const item of client.reports.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list(businessId: BusinessId, query?: ListReportsQuery, options?: CallOptions): List<ReportListResponse, ReportSummary> {
        return functions.listReports(this.#caller, businessId, query, options);
    }
    
    /**
     * Get a report
     *
     * The report both as data (`sections`, with texts, quotes and the numbers behind each chart) and as files to open or print.
     * The links in `files` are signed and need no credential: the same link is returned for an hour and works for
     * a day, so fetch the report again rather than store a link.
     *
     * A report is visible once it is ready; the webhook event `report.generated` announces it.
     *
     * `GET /reports/{id}` · scope `businesses:read`
     *
     * @param reportId Identifier of the report, as in `report_id` of its analysis or in the event `report.generated`.
     *
     * @example
     * const result = await client.reports.get('rpt_01m7hf3btcfc5t7s04k8p77501')
     */
    get(reportId: ReportId, options?: CallOptions): Call<ReportResponse> {
        return functions.getReport(this.#caller, reportId, options);
    }
}

export class ReviewsResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * List reviews of a business and its competitors
     *
     * The reviews that the service knows: those of the business and those of its competitors, with what the engine found in them.
     * Filters can be combined; a review has to match all of them. Newest first unless `sort` is set.
     *
     * The engine reads new reviews in the background, usually within seconds. Until then their `labels_state` is `pending`, and the
     * filters `aspect`, `polarity`, `flag` and `q` leave them out.
     *
     * `GET /businesses/{id}/reviews` · scope `businesses:read` · beta
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * for await (const item of client.reviews.list('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    list(businessId: BusinessId, query?: ListReviewsQuery, options?: CallOptions): List<ReviewListResponse, Review> {
        return functions.listReviews(this.#caller, businessId, query, options);
    }
    
    /**
     * Bring in reviews
     *
     * Stores up to 500 reviews of the business and its competitors, in a body of at most 256 KiB. Each item has a separate result, in
     * the order of the request: `created`, `updated`, `unchanged`, or `rejected` with the place and the reason. Rejected items do not
     * keep the others from being stored.
     *
     * A review is identified by its subject, `source` and `source_id`, so the same items can be sent again. What an item leaves out
     * stays as it is stored. Without a `source_id` one is derived from date, stars and text; a changed text is then another review. New
     * and changed reviews are labeled in the background, and the statistics follow.
     *
     * A plan stores up to a number of reviews (`capacities` of `getAccount`). A request that would exceed it stores nothing and gets 429
     * with the path `quota.reviews`.
     *
     * `POST /businesses/{id}/reviews` · scope `reviews:write` · beta
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
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
    create(businessId: BusinessId, body: CreateReviewsRequest, options?: CallOptions): Call<CreatedReviewsResponse> {
        return functions.createReviews(this.#caller, businessId, body, options);
    }
    
    /**
     * Get a review
     *
     * One review in full, for instance the one behind a quote of an analysis.
     *
     * `GET /reviews/{id}` · scope `businesses:read` · beta
     *
     * @param reviewId Identifier of the review, as in `review_id` of a quote.
     *
     * @example
     * const result = await client.reviews.get('rev_01m7dtkjf0fnvtft6k86k7vp0v')
     */
    get(reviewId: ReviewId, options?: CallOptions): Call<ReviewResponse> {
        return functions.getReview(this.#caller, reviewId, options);
    }
    
    /**
     * Delete a review
     *
     * Deletes a review with everything that shows its text: its labels, its quotes in analyses, recommendations and reports, files
     * included, drafts of replies to it, and kept responses with such drafts. Numbers that it was counted in stay as they are. The PDF of
     * a report that quoted it is missing until it has been printed again.
     *
     * It cannot be undone: a keyed hash of its identity remains, so that no later request or import brings it back.
     *
     * `DELETE /reviews/{id}` · scope `reviews:write` · beta
     *
     * @param reviewId Identifier of the review, as in `review_id` of a quote.
     *
     * @example
     * const result = await client.reviews.delete('rev_01m7dtkjf0fnvtft6k86k7vp0v')
     */
    delete(reviewId: ReviewId, options?: CallOptions): Call<DeletedReviewResponse> {
        return functions.deleteReview(this.#caller, reviewId, options);
    }
    
    /**
     * List imports of reviews
     *
     * The files of reviews that were uploaded for the business, with what became of them. Newest first. An import is listed for as long
     * as the service keeps events.
     *
     * `GET /businesses/{id}/review-imports` · scope `businesses:read` · beta
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * for await (const item of client.reviews.listImports('biz_01kjpx4gtrex7rhcb4yfrgw100')) console.log(item)
     */
    listImports(businessId: BusinessId, query?: ListReviewImportsQuery, options?: CallOptions): List<ReviewImportListResponse, ReviewImport> {
        return functions.listReviewImports(this.#caller, businessId, query, options);
    }
    
    /**
     * Import a file of reviews
     *
     * Uploads a file of reviews of any number, which a worker reads afterwards: the response has the import, and `getReviewImport` shows
     * how far it is. The file is CSV with a heading line, a JSON array, an object that contains a list, or one JSON object per line
     * (NDJSON), in UTF-8 or, with a byte order mark, UTF-16. The content decides which of them it is, not the media type. The usual
     * headings of exports of Google Business Profile, Yelp and TripAdvisor are understood. The column `subject` says whose review a row
     * is: `own`, or the name or id of a competitor of the business; without it, all are reviews of the business itself.
     *
     * A row that cannot be stored is listed in `rejections` and does not keep the others from being stored. A review that is stored
     * already takes over what has changed, so a file can be imported again. A file that cannot be read to its end becomes `failed`; the
     * rows before that place stay. One import of an account runs at a time, the others wait in order, and two files at a time can be
     * uploaded. The file is kept encrypted until its import has ended.
     *
     * The server stops reading at 1 GB (1,000,000,000 bytes), or at what its operator has set. A plan allows a number of uploads per day
     * in UTC (`review_imports` of `capacities` of `getAccount`); beyond it the response is 429 with the path `quota.review_imports`.
     *
     * With an `Idempotency-Key`, the file counts by its SHA-256: another file under the same key gets 409. A repeated upload is read and
     * compared, and not imported a second time.
     *
     * `POST /businesses/{id}/review-imports` · scope `reviews:write` · beta
     *
     * @param businessId Identifier of the business. Only the locked business of the account exists for its credentials.
     *
     * @example
     * const result = await client.reviews.createImport('biz_01kjpx4gtrex7rhcb4yfrgw100', 'subject,source,source_id,rating,text,published_at\nown,google,ChdDSUhNMG9nS0VJQ0FnSUR1,2,We booked for half past seven and still stood at the door for forty minutes.,2026-11-14\nown,tripadvisor,904417233,5,"Lovely pasta, and the terrace is quiet.",2026-11-15\ncmp_01kjpxm0t0e4pswffc8k7pd4hh,google,ChZDSUhNMG9nS0VJQ0FnSURmOEpx,5,Our table was ready the moment we walked in.,2026-11-10\n')
     */
    createImport(businessId: BusinessId, body: Upload, query?: CreateReviewImportQuery, options?: CallOptions): Call<ReviewImportResponse> {
        return functions.createReviewImport(this.#caller, businessId, body, query, options);
    }
    
    /**
     * Get an import of reviews
     *
     * How far an import is, what it stored, and which rows it rejected. Ask again every few seconds until `status` is `completed` or
     * `failed`; a file of 100,000 rows takes some seconds.
     *
     * `GET /review-imports/{id}` · scope `businesses:read` · beta
     *
     * @param reviewImportId Identifier of the import.
     *
     * @example
     * const result = await client.reviews.getImport('imp_01m7w10xa0ff2vq4bn7xq3sdk8')
     */
    getImport(reviewImportId: ReviewImportId, options?: CallOptions): Call<ReviewImportResponse> {
        return functions.getReviewImport(this.#caller, reviewImportId, options);
    }
}

export class ReviewRepliesResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * List reply drafts
     *
     * The drafts of the account, newest first. A draft is kept for 90 days after its last change.
     *
     * `GET /review-replies` · scope `replies:write` · beta
     *
     * @example
     * for await (const item of client.reviewReplies.list()) console.log(item)
     */
    list(query?: ListReviewRepliesQuery, options?: CallOptions): List<ReplyDraftListResponse, ReplyDraft> {
        return functions.listReviewReplies(this.#caller, query, options);
    }
    
    /**
     * Draft a reply to a review
     *
     * Writes one to three drafts of a public reply. Nothing is published: a person has to approve the draft and post it, which is why
     * `requires_human_approval` is always true. The draft is kept for 90 days after its last change: edit or reject it with
     * `updateReviewReply`.
     *
     * A draft asserts only what the review or your `facts` say; `claims` lists every concrete statement with the words that support
     * it. Read `warnings` before approving. Each call counts once against the monthly quota `reply_drafts`, however many variants
     * it asks for.
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
    draft(body: DraftReviewReplyRequest, options?: CallOptions): Call<ReplyDraftResponse> {
        return functions.draftReviewReply(this.#caller, body, options);
    }
    
    /**
     * Get a reply draft
     *
     * One draft with the review it replies to, every variant, and the text as it was last edited.
     *
     * `GET /review-replies/{id}` · scope `replies:write` · beta
     *
     * @param replyDraftId Identifier of the draft.
     *
     * @example
     * const result = await client.reviewReplies.get('drf_01m7w1vztfe1hajn7z6ha8w3pk')
     */
    get(replyDraftId: ReplyDraftId, options?: CallOptions): Call<ReplyDraftResponse> {
        return functions.getReviewReply(this.#caller, replyDraftId, options);
    }
    
    /**
     * Edit, reject or approve a reply draft
     *
     * Sets the text of a draft, its status, or both. Another text without a status makes an approved or rejected draft a `draft` again.
     *
     * Only a person approves: with an API key or an access token the status `approved` is refused with 403. Approving publishes
     * nothing by itself.
     *
     * `PATCH /review-replies/{id}` · scope `replies:write` · beta
     *
     * @param replyDraftId Identifier of the draft.
     *
     * @example
     * const result = await client.reviewReplies.update('drf_01m7w1vztfe1hajn7z6ha8w3pk', {
     *   text: 'Dear Marieke,\n\nThank you for telling us. We are sorry that you waited at the door. Please give us another evening.\n\nSofia, Rosso Trattoria',
     * })
     */
    update(replyDraftId: ReplyDraftId, body: UpdateReviewReplyRequest, options?: CallOptions): Call<ReplyDraftResponse> {
        return functions.updateReviewReply(this.#caller, replyDraftId, body, options);
    }
}

export class WebhooksDeliveriesResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * List deliveries of a webhook endpoint
     *
     * The deliveries of the last weeks, newest first, each with its payload, every attempt and a `hint` on the cause when it
     * failed. Finished deliveries are kept for 30 days, dead letters for 90.
     *
     * `GET /webhooks/{id}/deliveries` · scope `webhooks:manage`
     *
     * @param webhookId Identifier of the webhook endpoint.
     *
     * @example
     * for await (const item of client.webhooks.deliveries.list('whk_01ktvck2jgfjrva00p4jwmptwm')) console.log(item)
     */
    list(webhookId: WebhookId, query?: ListWebhookDeliveriesQuery, options?: CallOptions): List<WebhookDeliveryListResponse, WebhookDelivery> {
        return functions.listWebhookDeliveries(this.#caller, webhookId, query, options);
    }
    
    /**
     * Resend many deliveries
     *
     * Sends past deliveries of this endpoint again after an outage of the receiver: those created from `since` until before `until`,
     * of the given event types and in the given states. With `dry_run` it only counts. Each resend is a new delivery with the same
     * event id, so a receiver that ignores events it has handled is safe.
     *
     * Many are queued in batches, the oldest first, and the response is sent after the last one. A request that is interrupted in between has
     * queued a part; repeated with the same `Idempotency-Key` it continues where it stopped, without a key it starts over.
     *
     * An endpoint and an account may resend a limited number of deliveries in an hour (UTC). A request that reaches that limit keeps
     * what it has queued and returns 429 with the path `rate.resends`; repeat it with the same key after `Retry-After`.
     *
     * `POST /webhooks/{id}/resend` · scope `webhooks:manage` · beta
     *
     * @param webhookId Identifier of the webhook endpoint.
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
    resendAll(webhookId: WebhookId, body: ResendWebhookDeliveriesRequest, options?: CallOptions): Call<ResendWebhookDeliveriesResultResponse> {
        return functions.resendWebhookDeliveries(this.#caller, webhookId, body, options);
    }
    
    /**
     * Get a delivery
     *
     * One delivery with its payload and all attempts. `attempt_count` of `max_attempts` and `next_attempt_at` say what happens next;
     * `hint` explains why it failed and what to change.
     *
     * `GET /webhook-deliveries/{id}` · scope `webhooks:manage` · beta
     *
     * @param webhookDeliveryId Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`.
     *
     * @example
     * const result = await client.webhooks.deliveries.get('whd_01m7hf34scfhd8t6aw0vd5kqmh')
     */
    get(webhookDeliveryId: WebhookDeliveryId, options?: CallOptions): Call<WebhookDeliveryResponse> {
        return functions.getWebhookDelivery(this.#caller, webhookDeliveryId, options);
    }
    
    /**
     * Resend a delivery
     *
     * Makes a new delivery of the same event to the same endpoint, with a new delivery id, the same event id and a full set of
     * attempts. Any past delivery can be resent, in particular a dead-lettered one. It has no request body. It counts as one of the
     * deliveries that may be resent in an hour.
     *
     * `POST /webhook-deliveries/{id}/resend` · scope `webhooks:manage`
     *
     * @param webhookDeliveryId Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`.
     *
     * @example
     * const result = await client.webhooks.deliveries.resend('whd_01m7hf34scfhd8t6aw0vd5kqmh')
     */
    resend(webhookDeliveryId: WebhookDeliveryId, options?: CallOptions): Call<WebhookDeliveryResponse> {
        return functions.resendWebhookDelivery(this.#caller, webhookDeliveryId, options);
    }
}

export class WebhooksEventsResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * Follow webhook events
     *
     * The webhook events of the account in order, oldest first: one entry per event and one per resend, kept for 30 days. Use it to
     * catch up after an outage, to forward events to a machine without a public address, or to collect real samples.
     *
     * Unlike other lists it has a direction: handle the entries, remember the `position` of the last one and pass it as `after`. With
     * `wait` the request stays open until something happens. An empty list means that there is nothing yet, never that it ended.
     *
     * `GET /webhook-events` · scope `webhooks:manage` · beta
     *
     * @example
     * const result = await client.webhooks.events.list()
     */
    list(query?: ListWebhookEventsQuery, options?: CallOptions): Call<WebhookFeedEntryListResponse> {
        return functions.listWebhookEvents(this.#caller, query, options);
    }
}

export class WebhooksResource {
    readonly #caller: Caller;
    readonly deliveries: WebhooksDeliveriesResource;
    readonly events: WebhooksEventsResource;
    
    constructor(caller: Caller) {
        this.#caller = caller;
        this.deliveries = new WebhooksDeliveriesResource(caller);
        this.events = new WebhooksEventsResource(caller);
    }
    
    /**
     * List webhook endpoints
     *
     * The endpoints of the account, newest first. Signing secrets are never part of a read: they are shown once, at creation and at
     * each rotation.
     *
     * `GET /webhooks` · scope `webhooks:manage`
     *
     * @example
     * for await (const item of client.webhooks.list()) console.log(item)
     */
    list(query?: ListWebhooksQuery, options?: CallOptions): List<WebhookListResponse, Webhook> {
        return functions.listWebhooks(this.#caller, query, options);
    }
    
    /**
     * Register a webhook endpoint
     *
     * Registers an https URL and returns the signing secret. **The secret is shown only once**; store it before you continue.
     * Leave `event_types` out to receive every type.
     *
     * The URL has to be a public https address: names and addresses that are private, loopback, link-local, reserved or internal
     * are refused with 400 and path `body.url`. A name is not resolved until the first delivery, which fails with `dns_failed` unless
     * all its addresses are public. The same URL may be registered twice, for instance with different event types.
     *
     * An installation can ask the receiver to confirm the URL first. It then gets a POST request with
     * `{"type": "webhook.challenge", "challenge": "…"}` and has to return that value within 5 seconds, as text or as
     * `{"challenge": "…"}`. Otherwise the response is 400 with path `body.url`. The setting is off by default.
     *
     * An account has a limited number of endpoints; beyond it the response is 409 `conflict`.
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
    create(body: CreateWebhookRequest, options?: CallOptions): Call<WebhookWithSecretResponse> {
        return functions.createWebhook(this.#caller, body, options);
    }
    
    /**
     * Get a webhook endpoint
     *
     * The endpoint and its health: when a delivery last succeeded and last failed.
     *
     * `GET /webhooks/{id}` · scope `webhooks:manage`
     *
     * @param webhookId Identifier of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.get('whk_01ktvck2jgfjrva00p4jwmptwm')
     */
    get(webhookId: WebhookId, options?: CallOptions): Call<WebhookResponse> {
        return functions.getWebhook(this.#caller, webhookId, options);
    }
    
    /**
     * Delete a webhook endpoint
     *
     * Removes the endpoint. Its unfinished deliveries become `canceled` and its history is no longer readable. It cannot be undone;
     * to pause an endpoint, set `enabled` to false with `updateWebhook`.
     *
     * The response has a body, as every response does: an empty 204 would have no place for `meta`.
     *
     * `DELETE /webhooks/{id}` · scope `webhooks:manage` · beta
     *
     * @param webhookId Identifier of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.delete('whk_01ktvck2jgfjrva00p4jwmptwm')
     */
    delete(webhookId: WebhookId, options?: CallOptions): Call<DeletedWebhookResponse> {
        return functions.deleteWebhook(this.#caller, webhookId, options);
    }
    
    /**
     * Change a webhook endpoint
     *
     * Changes the fields that are sent and leaves the others. The signing secret stays. `enabled: false` holds deliveries without
     * failing them: they wait, and go out once it is true again. Deliveries that are already queued go to the new `url`. Where
     * receivers have to confirm the URL of a new endpoint, they also have to confirm a new `url`.
     *
     * `PATCH /webhooks/{id}` · scope `webhooks:manage` · beta
     *
     * @param webhookId Identifier of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.update('whk_01ktvck2jgfjrva00p4jwmptwm', { enabled: false })
     */
    update(webhookId: WebhookId, body: UpdateWebhookRequest, options?: CallOptions): Call<WebhookResponse> {
        return functions.updateWebhook(this.#caller, webhookId, body, options);
    }
    
    /**
     * Send a test event
     *
     * Queues a `webhook.test` event to this endpoint, whatever types it subscribes to. It is signed, sent and retried like any other
     * event, so a receiver that accepts it accepts the real ones. It has no request body. Read the delivery for its result.
     *
     * `POST /webhooks/{id}/test` · scope `webhooks:manage`
     *
     * @param webhookId Identifier of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.test('whk_01ktvck2jgfjrva00p4jwmptwm')
     */
    test(webhookId: WebhookId, options?: CallOptions): Call<WebhookDeliveryResponse> {
        return functions.testWebhook(this.#caller, webhookId, options);
    }
    
    /**
     * Rotate the signing secret
     *
     * Replaces the signing secret and returns the new one, **shown only once**. By default the old secret stops signing
     * immediately, and a delivery that your receiver rejects in between, because it still uses the old secret, succeeds on a
     * retry. With `keep_previous_for`, deliveries also carry a signature by the old secret in `webhook-signature` for that long,
     * so that receivers which verify this header reject nothing.
     *
     * `POST /webhooks/{id}/rotate-secret` · scope `webhooks:manage`
     *
     * @param webhookId Identifier of the webhook endpoint.
     *
     * @example
     * const result = await client.webhooks.rotateSecret('whk_01ktvck2jgfjrva00p4jwmptwm')
     */
    rotateSecret(webhookId: WebhookId, body?: RotateWebhookSecretRequest, options?: CallOptions): Call<WebhookWithSecretResponse> {
        return functions.rotateWebhookSecret(this.#caller, webhookId, body, options);
    }
}

export class UsageEventsResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * List usage and account activity events
     *
     * What happened in the account through the API, newest first: requests that succeeded, requests that were refused, keys, clients and
     * tokens issued and revoked, webhook endpoints changed, quotas reached. `request_id` relates an event to the response that the caller received.
     * Events are kept for 30 days.
     *
     * Only calls that can be attributed to an account are listed, and reading this list is not an event itself.
     *
     * `GET /events` · scope `businesses:read`
     *
     * @example
     * for await (const item of client.usageEvents.list()) console.log(item)
     */
    list(query?: ListEventsQuery, options?: CallOptions): List<UsageEventListResponse, UsageEvent> {
        return functions.listEvents(this.#caller, query, options);
    }
}

export class AccountResource {
    readonly #caller: Caller;
    
    constructor(caller: Caller) {
        this.#caller = caller;
    }
    
    /**
     * Get the account
     *
     * The account behind the credential: its plan, flags and business, the credential itself with its scopes and expiry, and every limit
     * and quota with what is used and left. Read it before a batch of metered calls: the figures are those that a 429 would show.
     *
     * The rate limits include this request. Reading the account counts against no quota.
     *
     * `GET /account` · scope `businesses:read`
     *
     * @example
     * const result = await client.account.get()
     */
    get(options?: CallOptions): Call<AccountResponse> {
        return functions.getAccount(this.#caller, options);
    }
    
    /**
     * Get request counts over time
     *
     * How many requests the account made, per hour, day or month (UTC), in all or by operation, status or caller. Refused requests count as
     * well. The counts come from totals that are kept per interval, so a year is as quick to read as a day. A request appears within
     * a second.
     *
     * | `interval` | kept for | longest period | period by default |
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
    getUsage(query?: GetUsageQuery, options?: CallOptions): Call<UsageResponse> {
        return functions.getUsage(this.#caller, query, options);
    }
}

/**
 * Every operation, by resource.
 */
export class Resources {
    readonly businesses: BusinessesResource;
    readonly competitors: CompetitorsResource;
    readonly analyses: AnalysesResource;
    readonly recommendations: RecommendationsResource;
    readonly reports: ReportsResource;
    readonly reviews: ReviewsResource;
    readonly reviewReplies: ReviewRepliesResource;
    readonly webhooks: WebhooksResource;
    readonly usageEvents: UsageEventsResource;
    readonly account: AccountResource;
    
    constructor(caller: Caller) {
        this.businesses = new BusinessesResource(caller);
        this.competitors = new CompetitorsResource(caller);
        this.analyses = new AnalysesResource(caller);
        this.recommendations = new RecommendationsResource(caller);
        this.reports = new ReportsResource(caller);
        this.reviews = new ReviewsResource(caller);
        this.reviewReplies = new ReviewRepliesResource(caller);
        this.webhooks = new WebhooksResource(caller);
        this.usageEvents = new UsageEventsResource(caller);
        this.account = new AccountResource(caller);
    }
}
