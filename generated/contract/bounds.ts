// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

// The sizes that the contract permits: a component each, by property.

export const Cursor = { minLength: 24, maxLength: 24, pattern: '^[0-9A-Za-z_-]{24}$' } as const
export const RequestId = { minLength: 30, maxLength: 30, pattern: '^req_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const BusinessId = { minLength: 30, maxLength: 30, pattern: '^biz_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const ReviewStats = {
  average_rating: { minimum: 1, maximum: 5 },
  review_count: { minimum: 0, maximum: 1000000000 },
  reviews_90d: { minimum: 0, maximum: 1000000000 },
  rating_change_90d: { minimum: -4, maximum: 4 },
  response_rate_90d: { minimum: 0, maximum: 1 },
} as const
export const AnalysisId = { minLength: 30, maxLength: 30, pattern: '^ana_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const Timestamp = {
  minLength: 24,
  maxLength: 24,
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
} as const
export const Business = {
  name: { minLength: 1, maxLength: 120 },
  city: { minLength: 1, maxLength: 80 },
  country: { minLength: 2, maxLength: 2, pattern: '^[A-Z]{2}$' },
  timezone: { minLength: 1, maxLength: 64, pattern: '^[0-9A-Za-z_+/-]{1,64}$' },
  website: { minLength: 8, maxLength: 2048 },
  unanswered_count: { minimum: 0, maximum: 1000000000 },
  competitor_count: { minimum: 0, maximum: 50 },
} as const
export const RateLimit = {
  limit: { minimum: 1, maximum: 1000000 },
  remaining: { minimum: 0, maximum: 1000000 },
  reset_s: { minimum: 0, maximum: 3600 },
} as const
export const Page = { limit: { minimum: 1, maximum: 100 } } as const
export const BusinessListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const ErrorDetail = {
  path: {
    minLength: 1,
    maxLength: 200,
    pattern: '^(path|query|header|body|quota|rate)(\\.[0-9A-Za-z_-]{1,64}){0,8}$',
  },
  message: { minLength: 1, maxLength: 300 },
} as const
export const Error = { message: { minLength: 1, maxLength: 500 }, details: { minItems: 1, maxItems: 20 } } as const
export const CreateBusinessRequest = {
  name: { minLength: 1, maxLength: 120, pattern: '^[^\\u0000]*$' },
  city: { minLength: 1, maxLength: 80, pattern: '^[^\\u0000]*$' },
  country: { minLength: 2, maxLength: 2, pattern: '^[A-Z]{2}$' },
  timezone: { minLength: 1, maxLength: 64, pattern: '^[0-9A-Za-z_+/-]{1,64}$' },
  website: {
    minLength: 8,
    maxLength: 2048,
    pattern: '^https?://[0-9A-Za-z]([0-9A-Za-z.-]{0,251}[0-9A-Za-z])?(:[1-9][0-9]{0,4})?(/[0-9A-Za-z._~!$&\'()*+,;=:@/-]{0,1500})?$',
  },
} as const
export const CompetitorId = { minLength: 30, maxLength: 30, pattern: '^cmp_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const Competitor = {
  name: { minLength: 1, maxLength: 120 },
  website: { minLength: 8, maxLength: 2048 },
  distance_m: { minimum: 0, maximum: 100000 },
  strengths: { minItems: 0, maxItems: 5 },
  weaknesses: { minItems: 0, maxItems: 5 },
  sources: { minItems: 0, maxItems: 5 },
} as const
export const CompetitorListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const CreateCompetitorRequest = {
  name: { minLength: 1, maxLength: 120, pattern: '^[^\\u0000]*$' },
  website: {
    minLength: 8,
    maxLength: 2048,
    pattern: '^https?://[0-9A-Za-z]([0-9A-Za-z.-]{0,251}[0-9A-Za-z])?(:[1-9][0-9]{0,4})?(/[0-9A-Za-z._~!$&\'()*+,;=:@/-]{0,1500})?$',
  },
  distance_m: { minimum: 0, maximum: 100000 },
} as const
export const UpdateCompetitorRequest = {
  name: { minLength: 1, maxLength: 120, pattern: '^[^\\u0000]*$' },
  website: {
    minLength: 8,
    maxLength: 2048,
    pattern: '^https?://[0-9A-Za-z]([0-9A-Za-z.-]{0,251}[0-9A-Za-z])?(:[1-9][0-9]{0,4})?(/[0-9A-Za-z._~!$&\'()*+,;=:@/-]{0,1500})?$',
  },
  distance_m: { minimum: 0, maximum: 100000 },
} as const
export const AnalysisPriority = { priority: { minimum: 1, maximum: 5 }, action: { minLength: 1, maxLength: 300 } } as const
export const AnalysisSummary = {
  positives: { minItems: 0, maxItems: 10, items: { minLength: 1, maxLength: 300 } },
  negatives: { minItems: 0, maxItems: 10, items: { minLength: 1, maxLength: 300 } },
  priorities: { minItems: 0, maxItems: 5 },
} as const
export const AnalysisFailure = { message: { minLength: 1, maxLength: 300 } } as const
export const AnalysisSample = {
  own_reviews: { minimum: 0, maximum: 1000000000 },
  competitor_reviews: { minimum: 0, maximum: 1000000000 },
  not_analyzed: { minimum: 0, maximum: 1000000000 },
} as const
export const LanguageCount = {
  language: { minLength: 2, maxLength: 2, pattern: '^[a-z]{2}$' },
  reviews: { minimum: 1, maximum: 1000000000 },
} as const
export const Sentiment = {
  mentions: { minimum: 0, maximum: 1000000000 },
  share: { minimum: 0, maximum: 1 },
  net: { minimum: -1, maximum: 1 },
} as const
export const ReviewId = { minLength: 30, maxLength: 30, pattern: '^rev_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const Quote = { rating: { minimum: 1, maximum: 5 }, text: { minLength: 1, maxLength: 240 } } as const
export const Theme = {
  label: { minLength: 1, maxLength: 60 },
  change: { minimum: -2, maximum: 2 },
  quotes: { minItems: 0, maxItems: 4 },
} as const
export const CompetitorComparison = { name: { minLength: 1, maxLength: 120 } } as const
export const PraiseCount = { mentions: { minimum: 0, maximum: 1000000000 }, praises: { minimum: 0, maximum: 1000000000 } } as const
export const PraiseDifference = {
  value: { minimum: -1, maximum: 1 },
  low: { minimum: -1, maximum: 1 },
  high: { minimum: -1, maximum: 1 },
} as const
export const CompetitorLead = {
  name: { minLength: 1, maxLength: 120 },
  label: { minLength: 1, maxLength: 60 },
  quotes: { minItems: 0, maxItems: 2 },
  text: { minLength: 1, maxLength: 600 },
} as const
export const RecommendationId = { minLength: 30, maxLength: 30, pattern: '^rec_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const FollowUpShare = {
  count: { minimum: 0, maximum: 1000000000 },
  reviews: { minimum: 0, maximum: 1000000000 },
  share: { minimum: 0, maximum: 1 },
} as const
export const FollowUp = {
  title: { minLength: 1, maxLength: 120 },
  p_value: { minimum: 0, maximum: 1 },
  text: { minLength: 1, maxLength: 400 },
} as const
export const ReportId = { minLength: 30, maxLength: 30, pattern: '^rpt_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const Engine = {
  name: { minLength: 1, maxLength: 40 },
  version: { minLength: 1, maxLength: 20, pattern: '^[0-9A-Za-z.+-]{1,20}$' },
} as const
export const Analysis = {
  competitors_analyzed: { minimum: 0, maximum: 50 },
  languages: { minItems: 0, maxItems: 50 },
  themes: { minItems: 0, maxItems: 13 },
  comparison: { minItems: 0, maxItems: 50 },
  leads: { minItems: 0, maxItems: 50 },
  follow_up: { minItems: 0, maxItems: 20 },
} as const
export const AnalysisListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const RecommendationMetric = {
  current: { minimum: -1, maximum: 5 },
  target: { minimum: -1, maximum: 5 },
  horizon_days: { minimum: 7, maximum: 365 },
} as const
export const RecommendationFactors = {
  frequency: { minimum: 0, maximum: 1 },
  impact: { minimum: 0, maximum: 1 },
  gap: { minimum: 1, maximum: 2 },
  trend: { minimum: 0.5, maximum: 2 },
  severity: { minimum: 1, maximum: 2 },
  confidence: { minimum: 0, maximum: 1 },
} as const
export const Recommendation = {
  priority: { minimum: 1, maximum: 5 },
  score: { minimum: 0, maximum: 100 },
  title: { minLength: 1, maxLength: 120 },
  action: { minLength: 1, maxLength: 300 },
  rationale: { minLength: 1, maxLength: 600 },
  evidence: { minItems: 0, maxItems: 6 },
  note: { minLength: 1, maxLength: 1000, pattern: '^[^\\u0000]*$' },
} as const
export const RecommendationListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const ReportSummary = { title: { minLength: 1, maxLength: 120 } } as const
export const ReportListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const AnalysisSchedule = {
  hour: { minimum: 0, maximum: 23 },
  timezone: { minLength: 1, maxLength: 64, pattern: '^[0-9A-Za-z_+/-]{1,64}$' },
} as const
export const SetAnalysisScheduleRequest = { hour: { minimum: 0, maximum: 23 } } as const
export const SortedCursor = { minLength: 32, maxLength: 32, pattern: '^[0-9A-Za-z_-]{32}$' } as const
export const Review = {
  source_id: { minLength: 1, maxLength: 500 },
  rating: { minimum: 1, maximum: 5 },
  text: { minLength: 0, maxLength: 20000 },
  language: { minLength: 2, maxLength: 2, pattern: '^[a-z]{2}$' },
  aspects: { minItems: 0, maxItems: 13 },
  flags: { minItems: 0, maxItems: 50 },
} as const
export const SortedPage = { limit: { minimum: 1, maximum: 100 } } as const
export const ReviewListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const NewReview = {
  source_id: { minLength: 1, maxLength: 500, pattern: '^[^\\u0000]*$' },
  rating: { minimum: 1, maximum: 5 },
  title: { minLength: 0, maxLength: 500, pattern: '^[^\\u0000]*$' },
  text: { minLength: 0, maxLength: 20000, pattern: '^[^\\u0000]*$' },
  language: { minLength: 2, maxLength: 2, pattern: '^[a-z]{2}$' },
} as const
export const CreateReviewsRequest = { reviews: { minItems: 1, maxItems: 500 } } as const
export const CreatedReviews = {
  created_count: { minimum: 0, maximum: 500 },
  updated_count: { minimum: 0, maximum: 500 },
  unchanged_count: { minimum: 0, maximum: 500 },
  rejected_count: { minimum: 0, maximum: 500 },
  results: { minItems: 1, maxItems: 500 },
} as const
export const ReviewImportId = { minLength: 30, maxLength: 30, pattern: '^imp_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const ReviewImportRejection = {
  line: { minimum: 1, maximum: 1000000000 },
  column: { minLength: 0, maxLength: 200 },
  reason: { minLength: 1, maxLength: 300 },
} as const
export const ReviewImport = {
  size_bytes: { minimum: 0, maximum: 100000000000 },
  sha256: { minLength: 64, maxLength: 64, pattern: '^[0-9a-f]{64}$' },
  read_bytes: { minimum: 0, maximum: 100000000000 },
  row_count: { minimum: 0, maximum: 100000000 },
  created_count: { minimum: 0, maximum: 100000000 },
  updated_count: { minimum: 0, maximum: 100000000 },
  unchanged_count: { minimum: 0, maximum: 100000000 },
  rejected_count: { minimum: 0, maximum: 100000000 },
  rejections: { minItems: 0, maxItems: 100 },
  labeled_count: { minimum: 0, maximum: 100000000 },
  failure_message: { minLength: 1, maxLength: 500 },
} as const
export const ReviewImportListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const ReviewFile = { minLength: 1, maxLength: 1000000000 } as const
export const ReviewFileItems = { maxItems: 100000000 } as const
export const ReportChartPoint = { label: { minLength: 1, maxLength: 40 }, value: { minimum: -1000000, maximum: 1000000 } } as const
export const ReportChartSeries = { name: { minLength: 1, maxLength: 120 }, points: { minItems: 1, maxItems: 60 } } as const
export const ReportChart = { series: { minItems: 1, maxItems: 8 } } as const
export const ReportSection = {
  heading: { minLength: 1, maxLength: 120 },
  text: { minLength: 0, maxLength: 4000 },
  quotes: { minItems: 0, maxItems: 6 },
} as const
export const ReportFile = { url: { minLength: 8, maxLength: 2048 }, size_bytes: { minimum: 1, maximum: 50000000 } } as const
export const Report = {
  title: { minLength: 1, maxLength: 120 },
  sections: { minItems: 1, maxItems: 10 },
  files: { minItems: 1, maxItems: 2 },
} as const
export const UpdateRecommendationRequest = { note: { minLength: 1, maxLength: 1000, pattern: '^[^\\u0000]*$' } } as const
export const ReplyDraftId = { minLength: 30, maxLength: 30, pattern: '^drf_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const RepliedReview = { rating: { minimum: 1, maximum: 5 }, text: { minLength: 0, maxLength: 8000 } } as const
export const ReplyClaim = { text: { minLength: 1, maxLength: 300 }, quote: { minLength: 1, maxLength: 240 } } as const
export const ReplyVariant = { text: { minLength: 1, maxLength: 2000 }, claims: { minItems: 0, maxItems: 12 } } as const
export const ReplyDraft = {
  text: { minLength: 1, maxLength: 4000, pattern: '^[^\\u0000]*$' },
  language: { minLength: 2, maxLength: 2, pattern: '^[a-z]{2}$' },
  variants: { minItems: 1, maxItems: 3 },
  warnings: { minItems: 0, maxItems: 19 },
} as const
export const ReplyDraftListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const ReviewToAnswer = {
  rating: { minimum: 1, maximum: 5 },
  text: { minLength: 0, maxLength: 8000, pattern: '^[^\\u0000]*$' },
  author_name: { minLength: 1, maxLength: 80, pattern: '^[^\\u0000]*$' },
} as const
export const DraftReviewReplyRequest = {
  language: { minLength: 2, maxLength: 2, pattern: '^[a-z]{2}$' },
  facts: { minItems: 0, maxItems: 10, items: { minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' } },
  signature: { minLength: 1, maxLength: 80, pattern: '^[^\\u0000]*$' },
  variants: { minimum: 1, maximum: 3 },
} as const
export const UpdateReviewReplyRequest = { text: { minLength: 1, maxLength: 4000, pattern: '^[^\\u0000]*$' } } as const
export const WebhookId = { minLength: 30, maxLength: 30, pattern: '^whk_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const WebhookMetadata = { maxProperties: 20 } as const
export const Webhook = {
  url: { minLength: 12, maxLength: 2048 },
  event_types: { minItems: 1, maxItems: 5 },
  description: { minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' },
  max_attempts_per_minute: { minimum: 1, maximum: 6000 },
} as const
export const WebhookListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const WebhookUrl = {
  minLength: 12,
  maxLength: 2048,
  pattern: '^https://([^\\u0000-\\u0020\\u007f"#%/:<>?@\\[\\\\\\]^{|}]{1,253}|\\[[0-9A-Fa-f:]{3,39}\\])(:[1-9][0-9]{1,4})?([/?][!"$-\\[\\]-~]*)?$',
} as const
export const CreateWebhookRequest = {
  event_types: { minItems: 1, maxItems: 5 },
  description: { minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' },
  max_attempts_per_minute: { minimum: 1, maximum: 6000 },
} as const
export const WebhookWithSecret = {
  url: { minLength: 12, maxLength: 2048 },
  event_types: { minItems: 1, maxItems: 5 },
  description: { minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' },
  max_attempts_per_minute: { minimum: 1, maximum: 6000 },
  signing_secret: { minLength: 50, maxLength: 50, pattern: '^whsec_[0-9A-Za-z+/]{43}=$' },
} as const
export const UpdateWebhookRequest = {
  event_types: { minItems: 1, maxItems: 5 },
  description: { minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' },
  max_attempts_per_minute: { minimum: 1, maximum: 6000 },
} as const
export const WebhookDeliveryId = { minLength: 30, maxLength: 30, pattern: '^whd_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const WebhookEventId = { minLength: 30, maxLength: 30, pattern: '^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const AnalysisCompletedEventData = { competitors_analyzed: { minimum: 0, maximum: 50 } } as const
export const RecommendationCreatedEventData = { priority: { minimum: 1, maximum: 5 }, action: { minLength: 1, maxLength: 300 } } as const
export const WebhookTestEventData = { message: { minLength: 1, maxLength: 200 } } as const
export const WebhookAttemptTimings = {
  dns_ms: { minimum: 0, maximum: 600000 },
  connect_ms: { minimum: 0, maximum: 600000 },
  tls_ms: { minimum: 0, maximum: 600000 },
  first_byte_ms: { minimum: 0, maximum: 600000 },
} as const
export const WebhookAttempt = {
  number: { minimum: 1, maximum: 10 },
  duration_ms: { minimum: 0, maximum: 600000 },
  http_status: { minimum: 100, maximum: 599 },
  response_excerpt: { minLength: 0, maxLength: 1024 },
} as const
export const WebhookDelivery = {
  attempt_count: { minimum: 0, maximum: 10 },
  max_attempts: { minimum: 1, maximum: 10 },
  hint: { minLength: 1, maxLength: 300 },
  attempts: { minItems: 0, maxItems: 10 },
} as const
export const RotateWebhookSecretRequest = { keep_previous_for: { minimum: 0, maximum: 86400 } } as const
export const WebhookDeliveryListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const WebhookStatisticsPoint = {
  succeeded: { minimum: 0, maximum: 20000 },
  dead_lettered: { minimum: 0, maximum: 20000 },
  canceled: { minimum: 0, maximum: 20000 },
  unfinished: { minimum: 0, maximum: 20000 },
} as const
export const WebhookStatistics = {
  deliveries: { minimum: 0, maximum: 20000 },
  succeeded: { minimum: 0, maximum: 20000 },
  dead_lettered: { minimum: 0, maximum: 20000 },
  canceled: { minimum: 0, maximum: 20000 },
  unfinished: { minimum: 0, maximum: 20000 },
  points: { minItems: 0, maxItems: 30 },
} as const
export const ResendWebhookDeliveriesRequest = { event_types: { minItems: 1, maxItems: 5 }, statuses: { minItems: 1, maxItems: 2 } } as const
export const ResendWebhookDeliveriesResult = {
  matched_count: { minimum: 0, maximum: 1000000000 },
  queued_count: { minimum: 0, maximum: 1000000000 },
} as const
export const WebhookFeedEntryListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const UsageEventId = { minLength: 30, maxLength: 30, pattern: '^act_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const UsageEventActor = {
  id: { minLength: 30, maxLength: 30, pattern: '^(key|cli)_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
  label: { minLength: 1, maxLength: 80 },
} as const
export const UsageEventQuota = { used: { minimum: 0, maximum: 1000000000 }, limit: { minimum: 0, maximum: 1000000000 } } as const
export const UsageEvent = {
  actor_name: { minLength: 1, maxLength: 80 },
  client_ip: { minLength: 2, maxLength: 45 },
  operation_id: { minLength: 3, maxLength: 64, pattern: '^[a-z][0-9A-Za-z]{2,63}$' },
  method: { minLength: 3, maxLength: 6, pattern: '^[A-Z]{3,6}$' },
  path: { minLength: 2, maxLength: 100, pattern: '^/[0-9a-z/{}_-]{1,99}$' },
  http_status: { minimum: 100, maximum: 599 },
  duration_ms: { minimum: 0, maximum: 600000 },
  resource_id: { minLength: 30, maxLength: 30, pattern: '^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
} as const
export const UsageEventListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const AccountBusiness = { name: { minLength: 1, maxLength: 120 } } as const
export const AccountCaller = {
  id: { minLength: 30, maxLength: 30, pattern: '^(key|cli|usr)_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
  name: { minLength: 1, maxLength: 80 },
  label: { minLength: 1, maxLength: 80 },
  scopes: { minItems: 0, maxItems: 20, items: { minLength: 3, maxLength: 64, pattern: '^[a-z]+:[a-z]+$' } },
} as const
export const AccountRateLimit = {
  window_s: { minimum: 60, maximum: 60 },
  limit: { minimum: 1, maximum: 1000000 },
  used: { minimum: 0, maximum: 1000000 },
  remaining: { minimum: 0, maximum: 1000000 },
  reset_s: { minimum: 0, maximum: 3600 },
} as const
export const AccountQuota = {
  limit: { minimum: 0, maximum: 1000000000 },
  used: { minimum: 0, maximum: 1000000000 },
  remaining: { minimum: 0, maximum: 1000000000 },
} as const
export const AccountCapacity = {
  limit: { minimum: 0, maximum: 1000000000 },
  used: { minimum: 0, maximum: 1000000000 },
  remaining: { minimum: 0, maximum: 1000000000 },
} as const
export const Account = {
  name: { minLength: 1, maxLength: 120 },
  entitlements: { minItems: 0, maxItems: 2 },
  rate_limits: { minItems: 3, maxItems: 3 },
  quotas: { minItems: 1, maxItems: 20 },
  capacities: { minItems: 1, maxItems: 20 },
  report_grants: { minimum: 0, maximum: 1000000 },
  review_retention_days: { minimum: 1, maximum: 3650 },
} as const
export const UsagePoint = { requests: { minimum: 1, maximum: 9007199254740991 } } as const
export const UsageSeries = {
  key: { minLength: 3, maxLength: 64 },
  name: { minLength: 1, maxLength: 80 },
  requests: { minimum: 0, maximum: 9007199254740991 },
  points: { minItems: 0, maxItems: 800 },
} as const
export const Usage = { requests: { minimum: 0, maximum: 9007199254740991 }, series: { minItems: 0, maxItems: 100 } } as const
export const LimitParam = { minimum: 1, maximum: 100 } as const
export const IdempotencyKeyParam = { minLength: 1, maxLength: 255, pattern: '^[!-~]{1,255}$' } as const
export const ReviewRatingParam = { minimum: 1, maximum: 5 } as const
export const ReviewLanguageParam = { minLength: 2, maxLength: 2, pattern: '^[a-z]{2}$' } as const
export const ReviewQueryParam = { minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' } as const
export const WaitParam = { minimum: 0, maximum: 20 } as const
export const UsageEventOperationParam = { minLength: 3, maxLength: 64, pattern: '^[a-z][0-9A-Za-z]{2,63}$' } as const
export const UsageEventCallerParam = { minLength: 30, maxLength: 30, pattern: '^(key|cli)_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const TimestampHeader = { minLength: 10, maxLength: 11, pattern: '^[0-9]{10,11}$' } as const
export const SignatureHeader = { minLength: 71, maxLength: 71, pattern: '^sha256=[0-9a-f]{64}$' } as const
export const StandardWebhookTimestampHeader = { minLength: 10, maxLength: 11, pattern: '^[0-9]{10,11}$' } as const
export const StandardWebhookSignatureHeader = { minLength: 47, maxLength: 95, pattern: '^v1,[0-9A-Za-z+/]{43}=( v1,[0-9A-Za-z+/]{43}=)?$' } as const
export const UserAgentHeader = { minLength: 16, maxLength: 24, pattern: '^svc-webhooks/[0-9]{1,3}\\.[0-9]{1,3}$' } as const
export const ScopeList = {
  minLength: 0,
  maxLength: 200,
  pattern: '^([a-z]{1,30}:[a-z]{1,30}( [a-z]{1,30}:[a-z]{1,30}){0,5})?$',
} as const
export const AuthorizationCodeRequest = {
  code: { minLength: 1, maxLength: 512 },
  redirect_uri: { minLength: 1, maxLength: 2048 },
  code_verifier: { minLength: 43, maxLength: 128, pattern: '^[0-9A-Za-z._~-]{43,128}$' },
} as const
export const RefreshTokenRequest = { refresh_token: { minLength: 1, maxLength: 512 } } as const
export const RequestClientId = { minLength: 1, maxLength: 128 } as const
export const RequestClientSecret = { minLength: 1, maxLength: 256 } as const
export const RequestScope = { minLength: 0, maxLength: 200 } as const
export const RequestResource = { minLength: 1, maxLength: 2048 } as const
export const TokenResponse = {
  access_token: { minLength: 20, maxLength: 4096, pattern: '^[0-9A-Za-z_-]+\\.[0-9A-Za-z_-]+\\.[0-9A-Za-z_-]+$' },
  expires_in: { minimum: 1, maximum: 86400 },
  scope: { minLength: 0, maxLength: 200 },
  refresh_token: { minLength: 32, maxLength: 512, pattern: '^[0-9A-Za-z_-]+$' },
} as const
export const RevokeRequest = { token: { minLength: 1, maxLength: 4096 }, token_type_hint: { minLength: 1, maxLength: 64 } } as const
export const OAuthError = { error_description: { minLength: 1, maxLength: 300 } } as const
export const ProtectedResourceMetadata = {
  resource: { minLength: 8, maxLength: 2048 },
  authorization_servers: { minItems: 1, maxItems: 1, items: { minLength: 8, maxLength: 2048 } },
  scopes_supported: { minItems: 1, maxItems: 20 },
  bearer_methods_supported: { minItems: 1, maxItems: 1 },
  resource_name: { minLength: 1, maxLength: 120 },
  resource_documentation: { minLength: 8, maxLength: 2048 },
} as const
export const AuthorizationServerMetadata = {
  issuer: { minLength: 8, maxLength: 2048 },
  token_endpoint: { minLength: 8, maxLength: 2048 },
  revocation_endpoint: { minLength: 8, maxLength: 2048 },
  authorization_endpoint: { minLength: 8, maxLength: 2048 },
  scopes_supported: { minItems: 1, maxItems: 20 },
  response_types_supported: { minItems: 0, maxItems: 1 },
  grant_types_supported: { minItems: 1, maxItems: 3 },
  code_challenge_methods_supported: { minItems: 1, maxItems: 1 },
} as const
export const ClientAuthenticationMethods = { minItems: 2, maxItems: 3 } as const
export const OAuthClientId = { minLength: 30, maxLength: 30, pattern: '^cli_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const RedirectUriParam = { minLength: 9, maxLength: 2048 } as const
export const StateParam = { minLength: 8, maxLength: 512, pattern: '^[ -~]{8,512}$' } as const
export const CodeChallengeParam = { minLength: 43, maxLength: 43, pattern: '^[0-9A-Za-z_-]{43}$' } as const
export const SessionId = { minLength: 30, maxLength: 30, pattern: '^ses_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const UserId = { minLength: 30, maxLength: 30, pattern: '^usr_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const Email = { minLength: 3, maxLength: 254 } as const
export const SessionAccount = { name: { minLength: 1, maxLength: 120 } } as const
export const Session = {
  permissions: { minItems: 0, maxItems: 5 },
  csrf_token: { minLength: 43, maxLength: 43, pattern: '^[0-9A-Za-z_-]{43}$' },
} as const
export const RefusalDetail = { message: { minLength: 1, maxLength: 300 } } as const
export const Refusal = { message: { minLength: 1, maxLength: 500 }, details: { minItems: 1, maxItems: 20 } } as const
export const Password = { minLength: 1, maxLength: 256 } as const
export const NewPassword = { minLength: 12, maxLength: 256 } as const
export const SignInLinkUse = { token: { minLength: 43, maxLength: 43, pattern: '^[0-9A-Za-z_-]{43}$' } } as const
export const SecondFactorCode = { code: { minLength: 6, maxLength: 40 } } as const
export const SessionOverview = { client_ip: { minLength: 2, maxLength: 45 }, user_agent: { minLength: 1, maxLength: 300 } } as const
export const SessionListResponse = { data: { minItems: 0, maxItems: 500 } } as const
export const KeyId = { minLength: 30, maxLength: 30, pattern: '^key_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const RecordName = { minLength: 1, maxLength: 80, pattern: '^[^\\u0000]*$' } as const
export const Key = { scopes: { minItems: 0, maxItems: 5 }, prefix: { minLength: 12, maxLength: 12 } } as const
export const KeyListResponse = { data: { minItems: 0, maxItems: 500 } } as const
export const Scopes = { minItems: 1, maxItems: 5 } as const
export const IssuedKey = {
  scopes: { minItems: 0, maxItems: 5 },
  prefix: { minLength: 12, maxLength: 12 },
  key: { minLength: 52, maxLength: 52, pattern: '^svc_(test|live)_[0-9A-Za-z_-]{43}$' },
} as const
export const RedirectUri = { minLength: 9, maxLength: 2048 } as const
export const RedirectUris = { minItems: 0, maxItems: 10 } as const
export const ClientListResponse = { data: { minItems: 0, maxItems: 500 } } as const
export const IssuedClient = { client_secret: { minLength: 43, maxLength: 43, pattern: '^[0-9A-Za-z_-]{43}$' } } as const
export const MemberListResponse = { data: { minItems: 0, maxItems: 500 } } as const
export const ReviewRetention = { review_retention_days: { minimum: 1, maximum: 3650 } } as const
export const ContentCount = { count: { minimum: 0, maximum: 100000 } } as const
export const AccountContentsResponse = { data: { minItems: 0, maxItems: 12 } } as const
export const DeleteAccountRequest = { name: { minLength: 1, maxLength: 120 } } as const
export const AccountDeletion = { name: { minLength: 1, maxLength: 120 } } as const
export const AccountExportId = { minLength: 30, maxLength: 30, pattern: '^exp_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const AccountExport = {
  record_count: { minimum: 0, maximum: 1000000000 },
  size_bytes: { minimum: 0, maximum: 1000000000000 },
} as const
export const AccountExportListResponse = { data: { minItems: 0, maxItems: 10 } } as const
export const ExportLink = { path: { minLength: 60, maxLength: 300, pattern: '^/account-exports/[0-9A-Za-z_.?=&-]{40,280}$' } } as const
export const DurationMs = { minimum: 0, maximum: 600000 } as const
export const DurationPoint = { requests: { minimum: 1, maximum: 50000 } } as const
export const RequestDurations = { requests: { minimum: 0, maximum: 50000 }, points: { minItems: 0, maxItems: 31 } } as const
export const PasskeyId = { minLength: 30, maxLength: 30, pattern: '^pky_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const Passkey = { name: { minLength: 1, maxLength: 80 } } as const
export const PasskeyListResponse = { data: { minItems: 0, maxItems: 10 } } as const
export const CredentialId = { minLength: 1, maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$' } as const
export const NewPasskey = {
  name: { minLength: 1, maxLength: 80, pattern: '^[^\\u0000]*$' },
  client_data_json: { minLength: 1, maxLength: 4096, pattern: '^[A-Za-z0-9_-]+$' },
  attestation_object: { minLength: 1, maxLength: 16384, pattern: '^[A-Za-z0-9_-]+$' },
} as const
export const PasskeyCreation = {
  challenge: { minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' },
  relying_party_id: { minLength: 1, maxLength: 253 },
  user_handle: { minLength: 1, maxLength: 86, pattern: '^[A-Za-z0-9_-]+$' },
  credential_ids: { minItems: 0, maxItems: 10 },
} as const
export const PasskeyChallenge = {
  challenge: { minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' },
  relying_party_id: { minLength: 1, maxLength: 253 },
} as const
export const PasskeySignIn = {
  client_data_json: { minLength: 1, maxLength: 4096, pattern: '^[A-Za-z0-9_-]+$' },
  authenticator_data: { minLength: 1, maxLength: 2048, pattern: '^[A-Za-z0-9_-]+$' },
  signature: { minLength: 1, maxLength: 1024, pattern: '^[A-Za-z0-9_-]+$' },
} as const
export const LocationTitle = { minLength: 0, maxLength: 500 } as const
export const ProfileConnection = {
  location: { minLength: 1, maxLength: 200 },
  scanned_count: { minimum: 0, maximum: 2147483647 },
  review_total: { minimum: 0, maximum: 2147483647 },
} as const
export const LocationName = { minLength: 1, maxLength: 200, pattern: '^accounts/[^/]+/locations/[^/]+$' } as const
export const ProfileConsent = { authorization_url: { minLength: 1, maxLength: 2048 } } as const
export const ProfileConsentCode = {
  state: { minLength: 1, maxLength: 200, pattern: '^[0-9A-Za-z_-]+$' },
  code: { minLength: 1, maxLength: 1000, pattern: '^[!-~]+$' },
} as const
export const ProfileLocationListResponse = { data: { minItems: 0, maxItems: 1000 } } as const
export const AuditEntryId = { minLength: 30, maxLength: 30, pattern: '^aud_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const AccountId = { minLength: 30, maxLength: 30, pattern: '^acc_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const AccountName = { minLength: 1, maxLength: 120 } as const
export const FlagName = { minLength: 1, maxLength: 60, pattern: '^[a-z][a-z0-9_]*$' } as const
export const AuditState = {
  review_retention_days: { minimum: 1, maximum: 3650 },
  rate_limit: { minimum: 1, maximum: 1000000 },
  limit: { minLength: 1, maxLength: 60, pattern: '^[a-z][a-z0-9_.]*$' },
  value: { minimum: 0, maximum: 1000000 },
  scopes: { minItems: 0, maxItems: 5 },
  review_count: { minimum: 0, maximum: 2147483647 },
  queued_count: { minimum: 0, maximum: 1000000000 },
} as const
export const AuditEntry = { subject_id: { minLength: 30, maxLength: 30, pattern: '^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$' } } as const
export const AccountAuditLogResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const UnansweredReview = {
  rating: { minimum: 1, maximum: 5 },
  text: { minLength: 0, maxLength: 20000 },
  language: { minLength: 2, maxLength: 2 },
} as const
export const UnansweredReviewListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const ProfileReplyId = { minLength: 30, maxLength: 30, pattern: '^bpr_[0-7][0-9a-hjkmnp-tv-z]{25}$' } as const
export const RepliedProfileReview = {
  rating: { minimum: 1, maximum: 5 },
  text: { minLength: 0, maxLength: 20000 },
  language: { minLength: 2, maxLength: 2 },
} as const
export const ProfileReplyDraft = { warnings: { minItems: 0, maxItems: 19 }, claims: { minItems: 0, maxItems: 12 } } as const
export const ReplyText = { minLength: 1, maxLength: 4096, pattern: '^[^\\u0000]*$' } as const
export const ProfileReplyModeration = { policy_violation: { minLength: 1, maxLength: 100, pattern: '^[A-Z][A-Z0-9_]*$' } } as const
export const ProfileReply = { visible_text: { maxLength: 20000 } } as const
export const ProfileReplyListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const InvitationListResponse = { data: { minItems: 0, maxItems: 500 } } as const
export const Factors = { recovery_codes_left: { minimum: 0, maximum: 10 } } as const
export const AuthenticatorSecret = {
  secret: { minLength: 32, maxLength: 32, pattern: '^[A-Z2-7]{32}$' },
  uri: { minLength: 15, maxLength: 1000, pattern: '^otpauth://totp/[!-~]{1,900}$' },
} as const
export const RecoveryCodes = {
  recovery_codes: {
    minItems: 10,
    maxItems: 10,
    items: { minLength: 19, maxLength: 19, pattern: '^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$' },
  },
} as const
export const AdministratorSession = { csrf_token: { minLength: 43, maxLength: 43, pattern: '^[0-9A-Za-z_-]{43}$' } } as const
export const AdministratorLinkUse = { token: { minLength: 43, maxLength: 43, pattern: '^[0-9A-Za-z_-]{43}$' } } as const
export const SearchText = { minLength: 1, maxLength: 120, pattern: '^[^\\u0000]*$' } as const
export const AccountFlags = { minItems: 0, maxItems: 100 } as const
export const AccountUsage = {
  requests: { minimum: 0, maximum: 9007199254740991 },
  failed_requests: { minimum: 0, maximum: 9007199254740991 },
} as const
export const AccountListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const AccountDetails = {
  business_name: { minLength: 1, maxLength: 120 },
  rate_limit: { minimum: 1, maximum: 1000000 },
  review_retention_days: { minimum: 1, maximum: 3650 },
  member_count: { minimum: 0, maximum: 1000000 },
  key_count: { minimum: 0, maximum: 1000000 },
  webhook_count: { minimum: 0, maximum: 1000000 },
  dead_letter_count: { minimum: 0, maximum: 1000000000 },
} as const
export const SetRateLimitRequest = { limit: { minimum: 1, maximum: 1000000 } } as const
export const AccountKey = {
  scopes: { minItems: 0, maxItems: 5 },
  prefix: { minLength: 12, maxLength: 12 },
  rate_limit: { minimum: 1, maximum: 1000000 },
} as const
export const AccountKeyListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const IssuedLiveKey = {
  scopes: { minItems: 0, maxItems: 5 },
  prefix: { minLength: 12, maxLength: 12 },
  rate_limit: { minimum: 1, maximum: 1000000 },
  key: { minLength: 52, maxLength: 52, pattern: '^svc_live_[0-9A-Za-z_-]{43}$' },
} as const
export const AccountClientListResponse = { data: { minItems: 0, maxItems: 500 } } as const
export const Flag = { switched_off_count: { minimum: 0, maximum: 1000000000 } } as const
export const FlagListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const DeadLetter = {
  url: { minLength: 9, maxLength: 2048 },
  attempt_count: { minimum: 0, maximum: 100 },
  http_status: { minimum: 100, maximum: 599 },
  error: { minLength: 1, maxLength: 200 },
  response_excerpt: { minLength: 0, maxLength: 1024 },
} as const
export const DeadLetterListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const DeadLetterResend = {
  webhook_count: { minimum: 0, maximum: 20 },
  matched_count: { minimum: 0, maximum: 1000000000 },
  queued_count: { minimum: 0, maximum: 1000000000 },
} as const
export const Queue = {
  waiting_count: { minimum: 0, maximum: 1000000000 },
  running_count: { minimum: 0, maximum: 1000000000 },
  scheduled_count: { minimum: 0, maximum: 1000000000 },
  held_count: { minimum: 0, maximum: 1000000000 },
} as const
export const QueueListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const DatabaseHealth = {
  version: { minLength: 1, maxLength: 40 },
  latency_ms: { minimum: 0, maximum: 60000 },
  missing_migrations: { minimum: 0, maximum: 1000 },
} as const
export const RedisHealth = { fallback_count: { minimum: 0, maximum: 9007199254740991 } } as const
export const ServiceProcess = {
  program: { minLength: 1, maxLength: 40 },
  host: { minLength: 1, maxLength: 255 },
  pid: { minimum: 1, maximum: 4194304 },
} as const
export const Health = {
  processes: { minItems: 0, maxItems: 1000 },
  node_version: { minLength: 1, maxLength: 40 },
  contract_version: { minLength: 1, maxLength: 40 },
} as const
export const SecretKeyUse = { rows: { minimum: 0, maximum: 9007199254740991 } } as const
export const SecretKey = { id: { minLength: 1, maxLength: 64 }, uses: { minItems: 0, maxItems: 20 } } as const
export const SecretKeyListResponse = { data: { minItems: 0, maxItems: 100 } } as const
export const AuditLogResponse = { data: { minItems: 0, maxItems: 100 } } as const
