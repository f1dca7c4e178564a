// Written from the contract by `npm run generate`. To change it, change the spec and generate again.
export interface paths {
    "/businesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List businesses
         * @description Returns the businesses that the credential can access. Every account is bound to one business, so the list
         *     contains exactly that business.
         *
         *     Start here: the `id` of the first item is the `{id}` of the other operations on a business. Newest first.
         */
        get: operations["listBusinesses"];
        put?: never;
        /**
         * Create the business
         * @description Creates the business of an account that has none. The account is bound to it from then on: if it has a business
         *     already, the response is 409 `conflict`.
         *
         *     For workflow automation. Only a client that an administrator granted `businesses:write` can call it.
         */
        post: operations["createBusiness"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/businesses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a business
         * @description Returns the business with its review statistics: rating, number of reviews, change over the last 90 days, and
         *     response rate. `latest_analysis_id` is the ID of the latest completed analysis; it is null if there is none.
         */
        get: operations["getBusiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/businesses/{id}/competitors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List competitors of a business
         * @description Returns the competitors of the business with their review statistics, and with the aspects that their customers
         *     praise or criticize most according to the latest completed analysis. Newest first.
         */
        get: operations["listCompetitors"];
        put?: never;
        /**
         * Create a competitor
         * @description Adds a competitor to compare the business with. It has no reviews yet: import them with `createReviews`. The next
         *     analysis includes the competitor.
         *
         *     A plan includes a maximum number of competitors (`capacities` of `getAccount`). Above it, the response is 429 with
         *     the path `quota.competitors`; waiting does not help, removing a competitor does.
         */
        post: operations["createCompetitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/competitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the competitor. */
                id: components["parameters"]["CompetitorIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a competitor
         * @description Returns a competitor with its review statistics.
         */
        get: operations["getCompetitor"];
        put?: never;
        post?: never;
        /**
         * Delete a competitor
         * @description Deletes the competitor and its reviews. This cannot be undone. Existing analyses and reports keep what they state
         *     about the competitor.
         */
        delete: operations["deleteCompetitor"];
        options?: never;
        head?: never;
        /**
         * Update a competitor
         * @description Changes the fields that are sent. Omitted fields keep their values. Existing analyses and reports keep the
         *     previous name.
         */
        patch: operations["updateCompetitor"];
        trace?: never;
    };
    "/businesses/{id}/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List analyses of a business
         * @description Returns all analyses of the business in any status, newest first. `summary` is always an object; its three lists
         *     are empty until `status` is `completed`.
         */
        get: operations["listAnalyses"];
        put?: never;
        /**
         * Start an analysis
         * @description Queues an analysis of the reviews of the business and its competitors that were posted in the year before the
         *     request, and returns immediately. The operation has no request body. Poll the analysis with `getAnalysis`, or
         *     preferably wait for the webhook event `analysis.completed` or `analysis.failed`: exactly one of them is sent.
         *
         *     Each analysis counts against the monthly quota `analyses` of the plan. If the account was granted a report in
         *     addition to its plan (`report_grants` of `getAccount`), an analysis that is started with a live key or an access
         *     token uses the grant instead, and returns it if the analysis fails. The service does not retry a failed analysis;
         *     resolve the reason and start another one.
         */
        post: operations["startAnalysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/businesses/{id}/recommendations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List recommendations for a business
         * @description Returns the recommendations for the business, most important first: `open` and `planned` before the others, then
         *     by `priority`, then newest first. Each recommendation has a reason, quotes as evidence, and a metric that shows
         *     whether it worked. `score` is computed from `factors`, not set by a language model.
         *
         *     A recommendation is the same record while later analyses confirm it, and becomes `resolved` when an analysis no
         *     longer finds the problem.
         */
        get: operations["listRecommendations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/businesses/{id}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List reports of a business
         * @description Returns all reports of the business, newest first, without sections and files; `getReport` returns those.
         */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/businesses/{id}/analysis-schedule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get the analysis schedule
         * @description Returns the analysis schedule: when the business is analyzed automatically, and when the next run is due. Without
         *     a schedule, `frequency` is `none`.
         */
        get: operations["getAnalysisSchedule"];
        /**
         * Set the analysis schedule
         * @description Replaces the analysis schedule of the business. Weekday and hour are in the time zone of the business (`timezone`),
         *     including daylight saving time: if the clocks skip the hour, the run starts at the next hour; if they repeat it,
         *     there is one run.
         *
         *     - `weekly`: every week on `weekday` at `hour`
         *     - `monthly`: on the first `weekday` of every month at `hour`
         *     - `none`: never
         *
         *     Each run starts an analysis like `startAnalysis`, with its report and events, and counts against the monthly quota
         *     `analyses` of the plan. If the quota is used up, the run is skipped, and `GET /events` contains an
         *     `analysis.skipped` event. If several runs were missed, one run replaces all of them.
         */
        put: operations["setAnalysisSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/businesses/{id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List reviews of a business and its competitors
         * @description Returns the stored reviews of the business and its competitors, with the labels that the engine assigned. Filters
         *     can be combined; a review has to match all of them. Newest first unless `sort` is set.
         *
         *     The engine analyzes new reviews in the background, usually within seconds. Until then, their `labels_state` is
         *     `pending`, and the filters `aspect`, `polarity`, `flag` and `q` exclude them.
         */
        get: operations["listReviews"];
        put?: never;
        /**
         * Import reviews
         * @description Stores up to 500 reviews of the business and its competitors, in a body of at most 256 KiB. The response contains
         *     one result per item, in the order of the request: `created`, `updated`, `unchanged`, or `rejected` with the
         *     invalid field and the reason. Rejected items do not prevent the others from being stored.
         *
         *     A review is identified by its subject, `source` and `source_id`, so the same items can be sent again. Fields that
         *     an item omits keep their stored values. If `source_id` is omitted, it is derived from date, stars and text; a
         *     review whose text changes is then a new review. New and changed reviews are labeled and the statistics updated in
         *     the background.
         *
         *     A plan includes a maximum number of reviews (`capacities` of `getAccount`). A request that would exceed it stores
         *     nothing and returns 429 with the path `quota.reviews`.
         */
        post: operations["createReviews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reviews/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the review, as in `review_id` of a quote. */
                id: components["parameters"]["ReviewIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a review
         * @description Returns a review, for example the source of a quote in an analysis.
         */
        get: operations["getReview"];
        put?: never;
        post?: never;
        /**
         * Delete a review
         * @description Deletes a review and everything that contains its text: its labels, its quotes in analyses, recommendations and
         *     reports (including files), drafts of replies to it, and stored responses with such drafts. Counts that include the
         *     review do not change. The PDF of a report that quoted the review is unavailable until it has been created again.
         *
         *     This cannot be undone. A keyed hash of the review's identity is kept, so that later requests and imports do not
         *     store it again.
         */
        delete: operations["deleteReview"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/businesses/{id}/review-imports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List imports of reviews
         * @description Returns the imports of review files of the business with their status and results, newest first. An import is
         *     listed for as long as the service keeps events.
         */
        get: operations["listReviewImports"];
        put?: never;
        /**
         * Import a file of reviews
         * @description Uploads a file with any number of reviews, which a worker then imports. The response contains the import;
         *     `getReviewImport` returns its progress. The file is CSV with a header line, a JSON array, a JSON object that
         *     contains a list, or one JSON object per line (NDJSON), in UTF-8 or, with a byte order mark, UTF-16. The format is
         *     detected from the content, not from the media type. The usual column names in exports of Google Business Profile,
         *     Yelp and TripAdvisor are supported. The column `subject` names the reviewed business of a row: `own`, or the name
         *     or ID of a competitor. If the column is missing, all reviews are for your business.
         *
         *     A row that cannot be stored is listed in `rejections` and does not prevent the others from being stored. Existing
         *     reviews are updated, so a file can be imported again. If a file cannot be read completely, the import is `failed`;
         *     the rows before the error stay stored. One import per account runs at a time, further imports wait in order, and
         *     up to two files can be uploaded at a time. The file is stored encrypted until its import has finished.
         *
         *     The maximum file size is 1 GB (1,000,000,000 bytes) unless the operator configured another limit. A plan includes
         *     a maximum number of uploads per day in UTC (`review_imports` in `capacities` of `getAccount`); above it, the
         *     response is 429 with the path `quota.review_imports`.
         *
         *     With an `Idempotency-Key`, files are compared by their SHA-256 hash: another file with the same key returns 409. A
         *     repeated upload is read and compared, and not imported again.
         */
        post: operations["createReviewImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/review-imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the import. */
                id: components["parameters"]["ReviewImportIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get an import of reviews
         * @description Returns the status of an import, the number of stored reviews, and the rejected rows. Poll every few seconds until
         *     `status` is `completed` or `failed`; a file of 100,000 rows takes some seconds.
         */
        get: operations["getReviewImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analyses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the analysis. */
                id: components["parameters"]["AnalysisIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get an analysis
         * @description Returns an analysis: `summary` has the main findings, `themes` the findings per aspect with verbatim quotes as
         *     evidence, `comparison` the comparison with each competitor, and `sample` the number of analyzed reviews.
         *
         *     `status` changes from `queued` to `running` to `completed` or `failed`; the last two are final. After a failure,
         *     `failure.reason` contains the reason. `report_id` is null until the report is ready.
         */
        get: operations["getAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the report, as in `report_id` of its analysis or in the event `report.generated`. */
                id: components["parameters"]["ReportIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a report
         * @description Returns a report both as data (`sections`, with texts, quotes and chart data) and as files to open or print. The
         *     URLs in `files` are signed and require no credential. The same URL is returned for an hour and is valid for a day,
         *     so fetch the report again instead of storing a URL.
         *
         *     The files are deleted 395 days after the report was created. The report itself remains, and `files_deleted_at` has
         *     the time.
         *
         *     A report becomes visible when it is complete; the webhook event `report.generated` announces it.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recommendations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the recommendation. */
                id: components["parameters"]["RecommendationIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a recommendation
         * @description Returns a recommendation, for example the one that the event `recommendation.created` names. Resolved
         *     recommendations can be read as well.
         */
        get: operations["getRecommendation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a recommendation
         * @description Sets the status of a recommendation, your note about it, or both. Later analyses keep `planned`, `done` and
         *     `dismissed` while they find the problem, and set the status to `resolved` when they no longer do. The status of a
         *     resolved recommendation cannot be changed (409); its note can.
         */
        patch: operations["updateRecommendation"];
        trace?: never;
    };
    "/review-replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reply drafts
         * @description Returns the drafts of the account, newest first. A draft is deleted 90 days after its last change.
         */
        get: operations["listReviewReplies"];
        put?: never;
        /**
         * Draft a reply to a review
         * @description Writes one to three drafts of a public reply. The service publishes nothing: a person has to approve the draft and
         *     post it, so `requires_human_approval` is always true. Edit or reject the draft with `updateReviewReply`. It is
         *     deleted 90 days after its last change.
         *
         *     A draft contains only statements that the review or your `facts` support; `claims` lists every concrete statement
         *     with its supporting quote. Read `warnings` before you approve a draft. Each request counts once against the
         *     monthly quota `reply_drafts`, regardless of the number of variants.
         */
        post: operations["draftReviewReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/review-replies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the draft. */
                id: components["parameters"]["ReplyDraftIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a reply draft
         * @description Returns a draft with the review that it replies to, all variants, and the current text.
         */
        get: operations["getReviewReply"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit, reject or approve a reply draft
         * @description Sets the text of a draft, its status, or both. If only the text changes, an approved or rejected draft becomes a
         *     `draft` again.
         *
         *     Only a person can approve a draft: with an API key or an access token, the status `approved` is refused with 403.
         *     Approval does not publish the reply.
         */
        patch: operations["updateReviewReply"];
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns the webhook endpoints of the account, newest first. Signing secrets are not included; they are only
         *     returned at creation and at each rotation.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Registers an HTTPS URL and returns the signing secret. **The secret is returned only once**; store it securely. If
         *     `event_types` is omitted, the endpoint receives all types.
         *
         *     The URL has to be public: private, loopback, link-local, reserved and internal host names and addresses are
         *     rejected with 400 and the path `body.url`. A host name is not resolved until the first delivery, which fails with
         *     `dns_failed` unless all its addresses are public. The same URL can be registered more than once, for example with
         *     different event types.
         *
         *     An installation can require that the receiver confirms the URL. The receiver then gets a POST request with
         *     `{"type": "webhook.challenge", "challenge": "…"}` and has to return that value within 5 seconds, as text or as
         *     `{"challenge": "…"}`. Otherwise, the response is 400 with the path `body.url`. This setting is off by default.
         *
         *     The number of endpoints of an account is limited; at the limit, the response is 409 `conflict`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Returns a webhook endpoint, including when an attempt last succeeded and last failed.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint. Its unfinished deliveries become `canceled`, and its deliveries can no longer be read. This
         *     cannot be undone; to pause an endpoint, set `enabled` to false with `updateWebhook`.
         *
         *     The response is 200 with a body rather than 204, because every response contains `meta`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes the fields that are sent. Omitted fields and the signing secret keep their values. With `enabled: false`,
         *     deliveries are held and do not fail; they are sent when `enabled` is true again. Deliveries that are already
         *     queued go to the new `url`. Where receivers have to confirm the URL of a new endpoint, they also have to confirm a
         *     new `url`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Queues an event for this endpoint only, regardless of the types that it subscribes to: a `webhook.test`, or an
         *     example of the type in the body. The event is signed, sent and retried like any other event. Use
         *     `getWebhookDelivery` to read the result.
         *
         *     The IDs in the data of an example, other than `business_id`, do not exist, so reading them returns 404. An example
         *     is not in the feed of `listWebhookEvents`, and neither are its resends: readers of the feed would take it for an
         *     event that occurred.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Replaces the signing secret and returns the new one. **The secret is returned only once.** By default, the
         *     previous secret stops signing immediately; a delivery that the receiver rejects because it still uses the previous
         *     secret succeeds on a retry. With `keep_previous_for`, deliveries are also signed with the previous secret in
         *     `webhook-signature` for that time, so that a receiver that verifies this header does not reject any of them.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        /**
         * List deliveries of a webhook endpoint
         * @description Returns the deliveries of the endpoint, newest first, each with its payload, all attempts, and a `hint` on the
         *     cause if it failed. Finished deliveries are kept for 30 days, dead letters for 90 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get delivery statistics of a webhook endpoint
         * @description Returns how many deliveries of the endpoint succeeded, failed and wait, per hour of the last 24 hours or per day of
         *     the last 30 days (UTC). A delivery is counted in the interval in which it was queued, and with its present status.
         *     Tests and resends are included. At most the latest 20,000 deliveries are counted.
         */
        get: operations["getWebhookStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend many deliveries
         * @description Resends past deliveries of the endpoint, for example after an outage of the receiver: deliveries that were queued
         *     at or after `since` and before `until`, with the given event types and statuses. With `dry_run`, deliveries are
         *     only counted. Each resend is a new delivery with the same event ID, so receivers that ignore events that they have
         *     already handled are not affected.
         *
         *     Deliveries are queued in batches, oldest first, and the response is sent after the last batch. If a request is
         *     interrupted, only some of the deliveries have been queued. Retry the request with the same `Idempotency-Key` to
         *     continue where it stopped; without a key, it starts again from the beginning.
         *
         *     The number of deliveries that an endpoint and an account can resend per hour (UTC) is limited. A request that
         *     reaches the limit keeps what it has queued and returns 429 with the path `rate.resends`; retry it with the same
         *     key after `Retry-After` seconds.
         */
        post: operations["resendWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`. */
                id: components["parameters"]["WebhookDeliveryIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns a delivery with its payload and all attempts. `attempt_count`, `max_attempts` and `next_attempt_at` show
         *     what happens next; `hint` explains why the delivery failed and how to fix it.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`. */
                id: components["parameters"]["WebhookDeliveryIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery
         * @description Creates a new delivery of the same event to the same endpoint, with a new delivery ID, the same event ID and the
         *     full number of attempts. Any past delivery can be resent, including dead letters. The operation has no request
         *     body. The resend counts against the hourly limit of resends.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook events as a feed
         * @description Returns the webhook events of the account in order, oldest first: one entry per event and one per resend, kept for
         *     30 days. Use it to catch up after an outage, to forward events to a machine without a public URL, or to collect
         *     sample payloads.
         *
         *     Unlike lists, the feed is read forward: handle the entries, store the `position` of the last one and pass it as
         *     `after`. With `wait`, the request stays open until an event occurs. An empty list means that there are no new
         *     entries yet.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List usage and account activity events
         * @description Returns the API activity of the account, newest first: requests that were processed or refused, keys, clients and
         *     tokens that were issued or revoked, webhook endpoints that were changed, and quotas that were reached.
         *     `request_id` relates an event to the response that the caller received. Events are kept for 30 days.
         *
         *     Only requests that can be attributed to an account are listed. Reading this list does not create an event.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account
         * @description Returns the account of the credential: its plan, flags and business, the credential itself with its scopes and
         *     expiry, and all limits and quotas with their usage. Use it before a batch of metered requests to find out how many
         *     are left.
         *
         *     The rate limits include this request. Reading the account does not count against a quota.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get request counts over time
         * @description Returns the number of requests of the account per hour, day or month (UTC), in total or by operation, status or
         *     caller. Refused requests are included. The counts are aggregated per interval, so a long period is as fast to read
         *     as a short one. A request is counted within a second.
         *
         *     | `interval` | kept for | maximum period | default period |
         *     |---|---|---|---|
         *     | `hour` | 35 days | 31 days | 24 hours |
         *     | `day` | 400 days | 366 days | 30 days |
         *     | `month` | 5 years | 5 years | 12 months |
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "analysis.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An analysis completed
         * @description An analysis of the business finished successfully. Read it with `getAnalysis`. A separate event announces its
         *     report.
         */
        post: operations["onAnalysisCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "analysis.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An analysis failed
         * @description An analysis failed. It is not retried automatically; `reason` indicates whether starting another analysis can
         *     help.
         */
        post: operations["onAnalysisFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "report.generated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A report is ready
         * @description A report of the subscription or of a one-time purchase is ready. Read it with `getReport`.
         */
        post: operations["onReportGenerated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recommendation.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A recommendation was created
         * @description An analysis created a recommendation. No event is sent when an analysis confirms an existing recommendation.
         */
        post: operations["onRecommendationCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test was requested
         * @description A test event was requested with `testWebhook`. It is signed exactly like other events.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description An opaque position in a list, as returned in `meta.page.next_cursor`.
         * @example bCcT0u0e5hX6VZx2Q9fYw1Kd
         */
        Cursor: string;
        /**
         * @description The ID of a request. It is always generated by the service; a value sent by the caller is ignored.
         * @example req_01m7w17f2rfmdsvt8ga4tjfd07
         */
        RequestId: `req_${string}`;
        /**
         * @description The ID of a business.
         * @example biz_01kjpx4gtrex7rhcb4yfrgw100
         */
        BusinessId: `biz_${string}`;
        /**
         * @description The trade of a business. It determines which aspects are analyzed and how they are labeled.
         * @example restaurant
         * @enum {string}
         */
        Trade: "restaurant" | "hotel" | "salon" | "garage" | "dentist" | "retail" | "other";
        /** @description Review statistics of a business or a competitor. The fields are the same for both, so the values can be compared. */
        ReviewStats: {
            /**
             * @description Mean of all star ratings; null if there are none.
             * @example 4.3
             */
            average_rating: number | null;
            /**
             * @description Number of stored reviews.
             * @example 603
             */
            review_count: number;
            /**
             * @description Number of reviews posted in the last 90 days.
             * @example 58
             */
            reviews_90d: number;
            /**
             * @description Mean rating of the last 90 days minus the mean rating before; null if either period has no ratings.
             * @example -0.2
             */
            rating_change_90d: number | null;
            /**
             * @description Share of the reviews of the last 90 days that the owner replied to, from 0 to 1; null if the sources do not show replies.
             * @example 0.41
             */
            response_rate_90d: number | null;
        };
        /**
         * @description The ID of an analysis.
         * @example ana_01m7hf1rr0fwd9h44cbb4w5y6j
         */
        AnalysisId: `ana_${string}`;
        /**
         * Format: date-time
         * @description An instant in UTC, in ISO 8601 format, always with milliseconds and `Z`.
         * @example 2026-11-16T06:00:00.000Z
         */
        Timestamp: string;
        /** @description The business that the account is bound to, with its review statistics. */
        Business: {
            /** @description The ID of the business. Use it to list the competitors, analyses and recommendations of the business. */
            id: components["schemas"]["BusinessId"];
            /**
             * @description Name of the business, as customers know it.
             * @example Rosso Trattoria
             */
            name: string;
            /** @description The trade of the business. */
            trade: components["schemas"]["Trade"];
            /**
             * @description Town or city; null if unknown.
             * @example Utrecht
             */
            city: string | null;
            /**
             * @description Country as an ISO 3166-1 alpha-2 code.
             * @example NL
             */
            country: string;
            /**
             * @description IANA name of the time zone of the business. Use it to display times in local time; times in responses are always in UTC.
             * @example Europe/Amsterdam
             */
            timezone: string;
            /**
             * Format: uri
             * @description URL of the public website; null if unknown.
             * @example https://www.rosso-trattoria.nl/
             */
            website: string | null;
            /** @description Review statistics of the business. */
            review_stats: components["schemas"]["ReviewStats"];
            /**
             * @description Number of reviews with text that the owner has not replied to; null if the sources do not show replies.
             * @example 34
             */
            unanswered_count: number | null;
            /**
             * @description Number of competitors that the business tracks.
             * @example 5
             */
            competitor_count: number;
            /**
             * @description The latest completed analysis; null if there is none.
             * @example ana_01m7hf1rr0fwd9h44cbb4w5y6j
             */
            latest_analysis_id: components["schemas"]["AnalysisId"] | null;
            /**
             * @description When the business was created.
             * @example 2026-03-02T09:12:44.120Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the business last changed.
             * @example 2026-11-16T06:00:45.000Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description The plan of an account. `starter` does not include API access unless the account has the entitlement `api_demo`.
         * @example growth
         * @enum {string}
         */
        Plan: "starter" | "growth" | "scale";
        /** @description The most restrictive rate limit that applies to the request (per IP address, account, or key or client), counted over a sliding window. Equal to the headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`. */
        RateLimit: {
            /**
             * @description Number of requests allowed in the window.
             * @example 300
             */
            limit: number;
            /**
             * @description Number of requests left in the window. At 0, the next request returns 429.
             * @example 297
             */
            remaining: number;
            /**
             * @description Number of seconds until the full limit is available again if no more requests are sent.
             * @example 41
             */
            reset_s: number;
        };
        /** @description The position of the page in the list. */
        Page: {
            /**
             * @description Maximum number of items in the page, as requested. Default: 25.
             * @example 25
             */
            limit: number;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example bCcT0u0e5hX6VZx2Q9fYw1Kd
             * @example null
             */
            next_cursor: components["schemas"]["Cursor"] | null;
        };
        /** @description Metadata of a response with a list, including the position in the list. */
        PageMeta: {
            /** @description The ID of the request, equal to the header `X-Request-Id`. Include it when you contact support. */
            request_id: components["schemas"]["RequestId"];
            /** @description The plan of the account. */
            plan: components["schemas"]["Plan"];
            /** @description The rate limit after this request. */
            rate_limit: components["schemas"]["RateLimit"];
            /** @description The size of the page and the cursor of the next page. */
            page: components["schemas"]["Page"];
        };
        /** @description Response body with a page of businesses. An account has one business, so there is one page. */
        BusinessListResponse: {
            /** @description The businesses, newest first. */
            data: components["schemas"]["Business"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description A machine-readable error code. Each code has exactly one HTTP status. `conflict`, `method_not_allowed` and
         *     `unavailable` extend the original interface.
         *
         *     - `unauthorized` (401): the credential is missing, not valid or expired; send a valid credential, or request a new access token once
         *     - `invalid_api_key` (401): the API key was revoked; use another key
         *     - `forbidden` (403): the plan, the scopes of the credential or the transport do not allow the operation; change the plan, use a credential with the required scope, or use TLS
         *     - `not_found` (404): the ID or path is unknown, or the ID belongs to another account; correct the path or the ID
         *     - `invalid_request` (400): the path, query, headers or body are not valid; correct the fields named in `details`
         *     - `rate_limited` (429): a rate limit or quota is exceeded, which `details` names; wait for the number of seconds in `Retry-After`
         *     - `internal_error` (500): the service failed; retry with exponential backoff, and contact support with the request ID if the error persists
         *     - `conflict` (409): the request is valid but conflicts with the current state; read the record before you send the request again
         *     - `method_not_allowed` (405): the path does not support the method; use a method named in the header `Allow`
         *     - `unavailable` (503): the service is temporarily not ready; wait for the number of seconds in `Retry-After`
         * @example invalid_request
         * @enum {string}
         */
        ErrorCode: "unauthorized" | "invalid_api_key" | "forbidden" | "not_found" | "invalid_request" | "rate_limited" | "internal_error" | "conflict" | "method_not_allowed" | "unavailable";
        /** @description An invalid part of the request, or an exceeded limit. */
        ErrorDetail: {
            /**
             * @description The invalid part or the exceeded limit. The first segment is its kind (`path`, `query`, `header`, `body`, `quota` or `rate`), the others are its position or name: `body.event_types.1` is the second item of `event_types` in the body, `quota.analyses` is the monthly quota of analyses, and `rate.key` is the rate limit of the key.
             * @example body.event_types.1
             * @example query.limit
             * @example quota.analyses
             * @example rate.key
             */
            path: string;
            /**
             * @description The value that is expected, or when the limit allows another request.
             * @example must be between 1 and 100
             */
            message: string;
        };
        /** @description An error, in machine-readable (`code`) and human-readable form (`message`, `details`). */
        Error: {
            /** @description The error code. This is the only field that your code should depend on. */
            code: components["schemas"]["ErrorCode"];
            /**
             * @description A human-readable message that explains the error and how to resolve it. The wording can change at any time.
             * @example query.limit must be at most 100
             */
            message: string;
            /** @description The invalid fields and the exceeded limits. Absent if the error concerns the whole request. */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description Metadata of an error response. It has no `plan`, because the account can be unknown. */
        ErrorMeta: {
            /** @description The ID of the request, equal to the header `X-Request-Id`. Include it when you contact support. */
            request_id: components["schemas"]["RequestId"];
            /** @description The rate limit after this request. */
            rate_limit: components["schemas"]["RateLimit"];
        };
        /** @description The response body of every error. */
        ErrorResponse: {
            /** @description The error. It is present instead of `data`. */
            error: components["schemas"]["Error"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description The business to create. */
        CreateBusinessRequest: {
            /**
             * @description Name of the business, as customers know it.
             * @example Rosso Trattoria
             */
            name: string;
            /** @description The trade of the business. */
            trade: components["schemas"]["Trade"];
            /**
             * @description Town or city of the business.
             * @example Utrecht
             */
            city?: string;
            /**
             * @description Country as an ISO 3166-1 alpha-2 code.
             * @example NL
             */
            country: string;
            /**
             * @description IANA name of the time zone of the business.
             * @example Europe/Amsterdam
             */
            timezone: string;
            /**
             * @description URL of the public website, without query or fragment.
             * @example https://www.rosso-trattoria.nl/
             */
            website?: string;
        };
        /** @description Metadata of a response with a single record. */
        Meta: {
            /** @description The ID of the request, equal to the header `X-Request-Id`. Include it when you contact support. */
            request_id: components["schemas"]["RequestId"];
            /** @description The plan of the account. */
            plan: components["schemas"]["Plan"];
            /** @description The rate limit after this request. */
            rate_limit: components["schemas"]["RateLimit"];
        };
        /** @description Response body with one business. */
        BusinessResponse: {
            /** @description The business. */
            data: components["schemas"]["Business"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The ID of a competitor.
         * @example cmp_01kjpxm0t0e4pswffc8k7pd4hh
         */
        CompetitorId: `cmp_${string}`;
        /**
         * @description The subject of a part of a review.
         *
         *     - `quality`: the product or service itself, such as the food or the repair
         *     - `service`: how the staff treat people
         *     - `price`: price level, value for money and billing
         *     - `wait`: speed and punctuality
         *     - `booking`: reservations, appointments and check-in
         *     - `cleanliness`, `ambience`, `comfort`, `location`: the premises; `location` includes parking
         *     - `communication`: explanations, replies and callbacks
         *     - `trust`: honesty, upselling and admission of mistakes
         *     - `safety`: health, injury and food poisoning
         *     - `general`: praise or criticism without a specific subject
         * @example wait
         * @enum {string}
         */
        Aspect: "quality" | "service" | "price" | "wait" | "booking" | "cleanliness" | "ambience" | "comfort" | "location" | "communication" | "trust" | "safety" | "general";
        /**
         * @description The site where a review was posted.
         * @example google
         * @enum {string}
         */
        Source: "google" | "yelp" | "tripadvisor" | "facebook" | "other";
        /** @description A business that yours is compared with. */
        Competitor: {
            /** @description The ID of the competitor. Quotes and comparisons refer to it. */
            id: components["schemas"]["CompetitorId"];
            /** @description The business that tracks the competitor. */
            business_id: components["schemas"]["BusinessId"];
            /**
             * @description Name of the competitor, as customers know it.
             * @example Osteria del Ponte
             */
            name: string;
            /** @description Trade of the competitor. It can differ from the trade of your business. */
            trade: components["schemas"]["Trade"];
            /**
             * Format: uri
             * @description URL of the public website; null if unknown.
             * @example https://www.osteriadelponte.nl/
             */
            website: string | null;
            /**
             * @description Straight-line distance from your business in meters; null if unknown.
             * @example 650
             */
            distance_m: number | null;
            /** @description Review statistics of the competitor, comparable with those of your business. */
            review_stats: components["schemas"]["ReviewStats"];
            /**
             * @description The aspects that customers of the competitor praise most in the latest completed analysis, strongest first.
             * @example [
             *       "wait",
             *       "service"
             *     ]
             */
            strengths: components["schemas"]["Aspect"][];
            /**
             * @description The aspects that customers of the competitor criticize most in the latest completed analysis, strongest first.
             * @example [
             *       "price"
             *     ]
             */
            weaknesses: components["schemas"]["Aspect"][];
            /**
             * @description The sites where its stored reviews were posted.
             * @example [
             *       "google",
             *       "tripadvisor"
             *     ]
             */
            sources: components["schemas"]["Source"][];
            /**
             * @description When its reviews were last imported; null if never.
             * @example 2026-11-16T05:30:00.000Z
             */
            reviews_as_of: components["schemas"]["Timestamp"] | null;
            /**
             * @description When the competitor was added.
             * @example 2026-03-02T09:21:12.000Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Response body with a page of competitors. */
        CompetitorListResponse: {
            /** @description The competitors, newest first. */
            data: components["schemas"]["Competitor"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The competitor to add. */
        CreateCompetitorRequest: {
            /**
             * @description Name of the competitor, as customers know it.
             * @example Trattoria Sole
             */
            name: string;
            /** @description Its trade. Default: the trade of your business. */
            trade?: components["schemas"]["Trade"];
            /**
             * @description URL of the public website, without query or fragment.
             * @example https://www.trattoria-sole.nl/
             */
            website?: string;
            /**
             * @description Straight-line distance from your business in meters.
             * @example 1420
             */
            distance_m?: number;
        };
        /** @description Response body with one competitor. */
        CompetitorResponse: {
            /** @description The competitor. */
            data: components["schemas"]["Competitor"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Confirmation that a competitor was removed. */
        DeletedCompetitor: {
            /** @description The ID of the removed competitor. */
            id: components["schemas"]["CompetitorId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            deleted: true;
        };
        /** @description Response body with a removed competitor. */
        DeletedCompetitorResponse: {
            /** @description The removed competitor. */
            data: components["schemas"]["DeletedCompetitor"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The fields to change. Omitted fields keep their values. */
        UpdateCompetitorRequest: {
            /**
             * @description Name of the competitor, as customers know it.
             * @example Trattoria Sole
             */
            name?: string;
            /**
             * @description URL of the public website, without query or fragment.
             * @example https://www.trattoria-sole.nl/
             */
            website?: string;
            /**
             * @description Straight-line distance from your business in meters.
             * @example 1420
             */
            distance_m?: number;
        };
        /**
         * @description The status of an analysis. `completed` and `failed` are final.
         * @example completed
         * @enum {string}
         */
        AnalysisStatus: "queued" | "running" | "completed" | "failed";
        /**
         * Format: date-time
         * @description An instant in RFC 3339 format, with any UTC offset and any number of fractional digits.
         * @example 2026-11-16T00:00:00Z
         */
        RequestTimestamp: string;
        /** @description A recommended action. `priority` and `action` are identical to those of the recommendation. */
        AnalysisPriority: {
            /**
             * @description Priority of the action; 1 is the highest.
             * @example 1
             */
            priority: number;
            /**
             * @description The recommended action.
             * @example Keep booked tables free for the booked time on Friday and Saturday
             * @example and text guests when a table runs late.
             */
            action: string;
        };
        /** @description Summary of the findings. */
        AnalysisSummary: {
            /** @description The subjects that reviewers praise, most important first. */
            positives: string[];
            /** @description The subjects that reviewers criticize, most important first. */
            negatives: string[];
            /** @description The recommendations that the analysis created or confirmed, in order of priority. */
            priorities: components["schemas"]["AnalysisPriority"][];
        };
        /**
         * @description Why an analysis failed.
         *
         *     - `no_reviews`: there are no reviews of the business in the period
         *     - `unsupported_language`: there are reviews, but none in a supported language
         *     - `internal_error`: an error on our side; start another analysis
         * @example no_reviews
         * @enum {string}
         */
        FailureReason: "no_reviews" | "unsupported_language" | "internal_error";
        /** @description Why an analysis failed. */
        AnalysisFailure: {
            /** @description The reason, in machine-readable form. */
            reason: components["schemas"]["FailureReason"];
            /**
             * @description Human-readable reason, and how to resolve it.
             * @example No reviews of the last twelve months are known. Import some and start another analysis.
             */
            message: string;
        };
        /** @description A period of time. */
        Period: {
            /** @description Start of the period, inclusive. */
            from: components["schemas"]["Timestamp"];
            /** @description End of the period, exclusive. */
            to: components["schemas"]["Timestamp"];
        };
        /** @description Number of reviews of the period that were analyzed, and that were excluded. */
        AnalysisSample: {
            /**
             * @description Number of your reviews that were analyzed.
             * @example 212
             */
            own_reviews: number;
            /**
             * @description Number of competitors' reviews that were analyzed.
             * @example 1184
             */
            competitor_reviews: number;
            /**
             * @description Number of reviews, yours and your competitors', that were excluded because they have no text or are in an unsupported language.
             * @example 391
             */
            not_analyzed: number;
        };
        /** @description Number of reviews in one language. */
        LanguageCount: {
            /**
             * @description Language of the reviews as an ISO 639-1 code, as detected by the engine; null if it is unknown.
             * @example de
             */
            language: string | null;
            /**
             * @description Number of reviews in this language.
             * @example 27
             */
            reviews: number;
        };
        /** @description How often an aspect is mentioned, and the sentiment of the mentions. */
        Sentiment: {
            /**
             * @description Number of reviews that mention the aspect. Each review counts once.
             * @example 57
             */
            mentions: number;
            /**
             * @description The share of these reviews among all analyzed reviews.
             * @example 0.269
             */
            share: number;
            /**
             * @description Positive minus negative mentions, divided by all mentions: from -1 (only complaints) to 1 (only praise). Null if there are no mentions.
             * @example -0.456
             */
            net: number | null;
        };
        /**
         * @description How the business compares with its competitors. `level` means that differences can be due to chance; `insufficient_data` means that there are too few reviews to compare.
         * @example they_lead
         * @enum {string}
         */
        Verdict: "they_lead" | "we_lead" | "level" | "insufficient_data";
        /**
         * @description The ID of a review. Quotes refer to it.
         * @example rev_01m7dtkjf0fnvtft6k86k7vp0v
         */
        ReviewId: `rev_${string}`;
        /** @description A quote from a review, as evidence. */
        Quote: {
            /** @description The review that is quoted. */
            review_id: components["schemas"]["ReviewId"];
            /**
             * @description The reviewed competitor; null if the review is for your business.
             * @example null
             * @example cmp_01kjpxm0t0e4pswffc8k7pd4hh
             */
            competitor_id: components["schemas"]["CompetitorId"] | null;
            /** @description The site where the review was posted. */
            source: components["schemas"]["Source"];
            /**
             * @description Number of stars of the review; null if the reviewer gave none.
             * @example 2
             */
            rating: number | null;
            /**
             * @description A verbatim excerpt of the review, without personal data. It is user input: escape it before you display it.
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text: string;
            /**
             * @description When the review was posted; null if the source does not provide the date.
             * @example 2026-11-14T20:05:00.000Z
             */
            published_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description The statements of reviewers about one aspect of your business and of your competitors. */
        Theme: {
            /** @description The aspect. */
            aspect: components["schemas"]["Aspect"];
            /**
             * @description Human-readable name of the aspect in the terms of the trade.
             * @example Waiting times
             */
            label: string;
            /** @description The statements of reviewers of your business. */
            own: components["schemas"]["Sentiment"];
            /** @description The statements of reviewers of all your competitors. */
            competitors: components["schemas"]["Sentiment"];
            /** @description How your business compares with its competitors on the aspect. */
            verdict: components["schemas"]["Verdict"];
            /**
             * @description `own.net` minus `own.net` of the previous analysis; null if either is missing.
             * @example -0.109
             */
            change: number | null;
            /** @description Quotes that illustrate the theme. */
            quotes: components["schemas"]["Quote"][];
        };
        /** @description How your business compared with one competitor at the time of the analysis. */
        CompetitorComparison: {
            /** @description The competitor. */
            competitor_id: components["schemas"]["CompetitorId"];
            /**
             * @description Name of the competitor at the time of the analysis.
             * @example Osteria del Ponte
             */
            name: string;
            /** @description Review statistics of the competitor at the time of the analysis. */
            review_stats: components["schemas"]["ReviewStats"];
            /** @description How your business compared with the competitor overall. */
            verdict: components["schemas"]["Verdict"];
        };
        /** @description Number of reviews that judge an aspect, and number of those that praise it. */
        PraiseCount: {
            /**
             * @description Number of reviews that praise or criticize the aspect. Each review counts once.
             * @example 57
             */
            mentions: number;
            /**
             * @description Number of these reviews that praise the aspect; some of them may criticize it as well.
             * @example 14
             */
            praises: number;
        };
        /** @description Your share of praise minus that of the competitor, with its 95% confidence interval (Newcombe's method from two Wilson intervals). The interval of a lead never includes 0. */
        PraiseDifference: {
            /**
             * @description `praises` divided by `mentions` of your reviews, minus the same of the competitor's reviews.
             * @example -0.413
             */
            value: number;
            /**
             * @description Lower end of the 95% confidence interval.
             * @example -0.567
             */
            low: number;
            /**
             * @description Upper end of the 95% confidence interval.
             * @example -0.22
             */
            high: number;
        };
        /** @description An aspect in which your business is clearly ahead of one competitor, or clearly behind: the shares of praise among the reviews that judge the aspect differ by more than chance explains. */
        CompetitorLead: {
            /** @description The competitor. */
            competitor_id: components["schemas"]["CompetitorId"];
            /**
             * @description Name of the competitor at the time of the analysis.
             * @example Osteria del Ponte
             */
            name: string;
            /** @description The aspect. */
            aspect: components["schemas"]["Aspect"];
            /**
             * @description Human-readable name of the aspect in the terms of the trade.
             * @example Waiting times
             */
            label: string;
            /**
             * @description Which of the two leads: always `we_lead` or `they_lead`.
             * @example they_lead
             */
            verdict: components["schemas"]["Verdict"];
            /** @description Your reviews that judge the aspect. */
            own: components["schemas"]["PraiseCount"];
            /** @description The competitor's reviews that judge the aspect. */
            competitor: components["schemas"]["PraiseCount"];
            /** @description The difference between the shares of praise. */
            difference: components["schemas"]["PraiseDifference"];
            /**
             * @description Since when the leader has been ahead: the beginning of a window of 90 days, counted back from the end of `period`, or the beginning of `period`. The leader has not been behind in any window since. Null if the newest reviews show no difference or the opposite, or the reviews are too few to say when the lead began.
             * @example 2026-05-20T06:00:00.000Z
             */
            since: components["schemas"]["Timestamp"] | null;
            /** @description Praise of the leader and a complaint about the other, where a review has one that may be quoted. */
            quotes: components["schemas"]["Quote"][];
            /**
             * @description Human-readable description of the lead, with the numbers of reviews.
             * @example Osteria del Ponte gets more praise than you for waiting times. Of the reviews with an opinion about it, 14 of your 57 praise it, and 29 of their 44. The reviews of the last 6 months show it.
             */
            text: string;
        };
        /**
         * @description The ID of a recommendation.
         * @example rec_01m2mcv4t0e0z871dce7snzdyq
         */
        RecommendationId: `rec_${string}`;
        /**
         * @description A metric that shows whether a recommendation works.
         *
         *     - `negative_share`: share of your reviews that complain about the aspect, from 0 to 1
         *     - `net_sentiment`: praise minus complaints about the aspect, from -1 to 1
         *     - `response_rate`: share of your reviews that have a reply, from 0 to 1
         *     - `average_rating`: mean number of stars, from 1 to 5
         * @example negative_share
         * @enum {string}
         */
        MetricName: "negative_share" | "net_sentiment" | "response_rate" | "average_rating";
        /** @description The number and share of reviews that meet a condition. */
        FollowUpShare: {
            /**
             * @description Number of reviews that meet the condition. For `negative_share`, reviews that complain about the aspect or report the danger; for `response_rate`, reviews that you replied to.
             * @example 5
             */
            count: number;
            /**
             * @description Number of reviews that were considered. For `negative_share`, your reviews that could be analyzed; for `response_rate`, your reviews for which it is known whether you replied.
             * @example 158
             */
            reviews: number;
            /**
             * @description `count` divided by `reviews`; null if `reviews` is 0.
             * @example 0.032
             */
            share: number | null;
        };
        /**
         * @description The effect of a recommendation that was marked as done.
         *
         *     - `improved`, `worsened`: the share changed significantly (`p_value` below 0.05)
         *     - `no_clear_change`: the difference can be due to chance
         *     - `insufficient_data`: there are fewer than ten reviews before or after `done_at`
         * @example no_clear_change
         * @enum {string}
         */
        FollowUpVerdict: "improved" | "worsened" | "no_clear_change" | "insufficient_data";
        /** @description The effect of a recommendation that was marked as done: the share of your reviews that show the problem, before and after it was marked. Reviews without a date are not counted. */
        FollowUp: {
            /** @description The recommendation. */
            recommendation_id: components["schemas"]["RecommendationId"];
            /**
             * @description Title of the recommendation at the time of the analysis.
             * @example Keep tables and toilets clean through the evening
             */
            title: string;
            /**
             * @description When the recommendation was marked as done.
             * @example 2026-08-20T09:12:30.000Z
             */
            done_at: components["schemas"]["Timestamp"];
            /**
             * @description The metric that is compared, equal to `metric.name` of the recommendation.
             * @example negative_share
             */
            metric: components["schemas"]["MetricName"];
            /** @description The reviews of the period that were posted before the recommendation was marked as done. */
            before: components["schemas"]["FollowUpShare"];
            /** @description The reviews of the period that were posted after the recommendation was marked as done. */
            after: components["schemas"]["FollowUpShare"];
            /**
             * @description Two-sided p-value of Fisher's exact test, rounded to three decimals: the probability of at least this difference by chance alone. Null if there are fewer than ten reviews before or after `done_at`.
             * @example 0.332
             */
            p_value: number | null;
            /** @description Interpretation of the difference. */
            verdict: components["schemas"]["FollowUpVerdict"];
            /**
             * @description Human-readable description of the effect.
             * @example Before you marked it as done on 20 August 2026, 5 of 158 reviews complained about cleanliness (3%); since then, 0 of 54 (0%). A difference like this can be chance (Fisher's exact test, p = 0.332).
             */
            text: string;
        };
        /**
         * @description The ID of a report.
         * @example rpt_01m7hf3btcfc5t7s04k8p77501
         */
        ReportId: `rpt_${string}`;
        /** @description The engine or language model that produced the result. */
        Engine: {
            /**
             * @description Name of the engine or of the language model.
             * @example review-engine
             */
            name: string;
            /**
             * @description Version of the engine. Results of the same version can be compared.
             * @example 1.2.0
             */
            version: string;
            /**
             * @description Whether the built-in engine (`embedded`) or a language model (`llm`) wrote the text. Scores never come from a language model.
             * @example embedded
             * @enum {string}
             */
            mode: "embedded" | "llm";
            /**
             * @description Why a configured language model was not used. Null if it was used, or if none is configured.
             * @example null
             * @example timeout
             * @enum {string|null}
             */
            fallback_reason: "timeout" | "unavailable" | "rejected" | "rate_limited" | null;
        };
        /** @description An analysis of your reviews and your competitors' reviews. Its status is `queued`, then `running`, and finally `completed` or `failed`. Until it is completed, the results are empty and `sample` shows the progress. */
        Analysis: {
            /** @description The ID of the analysis. */
            id: components["schemas"]["AnalysisId"];
            /** @description The business that is analyzed. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The status of the analysis. */
            status: components["schemas"]["AnalysisStatus"];
            /** @description When the analysis was requested. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description Number of competitors whose reviews were analyzed; 0 until the analysis is completed.
             * @example 5
             */
            competitors_analyzed: number;
            /** @description Summary of the findings. It is never null; its three lists are empty until the analysis is completed. */
            summary: components["schemas"]["AnalysisSummary"];
            /**
             * @description When the analysis started running; null while it is queued.
             * @example 2026-11-16T06:00:00.140Z
             */
            started_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When the analysis was completed or failed; null until then.
             * @example 2026-11-16T06:00:45.000Z
             */
            finished_at: components["schemas"]["Timestamp"] | null;
            /** @description Why the analysis failed; null unless `status` is `failed`. A failed analysis is never retried. */
            failure: components["schemas"]["AnalysisFailure"] | null;
            /** @description The period of the analyzed reviews: the year before the request. */
            period: components["schemas"]["Period"];
            /** @description How many reviews were analyzed. While `status` is `running`, the number so far; after `internal_error`, the number until the failure. */
            sample: components["schemas"]["AnalysisSample"];
            /** @description The languages of the reviews of `period` that have text, yours and your competitors', most frequent first. Only reviews in English are analyzed. Empty until the analysis is completed or failed, and for analyses from before this field existed. */
            languages: components["schemas"]["LanguageCount"][];
            /** @description The statements of reviewers, one entry per mentioned aspect, most important first. */
            themes: components["schemas"]["Theme"][];
            /** @description How your business compared with each competitor at the time of the analysis. */
            comparison: components["schemas"]["CompetitorComparison"][];
            /** @description The aspects in which you or one of your competitors clearly lead, most certain first. A difference that can be due to chance is not listed. Empty for analyses from before this field existed. */
            leads: components["schemas"]["CompetitorLead"][];
            /** @description The effect of recommendations that you marked as done within `period`, most recently marked first, at most 20. Includes resolved recommendations. */
            follow_up: components["schemas"]["FollowUp"][];
            /**
             * @description The previous completed analysis, which `themes[].change` is relative to; null for the first analysis.
             * @example ana_01m51mqfr0e5wbzykya7nzknyv
             */
            previous_analysis_id: components["schemas"]["AnalysisId"] | null;
            /**
             * @description The report of the analysis; null until the report is ready.
             * @example rpt_01m7hf3btcfc5t7s04k8p77501
             */
            report_id: components["schemas"]["ReportId"] | null;
            /** @description The engine that analyzed the reviews; null until the analysis starts. */
            engine: components["schemas"]["Engine"] | null;
        };
        /** @description Response body with a page of analyses. */
        AnalysisListResponse: {
            /** @description The analyses, newest first. */
            data: components["schemas"]["Analysis"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Response body with one analysis. */
        AnalysisResponse: {
            /** @description The analysis. */
            data: components["schemas"]["Analysis"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Status of a recommendation.
         *
         *     - `open`: the latest analysis found the problem
         *     - `planned`, `done`, `dismissed`: set by you; kept while analyses find the problem
         *     - `resolved`: the latest analysis no longer found the problem; if it recurs, a new recommendation is created
         * @example open
         * @enum {string}
         */
        RecommendationStatus: "open" | "planned" | "done" | "dismissed" | "resolved";
        /** @description A metric that shows whether an action worked. */
        RecommendationMetric: {
            /** @description The metric. */
            name: components["schemas"]["MetricName"];
            /**
             * @description Current value of the metric; null if it cannot be measured yet.
             * @example 0.189
             */
            current: number | null;
            /**
             * @description Target value of the metric.
             * @example 0.1
             */
            target: number;
            /**
             * @description Number of days in which the target can be reached.
             * @example 90
             */
            horizon_days: number;
        };
        /** @description The six factors whose product determines the score. They explain why one problem ranks above another. */
        RecommendationFactors: {
            /**
             * @description Share of your reviews that complain about the aspect.
             * @example 0.189
             */
            frequency: number;
            /**
             * @description How much lower these reviews rate you, as a share of the four stars between the lowest and the highest rating.
             * @example 0.448
             */
            impact: number;
            /**
             * @description Lead of your competitors on the aspect: 1 if they are no better, up to 2 if they are much better.
             * @example 1.511
             */
            gap: number;
            /**
             * @description Trend of the last 90 days: above 1 if complaints became more frequent, below 1 if they became less frequent.
             * @example 1.07
             */
            trend: number;
            /**
             * @description Severity of the evidence: above 1 if it contains a serious report, as described for `urgent`.
             * @example 1
             */
            severity: number;
            /**
             * @description Statistical confidence, which approaches 1 as the number of mentions grows.
             * @example 0.792
             */
            confidence: number;
        };
        /** @description A recommended action, the reason for it, and a metric that shows whether it worked. */
        Recommendation: {
            /** @description The ID of the recommendation. It stays the same while analyses keep finding the problem. */
            id: components["schemas"]["RecommendationId"];
            /** @description The business that the recommendation is for. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that last confirmed the recommendation. */
            analysis_id: components["schemas"]["AnalysisId"];
            /**
             * @description Priority of the recommendation; 1 is the highest. `priority` and `action` are repeated verbatim in `summary.priorities` of the analysis.
             * @example 1
             */
            priority: number;
            /** @description The aspect that the recommendation addresses. */
            aspect: components["schemas"]["Aspect"];
            /**
             * @description Importance of the recommendation, computed from `factors`. It is never set by a language model.
             * @example 68
             */
            score: number;
            /**
             * @description Title of the recommendation.
             * @example Seat booked guests on time
             */
            title: string;
            /**
             * @description The recommended action.
             * @example Keep booked tables free for the booked time on Friday and Saturday
             * @example and text guests when a table runs late.
             */
            action: string;
            /**
             * @description The reason for the recommendation, with the measured values.
             * @example 40 of 212 reviews complain about waiting; those reviews are 1.8 stars lower than the others.
             */
            rationale: string;
            /**
             * @description Whether the evidence contains a serious report: health, safety, hygiene, children, discrimination, harassment, threats, legal matters or money taken wrongly. Read an urgent recommendation the same day, regardless of its priority.
             * @example false
             */
            urgent: boolean;
            /**
             * @description Estimated effort of the action.
             * @example medium
             * @enum {string}
             */
            effort: "low" | "medium" | "high";
            /** @description The metric that shows whether the action worked. */
            metric: components["schemas"]["RecommendationMetric"];
            /** @description The factors of `score`. */
            factors: components["schemas"]["RecommendationFactors"];
            /** @description Quotes from reviews that show the problem, or a competitor that handles it well. Empty only if every quoted review has been deleted. */
            evidence: components["schemas"]["Quote"][];
            /** @description Status of the recommendation. */
            status: components["schemas"]["RecommendationStatus"];
            /**
             * @description Your note about the recommendation; null if none.
             * @example Second host hired for the weekends.
             */
            note: string | null;
            /**
             * @description When you marked the recommendation as done. Later analyses compare the reviews before and after this time in `follow_up`. Null if it is not marked as done, or was marked before this field existed. The value is kept when the recommendation is resolved.
             * @example 2026-11-20T09:12:30.000Z
             */
            done_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When an analysis first found the problem.
             * @example 2026-09-16T06:00:40.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the recommendation was last confirmed or resolved.
             * @example 2026-11-16T06:00:41.000Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Response body with a page of recommendations. */
        RecommendationListResponse: {
            /** @description The recommendations. `open` and `planned` come first; each group is sorted by priority, then newest first. */
            data: components["schemas"]["Recommendation"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description Whether a report is part of the subscription or a one-time purchase.
         *
         *     - `subscription`: created by the schedule, or by an analysis that counted against the plan's quota
         *     - `one_time_purchase`: created by an analysis that used a report granted to the account
         * @example subscription
         * @enum {string}
         */
        ReportOrigin: "subscription" | "one_time_purchase";
        /** @description A report without its sections and files. */
        ReportSummary: {
            /** @description The ID of the report; `getReport` returns the whole report. */
            id: components["schemas"]["ReportId"];
            /** @description The business that the report is about. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that the report presents. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description Whether the report is part of the subscription or a one-time purchase. */
            origin: components["schemas"]["ReportOrigin"];
            /**
             * @description Title of the report.
             * @example Rosso Trattoria: what guests say, November 2026
             */
            title: string;
            /** @description The period of the analysis. */
            period: components["schemas"]["Period"];
            /**
             * @description When the report was completed.
             * @example 2026-11-16T06:00:52.300Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Response body with a page of reports. */
        ReportListResponse: {
            /** @description The reports, newest first. */
            data: components["schemas"]["ReportSummary"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description How often a business is analyzed automatically. `none` means never.
         * @example monthly
         * @enum {string}
         */
        AnalysisFrequency: "none" | "weekly" | "monthly";
        /**
         * @description A day of the week.
         * @example monday
         * @enum {string}
         */
        Weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
        /** @description The schedule for automatic analyses of a business. */
        AnalysisSchedule: {
            /** @description The business that is analyzed. */
            business_id: components["schemas"]["BusinessId"];
            /** @description How often the business is analyzed. */
            frequency: components["schemas"]["AnalysisFrequency"];
            /** @description The weekday of the analysis. For `monthly`, the first such weekday of the month. */
            weekday: components["schemas"]["Weekday"];
            /**
             * @description The hour of the analysis, in the time zone of the business.
             * @example 6
             */
            hour: number;
            /**
             * @description IANA name of the time zone of the business.
             * @example Europe/Amsterdam
             */
            timezone: string;
            /**
             * @description When the next run is due. Null if `frequency` is `none`.
             * @example 2026-12-07T05:00:00.000Z
             */
            next_run_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When the last run started or was skipped; null before the first run.
             * @example 2026-11-02T05:00:01.250Z
             */
            last_run_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The analysis that the last run started. Null before the first run, and if the last run was skipped.
             * @example ana_01m7hf1rr0fwd9h44cbb4w5y6j
             */
            last_analysis_id: components["schemas"]["AnalysisId"] | null;
        };
        /** @description Response body with the analysis schedule. */
        AnalysisScheduleResponse: {
            /** @description The analysis schedule. */
            data: components["schemas"]["AnalysisSchedule"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The new analysis schedule. */
        SetAnalysisScheduleRequest: {
            /** @description Frequency; `none` removes the analysis schedule. */
            frequency: components["schemas"]["AnalysisFrequency"];
            /**
             * @description The weekday of the analysis. For `monthly`, the first such weekday of the month.
             * @default monday
             */
            weekday: components["schemas"]["Weekday"];
            /**
             * @description The hour of the analysis, in the time zone of the business.
             * @default 6
             * @example 6
             */
            hour: number;
        };
        /**
         * @description Polarity of an opinion.
         *
         *     - `positive`: praise
         *     - `negative`: criticism
         *     - `mixed`: both praise and criticism
         *     - `neutral`: neither praise nor criticism
         * @example negative
         * @enum {string}
         */
        ReviewPolarity: "positive" | "negative" | "mixed" | "neutral";
        /**
         * @description A reason for a person to check the review before replying to it or quoting it.
         *
         *     - `health_safety`: injury, illness or danger
         *     - `hygiene`: pests, unclean tools, spoiled food or other contamination
         *     - `legal_threat`: mention of lawyers, courts or authorities
         *     - `discrimination`: unequal treatment because of a personal characteristic
         *     - `harassment`: sexual remarks, unwanted touching, stalking, spying or humiliation
         *     - `threat`: violence, coercion or blackmail, committed or announced, by anyone
         *     - `minors`: a child was hurt, endangered, neglected or treated badly
         *     - `wrong_charge`: money or property was taken wrongly, including theft and fraud
         *     - `abuse`: insults or threats in the language of the review
         *     - `refund_request`: request for a refund
         *     - `incentive`: the review was rewarded or solicited
         *     - `prompt_injection`: text that tries to instruct a language model
         * @example health_safety
         * @enum {string}
         */
        ReviewFlag: "health_safety" | "hygiene" | "legal_threat" | "discrimination" | "harassment" | "threat" | "minors" | "wrong_charge" | "abuse" | "refund_request" | "incentive" | "prompt_injection";
        /**
         * @description An opaque position in a sortable list, as returned in `meta.page.next_cursor`. It stays valid if the sort order or the filters change: the list then continues after the same record.
         * @example nUHH4gWL1vZkT9WRhB3Zsms4T0u0e5hX
         */
        SortedCursor: string;
        /**
         * @description Whether the engine has analyzed a review. New and changed reviews are analyzed in the background.
         *
         *     - `pending`: not analyzed yet; excluded by label and `q` filters
         *     - `done`: analyzed; aspects, polarity and flags are available
         * @example done
         * @enum {string}
         */
        LabelsState: "pending" | "done";
        /** @description An aspect that a review mentions, and the polarity of what it says. */
        ReviewAspect: {
            /** @description The aspect. */
            aspect: components["schemas"]["Aspect"];
            /** @description The polarity of what the review says about the aspect. */
            polarity: components["schemas"]["ReviewPolarity"];
        };
        /** @description A review of the business or of one of its competitors, with the labels that the engine assigned. The name of the reviewer is not stored. */
        Review: {
            /**
             * @description The ID of the review.
             * @example rev_01m7dtkjf0fnvtft6k86k7vp0v
             */
            id: components["schemas"]["ReviewId"];
            /** @description The business that the review was imported for. */
            business_id: components["schemas"]["BusinessId"];
            /**
             * @description The reviewed competitor; null if the review is for your business.
             * @example null
             * @example cmp_01kjpxm0t0e4pswffc8k7pd4hh
             */
            competitor_id: components["schemas"]["CompetitorId"] | null;
            /** @description The site where the review was posted. */
            source: components["schemas"]["Source"];
            /**
             * @description The review's ID at the source. `source` and `source_id` together identify a review. If no ID was given, it is derived from the content.
             * @example ChdDSUhNMG9nS0VJQ0FnSUR1
             */
            source_id: string;
            /**
             * @description Number of stars; null if the reviewer gave none.
             * @example 2
             */
            rating: number | null;
            /**
             * @description The text of the review; empty for a rating without text. It is user input: escape it before you display it.
             * @example We booked for half past seven and still stood at the door for forty minutes. The pasta was lovely.
             */
            text: string;
            /**
             * @description Language of the review as an ISO 639-1 code, as given or as detected by the engine; null if unknown.
             * @example en
             */
            language: string | null;
            /**
             * @description When the review was posted; null if the source does not provide the date.
             * @example 2026-11-14T20:05:00.000Z
             */
            published_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Whether the owner has replied; null if the source does not show replies.
             * @example false
             */
            owner_replied: boolean | null;
            /** @description Whether the engine has analyzed the review. */
            labels_state: components["schemas"]["LabelsState"];
            /**
             * @description The aspects that the review mentions, each at most once. Empty while `labels_state` is `pending`.
             * @example [
             *       {
             *         "aspect": "wait",
             *         "polarity": "negative"
             *       },
             *       {
             *         "aspect": "quality",
             *         "polarity": "positive"
             *       }
             *     ]
             */
            aspects: components["schemas"]["ReviewAspect"][];
            /**
             * @description Overall polarity of the review. Null while `labels_state` is `pending`, if the review has no text, and if its language is not supported.
             * @example mixed
             */
            polarity: components["schemas"]["ReviewPolarity"] | null;
            /**
             * @description Flags that mark the review for human attention. Each flag is a hint and can be wrong. Empty while `labels_state` is `pending`.
             * @example [
             *       "health_safety"
             *     ]
             */
            flags: components["schemas"]["ReviewFlag"][];
            /**
             * @description When the review and all quotes of it will be deleted, as required by the terms of its source or by the settings of the account. Null if the review has no deletion date.
             * @example 2027-12-14T20:05:00.000Z
             */
            retain_until: components["schemas"]["Timestamp"] | null;
            /**
             * @description When the review was first imported.
             * @example 2026-11-15T05:30:00.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the content of the review last changed.
             * @example 2026-11-15T05:30:00.000Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The position of the page in a sortable list. */
        SortedPage: {
            /**
             * @description Maximum number of items in the page, as requested. Default: 25.
             * @example 25
             */
            limit: number;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example nUHH4gWL1vZkT9WRhB3Zsms4T0u0e5hX
             * @example null
             */
            next_cursor: components["schemas"]["SortedCursor"] | null;
        };
        /** @description Metadata of a response with a sortable list, including the position in the list. */
        SortedPageMeta: {
            /** @description The ID of the request, equal to the header `X-Request-Id`. Include it when you contact support. */
            request_id: components["schemas"]["RequestId"];
            /** @description The plan of the account. */
            plan: components["schemas"]["Plan"];
            /** @description The rate limit after this request. */
            rate_limit: components["schemas"]["RateLimit"];
            /** @description The size of the page and the cursor of the next page. */
            page: components["schemas"]["SortedPage"];
        };
        /** @description Response body with a page of reviews. */
        ReviewListResponse: {
            /** @description The reviews, in the requested order. */
            data: components["schemas"]["Review"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["SortedPageMeta"];
        };
        /** @description A review to store. `rating` or a text is required. There is no field for the name of the reviewer, because it is not stored. */
        NewReview: {
            /** @description The reviewed competitor. If omitted, the review is for your business. */
            competitor_id?: components["schemas"]["CompetitorId"];
            /** @description The site where the review was posted. Default: `other`. */
            source?: components["schemas"]["Source"];
            /**
             * @description The review's ID at the source. If omitted, an ID is derived from the content.
             * @example ChdDSUhNMG9nS0VJQ0FnSUR1
             */
            source_id?: string;
            /**
             * @description Number of stars.
             * @example 2
             */
            rating?: number;
            /**
             * @description Title of the review. It is stored as the first line of the text.
             * @example A long wait
             */
            title?: string;
            /**
             * @description The text of the review.
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text?: string;
            /**
             * @description Language of the review as an ISO 639-1 code. If omitted, the language is detected.
             * @example en
             */
            language?: string;
            /** @description When the review was posted. Dates before 1995 are rejected. */
            published_at?: components["schemas"]["RequestTimestamp"];
            /**
             * @description Whether the owner has replied. Omit it if the source does not show replies.
             * @example false
             */
            owner_replied?: boolean;
        };
        /** @description The reviews to store. */
        CreateReviewsRequest: {
            /** @description The reviews of the business and of its competitors, in any order. */
            reviews: components["schemas"]["NewReview"][];
        };
        /**
         * @description What happened to an item.
         *
         *     - `created`: the review is new
         *     - `updated`: the review existed and its content changed
         *     - `unchanged`: the review existed with the same content
         *     - `rejected`: the item is invalid and was not stored
         * @example created
         * @enum {string}
         */
        ReviewResultKind: "created" | "updated" | "unchanged" | "rejected";
        /** @description The result of one item. */
        ReviewResult: {
            /** @description The result for the item. */
            result: components["schemas"]["ReviewResultKind"];
            /**
             * @description The ID of the review; null if the item was rejected.
             * @example rev_01m7dtkjf0fnvtft6k86k7vp0v
             */
            review_id: components["schemas"]["ReviewId"] | null;
            /**
             * @description The invalid field and the reason; null unless the item was rejected.
             * @example null
             */
            problem: components["schemas"]["ErrorDetail"] | null;
        };
        /** @description The results of a request to store reviews. */
        CreatedReviews: {
            /**
             * @description Number of new reviews.
             * @example 1
             */
            created_count: number;
            /**
             * @description Number of existing reviews that changed.
             * @example 1
             */
            updated_count: number;
            /**
             * @description Number of existing reviews that did not change.
             * @example 0
             */
            unchanged_count: number;
            /**
             * @description Number of items that were not stored.
             * @example 1
             */
            rejected_count: number;
            /** @description One result per item, in the order of the request. */
            results: components["schemas"]["ReviewResult"][];
        };
        /** @description Response body with the results of a request to store reviews. */
        CreatedReviewsResponse: {
            /** @description One result per item, and the number of results of each kind. */
            data: components["schemas"]["CreatedReviews"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Response body with one review. */
        ReviewResponse: {
            /** @description The review. */
            data: components["schemas"]["Review"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Confirmation that a review was deleted. */
        DeletedReview: {
            /** @description The ID of the deleted review. */
            id: components["schemas"]["ReviewId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            deleted: true;
        };
        /** @description Response body with a deleted review. */
        DeletedReviewResponse: {
            /** @description The deleted review. */
            data: components["schemas"]["DeletedReview"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The ID of an import of reviews.
         * @example imp_01m7w10xa0ff2vq4bn7xq3sdk8
         */
        ReviewImportId: `imp_${string}`;
        /**
         * @description The status of an import.
         *
         *     - `queued`: the file is stored and waits for a worker or for an earlier import of the account
         *     - `running`: a worker is reading the file
         *     - `completed`: the file was read completely; `rejections` lists the rows that were not stored
         *     - `failed`: the file could not be read completely; `failure_message` gives the reason
         * @example completed
         * @enum {string}
         */
        ReviewImportStatus: "queued" | "running" | "completed" | "failed";
        /** @description A row that was not stored. */
        ReviewImportRejection: {
            /**
             * @description The line of the file on which the row starts; the first line is 1.
             * @example 17
             */
            line: number;
            /**
             * @description Name of the column in the file; null if the problem concerns the whole row.
             * @example Star Rating
             */
            column: string | null;
            /**
             * @description The problem, and the value that is expected.
             * @example "6" is not a rating: write a whole number from 1 to 5
             */
            reason: string;
        };
        /** @description An uploaded file of reviews, and the status and results of its import. */
        ReviewImport: {
            /** @description The ID of the import. */
            id: components["schemas"]["ReviewImportId"];
            /** @description The business whose reviews are imported. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The status of the import. */
            status: components["schemas"]["ReviewImportStatus"];
            /**
             * @description Size of the file in bytes.
             * @example 21455
             */
            size_bytes: number;
            /**
             * @description SHA-256 hash of the uploaded file in lowercase hexadecimal.
             * @example 5f8a0d4c6f3b2e190d7c5a4b3e2f1d0c9b8a7f6e5d4c3b2a190817263544f5e6
             */
            sha256: string;
            /**
             * @description Number of bytes of the file that have been read, from 0 to `size_bytes`.
             * @example 21455
             */
            read_bytes: number;
            /**
             * @description Number of rows or items that have been read.
             * @example 128
             */
            row_count: number;
            /**
             * @description Number of new reviews.
             * @example 120
             */
            created_count: number;
            /**
             * @description Number of existing reviews that changed.
             * @example 3
             */
            updated_count: number;
            /**
             * @description Number of existing reviews that did not change, including rows that repeat an earlier row of the file.
             * @example 3
             */
            unchanged_count: number;
            /**
             * @description Number of rows that were not stored.
             * @example 2
             */
            rejected_count: number;
            /** @description The first 100 rows that were not stored, in the order of the file. */
            rejections: components["schemas"]["ReviewImportRejection"][];
            /**
             * @description Number of created and updated reviews that the engine has analyzed. The analysis finishes within minutes after the import.
             * @example 119
             */
            labeled_count: number;
            /**
             * @description Why the file could not be read completely, and how to fix it; null unless `status` is `failed`.
             * @example null
             */
            failure_message: string | null;
            /**
             * @description When the upload started.
             * @example 2026-11-20T08:30:00.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When a worker started to read the file; null until then.
             * @example 2026-11-20T08:30:00.210Z
             */
            started_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When the import finished; null until then.
             * @example 2026-11-20T08:30:01.480Z
             */
            finished_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Response body with a page of imports. */
        ReviewImportListResponse: {
            /** @description The imports, newest first. */
            data: components["schemas"]["ReviewImport"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The order of day and month in dates such as 03/04/2026.
         *
         *     - `dmy`: day before month
         *     - `mdy`: month before day
         * @example dmy
         * @enum {string}
         */
        DateOrder: "dmy" | "mdy";
        /**
         * @description A file of reviews in CSV, JSON or NDJSON format.
         * @example source_id,rating,text
         *     a1,5,Lovely
         */
        ReviewFile: string;
        /** @description A list of reviews, or an object that contains such a list. The fields have the names of the columns of a CSV file. */
        ReviewFileItems: {
            [key: string]: unknown;
        }[] | {
            [key: string]: unknown;
        };
        /** @description A form with the file as its only part. A file name and a media type are optional. */
        ReviewFileForm: {
            file: components["schemas"]["ReviewFile"];
        };
        /** @description Response body with one import. */
        ReviewImportResponse: {
            /** @description The import. */
            data: components["schemas"]["ReviewImport"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A data point. */
        ReportChartPoint: {
            /**
             * @description Label of the point.
             * @example Osteria del Ponte
             */
            label: string;
            /**
             * @description Value of the point, in the unit of the chart.
             * @example 4.5
             */
            value: number;
        };
        /** @description A data series. */
        ReportChartSeries: {
            /**
             * @description Name of the series, for the legend.
             * @example Average rating
             */
            name: string;
            /** @description The points of the series, in display order. */
            points: components["schemas"]["ReportChartPoint"][];
        };
        /** @description The data of a chart. */
        ReportChart: {
            /**
             * @description Type of the chart.
             * @example bar
             * @enum {string}
             */
            kind: "bar" | "line";
            /**
             * @description Unit of the values: `share` is from 0 to 1, `rating` is in stars, `count` is a number of reviews or mentions, `score` is from 0 to 100.
             * @example rating
             * @enum {string}
             */
            unit: "share" | "rating" | "count" | "score";
            /** @description One or more data series. All series of a chart have the same labels. */
            series: components["schemas"]["ReportChartSeries"][];
        };
        /** @description One section of a report. */
        ReportSection: {
            /**
             * @description Machine-readable name of the section.
             * @example comparison
             * @enum {string}
             */
            key: "overview" | "strengths" | "weaknesses" | "comparison" | "trend" | "follow_up" | "priorities" | "method";
            /**
             * @description Heading of the section.
             * @example You and your neighbours
             */
            heading: string;
            /**
             * @description Plain text without markup. Paragraphs are separated by an empty line.
             * @example Osteria del Ponte leads with 4.5 stars. You follow with 4.3.
             */
            text: string;
            /** @description Quotes from reviews that support the text. In the section `priorities` there is one for each paragraph, in the same order, unless a quoted review was deleted. */
            quotes: components["schemas"]["Quote"][];
            /** @description Chart of the section; null if it has none. */
            chart: components["schemas"]["ReportChart"] | null;
        };
        /** @description A file of a report. */
        ReportFile: {
            /**
             * @description Format of the file. Each file is self-contained.
             * @example pdf
             * @enum {string}
             */
            format: "html" | "pdf";
            /**
             * Format: uri
             * @description A signed URL that requires no credential, so treat it as a secret. The same URL is returned for an hour and is valid for a day; fetch the report again for a new URL.
             * @example https://svc.example.com/report-files/rpt_01m7hf3btcfc5t7s04k8p77501.pdf?business=biz_01kjpx4gtrex7rhcb4yfrgw100&expires=1795251600&signature=ZXhhbXBsZQ
             */
            url: string;
            /**
             * @description Size of the file in bytes.
             * @example 184320
             */
            size_bytes: number;
            /**
             * @description When the URL expires.
             * @example 2026-11-21T09:00:00.000Z
             */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description An analysis as a document for people, both as data and as files. A report becomes visible when it is complete. */
        Report: {
            /** @description The ID of the report. */
            id: components["schemas"]["ReportId"];
            /** @description The business that the report is about. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that the report presents. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description Whether the report is part of the subscription or a one-time purchase. */
            origin: components["schemas"]["ReportOrigin"];
            /**
             * @description Title of the report.
             * @example Rosso Trattoria: what guests say, November 2026
             */
            title: string;
            /** @description The report as data, in reading order. */
            sections: components["schemas"]["ReportSection"][];
            /** @description The report as files to download, at most one per format. There is no PDF if it could not be created. */
            files: components["schemas"]["ReportFile"][];
            /**
             * @description When the files were deleted because their retention had ended; null while they can be downloaded. Afterwards `files` still lists them, and their URLs return 404.
             * @example null
             * @example 2027-12-16T06:10:00.000Z
             */
            files_deleted_at: components["schemas"]["Timestamp"] | null;
            /** @description The period of the analysis. */
            period: components["schemas"]["Period"];
            /**
             * @description When the report was completed.
             * @example 2026-11-16T06:00:52.300Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Response body with one report. */
        ReportResponse: {
            /** @description The report. */
            data: components["schemas"]["Report"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Response body with one recommendation. */
        RecommendationResponse: {
            /** @description The recommendation. */
            data: components["schemas"]["Recommendation"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Your decision about a recommendation; `open` reverts an earlier decision.
         * @example done
         * @enum {string}
         */
        RecommendationDecision: "open" | "planned" | "done" | "dismissed";
        /** @description Your decision about a recommendation. Omitted fields keep their values. */
        UpdateRecommendationRequest: {
            /** @description Your decision. The status of a resolved recommendation cannot be changed. */
            status?: components["schemas"]["RecommendationDecision"];
            /**
             * @description Your note. Null removes the note.
             * @example Second host hired for the weekends.
             */
            note?: string | null;
        };
        /**
         * @description Status of a draft.
         *
         *     - `draft`: not approved or rejected, or edited since
         *     - `approved`: approved by a person; the service does not post it
         *     - `rejected`: should not be used
         * @example draft
         * @enum {string}
         */
        ReplyDraftStatus: "draft" | "approved" | "rejected";
        /**
         * @description The ID of a reply draft.
         * @example drf_01m7w1vztfe1hajn7z6ha8w3pk
         */
        ReplyDraftId: `drf_${string}`;
        /** @description The review that a draft replies to, as it was sent, without the name of the reviewer. */
        RepliedReview: {
            /**
             * @description Number of stars.
             * @example 2
             */
            rating: number;
            /**
             * @description The text of the review; empty for a rating without text.
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text: string;
            /** @description The site where the review was posted. */
            source: components["schemas"]["Source"];
        };
        /**
         * @description The source of the statement: the review or one of your facts.
         * @example fact
         * @enum {string}
         */
        ReplyClaimSupport: "review" | "fact";
        /** @description A concrete statement and its source. */
        ReplyClaim: {
            /**
             * @description The statement as it appears in the draft.
             * @example a second host now seats guests on Friday and Saturday evenings
             */
            text: string;
            supported_by: components["schemas"]["ReplyClaimSupport"];
            /**
             * @description The verbatim quote that supports the statement.
             * @example a second host seats guests on Friday and Saturday evenings
             */
            quote: string;
        };
        /** @description One variant of the reply. */
        ReplyVariant: {
            /**
             * @description The text of the reply, for review and approval.
             * @example Dear Marieke, thank you for telling us. We are sorry that you waited at the door.
             */
            text: string;
            /** @description Every concrete statement in the draft, with the quote that supports it. */
            claims: components["schemas"]["ReplyClaim"][];
        };
        /**
         * @description A point to consider before approving a draft.
         *
         *     - `health_safety`, `hygiene`, `legal_threat`, `discrimination`, `harassment`, `threat`, `minors`, `wrong_charge`, `abuse`:
         *       the review mentions this; the draft stays neutral
         *     - `personal_data`, `staff_named`: the review contains names or contact details; the draft does not repeat them
         *     - `refund_request`: the review requests a refund; the draft does not promise one
         *     - `incentive`: the review mentions a reward for the review
         *     - `prompt_injection`: the review contains instructions; they were ignored
         *     - `rating_mismatch`: the rating and the text contradict each other
         *     - `unsupported_claim`: an unsupported statement was removed
         *     - `too_similar`: fewer variants than requested, because further ones would be too similar
         *     - `low_confidence`: the meaning of the review is unclear
         *     - `language_unsupported`: the draft is in English, because the requested language is not supported
         * @example health_safety
         * @enum {string}
         */
        ReplyWarning: "health_safety" | "hygiene" | "legal_threat" | "discrimination" | "harassment" | "threat" | "minors" | "wrong_charge" | "abuse" | "personal_data" | "staff_named" | "refund_request" | "incentive" | "prompt_injection" | "rating_mismatch" | "unsupported_claim" | "too_similar" | "low_confidence" | "language_unsupported";
        /** @description One or more drafts of a reply, and their status. The service never publishes a draft. A draft is deleted 90 days after its last change. */
        ReplyDraft: {
            /** @description The ID of the draft. */
            id: components["schemas"]["ReplyDraftId"];
            /** @description The business in whose name the reply is written. */
            business_id: components["schemas"]["BusinessId"];
            /** @description Status of the draft. */
            status: components["schemas"]["ReplyDraftStatus"];
            /**
             * @description The current text of the reply. It equals the first variant until the draft is edited.
             * @example Dear Marieke, thank you for telling us. We are sorry that you waited at the door.
             */
            text: string;
            /** @description The review that the draft replies to. */
            review: components["schemas"]["RepliedReview"];
            /**
             * @description Language of the drafts as an ISO 639-1 code.
             * @example en
             */
            language: string;
            /** @description The drafts, best first. There can be fewer than requested if further drafts would be too similar. */
            variants: components["schemas"]["ReplyVariant"][];
            /**
             * @description Points to consider before approving the draft. Empty if there are none.
             * @example [
             *       "health_safety",
             *       "legal_threat"
             *     ]
             */
            warnings: components["schemas"]["ReplyWarning"][];
            /**
             * @description Always true. A person has to review and approve the draft, and post it.
             * @example true
             * @constant
             */
            requires_human_approval: true;
            /** @description The engine or language model that wrote the drafts. */
            engine: components["schemas"]["Engine"];
            /**
             * @description When the draft was created.
             * @example 2026-11-20T08:41:17.903Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the text or the status of the draft last changed.
             * @example 2026-11-20T08:41:17.903Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Response body with a page of reply drafts. */
        ReplyDraftListResponse: {
            /** @description The drafts, newest first. */
            data: components["schemas"]["ReplyDraft"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The review to reply to. It does not have to be stored in the service. */
        ReviewToAnswer: {
            /**
             * @description Number of stars, from 1 to 5.
             * @example 2
             */
            rating: number;
            /**
             * @description The unmodified text of the review; empty for a rating without text. Instructions in the text are never followed.
             * @default
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text: string;
            /**
             * @description The name of the reviewer. It is used in the greeting if it looks like the name of a person, and is not stored.
             * @example Marieke
             */
            author_name?: string;
            /**
             * @description The site where the review was posted.
             * @default other
             * @example google
             * @enum {string}
             */
            source: "google" | "yelp" | "tripadvisor" | "facebook" | "other";
        };
        /** @description The review to reply to, and options for the reply. Only the review and its rating are required. */
        DraftReviewReplyRequest: {
            /** @description The review to reply to. */
            review: components["schemas"]["ReviewToAnswer"];
            /**
             * @description The tone of the reply.
             * @default professional
             * @example apologetic
             * @enum {string}
             */
            tone: "warm" | "professional" | "concise" | "apologetic";
            /**
             * @description Maximum length of the reply, including greeting and signature: 45 words (`short`), 85 words (`medium`) or 150 words (`long`). A draft is shorter if the review gives no reason for more.
             * @default medium
             * @example medium
             * @enum {string}
             */
            length: "short" | "medium" | "long";
            /**
             * @description Language of the reply as an ISO 639-1 code. If omitted, the language of the review is used. If the engine cannot write the language, the draft is in English and has the warning `language_unsupported`.
             * @example en
             */
            language?: string;
            /** @description Facts about your business that the draft may state. The draft makes no claims beyond these facts and the review. */
            facts?: string[];
            /**
             * @description The signature of the reply. Default: the name of your business.
             * @example Sofia, Rosso Trattoria
             */
            signature?: string;
            /**
             * @description Number of different drafts to write.
             * @default 1
             * @example 2
             */
            variants: number;
        };
        /** @description Response body with a reply draft. */
        ReplyDraftResponse: {
            /** @description The draft. */
            data: components["schemas"]["ReplyDraft"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Changes to a draft. Omitted fields keep their values. */
        UpdateReviewReplyRequest: {
            /**
             * @description The new text of the reply.
             * @example Thank you for telling us. We are sorry that you had to wait.
             */
            text?: string;
            /** @description The new status of the draft. */
            status?: components["schemas"]["ReplyDraftStatus"];
        };
        /**
         * @description The ID of a webhook endpoint.
         * @example whk_01ktvck2jgfjrva00p4jwmptwm
         */
        WebhookId: `whk_${string}`;
        /**
         * @description The type of a webhook event. No other types exist.
         *
         *     - `analysis.completed`: an analysis finished successfully
         *     - `analysis.failed`: an analysis failed and will not be retried
         *     - `report.generated`: a report is ready
         *     - `recommendation.created`: a recommendation was created
         *     - `webhook.test`: a test delivery was requested
         * @example analysis.completed
         * @enum {string}
         */
        EventType: "analysis.completed" | "analysis.failed" | "report.generated" | "recommendation.created" | "webhook.test";
        /**
         * @description Up to 20 keys and values of your own, such as the ID of the endpoint in your system. The service stores and returns them, and does not interpret them.
         * @example {
         *       "team": "kitchen"
         *     }
         */
        WebhookMetadata: {
            [key: string]: string;
        };
        /** @description A webhook endpoint. The signing secret is not included; it is only returned when the endpoint is created and when the secret is rotated. */
        Webhook: {
            /** @description The ID of the endpoint. */
            id: components["schemas"]["WebhookId"];
            /**
             * Format: uri
             * @description The URL that events are delivered to, normalized at registration (the host name is in ASCII).
             * @example https://hooks.rosso-trattoria.nl/svc
             */
            url: string;
            /**
             * @description The event types that the endpoint receives.
             * @example [
             *       "analysis.completed",
             *       "analysis.failed",
             *       "report.generated"
             *     ]
             */
            event_types: components["schemas"]["EventType"][];
            /**
             * @description Whether deliveries are sent. If false, deliveries are held and do not fail.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Why the service disabled the endpoint. Null if it is enabled, or if you disabled it.
             *
             *     - `failing`: at least 20 attempts failed over at least 5 days, and none succeeded during that time
             *
             *     When the receiver works again, set `enabled` to true. The held deliveries are then sent.
             * @example null
             * @example failing
             * @enum {string|null}
             */
            disabled_reason: "failing" | null;
            /**
             * @description When the service disabled the endpoint. Null if `disabled_reason` is null.
             * @example null
             * @example 2026-11-20T09:12:40.118Z
             */
            disabled_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Your description of the endpoint; null if none.
             * @example Reports for the kitchen display
             */
            description: string | null;
            /** @description Your own keys and values. */
            metadata: components["schemas"]["WebhookMetadata"];
            /**
             * @description Maximum number of attempts in any 60 seconds, including retries and resends. Attempts are spaced evenly; up to a twentieth of the limit can start at once. Null means no limit.
             * @example null
             * @example 600
             */
            max_attempts_per_minute: number | null;
            /**
             * @description When the endpoint was registered.
             * @example 2026-06-11T13:05:22.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the signing secret was last rotated; null if never.
             * @example null
             * @example 2026-11-20T08:48:30.000Z
             */
            secret_rotated_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When deliveries stop being signed with the previous secret in the header `webhook-signature`. Null if only the current secret is used.
             * @example null
             * @example 2026-11-21T08:48:30.000Z
             */
            previous_secret_expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When an attempt last succeeded; null if never.
             * @example 2026-11-16T06:03:24.562Z
             */
            last_succeeded_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When an attempt last failed; null if never.
             * @example 2026-11-16T06:01:24.130Z
             */
            last_failed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Response body with a page of webhook endpoints. */
        WebhookListResponse: {
            /** @description The endpoints, newest first. */
            data: components["schemas"]["Webhook"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * Format: public-https-url
         * @description A URL that is reachable from the public internet: scheme `https` with a publicly trusted certificate, no user name or password, no fragment, and a port that is usual for web servers. Private, loopback, link-local and reserved addresses, and names of internal networks (such as `localhost`, `.local`, `.internal`, `.test`, `.example`), are rejected with `invalid_request` at `body.url`. To receive events on your own machine, use `svc listen --forward-to URL` instead. The pattern checks the syntax only; the format `public-https-url` is the complete rule.
         * @example https://hooks.rosso-trattoria.nl/svc
         */
        WebhookUrl: string;
        /** @description The endpoint to register. */
        CreateWebhookRequest: {
            /** @description The URL to deliver events to. The same URL can be registered more than once. */
            url: components["schemas"]["WebhookUrl"];
            /**
             * @description The event types to deliver. If omitted, all types.
             * @default [
             *       "analysis.completed",
             *       "analysis.failed",
             *       "report.generated",
             *       "recommendation.created",
             *       "webhook.test"
             *     ]
             * @example [
             *       "report.generated",
             *       "webhook.test"
             *     ]
             */
            event_types: components["schemas"]["EventType"][];
            /**
             * @description Your description of the endpoint. If null or omitted, the endpoint has no description.
             * @example Reports for the kitchen display
             */
            description?: string | null;
            /** @description Your own keys and values. If omitted, the endpoint has no metadata. */
            metadata?: components["schemas"]["WebhookMetadata"];
            /**
             * @description Maximum number of attempts in any 60 seconds, including retries and resends. Attempts above the limit wait in order and do not count as failed. If null or omitted, there is no limit.
             * @example 600
             */
            max_attempts_per_minute?: number | null;
        };
        /** @description A webhook endpoint with its signing secret. The secret is returned only in this response; store it securely. */
        WebhookWithSecret: {
            /** @description The ID of the endpoint. */
            id: components["schemas"]["WebhookId"];
            /**
             * Format: uri
             * @description The URL that events are delivered to, normalized at registration (the host name is in ASCII).
             * @example https://hooks.rosso-trattoria.nl/svc
             */
            url: string;
            /**
             * @description The event types that the endpoint receives.
             * @example [
             *       "analysis.completed",
             *       "analysis.failed",
             *       "report.generated"
             *     ]
             */
            event_types: components["schemas"]["EventType"][];
            /**
             * @description Whether deliveries are sent. If false, deliveries are held and do not fail.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Why the service disabled the endpoint. Null if it is enabled, or if you disabled it.
             *
             *     - `failing`: at least 20 attempts failed over at least 5 days, and none succeeded during that time
             *
             *     When the receiver works again, set `enabled` to true. The held deliveries are then sent.
             * @example null
             * @example failing
             * @enum {string|null}
             */
            disabled_reason: "failing" | null;
            /**
             * @description When the service disabled the endpoint. Null if `disabled_reason` is null.
             * @example null
             * @example 2026-11-20T09:12:40.118Z
             */
            disabled_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Your description of the endpoint; null if none.
             * @example Reports for the kitchen display
             */
            description: string | null;
            /** @description Your own keys and values. */
            metadata: components["schemas"]["WebhookMetadata"];
            /**
             * @description Maximum number of attempts in any 60 seconds, including retries and resends. Attempts are spaced evenly; up to a twentieth of the limit can start at once. Null means no limit.
             * @example null
             * @example 600
             */
            max_attempts_per_minute: number | null;
            /**
             * @description When the endpoint was registered.
             * @example 2026-06-11T13:05:22.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the signing secret was last rotated; null if never.
             * @example null
             * @example 2026-11-20T08:48:30.000Z
             */
            secret_rotated_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When deliveries stop being signed with the previous secret in the header `webhook-signature`. Null if only the current secret is used.
             * @example null
             * @example 2026-11-21T08:48:30.000Z
             */
            previous_secret_expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When an attempt last succeeded; null if never.
             * @example 2026-11-16T06:03:24.562Z
             */
            last_succeeded_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When an attempt last failed; null if never.
             * @example 2026-11-16T06:01:24.130Z
             */
            last_failed_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The signing secret. `X-SVC-Signature` is the HMAC-SHA256 of the timestamp, a dot and the raw body; the key is this whole string, including `whsec_`. The secret cannot be retrieved later; if you lose it, rotate it.
             * @example whsec_b25seSBhbiBleGFtcGxlLCBzaWducyBub3RoaW5nISE=
             */
            signing_secret: `whsec_${string}`;
        };
        /** @description Response body with one webhook endpoint and its signing secret. */
        WebhookWithSecretResponse: {
            /** @description The endpoint with its secret. */
            data: components["schemas"]["WebhookWithSecret"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Response body with one webhook endpoint. */
        WebhookResponse: {
            /** @description The endpoint. */
            data: components["schemas"]["Webhook"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Confirmation that an endpoint was deleted. */
        DeletedWebhook: {
            /** @description The ID of the deleted endpoint. */
            id: components["schemas"]["WebhookId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            deleted: true;
        };
        /** @description Response body with a deleted endpoint. */
        DeletedWebhookResponse: {
            /** @description The deleted endpoint. */
            data: components["schemas"]["DeletedWebhook"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The fields to change. Omitted fields and the signing secret keep their values. */
        UpdateWebhookRequest: {
            /** @description The new URL to deliver events to. It also applies to deliveries that are already queued. */
            url?: components["schemas"]["WebhookUrl"];
            /**
             * @description The new list of event types to deliver. It replaces the existing list.
             * @example [
             *       "analysis.completed",
             *       "report.generated"
             *     ]
             */
            event_types?: components["schemas"]["EventType"][];
            /**
             * @description If false, deliveries are held and do not fail. If true, held deliveries are sent, including those of an endpoint that the service disabled.
             * @example false
             */
            enabled?: boolean;
            /**
             * @description Your description of the endpoint. Null removes the description.
             * @example Reports for the kitchen display
             */
            description?: string | null;
            /** @description Your own keys and values. They replace all existing metadata. */
            metadata?: components["schemas"]["WebhookMetadata"];
            /**
             * @description Maximum number of attempts in any 60 seconds, effective from the next attempt. Null removes the limit.
             * @example 600
             */
            max_attempts_per_minute?: number | null;
        };
        /** @description The event to send. If the body is omitted, it is a `webhook.test`. */
        TestWebhookRequest: {
            /** @description The type of the event. Except for `webhook.test`, its data is the example of the type in this contract, with the business of the account. If omitted, `webhook.test`. */
            event_type?: components["schemas"]["EventType"];
        };
        /**
         * @description The ID of a delivery, which is also sent in the header `X-SVC-Delivery-Id`.
         * @example whd_01m7hf34scfhd8t6aw0vd5kqmh
         */
        WebhookDeliveryId: `whd_${string}`;
        /**
         * @description The ID of a webhook event. It is the same for retries and resends, so you can use it to ignore duplicates.
         * @example evt_01m7hf34p8fpgt6swqxzpefr6q
         */
        WebhookEventId: `evt_${string}`;
        /**
         * @description The status of a delivery.
         *
         *     - `pending`: the first attempt is due or held
         *     - `in_progress`: an attempt is in progress
         *     - `waiting_retry`: the last attempt failed and a retry is scheduled
         *     - `succeeded`: the endpoint returned a 2xx status
         *     - `dead_lettered`: all attempts failed; the delivery can be resent
         *     - `canceled`: the endpoint was deleted, or the plan did not include the API for 30 days
         *
         *     The last three are final.
         * @example succeeded
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "in_progress" | "waiting_retry" | "succeeded" | "dead_lettered" | "canceled";
        /** @description The data of an `analysis.completed` event. */
        AnalysisCompletedEventData: {
            /** @description The business that was analyzed. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The completed analysis. */
            analysis_id: components["schemas"]["AnalysisId"];
            /**
             * @description Number of competitors whose reviews were analyzed, as in the analysis.
             * @example 5
             */
            competitors_analyzed: number;
        };
        /** @description An analysis finished successfully. */
        AnalysisCompletedEvent: {
            /**
             * @description Version of the payload. It changes only if a field is removed or its meaning changes.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description The ID of the event. It is the same for retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description The type of the event.
             * @example analysis.completed
             * @constant
             */
            type: "analysis.completed";
            /** @description When the event occurred. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The data of the event. */
            data: components["schemas"]["AnalysisCompletedEventData"];
        };
        /** @description The data of an `analysis.failed` event. */
        AnalysisFailedEventData: {
            /** @description The business of the analysis. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that failed. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description Why the analysis failed, as in `failure.reason` of the analysis. */
            reason: components["schemas"]["FailureReason"];
        };
        /** @description An analysis failed and will not be retried. */
        AnalysisFailedEvent: {
            /**
             * @description Version of the payload. It changes only if a field is removed or its meaning changes.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description The ID of the event. It is the same for retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description The type of the event.
             * @example analysis.failed
             * @constant
             */
            type: "analysis.failed";
            /** @description When the event occurred. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The data of the event. */
            data: components["schemas"]["AnalysisFailedEventData"];
        };
        /** @description The data of a `report.generated` event. */
        ReportGeneratedEventData: {
            /** @description The business that the report is about. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that the report presents. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description The report. */
            report_id: components["schemas"]["ReportId"];
            /** @description Whether the report is part of the subscription or a one-time purchase. Absent in older events. */
            origin?: components["schemas"]["ReportOrigin"];
        };
        /** @description A report is ready. */
        ReportGeneratedEvent: {
            /**
             * @description Version of the payload. It changes only if a field is removed or its meaning changes.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description The ID of the event. It is the same for retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description The type of the event.
             * @example report.generated
             * @constant
             */
            type: "report.generated";
            /** @description When the event occurred. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The data of the event. */
            data: components["schemas"]["ReportGeneratedEventData"];
        };
        /** @description The data of a `recommendation.created` event. */
        RecommendationCreatedEventData: {
            /** @description The business that the recommendation is for. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that created the recommendation. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description The recommendation. */
            recommendation_id: components["schemas"]["RecommendationId"];
            /**
             * @description Priority of the recommendation when it was created; 1 is the highest.
             * @example 2
             */
            priority: number;
            /**
             * @description The recommended action.
             * @example Say on the menu what each main course includes
             * @example and offer a fixed-price menu from Monday to Thursday.
             */
            action: string;
        };
        /** @description A recommendation was created. */
        RecommendationCreatedEvent: {
            /**
             * @description Version of the payload. It changes only if a field is removed or its meaning changes.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description The ID of the event. It is the same for retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description The type of the event.
             * @example recommendation.created
             * @constant
             */
            type: "recommendation.created";
            /** @description When the event occurred. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The data of the event. */
            data: components["schemas"]["RecommendationCreatedEventData"];
        };
        /** @description The data of a `webhook.test` event. */
        WebhookTestEventData: {
            /** @description The business of the account. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The endpoint that the test is for. */
            webhook_id: components["schemas"]["WebhookId"];
            /**
             * @description A human-readable message.
             * @example This is a test delivery. It is signed like every other one.
             */
            message: string;
        };
        /** @description A test event. It is signed and sent exactly like other events. */
        WebhookTestEvent: {
            /**
             * @description Version of the payload. It changes only if a field is removed or its meaning changes.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description The ID of the event. It is the same for retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description The type of the event.
             * @example webhook.test
             * @constant
             */
            type: "webhook.test";
            /** @description When the event occurred. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The data of the event. */
            data: components["schemas"]["WebhookTestEventData"];
        };
        /** @description The payload of a webhook. `type` identifies which of the five events it is. */
        WebhookPayload: components["schemas"]["AnalysisCompletedEvent"] | components["schemas"]["AnalysisFailedEvent"] | components["schemas"]["ReportGeneratedEvent"] | components["schemas"]["RecommendationCreatedEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description Duration of each step of an attempt in milliseconds; null for steps that did not finish. */
        WebhookAttemptTimings: {
            /**
             * @description Time to resolve the host name.
             * @example 4
             */
            dns_ms: number | null;
            /**
             * @description Time to establish the connection.
             * @example 17
             */
            connect_ms: number | null;
            /**
             * @description Time for the TLS handshake.
             * @example 31
             */
            tls_ms: number | null;
            /**
             * @description Time from sending the request to the first byte of the response.
             * @example 148
             */
            first_byte_ms: number | null;
        };
        /** @description An attempt to deliver an event. */
        WebhookAttempt: {
            /**
             * @description Number of the attempt, starting at 1.
             * @example 1
             */
            number: number;
            /** @description When the attempt started. */
            started_at: components["schemas"]["Timestamp"];
            /**
             * @description Total duration in milliseconds; null while the attempt is in progress or if it was interrupted.
             * @example 212
             */
            duration_ms: number | null;
            /**
             * @description The result of the attempt. `interrupted` means that the service stopped the attempt before it finished, so the endpoint may or may not have received the request.
             * @example succeeded
             * @enum {string}
             */
            outcome: "in_progress" | "succeeded" | "failed" | "interrupted";
            /**
             * @description The last step that the attempt reached, from resolving the host name to reading the response. `prepare` means that the service could not sign the delivery and sent nothing.
             * @example response
             * @enum {string}
             */
            phase: "prepare" | "dns" | "connect" | "tls" | "request" | "response";
            /**
             * @description Why the attempt failed. Null if it did not fail, or if nothing was sent (`phase` is `prepare`).
             *
             *     - `dns_failed`: the host name has no address, or an address that is not public
             *     - `connection_failed`: the connection was refused or not allowed, or the host is unreachable
             *     - `tls_failed`: the certificate is not trusted, has expired or is for another host name
             *     - `timeout`: the response was not complete before the timeout
             *     - `connection_lost`: the connection was closed before the response was complete
             *     - `redirect`: the endpoint returned a redirect; redirects are not followed
             *     - `http_status`: the endpoint returned a status other than 2xx
             *     - `invalid_response`: the response was not valid HTTP
             * @example null
             * @example http_status
             * @enum {string|null}
             */
            error: "dns_failed" | "connection_failed" | "tls_failed" | "timeout" | "connection_lost" | "redirect" | "http_status" | "invalid_response" | null;
            /**
             * @description HTTP status of the endpoint's response; null if there was no response.
             * @example 200
             */
            http_status: number | null;
            /** @description Duration of each step of the attempt. */
            timings: components["schemas"]["WebhookAttemptTimings"];
            /**
             * @description The beginning of the body of the endpoint's response; null if there was no response. Escape it before you display it.
             * @example ok
             */
            response_excerpt: string | null;
        };
        /** @description The delivery of one event to one endpoint, with all attempts. */
        WebhookDelivery: {
            /** @description The ID of the delivery, as in the header `X-SVC-Delivery-Id`. */
            id: components["schemas"]["WebhookDeliveryId"];
            /** @description The endpoint that the event is delivered to. */
            webhook_id: components["schemas"]["WebhookId"];
            /** @description The ID of the event, as in the header `X-SVC-Event-Id`. It is the same for retries and resends. */
            event_id: components["schemas"]["WebhookEventId"];
            /** @description The type of the event. */
            event_type: components["schemas"]["EventType"];
            /** @description The status of the delivery. */
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * @description Why the delivery was created: an event occurred (`event`), or a `test` or a `resend` was requested.
             * @example event
             * @enum {string}
             */
            origin: "event" | "test" | "resend";
            /**
             * @description The original delivery; null unless `origin` is `resend`.
             * @example null
             * @example whd_01m3rjnxx4fzq8sj5dmkfpcxar
             */
            resend_of: components["schemas"]["WebhookDeliveryId"] | null;
            /**
             * @description Number of attempts started.
             * @example 2
             */
            attempt_count: number;
            /**
             * @description The maximum number of attempts, including the first.
             * @example 5
             */
            max_attempts: number;
            /**
             * @description When the delivery was queued.
             * @example 2026-11-16T06:00:53.100Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the next attempt is due; null if no attempt is scheduled.
             * @example 2026-11-16T06:03:24.130Z
             */
            next_attempt_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When the delivery reached a final status; null until then.
             * @example null
             * @example 2026-11-16T06:00:45.412Z
             */
            finished_at: components["schemas"]["Timestamp"] | null;
            /** @description The payload that is sent. */
            payload: components["schemas"]["WebhookPayload"];
            /**
             * @description Why the delivery failed and how to fix it; null if it has not failed.
             * @example Your server returned 503. It will be retried; check that it is running.
             */
            hint: string | null;
            /**
             * @description Why no attempt is made although one is due; null if the delivery is not held.
             *
             *     - `endpoint_disabled`: the endpoint is disabled; attempts continue when `enabled` is true again
             *     - `api_not_included`: the plan does not include the API; attempts continue when it does again
             *
             *     While a delivery is held, no attempts are counted and its status does not change. A delivery that is held for 30
             *     days because of the plan is `canceled`; its event stays in the feed for 30 days.
             * @example null
             * @example endpoint_disabled
             * @enum {string|null}
             */
            held_reason: "endpoint_disabled" | "api_not_included" | null;
            /** @description All attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description Response body with one delivery. */
        WebhookDeliveryResponse: {
            /** @description The delivery. */
            data: components["schemas"]["WebhookDelivery"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description How to replace the secret. If the body is omitted, the previous secret stops signing immediately. */
        RotateWebhookSecretRequest: {
            /**
             * @description Number of seconds for which deliveries are also signed with the previous secret, at most 24 hours. During this time the header `webhook-signature` contains both signatures; `X-SVC-Signature` is always computed with the new secret only. An older secret that is still kept from an earlier rotation is discarded.
             * @default 0
             * @example 86400
             */
            keep_previous_for: number;
        };
        /** @description Response body with a page of deliveries. */
        WebhookDeliveryListResponse: {
            /** @description The deliveries, newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The length of the intervals in which deliveries are counted, in UTC.
         * @example day
         * @enum {string}
         */
        WebhookStatisticsInterval: "hour" | "day";
        /** @description The counts of one interval. */
        WebhookStatisticsPoint: {
            /**
             * @description Start of the interval.
             * @example 2026-11-20T00:00:00.000Z
             */
            start: components["schemas"]["Timestamp"];
            /**
             * @description Number of deliveries that succeeded.
             * @example 118
             */
            succeeded: number;
            /**
             * @description Number of deliveries whose last attempt failed.
             * @example 2
             */
            dead_lettered: number;
            /**
             * @description Number of deliveries that were canceled.
             * @example 0
             */
            canceled: number;
            /**
             * @description Number of deliveries that wait for an attempt or are in progress.
             * @example 1
             */
            unfinished: number;
        };
        /** @description How many deliveries of an endpoint succeeded, failed and wait in a period. */
        WebhookStatistics: {
            /** @description The endpoint. */
            webhook_id: components["schemas"]["WebhookId"];
            /** @description Length of the intervals. */
            interval: components["schemas"]["WebhookStatisticsInterval"];
            /**
             * @description Start of the first interval, inclusive.
             * @example 2026-10-22T00:00:00.000Z
             */
            from: components["schemas"]["Timestamp"];
            /**
             * @description End of the last interval, exclusive.
             * @example 2026-11-21T00:00:00.000Z
             */
            to: components["schemas"]["Timestamp"];
            /**
             * @description Number of deliveries that were counted. At 20,000, the oldest deliveries of the period may be missing.
             * @example 121
             */
            deliveries: number;
            /**
             * @description Number of deliveries that succeeded.
             * @example 118
             */
            succeeded: number;
            /**
             * @description Number of deliveries whose last attempt failed.
             * @example 2
             */
            dead_lettered: number;
            /**
             * @description Number of deliveries that were canceled.
             * @example 0
             */
            canceled: number;
            /**
             * @description Number of deliveries that wait for an attempt or are in progress.
             * @example 1
             */
            unfinished: number;
            /** @description One entry per interval, oldest first. Intervals without deliveries are omitted. */
            points: components["schemas"]["WebhookStatisticsPoint"][];
        };
        /** @description Response body with the statistics of an endpoint. */
        WebhookStatisticsResponse: {
            /** @description The counts. */
            data: components["schemas"]["WebhookStatistics"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The final status of a delivery that can be resent.
         * @example dead_lettered
         * @enum {string}
         */
        ResendableDeliveryStatus: "succeeded" | "dead_lettered";
        /** @description Which past deliveries of the endpoint to resend. */
        ResendWebhookDeliveriesRequest: {
            /** @description Resend deliveries that were queued at or after this instant. */
            since: components["schemas"]["RequestTimestamp"];
            /**
             * @description Resend deliveries that were queued before this instant. Default: now.
             * @example 2026-11-17T00:00:00Z
             */
            until?: components["schemas"]["RequestTimestamp"];
            /**
             * @description Resend deliveries of these event types. If omitted, deliveries of all types are resent.
             * @example [
             *       "analysis.completed",
             *       "report.generated"
             *     ]
             */
            event_types?: components["schemas"]["EventType"][];
            /**
             * @description Resend deliveries with these final statuses.
             * @default [
             *       "dead_lettered"
             *     ]
             * @example [
             *       "succeeded"
             *     ]
             */
            statuses: components["schemas"]["ResendableDeliveryStatus"][];
            /**
             * @description If true, only the number of matching deliveries is returned and nothing is sent.
             * @default false
             * @example false
             */
            dry_run: boolean;
        };
        /** @description How many past deliveries matched, and how many new deliveries were queued. */
        ResendWebhookDeliveriesResult: {
            /**
             * @description Number of past deliveries that matched.
             * @example 2
             */
            matched_count: number;
            /**
             * @description Number of new deliveries that were queued; 0 for a dry run.
             * @example 2
             */
            queued_count: number;
        };
        /** @description Response body with the number of resent deliveries. */
        ResendWebhookDeliveriesResultResponse: {
            /** @description How many deliveries matched and were queued. */
            data: components["schemas"]["ResendWebhookDeliveriesResult"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description An entry of the webhook event feed. The feed has one entry per event and one per resend. */
        WebhookFeedEntry: {
            /** @description The position of the entry in the feed. Store the position of the last entry that you handled and send it as `after` to continue there. It is the ID of the event, or a new ID for a resend. */
            position: components["schemas"]["WebhookEventId"];
            /** @description The payload of the event, as endpoints receive it. */
            payload: components["schemas"]["WebhookPayload"];
            /**
             * @description The delivery that was resent; null for the original event.
             * @example null
             * @example whd_01m3rjnxx4fzq8sj5dmkfpcxar
             */
            resend_of: components["schemas"]["WebhookDeliveryId"] | null;
        };
        /** @description Response body with a part of the webhook event feed. */
        WebhookFeedEntryListResponse: {
            /** @description The entries, oldest first. */
            data: components["schemas"]["WebhookFeedEntry"][];
            /** @description Metadata of the response. The feed has no pages; use `position` to continue. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The type of the event.
         *
         *     - `api.request`: a request was processed
         *     - `api.refused`: a request was refused; further requests in the same minute with a key that is no longer valid count
         *       toward the usage and have no separate event
         *     - `key.*`, `client.*`, `token.*`: a credential was issued, replaced, revoked or misused
         *     - `webhook.*`: a webhook endpoint was changed or tested; `webhook.disabled`: the service disabled it because all
         *       attempts failed for days
         *     - `reviews.created`, `review.deleted`: reviews were imported, or a review was deleted
         *     - `competitor.*`: a competitor was created, changed or removed
         *     - `delivery.resent`, `delivery.dead_lettered`: a delivery was resent, or failed on every attempt
         *     - `analysis.skipped`: a scheduled analysis was skipped because the monthly quota was used up
         *     - `quota.reached`: the last unit of a monthly quota was used
         * @example api.request
         * @enum {string}
         */
        UsageEventType: "api.request" | "api.refused" | "key.issued" | "key.revoked" | "client.created" | "client.secret_rotated" | "client.deleted" | "token.issued" | "token.revoked" | "token.reuse_detected" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.tested" | "webhook.disabled" | "reviews.created" | "review.deleted" | "competitor.created" | "competitor.updated" | "competitor.deleted" | "delivery.resent" | "delivery.dead_lettered" | "analysis.skipped" | "quota.reached";
        /**
         * @description A class of HTTP status codes.
         * @example 4xx
         * @enum {string}
         */
        StatusClass: "2xx" | "3xx" | "4xx" | "5xx";
        /**
         * @description The ID of a usage event.
         * @example act_01m7w1vzvye35vxd9jmv5rhc66
         */
        UsageEventId: `act_${string}`;
        /** @description The credential, person or system that caused an event. */
        UsageEventActor: {
            /**
             * @description One of your credentials (`api_key`, `oauth_client`), a person who is signed in (`user`), a member of our staff (`operator`) or the service itself (`system`).
             * @example api_key
             * @enum {string}
             */
            type: "api_key" | "oauth_client" | "user" | "operator" | "system";
            /**
             * @description The ID of the key or client; null for other types of actor.
             * @example key_01kjpy44e0ejn9fs0zhj02ddtc
             */
            id: (`key_${string}` | `cli_${string}`) | null;
            /**
             * @description The visible prefix of the key, or the name of the client; null for other types of actor.
             * @example svc_test_Q7m
             */
            label: string | null;
        };
        /**
         * @description A metered action, counted per calendar month (UTC).
         * @example analyses
         * @enum {string}
         */
        QuotaName: "analyses" | "reply_drafts";
        /** @description The usage of a monthly quota. */
        UsageEventQuota: {
            /** @description The name of the quota. */
            name: components["schemas"]["QuotaName"];
            /**
             * @description Units used this month, including this one.
             * @example 3
             */
            used: number;
            /**
             * @description Units allowed per month.
             * @example 30
             */
            limit: number;
        };
        /** @description An action in the account: an API request, or a change to credentials, webhook endpoints, reviews or competitors. */
        UsageEvent: {
            /** @description The ID of the usage event. */
            id: components["schemas"]["UsageEventId"];
            /**
             * @description When the event occurred.
             * @example 2026-11-20T08:41:17.950Z
             */
            created_at: components["schemas"]["Timestamp"];
            /** @description The type of the event. */
            type: components["schemas"]["UsageEventType"];
            /**
             * @description The ID of the request that caused the event, as in `meta.request_id` of the response. Null if no request caused it.
             * @example req_01m7w1vztcfwaa2k10hn0mb42n
             */
            request_id: components["schemas"]["RequestId"] | null;
            /** @description The credential, person or system that caused the event. */
            actor: components["schemas"]["UsageEventActor"];
            /**
             * @description The name of the key or client at that time, or the email address of the person. Null for other types of actor.
             * @example Laptop
             */
            actor_name: string | null;
            /**
             * @description The IP address of the request; null if no request caused the event. It is deleted with the event.
             * @example 198.51.100.7
             */
            client_ip: string | null;
            /**
             * @description How the request came in: as a call of this API (`rest`) or of a tool (`mcp`). Null when no such request caused it, and for entries from before this was recorded.
             * @example rest
             * @enum {string|null}
             */
            channel: "rest" | "mcp" | null;
            /**
             * @description The `operationId` of the request. Null if it is not an operation of this API.
             * @example draftReviewReply
             */
            operation_id: string | null;
            /**
             * @description HTTP method of the operation. Null if `operation_id` is null.
             * @example POST
             */
            method: string | null;
            /**
             * @description Path template of the operation, relative to the base URL. Null if `operation_id` is null.
             * @example /businesses/{id}/analyses
             */
            path: string | null;
            /**
             * @description HTTP status of the response; null if there was no response.
             * @example 200
             */
            http_status: number | null;
            /**
             * @description Error code of the response; null on success.
             * @example null
             * @example forbidden
             */
            error_code: components["schemas"]["ErrorCode"] | null;
            /**
             * @description Time to process the request in milliseconds; null if no request caused the event.
             * @example 48
             */
            duration_ms: number | null;
            /**
             * @description The ID of the affected resource, such as the webhook endpoint that was created; null if none.
             * @example drf_01m7w1vztfe1hajn7z6ha8w3pk
             */
            resource_id: string | null;
            /** @description The quota after a metered action was counted or refused; null for all other events. */
            quota: components["schemas"]["UsageEventQuota"] | null;
        };
        /** @description Response body with a page of usage events. */
        UsageEventListResponse: {
            /** @description The usage events, newest first. */
            data: components["schemas"]["UsageEvent"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description An entitlement that gives an account access to the API.
         *
         *     - `plan`: the plan includes the API
         *     - `api_demo`: access was granted by us, regardless of the plan
         * @example plan
         * @enum {string}
         */
        Entitlement: "api_demo" | "plan";
        /** @description Optional features and whether they are enabled for this account. */
        AccountFlags: {
            /**
             * @description Whether live keys are accepted.
             * @example false
             */
            live_keys_enabled: boolean;
            /**
             * @description Whether the OAuth authorization code flow is available.
             * @example false
             */
            oauth_authcode_enabled: boolean;
        };
        /** @description ID and name of the business of the account. */
        AccountBusiness: {
            /** @description The ID of the business; see `getBusiness`. */
            id: components["schemas"]["BusinessId"];
            /**
             * @description Name of the business, as customers know it.
             * @example Rosso Trattoria
             */
            name: string;
        };
        /**
         * @description The type of a credential: an API key, an access token of an OAuth client, or the session of a person who is signed in to the portal.
         * @example api_key
         * @enum {string}
         */
        CredentialType: "api_key" | "oauth_client" | "user";
        /**
         * @description The quotas that a credential uses: `test` keys have a separate allowance; `live` keys and OAuth clients use the quotas of the plan.
         * @example test
         * @enum {string}
         */
        CredentialKind: "test" | "live";
        /** @description The credential of a request. */
        AccountCaller: {
            /** @description The type of the credential. */
            type: components["schemas"]["CredentialType"];
            /**
             * @description The ID of the key, the client or the person.
             * @example key_01kjpy44e0ejn9fs0zhj02ddtc
             */
            id: `key_${string}` | `cli_${string}` | `usr_${string}`;
            /** @description The quotas that the credential uses. */
            kind: components["schemas"]["CredentialKind"];
            /**
             * @description The name of the key or client, or the email address of the person.
             * @example Laptop
             */
            name: string;
            /**
             * @description The visible prefix of the key, the name of the client, or the email address of the person.
             * @example svc_test_Q7m
             */
            label: string;
            /**
             * @description The scopes of the credential.
             * @example [
             *       "businesses:read",
             *       "analyses:write",
             *       "replies:write",
             *       "webhooks:manage"
             *     ]
             */
            scopes: string[];
            /**
             * @description When the credential expires; null if it does not expire.
             * @example null
             */
            expires_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description The subject by which requests are counted, as in `X-RateLimit-Policy`. API keys and OAuth clients are both `key`.
         * @example key
         * @enum {string}
         */
        RateLimitPolicy: "ip" | "account" | "key";
        /** @description A rate limit over a sliding window, after this request. */
        AccountRateLimit: {
            /** @description The subject by which requests are counted. */
            policy: components["schemas"]["RateLimitPolicy"];
            /**
             * @description Length of the window in seconds.
             * @example 60
             */
            window_s: number;
            /**
             * @description Number of requests allowed in the window.
             * @example 300
             */
            limit: number;
            /**
             * @description Number of requests in the current window, including this one.
             * @example 3
             */
            used: number;
            /**
             * @description Number of requests left. At 0, the next request returns 429.
             * @example 297
             */
            remaining: number;
            /**
             * @description Number of seconds until the full limit is available again if no more requests are sent.
             * @example 41
             */
            reset_s: number;
        };
        /** @description The usage of a monthly quota. */
        AccountQuota: {
            /** @description The metered action. */
            name: components["schemas"]["QuotaName"];
            /** @description The credentials that use the quota. Test keys have a separate allowance; live keys and OAuth clients use the quota of the plan. */
            kind: components["schemas"]["CredentialKind"];
            /**
             * @description Number of uses allowed per month.
             * @example 60
             */
            limit: number;
            /**
             * @description Number of uses this month.
             * @example 3
             */
            used: number;
            /**
             * @description Number of uses left this month. At 0, the next use returns 429.
             * @example 57
             */
            remaining: number;
            /**
             * @description When the quota resets: the start of the next month (UTC).
             * @example 2026-12-01T00:00:00.000Z
             */
            resets_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description A kind of record that an account can have a limited number of.
         *
         *     - `webhook_endpoints`, `competitors`, `reviews`: number of records at a time
         *     - `review_imports`: number of uploads per day (UTC)
         * @example webhook_endpoints
         * @enum {string}
         */
        CapacityName: "webhook_endpoints" | "competitors" | "reviews" | "review_imports";
        /** @description How many records of a kind the account has, and how many it can have. */
        AccountCapacity: {
            /** @description The kind of record. */
            name: components["schemas"]["CapacityName"];
            /**
             * @description Maximum number of records.
             * @example 20
             */
            limit: number;
            /**
             * @description Current number of records.
             * @example 1
             */
            used: number;
            /**
             * @description Number of records that can still be created.
             * @example 19
             */
            remaining: number;
        };
        /** @description The account, the credential of the request, and their limits and quotas. */
        Account: {
            /**
             * @description Name of the account.
             * @example Rosso Trattoria
             */
            name: string;
            /** @description The plan of the account. */
            plan: components["schemas"]["Plan"];
            /** @description Entitlements that give the account access to the API, sorted and without duplicates. */
            entitlements: components["schemas"]["Entitlement"][];
            /** @description Optional features and whether they are enabled for the account. */
            flags: components["schemas"]["AccountFlags"];
            /** @description The business that the account is bound to. */
            business: components["schemas"]["AccountBusiness"];
            /** @description The credential of this request. */
            caller: components["schemas"]["AccountCaller"];
            /** @description The rate limits that the request counted against, in the order `ip`, `account`, `key`. */
            rate_limits: components["schemas"]["AccountRateLimit"][];
            /** @description The monthly quotas of test keys and of live use. */
            quotas: components["schemas"]["AccountQuota"][];
            /** @description The capacities of the plan: how many records of each kind the account can have. */
            capacities: components["schemas"]["AccountCapacity"][];
            /**
             * @description Number of unused reports that were granted to the account in addition to its plan. The next analysis that is started with a live credential uses one instead of the quota.
             * @example 0
             */
            report_grants: number;
            /**
             * @description Number of days after which reviews are deleted, counted from when they were posted or, if unknown, stored. Null if reviews are kept indefinitely. The terms of a source can require an earlier deletion; `retain_until` of a review considers both.
             * @example 395
             */
            review_retention_days: number | null;
            /**
             * @description When the account was created.
             * @example 2026-03-02T09:10:02.418Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Response body with the account. */
        AccountResponse: {
            /** @description The account. */
            data: components["schemas"]["Account"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description How the counts are grouped.
         *
         *     - `operation`: one series per operation
         *     - `status`: one series per HTTP status
         *     - `caller`: one series per key or client
         * @example operation
         * @enum {string}
         */
        UsageGrouping: "operation" | "status" | "caller";
        /**
         * @description The length of the intervals in which requests are counted. Intervals start at the beginning of the hour, day or month in UTC.
         * @example day
         * @enum {string}
         */
        UsageInterval: "hour" | "day" | "month";
        /** @description The count of one interval. */
        UsagePoint: {
            /**
             * @description Start of the interval.
             * @example 2026-11-20T00:00:00.000Z
             */
            start: components["schemas"]["Timestamp"];
            /**
             * @description Number of requests in the interval.
             * @example 118
             */
            requests: number;
        };
        /** @description The counts of one group. */
        UsageSeries: {
            /**
             * @description The operation, the HTTP status, or the ID of the key or client. Null for totals, and for requests that match no operation.
             * @example listAnalyses
             */
            key: string | null;
            /**
             * @description The name of the key or client. Null if the counts are not grouped by caller, or if the key or client no longer exists.
             * @example null
             */
            name: string | null;
            /**
             * @description Number of requests of the group in the period.
             * @example 310
             */
            requests: number;
            /** @description One entry per interval, oldest first. Intervals without requests are omitted. */
            points: components["schemas"]["UsagePoint"][];
        };
        /** @description Request counts for a period. */
        Usage: {
            /**
             * @description Start of the first interval, inclusive: `from` of the request, rounded down.
             * @example 2026-11-18T00:00:00.000Z
             */
            from: components["schemas"]["Timestamp"];
            /**
             * @description End of the last interval, exclusive: `to` of the request, rounded up.
             * @example 2026-11-21T00:00:00.000Z
             */
            to: components["schemas"]["Timestamp"];
            /** @description Length of the intervals. */
            interval: components["schemas"]["UsageInterval"];
            /** @description How the counts are grouped; null for totals. */
            group_by: components["schemas"]["UsageGrouping"] | null;
            /**
             * @description Number of requests in the period.
             * @example 412
             */
            requests: number;
            /** @description One series per group, largest first, at most 100. Without `group_by`, a single series with the totals. */
            series: components["schemas"]["UsageSeries"][];
        };
        /** @description Response body with request counts. */
        UsageResponse: {
            /** @description The counts. */
            data: components["schemas"]["Usage"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
    };
    responses: {
        /**
         * @description Nothing has changed since the response whose `ETag` was sent in `If-None-Match`. The response has the headers of the
         *     full response and no body.
         */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description `invalid_request`: a parameter is unknown, repeated, out of range or incorrectly encoded. `error.details` names the
         *     parameter and the value that is expected.
         */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `unauthorized`: the credential is missing, malformed, unknown or expired, or two different credentials were sent.
         *     `invalid_api_key`: the API key was revoked. With an access token, request a new token once; do not loop.
         */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `forbidden`: the credential is valid, but the plan does not include the API, or the credential lacks the scope of
         *     the operation. Retrying does not help.
         */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["InsufficientScope"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limited`: too many requests in the current window. Wait `Retry-After` seconds. A refused request does not
         *     count against the limit.
         */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `internal_error`: an error occurred in the service. Retry with exponential backoff and, for a POST, with the same
         *     `Idempotency-Key`. If the error persists, contact support and include `meta.request_id`.
         */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `unavailable`: the service is starting, stopping or overloaded, or cannot reach its database. The request was not
         *     executed; retry after `Retry-After` seconds.
         */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `invalid_request`: the body or a parameter is invalid: it does not match the schema, has an unknown field, is not
         *     JSON, has another content type, or is too large. `error.details` names the invalid parts and the values that are
         *     expected.
         */
        BadRequestBody: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `not_found`: the account has no record with this ID. The response is the same for a record of another account and
         *     for one that never existed.
         */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limited`: too many requests, or a capacity of the plan is exceeded. `error.details` distinguishes them: after
         *     `rate.…`, wait `Retry-After` seconds; after `quota.…`, remove records or change the plan.
         */
        CapacityReached: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limited`: too many requests in the current window, or the monthly quota of the action is used up. The path in
         *     `error.details` distinguishes them (`rate.…`, `quota.…`); `Retry-After` is valid for both.
         */
        RateLimitedOrQuota: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limited`: too many requests, too many uploads at a time (`rate.uploads`), or the daily limit of uploads is
         *     reached (`quota.review_imports`). The path in `error.details` distinguishes them; `Retry-After` is valid for all of
         *     them.
         */
        UploadsUsedUp: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `invalid_request`: the endpoint cannot be registered or changed. `body.url` is not a public HTTPS URL,
         *     `body.event_types` contains an unknown type, or the body does not match the schema. Where receivers have to confirm
         *     URLs, `body.url` is also rejected if its receiver did not confirm it. `error.details` names the invalid parts and
         *     the values that are expected.
         */
        BadRequestWebhook: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `conflict`: the account has reached the maximum number of webhook endpoints, or the `Idempotency-Key` was used with
         *     another body, or its first request is still running.
         */
        ConflictWebhook: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description The delivery succeeded; the body of the response is ignored. Any other status, including a redirect, is a failed
         *     attempt, as are a timeout and a lost connection.
         */
        DeliveryReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description Maximum number of items per page. */
        LimitParam: number;
        /**
         * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
         *     returned. Cursors are opaque.
         */
        CursorParam: components["schemas"]["Cursor"];
        /**
         * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
         *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
         *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
         *     are not stored.
         */
        IdempotencyKeyParam: string;
        /** @description The ID of the business. A credential can only access the business of its account. */
        BusinessIdParam: components["schemas"]["BusinessId"];
        /** @description The ID of the competitor. */
        CompetitorIdParam: components["schemas"]["CompetitorId"];
        /** @description Return only analyses with this status. */
        AnalysisStatusParam: components["schemas"]["AnalysisStatus"];
        /** @description Return only analyses that were requested at or after this instant (RFC 3339). */
        AnalysisCreatedAfterParam: components["schemas"]["RequestTimestamp"];
        /** @description Return only analyses that were requested before this instant (RFC 3339). */
        AnalysisCreatedBeforeParam: components["schemas"]["RequestTimestamp"];
        /** @description Return only recommendations with this status. */
        RecommendationStatusParam: components["schemas"]["RecommendationStatus"];
        /** @description Return only recommendations about this aspect. */
        RecommendationAspectParam: components["schemas"]["Aspect"];
        /** @description If true, return only urgent recommendations; if false, only recommendations that are not urgent. */
        RecommendationUrgentParam: boolean;
        /**
         * @description The order of the list. `newest` and `oldest` sort by the time of publication or, if unknown, of the import.
         *     `highest_rating` and `lowest_rating` sort by stars, then newest first; reviews without stars are last.
         */
        ReviewSortParam: "newest" | "oldest" | "highest_rating" | "lowest_rating";
        /** @description If true, return only reviews of the business; if false, only reviews of its competitors. */
        ReviewOwnParam: boolean;
        /** @description Return only reviews of this competitor. The list is empty if the business does not track the competitor. */
        ReviewCompetitorParam: components["schemas"]["CompetitorId"];
        /** @description Return only reviews that were posted on this site. */
        ReviewSourceParam: components["schemas"]["Source"];
        /** @description Return only reviews with this number of stars. */
        ReviewRatingParam: number;
        /** @description Return only reviews in this language, given as an ISO 639-1 code. */
        ReviewLanguageParam: string;
        /**
         * @description Return only reviews that mention this aspect. With `polarity`, return only reviews whose statement about the aspect
         *     has this polarity: `aspect=wait&polarity=negative` returns complaints about waiting.
         */
        ReviewAspectParam: components["schemas"]["Aspect"];
        /** @description Return only reviews with this overall polarity or, with `aspect`, with this polarity for the aspect. */
        ReviewPolarityParam: components["schemas"]["ReviewPolarity"];
        /** @description Return only reviews with this flag. */
        ReviewFlagParam: components["schemas"]["ReviewFlag"];
        /** @description If true, return only reviews that the owner has replied to; if false, only reviews that are known to have no reply. */
        ReviewRepliedParam: boolean;
        /** @description Return only reviews published at or after this instant (RFC 3339). */
        PublishedAfterParam: components["schemas"]["RequestTimestamp"];
        /** @description Return only reviews published before this instant (RFC 3339). */
        PublishedBeforeParam: components["schemas"]["RequestTimestamp"];
        /**
         * @description Return only reviews whose text contains all of these words in any inflected form: `wait` matches "waited" and
         *     "waiting". Quotation marks match a phrase, `or` matches alternatives, and a minus sign excludes a word. Very
         *     frequent words such as "the" are ignored; a query that consists only of such words matches nothing. The query does
         *     not change the order of the list.
         */
        ReviewQueryParam: string;
        /**
         * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
         *     returned. Cursors are opaque. With another sort order or other filters, the list continues after the same record.
         */
        SortedCursorParam: components["schemas"]["SortedCursor"];
        /** @description The ID of the review, as in `review_id` of a quote. */
        ReviewIdParam: components["schemas"]["ReviewId"];
        /**
         * @description The order of day and month in dates such as 03/04/2026. If omitted, rows with a date that is valid in both orders
         *     are rejected.
         */
        DateOrderParam: components["schemas"]["DateOrder"];
        /** @description The ID of the import. */
        ReviewImportIdParam: components["schemas"]["ReviewImportId"];
        /** @description The ID of the analysis. */
        AnalysisIdParam: components["schemas"]["AnalysisId"];
        /** @description The ID of the report, as in `report_id` of its analysis or in the event `report.generated`. */
        ReportIdParam: components["schemas"]["ReportId"];
        /** @description The ID of the recommendation. */
        RecommendationIdParam: components["schemas"]["RecommendationId"];
        /** @description Return only drafts with this status. */
        ReplyDraftStatusParam: components["schemas"]["ReplyDraftStatus"];
        /** @description The ID of the draft. */
        ReplyDraftIdParam: components["schemas"]["ReplyDraftId"];
        /** @description The ID of the webhook endpoint. */
        WebhookIdParam: components["schemas"]["WebhookId"];
        /** @description Return only deliveries with this status; `dead_lettered` returns deliveries that need attention. */
        DeliveryStatusParam: components["schemas"]["WebhookDeliveryStatus"];
        /** @description Return only deliveries of events of this type. */
        DeliveryEventTypeParam: components["schemas"]["EventType"];
        /** @description Return only deliveries that were queued at or after this instant (RFC 3339). */
        DeliveryCreatedAfterParam: components["schemas"]["RequestTimestamp"];
        /**
         * @description Return only deliveries that were queued before this instant (RFC 3339). If it is not after `created_after`, the list
         *     is empty.
         */
        DeliveryCreatedBeforeParam: components["schemas"]["RequestTimestamp"];
        /** @description Length of the intervals: `hour` for the last 24 hours, `day` for the last 30 days. */
        WebhookStatisticsIntervalParam: "hour" | "day";
        /** @description The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`. */
        WebhookDeliveryIdParam: components["schemas"]["WebhookDeliveryId"];
        /**
         * @description Return only entries after this position: the `position` of the last entry that you handled. If omitted, the feed
         *     starts at the oldest event that is kept.
         */
        AfterParam: components["schemas"]["WebhookEventId"];
        /** @description Return only events of this type. */
        FeedEventTypeParam: components["schemas"]["EventType"];
        /**
         * @description Number of seconds to keep the request open if there are no entries. The response is sent as soon as an event occurs,
         *     or with an empty list after this time.
         */
        WaitParam: number;
        /** @description Return only usage events of this type. */
        UsageEventTypeParam: components["schemas"]["UsageEventType"];
        /** @description Return only usage events of requests to this operation. */
        UsageEventOperationParam: string;
        /** @description Return only usage events whose response status is in this class. */
        UsageEventStatusParam: components["schemas"]["StatusClass"];
        /** @description Return only usage events of the key or client with this ID. */
        UsageEventCallerParam: `key_${string}` | `cli_${string}`;
        /** @description Return only usage events at or after this instant (RFC 3339). */
        SinceParam: components["schemas"]["RequestTimestamp"];
        /** @description Return only usage events before this instant (RFC 3339). If it is not after `since`, the list is empty. */
        UntilParam: components["schemas"]["RequestTimestamp"];
        /** @description Return only usage events of the request with this `X-Request-Id`. */
        RequestIdParam: components["schemas"]["RequestId"];
        /**
         * @description Start of the period (RFC 3339), rounded down to the start of its interval. If it is not before `to`, the period is
         *     empty. If it is too early, it is adjusted; `from` in the response is the instant used.
         */
        UsageFromParam: components["schemas"]["RequestTimestamp"];
        /** @description End of the period (RFC 3339), rounded up to the end of its interval. Default and maximum: now. */
        UsageToParam: components["schemas"]["RequestTimestamp"];
        /** @description Length of the intervals. */
        UsageIntervalParam: "hour" | "day" | "month";
        /** @description How to group the counts. If omitted, totals are returned. */
        UsageGroupByParam: components["schemas"]["UsageGrouping"];
        /** @description The type of the event, as in `type` of the body. */
        EventTypeHeader: components["schemas"]["EventType"];
        /** @description The ID of the event, as in `id` of the body. It is the same for retries and resends; ignore events that you have already handled. */
        EventIdHeader: components["schemas"]["WebhookEventId"];
        /** @description The ID of the delivery, for use with `getWebhookDelivery`. A resend has a new ID. */
        DeliveryIdHeader: components["schemas"]["WebhookDeliveryId"];
        /** @description Unix time in seconds at which the attempt was signed. Reject the request if it differs from your clock by more than 300 seconds. */
        TimestampHeader: string;
        /**
         * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the whole
         *     signing secret, including `whsec_`.
         */
        SignatureHeader: string;
        /** @description The ID of the event, in the header that Standard Webhooks defines. */
        StandardWebhookIdHeader: components["schemas"]["WebhookEventId"];
        /** @description The timestamp of `X-SVC-Timestamp`, in the header that Standard Webhooks defines. */
        StandardWebhookTimestampHeader: string;
        /**
         * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes.
         *     The key is the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for`,
         *     there are two signatures, separated by a space: one by the new secret and one by the previous secret. Accept the
         *     delivery if either is valid.
         */
        StandardWebhookSignatureHeader: string;
        /** @description Name and version of the sender, for access logs and firewalls. It does not authenticate the sender; only the signature does. */
        UserAgentHeader: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The ID of the request, equal to `meta.request_id`. Include it when you contact support. It is always generated by
         *     the service; a value sent by the caller is ignored.
         */
        XRequestId: components["schemas"]["RequestId"];
        /** @description Number of requests allowed in the current window by the most restrictive limit that applies. Equal to `meta.rate_limit.limit`. */
        XRateLimitLimit: number;
        /** @description Number of requests left in the current window. Equal to `meta.rate_limit.remaining`. */
        XRateLimitRemaining: number;
        /** @description Number of seconds until the full limit is available again. It is a duration, not a timestamp. Equal to `meta.rate_limit.reset_s`. */
        XRateLimitReset: number;
        /**
         * @description The limit that the other three headers describe: per IP address (`ip`), per account (`account`), or per API key or
         *     OAuth client (`key`).
         */
        XRateLimitPolicy: "ip" | "account" | "key";
        /**
         * @description Weak validator of `data` and `meta.page`. Send it in `If-None-Match`; if nothing has changed, the response is 304
         *     without a body.
         */
        ETag: string;
        /** @description How to authenticate (RFC 9110 section 11.6.1, RFC 6750 section 3). */
        Challenge: string;
        /**
         * @description Present if the credential is valid but lacks the scope of the operation (RFC 6750 section 3.1); absent if the plan
         *     does not include the API.
         */
        InsufficientScope: string;
        /**
         * @description Number of seconds to wait before the request can succeed. The value is exact: for a rate limit, the time until
         *     another request is allowed; for an exceeded quota, the time until it resets.
         */
        RetryAfter: number;
        /** @description Path of the created resource, which can be read with GET. */
        Location: string;
        /**
         * @description Present and `true` if the response is the stored response of an earlier request with the same `Idempotency-Key`;
         *     absent if the request was executed.
         */
        IdempotencyReplayed: "true";
        /** @description Path of the started analysis. Read it with GET until its `status` is final. */
        AnalysisLocation: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listBusinesses: {
        parameters: {
            query: {
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of businesses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBusiness: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBusinessRequest"];
            };
        };
        responses: {
            /** @description The created business. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The business. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCompetitors: {
        parameters: {
            query: {
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of competitors. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitorListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCompetitor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCompetitorRequest"];
            };
        };
        responses: {
            /** @description The created competitor. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitorResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["CapacityReached"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCompetitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the competitor. */
                id: components["parameters"]["CompetitorIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The competitor. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitorResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCompetitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the competitor. */
                id: components["parameters"]["CompetitorIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The competitor was deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedCompetitorResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCompetitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the competitor. */
                id: components["parameters"]["CompetitorIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCompetitorRequest"];
            };
        };
        responses: {
            /** @description The updated competitor. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitorResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAnalyses: {
        parameters: {
            query: {
                /** @description Return only analyses with this status. */
                status?: components["parameters"]["AnalysisStatusParam"];
                /** @description Return only analyses that were requested at or after this instant (RFC 3339). */
                created_after?: components["parameters"]["AnalysisCreatedAfterParam"];
                /** @description Return only analyses that were requested before this instant (RFC 3339). */
                created_before?: components["parameters"]["AnalysisCreatedBeforeParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of analyses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startAnalysis: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analysis is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    Location: components["headers"]["AnalysisLocation"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimitedOrQuota"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRecommendations: {
        parameters: {
            query: {
                /** @description Return only recommendations with this status. */
                status?: components["parameters"]["RecommendationStatusParam"];
                /** @description Return only recommendations about this aspect. */
                aspect?: components["parameters"]["RecommendationAspectParam"];
                /** @description If true, return only urgent recommendations; if false, only recommendations that are not urgent. */
                urgent?: components["parameters"]["RecommendationUrgentParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of recommendations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecommendationListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReports: {
        parameters: {
            query: {
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of reports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnalysisSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analysis schedule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisScheduleResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setAnalysisSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAnalysisScheduleRequest"];
            };
        };
        responses: {
            /** @description The updated analysis schedule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisScheduleResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReviews: {
        parameters: {
            query: {
                /**
                 * @description The order of the list. `newest` and `oldest` sort by the time of publication or, if unknown, of the import.
                 *     `highest_rating` and `lowest_rating` sort by stars, then newest first; reviews without stars are last.
                 */
                sort: components["parameters"]["ReviewSortParam"];
                /** @description If true, return only reviews of the business; if false, only reviews of its competitors. */
                own?: components["parameters"]["ReviewOwnParam"];
                /** @description Return only reviews of this competitor. The list is empty if the business does not track the competitor. */
                competitor_id?: components["parameters"]["ReviewCompetitorParam"];
                /** @description Return only reviews that were posted on this site. */
                source?: components["parameters"]["ReviewSourceParam"];
                /** @description Return only reviews with this number of stars. */
                rating?: components["parameters"]["ReviewRatingParam"];
                /** @description Return only reviews in this language, given as an ISO 639-1 code. */
                language?: components["parameters"]["ReviewLanguageParam"];
                /**
                 * @description Return only reviews that mention this aspect. With `polarity`, return only reviews whose statement about the aspect
                 *     has this polarity: `aspect=wait&polarity=negative` returns complaints about waiting.
                 */
                aspect?: components["parameters"]["ReviewAspectParam"];
                /** @description Return only reviews with this overall polarity or, with `aspect`, with this polarity for the aspect. */
                polarity?: components["parameters"]["ReviewPolarityParam"];
                /** @description Return only reviews with this flag. */
                flag?: components["parameters"]["ReviewFlagParam"];
                /** @description If true, return only reviews that the owner has replied to; if false, only reviews that are known to have no reply. */
                replied?: components["parameters"]["ReviewRepliedParam"];
                /** @description Return only reviews published at or after this instant (RFC 3339). */
                published_after?: components["parameters"]["PublishedAfterParam"];
                /** @description Return only reviews published before this instant (RFC 3339). */
                published_before?: components["parameters"]["PublishedBeforeParam"];
                /**
                 * @description Return only reviews whose text contains all of these words in any inflected form: `wait` matches "waited" and
                 *     "waiting". Quotation marks match a phrase, `or` matches alternatives, and a minus sign excludes a word. Very
                 *     frequent words such as "the" are ignored; a query that consists only of such words matches nothing. The query does
                 *     not change the order of the list.
                 */
                q?: components["parameters"]["ReviewQueryParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque. With another sort order or other filters, the list continues after the same record.
                 */
                cursor?: components["parameters"]["SortedCursorParam"];
            };
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of reviews. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createReviews: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReviewsRequest"];
            };
        };
        responses: {
            /** @description One result per item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedReviewsResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["CapacityReached"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the review, as in `review_id` of a quote. */
                id: components["parameters"]["ReviewIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the review, as in `review_id` of a quote. */
                id: components["parameters"]["ReviewIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review was deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedReviewResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReviewImports: {
        parameters: {
            query: {
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of imports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewImportListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createReviewImport: {
        parameters: {
            query?: {
                /**
                 * @description The order of day and month in dates such as 03/04/2026. If omitted, rows with a date that is valid in both orders
                 *     are rejected.
                 */
                date_order?: components["parameters"]["DateOrderParam"];
            };
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description The ID of the business. A credential can only access the business of its account. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * @description The file. Use `application/octet-stream` if the format is unknown to the client, and `multipart/form-data` to
         *     send a form whose only part is the file.
         */
        requestBody: {
            content: {
                "text/csv": components["schemas"]["ReviewFile"];
                "application/json": components["schemas"]["ReviewFileItems"];
                "application/x-ndjson": components["schemas"]["ReviewFile"];
                "multipart/form-data": components["schemas"]["ReviewFileForm"];
                "application/octet-stream": components["schemas"]["ReviewFile"];
            };
        };
        responses: {
            /** @description The file is stored and the import is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewImportResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["UploadsUsedUp"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReviewImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the import. */
                id: components["parameters"]["ReviewImportIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewImportResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the analysis. */
                id: components["parameters"]["AnalysisIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analysis. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the report, as in `report_id` of its analysis or in the event `report.generated`. */
                id: components["parameters"]["ReportIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRecommendation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the recommendation. */
                id: components["parameters"]["RecommendationIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recommendation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecommendationResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRecommendation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the recommendation. */
                id: components["parameters"]["RecommendationIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRecommendationRequest"];
            };
        };
        responses: {
            /** @description The updated recommendation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecommendationResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReviewReplies: {
        parameters: {
            query: {
                /** @description Return only drafts with this status. */
                status?: components["parameters"]["ReplyDraftStatusParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of drafts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyDraftListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    draftReviewReply: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftReviewReplyRequest"];
            };
        };
        responses: {
            /** @description The drafts, best first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyDraftResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimitedOrQuota"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReviewReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the draft. */
                id: components["parameters"]["ReplyDraftIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyDraftResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateReviewReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the draft. */
                id: components["parameters"]["ReplyDraftIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReviewReplyRequest"];
            };
        };
        responses: {
            /** @description The updated draft. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyDraftResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query: {
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of webhook endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description The endpoint, with its signing secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequestWebhook"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictWebhook"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint was deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description The updated endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["BadRequestWebhook"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        /** @description The event to send. Optional. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        };
        responses: {
            /** @description The test delivery is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        /** @description How long the previous secret is kept. Optional. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description The endpoint, with its new signing secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query: {
                /** @description Return only deliveries with this status; `dead_lettered` returns deliveries that need attention. */
                status?: components["parameters"]["DeliveryStatusParam"];
                /** @description Return only deliveries of events of this type. */
                event_type?: components["parameters"]["DeliveryEventTypeParam"];
                /** @description Return only deliveries that were queued at or after this instant (RFC 3339). */
                created_after?: components["parameters"]["DeliveryCreatedAfterParam"];
                /**
                 * @description Return only deliveries that were queued before this instant (RFC 3339). If it is not after `created_after`, the list
                 *     is empty.
                 */
                created_before?: components["parameters"]["DeliveryCreatedBeforeParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookStatistics: {
        parameters: {
            query: {
                /** @description Length of the intervals: `hour` for the last 24 hours, `day` for the last 30 days. */
                interval: components["parameters"]["WebhookStatisticsIntervalParam"];
            };
            header?: never;
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of the period. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStatisticsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description The ID of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendWebhookDeliveriesRequest"];
            };
        };
        responses: {
            /** @description How many deliveries matched and were queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendWebhookDeliveriesResultResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`. */
                id: components["parameters"]["WebhookDeliveryIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique value that you choose for the request, such as a UUID. If the response is lost, retry the request with the
                 *     same key and the same body: for 24 hours, the first 2xx response is returned again and the request is not executed
                 *     twice. The same key with another body, or while the first request is still running, returns 409 `conflict`. Errors
                 *     are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`. */
                id: components["parameters"]["WebhookDeliveryIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query: {
                /**
                 * @description Return only entries after this position: the `position` of the last entry that you handled. If omitted, the feed
                 *     starts at the oldest event that is kept.
                 */
                after?: components["parameters"]["AfterParam"];
                /** @description Return only events of this type. */
                type?: components["parameters"]["FeedEventTypeParam"];
                /**
                 * @description Number of seconds to keep the request open if there are no entries. The response is sent as soon as an event occurs,
                 *     or with an empty list after this time.
                 */
                wait: components["parameters"]["WaitParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries after the position `after`; an empty list if there are none yet. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookFeedEntryListResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query: {
                /** @description Return only usage events of this type. */
                type?: components["parameters"]["UsageEventTypeParam"];
                /** @description Return only usage events of requests to this operation. */
                operation_id?: components["parameters"]["UsageEventOperationParam"];
                /** @description Return only usage events whose response status is in this class. */
                status?: components["parameters"]["UsageEventStatusParam"];
                /** @description Return only usage events of the key or client with this ID. */
                caller?: components["parameters"]["UsageEventCallerParam"];
                /** @description Return only usage events at or after this instant (RFC 3339). */
                since?: components["parameters"]["SinceParam"];
                /** @description Return only usage events before this instant (RFC 3339). If it is not after `since`, the list is empty. */
                until?: components["parameters"]["UntilParam"];
                /** @description Return only usage events of the request with this `X-Request-Id`. */
                request_id?: components["parameters"]["RequestIdParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of usage events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageEventListResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query: {
                /**
                 * @description Start of the period (RFC 3339), rounded down to the start of its interval. If it is not before `to`, the period is
                 *     empty. If it is too early, it is adjusted; `from` in the response is the instant used.
                 */
                from?: components["parameters"]["UsageFromParam"];
                /** @description End of the period (RFC 3339), rounded up to the end of its interval. Default and maximum: now. */
                to?: components["parameters"]["UsageToParam"];
                /** @description Length of the intervals. */
                interval: components["parameters"]["UsageIntervalParam"];
                /** @description How to group the counts. If omitted, totals are returned. */
                group_by?: components["parameters"]["UsageGroupByParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of the period. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onAnalysisCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description The ID of the event, as in `id` of the body. It is the same for retries and resends; ignore events that you have already handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description The ID of the delivery, for use with `getWebhookDelivery`. A resend has a new ID. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix time in seconds at which the attempt was signed. Reject the request if it differs from your clock by more than 300 seconds. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the whole
                 *     signing secret, including `whsec_`.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The ID of the event, in the header that Standard Webhooks defines. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp of `X-SVC-Timestamp`, in the header that Standard Webhooks defines. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes.
                 *     The key is the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for`,
                 *     there are two signatures, separated by a space: one by the new secret and one by the previous secret. Accept the
                 *     delivery if either is valid.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Name and version of the sender, for access logs and firewalls. It does not authenticate the sender; only the signature does. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisCompletedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["DeliveryReceived"];
        };
    };
    onAnalysisFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description The ID of the event, as in `id` of the body. It is the same for retries and resends; ignore events that you have already handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description The ID of the delivery, for use with `getWebhookDelivery`. A resend has a new ID. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix time in seconds at which the attempt was signed. Reject the request if it differs from your clock by more than 300 seconds. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the whole
                 *     signing secret, including `whsec_`.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The ID of the event, in the header that Standard Webhooks defines. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp of `X-SVC-Timestamp`, in the header that Standard Webhooks defines. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes.
                 *     The key is the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for`,
                 *     there are two signatures, separated by a space: one by the new secret and one by the previous secret. Accept the
                 *     delivery if either is valid.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Name and version of the sender, for access logs and firewalls. It does not authenticate the sender; only the signature does. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisFailedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["DeliveryReceived"];
        };
    };
    onReportGenerated: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description The ID of the event, as in `id` of the body. It is the same for retries and resends; ignore events that you have already handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description The ID of the delivery, for use with `getWebhookDelivery`. A resend has a new ID. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix time in seconds at which the attempt was signed. Reject the request if it differs from your clock by more than 300 seconds. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the whole
                 *     signing secret, including `whsec_`.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The ID of the event, in the header that Standard Webhooks defines. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp of `X-SVC-Timestamp`, in the header that Standard Webhooks defines. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes.
                 *     The key is the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for`,
                 *     there are two signatures, separated by a space: one by the new secret and one by the previous secret. Accept the
                 *     delivery if either is valid.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Name and version of the sender, for access logs and firewalls. It does not authenticate the sender; only the signature does. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportGeneratedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["DeliveryReceived"];
        };
    };
    onRecommendationCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description The ID of the event, as in `id` of the body. It is the same for retries and resends; ignore events that you have already handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description The ID of the delivery, for use with `getWebhookDelivery`. A resend has a new ID. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix time in seconds at which the attempt was signed. Reject the request if it differs from your clock by more than 300 seconds. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the whole
                 *     signing secret, including `whsec_`.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The ID of the event, in the header that Standard Webhooks defines. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp of `X-SVC-Timestamp`, in the header that Standard Webhooks defines. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes.
                 *     The key is the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for`,
                 *     there are two signatures, separated by a space: one by the new secret and one by the previous secret. Accept the
                 *     delivery if either is valid.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Name and version of the sender, for access logs and firewalls. It does not authenticate the sender; only the signature does. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecommendationCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["DeliveryReceived"];
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description The ID of the event, as in `id` of the body. It is the same for retries and resends; ignore events that you have already handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description The ID of the delivery, for use with `getWebhookDelivery`. A resend has a new ID. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix time in seconds at which the attempt was signed. Reject the request if it differs from your clock by more than 300 seconds. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the whole
                 *     signing secret, including `whsec_`.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The ID of the event, in the header that Standard Webhooks defines. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp of `X-SVC-Timestamp`, in the header that Standard Webhooks defines. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes.
                 *     The key is the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for`,
                 *     there are two signatures, separated by a space: one by the new secret and one by the previous secret. Accept the
                 *     delivery if either is valid.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Name and version of the sender, for access logs and firewalls. It does not authenticate the sender; only the signature does. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["DeliveryReceived"];
        };
    };
}

/** The component schemas by name: `Schemas['Webhook']`. */
export type Schemas = components['schemas']
