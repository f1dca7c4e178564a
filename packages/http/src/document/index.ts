// A server of any OpenAPI document. `svc-spec init` writes services that import it.

export type { DocumentedOperation } from './api-document.ts'
export { basePathIn, mediaOf, operationsIn, propertiesOf, responseFor, typesOf } from './api-document.ts'
export type { DocumentCall, HandlerContext } from './document-app.ts'
export { ProblemError } from './problem-error.ts'
export { serveDocument } from './serve.ts'
