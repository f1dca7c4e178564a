// Lists businesses, reads a list to its end, registers a webhook endpoint and reads an error, with the client that
// openapi-generator generates.

import {
  BusinessesApi,
  CompetitorsApi,
  Configuration,
  ErrorResponseFromJSON,
  ResponseError,
  WebhooksApi,
} from './generated/index.js'

const { SVC_BASE_URL: basePath = '', SVC_API_KEY: apiKey = '', SVC_UNKNOWN_WEBHOOK: unknownId = '' } = process.env
const configuration = new Configuration({ basePath, headers: { 'X-API-Key': apiKey } })

const { data: businesses } = await new BusinessesApi(configuration).listBusinesses()
console.log('list', businesses.length)

const competitors = new CompetitorsApi(configuration)
let count = 0
let cursor: string | undefined
do {
  const page = await competitors.listCompetitors({ id: businesses[0]?.id ?? '', limit: 2, cursor })
  count += page.data.length
  cursor = page.meta.page.nextCursor ?? undefined
} while (cursor !== undefined)
console.log('page', count)

const webhooks = new WebhooksApi(configuration)
const endpoint = { url: 'https://hooks.rosso-trattoria.nl/typescript' }
const created = await webhooks.createWebhook({ createWebhookRequest: endpoint })
console.log('create', created.data.id)

try {
  await webhooks.getWebhook({ id: unknownId })
} catch (error) {
  if (!(error instanceof ResponseError)) throw error
  const response = ErrorResponseFromJSON(await error.response.json())
  console.log('error', response.error.code)
}
