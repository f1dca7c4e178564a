// Receives deliveries on PORT (8787 unless set): verifies each, handles each event once, responds before the work is
// done.

import { createServer, type IncomingMessage } from 'node:http'
import { createReceiver, SdkError, WebhookVerificationError } from '@svc/sdk/webhooks'

// Errors of the client say what to do; anything else is a bug in this program.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof SdkError ? error.message : error.stack}\n`)
  process.exit(1)
})

const bodyBytesMax = 1_000_000

// In memory for the example: keep the ids where your data is, in the transaction that handles the event.
const handled = new Set<string>()

const receiver = createReceiver({
  on: {
    'analysis.completed': ({ data }) =>
      log(`analysis ${data.analysis_id} compares ${data.competitors_analyzed} competitors`),
    'analysis.failed': ({ data }) => log(`analysis ${data.analysis_id} failed: ${data.reason}`),
    'report.generated': ({ data }) => log(`report ${data.report_id} is ready`),
    'recommendation.created': ({ data }) => log(`recommendation ${data.recommendation_id} is new`),
    'webhook.test': () => log('a test arrived'),
  },
  onOther: ({ type }) => log(`ignored an event of type ${type}`),
  seen: (eventId) => handled.size === handled.add(eventId).size,
  forget: (eventId) => handled.delete(eventId),
})

const server = createServer(async (request, response) => {
  try {
    // The signature covers the raw bytes: read them before they are parsed.
    const { handled } = await receiver.receive(await bodyOf(request), request.headers)
    if (!handled) log('a repeat, already handled')
    response.writeHead(204).end()
  } catch (error) {
    // The service retries after anything other than a 2xx.
    const forged = error instanceof WebhookVerificationError
    log(forged ? `refused: ${error.reason}` : `failed: ${error}`)
    response.writeHead(forged ? 400 : 500).end()
  }
})

server.listen(Number(process.env.PORT ?? 8787), () => {
  const address = server.address()
  log(`listening on port ${typeof address === 'object' ? address?.port : address}`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.close())

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Error('the body is too large to be a delivery')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function log(line: string): void {
  process.stdout.write(`${line}\n`)
}
