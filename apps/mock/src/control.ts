import { crossSiteRefusal } from '@svc/http/loopback-guard'
import express, { type RequestHandler } from 'express'
import { type DemoAccount, demoClients, demoKeys } from './credentials.ts'
import type { Inbox } from './inbox.ts'
import { inboxPage } from './inbox-page.ts'
import type { ScenarioName } from './public.ts'
import { isScenario, scenarioNames, scenarios } from './scenarios.ts'
import type { Worlds } from './worlds.ts'

export interface ControlOptions {
  inbox: Inbox
  worlds: Worlds
  /** Where the mock listens. */
  origin: string
  /** Back to the state after the start. */
  reset(): void
}

/** `/__mock/…`: what only a mock has. No credential and no limit, as it listens to this machine; pages of other sites are refused. */
export function createControl({ inbox, worlds, origin, reset }: ControlOptions): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })

  // A person who opens the mock's address in a browser looks for a page: this is the one that there is.
  router.get('/', (_request, response) => response.redirect('/__mock/inbox'))

  router.use('/__mock', (request, response, next) => {
    const refusal = crossSiteRefusal(request.headers, origin)
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
    response.json({ scenario: worlds.chosen, scenarios })
  })

  router.put('/__mock/scenario', express.json({ type: () => true }), (request, response) => {
    const { scenario, credential } = (request.body ?? {}) as { scenario?: unknown; credential?: unknown }
    if (scenario !== null && !isScenario(scenario))
      return void response.status(400).json({ message: `scenario is null or one of ${scenarioNames.join(', ')}` })
    const account = credential === undefined ? undefined : accountOf(String(credential))
    if (credential !== undefined && !account)
      return void response
        .status(400)
        .json({ message: 'credential is an API key or a client id of the README, or left out' })
    worlds.choose(scenario as ScenarioName | null, account)
    response.json({ scenario, for: account?.name ?? 'everybody' })
  })

  router.all('/__mock/{*rest}', (_request, response) => {
    response.status(404).json({
      message:
        'GET /__mock/inbox, GET /__mock/inbox.json, POST /__mock/reset, GET and PUT /__mock/scenario are what there is.',
    })
  })
  router.use('/__mock', unreadable)
  return router
}

const unreadable: express.ErrorRequestHandler = (_error, _request, response, _next) => {
  response.status(400).json({ message: 'Send a JSON object, such as {"scenario":"slow"}.' })
}

/** The account that an API key or a client id belongs to. */
function accountOf(credential: string): DemoAccount | undefined {
  const key = demoKeys.find(({ key }) => key === credential)
  return key?.account ?? demoClients.find(({ client_id }) => client_id === credential)?.account
}
