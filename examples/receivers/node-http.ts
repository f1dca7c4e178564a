// A receiver on Node's own HTTP server: PORT (8787 unless set) and SVC_WEBHOOK_SECRET.

import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { unwrap, WebhookVerificationError } from '@svc/sdk/webhooks'

const server = createServer(async (request, response) => {
  try {
    // The bytes as they came: the signature covers them, and not what a parser makes of them.
    const event = await unwrap(await buffer(request), request.headers)
    process.stdout.write(`${event.id} ${event.type}\n`)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end()
  }
})

server.listen(Number(process.env.PORT ?? 8787), () => {
  const address = server.address()
  process.stdout.write(`listening on port ${typeof address === 'object' ? address?.port : address}\n`)
})
