import { crossSiteRefusal, hostRefusal, isLoopbackOrigin } from '@svc/http/loopback-guard'
import { isLoopback } from '@svc/runtime/origin'
import express, { type RequestHandler } from 'express'

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

/**
 * `POST /__mock/reset`, for programs on this machine. While the mock listens for this machine alone, all paths refuse
 * foreign host names, as pages of other sites use them.
 */
export function controlOf({ host, reset }: { host: string; reset(): void }): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })
  const origin = `http://${host}`
  router.use((request, response, next) => {
    const refusal = isLoopback(host) ? hostRefusal(request.headers, origin) : undefined
    if (!refusal) return next()
    response.status(refusal.status).json({ message: refusal.message })
  })
  router.post('/__mock/reset', (request, response) => {
    const isOtherMachine = !isLoopback(request.socket.remoteAddress ?? '')
    const refusal = isOtherMachine ? otherMachine : crossSiteRefusal(request.headers, origin)
    if (refusal) return void response.status(refusal.status).json({ message: refusal.message })
    reset()
    response.json({ reset: true })
  })
  return router
}

const otherMachine = { status: 403, message: 'Programs on other machines cannot control this mock.' }
