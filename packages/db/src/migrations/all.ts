import { firstTables } from './0001-first-tables.ts'
import { oauth } from './0002-oauth.ts'
import { dropDeliveryIndexes } from './0003-drop-delivery-indexes.ts'
import { deliveryQueue } from './0004-delivery-queue.ts'
import { nthIdAndEventTrigger } from './0005-nth-id-and-event-trigger.ts'
import { idempotencyProgress } from './0006-idempotency-progress.ts'
import { dropIdempotencyStatus } from './0007-drop-idempotency-status.ts'
import { secretKeys } from './0008-secret-keys.ts'
import { loginsAndConsents } from './0009-logins-and-consents.ts'
import { resendBudgets } from './0010-resend-budgets.ts'
import { preparePhase } from './0011-prepare-phase.ts'
import { usageCounters } from './0012-usage-counters.ts'
import { reviewLabels } from './0014-review-labels.ts'
import { removeCompetitorsInSteps } from './0015-remove-competitors-in-steps.ts'
import { reviewCounts } from './0016-review-counts.ts'
import { reviewErasure } from './0016-review-erasure.ts'
import { recommendationFollowUp } from './0017-recommendation-follow-up.ts'
import { replyDrafts } from './0018-reply-drafts.ts'
import { analysisSchedules } from './0019-analysis-schedules.ts'
import { reportGrants } from './0020-report-grants.ts'
import { endpointsDescribedAndDisabled } from './0022-endpoints-described-and-disabled.ts'
import { followUp } from './0023-follow-up.ts'
import { reviewRetention } from './0024-review-retention.ts'
import { accountErasure } from './0025-account-erasure.ts'
import { labelsByVersion } from './0026-labels-by-version.ts'
import { rateLimitsOfAccountsAndKeys } from './0027-rate-limits-of-accounts-and-keys.ts'
import { reviewsByLanguage } from './0028-reviews-by-language.ts'
import { reviewImports } from './0029-review-imports.ts'
import { portalSessions } from './0030-portal-sessions.ts'
import { notEntitledSince } from './0031-not-entitled-since.ts'
import { paceOfEndpoints } from './0032-pace-of-endpoints.ts'
import { failingEndpoints } from './0033-failing-endpoints.ts'
import { previousWebhookSecrets } from './0034-previous-webhook-secrets.ts'
import { disabledEndpointEmails } from './0035-disabled-endpoint-emails.ts'
import { signInLinks } from './0036-sign-in-links.ts'
import { emailsAndInvitations } from './0037-emails-and-invitations.ts'
import { secondFactors } from './0038-second-factors.ts'
import { administratorsAndAuditLog } from './0040-administrators-and-audit-log.ts'
import { deadLettersOfAllAccounts } from './0041-dead-letters-of-all-accounts.ts'
import { channelOfUsageEvents } from './0044-channel-of-usage-events.ts'
import { queueStatistics } from './0045-queue-statistics.ts'
import { accountExports } from './0046-account-exports.ts'
import { passkeys } from './0047-passkeys.ts'
import { clientsThatCreateTheBusiness } from './0049-clients-that-create-the-business.ts'
import { traces } from './0053-traces.ts'
import { businessProfile } from './0054-business-profile.ts'
import { eventsOutsideOfTheFeed } from './0055-events-outside-of-the-feed.ts'
import { profileConsents } from './0056-profile-consents.ts'
import { replyModeration } from './0057-reply-moderation.ts'
import { profileQueues } from './0058-profile-queues.ts'
import { deletedReportFiles } from './0059-deleted-report-files.ts'
import { reportsWithFiles } from './0060-reports-with-files.ts'
import { profileNotifications } from './0061-profile-notifications.ts'
import { consentRedirect } from './0062-consent-redirect.ts'
import { usageEventsBound } from './0063-usage-events-bound.ts'
import { usageEventsBoundValid } from './0064-usage-events-bound-valid.ts'
import { usageEventsPartitioned } from './0065-usage-events-partitioned.ts'
import { leads } from './0066-leads.ts'
import { purgeWithoutSuperuser } from './0067-purge-without-superuser.ts'
import { accountWrites } from './0072-account-writes.ts'
import { languagesOfAnalyses } from './0073-languages-of-analyses.ts'
import type { Migration } from './migration.ts'

/**
 * Every step of the schema in the order in which it runs. Databases record names, so a number is never changed or used
 * again: a missing number was never merged, and 0016 was given twice.
 */
export const migrations: readonly Migration[] = [
  firstTables,
  oauth,
  dropDeliveryIndexes,
  deliveryQueue,
  nthIdAndEventTrigger,
  idempotencyProgress,
  dropIdempotencyStatus,
  secretKeys,
  loginsAndConsents,
  resendBudgets,
  preparePhase,
  usageCounters,
  reviewLabels,
  removeCompetitorsInSteps,
  reviewCounts,
  reviewErasure,
  recommendationFollowUp,
  replyDrafts,
  analysisSchedules,
  reportGrants,
  endpointsDescribedAndDisabled,
  followUp,
  reviewRetention,
  accountErasure,
  labelsByVersion,
  rateLimitsOfAccountsAndKeys,
  reviewsByLanguage,
  reviewImports,
  portalSessions,
  notEntitledSince,
  paceOfEndpoints,
  failingEndpoints,
  previousWebhookSecrets,
  disabledEndpointEmails,
  signInLinks,
  emailsAndInvitations,
  secondFactors,
  administratorsAndAuditLog,
  deadLettersOfAllAccounts,
  channelOfUsageEvents,
  queueStatistics,
  accountExports,
  passkeys,
  clientsThatCreateTheBusiness,
  traces,
  businessProfile,
  eventsOutsideOfTheFeed,
  profileConsents,
  replyModeration,
  profileQueues,
  deletedReportFiles,
  reportsWithFiles,
  profileNotifications,
  consentRedirect,
  usageEventsBound,
  usageEventsBoundValid,
  usageEventsPartitioned,
  leads,
  purgeWithoutSuperuser,
  accountWrites,
  languagesOfAnalyses,
]
