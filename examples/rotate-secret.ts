// Replaces the signing secret of a webhook endpoint. The new secret is written to FILE, which only its owner can read,
// in front of the old one: a receiver that accepts both misses nothing while it restarts.

import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { Client, SdkError } from '@svc/sdk'

// Errors of the client say what to do; anything else is a bug in this program.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof SdkError ? error.message : error.stack}\n`)
  process.exit(1)
})

const [webhookId, file] = process.argv.slice(2)
if (webhookId === undefined || file === undefined) {
  process.stderr.write('usage: node rotate-secret.ts WEBHOOK_ID FILE\n')
  process.exit(2)
}

const client = new Client()
const old = existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : []

// The secret is shown once. If the response is lost, the client retries with the same Idempotency-Key and gets the
// same secret.
const { data: webhook } = await client.webhooks.rotateSecret(webhookId)

await writeFile(`${file}.new`, `${[webhook.signing_secret, ...old.slice(0, 1)].join('\n')}\n`, { mode: 0o600 })
await rename(`${file}.new`, file)

const { data: delivery } = await client.webhooks.test(webhookId)
process.stdout.write(`The secret of ${webhook.url} is replaced; ${file} holds the new one.\n`)
process.stdout.write(
  `Test delivery ${delivery.id} is on its way: see client.webhooks.deliveries.get('${delivery.id}').\n`,
)
