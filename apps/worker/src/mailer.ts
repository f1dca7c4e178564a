import { errorCode } from '@svc/runtime/error-code'
import type { Settings } from '@svc/runtime/settings'
import { createTransport } from 'nodemailer'

interface Email {
  to: string
  subject: string
  text: string
  /** The message id without its domain. Mail programs show only one of several emails with the same id. */
  id: string
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the email, and rejects otherwise. If `signal` aborts, rejects
   * immediately, although the email may still be accepted.
   */
  send(email: Email, signal: AbortSignal): Promise<void>
  close(): void
}

/** The timeout of each step: the connection, the greeting, and any response. */
const timeoutMs = 10_000

/** Sends plain text through a mail server. A password is sent only over TLS. */
export function createMailer({ smtpUrl, from }: NonNullable<Settings['email']>): Mailer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(username !== '' && {
      requireTLS: true,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.slice(from.indexOf('@') + 1)
  return {
    async send({ to, subject, text, id }, signal) {
      const messageId = `<${id}@${domain}>`
      // So that out-of-office programs do not respond (RFC 3834 §5).
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const sent = transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId, headers })
      await Promise.race([sent, rejectedBy(signal)])
    },
    close: () => transport.close(),
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

/**
 * Returns the reason why an email was not sent, for the log. The message of the error is omitted because it may contain
 * the email address.
 */
export function mailFailure(error: unknown): { code?: unknown; response_code?: unknown; command?: unknown } {
  if (!(error instanceof Error)) return {}
  return {
    code: errorCode(error) ?? error.name,
    response_code: 'responseCode' in error ? error.responseCode : undefined,
    command: 'command' in error ? error.command : undefined,
  }
}
