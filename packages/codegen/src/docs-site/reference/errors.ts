import { errorLines } from '../../generate/error-tables.ts'
import type { OpenApi, SchemaObject } from '../../source/openapi.ts'

/** An error code with its status, its cause, and what to do, as whole sentences of Markdown. */
export interface DocumentedError {
  code: string
  status: string
  cause: string
  action: string
}

/** The error codes of a document, from the descriptions of its schemas of codes. Sorted by status. */
export function documentedErrors(document: OpenApi): DocumentedError[] {
  return Object.values(document.components?.schemas ?? {})
    .filter((schema): schema is SchemaObject => typeof schema === 'object' && Array.isArray(schema.enum))
    .flatMap(({ description }) => errorLines(String(description ?? '')))
    .sort((a, b) => Number(a.status) - Number(b.status))
}
