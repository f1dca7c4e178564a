import { setTimeout as sleep } from 'node:timers/promises'
import {
  basePathIn,
  type DocumentCall,
  type DocumentedOperation,
  operationsIn,
  ProblemError,
  serveDocument,
} from '@svc/http/document'
import { appliedPreference, readPreference, unknownPreference } from '../prism/prefer.ts'
import { type Preference, type PrismResponse, startPrism } from '../prism/prism.ts'
import { controlOf, crossOrigin } from './control.ts'
import { loadAnyDocument } from './load-document.ts'
import { withoutWriteOnly } from './records.ts'
import { successSchema } from './resources.ts'
import { createState, type Example } from './state.ts'

interface AnyDocumentOptions {
  /** The path of an OpenAPI document. */
  file: string
  host: string
  port: number
  /** The same seed generates the same bodies. */
  seed: number
  /** The delay of every response, in milliseconds. */
  latencyMs: number
  onFailure(error: unknown): void
}

/** A mock of any document, which listens. */
export interface AnyDocumentMock {
  /** The URL of the API, with the path of the first server of the document. */
  baseUrl: string
  origin: string
  operations: number
  reset(): void
  close(): Promise<void>
}

/** Enough for documents of ten megabytes. */
const heapMegabytes = 2_048

/** Starts a mock of a document. Rejects with a StartError for a file that is not OpenAPI, and for a port in use. */
export async function startAnyDocument(options: AnyDocumentOptions): Promise<AnyDocumentMock> {
  const { file, host, port, seed, latencyMs, onFailure } = options
  const document = await loadAnyDocument(file)
  const basePath = basePathIn(document)
  const prism = await startPrism(document, { reportsFailures: true, heapMegabytes })
  const state = createState(document, basePath)

  async function request(operation: DocumentedOperation, preference: Preference): Promise<PrismResponse> {
    const { operationId, method, path } = operation
    const result = await prism.request({
      operationId,
      method,
      path: path.replaceAll(/\{[^}]+\}/g, '1'),
      accept: 'application/json, */*;q=0.1',
      preference: { seed: String(seed), ...preference },
    })
    if ('unknown' in result) throw unknownPreference(result)
    if ('failed' in result) throw new ProblemError(500, `The mock has no response for this operation: ${result.failed}`)
    return result
  }
  const example: Example = async (operation, generated) => {
    const code = successIn(operation)
    if (code === undefined) return undefined
    const preference = { code, ...(generated && { dynamic: true, seed: `${seed} ${generated.seed}` }) }
    return (await request(operation, preference)).body
  }

  async function handle(call: DocumentCall): Promise<unknown> {
    await sleep(latencyMs)
    const { operation, reply } = call
    const preference = readPreference(call.request.get('prefer'), operation)
    if (!preference) {
      const { body } = (await state.respond(call, example)) ?? { body: await example(operation) }
      return withoutWriteOnly(document, successSchema(document, operation), body)
    }
    reply.headers['Preference-Applied'] = appliedPreference(preference)
    const { status, body } = await request(operation, preference)
    reply.status = status
    return body
  }

  const server = await serveDocument<object>({
    document,
    operations: handle,
    // Any credential is accepted, because nothing is protected.
    authenticate: () => ({}),
    checkResponses: false,
    onServerError: onFailure,
    open: [crossOrigin, controlOf({ host, reset: state.reset })],
    host,
    port,
    settings: { host: '--host', port: '--port' },
  }).catch(async (error: unknown) => {
    await prism.close()
    throw error
  })
  return {
    baseUrl: server.baseUrl,
    origin: server.origin,
    operations: operationsIn(document).length,
    reset: state.reset,
    async close() {
      await server.close()
      await prism.close()
    },
  }
}

/** The success of an operation as the document names it; undefined if it describes none. */
function successIn({ responses, status }: DocumentedOperation): string | undefined {
  return [String(status), '2XX', '2xx', 'default'].find((code) => code in responses)
}
