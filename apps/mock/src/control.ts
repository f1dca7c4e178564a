import { crossSiteRefusal, hostRefusal } from '@svc/http/loopback-guard'
import { isLoopback } from '@svc/runtime/origin'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { type DemoAccount, demoClients, demoKeys } from './accounts/credentials.ts'
import { isScenario, scenarioNames, scenarios } from './scenarios.ts'
import type { StateStore } from './state/state-store.ts'
import type { Inbox } from './webhooks/inbox.ts'
import { inboxPage } from './webhooks/inbox-page.ts'

interface ControlOptions {
  inbox: Inbox
  states: StateStore
  /** The origin whose pages may control the mock. */
  origin: string
  /** Whether the mock listens for programs on this machine alone. */
  isLocal: boolean
  /** Whether programs on other machines may control the mock. */
  exposed: boolean
  /** Back to the state after the start. */
  reset(): void
}

/**
 * `/__mock/…`: what only a mock has. No credential and no limit, because it serves this machine only; pages of other
 * sites are refused, and so are other machines unless the mock was started with `--expose-controls`. All paths refuse
 * foreign host names while the mock is for this machine alone.
 */
export function createControl(options: ControlOptions): RequestHandler {
  const { inbox, states, origin, isLocal, exposed, reset } = options
  const router = express.Router({ caseSensitive: true, strict: true })

  router.use((request, response, next) => {
    const refusal = isLocal ? hostRefusal(request.headers, origin) : undefined
    if (!refusal) return next()
    response.status(refusal.status).json({ message: refusal.message })
  })

  // A browser gets the inbox, the only page of the mock.
  router.get('/', (_request, response) => response.redirect('/__mock/inbox'))

  router.use('/__mock', (request, response, next) => {
    const isOtherMachine = !exposed && !isLoopback(request.socket.remoteAddress ?? '')
    const refusal = isOtherMachine ? otherMachine : crossSiteRefusal(request.headers, origin)
    if (!refusal) return next()
    response.status(refusal.status).json({ message: refusal.message })
  })

  router.get('/__mock/inbox', (_request, response) => {
    response.set({ 'Content-Security-Policy': inboxPage.policy, 'Cache-Control': 'no-store' })
    response.type('html').send(inboxPage.html)
  })

  router.get('/__mock/inbox.json', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ received: inbox.list() })
  })

  router.post('/__mock/reset', (_request, response) => {
    reset()
    response.json({ reset: true })
  })

  router.get('/__mock/scenario', (_request, response) => {
    response.json({ scenario: states.scenario, scenarios })
  })

  router.put('/__mock/scenario', express.json({ type: () => true }), (request, response) => {
    const { scenario, credential }: { scenario?: unknown; credential?: unknown } = request.body ?? {}
    if (scenario !== null && !isScenario(scenario))
      return void response.status(400).json({ message: `scenario must be null or one of ${scenarioNames.join(', ')}` })
    const account = credential === undefined ? undefined : accountOf(String(credential))
    if (credential !== undefined && !account)
      return void response.status(400).json({ message: 'credential must be an API key or a client id of the README' })
    states.chooseScenario(scenario, account)
    response.json({ scenario, for: account?.name ?? 'every account' })
  })

  router.all('/__mock/{*rest}', (_request, response) => {
    response.status(404).json({
      message:
        'Available: GET /__mock/inbox, GET /__mock/inbox.json, POST /__mock/reset, GET and PUT /__mock/scenario.',
    })
  })
  router.use('/__mock', bodyParseError)
  return router
}

const otherMachine = {
  status: 403,
  message: 'Programs on other machines cannot control this mock, unless it is started with --expose-controls.',
}

const bodyParseError: ErrorRequestHandler = (_error, _request, response, _next) => {
  response.status(400).json({ message: 'Send a JSON object, such as {"scenario":"slow"}.' })
}

/** The account that an API key or a client id belongs to. */
function accountOf(credential: string): DemoAccount | undefined {
  const key = demoKeys.find(({ key }) => key === credential)
  return key?.account ?? demoClients.find(({ client_id }) => client_id === credential)?.account
}
