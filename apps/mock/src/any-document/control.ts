import { crossSiteRefusal, hostRefusal, isLoopbackOrigin } from '@svc/http/loopback-guard'
import { parseJson } from '@svc/runtime/json'
import { isLoopback } from '@svc/runtime/origin'
import express, { type RequestHandler } from 'express'
import type { DocumentWebhooks } from './webhooks.ts'

/** Lets pages that this machine serves call the mock. */
export const crossOrigin: RequestHandler = (request, response, next) => {
  const { origin } = request.headers
  if (origin === undefined || !isLoopbackOrigin(origin)) return next()
  response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': '*', Vary: 'Origin' })
  const method = request.get('access-control-request-method')
  if (request.method !== 'OPTIONS' || method === undefined) return next()
  const headers = request.get('access-control-request-headers') ?? ''
  response.set({ 'Access-Control-Allow-Methods': method, 'Access-Control-Allow-Headers': headers })
  response.status(204).end()
}

interface ControlOptions {
  host: string
  webhooks: DocumentWebhooks
  reset(): void
}

/**
 * `/__mock/…`, for programs on this machine. While the mock listens for this machine alone, all paths refuse foreign
 * host names, as pages of other sites use them.
 */
export function controlOf({ host, webhooks, reset }: ControlOptions): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })
  const origin = `http://${host}`
  router.use((request, response, next) => {
    const refusal = isLoopback(host) ? hostRefusal(request.headers, origin) : undefined
    if (!refusal) return next()
    response.status(refusal.status).json({ message: refusal.message })
  })
  router.use('/__mock', (request, response, next) => {
    const isOtherMachine = !isLoopback(request.socket.remoteAddress ?? '')
    const refusal = isOtherMachine ? otherMachine : crossSiteRefusal(request.headers, origin)
    if (!refusal) return next()
    response.status(refusal.status).json({ message: refusal.message })
  })
  router.post('/__mock/reset', (_request, response) => {
    reset()
    response.json({ reset: true })
  })
  router.get('/__mock/inbox.json', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ received: webhooks.sent })
  })
  router.post('/__mock/webhooks/:name', express.text({ type: () => true }), async (request, response) => {
    const text = String(request.body ?? '')
    const payload = parseJson(text)
    if (text !== '' && payload === undefined) return void response.status(400).json({ message: unreadable })
    const sent = await webhooks.send(request.params.name, payload)
    if (sent) return void response.json(sent)
    const known = webhooks.names.join(', ') || 'none'
    response.status(404).json({ message: `The document has no webhook ${request.params.name}. It has: ${known}.` })
  })
  router.all('/__mock/{*rest}', (_request, response) => {
    response.status(404).json({ message: available })
  })
  return router
}

const available = 'Available: POST /__mock/reset, GET /__mock/inbox.json, POST /__mock/webhooks/NAME.'
const otherMachine = { status: 403, message: 'Programs on other machines cannot control this mock.' }
const unreadable = 'Send the payload as JSON, or no body for the example of the document.'
