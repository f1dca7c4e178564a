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
         * @description The businesses that the credential can see. Every account is bound to one locked business, so the list holds exactly that
         *     one; it is a list so that a picker can be filled from it.
         *
         *     Start here: the `id` of the first entry is the `{id}` of the other business operations. Newest first.
         */
        get: operations["listBusinesses"];
        put?: never;
        post?: never;
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
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a business
         * @description The business with its own standing: rating, how many reviews, how the last 90 days compare, and how often its owner
         *     answers. `latest_analysis_id` leads to the newest completed analysis; it is null until there is one.
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
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List competitors of a business
         * @description Who the business is compared with: each competitor's standing in the same terms as the business's own, and the aspects
         *     that its customers praise or complain about most clearly, taken from the latest completed analysis. Newest first.
         */
        get: operations["listCompetitors"];
        put?: never;
        /**
         * Track a competitor
         * @description Adds a competitor to compare the business with. It has no reviews yet: bring them in with `createReviews`. The next analysis
         *     includes it.
         *
         *     A plan tracks up to a number of competitors (`capacities` of `getAccount`). Beyond it the response is 429 with the path
         *     `quota.competitors`; waiting does not help, removing a competitor does.
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
                /** @description Identifier of the competitor. */
                id: components["parameters"]["CompetitorIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a competitor
         * @description One competitor with its standing.
         */
        get: operations["getCompetitor"];
        put?: never;
        post?: never;
        /**
         * Stop tracking a competitor
         * @description Removes the competitor and its reviews; both can no longer be read. It cannot be undone. Analyses and reports that are finished
         *     keep what they say about it.
         */
        delete: operations["deleteCompetitor"];
        options?: never;
        head?: never;
        /**
         * Change a competitor
         * @description Changes the fields that are sent and leaves the others. Analyses and reports that are finished keep the name they were made with.
         */
        patch: operations["updateCompetitor"];
        trace?: never;
    };
    "/businesses/{id}/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List analyses of a business
         * @description Every analysis of the business in any state, newest first. `summary` is always an object; its three lists stay empty until
         *     `status` is `completed`.
         */
        get: operations["listAnalyses"];
        put?: never;
        /**
         * Start an analysis
         * @description Queues an analysis of the reviews of the business and its competitors over the year before the request, and returns
         *     immediately. It has no request body. Follow it with `getAnalysis`, or better, wait for the webhook event `analysis.completed` or
         *     `analysis.failed`: exactly one of the two is sent.
         *
         *     Each started analysis counts against the monthly quota `analyses` of the plan. If the account was granted a report
         *     outside of its plan (`report_grants` of `getAccount`), an analysis that is started with a live key or an access token uses the
         *     grant instead, and gives it back if it fails. A failed analysis is not retried by the
         *     service; start a new one when the reason is gone.
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
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List recommendations for a business
         * @description What to do, most important first: `open` and `planned` before the others, then by `priority`, then newest. Each recommendation gives its reason, shows
         *     the quotes it rests on, and names the metric that shows whether it worked. `score` is computed from `factors`; no language
         *     model sets it.
         *
         *     A recommendation stays the same record while later analyses confirm it, and becomes `resolved` when one no longer finds it.
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
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List reports of a business
         * @description Every report of the business, newest first, without sections and files: `getReport` returns those.
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
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get the analysis schedule
         * @description When the business is analyzed by itself, and when that happens next. A business without a schedule has the frequency `none`.
         */
        get: operations["getAnalysisSchedule"];
        /**
         * Set the analysis schedule
         * @description Replaces the schedule of the business. Weekday and hour are local to the business (`timezone`), in summer and winter: an hour that
         *     the clocks skip begins at the next one, and an hour that they repeat counts once.
         *
         *     - `weekly`: every week on `weekday` at `hour`
         *     - `monthly`: on the first `weekday` of every month at `hour`
         *     - `none`: never
         *
         *     Each run starts an analysis as `startAnalysis` does, with its report and events, and counts against the plan's monthly quota
         *     `analyses`. When the quota is used up, the run is skipped, and `GET /events` has an entry `analysis.skipped`. Runs that were
         *     missed are made up for by one run, however many they were.
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
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List reviews of a business and its competitors
         * @description The reviews that the service knows: those of the business and those of its competitors, with what the engine found in them.
         *     Filters can be combined; a review has to match all of them. Newest first unless `sort` is set.
         *
         *     The engine reads new reviews in the background, usually within seconds. Until then their `labels_state` is `pending`, and the
         *     filters `aspect`, `polarity`, `flag` and `q` leave them out.
         */
        get: operations["listReviews"];
        put?: never;
        /**
         * Bring in reviews
         * @description Stores up to 500 reviews of the business and its competitors, in a body of at most 256 KiB. Each item has a separate result, in
         *     the order of the request: `created`, `updated`, `unchanged`, or `rejected` with the place and the reason. Rejected items do not
         *     keep the others from being stored.
         *
         *     A review is identified by its subject, `source` and `source_id`, so the same items can be sent again. What an item leaves out
         *     stays as it is stored. Without a `source_id` one is derived from date, stars and text; a changed text is then another review. New
         *     and changed reviews are labeled in the background, and the statistics follow.
         *
         *     A plan stores up to a number of reviews (`capacities` of `getAccount`). A request that would exceed it stores nothing and gets 429
         *     with the path `quota.reviews`.
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
                /** @description Identifier of the review, as in `review_id` of a quote. */
                id: components["parameters"]["ReviewIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a review
         * @description One review in full, for instance the one behind a quote of an analysis.
         */
        get: operations["getReview"];
        put?: never;
        post?: never;
        /**
         * Delete a review
         * @description Deletes a review with everything that shows its text: its labels, its quotes in analyses, recommendations and reports, files
         *     included, drafts of replies to it, and kept responses with such drafts. Numbers that it was counted in stay as they are. The PDF of
         *     a report that quoted it is missing until it has been printed again.
         *
         *     It cannot be undone: a keyed hash of its identity remains, so that no later request or import brings it back.
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
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * List imports of reviews
         * @description The files of reviews that were uploaded for the business, with what became of them. Newest first. An import is listed for as long
         *     as the service keeps events.
         */
        get: operations["listReviewImports"];
        put?: never;
        /**
         * Import a file of reviews
         * @description Uploads a file of reviews of any number, which a worker reads afterwards: the response has the import, and `getReviewImport` shows
         *     how far it is. The file is CSV with a heading line, a JSON array, an object that contains a list, or one JSON object per line
         *     (NDJSON), in UTF-8 or, with a byte order mark, UTF-16. The content decides which of them it is, not the media type. The usual
         *     headings of exports of Google Business Profile, Yelp and TripAdvisor are understood. The column `subject` says whose review a row
         *     is: `own`, or the name or id of a competitor of the business; without it, all are reviews of the business itself.
         *
         *     A row that cannot be stored is listed in `rejections` and does not keep the others from being stored. A review that is stored
         *     already takes over what has changed, so a file can be imported again. A file that cannot be read to its end becomes `failed`; the
         *     rows before that place stay. One import of an account runs at a time, the others wait in order, and two files at a time can be
         *     uploaded. The file is kept encrypted until its import has ended.
         *
         *     The server stops reading at 1 GB (1,000,000,000 bytes), or at what its operator has set. A plan allows a number of uploads per day
         *     in UTC (`review_imports` of `capacities` of `getAccount`); beyond it the response is 429 with the path `quota.review_imports`.
         *
         *     With an `Idempotency-Key`, the file counts by its SHA-256: another file under the same key gets 409. A repeated upload is read and
         *     compared, and not imported a second time.
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
                /** @description Identifier of the import. */
                id: components["parameters"]["ReviewImportIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get an import of reviews
         * @description How far an import is, what it stored, and which rows it rejected. Ask again every few seconds until `status` is `completed` or
         *     `failed`; a file of 100,000 rows takes some seconds.
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
                /** @description Identifier of the analysis. */
                id: components["parameters"]["AnalysisIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get an analysis
         * @description What the reviews say: `summary` for a reader in a hurry, `themes` for one aspect at a time with verbatim quotes as evidence,
         *     `comparison` for the standing among competitors, and `sample` for how much evidence there was.
         *
         *     `status` goes from `queued` through `running` to `completed` or `failed`; the last two never change again. After a failure
         *     `failure.reason` gives the reason. `report_id` stays null until the report is ready.
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
                /** @description Identifier of the report, as in `report_id` of its analysis or in the event `report.generated`. */
                id: components["parameters"]["ReportIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a report
         * @description The report both as data (`sections`, with texts, quotes and the numbers behind each chart) and as files to open or print.
         *     The links in `files` are signed and need no credential: the same link is returned for an hour and works for
         *     a day, so fetch the report again rather than store a link.
         *
         *     A report is visible once it is ready; the webhook event `report.generated` announces it.
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
                /** @description Identifier of the recommendation. */
                id: components["parameters"]["RecommendationIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a recommendation
         * @description One recommendation, as the event `recommendation.created` names it. A resolved recommendation can still be read.
         */
        get: operations["getRecommendation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the status of a recommendation
         * @description Sets the status of a recommendation, your note about it, or both. Later analyses keep `planned`, `done` and `dismissed` while they
         *     still find the problem, and make the recommendation `resolved` when they no longer do. The status of a resolved
         *     recommendation cannot be changed (409); its note can.
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
         * @description The drafts of the account, newest first. A draft is kept for 90 days after its last change.
         */
        get: operations["listReviewReplies"];
        put?: never;
        /**
         * Draft a reply to a review
         * @description Writes one to three drafts of a public reply. Nothing is published: a person has to approve the draft and post it, which is why
         *     `requires_human_approval` is always true. The draft is kept for 90 days after its last change: edit or reject it with
         *     `updateReviewReply`.
         *
         *     A draft asserts only what the review or your `facts` say; `claims` lists every concrete statement with the words that support
         *     it. Read `warnings` before approving. Each call counts once against the monthly quota `reply_drafts`, however many variants
         *     it asks for.
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
                /** @description Identifier of the draft. */
                id: components["parameters"]["ReplyDraftIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a reply draft
         * @description One draft with the review it replies to, every variant, and the text as it was last edited.
         */
        get: operations["getReviewReply"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit, reject or approve a reply draft
         * @description Sets the text of a draft, its status, or both. Another text without a status makes an approved or rejected draft a `draft` again.
         *
         *     Only a person approves: with an API key or an access token the status `approved` is refused with 403. Approving publishes
         *     nothing by itself.
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
         * @description The endpoints of the account, newest first. Signing secrets are never part of a read: they are shown once, at creation and at
         *     each rotation.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Registers an https URL and returns the signing secret. **The secret is shown only once**; store it before you continue.
         *     Leave `event_types` out to receive every type.
         *
         *     The URL has to be a public https address: names and addresses that are private, loopback, link-local, reserved or internal
         *     are refused with 400 and path `body.url`. A name is not resolved until the first delivery, which fails with `dns_failed` unless
         *     all its addresses are public. The same URL may be registered twice, for instance with different event types.
         *
         *     An installation can ask the receiver to confirm the URL first. It then gets a POST request with
         *     `{"type": "webhook.challenge", "challenge": "…"}` and has to return that value within 5 seconds, as text or as
         *     `{"challenge": "…"}`. Otherwise the response is 400 with path `body.url`. The setting is off by default.
         *
         *     An account has a limited number of endpoints; beyond it the response is 409 `conflict`.
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
                /** @description Identifier of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description The endpoint and its health: when a delivery last succeeded and last failed.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Removes the endpoint. Its unfinished deliveries become `canceled` and its history is no longer readable. It cannot be undone;
         *     to pause an endpoint, set `enabled` to false with `updateWebhook`.
         *
         *     The response has a body, as every response does: an empty 204 would have no place for `meta`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the fields that are sent and leaves the others. The signing secret stays. `enabled: false` holds deliveries without
         *     failing them: they wait, and go out once it is true again. Deliveries that are already queued go to the new `url`. Where
         *     receivers have to confirm the URL of a new endpoint, they also have to confirm a new `url`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Queues a `webhook.test` event to this endpoint, whatever types it subscribes to. It is signed, sent and retried like any other
         *     event, so a receiver that accepts it accepts the real ones. It has no request body. Read the delivery for its result.
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
                /** @description Identifier of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Replaces the signing secret and returns the new one, **shown only once**. By default the old secret stops signing
         *     immediately, and a delivery that your receiver rejects in between, because it still uses the old secret, succeeds on a
         *     retry. With `keep_previous_for`, deliveries also carry a signature by the old secret in `webhook-signature` for that long,
         *     so that receivers which verify this header reject nothing.
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
                /** @description Identifier of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        /**
         * List deliveries of a webhook endpoint
         * @description The deliveries of the last weeks, newest first, each with its payload, every attempt and a `hint` on the cause when it
         *     failed. Finished deliveries are kept for 30 days, dead letters for 90.
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
    "/webhooks/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend many deliveries
         * @description Sends past deliveries of this endpoint again after an outage of the receiver: those created from `since` until before `until`,
         *     of the given event types and in the given states. With `dry_run` it only counts. Each resend is a new delivery with the same
         *     event id, so a receiver that ignores events it has handled is safe.
         *
         *     Many are queued in batches, the oldest first, and the response is sent after the last one. A request that is interrupted in between has
         *     queued a part; repeated with the same `Idempotency-Key` it continues where it stopped, without a key it starts over.
         *
         *     An endpoint and an account may resend a limited number of deliveries in an hour (UTC). A request that reaches that limit keeps
         *     what it has queued and returns 429 with the path `rate.resends`; repeat it with the same key after `Retry-After`.
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
                /** @description Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`. */
                id: components["parameters"]["WebhookDeliveryIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description One delivery with its payload and all attempts. `attempt_count` of `max_attempts` and `next_attempt_at` say what happens next;
         *     `hint` explains why it failed and what to change.
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
                /** @description Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`. */
                id: components["parameters"]["WebhookDeliveryIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery
         * @description Makes a new delivery of the same event to the same endpoint, with a new delivery id, the same event id and a full set of
         *     attempts. Any past delivery can be resent, in particular a dead-lettered one. It has no request body. It counts as one of the
         *     deliveries that may be resent in an hour.
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
         * Follow webhook events
         * @description The webhook events of the account in order, oldest first: one entry per event and one per resend, kept for 30 days. Use it to
         *     catch up after an outage, to forward events to a machine without a public address, or to collect real samples.
         *
         *     Unlike other lists it has a direction: handle the entries, remember the `position` of the last one and pass it as `after`. With
         *     `wait` the request stays open until something happens. An empty list means that there is nothing yet, never that it ended.
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
         * @description What happened in the account through the API, newest first: requests that succeeded, requests that were refused, keys, clients and
         *     tokens issued and revoked, webhook endpoints changed, quotas reached. `request_id` relates an event to the response that the caller received.
         *     Events are kept for 30 days.
         *
         *     Only calls that can be attributed to an account are listed, and reading this list is not an event itself.
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
         * @description The account behind the credential: its plan, flags and business, the credential itself with its scopes and expiry, and every limit
         *     and quota with what is used and left. Read it before a batch of metered calls: the figures are those that a 429 would show.
         *
         *     The rate limits include this request. Reading the account counts against no quota.
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
         * @description How many requests the account made, per hour, day or month (UTC), in all or by operation, status or caller. Refused requests count as
         *     well. The counts come from totals that are kept per interval, so a year is as quick to read as a day. A request appears within
         *     a second.
         *
         *     | `interval` | kept for | longest period | period by default |
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
         * @description A competitor analysis of the business finished successfully. Read it with `getAnalysis`; its report follows with an event of
         *     its own.
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
         * @description A competitor analysis failed. It is not retried automatically; `reason` indicates whether starting another one can help.
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
         * @description A report is ready, from the subscription or from a one-time purchase. Read it with `getReport`.
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
         * @description An analysis led to a recommendation that was not there before. One that is merely confirmed again causes no event.
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
         * A test was triggered
         * @description Sent only when a test delivery is triggered, with `testWebhook`. It is signed exactly like a real event.
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
         * @description A position in a list. It is opaque; take it from a response and never build one yourself.
         * @example bCcT0u0e5hX6VZx2Q9fYw1Kd
         */
        Cursor: string;
        /**
         * @description Identifies one request. Always made by the service, never taken from the caller.
         * @example req_01m7w17f2rfmdsvt8ga4tjfd07
         */
        RequestId: string;
        /**
         * @description Identifies a business.
         * @example biz_01kjpx4gtrex7rhcb4yfrgw100
         */
        BusinessId: string;
        /**
         * @description The line of business. It decides which aspects are looked for and what they are called.
         * @example restaurant
         * @enum {string}
         */
        Trade: "restaurant" | "hotel" | "salon" | "garage" | "dentist" | "retail" | "other";
        /** @description How reviewers rate a business. The same statistics for you and for each competitor, so that they can be compared. */
        ReviewStats: {
            /**
             * @description Mean of all known star ratings. Null without any.
             * @example 4.3
             */
            average_rating: number | null;
            /**
             * @description Reviews known to the service.
             * @example 603
             */
            review_count: number;
            /**
             * @description Reviews of the last 90 days.
             * @example 58
             */
            reviews_90d: number;
            /**
             * @description Mean rating of the last 90 days minus the mean before. Null when either has no ratings.
             * @example -0.2
             */
            rating_change_90d: number | null;
            /**
             * @description Share of the reviews of the last 90 days that have a reply of the owner. Null where replies cannot be seen.
             * @example 0.41
             */
            response_rate_90d: number | null;
        };
        /**
         * @description Identifies an analysis.
         * @example ana_01m7hf1rr0fwd9h44cbb4w5y6j
         */
        AnalysisId: string;
        /**
         * Format: date-time
         * @description An instant in UTC, ISO 8601, always with milliseconds and `Z`.
         * @example 2026-11-16T06:00:00.000Z
         */
        Timestamp: string;
        /** @description The one business that the account is locked to, and its own standing with its reviewers. */
        Business: {
            /** @description Identifies the business. It leads to its competitors, analyses and recommendations. */
            id: components["schemas"]["BusinessId"];
            /**
             * @description Name as customers know it. Use it as the label in pickers.
             * @example Rosso Trattoria
             */
            name: string;
            /** @description The line of business. */
            trade: components["schemas"]["Trade"];
            /**
             * @description Town or city. Null when it is not known.
             * @example Utrecht
             */
            city: string | null;
            /**
             * @description Country as ISO 3166-1 alpha-2.
             * @example NL
             */
            country: string;
            /**
             * @description IANA name of the time zone, for showing moments in local time. Moments themselves are always UTC.
             * @example Europe/Amsterdam
             */
            timezone: string;
            /**
             * Format: uri
             * @description Public website. Null when it is not known.
             * @example https://www.rosso-trattoria.nl/
             */
            website: string | null;
            /** @description Its own standing. */
            review_stats: components["schemas"]["ReviewStats"];
            /**
             * @description Reviews with text that have no reply of the owner. Null where replies cannot be seen.
             * @example 34
             */
            unanswered_count: number | null;
            /**
             * @description Competitors tracked.
             * @example 5
             */
            competitor_count: number;
            /**
             * @description The newest completed analysis. Null before the first.
             * @example ana_01m7hf1rr0fwd9h44cbb4w5y6j
             */
            latest_analysis_id: components["schemas"]["AnalysisId"] | null;
            /**
             * @description When the business was set up.
             * @example 2026-03-02T09:12:44.120Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When this record last changed.
             * @example 2026-11-16T06:00:45.000Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description The plan of an account. `starter` includes no API access unless the account has the entitlement `api_demo`.
         * @example growth
         * @enum {string}
         */
        Plan: "starter" | "growth" | "scale";
        /** @description The tightest of the rate limits that apply to the caller (address, account, key or client), over a sliding window. Equals the headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`. */
        RateLimit: {
            /**
             * @description Requests allowed in the window.
             * @example 300
             */
            limit: number;
            /**
             * @description Requests left in the window. At 0 the next request gets 429.
             * @example 297
             */
            remaining: number;
            /**
             * @description Seconds until the full limit is available again, if you pause until then.
             * @example 41
             */
            reset_s: number;
        };
        /** @description The position of this page in the list. */
        Page: {
            /**
             * @description The largest number of items this page could hold, as requested, or 25 by default.
             * @example 25
             */
            limit: number;
            /**
             * @description Send this as `cursor` to get the next page. Null means that this was the last page.
             * @example bCcT0u0e5hX6VZx2Q9fYw1Kd
             * @example null
             */
            next_cursor: components["schemas"]["Cursor"] | null;
        };
        /** @description Metadata of the response, with the position in the list. This form is for lists. */
        PageMeta: {
            /** @description Identifies this request. Equals the header `X-Request-Id`; quote it when you ask for help. */
            request_id: components["schemas"]["RequestId"];
            /** @description The plan of the account that called. */
            plan: components["schemas"]["Plan"];
            /** @description The rate limit of the account after this request. */
            rate_limit: components["schemas"]["RateLimit"];
            /** @description Which page this is and how to get the next one. */
            page: components["schemas"]["Page"];
        };
        /** @description A page of businesses in the envelope. An account has one, so there is one page. */
        BusinessListResponse: {
            /** @description The businesses, newest first. */
            data: components["schemas"]["Business"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description What went wrong, for your code. Each code has exactly one status. The interface has no `conflict`,
         *     `method_not_allowed` and `unavailable`; they are added.
         *
         *     - `unauthorized` (401): the credential is missing, not valid or expired; send a valid key, or request a new token once
         *     - `invalid_api_key` (401): the API key was revoked; use another key
         *     - `forbidden` (403): the plan, the scopes of the credential or the transport do not allow the operation
         *     - `not_found` (404): the ID or path is unknown, or belongs to another account
         *     - `invalid_request` (400): the path, query, headers or body are not valid; correct what `details` names
         *     - `rate_limited` (429): a rate limit or quota is used up; wait for the seconds in `Retry-After`
         *     - `internal_error` (500): the service failed; retry with exponential backoff
         *     - `conflict` (409): the request is valid, but not possible in the current state; read the record first
         *     - `method_not_allowed` (405): the path does not have this method; use one that the header `Allow` names
         *     - `unavailable` (503): the service is temporarily not ready; wait for the seconds in `Retry-After`
         * @example invalid_request
         * @enum {string}
         */
        ErrorCode: "unauthorized" | "invalid_api_key" | "forbidden" | "not_found" | "invalid_request" | "rate_limited" | "internal_error" | "conflict" | "method_not_allowed" | "unavailable";
        /** @description One invalid part of the request, or one limit that is used up. */
        ErrorDetail: {
            /**
             * @description The part or limit. The first word is its kind (`path`, `query`, `header`, `body`, `quota` or `rate`), the rest is its position or name: `body.event_types.1` is the second item of `event_types` in the body, `quota.analyses` the monthly quota of analyses, `rate.key` the rate limit of the key.
             * @example body.event_types.1
             * @example query.limit
             * @example quota.analyses
             * @example rate.key
             */
            path: string;
            /**
             * @description What is expected there, or when the limit allows more.
             * @example must be between 1 and 100
             */
            message: string;
        };
        /** @description What went wrong, once for your code (`code`) and once for people (`message`, `details`). */
        Error: {
            /** @description The only field to branch on. */
            code: components["schemas"]["ErrorCode"];
            /**
             * @description One sentence for people, with what to do about it. The wording may change at any time.
             * @example query.limit must be at most 100
             */
            message: string;
            /** @description Every field that was invalid and every limit that was exceeded. Absent when the error concerns the whole request. */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description Metadata of an error response. There is no `plan`, because the caller may not be known. */
        ErrorMeta: {
            /** @description Identifies this request. Equals the header `X-Request-Id`; quote it when you ask for help. */
            request_id: components["schemas"]["RequestId"];
            /** @description The rate limit of the caller after this request. */
            rate_limit: components["schemas"]["RateLimit"];
        };
        /** @description The body of every response that is not a success. */
        ErrorResponse: {
            /** @description What went wrong. Present instead of `data`. */
            error: components["schemas"]["Error"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description Metadata of the response. Every body has `meta`; this form is for a single record. */
        Meta: {
            /** @description Identifies this request. Equals the header `X-Request-Id`; quote it when you ask for help. */
            request_id: components["schemas"]["RequestId"];
            /** @description The plan of the account that called. */
            plan: components["schemas"]["Plan"];
            /** @description The rate limit of the account after this request. */
            rate_limit: components["schemas"]["RateLimit"];
        };
        /** @description One business in the envelope. */
        BusinessResponse: {
            /** @description The business. */
            data: components["schemas"]["Business"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Identifies a competitor that a business tracks.
         * @example cmp_01kjpxm0t0e4pswffc8k7pd4hh
         */
        CompetitorId: string;
        /**
         * @description What a part of a review is about.
         *
         *     - `quality`: the product or the work itself, such as the food or the repair
         *     - `service`: how the staff treat people
         *     - `price`: level, value for money, billing
         *     - `wait`: speed and punctuality
         *     - `booking`: reservations, appointments, check-in
         *     - `cleanliness`, `ambience`, `comfort`, `location`: the place; parking belongs to `location`
         *     - `communication`: explaining, answering, calling back
         *     - `trust`: honesty, upselling, mistakes admitted
         *     - `safety`: health, injury, food poisoning
         *     - `general`: praise or blame without a subject
         * @example wait
         * @enum {string}
         */
        Aspect: "quality" | "service" | "price" | "wait" | "booking" | "cleanliness" | "ambience" | "comfort" | "location" | "communication" | "trust" | "safety" | "general";
        /**
         * @description Where a review was posted.
         * @example google
         * @enum {string}
         */
        Source: "google" | "yelp" | "tripadvisor" | "facebook" | "other";
        /** @description A business nearby that yours is compared with. */
        Competitor: {
            /** @description Identifies the competitor. Quotes and comparisons refer to it. */
            id: components["schemas"]["CompetitorId"];
            /** @description The business that tracks it. */
            business_id: components["schemas"]["BusinessId"];
            /**
             * @description Name as customers know it.
             * @example Osteria del Ponte
             */
            name: string;
            /** @description Its line of business, which need not be yours. */
            trade: components["schemas"]["Trade"];
            /**
             * Format: uri
             * @description Public website. Null when it is not known.
             * @example https://www.osteriadelponte.nl/
             */
            website: string | null;
            /**
             * @description Straight-line distance in metres. Null when either address is not known.
             * @example 650
             */
            distance_m: number | null;
            /** @description Its standing, comparable with your own. */
            review_stats: components["schemas"]["ReviewStats"];
            /**
             * @description What its customers praise most, clearest first, from the latest completed analysis.
             * @example [
             *       "wait",
             *       "service"
             *     ]
             */
            strengths: components["schemas"]["Aspect"][];
            /**
             * @description What its customers complain about most, clearest first, from the latest completed analysis.
             * @example [
             *       "price"
             *     ]
             */
            weaknesses: components["schemas"]["Aspect"][];
            /**
             * @description Where its known reviews were posted.
             * @example [
             *       "google",
             *       "tripadvisor"
             *     ]
             */
            sources: components["schemas"]["Source"][];
            /**
             * @description When its reviews were last brought in. Null before the first time.
             * @example 2026-11-16T05:30:00.000Z
             */
            reviews_as_of: components["schemas"]["Timestamp"] | null;
            /**
             * @description Tracked since.
             * @example 2026-03-02T09:21:12.000Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of competitors in the envelope. */
        CompetitorListResponse: {
            /** @description The competitors, the one tracked last first. */
            data: components["schemas"]["Competitor"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Who to compare the business with. */
        CreateCompetitorRequest: {
            /**
             * @description Name as customers know it.
             * @example Trattoria Sole
             */
            name: string;
            /** @description Its line of business. Left out, that of the business. */
            trade?: components["schemas"]["Trade"];
            /**
             * @description Public website, without query and fragment.
             * @example https://www.trattoria-sole.nl/
             */
            website?: string;
            /**
             * @description Straight-line distance in metres.
             * @example 1420
             */
            distance_m?: number;
        };
        /** @description One competitor in the envelope. */
        CompetitorResponse: {
            /** @description The competitor. */
            data: components["schemas"]["Competitor"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Confirms that a competitor is no longer tracked. */
        DeletedCompetitor: {
            /** @description The competitor that was removed. */
            id: components["schemas"]["CompetitorId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            deleted: true;
        };
        /** @description A removed competitor in the envelope. */
        DeletedCompetitorResponse: {
            /** @description What was removed. */
            data: components["schemas"]["DeletedCompetitor"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description What to change. Whatever is left out stays as it is. */
        UpdateCompetitorRequest: {
            /**
             * @description Name as customers know it.
             * @example Trattoria Sole
             */
            name?: string;
            /**
             * @description Public website, without query and fragment.
             * @example https://www.trattoria-sole.nl/
             */
            website?: string;
            /**
             * @description Straight-line distance in metres.
             * @example 1420
             */
            distance_m?: number;
        };
        /**
         * @description How far an analysis has come. `completed` and `failed` are final.
         * @example completed
         * @enum {string}
         */
        AnalysisStatus: "queued" | "running" | "completed" | "failed";
        /**
         * Format: date-time
         * @description An instant that you send, in RFC 3339 form. Any offset and any number of decimals are accepted.
         * @example 2026-11-16T00:00:00Z
         */
        RequestTimestamp: string;
        /** @description One thing to do. The recommendation of the same analysis has the same `priority` and `action`, letter for letter. */
        AnalysisPriority: {
            /**
             * @description Its place in the order of work; 1 comes first.
             * @example 1
             */
            priority: number;
            /**
             * @description What to do.
             * @example Keep booked tables free for the booked time on Friday and Saturday
             * @example and text guests when a table runs late.
             */
            action: string;
        };
        /** @description The findings in a few sentences. */
        AnalysisSummary: {
            /** @description What goes well, most important first. */
            positives: string[];
            /** @description What does not go well, most important first. */
            negatives: string[];
            /** @description What to do first, in order. The recommendations that this analysis confirmed, in short. */
            priorities: components["schemas"]["AnalysisPriority"][];
        };
        /**
         * @description Why an analysis failed.
         *
         *     - `no_reviews`: no reviews of the business are known for the period
         *     - `unsupported_language`: there are reviews, but none in a language that can be analyzed
         *     - `internal_error`: our fault; start another one
         * @example no_reviews
         * @enum {string}
         */
        FailureReason: "no_reviews" | "unsupported_language" | "internal_error";
        /** @description Why an analysis failed. */
        AnalysisFailure: {
            /** @description The reason, for your code. */
            reason: components["schemas"]["FailureReason"];
            /**
             * @description The reason in one sentence for people, with what to do about it.
             * @example No reviews of the last twelve months are known. Import some and start another analysis.
             */
            message: string;
        };
        /** @description A span of time. */
        Period: {
            /** @description First instant of the period, inclusive. */
            from: components["schemas"]["Timestamp"];
            /** @description End of the span, not included. */
            to: components["schemas"]["Timestamp"];
        };
        /** @description How many reviews of the period were read, and how many had to be left out. */
        AnalysisSample: {
            /**
             * @description Your reviews that were read.
             * @example 212
             */
            own_reviews: number;
            /**
             * @description Competitors' reviews that were read.
             * @example 1184
             */
            competitor_reviews: number;
            /**
             * @description Reviews, yours and theirs, that were left out because they have no text or are in another language.
             * @example 391
             */
            not_analyzed: number;
        };
        /** @description How often an aspect is mentioned and how people feel about it. */
        Sentiment: {
            /**
             * @description Reviews that mention it. A review counts once, however often it does.
             * @example 57
             */
            mentions: number;
            /**
             * @description Those reviews as a part of all that were read.
             * @example 0.269
             */
            share: number;
            /**
             * @description Positive minus negative mentions, as a part of all mentions; 1 is only praise, -1 only complaints. Null without mentions.
             * @example -0.456
             */
            net: number | null;
        };
        /**
         * @description How the business compares with its competitors. `insufficient_data` means that there are too few reviews to compare; differences that could be chance are `level`.
         * @example they_lead
         * @enum {string}
         */
        Verdict: "they_lead" | "we_lead" | "level" | "insufficient_data";
        /**
         * @description Identifies a review inside the service. Quotes refer to it.
         * @example rev_01m7dtkjf0fnvtft6k86k7vp0v
         */
        ReviewId: string;
        /** @description A sentence from a review, as evidence. */
        Quote: {
            /** @description The review it is taken from. */
            review_id: components["schemas"]["ReviewId"];
            /**
             * @description Whose review it is. Null means one of your own.
             * @example null
             * @example cmp_01kjpxm0t0e4pswffc8k7pd4hh
             */
            competitor_id: components["schemas"]["CompetitorId"] | null;
            /** @description Where the review was posted. */
            source: components["schemas"]["Source"];
            /**
             * @description Stars of that review. Null when the reviewer gave none.
             * @example 2
             */
            rating: number | null;
            /**
             * @description A verbatim slice of the review, without personal data. Escape it before you show it, as people wrote it.
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text: string;
            /**
             * @description When the review was posted. Null when the source does not state it.
             * @example 2026-11-14T20:05:00.000Z
             */
            published_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description What reviewers say about one aspect, for you and for your competitors. */
        Theme: {
            /** @description The aspect, for your code. */
            aspect: components["schemas"]["Aspect"];
            /**
             * @description The aspect in the words of the trade, for people.
             * @example Waiting times
             */
            label: string;
            /** @description What your reviewers say. */
            own: components["schemas"]["Sentiment"];
            /** @description What the reviewers of all your competitors together say. */
            competitors: components["schemas"]["Sentiment"];
            /** @description Who does better on this aspect. */
            verdict: components["schemas"]["Verdict"];
            /**
             * @description Your `own.net` minus that of the previous analysis. Null when there is nothing to compare with.
             * @example -0.109
             */
            change: number | null;
            /** @description Sentences that illustrate it. */
            quotes: components["schemas"]["Quote"][];
        };
        /** @description How you stood against one competitor when the analysis was made. */
        CompetitorComparison: {
            /** @description The competitor. */
            competitor_id: components["schemas"]["CompetitorId"];
            /**
             * @description Its name at that time.
             * @example Osteria del Ponte
             */
            name: string;
            /** @description Its standing at that time. */
            review_stats: components["schemas"]["ReviewStats"];
            /** @description Who stood better overall. */
            verdict: components["schemas"]["Verdict"];
        };
        /**
         * @description Identifies a recommendation.
         * @example rec_01m2mcv4t0e0z871dce7snzdyq
         */
        RecommendationId: string;
        /**
         * @description A figure that shows whether a recommendation works.
         *
         *     - `negative_share`: part of your reviews that complain about the aspect, 0 to 1
         *     - `net_sentiment`: praise minus complaints about it, -1 to 1
         *     - `response_rate`: share of your reviews that have a reply, 0 to 1
         *     - `average_rating`: mean of the stars, 1 to 5
         * @example negative_share
         * @enum {string}
         */
        MetricName: "negative_share" | "net_sentiment" | "response_rate" | "average_rating";
        /** @description How many reviews show something, of how many. */
        FollowUpShare: {
            /**
             * @description For `negative_share` the reviews that complain about it, or report the danger; for `response_rate` those that you replied to.
             * @example 5
             */
            count: number;
            /**
             * @description For `negative_share` your reviews that could be read; for `response_rate` those of which it is known whether you replied.
             * @example 158
             */
            reviews: number;
            /**
             * @description `count` as a part of `reviews`. Null without reviews.
             * @example 0.032
             */
            share: number | null;
        };
        /**
         * @description The effect of a recommendation that was marked as done.
         *
         *     - `improved`, `worsened`: the share has changed by more than chance explains (`p_value` below 0.05)
         *     - `no_clear_change`: the difference can be chance
         *     - `insufficient_data`: there are fewer than ten reviews before or after the mark
         * @example no_clear_change
         * @enum {string}
         */
        FollowUpVerdict: "improved" | "worsened" | "no_clear_change" | "insufficient_data";
        /** @description The effect of a recommendation that was marked as done: the share of your reviews that show its problem, before and after the mark. Reviews without a date are on neither side. */
        FollowUp: {
            /** @description The recommendation. */
            recommendation_id: components["schemas"]["RecommendationId"];
            /**
             * @description Its headline when the analysis was made.
             * @example Keep tables and toilets clean through the evening
             */
            title: string;
            /**
             * @description When it was marked as done.
             * @example 2026-08-20T09:12:30.000Z
             */
            done_at: components["schemas"]["Timestamp"];
            /**
             * @description The figure that is compared; the same as `metric.name` of the recommendation.
             * @example negative_share
             */
            metric: components["schemas"]["MetricName"];
            /** @description The reviews of the period that were posted before the mark. */
            before: components["schemas"]["FollowUpShare"];
            /** @description The reviews of the period that were posted after the mark. */
            after: components["schemas"]["FollowUpShare"];
            /**
             * @description Fisher's exact test, two-sided: how probable such a difference is if nothing but chance decides. Rounded to three decimals. Null when there are fewer than ten reviews before or after the mark.
             * @example 0.332
             */
            p_value: number | null;
            /** @description What the difference means. */
            verdict: components["schemas"]["FollowUpVerdict"];
            /**
             * @description The same in a few sentences for people.
             * @example Before you marked it as done on 20 August 2026, 5 of 158 reviews complained about cleanliness (3%); since then, 0 of 54 (0%). A difference like this can be chance (Fisher's exact test, p = 0.332).
             */
            text: string;
        };
        /**
         * @description Identifies a report.
         * @example rpt_01m7hf3btcfc5t7s04k8p77501
         */
        ReportId: string;
        /** @description What did the reading or writing. */
        Engine: {
            /**
             * @description Name of the engine or of the language model.
             * @example review-engine
             */
            name: string;
            /**
             * @description Its version. Two results of one version can be compared.
             * @example 1.2.0
             */
            version: string;
            /**
             * @description Whether the built-in engine (`embedded`) or a language model (`llm`) chose the words. Scores never come from a language model.
             * @example embedded
             * @enum {string}
             */
            mode: "embedded" | "llm";
            /**
             * @description Why a language model that is set up was not used after all. Null when it was used or none is set up.
             * @example null
             * @example timeout
             * @enum {string|null}
             */
            fallback_reason: "timeout" | "unavailable" | "rejected" | "rate_limited" | null;
        };
        /** @description One reading of your reviews and your competitors' reviews. It is `queued`, then `running`, and ends as `completed` or `failed`. Until it is completed, its results are empty and `sample` shows its progress. */
        Analysis: {
            /** @description Identifies the analysis. */
            id: components["schemas"]["AnalysisId"];
            /** @description The business it is about. */
            business_id: components["schemas"]["BusinessId"];
            /** @description How far it has come. */
            status: components["schemas"]["AnalysisStatus"];
            /** @description When it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description Competitors whose reviews were read. 0 until completed.
             * @example 5
             */
            competitors_analyzed: number;
            /** @description The findings in a few sentences. Never null; its three lists are empty until completed. */
            summary: components["schemas"]["AnalysisSummary"];
            /**
             * @description When work began. Null while queued.
             * @example 2026-11-16T06:00:00.140Z
             */
            started_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When it was completed or failed. Null until then.
             * @example 2026-11-16T06:00:45.000Z
             */
            finished_at: components["schemas"]["Timestamp"] | null;
            /** @description Why it failed. Set exactly when `status` is `failed`; such an analysis is never tried again. */
            failure: components["schemas"]["AnalysisFailure"] | null;
            /** @description The reviews it looks at were posted in the year before the request. */
            period: components["schemas"]["Period"];
            /** @description How much evidence there was. While it is `running`, how many reviews have been read so far; after `internal_error`, how many had been read by then. */
            sample: components["schemas"]["AnalysisSample"];
            /** @description What reviewers talk about, one entry per aspect that was mentioned, weightiest first. */
            themes: components["schemas"]["Theme"][];
            /** @description How you stood against each competitor at that time. */
            comparison: components["schemas"]["CompetitorComparison"][];
            /** @description The effect of the recommendations that you marked as done within `period`, at most the 20 that were marked last, newest mark first. Resolved ones are among them. */
            follow_up: components["schemas"]["FollowUp"][];
            /**
             * @description The completed analysis before this one, which `themes[].change` is measured against. Null for the first.
             * @example ana_01m51mqfr0e5wbzykya7nzknyv
             */
            previous_analysis_id: components["schemas"]["AnalysisId"] | null;
            /**
             * @description The report made from it. Null until the report is ready.
             * @example rpt_01m7hf3btcfc5t7s04k8p77501
             */
            report_id: components["schemas"]["ReportId"] | null;
            /** @description What read the reviews. Null until started. */
            engine: components["schemas"]["Engine"] | null;
        };
        /** @description A page of analyses in the envelope. */
        AnalysisListResponse: {
            /** @description The analyses, newest first. */
            data: components["schemas"]["Analysis"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /** @description One analysis in the envelope. */
        AnalysisResponse: {
            /** @description The analysis. */
            data: components["schemas"]["Analysis"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Status of a recommendation.
         *
         *     - `open`: the newest analysis finds the problem
         *     - `planned`, `done`, `dismissed`: set by you; it stays so while analyses find the problem
         *     - `resolved`: an analysis no longer finds the problem. If a later one does, there is a new recommendation
         * @example open
         * @enum {string}
         */
        RecommendationStatus: "open" | "planned" | "done" | "dismissed" | "resolved";
        /** @description A figure to watch. */
        RecommendationMetric: {
            /** @description Which figure. */
            name: components["schemas"]["MetricName"];
            /**
             * @description The figure now. Null when it cannot be measured yet.
             * @example 0.189
             */
            current: number | null;
            /**
             * @description The figure to reach.
             * @example 0.1
             */
            target: number;
            /**
             * @description Days in which it can be reached.
             * @example 90
             */
            horizon_days: number;
        };
        /** @description The six factors whose product makes the score, so that you can see why one problem comes before another. */
        RecommendationFactors: {
            /**
             * @description Part of your reviews that complain about it.
             * @example 0.189
             */
            frequency: number;
            /**
             * @description How much lower those reviews rate you, as a part of the four stars between worst and best.
             * @example 0.448
             */
            impact: number;
            /**
             * @description 1 when competitors do no better, up to 2 when they do much better.
             * @example 1.511
             */
            gap: number;
            /**
             * @description Above 1 when complaints have become more frequent in the last 90 days, below 1 when rarer.
             * @example 1.07
             */
            trend: number;
            /**
             * @description Above 1 when the evidence speaks of health, safety, discrimination or the law.
             * @example 1
             */
            severity: number;
            /**
             * @description How far the number of mentions can be trusted; more mentions, closer to 1.
             * @example 0.792
             */
            confidence: number;
        };
        /** @description One thing to do, why, and how to see whether it worked. */
        Recommendation: {
            /** @description Identifies the recommendation. It stays the same for as long as analyses keep finding the problem. */
            id: components["schemas"]["RecommendationId"];
            /** @description The business it is for. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that last confirmed it. */
            analysis_id: components["schemas"]["AnalysisId"];
            /**
             * @description Its place in the order of work; 1 comes first. `summary.priorities` of the analysis above repeats this and `action` letter for letter.
             * @example 1
             */
            priority: number;
            /** @description What it is about. */
            aspect: components["schemas"]["Aspect"];
            /**
             * @description Its weight, computed from `factors`. Never set by a language model.
             * @example 68
             */
            score: number;
            /**
             * @description Headline.
             * @example Seat booked guests on time
             */
            title: string;
            /**
             * @description What to do.
             * @example Keep booked tables free for the booked time on Friday and Saturday
             * @example and text guests when a table runs late.
             */
            action: string;
            /**
             * @description Why, with the measured numbers.
             * @example 40 of 212 reviews complain about waiting; those reviews are 1.8 stars lower than the others.
             */
            rationale: string;
            /**
             * @description True when the evidence speaks of health, safety, discrimination or the law. Then read it today, whatever the priority.
             * @example false
             */
            urgent: boolean;
            /**
             * @description Roughly what it costs to do.
             * @example medium
             * @enum {string}
             */
            effort: "low" | "medium" | "high";
            /** @description How to see whether it worked. */
            metric: components["schemas"]["RecommendationMetric"];
            /** @description What `score` is made of. */
            factors: components["schemas"]["RecommendationFactors"];
            /** @description Sentences from reviews that show the problem, or a competitor who does it well. Empty only when every quoted review has been deleted. */
            evidence: components["schemas"]["Quote"][];
            /** @description Status of the recommendation. */
            status: components["schemas"]["RecommendationStatus"];
            /**
             * @description Your own note about it. Null when there is none.
             * @example Second host hired for the weekends.
             */
            note: string | null;
            /**
             * @description When you marked it as done; later analyses compare the reviews before and after this in `follow_up`. Null when it is not marked as done, and for marks from before this was recorded. It stays when the recommendation is resolved.
             * @example 2026-11-20T09:12:30.000Z
             */
            done_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When the problem was first found.
             * @example 2026-09-16T06:00:40.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When it was last confirmed or resolved.
             * @example 2026-11-16T06:00:41.000Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of recommendations in the envelope. */
        RecommendationListResponse: {
            /** @description The recommendations; `open` and `planned` before the others, then by priority, then newest first. */
            data: components["schemas"]["Recommendation"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description Whether a report is part of the subscription or was purchased once.
         *
         *     - `subscription`: made by the schedule, or by an analysis that counted against the plan's quota
         *     - `one_time_purchase`: made by an analysis that used a report that was granted to the account
         * @example subscription
         * @enum {string}
         */
        ReportOrigin: "subscription" | "one_time_purchase";
        /** @description A report without its contents. */
        ReportSummary: {
            /** @description Identifies the report; `getReport` returns it whole. */
            id: components["schemas"]["ReportId"];
            /** @description The business it is about. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis it presents. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description How it came about. */
            origin: components["schemas"]["ReportOrigin"];
            /**
             * @description As printed on the first page.
             * @example Rosso Trattoria: what guests say, November 2026
             */
            title: string;
            /** @description The same as in its analysis. */
            period: components["schemas"]["Period"];
            /**
             * @description When it became ready.
             * @example 2026-11-16T06:00:52.300Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of reports in the envelope. */
        ReportListResponse: {
            /** @description The reports, newest first. */
            data: components["schemas"]["ReportSummary"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description How often a business is analyzed by itself.
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
        /** @description When a business is analyzed by itself. */
        AnalysisSchedule: {
            /** @description The business. */
            business_id: components["schemas"]["BusinessId"];
            /** @description How often it is analyzed. */
            frequency: components["schemas"]["AnalysisFrequency"];
            /** @description On which day. `monthly` is the first of these days in a month. */
            weekday: components["schemas"]["Weekday"];
            /**
             * @description At which hour of the day, local to the business.
             * @example 6
             */
            hour: number;
            /**
             * @description Time zone of the business, as an IANA name.
             * @example Europe/Amsterdam
             */
            timezone: string;
            /**
             * @description When the next run is due. Null for the frequency `none`.
             * @example 2026-12-07T05:00:00.000Z
             */
            next_run_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When the last run was made or skipped. Null before the first.
             * @example 2026-11-02T05:00:01.250Z
             */
            last_run_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The analysis that the last run started. Null before the first run, and when it was skipped.
             * @example ana_01m7hf1rr0fwd9h44cbb4w5y6j
             */
            last_analysis_id: components["schemas"]["AnalysisId"] | null;
        };
        /** @description A schedule in the envelope. */
        AnalysisScheduleResponse: {
            /** @description The schedule. */
            data: components["schemas"]["AnalysisSchedule"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description When the business should be analyzed by itself. */
        SetAnalysisScheduleRequest: {
            /** @description How often; `none` ends the schedule. */
            frequency: components["schemas"]["AnalysisFrequency"];
            /**
             * @description On which day. `monthly` is the first of these days in a month.
             * @default monday
             */
            weekday?: components["schemas"]["Weekday"];
            /**
             * @description At which hour of the day, local to the business.
             * @default 6
             * @example 6
             */
            hour?: number;
        };
        /**
         * @description How something is judged.
         *
         *     - `positive`: praised
         *     - `negative`: criticized
         *     - `mixed`: both
         *     - `neutral`: mentioned without a judgment
         * @example negative
         * @enum {string}
         */
        ReviewPolarity: "positive" | "negative" | "mixed" | "neutral";
        /**
         * @description What a person should look at before the review is replied to or quoted.
         *
         *     - `health_safety`: injury, illness, danger
         *     - `legal_threat`: lawyers, courts, authorities
         *     - `discrimination`: unequal treatment because of who somebody is
         *     - `abuse`: insults and threats
         *     - `refund_request`: money is asked back
         *     - `incentive`: the review was rewarded or requested
         *     - `prompt_injection`: text that instructs a machine
         * @example health_safety
         * @enum {string}
         */
        ReviewFlag: "health_safety" | "legal_threat" | "discrimination" | "abuse" | "refund_request" | "incentive" | "prompt_injection";
        /**
         * @description A position in a list that can be sorted. It is opaque; take it from a response and never build one yourself. It stays valid with another sort or other filters: the list then continues behind the same record.
         * @example nUHH4gWL1vZkT9WRhB3Zsms4T0u0e5hX
         */
        SortedCursor: string;
        /**
         * @description Whether the engine has read a review. New and changed reviews are read in the background.
         *
         *     - `pending`: not yet; filters by label and by `q` leave it out
         *     - `done`: aspects, polarity and flags are there
         * @example done
         * @enum {string}
         */
        LabelsState: "pending" | "done";
        /** @description An aspect that a review speaks about, and how it judges it. */
        ReviewAspect: {
            /** @description What is spoken about. */
            aspect: components["schemas"]["Aspect"];
            /** @description How it is judged. */
            polarity: components["schemas"]["ReviewPolarity"];
        };
        /** @description A review of the business or of one of its competitors, with what the engine found in it. The name of the reviewer is not stored. */
        Review: {
            /**
             * @description Identifies the review.
             * @example rev_01m7dtkjf0fnvtft6k86k7vp0v
             */
            id: components["schemas"]["ReviewId"];
            /** @description The business that knows of it. */
            business_id: components["schemas"]["BusinessId"];
            /**
             * @description Whose review it is. Null means one of your own.
             * @example null
             * @example cmp_01kjpxm0t0e4pswffc8k7pd4hh
             */
            competitor_id: components["schemas"]["CompetitorId"] | null;
            /** @description Where it was posted. */
            source: components["schemas"]["Source"];
            /**
             * @description What the source calls it. Together with `source` it identifies the review: a second one with both is the same review. Where none was given it is derived from the content.
             * @example ChdDSUhNMG9nS0VJQ0FnSUR1
             */
            source_id: string;
            /**
             * @description Stars. Null when the reviewer gave none.
             * @example 2
             */
            rating: number | null;
            /**
             * @description What the reviewer wrote; empty when there are only stars. Escape it before you show it, as people wrote it.
             * @example We booked for half past seven and still stood at the door for forty minutes. The pasta was lovely.
             */
            text: string;
            /**
             * @description ISO 639-1 code, as given or as the engine detected it. Null when neither is known.
             * @example en
             */
            language: string | null;
            /**
             * @description When it was posted. Null when the source does not state it.
             * @example 2026-11-14T20:05:00.000Z
             */
            published_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Whether the owner has replied. Null where replies cannot be seen.
             * @example false
             */
            owner_replied: boolean | null;
            /** @description Whether the engine has read it. */
            labels_state: components["schemas"]["LabelsState"];
            /**
             * @description What the review speaks about, each aspect once. Empty while `labels_state` is `pending`.
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
             * @description Its overall judgment. Null while pending, without words, and in a language that the engine does not read.
             * @example mixed
             */
            polarity: components["schemas"]["ReviewPolarity"] | null;
            /**
             * @description What a person should look at. Each is a hint, not a verdict. Empty while pending.
             * @example [
             *       "health_safety"
             *     ]
             */
            flags: components["schemas"]["ReviewFlag"][];
            /**
             * @description When it will be deleted, with everything that quotes it: as its source demands or as the account is set up. Null if it is kept.
             * @example 2027-12-14T20:05:00.000Z
             */
            retain_until: components["schemas"]["Timestamp"] | null;
            /**
             * @description When it was first brought in.
             * @example 2026-11-15T05:30:00.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When its content last changed.
             * @example 2026-11-15T05:30:00.000Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The position of this page in a list that can be sorted. */
        SortedPage: {
            /**
             * @description The largest number of items this page could hold, as requested, or 25 by default.
             * @example 25
             */
            limit: number;
            /**
             * @description Send this as `cursor` to get the next page. Null means that this was the last page.
             * @example nUHH4gWL1vZkT9WRhB3Zsms4T0u0e5hX
             * @example null
             */
            next_cursor: components["schemas"]["SortedCursor"] | null;
        };
        /** @description Metadata of the response, with the position in a list that can be sorted. */
        SortedPageMeta: {
            /** @description Identifies this request. Equals the header `X-Request-Id`; quote it when you ask for help. */
            request_id: components["schemas"]["RequestId"];
            /** @description The plan of the account that called. */
            plan: components["schemas"]["Plan"];
            /** @description The rate limit of the account after this request. */
            rate_limit: components["schemas"]["RateLimit"];
            /** @description Which page this is and how to get the next one. */
            page: components["schemas"]["SortedPage"];
        };
        /** @description A page of reviews in the envelope. */
        ReviewListResponse: {
            /** @description The reviews, in the order that was requested. */
            data: components["schemas"]["Review"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["SortedPageMeta"];
        };
        /** @description A review as its source shows it. It needs stars or a text. Names of reviewers have no field, as they are not stored. */
        NewReview: {
            /** @description Whose review it is. Left out, it is one of the business itself. */
            competitor_id?: components["schemas"]["CompetitorId"];
            /** @description Where it was posted. Left out, `other`. */
            source?: components["schemas"]["Source"];
            /**
             * @description What the source calls it. Left out, it is derived from the content.
             * @example ChdDSUhNMG9nS0VJQ0FnSUR1
             */
            source_id?: string;
            /**
             * @description Stars.
             * @example 2
             */
            rating?: number;
            /**
             * @description Title of the review; it becomes the first line of the text.
             * @example A long wait
             */
            title?: string;
            /**
             * @description What the reviewer wrote.
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text?: string;
            /**
             * @description ISO 639-1 code. Left out, the engine detects it.
             * @example en
             */
            language?: string;
            /** @description When it was posted, from 1995 on. */
            published_at?: components["schemas"]["RequestTimestamp"];
            /**
             * @description Whether the owner has replied. Left out where replies cannot be seen.
             * @example false
             */
            owner_replied?: boolean;
        };
        /** @description Reviews to store. */
        CreateReviewsRequest: {
            /** @description The reviews, of the business and of its competitors in any order. */
            reviews: components["schemas"]["NewReview"][];
        };
        /**
         * @description What was done with an item.
         *
         *     - `created`: it was not known
         *     - `updated`: it was known, with other content
         *     - `unchanged`: it was known as it is
         *     - `rejected`: it was not stored
         * @example created
         * @enum {string}
         */
        ReviewResultKind: "created" | "updated" | "unchanged" | "rejected";
        /** @description The result of one item. */
        ReviewResult: {
            /** @description What was done. */
            result: components["schemas"]["ReviewResultKind"];
            /**
             * @description The review. Null when the item was rejected.
             * @example rev_01m7dtkjf0fnvtft6k86k7vp0v
             */
            review_id: components["schemas"]["ReviewId"] | null;
            /**
             * @description The invalid field, and what is expected there. Null unless the item was rejected.
             * @example null
             */
            problem: components["schemas"]["ErrorDetail"] | null;
        };
        /** @description The results of the items of a request. */
        CreatedReviews: {
            /**
             * @description Reviews that were not known before.
             * @example 1
             */
            created_count: number;
            /**
             * @description Known reviews whose content changed.
             * @example 1
             */
            updated_count: number;
            /**
             * @description Known reviews that stayed as they were.
             * @example 0
             */
            unchanged_count: number;
            /**
             * @description Items that were not stored.
             * @example 1
             */
            rejected_count: number;
            /** @description One result for each item, in the order of the request. */
            results: components["schemas"]["ReviewResult"][];
        };
        /** @description The results of a request in the envelope. */
        CreatedReviewsResponse: {
            /** @description One result for each item, and how many there are of each kind. */
            data: components["schemas"]["CreatedReviews"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description One review in the envelope. */
        ReviewResponse: {
            /** @description The review. */
            data: components["schemas"]["Review"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Confirms that a review was deleted. */
        DeletedReview: {
            /** @description The review that was deleted. */
            id: components["schemas"]["ReviewId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            deleted: true;
        };
        /** @description A deleted review in the envelope. */
        DeletedReviewResponse: {
            /** @description What was deleted. */
            data: components["schemas"]["DeletedReview"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Identifies an import of reviews.
         * @example imp_01m7w10xa0ff2vq4bn7xq3sdk8
         */
        ReviewImportId: string;
        /**
         * @description How far an import is.
         *
         *     - `queued`: the file is stored and waits for a worker, or for an earlier import of the account
         *     - `running`: a worker reads it
         *     - `completed`: it was read to its end; `rejections` has the rows that were not stored
         *     - `failed`: it could not be read to its end; `failure_message` says why
         * @example completed
         * @enum {string}
         */
        ReviewImportStatus: "queued" | "running" | "completed" | "failed";
        /** @description A row that was not stored. */
        ReviewImportRejection: {
            /**
             * @description The line of the file on which the row begins, from 1.
             * @example 17
             */
            line: number;
            /**
             * @description The column, by its name in the file. Null when the whole row is concerned.
             * @example Star Rating
             */
            column: string | null;
            /**
             * @description What is wrong, and what is expected.
             * @example "6" is not a rating: write a whole number from 1 to 5
             */
            reason: string;
        };
        /** @description A file of reviews that was uploaded, and what became of it. */
        ReviewImport: {
            /** @description Identifies the import. */
            id: components["schemas"]["ReviewImportId"];
            /** @description The business whose reviews are imported. */
            business_id: components["schemas"]["BusinessId"];
            /** @description How far the import is. */
            status: components["schemas"]["ReviewImportStatus"];
            /**
             * @description Size of the file.
             * @example 21455
             */
            size_bytes: number;
            /**
             * @description The SHA-256 of the file in lowercase hexadecimal, to compare with the file that was sent.
             * @example 5f8a0d4c6f3b2e190d7c5a4b3e2f1d0c9b8a7f6e5d4c3b2a190817263544f5e6
             */
            sha256: string;
            /**
             * @description How much of the file has been read, from 0 to `size_bytes`.
             * @example 21455
             */
            read_bytes: number;
            /**
             * @description Rows or items that were read so far.
             * @example 128
             */
            row_count: number;
            /**
             * @description Reviews that were not known before.
             * @example 120
             */
            created_count: number;
            /**
             * @description Known reviews whose content changed.
             * @example 3
             */
            updated_count: number;
            /**
             * @description Known reviews that stayed as they were, and rows that repeat an earlier one of the file.
             * @example 3
             */
            unchanged_count: number;
            /**
             * @description Rows that were not stored.
             * @example 2
             */
            rejected_count: number;
            /** @description The first 100 rows that were not stored, in the order of the file. */
            rejections: components["schemas"]["ReviewImportRejection"][];
            /**
             * @description How many of the created and updated reviews the engine has read since. It follows within minutes.
             * @example 119
             */
            labeled_count: number;
            /**
             * @description Why the file could not be read to its end, and what to do. Null unless `status` is `failed`.
             * @example null
             */
            failure_message: string | null;
            /**
             * @description When its upload began.
             * @example 2026-11-20T08:30:00.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When a worker began to read it. Null until then.
             * @example 2026-11-20T08:30:00.210Z
             */
            started_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When the import ended. Null until then.
             * @example 2026-11-20T08:30:01.480Z
             */
            finished_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A page of imports in the envelope. */
        ReviewImportListResponse: {
            /** @description The imports, newest first. */
            data: components["schemas"]["ReviewImport"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The order of day and month in dates such as 03/04/2026.
         *
         *     - `dmy`: the day is first
         *     - `mdy`: the month is first
         * @example dmy
         * @enum {string}
         */
        DateOrder: "dmy" | "mdy";
        /**
         * @description A file of reviews, in CSV, JSON or NDJSON.
         * @example source_id,rating,text
         *     a1,5,Lovely
         */
        ReviewFile: string;
        /** @description A list of reviews, with fields named as the columns of a CSV file would be, or an object that contains such a list. */
        ReviewFileItems: {
            [key: string]: unknown;
        }[] | {
            [key: string]: unknown;
        };
        /** @description A form with the file as its only part. The part needs neither a file name nor a media type. */
        ReviewFileForm: {
            file: components["schemas"]["ReviewFile"];
        };
        /** @description One import in the envelope. */
        ReviewImportResponse: {
            /** @description The import. */
            data: components["schemas"]["ReviewImport"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description One point. */
        ReportChartPoint: {
            /**
             * @description The label of the point.
             * @example Osteria del Ponte
             */
            label: string;
            /**
             * @description The value, in the chart's unit.
             * @example 4.5
             */
            value: number;
        };
        /** @description One row of points. */
        ReportChartSeries: {
            /**
             * @description What the row shows, for the legend.
             * @example Average rating
             */
            name: string;
            /** @description The points in the order in which they are drawn. */
            points: components["schemas"]["ReportChartPoint"][];
        };
        /** @description Figures to draw. */
        ReportChart: {
            /**
             * @description How to draw them.
             * @example bar
             * @enum {string}
             */
            kind: "bar" | "line";
            /**
             * @description What the values are. A `share` lies between 0 and 1, a `rating` is in stars, a `score` between 0 and 100.
             * @example rating
             * @enum {string}
             */
            unit: "share" | "rating" | "count" | "score";
            /** @description One or more rows of points. Rows of one chart share their labels. */
            series: components["schemas"]["ReportChartSeries"][];
        };
        /** @description One section of a report. */
        ReportSection: {
            /**
             * @description What the section is about, for your code.
             * @example comparison
             * @enum {string}
             */
            key: "overview" | "strengths" | "weaknesses" | "comparison" | "trend" | "follow_up" | "priorities" | "method";
            /**
             * @description Heading for people.
             * @example You and your neighbours
             */
            heading: string;
            /**
             * @description Plain paragraphs, separated by an empty line. No markup.
             * @example Osteria del Ponte leads with 4.5 stars. You follow with 4.3.
             */
            text: string;
            /** @description Sentences from reviews that belong to the text. */
            quotes: components["schemas"]["Quote"][];
            /** @description Figures to draw. Null when the section has none. */
            chart: components["schemas"]["ReportChart"] | null;
        };
        /** @description A report to download. */
        ReportFile: {
            /**
             * @description The kind of file. Each is one self-contained file.
             * @example pdf
             * @enum {string}
             */
            format: "html" | "pdf";
            /**
             * Format: uri
             * @description A signed link that needs no credential, so treat it as a secret. It is the same for an hour and valid for a day; fetch the report again for a fresh one.
             * @example https://svc.example.com/report-files/rpt_01m7hf3btcfc5t7s04k8p77501.pdf?business=biz_01kjpx4gtrex7rhcb4yfrgw100&expires=1795251600&signature=ZXhhbXBsZQ
             */
            url: string;
            /**
             * @description Size of the file.
             * @example 184320
             */
            size_bytes: number;
            /**
             * @description When the link stops working.
             * @example 2026-11-21T09:00:00.000Z
             */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description An analysis written out for people, as data and as files. A report can be seen once it is ready; there are no half-made ones. */
        Report: {
            /** @description Identifies the report. */
            id: components["schemas"]["ReportId"];
            /** @description The business it is about. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis it presents. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description How it came about. */
            origin: components["schemas"]["ReportOrigin"];
            /**
             * @description As printed on the first page.
             * @example Rosso Trattoria: what guests say, November 2026
             */
            title: string;
            /** @description The report as data, in reading order. */
            sections: components["schemas"]["ReportSection"][];
            /** @description The report to download, each format at most once. Where no PDF could be made there is none. */
            files: components["schemas"]["ReportFile"][];
            /** @description The same as in its analysis. */
            period: components["schemas"]["Period"];
            /**
             * @description When it became ready.
             * @example 2026-11-16T06:00:52.300Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One report in the envelope. */
        ReportResponse: {
            /** @description The report. */
            data: components["schemas"]["Report"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description One recommendation in the envelope. */
        RecommendationResponse: {
            /** @description The recommendation. */
            data: components["schemas"]["Recommendation"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description What you decided about a recommendation; `open` takes a decision back.
         * @example done
         * @enum {string}
         */
        RecommendationDecision: "open" | "planned" | "done" | "dismissed";
        /** @description What you decided about a recommendation. Fields that are left out stay as they are. */
        UpdateRecommendationRequest: {
            /** @description What you decided. The status of a resolved recommendation cannot be changed. */
            status?: components["schemas"]["RecommendationDecision"];
            /**
             * @description Your own note. Null removes it.
             * @example Second host hired for the weekends.
             */
            note?: string | null;
        };
        /**
         * @description Status of a draft.
         *
         *     - `draft`: written, or edited since
         *     - `approved`: a person approved the text; the service does not post it
         *     - `rejected`: not to be used
         * @example draft
         * @enum {string}
         */
        ReplyDraftStatus: "draft" | "approved" | "rejected";
        /**
         * @description Identifies a reply draft.
         * @example drf_01m7w1vztfe1hajn7z6ha8w3pk
         */
        ReplyDraftId: string;
        /** @description A review that a draft replies to, as it was sent, without its author. */
        RepliedReview: {
            /**
             * @description Its stars.
             * @example 2
             */
            rating: number;
            /**
             * @description Its own words. Empty for a review of stars only.
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text: string;
            /** @description Where it was posted. */
            source: components["schemas"]["Source"];
        };
        /**
         * @description Whether the review or one of your facts supports it.
         * @example fact
         * @enum {string}
         */
        ReplyClaimSupport: "review" | "fact";
        /** @description One concrete statement and where it comes from. */
        ReplyClaim: {
            /**
             * @description The statement as it appears in the draft.
             * @example a second host now seats guests on Friday and Saturday evenings
             */
            text: string;
            supported_by: components["schemas"]["ReplyClaimSupport"];
            /**
             * @description The words that support it, verbatim.
             * @example a second host seats guests on Friday and Saturday evenings
             */
            quote: string;
        };
        /** @description One draft. */
        ReplyVariant: {
            /**
             * @description The reply, ready for review and approval.
             * @example Dear Marieke, thank you for telling us. We are sorry that you waited at the door.
             */
            text: string;
            /** @description Every concrete statement of the draft, with the words that support it. */
            claims: components["schemas"]["ReplyClaim"][];
        };
        /**
         * @description Something to think about before approving a draft.
         *
         *     - `health_safety`, `legal_threat`, `discrimination`, `abuse`: the review touches this; the draft is kept neutral
         *     - `personal_data`, `staff_named`: the review names people or contact details; the draft does not repeat them
         *     - `refund_request`: the review asks for money back; the draft promises nothing
         *     - `incentive`: the review speaks of a reward for reviewing
         *     - `prompt_injection`: the review tries to give instructions; they were ignored
         *     - `rating_mismatch`: stars and words disagree
         *     - `unsupported_claim`: a statement without support was taken out
         *     - `too_similar`: fewer variants than requested, because others would have repeated them
         *     - `low_confidence`: the review is hard to understand
         *     - `language_unsupported`: written in English, because the language cannot be written
         * @example health_safety
         * @enum {string}
         */
        ReplyWarning: "health_safety" | "legal_threat" | "discrimination" | "abuse" | "personal_data" | "staff_named" | "refund_request" | "incentive" | "prompt_injection" | "rating_mismatch" | "unsupported_claim" | "too_similar" | "low_confidence" | "language_unsupported";
        /** @description One or more drafts of a reply, and their status. The service never publishes a draft, and keeps it for 90 days after its last change. */
        ReplyDraft: {
            /** @description Identifies the draft. */
            id: components["schemas"]["ReplyDraftId"];
            /** @description The business it speaks for. */
            business_id: components["schemas"]["BusinessId"];
            /** @description Status of the draft. */
            status: components["schemas"]["ReplyDraftStatus"];
            /**
             * @description The reply as it would be posted. The first variant until it is edited.
             * @example Dear Marieke, thank you for telling us. We are sorry that you waited at the door.
             */
            text: string;
            /** @description The review that it replies to. */
            review: components["schemas"]["RepliedReview"];
            /**
             * @description Language of the drafts, as ISO 639-1.
             * @example en
             */
            language: string;
            /** @description The drafts, best first. There may be fewer than requested if further drafts would repeat them. */
            variants: components["schemas"]["ReplyVariant"][];
            /**
             * @description What to think about before approving. Empty when nothing stood out.
             * @example [
             *       "health_safety",
             *       "legal_threat"
             *     ]
             */
            warnings: components["schemas"]["ReplyWarning"][];
            /**
             * @description Always true. A person reads, changes and approves the draft, and posts it.
             * @example true
             * @constant
             */
            requires_human_approval: true;
            /** @description What chose the words. */
            engine: components["schemas"]["Engine"];
            /**
             * @description When it was written.
             * @example 2026-11-20T08:41:17.903Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When its text or status last changed.
             * @example 2026-11-20T08:41:17.903Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of reply drafts in the envelope. */
        ReplyDraftListResponse: {
            /** @description The drafts, newest first. */
            data: components["schemas"]["ReplyDraft"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A review as it was posted. It need not be known to the service. */
        ReviewToAnswer: {
            /**
             * @description Its stars.
             * @example 2
             */
            rating: number;
            /**
             * @description Its own words, unchanged. Empty for a review of stars only. Instructions in it are never followed.
             * @default
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text?: string;
            /**
             * @description Name under the review, used in the greeting when it looks like a person's name. It is not stored.
             * @example Marieke
             */
            author_name?: string;
            /**
             * @description Where it was posted.
             * @default other
             * @example google
             * @enum {string}
             */
            source?: "google" | "yelp" | "tripadvisor" | "facebook" | "other";
        };
        /** @description The review to reply to, and how. Only the review and its rating are required. */
        DraftReviewReplyRequest: {
            /** @description The review to reply to. */
            review: components["schemas"]["ReviewToAnswer"];
            /**
             * @description The tone of the reply.
             * @default professional
             * @example apologetic
             * @enum {string}
             */
            tone?: "warm" | "professional" | "concise" | "apologetic";
            /**
             * @description At most 45 words (`short`), 85 (`medium`) or 150 (`long`), greeting and signature included; fewer where the review gives no reason for more.
             * @default medium
             * @example medium
             * @enum {string}
             */
            length?: "short" | "medium" | "long";
            /**
             * @description Language to write in, as ISO 639-1. If omitted, it is the language of the review. A language that cannot be written gives an English draft with the warning `language_unsupported`.
             * @example en
             */
            language?: string;
            /** @description What the draft may say about your business. Besides the review, it asserts nothing else. */
            facts?: string[];
            /**
             * @description How the reply is signed. If omitted, it is signed with the name of your business.
             * @example Sofia, Rosso Trattoria
             */
            signature?: string;
            /**
             * @description How many different drafts you want to choose from.
             * @default 1
             * @example 2
             */
            variants?: number;
        };
        /** @description A reply draft in the envelope. */
        ReplyDraftResponse: {
            /** @description The draft. */
            data: components["schemas"]["ReplyDraft"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A change of a draft. Fields that are left out stay as they are. */
        UpdateReviewReplyRequest: {
            /**
             * @description The reply as it should be posted.
             * @example Thank you for telling us. We are sorry that you had to wait.
             */
            text?: string;
            /** @description What should become of it. */
            status?: components["schemas"]["ReplyDraftStatus"];
        };
        /**
         * @description Identifies a webhook endpoint.
         * @example whk_01ktvck2jgfjrva00p4jwmptwm
         */
        WebhookId: string;
        /**
         * @description The types of webhook events. No other types exist.
         *
         *     - `analysis.completed`: an analysis finished successfully
         *     - `analysis.failed`: an analysis failed and will not be tried again
         *     - `report.generated`: a report is ready
         *     - `recommendation.created`: a new recommendation was made
         *     - `webhook.test`: a test delivery was requested
         * @example analysis.completed
         * @enum {string}
         */
        EventType: "analysis.completed" | "analysis.failed" | "report.generated" | "recommendation.created" | "webhook.test";
        /**
         * @description Up to 20 keys and values of your own, such as the ID of the endpoint in your system. They are kept and returned, and mean nothing to the service.
         * @example {
         *       "team": "kitchen"
         *     }
         */
        WebhookMetadata: {
            [key: string]: string;
        };
        /** @description A webhook endpoint. Its signing secret is not part of it; that is shown only when it is made and when it is rotated. */
        Webhook: {
            /** @description Identifies the endpoint. */
            id: components["schemas"]["WebhookId"];
            /**
             * Format: uri
             * @description Where events are delivered, as normalized when it was registered (the host in ASCII).
             * @example https://hooks.rosso-trattoria.nl/svc
             */
            url: string;
            /**
             * @description The event types it receives.
             * @example [
             *       "analysis.completed",
             *       "analysis.failed",
             *       "report.generated"
             *     ]
             */
            event_types: components["schemas"]["EventType"][];
            /**
             * @description False means that deliveries are held back, not failed.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Why the service disabled the endpoint. Null while it is enabled, and when a person or program of yours disabled it.
             *
             *     - `failing`: at least 20 attempts failed over at least 5 days, and none succeeded in between
             *
             *     Set `enabled` to true once the receiver works again: the deliveries that were held are then sent.
             * @example null
             * @example failing
             * @enum {string|null}
             */
            disabled_reason: "failing" | null;
            /**
             * @description When the service disabled the endpoint. Null where `disabled_reason` is.
             * @example null
             * @example 2026-11-20T09:12:40.118Z
             */
            disabled_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description What the endpoint is for, as its owner wrote it. Null when there is none.
             * @example Reports for the kitchen display
             */
            description: string | null;
            /** @description The owner's own keys and values. */
            metadata: components["schemas"]["WebhookMetadata"];
            /**
             * @description The most attempts in any 60 seconds, retries and resends included. They are spaced evenly; a twentieth of them may start at once. Null means no limit.
             * @example null
             * @example 600
             */
            max_attempts_per_minute: number | null;
            /**
             * @description When it was registered.
             * @example 2026-06-11T13:05:22.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When its secret was last replaced. Null while the first one is in use.
             * @example null
             * @example 2026-11-20T08:48:30.000Z
             */
            secret_rotated_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Until when deliveries are also signed with the previous secret, in the header `webhook-signature`. Null when only the present secret signs.
             * @example null
             * @example 2026-11-21T08:48:30.000Z
             */
            previous_secret_expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When an attempt last succeeded. Null before the first.
             * @example 2026-11-16T06:03:24.562Z
             */
            last_succeeded_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When an attempt last failed. Null before the first.
             * @example 2026-11-16T06:01:24.130Z
             */
            last_failed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A page of webhook endpoints in the envelope. */
        WebhookListResponse: {
            /** @description The endpoints, newest first. */
            data: components["schemas"]["Webhook"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * Format: public-https-url
         * @description A URL that is reachable from the public internet: `https` with a publicly trusted certificate, no user name or password, no fragment, and a port that is usual for web servers. Private, loopback, link-local and reserved addresses, and names of internal networks (such as `localhost`, `.local`, `.internal`, `.test`, `.example`), are refused with `invalid_request` at `body.url`; a receiver on your own machine gets the events with `svc listen --forward-to URL` instead. The pattern checks the syntax only; the format `public-https-url` is the whole policy.
         * @example https://hooks.rosso-trattoria.nl/svc
         */
        WebhookUrl: string;
        /** @description Where to deliver, and what. */
        CreateWebhookRequest: {
            /** @description Where to deliver. The same address may be registered twice. */
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
            event_types?: components["schemas"]["EventType"][];
            /**
             * @description What the endpoint is for, in your own words. Null or left out means none.
             * @example Reports for the kitchen display
             */
            description?: string | null;
            /** @description Your own keys and values. If omitted, none. */
            metadata?: components["schemas"]["WebhookMetadata"];
            /**
             * @description The most attempts in any 60 seconds, retries and resends included. The rest waits, in order, and is not counted as failed. Null or left out means no limit.
             * @example 600
             */
            max_attempts_per_minute?: number | null;
        };
        /** @description A webhook endpoint with its signing secret. This is the only time that the secret is shown, so keep it now. */
        WebhookWithSecret: {
            /** @description Identifies the endpoint. */
            id: components["schemas"]["WebhookId"];
            /**
             * Format: uri
             * @description Where events are delivered, as normalized when it was registered (the host in ASCII).
             * @example https://hooks.rosso-trattoria.nl/svc
             */
            url: string;
            /**
             * @description The event types it receives.
             * @example [
             *       "analysis.completed",
             *       "analysis.failed",
             *       "report.generated"
             *     ]
             */
            event_types: components["schemas"]["EventType"][];
            /**
             * @description False means that deliveries are held back, not failed.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Why the service disabled the endpoint. Null while it is enabled, and when a person or program of yours disabled it.
             *
             *     - `failing`: at least 20 attempts failed over at least 5 days, and none succeeded in between
             *
             *     Set `enabled` to true once the receiver works again: the deliveries that were held are then sent.
             * @example null
             * @example failing
             * @enum {string|null}
             */
            disabled_reason: "failing" | null;
            /**
             * @description When the service disabled the endpoint. Null where `disabled_reason` is.
             * @example null
             * @example 2026-11-20T09:12:40.118Z
             */
            disabled_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description What the endpoint is for, as its owner wrote it. Null when there is none.
             * @example Reports for the kitchen display
             */
            description: string | null;
            /** @description The owner's own keys and values. */
            metadata: components["schemas"]["WebhookMetadata"];
            /**
             * @description The most attempts in any 60 seconds, retries and resends included. They are spaced evenly; a twentieth of them may start at once. Null means no limit.
             * @example null
             * @example 600
             */
            max_attempts_per_minute: number | null;
            /**
             * @description When it was registered.
             * @example 2026-06-11T13:05:22.000Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When its secret was last replaced. Null while the first one is in use.
             * @example null
             * @example 2026-11-20T08:48:30.000Z
             */
            secret_rotated_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Until when deliveries are also signed with the previous secret, in the header `webhook-signature`. Null when only the present secret signs.
             * @example null
             * @example 2026-11-21T08:48:30.000Z
             */
            previous_secret_expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When an attempt last succeeded. Null before the first.
             * @example 2026-11-16T06:03:24.562Z
             */
            last_succeeded_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When an attempt last failed. Null before the first.
             * @example 2026-11-16T06:01:24.130Z
             */
            last_failed_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The key of `X-SVC-Signature`: HMAC-SHA256 over timestamp, dot and raw body, keyed with this whole string as shown, `whsec_` included. It cannot be shown again; when it is lost, rotate it.
             * @example whsec_b25seSBhbiBleGFtcGxlLCBzaWducyBub3RoaW5nISE=
             */
            signing_secret: string;
        };
        /** @description One webhook endpoint with its signing secret in the envelope. */
        WebhookWithSecretResponse: {
            /** @description The endpoint with its secret. */
            data: components["schemas"]["WebhookWithSecret"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description One webhook endpoint in the envelope. */
        WebhookResponse: {
            /** @description The endpoint. */
            data: components["schemas"]["Webhook"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Confirms that an endpoint was deleted. */
        DeletedWebhook: {
            /** @description The endpoint that was deleted. */
            id: components["schemas"]["WebhookId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            deleted: true;
        };
        /** @description A deletion in the envelope. */
        DeletedWebhookResponse: {
            /** @description What was deleted. */
            data: components["schemas"]["DeletedWebhook"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description What to change. Whatever is left out stays as it is, and so does the signing secret. */
        UpdateWebhookRequest: {
            /** @description Where to deliver from now on. Deliveries that are still due go there as well. */
            url?: components["schemas"]["WebhookUrl"];
            /**
             * @description The event types to deliver from now on. This replaces the whole list.
             * @example [
             *       "analysis.completed",
             *       "report.generated"
             *     ]
             */
            event_types?: components["schemas"]["EventType"][];
            /**
             * @description False holds deliveries back, without failing them; true lets them go, also after the service disabled the endpoint.
             * @example false
             */
            enabled?: boolean;
            /**
             * @description What the endpoint is for, in your own words. Null removes it.
             * @example Reports for the kitchen display
             */
            description?: string | null;
            /** @description Your own keys and values from now on. This replaces all of them. */
            metadata?: components["schemas"]["WebhookMetadata"];
            /**
             * @description The most attempts in any 60 seconds, from the next attempt on. Null removes the limit.
             * @example 600
             */
            max_attempts_per_minute?: number | null;
        };
        /**
         * @description Identifies a delivery. It is sent along as the header `X-SVC-Delivery-Id`.
         * @example whd_01m7hf34scfhd8t6aw0vd5kqmh
         */
        WebhookDeliveryId: string;
        /**
         * @description Identifies a webhook event. It stays the same on retries and resends, so use it to drop repeats.
         * @example evt_01m7hf34p8fpgt6swqxzpefr6q
         */
        WebhookEventId: string;
        /**
         * @description How far a delivery has come.
         *
         *     - `pending`: the first attempt is due or held back
         *     - `in_progress`: an attempt is being made
         *     - `waiting_retry`: the last attempt failed and another one is due
         *     - `succeeded`: the endpoint returned a 2xx status
         *     - `dead_lettered`: every attempt failed; it can be resent
         *     - `canceled`: the endpoint was deleted in the meantime, or the plan has not included the API for 30 days
         *
         *     The last three are final.
         * @example succeeded
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "in_progress" | "waiting_retry" | "succeeded" | "dead_lettered" | "canceled";
        /** @description What an `analysis.completed` event is about. */
        AnalysisCompletedEventData: {
            /** @description The business that was analyzed. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis, ready to be read. */
            analysis_id: components["schemas"]["AnalysisId"];
            /**
             * @description Competitors whose reviews were read, as in the analysis.
             * @example 5
             */
            competitors_analyzed: number;
        };
        /** @description An analysis finished successfully. */
        AnalysisCompletedEvent: {
            /**
             * @description Version of the payload. It changes only when a field is removed or changes its meaning.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description Identifies the event; the same on retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description Which event this is.
             * @example analysis.completed
             * @constant
             */
            type: "analysis.completed";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What it is about. */
            data: components["schemas"]["AnalysisCompletedEventData"];
        };
        /** @description What an `analysis.failed` event is about. */
        AnalysisFailedEventData: {
            /** @description The business that was to be analyzed. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that failed. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description Why, as in `failure.reason` of the analysis. */
            reason: components["schemas"]["FailureReason"];
        };
        /** @description An analysis failed and will not be tried again. */
        AnalysisFailedEvent: {
            /**
             * @description Version of the payload. It changes only when a field is removed or changes its meaning.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description Identifies the event; the same on retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description Which event this is.
             * @example analysis.failed
             * @constant
             */
            type: "analysis.failed";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What it is about. */
            data: components["schemas"]["AnalysisFailedEventData"];
        };
        /** @description What a `report.generated` event is about. */
        ReportGeneratedEventData: {
            /** @description The business that the report is about. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that it presents. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description The report, ready to be read. */
            report_id: components["schemas"]["ReportId"];
            /** @description Whether it is part of the subscription or was purchased once. Missing in events of earlier versions. */
            origin?: components["schemas"]["ReportOrigin"];
        };
        /** @description A report is ready. */
        ReportGeneratedEvent: {
            /**
             * @description Version of the payload. It changes only when a field is removed or changes its meaning.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description Identifies the event; the same on retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description Which event this is.
             * @example report.generated
             * @constant
             */
            type: "report.generated";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What it is about. */
            data: components["schemas"]["ReportGeneratedEventData"];
        };
        /** @description What a `recommendation.created` event is about. */
        RecommendationCreatedEventData: {
            /** @description The business that it is for. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The analysis that found it. */
            analysis_id: components["schemas"]["AnalysisId"];
            /** @description The recommendation. It is in the list of recommendations of the business. */
            recommendation_id: components["schemas"]["RecommendationId"];
            /**
             * @description Its place in the order of work at that time; 1 comes first.
             * @example 2
             */
            priority: number;
            /**
             * @description What to do.
             * @example Say on the menu what each main course includes
             * @example and offer a fixed-price menu from Monday to Thursday.
             */
            action: string;
        };
        /** @description A new recommendation was made. */
        RecommendationCreatedEvent: {
            /**
             * @description Version of the payload. It changes only when a field is removed or changes its meaning.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description Identifies the event; the same on retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description Which event this is.
             * @example recommendation.created
             * @constant
             */
            type: "recommendation.created";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What it is about. */
            data: components["schemas"]["RecommendationCreatedEventData"];
        };
        /** @description What a `webhook.test` event is about. */
        WebhookTestEventData: {
            /** @description The business of the account. */
            business_id: components["schemas"]["BusinessId"];
            /** @description The endpoint under test. */
            webhook_id: components["schemas"]["WebhookId"];
            /**
             * @description A sentence for a person who reads the body.
             * @example This is a test delivery. It is signed like every other one.
             */
            message: string;
        };
        /** @description A test delivery, signed and sent exactly like a real one. */
        WebhookTestEvent: {
            /**
             * @description Version of the payload. It changes only when a field is removed or changes its meaning.
             * @example 1
             * @constant
             */
            version: 1;
            /** @description Identifies the event; the same on retries and resends. */
            id: components["schemas"]["WebhookEventId"];
            /**
             * @description Which event this is.
             * @example webhook.test
             * @constant
             */
            type: "webhook.test";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What it is about. */
            data: components["schemas"]["WebhookTestEventData"];
        };
        /** @description The event as it is sent. `type` identifies which of the five it is. */
        WebhookPayload: components["schemas"]["AnalysisCompletedEvent"] | components["schemas"]["AnalysisFailedEvent"] | components["schemas"]["ReportGeneratedEvent"] | components["schemas"]["RecommendationCreatedEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description How long each step of an attempt took, in milliseconds. Null for steps that were not finished. */
        WebhookAttemptTimings: {
            /**
             * @description Looking up the name.
             * @example 4
             */
            dns_ms: number | null;
            /**
             * @description Opening the connection.
             * @example 17
             */
            connect_ms: number | null;
            /**
             * @description Agreeing on encryption and checking the certificate.
             * @example 31
             */
            tls_ms: number | null;
            /**
             * @description From sending the request to the first byte of the response.
             * @example 148
             */
            first_byte_ms: number | null;
        };
        /** @description One attempt to deliver. */
        WebhookAttempt: {
            /**
             * @description Counts from 1.
             * @example 1
             */
            number: number;
            /** @description When it began. */
            started_at: components["schemas"]["Timestamp"];
            /**
             * @description How long it took in all. Null while it runs or when it was interrupted.
             * @example 212
             */
            duration_ms: number | null;
            /**
             * @description The result of the attempt. `interrupted` means that it was stopped before it finished, so the endpoint may or may not have received it.
             * @example succeeded
             * @enum {string}
             */
            outcome: "in_progress" | "succeeded" | "failed" | "interrupted";
            /**
             * @description The last step that was reached, from resolving the name to reading the response. `prepare` means that our side could not sign the delivery and sent nothing.
             * @example response
             * @enum {string}
             */
            phase: "prepare" | "dns" | "connect" | "tls" | "request" | "response";
            /**
             * @description Why it failed; null when it did not, or when nothing was sent (`phase` is `prepare`).
             *
             *     - `dns_failed`: the name has no address, or one that is not public
             *     - `connection_failed`: no connection; refused, unreachable and not allowed alike
             *     - `tls_failed`: the certificate is not trusted, has expired or is for another name
             *     - `timeout`: no complete response in time
             *     - `connection_lost`: the connection was closed before the response
             *     - `redirect`: the endpoint returned a redirect, which is never followed
             *     - `http_status`: the endpoint returned a status other than 2xx
             *     - `invalid_response`: the response was not HTTP
             * @example null
             * @example http_status
             * @enum {string|null}
             */
            error: "dns_failed" | "connection_failed" | "tls_failed" | "timeout" | "connection_lost" | "redirect" | "http_status" | "invalid_response" | null;
            /**
             * @description HTTP status of the endpoint's response. Null when there was none.
             * @example 200
             */
            http_status: number | null;
            /** @description Where the time went. */
            timings: components["schemas"]["WebhookAttemptTimings"];
            /**
             * @description The beginning of the endpoint's response. Null when there was none. Escape it before you show it.
             * @example ok
             */
            response_excerpt: string | null;
        };
        /** @description One event on its way to one endpoint. */
        WebhookDelivery: {
            /** @description Identifies the delivery; the same as the header `X-SVC-Delivery-Id`. */
            id: components["schemas"]["WebhookDeliveryId"];
            /** @description The endpoint it goes to. */
            webhook_id: components["schemas"]["WebhookId"];
            /** @description The event; the same as the header `X-SVC-Event-Id`, also on retries and resends. */
            event_id: components["schemas"]["WebhookEventId"];
            /** @description What kind of event. */
            event_type: components["schemas"]["EventType"];
            /** @description How far it has come. */
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * @description Why it exists. An event occurred (`event`), or a `test` or a `resend` was requested.
             * @example event
             * @enum {string}
             */
            origin: "event" | "test" | "resend";
            /**
             * @description The delivery that it resends. Null unless `origin` is `resend`.
             * @example null
             * @example whd_01m3rjnxx4fzq8sj5dmkfpcxar
             */
            resend_of: components["schemas"]["WebhookDeliveryId"] | null;
            /**
             * @description Attempts begun so far. Together with `max_attempts` it reads "attempt 2 of 5".
             * @example 2
             */
            attempt_count: number;
            /**
             * @description Attempts in all before the delivery is given up, the first one included.
             * @example 5
             */
            max_attempts: number;
            /**
             * @description When it was queued.
             * @example 2026-11-16T06:00:53.100Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the next attempt is due. Null when none is.
             * @example 2026-11-16T06:03:24.130Z
             */
            next_attempt_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When it reached a final status. Null until then.
             * @example null
             * @example 2026-11-16T06:00:45.412Z
             */
            finished_at: components["schemas"]["Timestamp"] | null;
            /** @description The event as sent. */
            payload: components["schemas"]["WebhookPayload"];
            /**
             * @description Why the delivery failed and what to change. Null when it has not failed.
             * @example Your server returned 503. It will be retried; check that it is running.
             */
            hint: string | null;
            /**
             * @description Why no attempt is made although one is due. Null when nothing holds the delivery.
             *
             *     - `endpoint_disabled`: the endpoint has `enabled: false`; attempts continue once it is true
             *     - `api_not_included`: the plan no longer includes the API; attempts continue once it does
             *
             *     Nothing else changes while a delivery is held: no attempt is counted. One that is held for 30 days because of
             *     the plan is `canceled`; its event is in the feed for 30 days.
             * @example null
             * @example endpoint_disabled
             * @enum {string|null}
             */
            held_reason: "endpoint_disabled" | "api_not_included" | null;
            /** @description Every attempt, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description One delivery in the envelope. */
        WebhookDeliveryResponse: {
            /** @description The delivery. */
            data: components["schemas"]["WebhookDelivery"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description How to replace the secret. Without a body the old one stops signing immediately. */
        RotateWebhookSecretRequest: {
            /**
             * @description For how many seconds deliveries are also signed with the old secret, at most 24 hours. The header `webhook-signature` then carries both signatures; `X-SVC-Signature` is made with the new secret alone. A previous secret that is still kept from an earlier rotation is dropped.
             * @default 0
             * @example 86400
             */
            keep_previous_for?: number;
        };
        /** @description A page of deliveries in the envelope. */
        WebhookDeliveryListResponse: {
            /** @description The deliveries, newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description A final status.
         * @example dead_lettered
         * @enum {string}
         */
        ResendableDeliveryStatus: "succeeded" | "dead_lettered";
        /** @description Which past deliveries of the endpoint to send again. */
        ResendWebhookDeliveriesRequest: {
            /** @description Deliveries queued at or after this instant. */
            since: components["schemas"]["RequestTimestamp"];
            /**
             * @description Deliveries queued before this instant. If omitted, all up to now.
             * @example 2026-11-17T00:00:00Z
             */
            until?: components["schemas"]["RequestTimestamp"];
            /**
             * @description Only deliveries of these event types. If omitted, of all types.
             * @example [
             *       "analysis.completed",
             *       "report.generated"
             *     ]
             */
            event_types?: components["schemas"]["EventType"][];
            /**
             * @description Only deliveries that ended like this.
             * @default [
             *       "dead_lettered"
             *     ]
             * @example [
             *       "succeeded"
             *     ]
             */
            statuses?: components["schemas"]["ResendableDeliveryStatus"][];
            /**
             * @description If true, returns the count without sending anything.
             * @default false
             * @example false
             */
            dry_run?: boolean;
        };
        /** @description How many past deliveries matched and how many new ones were queued. */
        ResendWebhookDeliveriesResult: {
            /**
             * @description Past deliveries that matched.
             * @example 2
             */
            matched_count: number;
            /**
             * @description New deliveries that were queued. 0 after a dry run.
             * @example 2
             */
            queued_count: number;
        };
        /** @description The result of resending many deliveries in the envelope. */
        ResendWebhookDeliveriesResultResponse: {
            /** @description What was found and queued. */
            data: components["schemas"]["ResendWebhookDeliveriesResult"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description One entry of the feed of webhook events. There is one per event and one more for each resend. */
        WebhookFeedEntry: {
            /** @description The place of this entry in the feed. Keep the last one and send it as `after` to go on just after it. It is the id of the event, or a new id for a resend. */
            position: components["schemas"]["WebhookEventId"];
            /** @description The event, exactly as endpoints receive it. */
            payload: components["schemas"]["WebhookPayload"];
            /**
             * @description The delivery that was sent again. Null for the event itself.
             * @example null
             * @example whd_01m3rjnxx4fzq8sj5dmkfpcxar
             */
            resend_of: components["schemas"]["WebhookDeliveryId"] | null;
        };
        /** @description A stretch of the feed of webhook events in the envelope. */
        WebhookFeedEntryListResponse: {
            /** @description The entries, oldest first. */
            data: components["schemas"]["WebhookFeedEntry"][];
            /** @description Metadata of the response. The feed has no pages; it continues from a `position`. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description What happened.
         *
         *     - `api.request`: a call was carried out
         *     - `api.refused`: a call was refused; further calls in the same minute with a key that is no longer accepted are
         *       counted in the usage and have no separate event
         *     - `key.*`, `client.*`, `token.*`: a credential was made, replaced, withdrawn or misused
         *     - `webhook.*`: a webhook endpoint was changed or tested; `webhook.disabled`: the service disabled it because all its
         *       attempts had failed for days
         *     - `reviews.created`, `review.deleted`: reviews were brought in, or one was deleted
         *     - `competitor.*`: a competitor was created, changed or removed
         *     - `delivery.resent`, `delivery.dead_lettered`: a delivery was sent again, or given up
         *     - `analysis.skipped`: a scheduled analysis was not started because the monthly quota was used up
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
         * @description Identifies an entry of the usage and activity log.
         * @example act_01m7w1vzvye35vxd9jmv5rhc66
         */
        UsageEventId: string;
        /** @description Who did something. */
        UsageEventActor: {
            /**
             * @description A credential of yours (`api_key`, `oauth_client`), a person who signs in (`user`), a member of our staff (`operator`) or the service itself (`system`).
             * @example api_key
             * @enum {string}
             */
            type: "api_key" | "oauth_client" | "user" | "operator" | "system";
            /**
             * @description The key or client. Null for everyone else.
             * @example key_01kjpy44e0ejn9fs0zhj02ddtc
             */
            id: string | null;
            /**
             * @description The visible beginning of the key, or the name of the client. Null for everyone else.
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
        /** @description How far a monthly quota is used. */
        UsageEventQuota: {
            /** @description Which quota. */
            name: components["schemas"]["QuotaName"];
            /**
             * @description Units used this month, this one included.
             * @example 3
             */
            used: number;
            /**
             * @description Units in a month.
             * @example 30
             */
            limit: number;
        };
        /** @description Something that was done with the account's credentials, or that happened to them. */
        UsageEvent: {
            /** @description Identifies the entry. */
            id: components["schemas"]["UsageEventId"];
            /**
             * @description When it happened.
             * @example 2026-11-20T08:41:17.950Z
             */
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            type: components["schemas"]["UsageEventType"];
            /**
             * @description The request that caused it, as in `meta.request_id` of the response. Null when no request did.
             * @example req_01m7w1vztcfwaa2k10hn0mb42n
             */
            request_id: components["schemas"]["RequestId"] | null;
            /** @description Who did it. */
            actor: components["schemas"]["UsageEventActor"];
            /**
             * @description The name of the key or client at that time, or the email address of the person. Null for everyone else.
             * @example Laptop
             */
            actor_name: string | null;
            /**
             * @description The IP address that the request came from. Null when no request did. Deleted with the entry.
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
             * @description The operation that was called, by its name in this description. Null when it was not an operation of this API.
             * @example draftReviewReply
             */
            operation_id: string | null;
            /**
             * @description HTTP method of the operation. Null where `operation_id` is.
             * @example POST
             */
            method: string | null;
            /**
             * @description Path of the operation, below the base URL, with its parameters by name. Null where `operation_id` is.
             * @example /businesses/{id}/analyses
             */
            path: string | null;
            /**
             * @description HTTP status of the response. Null when there was none.
             * @example 200
             */
            http_status: number | null;
            /**
             * @description Error code of the response. Null on success.
             * @example null
             * @example forbidden
             */
            error_code: components["schemas"]["ErrorCode"] | null;
            /**
             * @description Time spent inside the service. Null when there was no request.
             * @example 48
             */
            duration_ms: number | null;
            /**
             * @description What it was about, such as the webhook endpoint that was made. Null when it was about nothing in particular.
             * @example drf_01m7w1vztfe1hajn7z6ha8w3pk
             */
            resource_id: string | null;
            /** @description The quota after a metered action was counted or refused. Null for everything else. */
            quota: components["schemas"]["UsageEventQuota"] | null;
        };
        /** @description A page of usage events in the envelope. */
        UsageEventListResponse: {
            /** @description The entries, newest first. */
            data: components["schemas"]["UsageEvent"][];
            /** @description Metadata of the response and the position in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description What opens the API to an account.
         *
         *     - `plan`: its plan includes the API
         *     - `api_demo`: granted by us, on any plan
         * @example plan
         * @enum {string}
         */
        Entitlement: "api_demo" | "plan";
        /** @description Optional parts of the platform, as they are for this account now. */
        AccountFlags: {
            /**
             * @description Live keys are accepted.
             * @example false
             */
            live_keys_enabled: boolean;
            /**
             * @description The OAuth authorization code flow is available.
             * @example false
             */
            oauth_authcode_enabled: boolean;
        };
        /** @description The business of the account, in short. */
        AccountBusiness: {
            /** @description Identifies the business; see `getBusiness`. */
            id: components["schemas"]["BusinessId"];
            /**
             * @description Name as customers know it.
             * @example Rosso Trattoria
             */
            name: string;
        };
        /**
         * @description An API key, an access token of an OAuth client, or a person who is signed in to the portal.
         * @example api_key
         * @enum {string}
         */
        CredentialType: "api_key" | "oauth_client" | "user";
        /**
         * @description Which quotas a credential uses: `test` keys have a separate allowance, `live` keys and OAuth clients use the quotas of the plan.
         * @example test
         * @enum {string}
         */
        CredentialKind: "test" | "live";
        /** @description The credential of a request. */
        AccountCaller: {
            /** @description What the request was authenticated with. */
            type: components["schemas"]["CredentialType"];
            /**
             * @description The key, the client, or the person.
             * @example key_01kjpy44e0ejn9fs0zhj02ddtc
             */
            id: string;
            /** @description Which quotas it uses. */
            kind: components["schemas"]["CredentialKind"];
            /**
             * @description The name that the key or client was given, or the email address of the person.
             * @example Laptop
             */
            name: string;
            /**
             * @description The visible beginning of the key, the name of the client, or the email address of the person.
             * @example svc_test_Q7m
             */
            label: string;
            /**
             * @description What it may do.
             * @example [
             *       "businesses:read",
             *       "analyses:write",
             *       "replies:write",
             *       "webhooks:manage"
             *     ]
             */
            scopes: string[];
            /**
             * @description When it expires. Null when it does not.
             * @example null
             */
            expires_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description What requests are counted by, in the words of `X-RateLimit-Policy`. Keys and clients are both `key`.
         * @example key
         * @enum {string}
         */
        RateLimitPolicy: "ip" | "account" | "key";
        /** @description One limit on requests in a sliding window, after this request. */
        AccountRateLimit: {
            /** @description What the requests are counted by. */
            policy: components["schemas"]["RateLimitPolicy"];
            /**
             * @description Length of the window in seconds.
             * @example 60
             */
            window_s: number;
            /**
             * @description Requests allowed in the window.
             * @example 300
             */
            limit: number;
            /**
             * @description Requests that count now, this one included.
             * @example 3
             */
            used: number;
            /**
             * @description Requests left. At 0 the next request gets 429.
             * @example 297
             */
            remaining: number;
            /**
             * @description Seconds until the full limit is available again, if you pause until then.
             * @example 41
             */
            reset_s: number;
        };
        /** @description How far a monthly quota is used. */
        AccountQuota: {
            /** @description Which metered action. */
            name: components["schemas"]["QuotaName"];
            /** @description Test keys have a separate allowance; live keys and OAuth clients use the quota of the plan. */
            kind: components["schemas"]["CredentialKind"];
            /**
             * @description Uses allowed in a month.
             * @example 60
             */
            limit: number;
            /**
             * @description Uses of this month.
             * @example 3
             */
            used: number;
            /**
             * @description Uses left this month. At 0 the next use gets 429.
             * @example 57
             */
            remaining: number;
            /**
             * @description When the count begins again, the first instant of the next month (UTC).
             * @example 2026-12-01T00:00:00.000Z
             */
            resets_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description A kind of record of which an account can have a limited number.
         *
         *     - `webhook_endpoints`, `competitors`, `reviews`: at a time
         *     - `review_imports`: uploads on one day in UTC
         * @example webhook_endpoints
         * @enum {string}
         */
        CapacityName: "webhook_endpoints" | "competitors" | "reviews" | "review_imports";
        /** @description How many of something the account has, and how many it may have. */
        AccountCapacity: {
            /** @description What is counted. */
            name: components["schemas"]["CapacityName"];
            /**
             * @description How many the account may have.
             * @example 20
             */
            limit: number;
            /**
             * @description How many it has.
             * @example 1
             */
            used: number;
            /**
             * @description How many more it may create.
             * @example 19
             */
            remaining: number;
        };
        /** @description The account, the credential that asks, and what both may still do. */
        Account: {
            /**
             * @description Name of the account.
             * @example Rosso Trattoria
             */
            name: string;
            /** @description The plan of the account. */
            plan: components["schemas"]["Plan"];
            /** @description What opens the API to the account. Sorted, without duplicates. */
            entitlements: components["schemas"]["Entitlement"][];
            /** @description Which optional parts of the platform are on for the account. */
            flags: components["schemas"]["AccountFlags"];
            /** @description The business that the account is locked to. */
            business: components["schemas"]["AccountBusiness"];
            /** @description The credential of this request. */
            caller: components["schemas"]["AccountCaller"];
            /** @description Every limit on requests that this request counted against, in the order `ip`, `account`, `key`. */
            rate_limits: components["schemas"]["AccountRateLimit"][];
            /** @description Every monthly quota, for test keys and for live use. */
            quotas: components["schemas"]["AccountQuota"][];
            /** @description The records of which the account can have a limited number at a time. */
            capacities: components["schemas"]["AccountCapacity"][];
            /**
             * @description Reports that were granted to the account outside of its plan and not used yet. The next analysis that is started with a live credential uses one instead of the quota.
             * @example 0
             */
            report_grants: number;
            /**
             * @description Days after which reviews are deleted, counted from when they were posted or, where that is not known, stored. Null if the account keeps them. The rule of a source may end earlier; `retain_until` of a review has both.
             * @example 395
             */
            review_retention_days: number | null;
            /**
             * @description When the account was created.
             * @example 2026-03-02T09:10:02.418Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description The account in the envelope. */
        AccountResponse: {
            /** @description The account. */
            data: components["schemas"]["Account"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description What the counts are broken down by.
         *
         *     - `operation`: one series for each operation that was called
         *     - `status`: one series for each HTTP status
         *     - `caller`: one series for each key or client
         * @example operation
         * @enum {string}
         */
        UsageGrouping: "operation" | "status" | "caller";
        /**
         * @description The length of the intervals that requests are counted in. Intervals begin on the hour, the day or the month in UTC.
         * @example day
         * @enum {string}
         */
        UsageInterval: "hour" | "day" | "month";
        /** @description The count of one interval. */
        UsagePoint: {
            /**
             * @description First instant of the interval.
             * @example 2026-11-20T00:00:00.000Z
             */
            start: components["schemas"]["Timestamp"];
            /**
             * @description Requests in the interval.
             * @example 118
             */
            requests: number;
        };
        /** @description The counts of one group. */
        UsageSeries: {
            /**
             * @description The operation, the HTTP status or the id of the key or client. Null in the series of everything, and for requests that belong to no operation.
             * @example listAnalyses
             */
            key: string | null;
            /**
             * @description The name of the key or client, where the counts are broken down by caller and it still exists; else null.
             * @example null
             */
            name: string | null;
            /**
             * @description Requests of the group in the period.
             * @example 310
             */
            requests: number;
            /** @description One entry for each interval with requests, oldest first. Intervals without requests are left out. */
            points: components["schemas"]["UsagePoint"][];
        };
        /** @description Request counts of a period. */
        Usage: {
            /**
             * @description Start of the first interval. `from` of the request, rounded down.
             * @example 2026-11-18T00:00:00.000Z
             */
            from: components["schemas"]["Timestamp"];
            /**
             * @description End of the last interval, not included. `to` of the request, rounded up.
             * @example 2026-11-21T00:00:00.000Z
             */
            to: components["schemas"]["Timestamp"];
            /** @description Length of the intervals. */
            interval: components["schemas"]["UsageInterval"];
            /** @description What the counts are broken down by. Null for totals. */
            group_by: components["schemas"]["UsageGrouping"] | null;
            /**
             * @description Requests in the period.
             * @example 412
             */
            requests: number;
            /** @description One series for each group, the largest first; one for everything without `group_by`. At most 100. */
            series: components["schemas"]["UsageSeries"][];
        };
        /** @description Request counts in the envelope. */
        UsageResponse: {
            /** @description The counts. */
            data: components["schemas"]["Usage"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
    };
    responses: {
        /**
         * @description Nothing changed since the response whose `ETag` was sent in `If-None-Match`. HTTP forbids a body here; the headers are those of
         *     the full response.
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
         * @description `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
         *     is expected there.
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
         * @description `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
         *     `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
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
         * @description `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
         *     the request again does not help.
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
        /** @description `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds. */
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
         * @description `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
         *     `meta.request_id`.
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
        /** @description `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds. */
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
        /** @description `not_found`: no such record in this account. A record of another account and one that never existed return the same response. */
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
         * @description `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
         *     type, or too large. `error.details` lists where, and what is expected there.
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
         * @description `rate_limited`: too many requests, or the plan allows no more of what was to be stored. `error.details` tells them apart: `rate.…`
         *     is over after `Retry-After` seconds, `quota.…` once something has been removed or the plan has changed.
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
         * @description `rate_limited`: too many requests in the current window, or the monthly quota of this action is used up. The path in
         *     `error.details` distinguishes them (`rate.…`, `quota.…`), and `Retry-After` holds for either.
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
         * @description `rate_limited`: too many requests, too many uploads at a time (`rate.uploads`), or the uploads of the day are used up
         *     (`quota.review_imports`). The path in `error.details` tells them apart, and `Retry-After` holds for each.
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
         * @description `invalid_request`: the endpoint is refused. `body.url` is not a public https address, `body.event_types` names an unknown
         *     type, or the body is not as described here. Where receivers have to confirm URLs, `body.url` is also refused if its receiver
         *     did not. `error.details` lists where, and what is expected there.
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
         * @description `conflict`: the account has as many webhook endpoints as it may have, or the `Idempotency-Key` was used with another body
         *     or is still in use by its first request.
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
         * @description The delivery succeeded, whatever the body of the response. Any other status, a redirect included, is a failed attempt, and so
         *     are a timeout and a lost connection.
         */
        DeliveryReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description How many items one page holds at most. */
        LimitParam: number;
        /**
         * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         *     never build one.
         */
        CursorParam: components["schemas"]["Cursor"];
        /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
        BusinessIdParam: components["schemas"]["BusinessId"];
        /**
         * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         */
        IdempotencyKeyParam: string;
        /** @description Identifier of the competitor. */
        CompetitorIdParam: components["schemas"]["CompetitorId"];
        /** @description Only analyses in this state. */
        AnalysisStatusParam: components["schemas"]["AnalysisStatus"];
        /** @description Only analyses that were requested at or after this instant (RFC 3339). */
        AnalysisCreatedAfterParam: components["schemas"]["RequestTimestamp"];
        /** @description Only analyses that were requested before this instant (RFC 3339). */
        AnalysisCreatedBeforeParam: components["schemas"]["RequestTimestamp"];
        /** @description Only recommendations with this status. */
        RecommendationStatusParam: components["schemas"]["RecommendationStatus"];
        /** @description Only recommendations about this aspect. */
        RecommendationAspectParam: components["schemas"]["Aspect"];
        /** @description Only recommendations that are urgent, or only those that are not. */
        RecommendationUrgentParam: boolean;
        /**
         * @description The order of the list. `newest` and `oldest` go by the time of publication, or of the import where that is not known;
         *     `highest_rating` and `lowest_rating` by stars, the newest first among equals and reviews without stars last.
         */
        ReviewSortParam: "newest" | "oldest" | "highest_rating" | "lowest_rating";
        /** @description True for reviews of the business itself only, false for those of its competitors only. */
        ReviewOwnParam: boolean;
        /** @description Only reviews of this competitor. An id that the business does not track selects nothing. */
        ReviewCompetitorParam: components["schemas"]["CompetitorId"];
        /** @description Only reviews that were posted there. */
        ReviewSourceParam: components["schemas"]["Source"];
        /** @description Only reviews with this number of stars. */
        ReviewRatingParam: number;
        /** @description Only reviews in this language (ISO 639-1). */
        ReviewLanguageParam: string;
        /**
         * @description Only reviews that say something about this aspect. With `polarity`, only those that judge it so: `aspect=wait` and
         *     `polarity=negative` are the complaints about waiting.
         */
        ReviewAspectParam: components["schemas"]["Aspect"];
        /** @description Only reviews of this polarity; with `aspect`, only those that judge this aspect so. */
        ReviewPolarityParam: components["schemas"]["ReviewPolarity"];
        /** @description Only reviews with this flag. */
        ReviewFlagParam: components["schemas"]["ReviewFlag"];
        /** @description True for reviews that the owner has replied to, false for those known to have no reply. */
        ReviewRepliedParam: boolean;
        /** @description Only reviews published at or after this instant (RFC 3339). */
        PublishedAfterParam: components["schemas"]["RequestTimestamp"];
        /** @description Only reviews published before this instant (RFC 3339). */
        PublishedBeforeParam: components["schemas"]["RequestTimestamp"];
        /**
         * @description Only reviews whose text contains all of these words, in any form: `wait` finds "waited" and "waiting". Quotation marks
         *     hold words together, `or` allows alternatives, a minus excludes. Very frequent words such as "the" are ignored; a query
         *     of nothing else finds nothing. The query filters and never changes the order.
         */
        ReviewQueryParam: string;
        /**
         * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         *     never build one. With another sort or other filters it is a position in the list that is then requested.
         */
        SortedCursorParam: components["schemas"]["SortedCursor"];
        /** @description Identifier of the review, as in `review_id` of a quote. */
        ReviewIdParam: components["schemas"]["ReviewId"];
        /** @description The order of day and month in dates such as 03/04/2026. Without it, a row with such a date is rejected where both orders are possible. */
        DateOrderParam: components["schemas"]["DateOrder"];
        /** @description Identifier of the import. */
        ReviewImportIdParam: components["schemas"]["ReviewImportId"];
        /** @description Identifier of the analysis. */
        AnalysisIdParam: components["schemas"]["AnalysisId"];
        /** @description Identifier of the report, as in `report_id` of its analysis or in the event `report.generated`. */
        ReportIdParam: components["schemas"]["ReportId"];
        /** @description Identifier of the recommendation. */
        RecommendationIdParam: components["schemas"]["RecommendationId"];
        /** @description Only drafts with this status. */
        ReplyDraftStatusParam: components["schemas"]["ReplyDraftStatus"];
        /** @description Identifier of the draft. */
        ReplyDraftIdParam: components["schemas"]["ReplyDraftId"];
        /** @description Identifier of the webhook endpoint. */
        WebhookIdParam: components["schemas"]["WebhookId"];
        /** @description Only deliveries in this state; `dead_lettered` shows what needs attention. */
        DeliveryStatusParam: components["schemas"]["WebhookDeliveryStatus"];
        /** @description Only deliveries of events of this type. */
        DeliveryEventTypeParam: components["schemas"]["EventType"];
        /** @description Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`. */
        WebhookDeliveryIdParam: components["schemas"]["WebhookDeliveryId"];
        /**
         * @description Only entries that follow this event: the `position` of the last entry you handled. Leave it out to begin with the
         *     oldest event that is kept.
         */
        AfterParam: components["schemas"]["WebhookEventId"];
        /** @description Only events of this type. */
        FeedEventTypeParam: components["schemas"]["EventType"];
        /**
         * @description Seconds to hold the request open while there is nothing to return. It returns as soon as an event occurs, or with an
         *     empty list when the time is over.
         */
        WaitParam: number;
        /** @description Only usage events of this type. */
        UsageEventTypeParam: components["schemas"]["UsageEventType"];
        /** @description Only usage events of calls of this operation. */
        UsageEventOperationParam: string;
        /** @description Only usage events whose response had a status of this class. */
        UsageEventStatusParam: components["schemas"]["StatusClass"];
        /** @description Only usage events of this key or client, given by its id. */
        UsageEventCallerParam: string;
        /** @description Only usage events at or after this instant (RFC 3339). */
        SinceParam: components["schemas"]["RequestTimestamp"];
        /**
         * @description Only usage events before this instant (RFC 3339). An instant that is not after `since` selects an empty period, and so an
         *     empty list.
         */
        UntilParam: components["schemas"]["RequestTimestamp"];
        /** @description Only usage events of this request, given by its `X-Request-Id`. */
        RequestIdParam: components["schemas"]["RequestId"];
        /**
         * @description Start of the period (RFC 3339), rounded down to the start of its interval. An instant that is not before `to` selects an empty
         *     period; one that is too early is moved, and `from` in the response is the instant used.
         */
        UsageFromParam: components["schemas"]["RequestTimestamp"];
        /** @description End of the period (RFC 3339), rounded up to the end of its interval. Now by default, and at the latest. */
        UsageToParam: components["schemas"]["RequestTimestamp"];
        /** @description Length of the intervals. */
        UsageIntervalParam: "hour" | "day" | "month";
        /** @description What to break the counts down by. Leave it out for totals. */
        UsageGroupByParam: components["schemas"]["UsageGrouping"];
        /** @description Type of the event, as in `type` of the body. */
        EventTypeHeader: components["schemas"]["EventType"];
        /** @description Identifier of the event, as in `id` of the body. It is the same on retries and resends; ignore what you have handled. */
        EventIdHeader: components["schemas"]["WebhookEventId"];
        /** @description Identifier of the delivery, to be looked up with `getWebhookDelivery`. A resend has its own. */
        DeliveryIdHeader: components["schemas"]["WebhookDeliveryId"];
        /** @description Unix seconds at which this attempt was signed. Reject it when it is more than 300 seconds from your clock. */
        TimestampHeader: string;
        /**
         * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the signing
         *     secret as it was shown, `whsec_` included.
         */
        SignatureHeader: string;
        /** @description The event id again, under the name that Standard Webhooks verifiers read. */
        StandardWebhookIdHeader: components["schemas"]["WebhookEventId"];
        /** @description The timestamp again, under the name that Standard Webhooks verifiers read. */
        StandardWebhookTimestampHeader: string;
        /**
         * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes. The key is
         *     the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for` there are two
         *     signatures, separated by a space: by the new secret and by the previous one. Accept the delivery if either is right.
         */
        StandardWebhookSignatureHeader: string;
        /** @description Names the sender, for access logs and firewalls. It proves nothing; the signature does. */
        UserAgentHeader: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifier of this request, always made by the service: a value sent by the caller is not echoed.
         *     It equals `meta.request_id` and is what to quote when asking for help.
         */
        XRequestId: components["schemas"]["RequestId"];
        /** @description Requests allowed in the current window by the tightest of the limits that apply. Equals `meta.rate_limit.limit`. */
        XRateLimitLimit: number;
        /** @description Requests that are left in this window. Equals `meta.rate_limit.remaining`. */
        XRateLimitRemaining: number;
        /** @description Seconds until the window is empty again; a duration, not an instant. Equals `meta.rate_limit.reset_s`. */
        XRateLimitReset: number;
        /**
         * @description Which limit the other three headers speak of: the one of the `ip` address, of the `account`, or of the `key`
         *     (an API key or an OAuth client).
         */
        XRateLimitPolicy: "ip" | "account" | "key";
        /**
         * @description Weak validator over `data` and `meta.page`. Send it back in `If-None-Match`; if nothing has changed the response is 304
         *     without a body.
         */
        ETag: string;
        /** @description How to authenticate (RFC 9110 section 11.6.1, RFC 6750 section 3). */
        Challenge: string;
        /**
         * @description Present when the credential is good but lacks the scope of the operation (RFC 6750 section 3.1); absent when the plan
         *     does not include the API.
         */
        InsufficientScope: string;
        /**
         * @description Seconds to wait before the same request can succeed. It is exact, not a guess: for a rate limit the time until one
         *     request fits again, for a used-up quota the time until it resets.
         */
        RetryAfter: number;
        /** @description Path of the resource that was created, to be read with GET. */
        Location: string;
        /**
         * @description Present and `true` when this is the stored response of an earlier request with the same `Idempotency-Key`; absent when
         *     the work was done now.
         */
        IdempotencyReplayed: "true";
        /** @description Path of the analysis that was started, to be read with GET until its `status` is final. */
        AnalysisLocation: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listBusinesses: {
        parameters: {
            query?: {
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
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
    getBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
            query?: {
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
            /** @description The competitor, without reviews yet. */
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
                /** @description Identifier of the competitor. */
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
                /** @description Identifier of the competitor. */
                id: components["parameters"]["CompetitorIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The competitor is removed. */
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
                /** @description Identifier of the competitor. */
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
            /** @description The competitor as it is now. */
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
            query?: {
                /** @description Only analyses in this state. */
                status?: components["parameters"]["AnalysisStatusParam"];
                /** @description Only analyses that were requested at or after this instant (RFC 3339). */
                created_after?: components["parameters"]["AnalysisCreatedAfterParam"];
                /** @description Only analyses that were requested before this instant (RFC 3339). */
                created_before?: components["parameters"]["AnalysisCreatedBeforeParam"];
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
            query?: {
                /** @description Only recommendations with this status. */
                status?: components["parameters"]["RecommendationStatusParam"];
                /** @description Only recommendations about this aspect. */
                aspect?: components["parameters"]["RecommendationAspectParam"];
                /** @description Only recommendations that are urgent, or only those that are not. */
                urgent?: components["parameters"]["RecommendationUrgentParam"];
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
            query?: {
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
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
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
            /** @description The schedule as it is now. */
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
            query?: {
                /**
                 * @description The order of the list. `newest` and `oldest` go by the time of publication, or of the import where that is not known;
                 *     `highest_rating` and `lowest_rating` by stars, the newest first among equals and reviews without stars last.
                 */
                sort?: components["parameters"]["ReviewSortParam"];
                /** @description True for reviews of the business itself only, false for those of its competitors only. */
                own?: components["parameters"]["ReviewOwnParam"];
                /** @description Only reviews of this competitor. An id that the business does not track selects nothing. */
                competitor_id?: components["parameters"]["ReviewCompetitorParam"];
                /** @description Only reviews that were posted there. */
                source?: components["parameters"]["ReviewSourceParam"];
                /** @description Only reviews with this number of stars. */
                rating?: components["parameters"]["ReviewRatingParam"];
                /** @description Only reviews in this language (ISO 639-1). */
                language?: components["parameters"]["ReviewLanguageParam"];
                /**
                 * @description Only reviews that say something about this aspect. With `polarity`, only those that judge it so: `aspect=wait` and
                 *     `polarity=negative` are the complaints about waiting.
                 */
                aspect?: components["parameters"]["ReviewAspectParam"];
                /** @description Only reviews of this polarity; with `aspect`, only those that judge this aspect so. */
                polarity?: components["parameters"]["ReviewPolarityParam"];
                /** @description Only reviews with this flag. */
                flag?: components["parameters"]["ReviewFlagParam"];
                /** @description True for reviews that the owner has replied to, false for those known to have no reply. */
                replied?: components["parameters"]["ReviewRepliedParam"];
                /** @description Only reviews published at or after this instant (RFC 3339). */
                published_after?: components["parameters"]["PublishedAfterParam"];
                /** @description Only reviews published before this instant (RFC 3339). */
                published_before?: components["parameters"]["PublishedBeforeParam"];
                /**
                 * @description Only reviews whose text contains all of these words, in any form: `wait` finds "waited" and "waiting". Quotation marks
                 *     hold words together, `or` allows alternatives, a minus excludes. Very frequent words such as "the" are ignored; a query
                 *     of nothing else finds nothing. The query filters and never changes the order.
                 */
                q?: components["parameters"]["ReviewQueryParam"];
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one. With another sort or other filters it is a position in the list that is then requested.
                 */
                cursor?: components["parameters"]["SortedCursorParam"];
            };
            header?: never;
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
            /** @description One result for each item. */
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
                /** @description Identifier of the review, as in `review_id` of a quote. */
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
                /** @description Identifier of the review, as in `review_id` of a quote. */
                id: components["parameters"]["ReviewIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review is deleted. */
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
            query?: {
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
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
                /** @description The order of day and month in dates such as 03/04/2026. Without it, a row with such a date is rejected where both orders are possible. */
                date_order?: components["parameters"]["DateOrderParam"];
            };
            header?: {
                /**
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description Identifier of the business. Only the locked business of the account exists for its credentials. */
                id: components["parameters"]["BusinessIdParam"];
            };
            cookie?: never;
        };
        /**
         * @description The file. `application/octet-stream` is for a file whose format the client does not know, `multipart/form-data` for clients that
         *     send forms: the file is its only part.
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
            /** @description The file is stored and waits for a worker. */
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
                /** @description Identifier of the import. */
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
                /** @description Identifier of the analysis. */
                id: components["parameters"]["AnalysisIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analysis in its present state. */
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
                /** @description Identifier of the report, as in `report_id` of its analysis or in the event `report.generated`. */
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
                /** @description Identifier of the recommendation. */
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
                /** @description Identifier of the recommendation. */
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
            /** @description The recommendation as it is now. */
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
            query?: {
                /** @description Only drafts with this status. */
                status?: components["parameters"]["ReplyDraftStatusParam"];
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
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
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
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
                /** @description Identifier of the draft. */
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
                /** @description Identifier of the draft. */
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
            /** @description The draft as it is now. */
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
            query?: {
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
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
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
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
                /** @description Identifier of the webhook endpoint. */
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
                /** @description Identifier of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted. */
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
                /** @description Identifier of the webhook endpoint. */
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
            /** @description The endpoint as it is now. */
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
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description Identifier of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
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
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description Identifier of the webhook endpoint. */
                id: components["parameters"]["WebhookIdParam"];
            };
            cookie?: never;
        };
        /** @description Whether the old secret is kept for a while. May be left out. */
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
            query?: {
                /** @description Only deliveries in this state; `dead_lettered` shows what needs attention. */
                status?: components["parameters"]["DeliveryStatusParam"];
                /** @description Only deliveries of events of this type. */
                event_type?: components["parameters"]["DeliveryEventTypeParam"];
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description Identifier of the webhook endpoint. */
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
    resendWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description Identifier of the webhook endpoint. */
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
            /** @description How many deliveries matched, and how many were queued again. */
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
                /** @description Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`. */
                id: components["parameters"]["WebhookDeliveryIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery in its present state. */
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
                 * @description A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
                 *     the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
                 *     with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyParam"];
            };
            path: {
                /** @description Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`. */
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
            query?: {
                /**
                 * @description Only entries that follow this event: the `position` of the last entry you handled. Leave it out to begin with the
                 *     oldest event that is kept.
                 */
                after?: components["parameters"]["AfterParam"];
                /** @description Only events of this type. */
                type?: components["parameters"]["FeedEventTypeParam"];
                /**
                 * @description Seconds to hold the request open while there is nothing to return. It returns as soon as an event occurs, or with an
                 *     empty list when the time is over.
                 */
                wait?: components["parameters"]["WaitParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries after `after`; an empty list when there are none yet. */
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
            query?: {
                /** @description Only usage events of this type. */
                type?: components["parameters"]["UsageEventTypeParam"];
                /** @description Only usage events of calls of this operation. */
                operation_id?: components["parameters"]["UsageEventOperationParam"];
                /** @description Only usage events whose response had a status of this class. */
                status?: components["parameters"]["UsageEventStatusParam"];
                /** @description Only usage events of this key or client, given by its id. */
                caller?: components["parameters"]["UsageEventCallerParam"];
                /** @description Only usage events at or after this instant (RFC 3339). */
                since?: components["parameters"]["SinceParam"];
                /**
                 * @description Only usage events before this instant (RFC 3339). An instant that is not after `since` selects an empty period, and so an
                 *     empty list.
                 */
                until?: components["parameters"]["UntilParam"];
                /** @description Only usage events of this request, given by its `X-Request-Id`. */
                request_id?: components["parameters"]["RequestIdParam"];
                /** @description How many items one page holds at most. */
                limit?: components["parameters"]["LimitParam"];
                /**
                 * @description Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
                 *     never build one.
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
            query?: {
                /**
                 * @description Start of the period (RFC 3339), rounded down to the start of its interval. An instant that is not before `to` selects an empty
                 *     period; one that is too early is moved, and `from` in the response is the instant used.
                 */
                from?: components["parameters"]["UsageFromParam"];
                /** @description End of the period (RFC 3339), rounded up to the end of its interval. Now by default, and at the latest. */
                to?: components["parameters"]["UsageToParam"];
                /** @description Length of the intervals. */
                interval?: components["parameters"]["UsageIntervalParam"];
                /** @description What to break the counts down by. Leave it out for totals. */
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
                /** @description Type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description Identifier of the event, as in `id` of the body. It is the same on retries and resends; ignore what you have handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Identifier of the delivery, to be looked up with `getWebhookDelivery`. A resend has its own. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix seconds at which this attempt was signed. Reject it when it is more than 300 seconds from your clock. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the signing
                 *     secret as it was shown, `whsec_` included.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event id again, under the name that Standard Webhooks verifiers read. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp again, under the name that Standard Webhooks verifiers read. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes. The key is
                 *     the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for` there are two
                 *     signatures, separated by a space: by the new secret and by the previous one. Accept the delivery if either is right.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Names the sender, for access logs and firewalls. It proves nothing; the signature does. */
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
                /** @description Type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description Identifier of the event, as in `id` of the body. It is the same on retries and resends; ignore what you have handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Identifier of the delivery, to be looked up with `getWebhookDelivery`. A resend has its own. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix seconds at which this attempt was signed. Reject it when it is more than 300 seconds from your clock. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the signing
                 *     secret as it was shown, `whsec_` included.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event id again, under the name that Standard Webhooks verifiers read. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp again, under the name that Standard Webhooks verifiers read. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes. The key is
                 *     the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for` there are two
                 *     signatures, separated by a space: by the new secret and by the previous one. Accept the delivery if either is right.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Names the sender, for access logs and firewalls. It proves nothing; the signature does. */
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
                /** @description Type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description Identifier of the event, as in `id` of the body. It is the same on retries and resends; ignore what you have handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Identifier of the delivery, to be looked up with `getWebhookDelivery`. A resend has its own. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix seconds at which this attempt was signed. Reject it when it is more than 300 seconds from your clock. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the signing
                 *     secret as it was shown, `whsec_` included.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event id again, under the name that Standard Webhooks verifiers read. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp again, under the name that Standard Webhooks verifiers read. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes. The key is
                 *     the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for` there are two
                 *     signatures, separated by a space: by the new secret and by the previous one. Accept the delivery if either is right.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Names the sender, for access logs and firewalls. It proves nothing; the signature does. */
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
                /** @description Type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description Identifier of the event, as in `id` of the body. It is the same on retries and resends; ignore what you have handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Identifier of the delivery, to be looked up with `getWebhookDelivery`. A resend has its own. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix seconds at which this attempt was signed. Reject it when it is more than 300 seconds from your clock. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the signing
                 *     secret as it was shown, `whsec_` included.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event id again, under the name that Standard Webhooks verifiers read. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp again, under the name that Standard Webhooks verifiers read. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes. The key is
                 *     the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for` there are two
                 *     signatures, separated by a space: by the new secret and by the previous one. Accept the delivery if either is right.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Names the sender, for access logs and firewalls. It proves nothing; the signature does. */
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
                /** @description Type of the event, as in `type` of the body. */
                "X-SVC-Event-Type": components["parameters"]["EventTypeHeader"];
                /** @description Identifier of the event, as in `id` of the body. It is the same on retries and resends; ignore what you have handled. */
                "X-SVC-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Identifier of the delivery, to be looked up with `getWebhookDelivery`. A resend has its own. */
                "X-SVC-Delivery-Id": components["parameters"]["DeliveryIdHeader"];
                /** @description Unix seconds at which this attempt was signed. Reject it when it is more than 300 seconds from your clock. */
                "X-SVC-Timestamp": components["parameters"]["TimestampHeader"];
                /**
                 * @description `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the signing
                 *     secret as it was shown, `whsec_` included.
                 */
                "X-SVC-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event id again, under the name that Standard Webhooks verifiers read. */
                "webhook-id": components["parameters"]["StandardWebhookIdHeader"];
                /** @description The timestamp again, under the name that Standard Webhooks verifiers read. */
                "webhook-timestamp": components["parameters"]["StandardWebhookTimestampHeader"];
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes. The key is
                 *     the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for` there are two
                 *     signatures, separated by a space: by the new secret and by the previous one. Accept the delivery if either is right.
                 */
                "webhook-signature": components["parameters"]["StandardWebhookSignatureHeader"];
                /** @description Names the sender, for access logs and firewalls. It proves nothing; the signature does. */
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
