// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

export const trades = ['restaurant', 'hotel', 'salon', 'garage', 'dentist', 'retail', 'other'] as const
export type Trade = (typeof trades)[number]

export const plans = ['starter', 'growth', 'scale'] as const
export type Plan = (typeof plans)[number]

export const errorCodes = [
  'unauthorized',
  'invalid_api_key',
  'forbidden',
  'not_found',
  'invalid_request',
  'rate_limited',
  'internal_error',
  'conflict',
  'method_not_allowed',
  'unavailable',
] as const
export type ErrorCode = (typeof errorCodes)[number]
export const errorCodeDescriptions: Record<ErrorCode, string> = {
  unauthorized: 'The credential is missing, not valid or expired; send a valid credential, or request a new access token once',
  invalid_api_key: 'The API key was revoked; use another key',
  forbidden: 'The plan, the scopes of the credential or the transport do not allow the operation; change the plan, use a credential with the required scope, or use TLS',
  not_found: 'The ID or path is unknown, or the ID belongs to another account; correct the path or the ID',
  invalid_request: 'The path, query, headers or body are not valid; correct the fields named in `details`',
  rate_limited: 'A rate limit or quota is exceeded, which `details` names; wait for the number of seconds in `Retry-After`',
  internal_error: 'The service failed; retry with exponential backoff, and contact support with the request ID if the error persists',
  conflict: 'The request is valid but conflicts with the current state; read the record before you send the request again',
  method_not_allowed: 'The path does not support the method; use a method named in the header `Allow`',
  unavailable: 'The service is temporarily not ready; wait for the number of seconds in `Retry-After`',
}

export const aspects = [
  'quality',
  'service',
  'price',
  'wait',
  'booking',
  'cleanliness',
  'ambience',
  'comfort',
  'location',
  'communication',
  'trust',
  'safety',
  'general',
] as const
export type Aspect = (typeof aspects)[number]

export const sources = ['google', 'yelp', 'tripadvisor', 'facebook', 'other'] as const
export type Source = (typeof sources)[number]

export const analysisStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type AnalysisStatus = (typeof analysisStatuses)[number]

export const failureReasons = ['no_reviews', 'unsupported_language', 'internal_error'] as const
export type FailureReason = (typeof failureReasons)[number]
export const failureReasonDescriptions: Record<FailureReason, string> = {
  no_reviews: 'There are no reviews of the business in the period',
  unsupported_language: 'There are reviews, but none in a supported language',
  internal_error: 'An error on our side; start another analysis',
}

export const verdicts = ['they_lead', 'we_lead', 'level', 'insufficient_data'] as const
export type Verdict = (typeof verdicts)[number]

export const metricNames = ['negative_share', 'net_sentiment', 'response_rate', 'average_rating'] as const
export type MetricName = (typeof metricNames)[number]
export const metricNameDescriptions: Record<MetricName, string> = {
  negative_share: 'Share of your reviews that complain about the aspect, from 0 to 1',
  net_sentiment: 'Praise minus complaints about the aspect, from -1 to 1',
  response_rate: 'Share of your reviews that have a reply, from 0 to 1',
  average_rating: 'Mean number of stars, from 1 to 5',
}

export const followUpVerdicts = ['improved', 'worsened', 'no_clear_change', 'insufficient_data'] as const
export type FollowUpVerdict = (typeof followUpVerdicts)[number]

export const engineModes = ['embedded', 'llm'] as const
export type EngineMode = (typeof engineModes)[number]

export const engineFallbackReasons = ['timeout', 'unavailable', 'rejected', 'rate_limited'] as const
export type EngineFallbackReason = (typeof engineFallbackReasons)[number]

export const recommendationStatuses = ['open', 'planned', 'done', 'dismissed', 'resolved'] as const
export type RecommendationStatus = (typeof recommendationStatuses)[number]

export const recommendationEfforts = ['low', 'medium', 'high'] as const
export type RecommendationEffort = (typeof recommendationEfforts)[number]

export const reportOrigins = ['subscription', 'one_time_purchase'] as const
export type ReportOrigin = (typeof reportOrigins)[number]
export const reportOriginDescriptions: Record<ReportOrigin, string> = {
  subscription: 'Created by the schedule, or by an analysis that counted against the plan\'s quota',
  one_time_purchase: 'Created by an analysis that used a report granted to the account',
}

export const analysisFrequencies = ['none', 'weekly', 'monthly'] as const
export type AnalysisFrequency = (typeof analysisFrequencies)[number]

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

export const reviewPolarities = ['positive', 'negative', 'mixed', 'neutral'] as const
export type ReviewPolarity = (typeof reviewPolarities)[number]
export const reviewPolarityDescriptions: Record<ReviewPolarity, string> = {
  positive: 'Praise',
  negative: 'Criticism',
  mixed: 'Both praise and criticism',
  neutral: 'Neither praise nor criticism',
}

export const reviewFlags = [
  'health_safety',
  'hygiene',
  'legal_threat',
  'discrimination',
  'harassment',
  'threat',
  'minors',
  'wrong_charge',
  'abuse',
  'refund_request',
  'incentive',
  'prompt_injection',
] as const
export type ReviewFlag = (typeof reviewFlags)[number]
export const reviewFlagDescriptions: Record<ReviewFlag, string> = {
  health_safety: 'Injury, illness or danger',
  hygiene: 'Pests, unclean tools, spoiled food or other contamination',
  legal_threat: 'Mention of lawyers, courts or authorities',
  discrimination: 'Unequal treatment because of a personal characteristic',
  harassment: 'Sexual remarks, unwanted touching, stalking, spying or humiliation',
  threat: 'Violence, coercion or blackmail, committed or announced, by anyone',
  minors: 'A child was hurt, endangered, neglected or treated badly',
  wrong_charge: 'Money or property was taken wrongly, including theft and fraud',
  abuse: 'Insults or threats in the language of the review',
  refund_request: 'Request for a refund',
  incentive: 'The review was rewarded or solicited',
  prompt_injection: 'Text that tries to instruct a language model',
}

export const labelsStates = ['pending', 'done'] as const
export type LabelsState = (typeof labelsStates)[number]
export const labelsStateDescriptions: Record<LabelsState, string> = {
  pending: 'Not analyzed yet; excluded by label and `q` filters',
  done: 'Analyzed; aspects, polarity and flags are available',
}

export const reviewResultKinds = ['created', 'updated', 'unchanged', 'rejected'] as const
export type ReviewResultKind = (typeof reviewResultKinds)[number]
export const reviewResultKindDescriptions: Record<ReviewResultKind, string> = {
  created: 'The review is new',
  updated: 'The review existed and its content changed',
  unchanged: 'The review existed with the same content',
  rejected: 'The item is invalid and was not stored',
}

export const reviewImportStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type ReviewImportStatus = (typeof reviewImportStatuses)[number]
export const reviewImportStatusDescriptions: Record<ReviewImportStatus, string> = {
  queued: 'The file is stored and waits for a worker or for an earlier import of the account',
  running: 'A worker is reading the file',
  completed: 'The file was read completely; `rejections` lists the rows that were not stored',
  failed: 'The file could not be read completely; `failure_message` gives the reason',
}

export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]
export const dateOrderDescriptions: Record<DateOrder, string> = { dmy: 'Day before month', mdy: 'Month before day' }

export const reportChartKinds = ['bar', 'line'] as const
export type ReportChartKind = (typeof reportChartKinds)[number]

export const reportChartUnits = ['share', 'rating', 'count', 'score'] as const
export type ReportChartUnit = (typeof reportChartUnits)[number]

export const reportSectionKeys = ['overview', 'strengths', 'weaknesses', 'comparison', 'trend', 'follow_up', 'priorities', 'method'] as const
export type ReportSectionKey = (typeof reportSectionKeys)[number]

export const reportFileFormats = ['html', 'pdf'] as const
export type ReportFileFormat = (typeof reportFileFormats)[number]

export const recommendationDecisions = ['open', 'planned', 'done', 'dismissed'] as const
export type RecommendationDecision = (typeof recommendationDecisions)[number]

export const replyDraftStatuses = ['draft', 'approved', 'rejected'] as const
export type ReplyDraftStatus = (typeof replyDraftStatuses)[number]
export const replyDraftStatusDescriptions: Record<ReplyDraftStatus, string> = {
  draft: 'Not approved or rejected, or edited since',
  approved: 'Approved by a person; the service does not post it',
  rejected: 'Should not be used',
}

export const replyClaimSupports = ['review', 'fact'] as const
export type ReplyClaimSupport = (typeof replyClaimSupports)[number]

export const replyWarnings = [
  'health_safety',
  'hygiene',
  'legal_threat',
  'discrimination',
  'harassment',
  'threat',
  'minors',
  'wrong_charge',
  'abuse',
  'personal_data',
  'staff_named',
  'refund_request',
  'incentive',
  'prompt_injection',
  'rating_mismatch',
  'unsupported_claim',
  'too_similar',
  'low_confidence',
  'language_unsupported',
] as const
export type ReplyWarning = (typeof replyWarnings)[number]

export const reviewToAnswerSources = ['google', 'yelp', 'tripadvisor', 'facebook', 'other'] as const
export type ReviewToAnswerSource = (typeof reviewToAnswerSources)[number]

export const draftReviewReplyRequestTones = ['warm', 'professional', 'concise', 'apologetic'] as const
export type DraftReviewReplyRequestTone = (typeof draftReviewReplyRequestTones)[number]

export const draftReviewReplyRequestLengths = ['short', 'medium', 'long'] as const
export type DraftReviewReplyRequestLength = (typeof draftReviewReplyRequestLengths)[number]

export const eventTypes = [
  'analysis.completed',
  'analysis.failed',
  'report.generated',
  'recommendation.created',
  'webhook.test',
] as const
export type EventType = (typeof eventTypes)[number]
export const eventTypeDescriptions: Record<EventType, string> = {
  'analysis.completed': 'An analysis finished successfully',
  'analysis.failed': 'An analysis failed and will not be retried',
  'report.generated': 'A report is ready',
  'recommendation.created': 'A recommendation was created',
  'webhook.test': 'A test delivery was requested',
}

export const webhookDeliveryStatuses = ['pending', 'in_progress', 'waiting_retry', 'succeeded', 'dead_lettered', 'canceled'] as const
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number]
export const webhookDeliveryStatusDescriptions: Record<WebhookDeliveryStatus, string> = {
  pending: 'The first attempt is due or held',
  in_progress: 'An attempt is in progress',
  waiting_retry: 'The last attempt failed and a retry is scheduled',
  succeeded: 'The endpoint returned a 2xx status',
  dead_lettered: 'All attempts failed; the delivery can be resent',
  canceled: 'The endpoint was deleted, or the plan did not include the API for 30 days',
}

export const webhookAttemptOutcomes = ['in_progress', 'succeeded', 'failed', 'interrupted'] as const
export type WebhookAttemptOutcome = (typeof webhookAttemptOutcomes)[number]

export const webhookAttemptPhases = ['prepare', 'dns', 'connect', 'tls', 'request', 'response'] as const
export type WebhookAttemptPhase = (typeof webhookAttemptPhases)[number]

export const webhookAttemptErrors = [
  'dns_failed',
  'connection_failed',
  'tls_failed',
  'timeout',
  'connection_lost',
  'redirect',
  'http_status',
  'invalid_response',
] as const
export type WebhookAttemptError = (typeof webhookAttemptErrors)[number]
export const webhookAttemptErrorDescriptions: Record<WebhookAttemptError, string> = {
  dns_failed: 'The host name has no address, or an address that is not public',
  connection_failed: 'The connection was refused or not allowed, or the host is unreachable',
  tls_failed: 'The certificate is not trusted, has expired or is for another host name',
  timeout: 'The response was not complete before the timeout',
  connection_lost: 'The connection was closed before the response was complete',
  redirect: 'The endpoint returned a redirect; redirects are not followed',
  http_status: 'The endpoint returned a status other than 2xx',
  invalid_response: 'The response was not valid HTTP',
}

export const webhookDeliveryOrigins = ['event', 'test', 'resend'] as const
export type WebhookDeliveryOrigin = (typeof webhookDeliveryOrigins)[number]

export const webhookDeliveryHeldReasons = ['endpoint_disabled', 'api_not_included'] as const
export type WebhookDeliveryHeldReason = (typeof webhookDeliveryHeldReasons)[number]
export const webhookDeliveryHeldReasonDescriptions: Record<WebhookDeliveryHeldReason, string> = {
  endpoint_disabled: 'The endpoint is disabled; attempts continue when `enabled` is true again',
  api_not_included: 'The plan does not include the API; attempts continue when it does again',
}

export const webhookStatisticsIntervals = ['hour', 'day'] as const
export type WebhookStatisticsInterval = (typeof webhookStatisticsIntervals)[number]

export const resendableDeliveryStatuses = ['succeeded', 'dead_lettered'] as const
export type ResendableDeliveryStatus = (typeof resendableDeliveryStatuses)[number]

export const usageEventTypes = [
  'api.request',
  'api.refused',
  'key.issued',
  'key.revoked',
  'client.created',
  'client.secret_rotated',
  'client.deleted',
  'token.issued',
  'token.revoked',
  'token.reuse_detected',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.disabled',
  'reviews.created',
  'review.deleted',
  'competitor.created',
  'competitor.updated',
  'competitor.deleted',
  'delivery.resent',
  'delivery.dead_lettered',
  'analysis.skipped',
  'quota.reached',
] as const
export type UsageEventType = (typeof usageEventTypes)[number]

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const
export type StatusClass = (typeof statusClasses)[number]

export const usageEventActorTypes = ['api_key', 'oauth_client', 'user', 'operator', 'system'] as const
export type UsageEventActorType = (typeof usageEventActorTypes)[number]

export const quotaNames = ['analyses', 'reply_drafts'] as const
export type QuotaName = (typeof quotaNames)[number]

export const usageEventChannels = ['rest', 'mcp'] as const
export type UsageEventChannel = (typeof usageEventChannels)[number]

export const entitlements = ['api_demo', 'plan'] as const
export type Entitlement = (typeof entitlements)[number]
export const entitlementDescriptions: Record<Entitlement, string> = { plan: 'The plan includes the API', api_demo: 'Access was granted by us, regardless of the plan' }

export const credentialTypes = ['api_key', 'oauth_client', 'user'] as const
export type CredentialType = (typeof credentialTypes)[number]

export const credentialKinds = ['test', 'live'] as const
export type CredentialKind = (typeof credentialKinds)[number]

export const rateLimitPolicies = ['ip', 'account', 'key'] as const
export type RateLimitPolicy = (typeof rateLimitPolicies)[number]

export const capacityNames = ['webhook_endpoints', 'competitors', 'reviews', 'review_imports'] as const
export type CapacityName = (typeof capacityNames)[number]

export const usageGroupings = ['operation', 'status', 'caller'] as const
export type UsageGrouping = (typeof usageGroupings)[number]
export const usageGroupingDescriptions: Record<UsageGrouping, string> = {
  operation: 'One series per operation',
  status: 'One series per HTTP status',
  caller: 'One series per key or client',
}

export const usageIntervals = ['hour', 'day', 'month'] as const
export type UsageInterval = (typeof usageIntervals)[number]

export const oAuthErrorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_token_type',
  'invalid_scope',
  'invalid_target',
  'rate_limited',
  'server_error',
] as const
export type OAuthErrorCode = (typeof oAuthErrorCodes)[number]

export const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const
export type GrantType = (typeof grantTypes)[number]

export const clientAuthenticationMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const
export type ClientAuthenticationMethod = (typeof clientAuthenticationMethods)[number]

export const scopes = ['businesses:read', 'analyses:write', 'replies:write', 'webhooks:manage', 'reviews:write'] as const
export type Scope = (typeof scopes)[number]
export const scopeDescriptions: Record<Scope, string> = {
  'businesses:read': 'Read the business, competitors, reviews, analyses, reports, recommendations and usage',
  'analyses:write': 'Start analyses, which count against the plan, and update recommendations',
  'replies:write': 'Draft replies to reviews, which count against the plan, and read and edit the drafts',
  'reviews:write': 'Import and delete reviews, manage competitors, and set the analysis schedule',
  'webhooks:manage': 'Manage webhook endpoints, deliveries and events',
}

export const roles = ['owner', 'developer', 'viewer'] as const
export type Role = (typeof roles)[number]

export const permissions = ['keys:manage', 'clients:manage', 'members:manage', 'account:manage', 'replies:publish'] as const
export type Permission = (typeof permissions)[number]

export const refusalPaths = [
  'header.cookie.second_factor',
  'header.cookie.password_confirmation',
  'header.x-csrf-token',
  'body.code',
  'body.password',
  'body.current_password',
] as const
export type RefusalPath = (typeof refusalPaths)[number]
export const refusalPathDescriptions: Record<RefusalPath, string> = {
  'header.cookie.second_factor': 'The session needs a code or an authenticator app',
  'header.cookie.password_confirmation': 'The password has to be confirmed, then the request repeated',
  'header.x-csrf-token': 'The token of the session is missing or wrong',
  'body.code': 'The code is wrong or was used',
  'body.password': 'The password is wrong',
  'body.current_password': 'The current password is wrong',
}

export const linkDeliveries = ['email', 'operator'] as const
export type LinkDelivery = (typeof linkDeliveries)[number]

export const keyStatuses = ['active', 'expired', 'revoked'] as const
export type KeyStatus = (typeof keyStatuses)[number]

export const contentKinds = [
  'reviews',
  'competitors',
  'analyses',
  'reports',
  'recommendations',
  'review_replies',
  'webhooks',
  'webhook_deliveries',
  'usage_events',
  'api_keys',
  'oauth_clients',
  'members',
] as const
export type ContentKind = (typeof contentKinds)[number]

export const accountExportStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type AccountExportStatus = (typeof accountExportStatuses)[number]

export const durationIntervals = ['hour', 'day'] as const
export type DurationInterval = (typeof durationIntervals)[number]

export const connectionProblems = ['consent_revoked', 'access_lost'] as const
export type ConnectionProblem = (typeof connectionProblems)[number]
export const connectionProblemDescriptions: Record<ConnectionProblem, string> = {
  consent_revoked: 'The consent was revoked, or it has expired',
  access_lost: 'The person who consented no longer manages the location',
}

export const profileScanKinds = ['full', 'incremental'] as const
export type ProfileScanKind = (typeof profileScanKinds)[number]

export const auditActorTypes = ['administrator', 'operator', 'member', 'service'] as const
export type AuditActorType = (typeof auditActorTypes)[number]
export const auditActorTypeDescriptions: Record<AuditActorType, string> = {
  administrator: 'An administrator, in the console',
  operator: 'A command of the operator',
  member: 'A member of the account, in the portal',
  service: 'The service itself, when it synchronizes a business profile',
}

export const auditActions = [
  'account.created',
  'account.plan_changed',
  'account.entitlement_changed',
  'account.retention_changed',
  'account.rate_limit_changed',
  'account.export_requested',
  'account.deletion_requested',
  'flag.changed',
  'limits.changed',
  'key.issued',
  'key.revoked',
  'key.rate_limit_changed',
  'client.created',
  'client.updated',
  'client.secret_rotated',
  'client.deleted',
  'consent.withdrawn',
  'webhook.secret_rotated',
  'deliveries.resent',
  'member.created',
  'member.invited',
  'member.invitation_withdrawn',
  'member.role_changed',
  'member.password_reset',
  'member.removed',
  'authenticator.added',
  'authenticator.removed',
  'passkey.added',
  'passkey.removed',
  'profile.connected',
  'profile.synchronized',
  'profile.interrupted',
  'profile.disconnected',
  'reply.approved',
  'reply.sent',
  'reply.stopped',
  'reply.withdrawn',
  'administrator.created',
  'administrator.password_reset',
  'administrator.removed',
] as const
export type AuditAction = (typeof auditActions)[number]

export const profileReplyStates = ['draft', 'approved', 'sending', 'sent', 'uncertain', 'stopped', 'withdrawing', 'withdrawn'] as const
export type ProfileReplyState = (typeof profileReplyStates)[number]
export const profileReplyStateDescriptions: Record<ProfileReplyState, string> = {
  draft: 'Not approved; never published',
  approved: 'Waits to be published',
  sending: 'Being published',
  sent: 'Published',
  uncertain: 'Published perhaps; the upstream service is asked',
  stopped: 'Not published; a person decides',
  withdrawing: 'Being removed',
  withdrawn: 'Removed, or discarded',
}

export const profileStopReasons = ['foreign_reply', 'review_gone', 'refused', 'disconnected'] as const
export type ProfileStopReason = (typeof profileStopReasons)[number]
export const profileStopReasonDescriptions: Record<ProfileStopReason, string> = {
  foreign_reply: 'The review has a reply with another text',
  review_gone: 'The review no longer exists',
  refused: 'The upstream service refused the reply',
  disconnected: 'The connection ended before the result was known',
}

export const profileModerationStates = ['pending', 'approved', 'rejected'] as const
export type ProfileModerationState = (typeof profileModerationStates)[number]
export const profileModerationStateDescriptions: Record<ProfileModerationState, string> = {
  pending: 'Not made yet; the reply is not shown',
  approved: 'The reply is shown',
  rejected: 'The reply is not shown',
}

export const queueNames = [
  'webhook_deliveries',
  'analyses',
  'account_exports',
  'review_imports',
  'review_maintenance',
  'business_profile_connections',
  'business_profile_replies',
  'business_profile_revocations',
  'emails',
] as const
export type QueueName = (typeof queueNames)[number]

export const secretKeyStates = ['current', 'next', 'former', 'missing'] as const
export type SecretKeyState = (typeof secretKeyStates)[number]
export const secretKeyStateDescriptions: Record<SecretKeyState, string> = {
  current: 'New secrets are made under it',
  next: 'Listed first, and current after `svc secrets rotate`',
  former: 'Was current before',
  missing: 'Needed, but not listed',
}

export const secretKeyUseKinds = [
  'webhook_secrets',
  'authenticator_secrets',
  'business_profile_tokens',
  'api_key_hashes',
  'client_secret_hashes',
  'idempotent_answers',
  'review_import_parts',
  'account_export_parts',
  'deleted_review_hashes',
  'erased_account_hashes',
] as const
export type SecretKeyUseKind = (typeof secretKeyUseKinds)[number]
