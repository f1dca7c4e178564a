// The contract as types and nothing else, for openapi-fetch and what is built on it, such as openapi-react-query.

export type { components, operations, paths, webhooks } from '@generated/contract/client-types'
