import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { listAccounts } from '@svc/db/accounts'
import type { Database } from '@svc/db/database'
import { type Owner, storableInstant } from '@svc/db/records'
import { resendDeliveries } from '@svc/db/webhook-deliveries'
import { listWebhooks, type Webhook } from '@svc/db/webhook-endpoints'
import { CommandError, type Context, command, UsageError } from '../command.ts'
import { chooseAccount, recordAct, withDatabase } from '../operator.ts'
import { createProgress } from '../progress.ts'
import { countOf, formatCount, table } from '../text.ts'
import { checkSignature } from '../webhook-signature.ts'

const resend = command({
  name: 'webhooks resend',
  summary: 'Send dead-lettered deliveries again, of all accounts or one',
  details: `
    For the time after an outage. Each event goes once more to each endpoint where it was dead-lettered in that time, with
    the same event id. Deliveries of disabled endpoints wait until they are enabled. Running it twice sends twice.`,
  options: {
    'dead-lettered': { switch: true, help: 'Must be given: only dead letters can be sent again in bulk here' },
    account: { value: 'ACCOUNT', help: 'Id or name; all accounts unless told' },
    since: {
      value: 'TIME',
      help: 'Of deliveries queued at or after, such as 2026-11-20T08:00:00Z; a week ago unless told',
    },
    until: { value: 'TIME', help: 'Of deliveries queued before; now unless told' },
    'dry-run': { switch: true, help: 'Only count' },
  },
  examples: ['svc webhooks resend --dead-lettered --since 2026-11-20T08:00:00Z --dry-run'],
  async run({ options }, context) {
    if (!options['dead-lettered']) throw new UsageError('Say what is to be sent again: --dead-lettered.')
    const now = Date.now()
    const since =
      options.since === undefined ? new Date(now - weekMs).toISOString() : readTime('--since', options.since)
    const until = options.until === undefined ? new Date(now).toISOString() : readTime('--until', options.until)
    const dryRun = options['dry-run']

    return withDatabase(context, async ({ db, settings }) => {
      const chosen = options.account === undefined ? undefined : await chooseAccount(db, options.account)
      const progress = createProgress(context.stderr)
      const endpoints: {
        account: string
        webhook_id: string
        url: string
        matched_count: number
        queued_count: number
      }[] = []
      let looked = 0
      // Of all endpoints together: found in a dry run, queued otherwise.
      let deliveries = 0
      try {
        for await (const { owner, account, webhook } of allWebhooks(db, chosen?.id)) {
          const request = { since, until, statuses: ['dead_lettered'] as const, dry_run: dryRun }
          const before = deliveries
          const counts = await resendDeliveries(db, owner, webhook.id, request, {
            maxAttempts: settings.webhooks.attemptsMax,
            async onBatch(transaction, { matched_count, queued_count }) {
              const isFirst = queued_count > 0 && deliveries === before
              if (isFirst) await recordAct(transaction, 'delivery.resent', owner.account_id, webhook.id)
              deliveries = before + (dryRun ? matched_count : queued_count)
              progress.show(
                `${countOf(looked, 'endpoint')} looked at, ${countOf(deliveries, 'delivery', 'deliveries')} ${dryRun ? 'found' : 'queued'}`,
              )
            },
          })
          looked += 1
          if (counts.matched_count > 0) endpoints.push({ account, webhook_id: webhook.id, url: webhook.url, ...counts })
        }
      } catch (error) {
        if (!dryRun && deliveries > 0)
          progress.note(`It broke off after ${countOf(deliveries, 'event')}; another run sends these once more.`)
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

const verify = command({
  name: 'webhooks verify',
  summary: 'Check the signature of a delivery you received, and say why it fails',
  details: `
    FILE holds the body exactly as it arrived; - is standard input. The signing secret of the endpoint is read from
    SVC_WEBHOOK_SECRET. Needs no service. Exit code 1 when a receiver must refuse the delivery.`,
  arguments: [{ name: 'FILE', help: 'The raw body' }],
  options: {
    timestamp: { value: 'SECONDS', required: true, help: 'Value of X-SVC-Timestamp' },
    signature: { value: 'TEXT', required: true, help: 'Value of X-SVC-Signature' },
    'received-at': { value: 'TIME', help: 'When it arrived, such as 2026-11-20T08:00:00Z; now unless told' },
  },
  examples: ['SVC_WEBHOOK_SECRET=whsec_… svc webhooks verify body.json --timestamp 1795248000 --signature sha256=…'],
  async run({ arguments: [path], options }, context) {
    const secret = context.env.SVC_WEBHOOK_SECRET
    if (!secret)
      throw new CommandError('Set SVC_WEBHOOK_SECRET to the signing secret of the endpoint, as it was shown once.')
    const receivedAt = options['received-at']
    const verdict = checkSignature({
      secret,
      timestamp: options.timestamp,
      signature: options.signature,
      body: await readBody(path, context),
      nowMs: receivedAt === undefined ? Date.now() : Date.parse(readTime('--received-at', receivedAt)),
    })
    return {
      data: verdict,
      text: verdict.valid ? 'The signature is right, and the timestamp is within 300 seconds.' : verdict.reason,
      exitCode: verdict.valid ? 0 : 1,
    }
  },
})

export const webhooksCommands = [resend, verify]

const weekMs = 7 * 86_400_000

/** Every endpoint of the accounts, one page after the other. */
async function* allWebhooks(
  db: Database,
  accountId: string | undefined,
): AsyncGenerator<{ owner: Owner; account: string; webhook: Webhook }> {
  for (const { id, name, business_id } of await listAccounts(db)) {
    if (business_id === null || (accountId !== undefined && id !== accountId)) continue
    const owner = { account_id: id, business_id }
    let after: { rank: number; id: string } | undefined
    do {
      const { items, next } = await listWebhooks(db, owner, { limit: 100, after })
      for (const webhook of items) yield { owner, account: name, webhook }
      after = next ?? undefined
    } while (after)
  }
}

function readTime(option: string, text: string): string {
  if (Number.isNaN(Date.parse(text)))
    throw new UsageError(`${option} is a time such as 2026-11-20T08:00:00Z, not "${text}".`)
  return storableInstant(new Date(text).toISOString())
}

async function readBody(path: string, { stdin, userDir }: Context): Promise<Buffer> {
  if (path === '-') return buffer(stdin)
  try {
    return await readFile(resolve(userDir, path))
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
