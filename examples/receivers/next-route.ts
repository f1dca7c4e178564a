// A route handler of Next.js: save it as app/webhooks/route.ts and set SVC_WEBHOOK_SECRET.

import { unwrap, WebhookVerificationError } from '@svc/sdk/webhooks'

export async function POST(request: Request): Promise<Response> {
  try {
    // `text()` and not `json()`: the signature covers the text as it came.
    const event = await unwrap(await request.text(), request.headers)
    process.stdout.write(`${event.id} ${event.type}\n`)
    return new Response(null, { status: 204 })
  } catch (error) {
    return new Response(null, { status: error instanceof WebhookVerificationError ? 400 : 500 })
  }
}
