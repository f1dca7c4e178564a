import nodeModule from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { IHttpConfig } from '@stoplight/prism-http'
import { configureGenerator, withTimestampFormat } from './generator.ts'
import type { NumberedRequest, Preference, PrismMessage, PrismRequest, PrismResult } from './prism.ts'

// Prism in a separate thread. Nothing that it throws is caught here: the thread ends, and prism.ts starts another
// one.

// Its generator brings made-up data in seventy languages, 20 MB of memory. English is enough. Node 20 has no hooks.
nodeModule.registerHooks?.({
  resolve: (specifier, context, next) =>
    next(specifier === '@faker-js/faker' ? '@faker-js/faker/locale/en' : specifier, context),
})
const { createInstance, getHttpOperationsFromSpec } = await import('@stoplight/prism-http')

/** Requests were validated by packages/http before Prism gets them, and its responses are validated after it. */
const config: IHttpConfig = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
}

const silent = () => {}
const logger = {
  info: silent,
  warn: silent,
  error: silent,
  debug: silent,
  trace: silent,
  success: silent,
  fatal: silent,
}
// Prism's type is a whole logger of pino; these are the methods that it calls.
const components = { logger: { ...logger, child: () => components.logger } as never }

configureGenerator()
const operations = await getHttpOperationsFromSpec(withTimestampFormat(workerData.document))
const prism = createInstance(config, components)

parentPort?.on('message', async ({ number, ...request }: NumberedRequest) => {
  parentPort?.postMessage({ number, result: await respond(request) } satisfies PrismMessage)
})
parentPort?.postMessage('ready' satisfies PrismMessage)

async function respond(request: PrismRequest): Promise<PrismResult> {
  const { operationId, method, path, accept = 'application/json', preference } = request
  const operation = operations.find(({ iid }) => iid === operationId)
  if (!operation) throw new Error(`The contract has no operation ${operationId}.`)
  const { code, example } = preference
  const response = operation.responses.find((documented) => documented.code === code)
  if (!response) return { unknown: 'code', code, documented: operation.responses.map((documented) => documented.code) }
  const examples = (response.contents ?? []).flatMap((content) => (content.examples ?? []).map(({ key }) => key))
  if (example !== undefined && !examples.includes(example)) return { unknown: 'example', code, documented: examples }

  const outcome = await prism.request({ method, url: { path }, headers: { accept } }, [operation], {
    ...config,
    mock: mockConfigOf(preference, examples),
  })()
  if (outcome._tag === 'Left') {
    if (workerData.reportsFailures) return { failed: outcome.left.message }
    throw outcome.left
  }
  const { statusCode, headers = {}, body } = outcome.right.output
  return { status: statusCode, headers, body }
}

/**
 * A response without an example gets a generated body: what Prism makes of a schema without `dynamic` ignores its
 * patterns.
 */
function mockConfigOf({ code, example, dynamic, seed }: Preference, examples: readonly string[]) {
  return {
    // Without a code, Prism chooses the success that has no status of its own: `2XX` or `default`.
    ...(/^\d+$/.test(code) && { code: Number(code) }),
    dynamic: dynamic ?? examples.length === 0,
    ...(example !== undefined && { exampleKey: example }),
    ...(seed !== undefined && { seed }),
  }
}
