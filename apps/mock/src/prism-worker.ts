import { registerHooks } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { IHttpConfig } from '@stoplight/prism-http'
import type { PrismAnswer, PrismQuestion } from './prism.ts'

// Prism in a thread of its own. What it throws is not caught: the thread ends, and prism.ts starts another one.

// It brings made-up data in seventy languages along, 20 MB of memory. Examples are all that it is asked for here.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '@faker-js/faker' ? '@faker-js/faker/locale/en' : specifier, context),
})
const { createInstance, getHttpOperationsFromSpec } = await import('@stoplight/prism-http')

const silent = () => {}
const logger = {
  info: silent,
  warn: silent,
  error: silent,
  debug: silent,
  trace: silent,
  fatal: silent,
  success: silent,
}
const components = { logger: { ...logger, child: () => components.logger } as never }

/** Requests are judged by packages/http before Prism hears of them, and answers after it. */
const config = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  mock: { dynamic: false },
} as IHttpConfig

const operations = await getHttpOperationsFromSpec(workerData.document)
const prism = createInstance(config, components)

parentPort?.on('message', async ({ number, method, path, code, example }: PrismQuestion) => {
  const outcome = await prism.request(
    { method, url: { path, query: {} }, headers: { accept: 'application/json' } },
    operations,
    {
      ...config,
      mock: { dynamic: false, code, ...(example !== undefined && { exampleKey: example }) },
    } as IHttpConfig,
  )()
  if (outcome._tag === 'Left') throw outcome.left
  const { statusCode, body } = outcome.right.output
  parentPort?.postMessage({ number, status: statusCode, body } satisfies PrismAnswer)
})

parentPort?.postMessage('ready')
