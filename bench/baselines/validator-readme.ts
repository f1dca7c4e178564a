// (b) express-openapi-validator as in its README, with the checks and the envelope of the API.

import contract from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { webhookUrlProblem } from '@svc/webhooks/url-policy'
import express, { type ErrorRequestHandler } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import {
  analysesResponse,
  announce,
  authenticateKey,
  basePath,
  type CheckedRequest,
  openSharedParts,
} from './baseline.ts'

const shared = await openSharedParts()
const app = express()

app.use(async (request, _response, next) => {
  Object.assign(request, { ipDecision: await shared.limiter.checkIp(request.ip ?? '') })
  next()
})
app.use(express.json())
app.use(
  OpenApiValidator.middleware({
    apiSpec: { ...structuredClone(contract), servers: [{ url: basePath }] } as never,
    validateRequests: true,
    validateResponses: false,
    validateSecurity: {
      handlers: {
        apiKeyHeader: async (request) => {
          Object.assign(request, { caller: await authenticateKey(shared, request.get('X-API-Key')) })
          return true
        },
        apiKeyBearer: () => false,
        oauth2: () => false,
      },
    },
    formats: {
      'public-https-url': { type: 'string', validate: (url: string) => webhookUrlProblem(url) === undefined },
    },
  }),
)

app.get(`${basePath}/businesses/:id/analyses`, async (request, response) => {
  const checked = request as unknown as CheckedRequest
  const of = { businessId: request.params.id, limit: Number(request.query.limit) }
  const { headers, body } = await analysesResponse(shared, checked, of)
  response.set(headers).json(body)
})

const fail: ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(error.status ?? error.statusCode ?? 500).json({ error: { message: error.message } })
}
app.use(fail)

const server = app.listen(0, '127.0.0.1', () => announce(server))
