import { newSignInLink, signInLinkMinutes } from '@svc/credentials/sign-in-links'
import type { Database } from '@svc/db/database'
import { claimEmail, dropEmails, type Email, emailKinds, emailQueue, removeEmail } from '@svc/db/emails'
import type { Logger } from '@svc/runtime/logger'
import type { Keyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'
import { disabledEndpointText, linkText } from './email-texts.ts'
import { type Loop, startLoop } from './loop.ts'
import { type Mailer, mailFailure } from './mailer.ts'
import type { WorkerMetrics } from './metrics.ts'
import type { WorkWaiters } from './work-waiters.ts'

interface EmailsOptions {
  db: Database
  metrics: WorkerMetrics
  work: Pick<WorkWaiters, 'notified'>
  keyring: Keyring
  mailer: Mailer
  logger: Logger
  settings: Pick<Settings, 'publicUrl' | 'webhooks'>
}

/**
 * The delays between attempts. The first is longer than a mail server may take, so that no other worker sends the email
 * in the meantime.
 */
const retryDelaysMs = [120_000, 600_000, 3_600_000, 6 * 3_600_000]
/**
 * The time after which an email is dropped. Beyond that, the portal has shown the message for days, and a user who
 * waits for a new password requests another link.
 */
const giveUpAfter = { days: 3, resetMinutes: 30 }
/** The interval between polls, for notifications that are lost and for retries. */
const idlePollMs = 10_000

/** Sends the emails to members, each at least once or until it is dropped. */
export function startEmails({ db, metrics, work, keyring, mailer, logger, settings }: EmailsOptions): Loop {
  const stopping = new AbortController()
  const { publicUrl } = settings
  // Without the URL of the portal, links cannot be created. A worker on another machine may have the setting.
  const kinds = publicUrl === null ? (['endpoint_disabled'] as const) : emailKinds

  async function textOf(email: Email) {
    if (email.kind === 'endpoint_disabled') return disabledEndpointText(email, settings)
    if (publicUrl === null) throw new Error('A link needs SVC_PUBLIC_URL')
    const link = await newSignInLink(db, keyring, { email: email.email, origin: publicUrl })
    // Undefined if the user was removed since.
    return link && linkText(email, { url: link.url, minutes: signInLinkMinutes, publicUrl })
  }

  const sending = startLoop('emails', {
    logger,
    metrics,
    async iterate(context) {
      const queued = work.notified(emailQueue.name)
      const givenUp = await dropEmails(db, giveUpAfter)
      if (givenUp > 0) logger.error({ emails: givenUp }, 'Dropped emails that could not be sent in time')
      const email = await claimEmail(db, { kinds, retryDelaysMs })
      if (email === undefined) return context.pause(idlePollMs, queued)
      const { id, kind, user_id, created_at } = email
      try {
        const text = await textOf(email)
        const messageId = `${id}.${user_id}.${Date.parse(created_at)}`
        if (text) await mailer.send({ to: email.email, id: messageId, ...text }, stopping.signal)
      } catch (error) {
        logger.warn({ kind, user_id, ...mailFailure(error) }, 'Email could not be sent; retrying later')
        return
      }
      await removeEmail(db, email)
    },
  })
  return {
    stop() {
      // A mail server may take minutes. Another worker sends the email again.
      stopping.abort()
      return sending.stop()
    },
  }
}
