// A receiver on Express: PORT (8787 unless set) and SVC_WEBHOOK_SECRET.

import { unwrap, WebhookVerificationError } from '@svc/sdk/webhooks'
import express, { type NextFunction, type Request, type Response } from 'express'

const app = express()

// `raw`, for this route: behind `express.json()` the bytes that were signed are gone.
app.post('/', express.raw({ type: 'application/json', limit: '1mb' }), async (request, response) => {
  const event = await unwrap(request.body, request.headers)
  process.stdout.write(`${event.id} ${event.type}\n`)
  response.sendStatus(204)
})

app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
  response.sendStatus(error instanceof WebhookVerificationError ? 400 : 500)
})

const server = app.listen(Number(process.env.PORT ?? 8787), () => {
  const address = server.address()
  process.stdout.write(`listening on port ${typeof address === 'object' ? address?.port : address}\n`)
})
