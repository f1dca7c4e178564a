import type { Database } from '@svc/db/database'
import {
  claimDisabledEndpointEmail,
  type DisabledEndpointEmail,
  dropDisabledEndpointEmails,
  removeDisabledEndpointEmail,
} from '@svc/db/disabled-endpoint-emails'
import type { Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'
import { type Loop, startLoop } from './loop.ts'
import { type Mailer, mailFailure } from './mailer.ts'
import type { WorkerMetrics } from './metrics.ts'

interface DisabledEndpointEmailsOptions {
  db: Database
  metrics: WorkerMetrics
  mailer: Mailer
  logger: Logger
  settings: Pick<Settings, 'publicUrl' | 'webhooks'>
}

/** The first is longer than a mail server may take, so that no other worker sends the email meanwhile. */
const retryDelaysMs = [120_000, 600_000, 3_600_000, 6 * 3_600_000]
/** Later, the portal and the usage events have said it for days. */
const giveUpAfterDays = 3
const idlePollMs = 2_000

/** Sends the emails about disabled endpoints, each at least once or for three days. */
export function startDisabledEndpointEmails(options: DisabledEndpointEmailsOptions): Loop {
  const { db, metrics, mailer, logger, settings } = options
  const stopping = new AbortController()
  const sending = startLoop('emails about disabled endpoints', {
    logger,
    metrics,
    async iterate(context) {
      const givenUp = await dropDisabledEndpointEmails(db, { days: giveUpAfterDays })
      if (givenUp > 0) logger.error({ emails: givenUp }, 'Dropped emails that could not be sent within three days')
      const email = await claimDisabledEndpointEmail(db, { retryDelaysMs })
      if (email === undefined) return context.pause(idlePollMs)
      const { webhook_id, user_id, disabled_at } = email
      try {
        const id = `${webhook_id}.${user_id}.${Date.parse(disabled_at)}`
        await mailer.send({ to: email.email, id, ...disabledEndpointMessage(email, settings) }, stopping.signal)
      } catch (error) {
        logger.warn({ webhook_id, user_id, ...mailFailure(error) }, 'Could not send an email; it will be sent later')
        return
      }
      await removeDisabledEndpointEmail(db, email)
    },
  })
  return {
    stop() {
      // A mail server may take minutes; another worker sends the email again.
      stopping.abort()
      return sending.stop()
    },
  }
}

/** The subject and text for the owner of the endpoint. The text has a link to the portal if the URL is known. */
function disabledEndpointMessage(
  email: DisabledEndpointEmail,
  { publicUrl, webhooks }: DisabledEndpointEmailsOptions['settings'],
): { subject: string; text: string } {
  const { webhook_id, account_name, url, description, failures, failing_since, disabled_at, last_attempts } = email
  const where =
    publicUrl === null
      ? `Enable ${webhook_id} in the developer portal or with the operation updateWebhook.`
      : `Enable it: ${publicUrl}/portal/webhooks/${webhook_id}`
  const attempts = last_attempts.map((attempt) => `  ${utc(attempt.started_at)}  ${resultOf(attempt)}`)
  const text = `We have disabled this webhook endpoint of ${account_name}:

  ${url}${description === null ? '' : `\n  ${description}`}

All ${failures} attempts to deliver events to it have failed since ${utc(failing_since)}.
It was disabled on ${utc(disabled_at)}.
${attempts.length === 0 ? '' : `\nThe last attempts:\n\n${attempts.join('\n')}\n`}
What to do:

1. Make sure that your receiver returns a 2xx status within ${webhooks.timeoutMs / 1_000} seconds.
2. ${where}

Until then, events for this endpoint wait, and none is lost. They are sent once it
is enabled. Deliveries that had failed on every attempt before can be resent.

You get this email because you are an owner or developer of this account.
`
  return { subject: `Your webhook endpoint at ${new URL(url).host} was disabled`, text }
}

/** `HTTP status 503`, or why there was no response: `timeout`. */
function resultOf({ http_status, error }: DisabledEndpointEmail['last_attempts'][number]): string {
  return http_status === null ? String(error).replaceAll('_', ' ') : `HTTP status ${http_status}`
}

/** `2026-11-20 09:12 UTC` */
function utc(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}
