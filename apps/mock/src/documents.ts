import published from '@generated/contract/openapi.published.json' with { type: 'json' }
import strict from '@generated/contract/openapi.strict.json' with { type: 'json' }

/** The path under which the API lives, as in production: `{base_url}` is the origin followed by it. */
export const basePath = '/api/public/v1'

/** What the contract says of `npm start`, in its servers and its token endpoint. The mock puts its own origin there. */
const developmentOrigin = 'http://127.0.0.1:3000'

/** What this module needs to know of an OpenAPI document. */
export interface ContractDocument {
  paths: Record<string, Record<string, unknown>>
  webhooks: Record<string, object>
}

/** The strict bundle: closed objects, so that nothing undeclared is ever answered. */
export const contractDocument = strict as unknown as ContractDocument

/** The document that anyone may read at `{base_url}/openapi.json`, with this instance as its server. */
export function publishedDocument(origin: string): object {
  return {
    ...JSON.parse(JSON.stringify(published).replaceAll(developmentOrigin, origin)),
    servers: [{ url: `${origin}${basePath}`, description: 'This mock.' }],
  }
}
