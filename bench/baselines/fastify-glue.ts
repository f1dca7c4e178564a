// (c) Fastify with fastify-openapi-glue as in its README, with the checks and the envelope of the API.

import { createHash } from 'node:crypto'
import contract from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { webhookUrlProblem } from '@svc/webhooks/url-policy'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import openapiGlue from 'fastify-openapi-glue'
import {
  analysesResponse,
  announce,
  authenticateKey,
  basePath,
  type CheckedRequest,
  openSharedParts,
} from './baseline.ts'

const shared = await openSharedParts()
const app = Fastify()

// fastify-openapi-glue: "If you want to use JSON schema draft-2020-12 features in your OpenApi 3.1+ schema".
const ajv = new Ajv2020({ strict: false, useDefaults: true, coerceTypes: 'array' })
addFormats.default(ajv)
ajv.addFormat('public-https-url', (url: string) => webhookUrlProblem(url) === undefined)
app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object))

app.decorateRequest('ipDecision')
app.decorateRequest('caller')
app.addHook('onRequest', async (request) => {
  Object.assign(request, { ipDecision: await shared.limiter.checkIp(request.ip) })
})
// Express adds a weak ETag of the body itself, so Fastify must add one as well.
app.addHook('onSend', async (_request, reply, payload) => {
  reply.header('ETag', `W/"${createHash('sha1').update(String(payload)).digest('base64url')}"`)
})

await app.register(openapiGlue, {
  specification: contract,
  prefix: basePath,
  securityHandlers: {
    async apiKeyHeader(request: FastifyRequest) {
      Object.assign(request, { caller: await authenticateKey(shared, String(request.headers['x-api-key'])) })
    },
    apiKeyBearer: refuse,
    oauth2: refuse,
  },
  serviceHandlers: {
    async listAnalyses(request: FastifyRequest & CheckedRequest, reply: FastifyReply) {
      const { id: businessId } = request.params as { id: string }
      const { limit } = request.query as { limit: number }
      const { headers, body } = await analysesResponse(shared, request, { businessId, limit })
      reply.headers(headers)
      return body
    },
  },
})

async function refuse(): Promise<never> {
  throw new Error('Only API keys in X-API-Key are supported.')
}

await app.listen({ port: 0, host: '127.0.0.1' })
announce(app.server)
