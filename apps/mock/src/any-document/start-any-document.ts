import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  basePathIn,
  type DocumentCall,
  type DocumentedOperation,
  mediaOf,
  operationsIn,
  ProblemError,
  responseFor,
  serveDocument,
} from '@svc/http/document'
import { StartError } from '@svc/runtime/start-error'
import { newSigningSecret } from '@svc/webhooks/secrets'
import { appliedPreference, readPreference, unknownPreference } from '../prism/prefer.ts'
import { type Preference, type Prism, type PrismResponse, startPrism } from '../prism/prism.ts'
import { controlOf, crossOrigin } from './control.ts'
import { loadAnyDocument } from './load-document.ts'
import { withoutWriteOnly } from './records.ts'
import { successSchema } from './resources.ts'
import { createState, type State } from './state.ts'
import { isValid, validExample } from './validation.ts'
import { webhooksIn, withWebhookOperations } from './webhook-descriptions.ts'
import { createWebhooks } from './webhooks.ts'

export interface AnyDocumentOptions {
  /** The path of an OpenAPI document. */
  file: string
  host: string
  port: number
  /** The same seed generates the same bodies. */
  seed: number
  /** The delay of every response, in milliseconds. */
  latencyMs: number
  /** The receiver of webhooks on this machine; none by default. */
  webhookUrl?: URL
  /** The secret that signs webhooks; a new one by default. */
  webhookSecret?: string
  /** Recorded responses that are returned before those of the mock; none by default. */
  intercept?: (mock: RequestListener) => RequestListener
  onFailure(error: unknown): void
}

/** A mock of any document, which listens. */
export interface AnyDocumentMock {
  /** The URL of the API, with the path of the first server of the document. */
  baseUrl: string
  origin: string
  operations: number
  /** The names of the webhooks that the document describes. */
  webhooks: readonly string[]
  webhookSecret: string
  reset(): void
  close(): Promise<void>
}

/** Enough for documents of ten megabytes. */
const heapMegabytes = 2_048

/** Starts a mock of a document. Rejects with a StartError for a file that is not OpenAPI, and for a port in use. */
export async function startAnyDocument(options: AnyDocumentOptions): Promise<AnyDocumentMock> {
  const { file, host, port, seed, webhookUrl = null, webhookSecret = newSigningSecret(), onFailure } = options
  const document = await loadAnyDocument(file)
  if (webhookUrl && webhooksIn(document).length === 0) throw new StartError(`${file} describes no webhooks.`)
  const prism = await startPrism(withWebhookOperations(document), { reportsFailures: true, heapMegabytes })
  const examples = createExamples(prism, { document, seed })
  const { example: payload } = examples
  const webhooks = createWebhooks({ document, url: webhookUrl, secret: webhookSecret, example: payload, onFailure })
  const state = createState(document, { basePath: basePathIn(document), onChange: webhooks.announce })
  const reset = () => {
    state.reset()
    webhooks.reset()
  }
  const server = await serveDocument<object>({
    document,
    operations: createHandler(document, { state, examples, latencyMs: options.latencyMs }),
    // Any credential is accepted, because nothing is protected.
    authenticate: () => ({}),
    checkResponses: false,
    onServerError: onFailure,
    open: [crossOrigin, controlOf({ host, reset, webhooks })],
    ...(options.intercept && { intercept: options.intercept }),
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
    webhooks: webhooks.names,
    webhookSecret,
    reset,
    async close() {
      webhooks.close()
      await server.close()
      await prism.close()
    },
  }
}

type PrismOperation = Pick<DocumentedOperation, 'operationId' | 'method' | 'path' | 'responses' | 'status'>

/** The stateless responses of a document. */
interface Examples {
  example(operation: PrismOperation, generated?: { seed: string }): Promise<unknown>
  /** The response that a client prefers. */
  preferred(operation: PrismOperation, preference: Preference): Promise<PrismResponse>
}

/** Generated bodies of which one may match, because the generator does not regard every keyword. */
const generationsMax = 4

function createExamples(prism: Prism, { document, seed }: { document: object; seed: number }): Examples {
  const known = new Map<string, Promise<unknown>>()

  async function preferred(operation: PrismOperation, preference: Preference): Promise<PrismResponse> {
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

  /** The body that the document has, or else one that is generated; that of Prism if none of them is valid. */
  async function exampleOf(operation: PrismOperation, code: string): Promise<unknown> {
    const described = validExample(document, operation, operation.status)
    if (described) return described.body
    const usual = (await preferred(operation, { code })).body
    return isMatching(operation, usual) ? usual : ((await generated(operation, code, String(seed))) ?? usual)
  }

  async function generated(operation: PrismOperation, code: string, seedOfBody: string): Promise<unknown> {
    for (let attempt = 1; attempt <= generationsMax; attempt += 1) {
      const own = attempt === 1 ? seedOfBody : `${seedOfBody} ${attempt}`
      const { body } = await preferred(operation, { code, dynamic: true, seed: own })
      if (isMatching(operation, body)) return body
    }
    return undefined
  }

  const isMatching = (operation: PrismOperation, body: unknown) =>
    isValid(document, mediaOf(document, responseFor(operation, operation.status))[0]?.schema, body)

  return {
    preferred,
    async example(operation, options) {
      const code = successIn(operation)
      if (code === undefined) return undefined
      if (options) return generated(operation, code, `${seed} ${options.seed}`)
      const body = known.get(operation.operationId) ?? exampleOf(operation, code)
      known.set(operation.operationId, body)
      return structuredClone(await body)
    },
  }
}

/** The handler of all operations: the preferred response, or that of the state. */
function createHandler(
  document: object,
  { state, examples, latencyMs }: { state: State; examples: Examples; latencyMs: number },
): (call: DocumentCall) => Promise<unknown> {
  const { example, preferred } = examples
  return async (call) => {
    await sleep(latencyMs)
    const { operation, reply } = call
    const preference = readPreference(call.request.get('prefer'), operation)
    if (!preference) {
      const { body } = (await state.respond(call, example)) ?? { body: await example(operation) }
      return withoutWriteOnly(document, successSchema(document, operation), body)
    }
    reply.headers['Preference-Applied'] = appliedPreference(preference)
    const { status, body } = await preferred(operation, preference)
    reply.status = status
    return body
  }
}

/** The success of an operation as the document names it; undefined if it describes none. */
function successIn({ responses, status }: PrismOperation): string | undefined {
  return [String(status), '2XX', '2xx', 'default'].find((code) => code in responses)
}
