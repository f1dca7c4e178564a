import type { DisabledEndpointEmail, LinkEmail } from '@svc/db/emails'
import type { Settings } from '@svc/runtime/settings'

interface EmailText {
  subject: string
  text: string
}

/** For a member who can enable the endpoint. The text has a link to the portal if the URL is known. */
export function disabledEndpointText(
  email: DisabledEndpointEmail,
  { publicUrl, webhooks }: Pick<Settings, 'publicUrl' | 'webhooks'>,
): EmailText {
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

/** For a person who was invited, or who has forgotten the password. */
export function linkText(
  { kind, email, account_name, role }: LinkEmail,
  { url, minutes, publicUrl }: { url: string; minutes: number; publicUrl: string },
): EmailText {
  const validity = `The link is valid once, for ${minutes} minutes. Anyone who has it can set the password: do not
forward this email.`
  if (kind === 'invitation')
    return {
      subject: `You are invited to ${account_name}`,
      text: `An owner of the account ${account_name} has invited you as ${role === 'owner' ? 'an' : 'a'} ${role}.

Choose a password and sign in:

  ${url}

${validity}
You can request another one within 7 days: ${publicUrl}/portal/forgot-password

If you do not know this account, ignore this email: the invitation then ends by itself.
`,
    }
  return {
    subject: 'Choose another password',
    text: `Somebody has requested a link to set the password of ${email} for the
account ${account_name}.

Choose another password:

  ${url}

${validity}
Using it signs you out everywhere.

If it was not you, ignore this email: your password stays as it is.
`,
  }
}
