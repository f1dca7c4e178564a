import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { defineCommand } from '@svc/command-line/command'
import type { Context } from '@svc/command-line/context'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { createProgress } from '@svc/command-line/progress'
import { countOf, formatCount, table } from '@svc/command-line/text'
import { listAccounts } from '@svc/db/accounts'
import { operatorActor } from '@svc/db/audit-log'
import type { Database } from '@svc/db/database'
import { resendDeadLetters } from '@svc/db/dead-letters'
import type { Owner, Position } from '@svc/db/records'
import { listWebhooks, type Webhook } from '@svc/db/webhook-endpoints'
import { errorCode } from '@svc/runtime/error-code'
import type { Id } from '@svc/runtime/ids'
import { chooseAccount, withDatabase } from '../operator.ts'
import { parseInstant } from '../parsers.ts'
import { checkSignature } from '../webhook-signature.ts'

const resend = defineCommand({
  name: 'webhooks resend',
  summary: 'Resend dead-lettered deliveries of one or all accounts',
  description: `
    Use this after an outage. Each event that was dead-lettered in the period is sent again to the same endpoint, with the same
    event id. Deliveries to disabled endpoints wait until the endpoints are enabled. If you run the command twice, the events are
    sent twice.`,
  options: {
    'dead-lettered': { flag: true, description: 'Required: only dead-lettered deliveries can be resent in bulk' },
    account: { value: 'ACCOUNT', description: 'Id or name (default: all accounts)' },
    since: {
      value: 'TIME',
      parse: parseInstant,
      description: 'Deliveries queued at or after this instant, such as 2026-11-20T08:00:00Z (default: a week ago)',
    },
    until: { value: 'TIME', parse: parseInstant, description: 'Deliveries queued before this instant (default: now)' },
    'dry-run': { flag: true, description: 'Count the deliveries without resending them' },
  },
  examples: ['svc webhooks resend --dead-lettered --since 2026-11-20T08:00:00Z --dry-run'],
  async run({ options }, context) {
    if (!options['dead-lettered']) throw new UsageError('Missing option --dead-lettered.')
    const now = Date.now()
    const since = options.since ?? new Date(now - weekMs).toISOString()
    const until = options.until ?? new Date(now).toISOString()
    const dryRun = options['dry-run']

    return withDatabase(context, async ({ db, settings }) => {
      const chosen = options.account === undefined ? undefined : await chooseAccount(db, options.account)
      const progress = createProgress(context.stderr)
      const endpoints: {
        account: string
        webhook_id: Id<'whk'>
        url: string
        matched_count: number
        queued_count: number
      }[] = []
      let looked = 0
      // The total over all endpoints: found in a dry run, queued otherwise.
      let deliveries = 0
      try {
        for await (const { owner, account, webhook } of allWebhooks(db, chosen?.id)) {
          const endpoint = { ...owner, webhook_id: webhook.id }
          const period = { since, until, dry_run: dryRun }
          const before = deliveries
          const counts = await resendDeadLetters(db, operatorActor, endpoint, period, {
            maxAttempts: settings.webhooks.attemptsMax,
            onBatch({ matched_count, queued_count }) {
              deliveries = before + (dryRun ? matched_count : queued_count)
              progress.show(
                `${countOf(looked, 'endpoint')} checked, ${countOf(deliveries, 'delivery', 'deliveries')} ${dryRun ? 'found' : 'queued'}`,
              )
            },
          })
          looked += 1
          if (counts.matched_count > 0) endpoints.push({ account, webhook_id: webhook.id, url: webhook.url, ...counts })
        }
      } catch (error) {
        if (!dryRun && deliveries > 0)
          progress.note(
            `Failed after ${countOf(deliveries, 'event')}. If you run the command again, these events are sent again.`,
          )
        throw error
      } finally {
        progress.end()
      }
      const rows = endpoints.map(({ account, webhook_id, url, matched_count, queued_count }) => [
        account,
        webhook_id,
        url,
        formatCount(dryRun ? matched_count : queued_count),
      ])
      const verb = dryRun ? 'would be sent again' : 'queued again'
      return {
        data: { since, until, dry_run: dryRun, endpoints },
        text: [
          ...(rows.length === 0 ? [] : [table(['ACCOUNT', 'ENDPOINT', 'URL', 'EVENTS'], rows, ''), '']),
          `${countOf(deliveries, 'event')} ${verb}, of ${countOf(looked, 'endpoint')}.`,
        ].join('\n'),
      }
    })
  },
})

const verify = defineCommand({
  name: 'webhooks verify',
  summary: 'Verify the signature of a delivery and explain a failure',
  description: `
    FILE contains the body exactly as it arrived; use - for standard input. The command reads the signing secret of the endpoint
    from SVC_WEBHOOK_SECRET. It does not need a running service. The exit code is 1 if a receiver must refuse the delivery.`,
  arguments: [{ name: 'FILE', description: 'The raw body' }],
  options: {
    timestamp: { value: 'SECONDS', required: true, description: 'Value of X-SVC-Timestamp' },
    signature: { value: 'TEXT', required: true, description: 'Value of X-SVC-Signature' },
    'received-at': {
      value: 'TIME',
      parse: parseInstant,
      description: 'Arrival time, such as 2026-11-20T08:00:00Z (default: now)',
    },
  },
  examples: ['SVC_WEBHOOK_SECRET=whsec_… svc webhooks verify body.json --timestamp 1795248000 --signature sha256=…'],
  async run({ arguments: [path], options }, context) {
    const secret = context.env.SVC_WEBHOOK_SECRET
    if (!secret)
      throw new CommandError('Set SVC_WEBHOOK_SECRET to the signing secret of the endpoint, exactly as it was shown.')
    const receivedAt = options['received-at']
    const verdict = checkSignature({
      secret,
      timestamp: options.timestamp,
      signature: options.signature,
      body: await readBody(path, context),
      nowMs: receivedAt === undefined ? Date.now() : Date.parse(receivedAt),
    })
    return {
      data: verdict,
      text: verdict.valid ? 'The signature is valid, and the timestamp is within 300 seconds.' : verdict.reason,
      exitCode: verdict.valid ? 0 : 1,
    }
  },
})

export const webhooksCommands = [resend, verify]

const weekMs = 7 * 86_400_000

/** Yields all endpoints of the accounts, page by page. */
async function* allWebhooks(
  db: Database,
  accountId: Id<'acc'> | undefined,
): AsyncGenerator<{ owner: Owner; account: string; webhook: Webhook }> {
  for (const { id, name, business_id } of await listAccounts(db)) {
    if (business_id === null || (accountId !== undefined && id !== accountId)) continue
    const owner = { account_id: id, business_id }
    let after: Position | undefined
    do {
      const { items, next } = await listWebhooks(db, owner, { limit: 100, after })
      for (const webhook of items) yield { owner, account: name, webhook }
      after = next ?? undefined
    } while (after)
  }
}

async function readBody(path: string, { stdin, workingDirectory }: Context): Promise<Buffer> {
  if (path === '-') return buffer(stdin)
  try {
    return await readFile(resolve(workingDirectory, path))
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${errorCode(error)}).`)
  }
}
