import { existsSync } from 'node:fs'
import strict from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { exchangeOf } from '@svc/http/shell/exchange'
import { commonHeaders } from '@svc/http/shell/response'
import express from 'express'

/** The parts of an OpenAPI document that this module knows. */
export interface ContractDocument {
  paths: Record<string, Record<string, object>>
  webhooks: Record<string, object>
}

/**
 * The strict bundle, without private operations: its objects are closed, so that no undeclared field is ever returned.
 */
export const contractDocument: ContractDocument = { ...strict, paths: publicPathsOf(strict) }

function publicPathsOf({ paths }: ContractDocument): ContractDocument['paths'] {
  const isPublic = (operation: object) => !('x-visibility' in operation)
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).filter(([, operation]) => isPublic(operation))),
    ]),
  )
}

/** The folder of the generated files in the published package. */
const packaged = new URL('generated/', import.meta.url)

/** The folder of generated files. */
export const generated = existsSync(packaged)
  ? packaged
  : new URL('../', import.meta.resolve('@generated/contract/openapi.strict.json'))

/** The mock has no portal. The links of the guides to its pages lead to the guide about the mock. */
export const portalLinks = express.Router()
portalLinks.get('/portal{/*page}', (_request, response) => {
  response.set(commonHeaders(exchangeOf(response))).redirect('/docs/testing')
})
