// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

export type ClientOptions = {
    baseUrl: 'http://127.0.0.1:3000/api/public/v1' | `${string}://{origin}/api/public/v1` | (string & {});
};

export type Webhooks = OnAnalysisCompletedWebhookRequest | OnAnalysisFailedWebhookRequest | OnReportGeneratedWebhookRequest | OnRecommendationCreatedWebhookRequest | OnWebhookTestWebhookRequest;

/**
 * A position in a list. It is opaque; take it from a response and never build one yourself.
 */
export type Cursor = string;

/**
 * Identifies one request. Always made by the service, never taken from the caller.
 */
export type RequestId = string;

/**
 * Identifies a business.
 */
export type BusinessId = string;

/**
 * The line of business. It decides which aspects are looked for and what they are called.
 */
export type Trade = 'restaurant' | 'hotel' | 'salon' | 'garage' | 'dentist' | 'retail' | 'other';

/**
 * How reviewers rate a business. The same statistics for you and for each competitor, so that they can be compared.
 */
export type ReviewStats = {
    /**
     * Mean of all known star ratings. Null without any.
     */
    average_rating: number | null;
    /**
     * Reviews known to the service.
     */
    review_count: number;
    /**
     * Reviews of the last 90 days.
     */
    reviews_90d: number;
    /**
     * Mean rating of the last 90 days minus the mean before. Null when either has no ratings.
     */
    rating_change_90d: number | null;
    /**
     * Share of the reviews of the last 90 days that have a reply of the owner. Null where replies cannot be seen.
     */
    response_rate_90d: number | null;
};

/**
 * Identifies an analysis.
 */
export type AnalysisId = string;

/**
 * An instant in UTC, ISO 8601, always with milliseconds and `Z`.
 */
export type Timestamp = string;

/**
 * The one business that the account is locked to, and its own standing with its reviewers.
 */
export type Business = {
    /**
     * Identifies the business. It leads to its competitors, analyses and recommendations.
     */
    id: BusinessId;
    /**
     * Name as customers know it. Use it as the label in pickers.
     */
    name: string;
    /**
     * The line of business.
     */
    trade: Trade;
    /**
     * Town or city. Null when it is not known.
     */
    city: string | null;
    /**
     * Country as ISO 3166-1 alpha-2.
     */
    country: string;
    /**
     * IANA name of the time zone, for showing moments in local time. Moments themselves are always UTC.
     */
    timezone: string;
    /**
     * Public website. Null when it is not known.
     */
    website: string | null;
    /**
     * Its own standing.
     */
    review_stats: ReviewStats;
    /**
     * Reviews with text that have no reply of the owner. Null where replies cannot be seen.
     */
    unanswered_count: number | null;
    /**
     * Competitors tracked.
     */
    competitor_count: number;
    /**
     * The newest completed analysis. Null before the first.
     */
    latest_analysis_id: AnalysisId | null;
    /**
     * When the business was set up.
     */
    created_at: Timestamp;
    /**
     * When this record last changed.
     */
    updated_at: Timestamp;
};

/**
 * The plan of an account. `starter` includes no API access unless the account has the entitlement `api_demo`.
 */
export type Plan = 'starter' | 'growth' | 'scale';

/**
 * The tightest of the rate limits that apply to the caller (address, account, key or client), over a sliding window. Equals the headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`.
 */
export type RateLimit = {
    /**
     * Requests allowed in the window.
     */
    limit: number;
    /**
     * Requests left in the window. At 0 the next request gets 429.
     */
    remaining: number;
    /**
     * Seconds until the full limit is available again, if you pause until then.
     */
    reset_s: number;
};

/**
 * The position of this page in the list.
 */
export type Page = {
    /**
     * The largest number of items this page could hold, as requested, or 25 by default.
     */
    limit: number;
    /**
     * Send this as `cursor` to get the next page. Null means that this was the last page.
     */
    next_cursor: Cursor | null;
};

/**
 * Metadata of the response, with the position in the list. This form is for lists.
 */
export type PageMeta = {
    /**
     * Identifies this request. Equals the header `X-Request-Id`; quote it when you ask for help.
     */
    request_id: RequestId;
    /**
     * The plan of the account that called.
     */
    plan: Plan;
    /**
     * The rate limit of the account after this request.
     */
    rate_limit: RateLimit;
    /**
     * Which page this is and how to get the next one.
     */
    page: Page;
};

/**
 * A page of businesses in the envelope. An account has one, so there is one page.
 */
export type BusinessListResponse = {
    /**
     * The businesses, newest first.
     */
    data: Array<Business>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * What went wrong, for your code. Each code has exactly one status. The interface has no `conflict`,
 * `method_not_allowed` and `unavailable`; they are added.
 *
 * - `unauthorized` (401): the credential is missing, not valid or expired; send a valid key, or request a new token once
 * - `invalid_api_key` (401): the API key was revoked; use another key
 * - `forbidden` (403): the plan, the scopes of the credential or the transport do not allow the operation
 * - `not_found` (404): the ID or path is unknown, or belongs to another account
 * - `invalid_request` (400): the path, query, headers or body are not valid; correct what `details` names
 * - `rate_limited` (429): a rate limit or quota is used up; wait for the seconds in `Retry-After`
 * - `internal_error` (500): the service failed; retry with exponential backoff
 * - `conflict` (409): the request is valid, but not possible in the current state; read the record first
 * - `method_not_allowed` (405): the path does not have this method; use one that the header `Allow` names
 * - `unavailable` (503): the service is temporarily not ready; wait for the seconds in `Retry-After`
 */
export type ErrorCode = 'unauthorized' | 'invalid_api_key' | 'forbidden' | 'not_found' | 'invalid_request' | 'rate_limited' | 'internal_error' | 'conflict' | 'method_not_allowed' | 'unavailable';

/**
 * One invalid part of the request, or one limit that is used up.
 */
export type ErrorDetail = {
    /**
     * The part or limit. The first word is its kind (`path`, `query`, `header`, `body`, `quota` or `rate`), the rest is its position or name: `body.event_types.1` is the second item of `event_types` in the body, `quota.analyses` the monthly quota of analyses, `rate.key` the rate limit of the key.
     */
    path: string;
    /**
     * What is expected there, or when the limit allows more.
     */
    message: string;
};

/**
 * What went wrong, once for your code (`code`) and once for people (`message`, `details`).
 */
export type Error = {
    /**
     * The only field to branch on.
     */
    code: ErrorCode;
    /**
     * One sentence for people, with what to do about it. The wording may change at any time.
     */
    message: string;
    /**
     * Every field that was invalid and every limit that was exceeded. Absent when the error concerns the whole request.
     */
    details?: Array<ErrorDetail>;
};

/**
 * Metadata of an error response. There is no `plan`, because the caller may not be known.
 */
export type ErrorMeta = {
    /**
     * Identifies this request. Equals the header `X-Request-Id`; quote it when you ask for help.
     */
    request_id: RequestId;
    /**
     * The rate limit of the caller after this request.
     */
    rate_limit: RateLimit;
};

/**
 * The body of every response that is not a success.
 */
export type ErrorResponse = {
    /**
     * What went wrong. Present instead of `data`.
     */
    error: Error;
    /**
     * Metadata of the response.
     */
    meta: ErrorMeta;
};

/**
 * Metadata of the response. Every body has `meta`; this form is for a single record.
 */
export type Meta = {
    /**
     * Identifies this request. Equals the header `X-Request-Id`; quote it when you ask for help.
     */
    request_id: RequestId;
    /**
     * The plan of the account that called.
     */
    plan: Plan;
    /**
     * The rate limit of the account after this request.
     */
    rate_limit: RateLimit;
};

/**
 * One business in the envelope.
 */
export type BusinessResponse = {
    /**
     * The business.
     */
    data: Business;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * Identifies a competitor that a business tracks.
 */
export type CompetitorId = string;

/**
 * What a part of a review is about.
 *
 * - `quality`: the product or the work itself, such as the food or the repair
 * - `service`: how the staff treat people
 * - `price`: level, value for money, billing
 * - `wait`: speed and punctuality
 * - `booking`: reservations, appointments, check-in
 * - `cleanliness`, `ambience`, `comfort`, `location`: the place; parking belongs to `location`
 * - `communication`: explaining, answering, calling back
 * - `trust`: honesty, upselling, mistakes admitted
 * - `safety`: health, injury, food poisoning
 * - `general`: praise or blame without a subject
 */
export type Aspect = 'quality' | 'service' | 'price' | 'wait' | 'booking' | 'cleanliness' | 'ambience' | 'comfort' | 'location' | 'communication' | 'trust' | 'safety' | 'general';

/**
 * Where a review was posted.
 */
export type Source = 'google' | 'yelp' | 'tripadvisor' | 'facebook' | 'other';

/**
 * A business nearby that yours is compared with.
 */
export type Competitor = {
    /**
     * Identifies the competitor. Quotes and comparisons refer to it.
     */
    id: CompetitorId;
    /**
     * The business that tracks it.
     */
    business_id: BusinessId;
    /**
     * Name as customers know it.
     */
    name: string;
    /**
     * Its line of business, which need not be yours.
     */
    trade: Trade;
    /**
     * Public website. Null when it is not known.
     */
    website: string | null;
    /**
     * Straight-line distance in metres. Null when either address is not known.
     */
    distance_m: number | null;
    /**
     * Its standing, comparable with your own.
     */
    review_stats: ReviewStats;
    /**
     * What its customers praise most, clearest first, from the latest completed analysis.
     */
    strengths: Array<Aspect>;
    /**
     * What its customers complain about most, clearest first, from the latest completed analysis.
     */
    weaknesses: Array<Aspect>;
    /**
     * Where its known reviews were posted.
     */
    sources: Array<Source>;
    /**
     * When its reviews were last brought in. Null before the first time.
     */
    reviews_as_of: Timestamp | null;
    /**
     * Tracked since.
     */
    created_at: Timestamp;
};

/**
 * A page of competitors in the envelope.
 */
export type CompetitorListResponse = {
    /**
     * The competitors, the one tracked last first.
     */
    data: Array<Competitor>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * Who to compare the business with.
 */
export type CreateCompetitorRequest = {
    /**
     * Name as customers know it.
     */
    name: string;
    /**
     * Its line of business. Left out, that of the business.
     */
    trade?: Trade;
    /**
     * Public website, without query and fragment.
     */
    website?: string;
    /**
     * Straight-line distance in metres.
     */
    distance_m?: number;
};

/**
 * One competitor in the envelope.
 */
export type CompetitorResponse = {
    /**
     * The competitor.
     */
    data: Competitor;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * Confirms that a competitor is no longer tracked.
 */
export type DeletedCompetitor = {
    /**
     * The competitor that was removed.
     */
    id: CompetitorId;
    /**
     * Always true.
     */
    deleted: true;
};

/**
 * A removed competitor in the envelope.
 */
export type DeletedCompetitorResponse = {
    /**
     * What was removed.
     */
    data: DeletedCompetitor;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * What to change. Whatever is left out stays as it is.
 */
export type UpdateCompetitorRequest = {
    /**
     * Name as customers know it.
     */
    name?: string;
    /**
     * Public website, without query and fragment.
     */
    website?: string;
    /**
     * Straight-line distance in metres.
     */
    distance_m?: number;
};

/**
 * How far an analysis has come. `completed` and `failed` are final.
 */
export type AnalysisStatus = 'queued' | 'running' | 'completed' | 'failed';

/**
 * An instant that you send, in RFC 3339 form. Any offset and any number of decimals are accepted.
 */
export type RequestTimestamp = string;

/**
 * One thing to do. The recommendation of the same analysis has the same `priority` and `action`, letter for letter.
 */
export type AnalysisPriority = {
    /**
     * Its place in the order of work; 1 comes first.
     */
    priority: number;
    /**
     * What to do.
     */
    action: string;
};

/**
 * The findings in a few sentences.
 */
export type AnalysisSummary = {
    /**
     * What goes well, most important first.
     */
    positives: Array<string>;
    /**
     * What does not go well, most important first.
     */
    negatives: Array<string>;
    /**
     * What to do first, in order. The recommendations that this analysis confirmed, in short.
     */
    priorities: Array<AnalysisPriority>;
};

/**
 * Why an analysis failed.
 *
 * - `no_reviews`: no reviews of the business are known for the period
 * - `unsupported_language`: there are reviews, but none in a language that can be analyzed
 * - `internal_error`: our fault; start another one
 */
export type FailureReason = 'no_reviews' | 'unsupported_language' | 'internal_error';

/**
 * Why an analysis failed.
 */
export type AnalysisFailure = {
    /**
     * The reason, for your code.
     */
    reason: FailureReason;
    /**
     * The reason in one sentence for people, with what to do about it.
     */
    message: string;
};

/**
 * A span of time.
 */
export type Period = {
    /**
     * First instant of the period, inclusive.
     */
    from: Timestamp;
    /**
     * End of the span, not included.
     */
    to: Timestamp;
};

/**
 * How many reviews of the period were read, and how many had to be left out.
 */
export type AnalysisSample = {
    /**
     * Your reviews that were read.
     */
    own_reviews: number;
    /**
     * Competitors' reviews that were read.
     */
    competitor_reviews: number;
    /**
     * Reviews, yours and theirs, that were left out because they have no text or are in another language.
     */
    not_analyzed: number;
};

/**
 * How often an aspect is mentioned and how people feel about it.
 */
export type Sentiment = {
    /**
     * Reviews that mention it. A review counts once, however often it does.
     */
    mentions: number;
    /**
     * Those reviews as a part of all that were read.
     */
    share: number;
    /**
     * Positive minus negative mentions, as a part of all mentions; 1 is only praise, -1 only complaints. Null without mentions.
     */
    net: number | null;
};

/**
 * How the business compares with its competitors. `insufficient_data` means that there are too few reviews to compare; differences that could be chance are `level`.
 */
export type Verdict = 'they_lead' | 'we_lead' | 'level' | 'insufficient_data';

/**
 * Identifies a review inside the service. Quotes refer to it.
 */
export type ReviewId = string;

/**
 * A sentence from a review, as evidence.
 */
export type Quote = {
    /**
     * The review it is taken from.
     */
    review_id: ReviewId;
    /**
     * Whose review it is. Null means one of your own.
     */
    competitor_id: CompetitorId | null;
    /**
     * Where the review was posted.
     */
    source: Source;
    /**
     * Stars of that review. Null when the reviewer gave none.
     */
    rating: number | null;
    /**
     * A verbatim slice of the review, without personal data. Escape it before you show it, as people wrote it.
     */
    text: string;
    /**
     * When the review was posted. Null when the source does not state it.
     */
    published_at: Timestamp | null;
};

/**
 * What reviewers say about one aspect, for you and for your competitors.
 */
export type Theme = {
    /**
     * The aspect, for your code.
     */
    aspect: Aspect;
    /**
     * The aspect in the words of the trade, for people.
     */
    label: string;
    /**
     * What your reviewers say.
     */
    own: Sentiment;
    /**
     * What the reviewers of all your competitors together say.
     */
    competitors: Sentiment;
    /**
     * Who does better on this aspect.
     */
    verdict: Verdict;
    /**
     * Your `own.net` minus that of the previous analysis. Null when there is nothing to compare with.
     */
    change: number | null;
    /**
     * Sentences that illustrate it.
     */
    quotes: Array<Quote>;
};

/**
 * How you stood against one competitor when the analysis was made.
 */
export type CompetitorComparison = {
    /**
     * The competitor.
     */
    competitor_id: CompetitorId;
    /**
     * Its name at that time.
     */
    name: string;
    /**
     * Its standing at that time.
     */
    review_stats: ReviewStats;
    /**
     * Who stood better overall.
     */
    verdict: Verdict;
};

/**
 * Identifies a recommendation.
 */
export type RecommendationId = string;

/**
 * A figure that shows whether a recommendation works.
 *
 * - `negative_share`: part of your reviews that complain about the aspect, 0 to 1
 * - `net_sentiment`: praise minus complaints about it, -1 to 1
 * - `response_rate`: share of your reviews that have a reply, 0 to 1
 * - `average_rating`: mean of the stars, 1 to 5
 */
export type MetricName = 'negative_share' | 'net_sentiment' | 'response_rate' | 'average_rating';

/**
 * How many reviews show something, of how many.
 */
export type FollowUpShare = {
    /**
     * For `negative_share` the reviews that complain about it, or report the danger; for `response_rate` those that you replied to.
     */
    count: number;
    /**
     * For `negative_share` your reviews that could be read; for `response_rate` those of which it is known whether you replied.
     */
    reviews: number;
    /**
     * `count` as a part of `reviews`. Null without reviews.
     */
    share: number | null;
};

/**
 * The effect of a recommendation that was marked as done.
 *
 * - `improved`, `worsened`: the share has changed by more than chance explains (`p_value` below 0.05)
 * - `no_clear_change`: the difference can be chance
 * - `insufficient_data`: there are fewer than ten reviews before or after the mark
 */
export type FollowUpVerdict = 'improved' | 'worsened' | 'no_clear_change' | 'insufficient_data';

/**
 * The effect of a recommendation that was marked as done: the share of your reviews that show its problem, before and after the mark. Reviews without a date are on neither side.
 */
export type FollowUp = {
    /**
     * The recommendation.
     */
    recommendation_id: RecommendationId;
    /**
     * Its headline when the analysis was made.
     */
    title: string;
    /**
     * When it was marked as done.
     */
    done_at: Timestamp;
    /**
     * The figure that is compared; the same as `metric.name` of the recommendation.
     */
    metric: MetricName;
    /**
     * The reviews of the period that were posted before the mark.
     */
    before: FollowUpShare;
    /**
     * The reviews of the period that were posted after the mark.
     */
    after: FollowUpShare;
    /**
     * Fisher's exact test, two-sided: how probable such a difference is if nothing but chance decides. Rounded to three decimals. Null when there are fewer than ten reviews before or after the mark.
     */
    p_value: number | null;
    /**
     * What the difference means.
     */
    verdict: FollowUpVerdict;
    /**
     * The same in a few sentences for people.
     */
    text: string;
};

/**
 * Identifies a report.
 */
export type ReportId = string;

/**
 * What did the reading or writing.
 */
export type Engine = {
    /**
     * Name of the engine or of the language model.
     */
    name: string;
    /**
     * Its version. Two results of one version can be compared.
     */
    version: string;
    /**
     * Whether the built-in engine (`embedded`) or a language model (`llm`) chose the words. Scores never come from a language model.
     */
    mode: 'embedded' | 'llm';
    /**
     * Why a language model that is set up was not used after all. Null when it was used or none is set up.
     */
    fallback_reason: 'timeout' | 'unavailable' | 'rejected' | 'rate_limited' | null;
};

/**
 * One reading of your reviews and your competitors' reviews. It is `queued`, then `running`, and ends as `completed` or `failed`. Until it is completed, its results are empty and `sample` shows its progress.
 */
export type Analysis = {
    /**
     * Identifies the analysis.
     */
    id: AnalysisId;
    /**
     * The business it is about.
     */
    business_id: BusinessId;
    /**
     * How far it has come.
     */
    status: AnalysisStatus;
    /**
     * When it was requested.
     */
    created_at: Timestamp;
    /**
     * Competitors whose reviews were read. 0 until completed.
     */
    competitors_analyzed: number;
    /**
     * The findings in a few sentences. Never null; its three lists are empty until completed.
     */
    summary: AnalysisSummary;
    /**
     * When work began. Null while queued.
     */
    started_at: Timestamp | null;
    /**
     * When it was completed or failed. Null until then.
     */
    finished_at: Timestamp | null;
    /**
     * Why it failed. Set exactly when `status` is `failed`; such an analysis is never tried again.
     */
    failure: AnalysisFailure | null;
    /**
     * The reviews it looks at were posted in the year before the request.
     */
    period: Period;
    /**
     * How much evidence there was. While it is `running`, how many reviews have been read so far; after `internal_error`, how many had been read by then.
     */
    sample: AnalysisSample;
    /**
     * What reviewers talk about, one entry per aspect that was mentioned, weightiest first.
     */
    themes: Array<Theme>;
    /**
     * How you stood against each competitor at that time.
     */
    comparison: Array<CompetitorComparison>;
    /**
     * The effect of the recommendations that you marked as done within `period`, at most the 20 that were marked last, newest mark first. Resolved ones are among them.
     */
    follow_up: Array<FollowUp>;
    /**
     * The completed analysis before this one, which `themes[].change` is measured against. Null for the first.
     */
    previous_analysis_id: AnalysisId | null;
    /**
     * The report made from it. Null until the report is ready.
     */
    report_id: ReportId | null;
    /**
     * What read the reviews. Null until started.
     */
    engine: Engine | null;
};

/**
 * A page of analyses in the envelope.
 */
export type AnalysisListResponse = {
    /**
     * The analyses, newest first.
     */
    data: Array<Analysis>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * One analysis in the envelope.
 */
export type AnalysisResponse = {
    /**
     * The analysis.
     */
    data: Analysis;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * Status of a recommendation.
 *
 * - `open`: the newest analysis finds the problem
 * - `planned`, `done`, `dismissed`: set by you; it stays so while analyses find the problem
 * - `resolved`: an analysis no longer finds the problem. If a later one does, there is a new recommendation
 */
export type RecommendationStatus = 'open' | 'planned' | 'done' | 'dismissed' | 'resolved';

/**
 * A figure to watch.
 */
export type RecommendationMetric = {
    /**
     * Which figure.
     */
    name: MetricName;
    /**
     * The figure now. Null when it cannot be measured yet.
     */
    current: number | null;
    /**
     * The figure to reach.
     */
    target: number;
    /**
     * Days in which it can be reached.
     */
    horizon_days: number;
};

/**
 * The six factors whose product makes the score, so that you can see why one problem comes before another.
 */
export type RecommendationFactors = {
    /**
     * Part of your reviews that complain about it.
     */
    frequency: number;
    /**
     * How much lower those reviews rate you, as a part of the four stars between worst and best.
     */
    impact: number;
    /**
     * 1 when competitors do no better, up to 2 when they do much better.
     */
    gap: number;
    /**
     * Above 1 when complaints have become more frequent in the last 90 days, below 1 when rarer.
     */
    trend: number;
    /**
     * Above 1 when the evidence speaks of health, safety, discrimination or the law.
     */
    severity: number;
    /**
     * How far the number of mentions can be trusted; more mentions, closer to 1.
     */
    confidence: number;
};

/**
 * One thing to do, why, and how to see whether it worked.
 */
export type Recommendation = {
    /**
     * Identifies the recommendation. It stays the same for as long as analyses keep finding the problem.
     */
    id: RecommendationId;
    /**
     * The business it is for.
     */
    business_id: BusinessId;
    /**
     * The analysis that last confirmed it.
     */
    analysis_id: AnalysisId;
    /**
     * Its place in the order of work; 1 comes first. `summary.priorities` of the analysis above repeats this and `action` letter for letter.
     */
    priority: number;
    /**
     * What it is about.
     */
    aspect: Aspect;
    /**
     * Its weight, computed from `factors`. Never set by a language model.
     */
    score: number;
    /**
     * Headline.
     */
    title: string;
    /**
     * What to do.
     */
    action: string;
    /**
     * Why, with the measured numbers.
     */
    rationale: string;
    /**
     * True when the evidence speaks of health, safety, discrimination or the law. Then read it today, whatever the priority.
     */
    urgent: boolean;
    /**
     * Roughly what it costs to do.
     */
    effort: 'low' | 'medium' | 'high';
    /**
     * How to see whether it worked.
     */
    metric: RecommendationMetric;
    /**
     * What `score` is made of.
     */
    factors: RecommendationFactors;
    /**
     * Sentences from reviews that show the problem, or a competitor who does it well. Empty only when every quoted review has been deleted.
     */
    evidence: Array<Quote>;
    /**
     * Status of the recommendation.
     */
    status: RecommendationStatus;
    /**
     * Your own note about it. Null when there is none.
     */
    note: string | null;
    /**
     * When you marked it as done; later analyses compare the reviews before and after this in `follow_up`. Null when it is not marked as done, and for marks from before this was recorded. It stays when the recommendation is resolved.
     */
    done_at: Timestamp | null;
    /**
     * When the problem was first found.
     */
    created_at: Timestamp;
    /**
     * When it was last confirmed or resolved.
     */
    updated_at: Timestamp;
};

/**
 * A page of recommendations in the envelope.
 */
export type RecommendationListResponse = {
    /**
     * The recommendations; `open` and `planned` before the others, then by priority, then newest first.
     */
    data: Array<Recommendation>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * Whether a report is part of the subscription or was purchased once.
 *
 * - `subscription`: made by the schedule, or by an analysis that counted against the plan's quota
 * - `one_time_purchase`: made by an analysis that used a report that was granted to the account
 */
export type ReportOrigin = 'subscription' | 'one_time_purchase';

/**
 * A report without its contents.
 */
export type ReportSummary = {
    /**
     * Identifies the report; `getReport` returns it whole.
     */
    id: ReportId;
    /**
     * The business it is about.
     */
    business_id: BusinessId;
    /**
     * The analysis it presents.
     */
    analysis_id: AnalysisId;
    /**
     * How it came about.
     */
    origin: ReportOrigin;
    /**
     * As printed on the first page.
     */
    title: string;
    /**
     * The same as in its analysis.
     */
    period: Period;
    /**
     * When it became ready.
     */
    created_at: Timestamp;
};

/**
 * A page of reports in the envelope.
 */
export type ReportListResponse = {
    /**
     * The reports, newest first.
     */
    data: Array<ReportSummary>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * How often a business is analyzed by itself.
 */
export type AnalysisFrequency = 'none' | 'weekly' | 'monthly';

/**
 * A day of the week.
 */
export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

/**
 * When a business is analyzed by itself.
 */
export type AnalysisSchedule = {
    /**
     * The business.
     */
    business_id: BusinessId;
    /**
     * How often it is analyzed.
     */
    frequency: AnalysisFrequency;
    /**
     * On which day. `monthly` is the first of these days in a month.
     */
    weekday: Weekday;
    /**
     * At which hour of the day, local to the business.
     */
    hour: number;
    /**
     * Time zone of the business, as an IANA name.
     */
    timezone: string;
    /**
     * When the next run is due. Null for the frequency `none`.
     */
    next_run_at: Timestamp | null;
    /**
     * When the last run was made or skipped. Null before the first.
     */
    last_run_at: Timestamp | null;
    /**
     * The analysis that the last run started. Null before the first run, and when it was skipped.
     */
    last_analysis_id: AnalysisId | null;
};

/**
 * A schedule in the envelope.
 */
export type AnalysisScheduleResponse = {
    /**
     * The schedule.
     */
    data: AnalysisSchedule;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * When the business should be analyzed by itself.
 */
export type SetAnalysisScheduleRequest = {
    /**
     * How often; `none` ends the schedule.
     */
    frequency: AnalysisFrequency;
    /**
     * On which day. `monthly` is the first of these days in a month.
     */
    weekday?: Weekday;
    /**
     * At which hour of the day, local to the business.
     */
    hour?: number;
};

/**
 * How something is judged.
 *
 * - `positive`: praised
 * - `negative`: criticized
 * - `mixed`: both
 * - `neutral`: mentioned without a judgment
 */
export type ReviewPolarity = 'positive' | 'negative' | 'mixed' | 'neutral';

/**
 * What a person should look at before the review is replied to or quoted.
 *
 * - `health_safety`: injury, illness, danger
 * - `legal_threat`: lawyers, courts, authorities
 * - `discrimination`: unequal treatment because of who somebody is
 * - `abuse`: insults and threats
 * - `refund_request`: money is asked back
 * - `incentive`: the review was rewarded or requested
 * - `prompt_injection`: text that instructs a machine
 */
export type ReviewFlag = 'health_safety' | 'legal_threat' | 'discrimination' | 'abuse' | 'refund_request' | 'incentive' | 'prompt_injection';

/**
 * A position in a list that can be sorted. It is opaque; take it from a response and never build one yourself. It stays valid with another sort or other filters: the list then continues behind the same record.
 */
export type SortedCursor = string;

/**
 * Whether the engine has read a review. New and changed reviews are read in the background.
 *
 * - `pending`: not yet; filters by label and by `q` leave it out
 * - `done`: aspects, polarity and flags are there
 */
export type LabelsState = 'pending' | 'done';

/**
 * An aspect that a review speaks about, and how it judges it.
 */
export type ReviewAspect = {
    /**
     * What is spoken about.
     */
    aspect: Aspect;
    /**
     * How it is judged.
     */
    polarity: ReviewPolarity;
};

/**
 * A review of the business or of one of its competitors, with what the engine found in it. The name of the reviewer is not stored.
 */
export type Review = {
    /**
     * Identifies the review.
     */
    id: ReviewId;
    /**
     * The business that knows of it.
     */
    business_id: BusinessId;
    /**
     * Whose review it is. Null means one of your own.
     */
    competitor_id: CompetitorId | null;
    /**
     * Where it was posted.
     */
    source: Source;
    /**
     * What the source calls it. Together with `source` it identifies the review: a second one with both is the same review. Where none was given it is derived from the content.
     */
    source_id: string;
    /**
     * Stars. Null when the reviewer gave none.
     */
    rating: number | null;
    /**
     * What the reviewer wrote; empty when there are only stars. Escape it before you show it, as people wrote it.
     */
    text: string;
    /**
     * ISO 639-1 code, as given or as the engine detected it. Null when neither is known.
     */
    language: string | null;
    /**
     * When it was posted. Null when the source does not state it.
     */
    published_at: Timestamp | null;
    /**
     * Whether the owner has replied. Null where replies cannot be seen.
     */
    owner_replied: boolean | null;
    /**
     * Whether the engine has read it.
     */
    labels_state: LabelsState;
    /**
     * What the review speaks about, each aspect once. Empty while `labels_state` is `pending`.
     */
    aspects: Array<ReviewAspect>;
    /**
     * Its overall judgment. Null while pending, without words, and in a language that the engine does not read.
     */
    polarity: ReviewPolarity | null;
    /**
     * What a person should look at. Each is a hint, not a verdict. Empty while pending.
     */
    flags: Array<ReviewFlag>;
    /**
     * When it will be deleted, with everything that quotes it: as its source demands or as the account is set up. Null if it is kept.
     */
    retain_until: Timestamp | null;
    /**
     * When it was first brought in.
     */
    created_at: Timestamp;
    /**
     * When its content last changed.
     */
    updated_at: Timestamp;
};

/**
 * The position of this page in a list that can be sorted.
 */
export type SortedPage = {
    /**
     * The largest number of items this page could hold, as requested, or 25 by default.
     */
    limit: number;
    /**
     * Send this as `cursor` to get the next page. Null means that this was the last page.
     */
    next_cursor: SortedCursor | null;
};

/**
 * Metadata of the response, with the position in a list that can be sorted.
 */
export type SortedPageMeta = {
    /**
     * Identifies this request. Equals the header `X-Request-Id`; quote it when you ask for help.
     */
    request_id: RequestId;
    /**
     * The plan of the account that called.
     */
    plan: Plan;
    /**
     * The rate limit of the account after this request.
     */
    rate_limit: RateLimit;
    /**
     * Which page this is and how to get the next one.
     */
    page: SortedPage;
};

/**
 * A page of reviews in the envelope.
 */
export type ReviewListResponse = {
    /**
     * The reviews, in the order that was requested.
     */
    data: Array<Review>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: SortedPageMeta;
};

/**
 * A review as its source shows it. It needs stars or a text. Names of reviewers have no field, as they are not stored.
 */
export type NewReview = {
    /**
     * Whose review it is. Left out, it is one of the business itself.
     */
    competitor_id?: CompetitorId;
    /**
     * Where it was posted. Left out, `other`.
     */
    source?: Source;
    /**
     * What the source calls it. Left out, it is derived from the content.
     */
    source_id?: string;
    /**
     * Stars.
     */
    rating?: number;
    /**
     * Title of the review; it becomes the first line of the text.
     */
    title?: string;
    /**
     * What the reviewer wrote.
     */
    text?: string;
    /**
     * ISO 639-1 code. Left out, the engine detects it.
     */
    language?: string;
    /**
     * When it was posted, from 1995 on.
     */
    published_at?: RequestTimestamp;
    /**
     * Whether the owner has replied. Left out where replies cannot be seen.
     */
    owner_replied?: boolean;
};

/**
 * Reviews to store.
 */
export type CreateReviewsRequest = {
    /**
     * The reviews, of the business and of its competitors in any order.
     */
    reviews: Array<NewReview>;
};

/**
 * What was done with an item.
 *
 * - `created`: it was not known
 * - `updated`: it was known, with other content
 * - `unchanged`: it was known as it is
 * - `rejected`: it was not stored
 */
export type ReviewResultKind = 'created' | 'updated' | 'unchanged' | 'rejected';

/**
 * The result of one item.
 */
export type ReviewResult = {
    /**
     * What was done.
     */
    result: ReviewResultKind;
    /**
     * The review. Null when the item was rejected.
     */
    review_id: ReviewId | null;
    /**
     * The invalid field, and what is expected there. Null unless the item was rejected.
     */
    problem: ErrorDetail | null;
};

/**
 * The results of the items of a request.
 */
export type CreatedReviews = {
    /**
     * Reviews that were not known before.
     */
    created_count: number;
    /**
     * Known reviews whose content changed.
     */
    updated_count: number;
    /**
     * Known reviews that stayed as they were.
     */
    unchanged_count: number;
    /**
     * Items that were not stored.
     */
    rejected_count: number;
    /**
     * One result for each item, in the order of the request.
     */
    results: Array<ReviewResult>;
};

/**
 * The results of a request in the envelope.
 */
export type CreatedReviewsResponse = {
    /**
     * One result for each item, and how many there are of each kind.
     */
    data: CreatedReviews;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * One review in the envelope.
 */
export type ReviewResponse = {
    /**
     * The review.
     */
    data: Review;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * Confirms that a review was deleted.
 */
export type DeletedReview = {
    /**
     * The review that was deleted.
     */
    id: ReviewId;
    /**
     * Always true.
     */
    deleted: true;
};

/**
 * A deleted review in the envelope.
 */
export type DeletedReviewResponse = {
    /**
     * What was deleted.
     */
    data: DeletedReview;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * Identifies an import of reviews.
 */
export type ReviewImportId = string;

/**
 * How far an import is.
 *
 * - `queued`: the file is stored and waits for a worker, or for an earlier import of the account
 * - `running`: a worker reads it
 * - `completed`: it was read to its end; `rejections` has the rows that were not stored
 * - `failed`: it could not be read to its end; `failure_message` says why
 */
export type ReviewImportStatus = 'queued' | 'running' | 'completed' | 'failed';

/**
 * A row that was not stored.
 */
export type ReviewImportRejection = {
    /**
     * The line of the file on which the row begins, from 1.
     */
    line: number;
    /**
     * The column, by its name in the file. Null when the whole row is concerned.
     */
    column: string | null;
    /**
     * What is wrong, and what is expected.
     */
    reason: string;
};

/**
 * A file of reviews that was uploaded, and what became of it.
 */
export type ReviewImport = {
    /**
     * Identifies the import.
     */
    id: ReviewImportId;
    /**
     * The business whose reviews are imported.
     */
    business_id: BusinessId;
    /**
     * How far the import is.
     */
    status: ReviewImportStatus;
    /**
     * Size of the file.
     */
    size_bytes: number;
    /**
     * The SHA-256 of the file in lowercase hexadecimal, to compare with the file that was sent.
     */
    sha256: string;
    /**
     * How much of the file has been read, from 0 to `size_bytes`.
     */
    read_bytes: number;
    /**
     * Rows or items that were read so far.
     */
    row_count: number;
    /**
     * Reviews that were not known before.
     */
    created_count: number;
    /**
     * Known reviews whose content changed.
     */
    updated_count: number;
    /**
     * Known reviews that stayed as they were, and rows that repeat an earlier one of the file.
     */
    unchanged_count: number;
    /**
     * Rows that were not stored.
     */
    rejected_count: number;
    /**
     * The first 100 rows that were not stored, in the order of the file.
     */
    rejections: Array<ReviewImportRejection>;
    /**
     * How many of the created and updated reviews the engine has read since. It follows within minutes.
     */
    labeled_count: number;
    /**
     * Why the file could not be read to its end, and what to do. Null unless `status` is `failed`.
     */
    failure_message: string | null;
    /**
     * When its upload began.
     */
    created_at: Timestamp;
    /**
     * When a worker began to read it. Null until then.
     */
    started_at: Timestamp | null;
    /**
     * When the import ended. Null until then.
     */
    finished_at: Timestamp | null;
};

/**
 * A page of imports in the envelope.
 */
export type ReviewImportListResponse = {
    /**
     * The imports, newest first.
     */
    data: Array<ReviewImport>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * The order of day and month in dates such as 03/04/2026.
 *
 * - `dmy`: the day is first
 * - `mdy`: the month is first
 */
export type DateOrder = 'dmy' | 'mdy';

/**
 * A file of reviews, in CSV, JSON or NDJSON.
 */
export type ReviewFile = Blob | File;

/**
 * A list of reviews, with fields named as the columns of a CSV file would be, or an object that contains such a list.
 */
export type ReviewFileItems = Array<{
    [key: string]: unknown;
}> | {
    [key: string]: unknown;
};

/**
 * A form with the file as its only part. The part needs neither a file name nor a media type.
 */
export type ReviewFileForm = {
    file: ReviewFile;
};

/**
 * One import in the envelope.
 */
export type ReviewImportResponse = {
    /**
     * The import.
     */
    data: ReviewImport;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * One point.
 */
export type ReportChartPoint = {
    /**
     * The label of the point.
     */
    label: string;
    /**
     * The value, in the chart's unit.
     */
    value: number;
};

/**
 * One row of points.
 */
export type ReportChartSeries = {
    /**
     * What the row shows, for the legend.
     */
    name: string;
    /**
     * The points in the order in which they are drawn.
     */
    points: Array<ReportChartPoint>;
};

/**
 * Figures to draw.
 */
export type ReportChart = {
    /**
     * How to draw them.
     */
    kind: 'bar' | 'line';
    /**
     * What the values are. A `share` lies between 0 and 1, a `rating` is in stars, a `score` between 0 and 100.
     */
    unit: 'share' | 'rating' | 'count' | 'score';
    /**
     * One or more rows of points. Rows of one chart share their labels.
     */
    series: Array<ReportChartSeries>;
};

/**
 * One section of a report.
 */
export type ReportSection = {
    /**
     * What the section is about, for your code.
     */
    key: 'overview' | 'strengths' | 'weaknesses' | 'comparison' | 'trend' | 'follow_up' | 'priorities' | 'method';
    /**
     * Heading for people.
     */
    heading: string;
    /**
     * Plain paragraphs, separated by an empty line. No markup.
     */
    text: string;
    /**
     * Sentences from reviews that belong to the text.
     */
    quotes: Array<Quote>;
    /**
     * Figures to draw. Null when the section has none.
     */
    chart: ReportChart | null;
};

/**
 * A report to download.
 */
export type ReportFile = {
    /**
     * The kind of file. Each is one self-contained file.
     */
    format: 'html' | 'pdf';
    /**
     * A signed link that needs no credential, so treat it as a secret. It is the same for an hour and valid for a day; fetch the report again for a fresh one.
     */
    url: string;
    /**
     * Size of the file.
     */
    size_bytes: number;
    /**
     * When the link stops working.
     */
    expires_at: Timestamp;
};

/**
 * An analysis written out for people, as data and as files. A report can be seen once it is ready; there are no half-made ones.
 */
export type Report = {
    /**
     * Identifies the report.
     */
    id: ReportId;
    /**
     * The business it is about.
     */
    business_id: BusinessId;
    /**
     * The analysis it presents.
     */
    analysis_id: AnalysisId;
    /**
     * How it came about.
     */
    origin: ReportOrigin;
    /**
     * As printed on the first page.
     */
    title: string;
    /**
     * The report as data, in reading order.
     */
    sections: Array<ReportSection>;
    /**
     * The report to download, each format at most once. Where no PDF could be made there is none.
     */
    files: Array<ReportFile>;
    /**
     * The same as in its analysis.
     */
    period: Period;
    /**
     * When it became ready.
     */
    created_at: Timestamp;
};

/**
 * One report in the envelope.
 */
export type ReportResponse = {
    /**
     * The report.
     */
    data: Report;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * One recommendation in the envelope.
 */
export type RecommendationResponse = {
    /**
     * The recommendation.
     */
    data: Recommendation;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * What you decided about a recommendation; `open` takes a decision back.
 */
export type RecommendationDecision = 'open' | 'planned' | 'done' | 'dismissed';

/**
 * What you decided about a recommendation. Fields that are left out stay as they are.
 */
export type UpdateRecommendationRequest = {
    /**
     * What you decided. The status of a resolved recommendation cannot be changed.
     */
    status?: RecommendationDecision;
    /**
     * Your own note. Null removes it.
     */
    note?: string | null;
};

/**
 * Status of a draft.
 *
 * - `draft`: written, or edited since
 * - `approved`: a person approved the text; the service does not post it
 * - `rejected`: not to be used
 */
export type ReplyDraftStatus = 'draft' | 'approved' | 'rejected';

/**
 * Identifies a reply draft.
 */
export type ReplyDraftId = string;

/**
 * A review that a draft replies to, as it was sent, without its author.
 */
export type RepliedReview = {
    /**
     * Its stars.
     */
    rating: number;
    /**
     * Its own words. Empty for a review of stars only.
     */
    text: string;
    /**
     * Where it was posted.
     */
    source: Source;
};

/**
 * Whether the review or one of your facts supports it.
 */
export type ReplyClaimSupport = 'review' | 'fact';

/**
 * One concrete statement and where it comes from.
 */
export type ReplyClaim = {
    /**
     * The statement as it appears in the draft.
     */
    text: string;
    supported_by: ReplyClaimSupport;
    /**
     * The words that support it, verbatim.
     */
    quote: string;
};

/**
 * One draft.
 */
export type ReplyVariant = {
    /**
     * The reply, ready for review and approval.
     */
    text: string;
    /**
     * Every concrete statement of the draft, with the words that support it.
     */
    claims: Array<ReplyClaim>;
};

/**
 * Something to think about before approving a draft.
 *
 * - `health_safety`, `legal_threat`, `discrimination`, `abuse`: the review touches this; the draft is kept neutral
 * - `personal_data`, `staff_named`: the review names people or contact details; the draft does not repeat them
 * - `refund_request`: the review asks for money back; the draft promises nothing
 * - `incentive`: the review speaks of a reward for reviewing
 * - `prompt_injection`: the review tries to give instructions; they were ignored
 * - `rating_mismatch`: stars and words disagree
 * - `unsupported_claim`: a statement without support was taken out
 * - `too_similar`: fewer variants than requested, because others would have repeated them
 * - `low_confidence`: the review is hard to understand
 * - `language_unsupported`: written in English, because the language cannot be written
 */
export type ReplyWarning = 'health_safety' | 'legal_threat' | 'discrimination' | 'abuse' | 'personal_data' | 'staff_named' | 'refund_request' | 'incentive' | 'prompt_injection' | 'rating_mismatch' | 'unsupported_claim' | 'too_similar' | 'low_confidence' | 'language_unsupported';

/**
 * One or more drafts of a reply, and their status. The service never publishes a draft, and keeps it for 90 days after its last change.
 */
export type ReplyDraft = {
    /**
     * Identifies the draft.
     */
    id: ReplyDraftId;
    /**
     * The business it speaks for.
     */
    business_id: BusinessId;
    /**
     * Status of the draft.
     */
    status: ReplyDraftStatus;
    /**
     * The reply as it would be posted. The first variant until it is edited.
     */
    text: string;
    /**
     * The review that it replies to.
     */
    review: RepliedReview;
    /**
     * Language of the drafts, as ISO 639-1.
     */
    language: string;
    /**
     * The drafts, best first. There may be fewer than requested if further drafts would repeat them.
     */
    variants: Array<ReplyVariant>;
    /**
     * What to think about before approving. Empty when nothing stood out.
     */
    warnings: Array<ReplyWarning>;
    /**
     * Always true. A person reads, changes and approves the draft, and posts it.
     */
    requires_human_approval: true;
    /**
     * What chose the words.
     */
    engine: Engine;
    /**
     * When it was written.
     */
    created_at: Timestamp;
    /**
     * When its text or status last changed.
     */
    updated_at: Timestamp;
};

/**
 * A page of reply drafts in the envelope.
 */
export type ReplyDraftListResponse = {
    /**
     * The drafts, newest first.
     */
    data: Array<ReplyDraft>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * A review as it was posted. It need not be known to the service.
 */
export type ReviewToAnswer = {
    /**
     * Its stars.
     */
    rating: number;
    /**
     * Its own words, unchanged. Empty for a review of stars only. Instructions in it are never followed.
     */
    text?: string;
    /**
     * Name under the review, used in the greeting when it looks like a person's name. It is not stored.
     */
    author_name?: string;
    /**
     * Where it was posted.
     */
    source?: 'google' | 'yelp' | 'tripadvisor' | 'facebook' | 'other';
};

/**
 * The review to reply to, and how. Only the review and its rating are required.
 */
export type DraftReviewReplyRequest = {
    /**
     * The review to reply to.
     */
    review: ReviewToAnswer;
    /**
     * The tone of the reply.
     */
    tone?: 'warm' | 'professional' | 'concise' | 'apologetic';
    /**
     * At most 45 words (`short`), 85 (`medium`) or 150 (`long`), greeting and signature included; fewer where the review gives no reason for more.
     */
    length?: 'short' | 'medium' | 'long';
    /**
     * Language to write in, as ISO 639-1. If omitted, it is the language of the review. A language that cannot be written gives an English draft with the warning `language_unsupported`.
     */
    language?: string;
    /**
     * What the draft may say about your business. Besides the review, it asserts nothing else.
     */
    facts?: Array<string>;
    /**
     * How the reply is signed. If omitted, it is signed with the name of your business.
     */
    signature?: string;
    /**
     * How many different drafts you want to choose from.
     */
    variants?: number;
};

/**
 * A reply draft in the envelope.
 */
export type ReplyDraftResponse = {
    /**
     * The draft.
     */
    data: ReplyDraft;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * A change of a draft. Fields that are left out stay as they are.
 */
export type UpdateReviewReplyRequest = {
    /**
     * The reply as it should be posted.
     */
    text?: string;
    /**
     * What should become of it.
     */
    status?: ReplyDraftStatus;
};

/**
 * Identifies a webhook endpoint.
 */
export type WebhookId = string;

/**
 * The types of webhook events. No other types exist.
 *
 * - `analysis.completed`: an analysis finished successfully
 * - `analysis.failed`: an analysis failed and will not be tried again
 * - `report.generated`: a report is ready
 * - `recommendation.created`: a new recommendation was made
 * - `webhook.test`: a test delivery was requested
 */
export type EventType = 'analysis.completed' | 'analysis.failed' | 'report.generated' | 'recommendation.created' | 'webhook.test';

/**
 * Up to 20 keys and values of your own, such as the ID of the endpoint in your system. They are kept and returned, and mean nothing to the service.
 */
export type WebhookMetadata = {
    [key: string]: string;
};

/**
 * A webhook endpoint. Its signing secret is not part of it; that is shown only when it is made and when it is rotated.
 */
export type Webhook = {
    /**
     * Identifies the endpoint.
     */
    id: WebhookId;
    /**
     * Where events are delivered, as normalized when it was registered (the host in ASCII).
     */
    url: string;
    /**
     * The event types it receives.
     */
    event_types: Array<EventType>;
    /**
     * False means that deliveries are held back, not failed.
     */
    enabled: boolean;
    /**
     * Why the service disabled the endpoint. Null while it is enabled, and when a person or program of yours disabled it.
     *
     * - `failing`: at least 20 attempts failed over at least 5 days, and none succeeded in between
     *
     * Set `enabled` to true once the receiver works again: the deliveries that were held are then sent.
     */
    disabled_reason: 'failing' | null;
    /**
     * When the service disabled the endpoint. Null where `disabled_reason` is.
     */
    disabled_at: Timestamp | null;
    /**
     * What the endpoint is for, as its owner wrote it. Null when there is none.
     */
    description: string | null;
    /**
     * The owner's own keys and values.
     */
    metadata: WebhookMetadata;
    /**
     * The most attempts in any 60 seconds, retries and resends included. They are spaced evenly; a twentieth of them may start at once. Null means no limit.
     */
    max_attempts_per_minute: number | null;
    /**
     * When it was registered.
     */
    created_at: Timestamp;
    /**
     * When its secret was last replaced. Null while the first one is in use.
     */
    secret_rotated_at: Timestamp | null;
    /**
     * Until when deliveries are also signed with the previous secret, in the header `webhook-signature`. Null when only the present secret signs.
     */
    previous_secret_expires_at: Timestamp | null;
    /**
     * When an attempt last succeeded. Null before the first.
     */
    last_succeeded_at: Timestamp | null;
    /**
     * When an attempt last failed. Null before the first.
     */
    last_failed_at: Timestamp | null;
};

/**
 * A page of webhook endpoints in the envelope.
 */
export type WebhookListResponse = {
    /**
     * The endpoints, newest first.
     */
    data: Array<Webhook>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * A URL that is reachable from the public internet: `https` with a publicly trusted certificate, no user name or password, no fragment, and a port that is usual for web servers. Private, loopback, link-local and reserved addresses, and names of internal networks (such as `localhost`, `.local`, `.internal`, `.test`, `.example`), are refused with `invalid_request` at `body.url`; a receiver on your own machine gets the events with `svc listen --forward-to URL` instead. The pattern checks the syntax only; the format `public-https-url` is the whole policy.
 */
export type WebhookUrl = string;

/**
 * Where to deliver, and what.
 */
export type CreateWebhookRequest = {
    /**
     * Where to deliver. The same address may be registered twice.
     */
    url: WebhookUrl;
    /**
     * The event types to deliver. If omitted, all types.
     */
    event_types?: Array<EventType>;
    /**
     * What the endpoint is for, in your own words. Null or left out means none.
     */
    description?: string | null;
    /**
     * Your own keys and values. If omitted, none.
     */
    metadata?: WebhookMetadata;
    /**
     * The most attempts in any 60 seconds, retries and resends included. The rest waits, in order, and is not counted as failed. Null or left out means no limit.
     */
    max_attempts_per_minute?: number | null;
};

/**
 * A webhook endpoint with its signing secret. This is the only time that the secret is shown, so keep it now.
 */
export type WebhookWithSecret = {
    /**
     * Identifies the endpoint.
     */
    id: WebhookId;
    /**
     * Where events are delivered, as normalized when it was registered (the host in ASCII).
     */
    url: string;
    /**
     * The event types it receives.
     */
    event_types: Array<EventType>;
    /**
     * False means that deliveries are held back, not failed.
     */
    enabled: boolean;
    /**
     * Why the service disabled the endpoint. Null while it is enabled, and when a person or program of yours disabled it.
     *
     * - `failing`: at least 20 attempts failed over at least 5 days, and none succeeded in between
     *
     * Set `enabled` to true once the receiver works again: the deliveries that were held are then sent.
     */
    disabled_reason: 'failing' | null;
    /**
     * When the service disabled the endpoint. Null where `disabled_reason` is.
     */
    disabled_at: Timestamp | null;
    /**
     * What the endpoint is for, as its owner wrote it. Null when there is none.
     */
    description: string | null;
    /**
     * The owner's own keys and values.
     */
    metadata: WebhookMetadata;
    /**
     * The most attempts in any 60 seconds, retries and resends included. They are spaced evenly; a twentieth of them may start at once. Null means no limit.
     */
    max_attempts_per_minute: number | null;
    /**
     * When it was registered.
     */
    created_at: Timestamp;
    /**
     * When its secret was last replaced. Null while the first one is in use.
     */
    secret_rotated_at: Timestamp | null;
    /**
     * Until when deliveries are also signed with the previous secret, in the header `webhook-signature`. Null when only the present secret signs.
     */
    previous_secret_expires_at: Timestamp | null;
    /**
     * When an attempt last succeeded. Null before the first.
     */
    last_succeeded_at: Timestamp | null;
    /**
     * When an attempt last failed. Null before the first.
     */
    last_failed_at: Timestamp | null;
    /**
     * The key of `X-SVC-Signature`: HMAC-SHA256 over timestamp, dot and raw body, keyed with this whole string as shown, `whsec_` included. It cannot be shown again; when it is lost, rotate it.
     */
    signing_secret: string;
};

/**
 * One webhook endpoint with its signing secret in the envelope.
 */
export type WebhookWithSecretResponse = {
    /**
     * The endpoint with its secret.
     */
    data: WebhookWithSecret;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * One webhook endpoint in the envelope.
 */
export type WebhookResponse = {
    /**
     * The endpoint.
     */
    data: Webhook;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * Confirms that an endpoint was deleted.
 */
export type DeletedWebhook = {
    /**
     * The endpoint that was deleted.
     */
    id: WebhookId;
    /**
     * Always true.
     */
    deleted: true;
};

/**
 * A deletion in the envelope.
 */
export type DeletedWebhookResponse = {
    /**
     * What was deleted.
     */
    data: DeletedWebhook;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * What to change. Whatever is left out stays as it is, and so does the signing secret.
 */
export type UpdateWebhookRequest = {
    /**
     * Where to deliver from now on. Deliveries that are still due go there as well.
     */
    url?: WebhookUrl;
    /**
     * The event types to deliver from now on. This replaces the whole list.
     */
    event_types?: Array<EventType>;
    /**
     * False holds deliveries back, without failing them; true lets them go, also after the service disabled the endpoint.
     */
    enabled?: boolean;
    /**
     * What the endpoint is for, in your own words. Null removes it.
     */
    description?: string | null;
    /**
     * Your own keys and values from now on. This replaces all of them.
     */
    metadata?: WebhookMetadata;
    /**
     * The most attempts in any 60 seconds, from the next attempt on. Null removes the limit.
     */
    max_attempts_per_minute?: number | null;
};

/**
 * Identifies a delivery. It is sent along as the header `X-SVC-Delivery-Id`.
 */
export type WebhookDeliveryId = string;

/**
 * Identifies a webhook event. It stays the same on retries and resends, so use it to drop repeats.
 */
export type WebhookEventId = string;

/**
 * How far a delivery has come.
 *
 * - `pending`: the first attempt is due or held back
 * - `in_progress`: an attempt is being made
 * - `waiting_retry`: the last attempt failed and another one is due
 * - `succeeded`: the endpoint returned a 2xx status
 * - `dead_lettered`: every attempt failed; it can be resent
 * - `canceled`: the endpoint was deleted in the meantime, or the plan has not included the API for 30 days
 *
 * The last three are final.
 */
export type WebhookDeliveryStatus = 'pending' | 'in_progress' | 'waiting_retry' | 'succeeded' | 'dead_lettered' | 'canceled';

/**
 * What an `analysis.completed` event is about.
 */
export type AnalysisCompletedEventData = {
    /**
     * The business that was analyzed.
     */
    business_id: BusinessId;
    /**
     * The analysis, ready to be read.
     */
    analysis_id: AnalysisId;
    /**
     * Competitors whose reviews were read, as in the analysis.
     */
    competitors_analyzed: number;
};

/**
 * An analysis finished successfully.
 */
export type AnalysisCompletedEvent = {
    /**
     * Version of the payload. It changes only when a field is removed or changes its meaning.
     */
    version: 1;
    /**
     * Identifies the event; the same on retries and resends.
     */
    id: WebhookEventId;
    /**
     * Which event this is.
     */
    type: 'analysis.completed';
    /**
     * When it happened.
     */
    created_at: Timestamp;
    /**
     * What it is about.
     */
    data: AnalysisCompletedEventData;
};

/**
 * What an `analysis.failed` event is about.
 */
export type AnalysisFailedEventData = {
    /**
     * The business that was to be analyzed.
     */
    business_id: BusinessId;
    /**
     * The analysis that failed.
     */
    analysis_id: AnalysisId;
    /**
     * Why, as in `failure.reason` of the analysis.
     */
    reason: FailureReason;
};

/**
 * An analysis failed and will not be tried again.
 */
export type AnalysisFailedEvent = {
    /**
     * Version of the payload. It changes only when a field is removed or changes its meaning.
     */
    version: 1;
    /**
     * Identifies the event; the same on retries and resends.
     */
    id: WebhookEventId;
    /**
     * Which event this is.
     */
    type: 'analysis.failed';
    /**
     * When it happened.
     */
    created_at: Timestamp;
    /**
     * What it is about.
     */
    data: AnalysisFailedEventData;
};

/**
 * What a `report.generated` event is about.
 */
export type ReportGeneratedEventData = {
    /**
     * The business that the report is about.
     */
    business_id: BusinessId;
    /**
     * The analysis that it presents.
     */
    analysis_id: AnalysisId;
    /**
     * The report, ready to be read.
     */
    report_id: ReportId;
    /**
     * Whether it is part of the subscription or was purchased once. Missing in events of earlier versions.
     */
    origin?: ReportOrigin;
};

/**
 * A report is ready.
 */
export type ReportGeneratedEvent = {
    /**
     * Version of the payload. It changes only when a field is removed or changes its meaning.
     */
    version: 1;
    /**
     * Identifies the event; the same on retries and resends.
     */
    id: WebhookEventId;
    /**
     * Which event this is.
     */
    type: 'report.generated';
    /**
     * When it happened.
     */
    created_at: Timestamp;
    /**
     * What it is about.
     */
    data: ReportGeneratedEventData;
};

/**
 * What a `recommendation.created` event is about.
 */
export type RecommendationCreatedEventData = {
    /**
     * The business that it is for.
     */
    business_id: BusinessId;
    /**
     * The analysis that found it.
     */
    analysis_id: AnalysisId;
    /**
     * The recommendation. It is in the list of recommendations of the business.
     */
    recommendation_id: RecommendationId;
    /**
     * Its place in the order of work at that time; 1 comes first.
     */
    priority: number;
    /**
     * What to do.
     */
    action: string;
};

/**
 * A new recommendation was made.
 */
export type RecommendationCreatedEvent = {
    /**
     * Version of the payload. It changes only when a field is removed or changes its meaning.
     */
    version: 1;
    /**
     * Identifies the event; the same on retries and resends.
     */
    id: WebhookEventId;
    /**
     * Which event this is.
     */
    type: 'recommendation.created';
    /**
     * When it happened.
     */
    created_at: Timestamp;
    /**
     * What it is about.
     */
    data: RecommendationCreatedEventData;
};

/**
 * What a `webhook.test` event is about.
 */
export type WebhookTestEventData = {
    /**
     * The business of the account.
     */
    business_id: BusinessId;
    /**
     * The endpoint under test.
     */
    webhook_id: WebhookId;
    /**
     * A sentence for a person who reads the body.
     */
    message: string;
};

/**
 * A test delivery, signed and sent exactly like a real one.
 */
export type WebhookTestEvent = {
    /**
     * Version of the payload. It changes only when a field is removed or changes its meaning.
     */
    version: 1;
    /**
     * Identifies the event; the same on retries and resends.
     */
    id: WebhookEventId;
    /**
     * Which event this is.
     */
    type: 'webhook.test';
    /**
     * When it happened.
     */
    created_at: Timestamp;
    /**
     * What it is about.
     */
    data: WebhookTestEventData;
};

/**
 * The event as it is sent. `type` identifies which of the five it is.
 */
export type WebhookPayload = AnalysisCompletedEvent | AnalysisFailedEvent | ReportGeneratedEvent | RecommendationCreatedEvent | WebhookTestEvent;

/**
 * How long each step of an attempt took, in milliseconds. Null for steps that were not finished.
 */
export type WebhookAttemptTimings = {
    /**
     * Looking up the name.
     */
    dns_ms: number | null;
    /**
     * Opening the connection.
     */
    connect_ms: number | null;
    /**
     * Agreeing on encryption and checking the certificate.
     */
    tls_ms: number | null;
    /**
     * From sending the request to the first byte of the response.
     */
    first_byte_ms: number | null;
};

/**
 * One attempt to deliver.
 */
export type WebhookAttempt = {
    /**
     * Counts from 1.
     */
    number: number;
    /**
     * When it began.
     */
    started_at: Timestamp;
    /**
     * How long it took in all. Null while it runs or when it was interrupted.
     */
    duration_ms: number | null;
    /**
     * The result of the attempt. `interrupted` means that it was stopped before it finished, so the endpoint may or may not have received it.
     */
    outcome: 'in_progress' | 'succeeded' | 'failed' | 'interrupted';
    /**
     * The last step that was reached, from resolving the name to reading the response. `prepare` means that our side could not sign the delivery and sent nothing.
     */
    phase: 'prepare' | 'dns' | 'connect' | 'tls' | 'request' | 'response';
    /**
     * Why it failed; null when it did not, or when nothing was sent (`phase` is `prepare`).
     *
     * - `dns_failed`: the name has no address, or one that is not public
     * - `connection_failed`: no connection; refused, unreachable and not allowed alike
     * - `tls_failed`: the certificate is not trusted, has expired or is for another name
     * - `timeout`: no complete response in time
     * - `connection_lost`: the connection was closed before the response
     * - `redirect`: the endpoint returned a redirect, which is never followed
     * - `http_status`: the endpoint returned a status other than 2xx
     * - `invalid_response`: the response was not HTTP
     */
    error: 'dns_failed' | 'connection_failed' | 'tls_failed' | 'timeout' | 'connection_lost' | 'redirect' | 'http_status' | 'invalid_response' | null;
    /**
     * HTTP status of the endpoint's response. Null when there was none.
     */
    http_status: number | null;
    /**
     * Where the time went.
     */
    timings: WebhookAttemptTimings;
    /**
     * The beginning of the endpoint's response. Null when there was none. Escape it before you show it.
     */
    response_excerpt: string | null;
};

/**
 * One event on its way to one endpoint.
 */
export type WebhookDelivery = {
    /**
     * Identifies the delivery; the same as the header `X-SVC-Delivery-Id`.
     */
    id: WebhookDeliveryId;
    /**
     * The endpoint it goes to.
     */
    webhook_id: WebhookId;
    /**
     * The event; the same as the header `X-SVC-Event-Id`, also on retries and resends.
     */
    event_id: WebhookEventId;
    /**
     * What kind of event.
     */
    event_type: EventType;
    /**
     * How far it has come.
     */
    status: WebhookDeliveryStatus;
    /**
     * Why it exists. An event occurred (`event`), or a `test` or a `resend` was requested.
     */
    origin: 'event' | 'test' | 'resend';
    /**
     * The delivery that it resends. Null unless `origin` is `resend`.
     */
    resend_of: WebhookDeliveryId | null;
    /**
     * Attempts begun so far. Together with `max_attempts` it reads "attempt 2 of 5".
     */
    attempt_count: number;
    /**
     * Attempts in all before the delivery is given up, the first one included.
     */
    max_attempts: number;
    /**
     * When it was queued.
     */
    created_at: Timestamp;
    /**
     * When the next attempt is due. Null when none is.
     */
    next_attempt_at: Timestamp | null;
    /**
     * When it reached a final status. Null until then.
     */
    finished_at: Timestamp | null;
    /**
     * The event as sent.
     */
    payload: WebhookPayload;
    /**
     * Why the delivery failed and what to change. Null when it has not failed.
     */
    hint: string | null;
    /**
     * Why no attempt is made although one is due. Null when nothing holds the delivery.
     *
     * - `endpoint_disabled`: the endpoint has `enabled: false`; attempts continue once it is true
     * - `api_not_included`: the plan no longer includes the API; attempts continue once it does
     *
     * Nothing else changes while a delivery is held: no attempt is counted. One that is held for 30 days because of
     * the plan is `canceled`; its event is in the feed for 30 days.
     */
    held_reason: 'endpoint_disabled' | 'api_not_included' | null;
    /**
     * Every attempt, oldest first.
     */
    attempts: Array<WebhookAttempt>;
};

/**
 * One delivery in the envelope.
 */
export type WebhookDeliveryResponse = {
    /**
     * The delivery.
     */
    data: WebhookDelivery;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * How to replace the secret. Without a body the old one stops signing immediately.
 */
export type RotateWebhookSecretRequest = {
    /**
     * For how many seconds deliveries are also signed with the old secret, at most 24 hours. The header `webhook-signature` then carries both signatures; `X-SVC-Signature` is made with the new secret alone. A previous secret that is still kept from an earlier rotation is dropped.
     */
    keep_previous_for?: number;
};

/**
 * A page of deliveries in the envelope.
 */
export type WebhookDeliveryListResponse = {
    /**
     * The deliveries, newest first.
     */
    data: Array<WebhookDelivery>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * A final status.
 */
export type ResendableDeliveryStatus = 'succeeded' | 'dead_lettered';

/**
 * Which past deliveries of the endpoint to send again.
 */
export type ResendWebhookDeliveriesRequest = {
    /**
     * Deliveries queued at or after this instant.
     */
    since: RequestTimestamp;
    /**
     * Deliveries queued before this instant. If omitted, all up to now.
     */
    until?: RequestTimestamp;
    /**
     * Only deliveries of these event types. If omitted, of all types.
     */
    event_types?: Array<EventType>;
    /**
     * Only deliveries that ended like this.
     */
    statuses?: Array<ResendableDeliveryStatus>;
    /**
     * If true, returns the count without sending anything.
     */
    dry_run?: boolean;
};

/**
 * How many past deliveries matched and how many new ones were queued.
 */
export type ResendWebhookDeliveriesResult = {
    /**
     * Past deliveries that matched.
     */
    matched_count: number;
    /**
     * New deliveries that were queued. 0 after a dry run.
     */
    queued_count: number;
};

/**
 * The result of resending many deliveries in the envelope.
 */
export type ResendWebhookDeliveriesResultResponse = {
    /**
     * What was found and queued.
     */
    data: ResendWebhookDeliveriesResult;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * One entry of the feed of webhook events. There is one per event and one more for each resend.
 */
export type WebhookFeedEntry = {
    /**
     * The place of this entry in the feed. Keep the last one and send it as `after` to go on just after it. It is the id of the event, or a new id for a resend.
     */
    position: WebhookEventId;
    /**
     * The event, exactly as endpoints receive it.
     */
    payload: WebhookPayload;
    /**
     * The delivery that was sent again. Null for the event itself.
     */
    resend_of: WebhookDeliveryId | null;
};

/**
 * A stretch of the feed of webhook events in the envelope.
 */
export type WebhookFeedEntryListResponse = {
    /**
     * The entries, oldest first.
     */
    data: Array<WebhookFeedEntry>;
    /**
     * Metadata of the response. The feed has no pages; it continues from a `position`.
     */
    meta: Meta;
};

/**
 * What happened.
 *
 * - `api.request`: a call was carried out
 * - `api.refused`: a call was refused; further calls in the same minute with a key that is no longer accepted are
 * counted in the usage and have no separate event
 * - `key.*`, `client.*`, `token.*`: a credential was made, replaced, withdrawn or misused
 * - `webhook.*`: a webhook endpoint was changed or tested; `webhook.disabled`: the service disabled it because all its
 * attempts had failed for days
 * - `reviews.created`, `review.deleted`: reviews were brought in, or one was deleted
 * - `competitor.*`: a competitor was created, changed or removed
 * - `delivery.resent`, `delivery.dead_lettered`: a delivery was sent again, or given up
 * - `analysis.skipped`: a scheduled analysis was not started because the monthly quota was used up
 * - `quota.reached`: the last unit of a monthly quota was used
 */
export type UsageEventType = 'api.request' | 'api.refused' | 'key.issued' | 'key.revoked' | 'client.created' | 'client.secret_rotated' | 'client.deleted' | 'token.issued' | 'token.revoked' | 'token.reuse_detected' | 'webhook.created' | 'webhook.updated' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.tested' | 'webhook.disabled' | 'reviews.created' | 'review.deleted' | 'competitor.created' | 'competitor.updated' | 'competitor.deleted' | 'delivery.resent' | 'delivery.dead_lettered' | 'analysis.skipped' | 'quota.reached';

/**
 * A class of HTTP status codes.
 */
export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx';

/**
 * Identifies an entry of the usage and activity log.
 */
export type UsageEventId = string;

/**
 * Who did something.
 */
export type UsageEventActor = {
    /**
     * A credential of yours (`api_key`, `oauth_client`), a person who signs in (`user`), a member of our staff (`operator`) or the service itself (`system`).
     */
    type: 'api_key' | 'oauth_client' | 'user' | 'operator' | 'system';
    /**
     * The key or client. Null for everyone else.
     */
    id: string | null;
    /**
     * The visible beginning of the key, or the name of the client. Null for everyone else.
     */
    label: string | null;
};

/**
 * A metered action, counted per calendar month (UTC).
 */
export type QuotaName = 'analyses' | 'reply_drafts';

/**
 * How far a monthly quota is used.
 */
export type UsageEventQuota = {
    /**
     * Which quota.
     */
    name: QuotaName;
    /**
     * Units used this month, this one included.
     */
    used: number;
    /**
     * Units in a month.
     */
    limit: number;
};

/**
 * Something that was done with the account's credentials, or that happened to them.
 */
export type UsageEvent = {
    /**
     * Identifies the entry.
     */
    id: UsageEventId;
    /**
     * When it happened.
     */
    created_at: Timestamp;
    /**
     * What happened.
     */
    type: UsageEventType;
    /**
     * The request that caused it, as in `meta.request_id` of the response. Null when no request did.
     */
    request_id: RequestId | null;
    /**
     * Who did it.
     */
    actor: UsageEventActor;
    /**
     * The name of the key or client at that time, or the email address of the person. Null for everyone else.
     */
    actor_name: string | null;
    /**
     * The IP address that the request came from. Null when no request did. Deleted with the entry.
     */
    client_ip: string | null;
    /**
     * How the request came in: as a call of this API (`rest`) or of a tool (`mcp`). Null when no such request caused it, and for entries from before this was recorded.
     */
    channel: 'rest' | 'mcp' | null;
    /**
     * The operation that was called, by its name in this description. Null when it was not an operation of this API.
     */
    operation_id: string | null;
    /**
     * HTTP method of the operation. Null where `operation_id` is.
     */
    method: string | null;
    /**
     * Path of the operation, below the base URL, with its parameters by name. Null where `operation_id` is.
     */
    path: string | null;
    /**
     * HTTP status of the response. Null when there was none.
     */
    http_status: number | null;
    /**
     * Error code of the response. Null on success.
     */
    error_code: ErrorCode | null;
    /**
     * Time spent inside the service. Null when there was no request.
     */
    duration_ms: number | null;
    /**
     * What it was about, such as the webhook endpoint that was made. Null when it was about nothing in particular.
     */
    resource_id: string | null;
    /**
     * The quota after a metered action was counted or refused. Null for everything else.
     */
    quota: UsageEventQuota | null;
};

/**
 * A page of usage events in the envelope.
 */
export type UsageEventListResponse = {
    /**
     * The entries, newest first.
     */
    data: Array<UsageEvent>;
    /**
     * Metadata of the response and the position in the list.
     */
    meta: PageMeta;
};

/**
 * What opens the API to an account.
 *
 * - `plan`: its plan includes the API
 * - `api_demo`: granted by us, on any plan
 */
export type Entitlement = 'api_demo' | 'plan';

/**
 * Optional parts of the platform, as they are for this account now.
 */
export type AccountFlags = {
    /**
     * Live keys are accepted.
     */
    live_keys_enabled: boolean;
    /**
     * The OAuth authorization code flow is available.
     */
    oauth_authcode_enabled: boolean;
};

/**
 * The business of the account, in short.
 */
export type AccountBusiness = {
    /**
     * Identifies the business; see `getBusiness`.
     */
    id: BusinessId;
    /**
     * Name as customers know it.
     */
    name: string;
};

/**
 * An API key, an access token of an OAuth client, or a person who is signed in to the portal.
 */
export type CredentialType = 'api_key' | 'oauth_client' | 'user';

/**
 * Which quotas a credential uses: `test` keys have a separate allowance, `live` keys and OAuth clients use the quotas of the plan.
 */
export type CredentialKind = 'test' | 'live';

/**
 * The credential of a request.
 */
export type AccountCaller = {
    /**
     * What the request was authenticated with.
     */
    type: CredentialType;
    /**
     * The key, the client, or the person.
     */
    id: string;
    /**
     * Which quotas it uses.
     */
    kind: CredentialKind;
    /**
     * The name that the key or client was given, or the email address of the person.
     */
    name: string;
    /**
     * The visible beginning of the key, the name of the client, or the email address of the person.
     */
    label: string;
    /**
     * What it may do.
     */
    scopes: Array<string>;
    /**
     * When it expires. Null when it does not.
     */
    expires_at: Timestamp | null;
};

/**
 * What requests are counted by, in the words of `X-RateLimit-Policy`. Keys and clients are both `key`.
 */
export type RateLimitPolicy = 'ip' | 'account' | 'key';

/**
 * One limit on requests in a sliding window, after this request.
 */
export type AccountRateLimit = {
    /**
     * What the requests are counted by.
     */
    policy: RateLimitPolicy;
    /**
     * Length of the window in seconds.
     */
    window_s: number;
    /**
     * Requests allowed in the window.
     */
    limit: number;
    /**
     * Requests that count now, this one included.
     */
    used: number;
    /**
     * Requests left. At 0 the next request gets 429.
     */
    remaining: number;
    /**
     * Seconds until the full limit is available again, if you pause until then.
     */
    reset_s: number;
};

/**
 * How far a monthly quota is used.
 */
export type AccountQuota = {
    /**
     * Which metered action.
     */
    name: QuotaName;
    /**
     * Test keys have a separate allowance; live keys and OAuth clients use the quota of the plan.
     */
    kind: CredentialKind;
    /**
     * Uses allowed in a month.
     */
    limit: number;
    /**
     * Uses of this month.
     */
    used: number;
    /**
     * Uses left this month. At 0 the next use gets 429.
     */
    remaining: number;
    /**
     * When the count begins again, the first instant of the next month (UTC).
     */
    resets_at: Timestamp;
};

/**
 * A kind of record of which an account can have a limited number.
 *
 * - `webhook_endpoints`, `competitors`, `reviews`: at a time
 * - `review_imports`: uploads on one day in UTC
 */
export type CapacityName = 'webhook_endpoints' | 'competitors' | 'reviews' | 'review_imports';

/**
 * How many of something the account has, and how many it may have.
 */
export type AccountCapacity = {
    /**
     * What is counted.
     */
    name: CapacityName;
    /**
     * How many the account may have.
     */
    limit: number;
    /**
     * How many it has.
     */
    used: number;
    /**
     * How many more it may create.
     */
    remaining: number;
};

/**
 * The account, the credential that asks, and what both may still do.
 */
export type Account = {
    /**
     * Name of the account.
     */
    name: string;
    /**
     * The plan of the account.
     */
    plan: Plan;
    /**
     * What opens the API to the account. Sorted, without duplicates.
     */
    entitlements: Array<Entitlement>;
    /**
     * Which optional parts of the platform are on for the account.
     */
    flags: AccountFlags;
    /**
     * The business that the account is locked to.
     */
    business: AccountBusiness;
    /**
     * The credential of this request.
     */
    caller: AccountCaller;
    /**
     * Every limit on requests that this request counted against, in the order `ip`, `account`, `key`.
     */
    rate_limits: [
        AccountRateLimit,
        AccountRateLimit,
        AccountRateLimit
    ];
    /**
     * Every monthly quota, for test keys and for live use.
     */
    quotas: Array<AccountQuota>;
    /**
     * The records of which the account can have a limited number at a time.
     */
    capacities: Array<AccountCapacity>;
    /**
     * Reports that were granted to the account outside of its plan and not used yet. The next analysis that is started with a live credential uses one instead of the quota.
     */
    report_grants: number;
    /**
     * Days after which reviews are deleted, counted from when they were posted or, where that is not known, stored. Null if the account keeps them. The rule of a source may end earlier; `retain_until` of a review has both.
     */
    review_retention_days: number | null;
    /**
     * When the account was created.
     */
    created_at: Timestamp;
};

/**
 * The account in the envelope.
 */
export type AccountResponse = {
    /**
     * The account.
     */
    data: Account;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * What the counts are broken down by.
 *
 * - `operation`: one series for each operation that was called
 * - `status`: one series for each HTTP status
 * - `caller`: one series for each key or client
 */
export type UsageGrouping = 'operation' | 'status' | 'caller';

/**
 * The length of the intervals that requests are counted in. Intervals begin on the hour, the day or the month in UTC.
 */
export type UsageInterval = 'hour' | 'day' | 'month';

/**
 * The count of one interval.
 */
export type UsagePoint = {
    /**
     * First instant of the interval.
     */
    start: Timestamp;
    /**
     * Requests in the interval.
     */
    requests: number;
};

/**
 * The counts of one group.
 */
export type UsageSeries = {
    /**
     * The operation, the HTTP status or the id of the key or client. Null in the series of everything, and for requests that belong to no operation.
     */
    key: string | null;
    /**
     * The name of the key or client, where the counts are broken down by caller and it still exists; else null.
     */
    name: string | null;
    /**
     * Requests of the group in the period.
     */
    requests: number;
    /**
     * One entry for each interval with requests, oldest first. Intervals without requests are left out.
     */
    points: Array<UsagePoint>;
};

/**
 * Request counts of a period.
 */
export type Usage = {
    /**
     * Start of the first interval. `from` of the request, rounded down.
     */
    from: Timestamp;
    /**
     * End of the last interval, not included. `to` of the request, rounded up.
     */
    to: Timestamp;
    /**
     * Length of the intervals.
     */
    interval: UsageInterval;
    /**
     * What the counts are broken down by. Null for totals.
     */
    group_by: UsageGrouping | null;
    /**
     * Requests in the period.
     */
    requests: number;
    /**
     * One series for each group, the largest first; one for everything without `group_by`. At most 100.
     */
    series: Array<UsageSeries>;
};

/**
 * Request counts in the envelope.
 */
export type UsageResponse = {
    /**
     * The counts.
     */
    data: Usage;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * How many items one page holds at most.
 */
export type LimitParam = number;

/**
 * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
 * never build one.
 *
 */
export type CursorParam = Cursor;

/**
 * Identifier of the business. Only the locked business of the account exists for its credentials.
 */
export type BusinessIdParam = BusinessId;

/**
 * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
 * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
 * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
 *
 */
export type IdempotencyKeyParam = string;

/**
 * Identifier of the competitor.
 */
export type CompetitorIdParam = CompetitorId;

/**
 * Only analyses in this state.
 */
export type AnalysisStatusParam = AnalysisStatus;

/**
 * Only analyses that were requested at or after this instant (RFC 3339).
 */
export type AnalysisCreatedAfterParam = RequestTimestamp;

/**
 * Only analyses that were requested before this instant (RFC 3339).
 */
export type AnalysisCreatedBeforeParam = RequestTimestamp;

/**
 * Only recommendations with this status.
 */
export type RecommendationStatusParam = RecommendationStatus;

/**
 * Only recommendations about this aspect.
 */
export type RecommendationAspectParam = Aspect;

/**
 * Only recommendations that are urgent, or only those that are not.
 */
export type RecommendationUrgentParam = boolean;

/**
 * The order of the list. `newest` and `oldest` go by the time of publication, or of the import where that is not known;
 * `highest_rating` and `lowest_rating` by stars, the newest first among equals and reviews without stars last.
 *
 */
export type ReviewSortParam = 'newest' | 'oldest' | 'highest_rating' | 'lowest_rating';

/**
 * True for reviews of the business itself only, false for those of its competitors only.
 */
export type ReviewOwnParam = boolean;

/**
 * Only reviews of this competitor. An id that the business does not track selects nothing.
 */
export type ReviewCompetitorParam = CompetitorId;

/**
 * Only reviews that were posted there.
 */
export type ReviewSourceParam = Source;

/**
 * Only reviews with this number of stars.
 */
export type ReviewRatingParam = number;

/**
 * Only reviews in this language (ISO 639-1).
 */
export type ReviewLanguageParam = string;

/**
 * Only reviews that say something about this aspect. With `polarity`, only those that judge it so: `aspect=wait` and
 * `polarity=negative` are the complaints about waiting.
 *
 */
export type ReviewAspectParam = Aspect;

/**
 * Only reviews of this polarity; with `aspect`, only those that judge this aspect so.
 */
export type ReviewPolarityParam = ReviewPolarity;

/**
 * Only reviews with this flag.
 */
export type ReviewFlagParam = ReviewFlag;

/**
 * True for reviews that the owner has replied to, false for those known to have no reply.
 */
export type ReviewRepliedParam = boolean;

/**
 * Only reviews published at or after this instant (RFC 3339).
 */
export type PublishedAfterParam = RequestTimestamp;

/**
 * Only reviews published before this instant (RFC 3339).
 */
export type PublishedBeforeParam = RequestTimestamp;

/**
 * Only reviews whose text contains all of these words, in any form: `wait` finds "waited" and "waiting". Quotation marks
 * hold words together, `or` allows alternatives, a minus excludes. Very frequent words such as "the" are ignored; a query
 * of nothing else finds nothing. The query filters and never changes the order.
 *
 */
export type ReviewQueryParam = string;

/**
 * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
 * never build one. With another sort or other filters it is a position in the list that is then requested.
 *
 */
export type SortedCursorParam = SortedCursor;

/**
 * Identifier of the review, as in `review_id` of a quote.
 */
export type ReviewIdParam = ReviewId;

/**
 * The order of day and month in dates such as 03/04/2026. Without it, a row with such a date is rejected where both orders are possible.
 *
 */
export type DateOrderParam = DateOrder;

/**
 * Identifier of the import.
 */
export type ReviewImportIdParam = ReviewImportId;

/**
 * Identifier of the analysis.
 */
export type AnalysisIdParam = AnalysisId;

/**
 * Identifier of the report, as in `report_id` of its analysis or in the event `report.generated`.
 */
export type ReportIdParam = ReportId;

/**
 * Identifier of the recommendation.
 */
export type RecommendationIdParam = RecommendationId;

/**
 * Only drafts with this status.
 */
export type ReplyDraftStatusParam = ReplyDraftStatus;

/**
 * Identifier of the draft.
 */
export type ReplyDraftIdParam = ReplyDraftId;

/**
 * Identifier of the webhook endpoint.
 */
export type WebhookIdParam = WebhookId;

/**
 * Only deliveries in this state; `dead_lettered` shows what needs attention.
 */
export type DeliveryStatusParam = WebhookDeliveryStatus;

/**
 * Only deliveries of events of this type.
 */
export type DeliveryEventTypeParam = EventType;

/**
 * Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`.
 */
export type WebhookDeliveryIdParam = WebhookDeliveryId;

/**
 * Only entries that follow this event: the `position` of the last entry you handled. Leave it out to begin with the
 * oldest event that is kept.
 *
 */
export type AfterParam = WebhookEventId;

/**
 * Only events of this type.
 */
export type FeedEventTypeParam = EventType;

/**
 * Seconds to hold the request open while there is nothing to return. It returns as soon as an event occurs, or with an
 * empty list when the time is over.
 *
 */
export type WaitParam = number;

/**
 * Only usage events of this type.
 */
export type UsageEventTypeParam = UsageEventType;

/**
 * Only usage events of calls of this operation.
 */
export type UsageEventOperationParam = string;

/**
 * Only usage events whose response had a status of this class.
 */
export type UsageEventStatusParam = StatusClass;

/**
 * Only usage events of this key or client, given by its id.
 */
export type UsageEventCallerParam = string;

/**
 * Only usage events at or after this instant (RFC 3339).
 */
export type SinceParam = RequestTimestamp;

/**
 * Only usage events before this instant (RFC 3339). An instant that is not after `since` selects an empty period, and so an
 * empty list.
 *
 */
export type UntilParam = RequestTimestamp;

/**
 * Only usage events of this request, given by its `X-Request-Id`.
 */
export type RequestIdParam = RequestId;

/**
 * Start of the period (RFC 3339), rounded down to the start of its interval. An instant that is not before `to` selects an empty
 * period; one that is too early is moved, and `from` in the response is the instant used.
 *
 */
export type UsageFromParam = RequestTimestamp;

/**
 * End of the period (RFC 3339), rounded up to the end of its interval. Now by default, and at the latest.
 */
export type UsageToParam = RequestTimestamp;

/**
 * Length of the intervals.
 */
export type UsageIntervalParam = 'hour' | 'day' | 'month';

/**
 * What to break the counts down by. Leave it out for totals.
 */
export type UsageGroupByParam = UsageGrouping;

/**
 * Type of the event, as in `type` of the body.
 */
export type EventTypeHeader = EventType;

/**
 * Identifier of the event, as in `id` of the body. It is the same on retries and resends; ignore what you have handled.
 */
export type EventIdHeader = WebhookEventId;

/**
 * Identifier of the delivery, to be looked up with `getWebhookDelivery`. A resend has its own.
 */
export type DeliveryIdHeader = WebhookDeliveryId;

/**
 * Unix seconds at which this attempt was signed. Reject it when it is more than 300 seconds from your clock.
 */
export type TimestampHeader = string;

/**
 * `sha256=` and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the exact raw body bytes. The key is the signing
 * secret as it was shown, `whsec_` included.
 *
 */
export type SignatureHeader = string;

/**
 * The event id again, under the name that Standard Webhooks verifiers read.
 */
export type StandardWebhookIdHeader = WebhookEventId;

/**
 * The timestamp again, under the name that Standard Webhooks verifiers read.
 */
export type StandardWebhookTimestampHeader = string;

/**
 * `v1,` and the base64 HMAC-SHA256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and the exact raw body bytes. The key is
 * the 32 bytes that the signing secret encodes after `whsec_`. After a rotation with `keep_previous_for` there are two
 * signatures, separated by a space: by the new secret and by the previous one. Accept the delivery if either is right.
 *
 */
export type StandardWebhookSignatureHeader = string;

/**
 * Names the sender, for access logs and firewalls. It proves nothing; the signature does.
 */
export type UserAgentHeader = string;

export type ListBusinessesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/businesses';
};

export type ListBusinessesErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListBusinessesError = ListBusinessesErrors[keyof ListBusinessesErrors];

export type ListBusinessesResponses = {
    /**
     * One page of businesses.
     */
    200: BusinessListResponse;
};

export type ListBusinessesResponse = ListBusinessesResponses[keyof ListBusinessesResponses];

export type GetBusinessData = {
    body?: never;
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: never;
    url: '/businesses/{id}';
};

export type GetBusinessErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetBusinessError = GetBusinessErrors[keyof GetBusinessErrors];

export type GetBusinessResponses = {
    /**
     * The business.
     */
    200: BusinessResponse;
};

export type GetBusinessResponse = GetBusinessResponses[keyof GetBusinessResponses];

export type ListCompetitorsData = {
    body?: never;
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: {
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/businesses/{id}/competitors';
};

export type ListCompetitorsErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListCompetitorsError = ListCompetitorsErrors[keyof ListCompetitorsErrors];

export type ListCompetitorsResponses = {
    /**
     * One page of competitors.
     */
    200: CompetitorListResponse;
};

export type ListCompetitorsResponse = ListCompetitorsResponses[keyof ListCompetitorsResponses];

export type CreateCompetitorData = {
    body: CreateCompetitorRequest;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: never;
    url: '/businesses/{id}/competitors';
};

export type CreateCompetitorErrors = {
    /**
     * `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
     * type, or too large. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests, or the plan allows no more of what was to be stored. `error.details` tells them apart: `rate.…`
     * is over after `Retry-After` seconds, `quota.…` once something has been removed or the plan has changed.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type CreateCompetitorError = CreateCompetitorErrors[keyof CreateCompetitorErrors];

export type CreateCompetitorResponses = {
    /**
     * The competitor, without reviews yet.
     */
    201: CompetitorResponse;
};

export type CreateCompetitorResponse = CreateCompetitorResponses[keyof CreateCompetitorResponses];

export type DeleteCompetitorData = {
    body?: never;
    path: {
        /**
         * Identifier of the competitor.
         */
        id: CompetitorId;
    };
    query?: never;
    url: '/competitors/{id}';
};

export type DeleteCompetitorErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type DeleteCompetitorError = DeleteCompetitorErrors[keyof DeleteCompetitorErrors];

export type DeleteCompetitorResponses = {
    /**
     * The competitor is removed.
     */
    200: DeletedCompetitorResponse;
};

export type DeleteCompetitorResponse = DeleteCompetitorResponses[keyof DeleteCompetitorResponses];

export type GetCompetitorData = {
    body?: never;
    path: {
        /**
         * Identifier of the competitor.
         */
        id: CompetitorId;
    };
    query?: never;
    url: '/competitors/{id}';
};

export type GetCompetitorErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetCompetitorError = GetCompetitorErrors[keyof GetCompetitorErrors];

export type GetCompetitorResponses = {
    /**
     * The competitor.
     */
    200: CompetitorResponse;
};

export type GetCompetitorResponse = GetCompetitorResponses[keyof GetCompetitorResponses];

export type UpdateCompetitorData = {
    body: UpdateCompetitorRequest;
    path: {
        /**
         * Identifier of the competitor.
         */
        id: CompetitorId;
    };
    query?: never;
    url: '/competitors/{id}';
};

export type UpdateCompetitorErrors = {
    /**
     * `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
     * type, or too large. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type UpdateCompetitorError = UpdateCompetitorErrors[keyof UpdateCompetitorErrors];

export type UpdateCompetitorResponses = {
    /**
     * The competitor as it is now.
     */
    200: CompetitorResponse;
};

export type UpdateCompetitorResponse = UpdateCompetitorResponses[keyof UpdateCompetitorResponses];

export type ListAnalysesData = {
    body?: never;
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: {
        /**
         * Only analyses in this state.
         */
        status?: AnalysisStatus;
        /**
         * Only analyses that were requested at or after this instant (RFC 3339).
         */
        created_after?: RequestTimestamp;
        /**
         * Only analyses that were requested before this instant (RFC 3339).
         */
        created_before?: RequestTimestamp;
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/businesses/{id}/analyses';
};

export type ListAnalysesErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListAnalysesError = ListAnalysesErrors[keyof ListAnalysesErrors];

export type ListAnalysesResponses = {
    /**
     * One page of analyses.
     */
    200: AnalysisListResponse;
};

export type ListAnalysesResponse = ListAnalysesResponses[keyof ListAnalysesResponses];

export type StartAnalysisData = {
    body?: never;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: never;
    url: '/businesses/{id}/analyses';
};

export type StartAnalysisErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window, or the monthly quota of this action is used up. The path in
     * `error.details` distinguishes them (`rate.…`, `quota.…`), and `Retry-After` holds for either.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type StartAnalysisError = StartAnalysisErrors[keyof StartAnalysisErrors];

export type StartAnalysisResponses = {
    /**
     * The analysis is queued.
     */
    202: AnalysisResponse;
};

export type StartAnalysisResponse = StartAnalysisResponses[keyof StartAnalysisResponses];

export type ListRecommendationsData = {
    body?: never;
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: {
        /**
         * Only recommendations with this status.
         */
        status?: RecommendationStatus;
        /**
         * Only recommendations about this aspect.
         */
        aspect?: Aspect;
        /**
         * Only recommendations that are urgent, or only those that are not.
         */
        urgent?: boolean;
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/businesses/{id}/recommendations';
};

export type ListRecommendationsErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListRecommendationsError = ListRecommendationsErrors[keyof ListRecommendationsErrors];

export type ListRecommendationsResponses = {
    /**
     * One page of recommendations.
     */
    200: RecommendationListResponse;
};

export type ListRecommendationsResponse = ListRecommendationsResponses[keyof ListRecommendationsResponses];

export type ListReportsData = {
    body?: never;
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: {
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/businesses/{id}/reports';
};

export type ListReportsErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListReportsError = ListReportsErrors[keyof ListReportsErrors];

export type ListReportsResponses = {
    /**
     * One page of reports.
     */
    200: ReportListResponse;
};

export type ListReportsResponse = ListReportsResponses[keyof ListReportsResponses];

export type GetAnalysisScheduleData = {
    body?: never;
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: never;
    url: '/businesses/{id}/analysis-schedule';
};

export type GetAnalysisScheduleErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetAnalysisScheduleError = GetAnalysisScheduleErrors[keyof GetAnalysisScheduleErrors];

export type GetAnalysisScheduleResponses = {
    /**
     * The schedule.
     */
    200: AnalysisScheduleResponse;
};

export type GetAnalysisScheduleResponse = GetAnalysisScheduleResponses[keyof GetAnalysisScheduleResponses];

export type SetAnalysisScheduleData = {
    body: SetAnalysisScheduleRequest;
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: never;
    url: '/businesses/{id}/analysis-schedule';
};

export type SetAnalysisScheduleErrors = {
    /**
     * `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
     * type, or too large. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type SetAnalysisScheduleError = SetAnalysisScheduleErrors[keyof SetAnalysisScheduleErrors];

export type SetAnalysisScheduleResponses = {
    /**
     * The schedule as it is now.
     */
    200: AnalysisScheduleResponse;
};

export type SetAnalysisScheduleResponse = SetAnalysisScheduleResponses[keyof SetAnalysisScheduleResponses];

export type ListReviewsData = {
    body?: never;
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: {
        /**
         * The order of the list. `newest` and `oldest` go by the time of publication, or of the import where that is not known;
         * `highest_rating` and `lowest_rating` by stars, the newest first among equals and reviews without stars last.
         *
         */
        sort?: 'newest' | 'oldest' | 'highest_rating' | 'lowest_rating';
        /**
         * True for reviews of the business itself only, false for those of its competitors only.
         */
        own?: boolean;
        /**
         * Only reviews of this competitor. An id that the business does not track selects nothing.
         */
        competitor_id?: CompetitorId;
        /**
         * Only reviews that were posted there.
         */
        source?: Source;
        /**
         * Only reviews with this number of stars.
         */
        rating?: number;
        /**
         * Only reviews in this language (ISO 639-1).
         */
        language?: string;
        /**
         * Only reviews that say something about this aspect. With `polarity`, only those that judge it so: `aspect=wait` and
         * `polarity=negative` are the complaints about waiting.
         *
         */
        aspect?: Aspect;
        /**
         * Only reviews of this polarity; with `aspect`, only those that judge this aspect so.
         */
        polarity?: ReviewPolarity;
        /**
         * Only reviews with this flag.
         */
        flag?: ReviewFlag;
        /**
         * True for reviews that the owner has replied to, false for those known to have no reply.
         */
        replied?: boolean;
        /**
         * Only reviews published at or after this instant (RFC 3339).
         */
        published_after?: RequestTimestamp;
        /**
         * Only reviews published before this instant (RFC 3339).
         */
        published_before?: RequestTimestamp;
        /**
         * Only reviews whose text contains all of these words, in any form: `wait` finds "waited" and "waiting". Quotation marks
         * hold words together, `or` allows alternatives, a minus excludes. Very frequent words such as "the" are ignored; a query
         * of nothing else finds nothing. The query filters and never changes the order.
         *
         */
        q?: string;
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one. With another sort or other filters it is a position in the list that is then requested.
         *
         */
        cursor?: SortedCursor;
    };
    url: '/businesses/{id}/reviews';
};

export type ListReviewsErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListReviewsError = ListReviewsErrors[keyof ListReviewsErrors];

export type ListReviewsResponses = {
    /**
     * One page of reviews.
     */
    200: ReviewListResponse;
};

export type ListReviewsResponse = ListReviewsResponses[keyof ListReviewsResponses];

export type CreateReviewsData = {
    body: CreateReviewsRequest;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: never;
    url: '/businesses/{id}/reviews';
};

export type CreateReviewsErrors = {
    /**
     * `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
     * type, or too large. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests, or the plan allows no more of what was to be stored. `error.details` tells them apart: `rate.…`
     * is over after `Retry-After` seconds, `quota.…` once something has been removed or the plan has changed.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type CreateReviewsError = CreateReviewsErrors[keyof CreateReviewsErrors];

export type CreateReviewsResponses = {
    /**
     * One result for each item.
     */
    200: CreatedReviewsResponse;
};

export type CreateReviewsResponse = CreateReviewsResponses[keyof CreateReviewsResponses];

export type DeleteReviewData = {
    body?: never;
    path: {
        /**
         * Identifier of the review, as in `review_id` of a quote.
         */
        id: ReviewId;
    };
    query?: never;
    url: '/reviews/{id}';
};

export type DeleteReviewErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type DeleteReviewError = DeleteReviewErrors[keyof DeleteReviewErrors];

export type DeleteReviewResponses = {
    /**
     * The review is deleted.
     */
    200: DeletedReviewResponse;
};

export type DeleteReviewResponse = DeleteReviewResponses[keyof DeleteReviewResponses];

export type GetReviewData = {
    body?: never;
    path: {
        /**
         * Identifier of the review, as in `review_id` of a quote.
         */
        id: ReviewId;
    };
    query?: never;
    url: '/reviews/{id}';
};

export type GetReviewErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetReviewError = GetReviewErrors[keyof GetReviewErrors];

export type GetReviewResponses = {
    /**
     * The review.
     */
    200: ReviewResponse;
};

export type GetReviewResponse = GetReviewResponses[keyof GetReviewResponses];

export type ListReviewImportsData = {
    body?: never;
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: {
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/businesses/{id}/review-imports';
};

export type ListReviewImportsErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListReviewImportsError = ListReviewImportsErrors[keyof ListReviewImportsErrors];

export type ListReviewImportsResponses = {
    /**
     * One page of imports.
     */
    200: ReviewImportListResponse;
};

export type ListReviewImportsResponse = ListReviewImportsResponses[keyof ListReviewImportsResponses];

export type CreateReviewImportData = {
    /**
     * The file. `application/octet-stream` is for a file whose format the client does not know, `multipart/form-data` for clients that
     * send forms: the file is its only part.
     *
     */
    body: ReviewFileItems;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the business. Only the locked business of the account exists for its credentials.
         */
        id: BusinessId;
    };
    query?: {
        /**
         * The order of day and month in dates such as 03/04/2026. Without it, a row with such a date is rejected where both orders are possible.
         *
         */
        date_order?: DateOrder;
    };
    url: '/businesses/{id}/review-imports';
};

export type CreateReviewImportErrors = {
    /**
     * `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
     * type, or too large. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests, too many uploads at a time (`rate.uploads`), or the uploads of the day are used up
     * (`quota.review_imports`). The path in `error.details` tells them apart, and `Retry-After` holds for each.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type CreateReviewImportError = CreateReviewImportErrors[keyof CreateReviewImportErrors];

export type CreateReviewImportResponses = {
    /**
     * The file is stored and waits for a worker.
     */
    202: ReviewImportResponse;
};

export type CreateReviewImportResponse = CreateReviewImportResponses[keyof CreateReviewImportResponses];

export type GetReviewImportData = {
    body?: never;
    path: {
        /**
         * Identifier of the import.
         */
        id: ReviewImportId;
    };
    query?: never;
    url: '/review-imports/{id}';
};

export type GetReviewImportErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetReviewImportError = GetReviewImportErrors[keyof GetReviewImportErrors];

export type GetReviewImportResponses = {
    /**
     * The import.
     */
    200: ReviewImportResponse;
};

export type GetReviewImportResponse = GetReviewImportResponses[keyof GetReviewImportResponses];

export type GetAnalysisData = {
    body?: never;
    path: {
        /**
         * Identifier of the analysis.
         */
        id: AnalysisId;
    };
    query?: never;
    url: '/analyses/{id}';
};

export type GetAnalysisErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetAnalysisError = GetAnalysisErrors[keyof GetAnalysisErrors];

export type GetAnalysisResponses = {
    /**
     * The analysis in its present state.
     */
    200: AnalysisResponse;
};

export type GetAnalysisResponse = GetAnalysisResponses[keyof GetAnalysisResponses];

export type GetReportData = {
    body?: never;
    path: {
        /**
         * Identifier of the report, as in `report_id` of its analysis or in the event `report.generated`.
         */
        id: ReportId;
    };
    query?: never;
    url: '/reports/{id}';
};

export type GetReportErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetReportError = GetReportErrors[keyof GetReportErrors];

export type GetReportResponses = {
    /**
     * The report.
     */
    200: ReportResponse;
};

export type GetReportResponse = GetReportResponses[keyof GetReportResponses];

export type GetRecommendationData = {
    body?: never;
    path: {
        /**
         * Identifier of the recommendation.
         */
        id: RecommendationId;
    };
    query?: never;
    url: '/recommendations/{id}';
};

export type GetRecommendationErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetRecommendationError = GetRecommendationErrors[keyof GetRecommendationErrors];

export type GetRecommendationResponses = {
    /**
     * The recommendation.
     */
    200: RecommendationResponse;
};

export type GetRecommendationResponse = GetRecommendationResponses[keyof GetRecommendationResponses];

export type UpdateRecommendationData = {
    body: UpdateRecommendationRequest;
    path: {
        /**
         * Identifier of the recommendation.
         */
        id: RecommendationId;
    };
    query?: never;
    url: '/recommendations/{id}';
};

export type UpdateRecommendationErrors = {
    /**
     * `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
     * type, or too large. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type UpdateRecommendationError = UpdateRecommendationErrors[keyof UpdateRecommendationErrors];

export type UpdateRecommendationResponses = {
    /**
     * The recommendation as it is now.
     */
    200: RecommendationResponse;
};

export type UpdateRecommendationResponse = UpdateRecommendationResponses[keyof UpdateRecommendationResponses];

export type ListReviewRepliesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only drafts with this status.
         */
        status?: ReplyDraftStatus;
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/review-replies';
};

export type ListReviewRepliesErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListReviewRepliesError = ListReviewRepliesErrors[keyof ListReviewRepliesErrors];

export type ListReviewRepliesResponses = {
    /**
     * One page of drafts.
     */
    200: ReplyDraftListResponse;
};

export type ListReviewRepliesResponse = ListReviewRepliesResponses[keyof ListReviewRepliesResponses];

export type DraftReviewReplyData = {
    body: DraftReviewReplyRequest;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/review-replies';
};

export type DraftReviewReplyErrors = {
    /**
     * `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
     * type, or too large. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window, or the monthly quota of this action is used up. The path in
     * `error.details` distinguishes them (`rate.…`, `quota.…`), and `Retry-After` holds for either.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type DraftReviewReplyError = DraftReviewReplyErrors[keyof DraftReviewReplyErrors];

export type DraftReviewReplyResponses = {
    /**
     * The drafts, best first.
     */
    200: ReplyDraftResponse;
};

export type DraftReviewReplyResponse = DraftReviewReplyResponses[keyof DraftReviewReplyResponses];

export type GetReviewReplyData = {
    body?: never;
    path: {
        /**
         * Identifier of the draft.
         */
        id: ReplyDraftId;
    };
    query?: never;
    url: '/review-replies/{id}';
};

export type GetReviewReplyErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetReviewReplyError = GetReviewReplyErrors[keyof GetReviewReplyErrors];

export type GetReviewReplyResponses = {
    /**
     * The draft.
     */
    200: ReplyDraftResponse;
};

export type GetReviewReplyResponse = GetReviewReplyResponses[keyof GetReviewReplyResponses];

export type UpdateReviewReplyData = {
    body: UpdateReviewReplyRequest;
    path: {
        /**
         * Identifier of the draft.
         */
        id: ReplyDraftId;
    };
    query?: never;
    url: '/review-replies/{id}';
};

export type UpdateReviewReplyErrors = {
    /**
     * `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
     * type, or too large. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type UpdateReviewReplyError = UpdateReviewReplyErrors[keyof UpdateReviewReplyErrors];

export type UpdateReviewReplyResponses = {
    /**
     * The draft as it is now.
     */
    200: ReplyDraftResponse;
};

export type UpdateReviewReplyResponse = UpdateReviewReplyResponses[keyof UpdateReviewReplyResponses];

export type ListWebhooksData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/webhooks';
};

export type ListWebhooksErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListWebhooksError = ListWebhooksErrors[keyof ListWebhooksErrors];

export type ListWebhooksResponses = {
    /**
     * One page of webhook endpoints.
     */
    200: WebhookListResponse;
};

export type ListWebhooksResponse = ListWebhooksResponses[keyof ListWebhooksResponses];

export type CreateWebhookData = {
    body: CreateWebhookRequest;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/webhooks';
};

export type CreateWebhookErrors = {
    /**
     * `invalid_request`: the endpoint is refused. `body.url` is not a public https address, `body.event_types` names an unknown
     * type, or the body is not as described here. Where receivers have to confirm URLs, `body.url` is also refused if its receiver
     * did not. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `conflict`: the account has as many webhook endpoints as it may have, or the `Idempotency-Key` was used with another body
     * or is still in use by its first request.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type CreateWebhookError = CreateWebhookErrors[keyof CreateWebhookErrors];

export type CreateWebhookResponses = {
    /**
     * The endpoint, with its signing secret.
     */
    201: WebhookWithSecretResponse;
};

export type CreateWebhookResponse = CreateWebhookResponses[keyof CreateWebhookResponses];

export type DeleteWebhookData = {
    body?: never;
    path: {
        /**
         * Identifier of the webhook endpoint.
         */
        id: WebhookId;
    };
    query?: never;
    url: '/webhooks/{id}';
};

export type DeleteWebhookErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type DeleteWebhookError = DeleteWebhookErrors[keyof DeleteWebhookErrors];

export type DeleteWebhookResponses = {
    /**
     * The endpoint is deleted.
     */
    200: DeletedWebhookResponse;
};

export type DeleteWebhookResponse = DeleteWebhookResponses[keyof DeleteWebhookResponses];

export type GetWebhookData = {
    body?: never;
    path: {
        /**
         * Identifier of the webhook endpoint.
         */
        id: WebhookId;
    };
    query?: never;
    url: '/webhooks/{id}';
};

export type GetWebhookErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetWebhookError = GetWebhookErrors[keyof GetWebhookErrors];

export type GetWebhookResponses = {
    /**
     * The endpoint.
     */
    200: WebhookResponse;
};

export type GetWebhookResponse = GetWebhookResponses[keyof GetWebhookResponses];

export type UpdateWebhookData = {
    body: UpdateWebhookRequest;
    path: {
        /**
         * Identifier of the webhook endpoint.
         */
        id: WebhookId;
    };
    query?: never;
    url: '/webhooks/{id}';
};

export type UpdateWebhookErrors = {
    /**
     * `invalid_request`: the endpoint is refused. `body.url` is not a public https address, `body.event_types` names an unknown
     * type, or the body is not as described here. Where receivers have to confirm URLs, `body.url` is also refused if its receiver
     * did not. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type UpdateWebhookError = UpdateWebhookErrors[keyof UpdateWebhookErrors];

export type UpdateWebhookResponses = {
    /**
     * The endpoint as it is now.
     */
    200: WebhookResponse;
};

export type UpdateWebhookResponse = UpdateWebhookResponses[keyof UpdateWebhookResponses];

export type TestWebhookData = {
    body?: never;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the webhook endpoint.
         */
        id: WebhookId;
    };
    query?: never;
    url: '/webhooks/{id}/test';
};

export type TestWebhookErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type TestWebhookError = TestWebhookErrors[keyof TestWebhookErrors];

export type TestWebhookResponses = {
    /**
     * The test delivery is queued.
     */
    202: WebhookDeliveryResponse;
};

export type TestWebhookResponse = TestWebhookResponses[keyof TestWebhookResponses];

export type RotateWebhookSecretData = {
    /**
     * Whether the old secret is kept for a while. May be left out.
     */
    body?: RotateWebhookSecretRequest;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the webhook endpoint.
         */
        id: WebhookId;
    };
    query?: never;
    url: '/webhooks/{id}/rotate-secret';
};

export type RotateWebhookSecretErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];

export type RotateWebhookSecretResponses = {
    /**
     * The endpoint, with its new signing secret.
     */
    200: WebhookWithSecretResponse;
};

export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];

export type ListWebhookDeliveriesData = {
    body?: never;
    path: {
        /**
         * Identifier of the webhook endpoint.
         */
        id: WebhookId;
    };
    query?: {
        /**
         * Only deliveries in this state; `dead_lettered` shows what needs attention.
         */
        status?: WebhookDeliveryStatus;
        /**
         * Only deliveries of events of this type.
         */
        event_type?: EventType;
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/webhooks/{id}/deliveries';
};

export type ListWebhookDeliveriesErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];

export type ListWebhookDeliveriesResponses = {
    /**
     * One page of deliveries.
     */
    200: WebhookDeliveryListResponse;
};

export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];

export type ResendWebhookDeliveriesData = {
    body: ResendWebhookDeliveriesRequest;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the webhook endpoint.
         */
        id: WebhookId;
    };
    query?: never;
    url: '/webhooks/{id}/resend';
};

export type ResendWebhookDeliveriesErrors = {
    /**
     * `invalid_request`: the body or a parameter is not as described here: wrong shape, unknown field, not JSON, another content
     * type, or too large. `error.details` lists where, and what is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ResendWebhookDeliveriesError = ResendWebhookDeliveriesErrors[keyof ResendWebhookDeliveriesErrors];

export type ResendWebhookDeliveriesResponses = {
    /**
     * How many deliveries matched, and how many were queued again.
     */
    202: ResendWebhookDeliveriesResultResponse;
};

export type ResendWebhookDeliveriesResponse = ResendWebhookDeliveriesResponses[keyof ResendWebhookDeliveriesResponses];

export type GetWebhookDeliveryData = {
    body?: never;
    path: {
        /**
         * Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`.
         */
        id: WebhookDeliveryId;
    };
    query?: never;
    url: '/webhook-deliveries/{id}';
};

export type GetWebhookDeliveryErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetWebhookDeliveryError = GetWebhookDeliveryErrors[keyof GetWebhookDeliveryErrors];

export type GetWebhookDeliveryResponses = {
    /**
     * The delivery in its present state.
     */
    200: WebhookDeliveryResponse;
};

export type GetWebhookDeliveryResponse = GetWebhookDeliveryResponses[keyof GetWebhookDeliveryResponses];

export type ResendWebhookDeliveryData = {
    body?: never;
    headers?: {
        /**
         * A value of your choice, unique per intended effect (such as a UUID). If a response was lost, repeat the request with
         * the same key and the same body: within 24 hours the first 2xx response is returned again and nothing is done twice. The same key
         * with another body, or while the first request is still running, returns 409 `conflict`. Errors are not stored.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the delivery; the receiver saw it in the header `X-SVC-Delivery-Id`.
         */
        id: WebhookDeliveryId;
    };
    query?: never;
    url: '/webhook-deliveries/{id}/resend';
};

export type ResendWebhookDeliveryErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `not_found`: no such record in this account. A record of another account and one that never existed return the same response.
     *
     */
    404: ErrorResponse;
    /**
     * `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running.
     *
     */
    409: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ResendWebhookDeliveryError = ResendWebhookDeliveryErrors[keyof ResendWebhookDeliveryErrors];

export type ResendWebhookDeliveryResponses = {
    /**
     * The new delivery is queued.
     */
    202: WebhookDeliveryResponse;
};

export type ResendWebhookDeliveryResponse = ResendWebhookDeliveryResponses[keyof ResendWebhookDeliveryResponses];

export type ListWebhookEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only entries that follow this event: the `position` of the last entry you handled. Leave it out to begin with the
         * oldest event that is kept.
         *
         */
        after?: WebhookEventId;
        /**
         * Only events of this type.
         */
        type?: EventType;
        /**
         * Seconds to hold the request open while there is nothing to return. It returns as soon as an event occurs, or with an
         * empty list when the time is over.
         *
         */
        wait?: number;
    };
    url: '/webhook-events';
};

export type ListWebhookEventsErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListWebhookEventsError = ListWebhookEventsErrors[keyof ListWebhookEventsErrors];

export type ListWebhookEventsResponses = {
    /**
     * The entries after `after`; an empty list when there are none yet.
     */
    200: WebhookFeedEntryListResponse;
};

export type ListWebhookEventsResponse = ListWebhookEventsResponses[keyof ListWebhookEventsResponses];

export type ListEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only usage events of this type.
         */
        type?: UsageEventType;
        /**
         * Only usage events of calls of this operation.
         */
        operation_id?: string;
        /**
         * Only usage events whose response had a status of this class.
         */
        status?: StatusClass;
        /**
         * Only usage events of this key or client, given by its id.
         */
        caller?: string;
        /**
         * Only usage events at or after this instant (RFC 3339).
         */
        since?: RequestTimestamp;
        /**
         * Only usage events before this instant (RFC 3339). An instant that is not after `since` selects an empty period, and so an
         * empty list.
         *
         */
        until?: RequestTimestamp;
        /**
         * Only usage events of this request, given by its `X-Request-Id`.
         */
        request_id?: RequestId;
        /**
         * How many items one page holds at most.
         */
        limit?: number;
        /**
         * Where the page begins: `meta.page.next_cursor` of the page before. Leave it out for the first page. A cursor is opaque;
         * never build one.
         *
         */
        cursor?: Cursor;
    };
    url: '/events';
};

export type ListEventsErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type ListEventsError = ListEventsErrors[keyof ListEventsErrors];

export type ListEventsResponses = {
    /**
     * One page of usage events.
     */
    200: UsageEventListResponse;
};

export type ListEventsResponse = ListEventsResponses[keyof ListEventsResponses];

export type GetAccountData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/account';
};

export type GetAccountErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetAccountError = GetAccountErrors[keyof GetAccountErrors];

export type GetAccountResponses = {
    /**
     * The account.
     */
    200: AccountResponse;
};

export type GetAccountResponse = GetAccountResponses[keyof GetAccountResponses];

export type GetUsageData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Start of the period (RFC 3339), rounded down to the start of its interval. An instant that is not before `to` selects an empty
         * period; one that is too early is moved, and `from` in the response is the instant used.
         *
         */
        from?: RequestTimestamp;
        /**
         * End of the period (RFC 3339), rounded up to the end of its interval. Now by default, and at the latest.
         */
        to?: RequestTimestamp;
        /**
         * Length of the intervals.
         */
        interval?: 'hour' | 'day' | 'month';
        /**
         * What to break the counts down by. Leave it out for totals.
         */
        group_by?: UsageGrouping;
    };
    url: '/usage';
};

export type GetUsageErrors = {
    /**
     * `invalid_request`: a parameter is unknown, repeated, out of range or badly encoded. `error.details` states which one and what
     * is expected there.
     *
     */
    400: ErrorResponse;
    /**
     * `unauthorized`: no credential, or one that is malformed, unknown or expired, or two that differ.
     * `invalid_api_key`: the API key was revoked. With an access token, request a new one once; do not loop.
     *
     */
    401: ErrorResponse;
    /**
     * `forbidden`: the credential is good, but its plan does not include the API or it lacks the scope of this operation. Sending
     * the request again does not help.
     *
     */
    403: ErrorResponse;
    /**
     * `rate_limited`: too many requests in the current window. The refused request counted nothing; wait `Retry-After` seconds.
     *
     */
    429: ErrorResponse;
    /**
     * `internal_error`: the service failed. Retry with exponential backoff, a POST with its `Idempotency-Key`; if it persists, quote
     * `meta.request_id`.
     *
     */
    500: ErrorResponse;
    /**
     * `unavailable`: the service is starting, stopping or without its database. Nothing was done; wait `Retry-After` seconds.
     *
     */
    503: ErrorResponse;
};

export type GetUsageError = GetUsageErrors[keyof GetUsageErrors];

export type GetUsageResponses = {
    /**
     * The counts of the period.
     */
    200: UsageResponse;
};

export type GetUsageResponse = GetUsageResponses[keyof GetUsageResponses];

export type OnAnalysisCompletedWebhookPayload = AnalysisCompletedEvent;

export type OnAnalysisCompletedWebhookRequest = {
    body: OnAnalysisCompletedWebhookPayload;
    key: 'analysis.completed';
    path?: never;
    query?: never;
};

export type OnAnalysisFailedWebhookPayload = AnalysisFailedEvent;

export type OnAnalysisFailedWebhookRequest = {
    body: OnAnalysisFailedWebhookPayload;
    key: 'analysis.failed';
    path?: never;
    query?: never;
};

export type OnReportGeneratedWebhookPayload = ReportGeneratedEvent;

export type OnReportGeneratedWebhookRequest = {
    body: OnReportGeneratedWebhookPayload;
    key: 'report.generated';
    path?: never;
    query?: never;
};

export type OnRecommendationCreatedWebhookPayload = RecommendationCreatedEvent;

export type OnRecommendationCreatedWebhookRequest = {
    body: OnRecommendationCreatedWebhookPayload;
    key: 'recommendation.created';
    path?: never;
    query?: never;
};

export type OnWebhookTestWebhookPayload = WebhookTestEvent;

export type OnWebhookTestWebhookRequest = {
    body: OnWebhookTestWebhookPayload;
    key: 'webhook.test';
    path?: never;
    query?: never;
};
