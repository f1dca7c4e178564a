import { operations } from '@generated/contract/operations'
import { basePath } from '@svc/http/base-path'
import { type Contract, createContract, toApiError } from '@svc/http/contract'
import { documents, missingPages } from '@svc/http/documents'
import { ApiError } from '@svc/http/errors'
import { isLoopbackOrigin } from '@svc/http/loopback-guard'
import { createApp } from '@svc/http/shell/app'
import { createDispatch, handlersOf } from '@svc/http/shell/dispatch'
import type { UsageRecorder } from '@svc/http/shell/exchange'
import type { RequestObserver } from '@svc/http/shell/finished-request'
import { requireScopes } from '@svc/http/shell/operation'
import { planWithoutApi } from '@svc/rules/messages'
import { isLoopback } from '@svc/runtime/origin'
import { defaultSettings } from '@svc/runtime/settings'
import { webhookUrlProblem } from '@svc/webhooks/url-policy'
import type { Express } from 'express'
import { authenticate } from './accounts/authenticate.ts'
import type { MockCaller } from './accounts/caller.ts'
import { createTokens, type Tokens } from './accounts/tokens.ts'
import { createControl } from './control.ts'
import { contractDocument, generated, portalLinks } from './documents.ts'
import { createOAuth } from './oauth.ts'
import type { MockContext } from './operations/context.ts'
import { createOperations } from './operations/index.ts'
import { createIdempotencyStore } from './ports/idempotency-store.ts'
import type { MockLimits } from './ports/limits.ts'
import { createQuotas } from './ports/quotas.ts'
import type { MockCall, RequestContext } from './ports/request-context.ts'
import { applyScenario, refuseWhileDown } from './ports/scenario-steps.ts'
import { createUsageRecorder } from './ports/usage-recorder.ts'
import { createExamples } from './prism/examples.ts'
import type { Prism } from './prism/prism.ts'
import { createPrismOperations } from './prism/prism-operations.ts'
import type { LimitName } from './public.ts'
import { createAnalyses } from './state/analyses.ts'
import { createAnalysisRuns } from './state/analysis-runs.ts'
import type { IdSource } from './state/id-source.ts'
import { createReportFiles } from './state/report-files.ts'
import type { StateStore } from './state/state-store.ts'
import { createDeliveries } from './webhooks/deliveries.ts'
import { createDeliveryTimers, type DeliveryTimersOptions } from './webhooks/delivery-timers.ts'
import type { Inbox } from './webhooks/inbox.ts'
import { createSender } from './webhooks/sender.ts'

interface MockAppOptions {
  ids: IdSource
  states: StateStore
  inbox: Inbox
  prism: Prism
  requestLimits: MockLimits
  /** Limits that replace those of the service. */
  limits: Partial<Record<LimitName, number>>
  /** A URL that receives webhooks in addition to the inbox. */
  forwardTo: URL | null
  /** The origin at which clients reach this mock. */
  origin: string
  /** The address that it listens on. */
  host: string
  /** Whether programs on other machines may control the mock. */
  exposeControls: boolean
  /** Aborted when the mock closes. */
  closing: AbortSignal
  onFailure(error: unknown): void
  observers: readonly RequestObserver[]
}

/** The HTTP application of a mock: the shell of the service, with state in memory and Prism behind it. */
export function createMockApp(options: MockAppOptions): { app: Express; reset(): void } {
  const { ids, states, inbox, requestLimits, origin } = options
  const tokens = createTokens({ ids, issuer: origin, states })
  const usage = createUsageRecorder({ ids, states })
  const context = createContext(options, usage.recordDisabled)

  function reset(): void {
    states.reset()
    inbox.clear()
    tokens.reset()
    requestLimits.reset()
  }

  const contract = createContract({
    document: contractDocument,
    operations,
    basePath,
    formats: { 'public-https-url': webhookUrlProblem },
  })
  const files = { generated, publicUrl: origin, mockOrigin: origin }
  const app = createApp({
    contract,
    limits: requestLimits,
    newRequestId: () => ids.newId('req'),
    uncounted: createControl({
      inbox,
      states,
      origin,
      isLocal: isLoopback(options.host),
      exposed: options.exposeControls,
      reset,
    }),
    // Pages that this machine serves, such as the docs of `npm start`, may call the mock.
    cors: { allows: isLoopbackOrigin, requestHeaders: ['Prefer'], responseHeaders: ['Preference-Applied'] },
    open: [
      refuseWhileDown(states),
      documents(files),
      portalLinks,
      context.reportFiles.serve,
      createOAuth({ tokens, usage, origin }),
      missingPages(files),
    ],
    dispatch: createMockDispatch({ contract, context, tokens, usage, options }),
    observers: options.observers,
    toApiError,
    // An error requested by `Prefer` has no cause.
    onServerError: ({ cause }) => cause !== undefined && options.onFailure(cause),
  })
  return { app, reset }
}

type Context = MockContext & { reportFiles: ReturnType<typeof createReportFiles> }

function createContext(
  { ids, states, inbox, prism, limits, forwardTo, origin, closing, onFailure }: MockAppOptions,
  onDisabled: DeliveryTimersOptions['onDisabled'],
): Context {
  const examples = createExamples(contractDocument, prism)
  const reportFiles = createReportFiles({ examples, key: ids.newKey(), origin })
  const analyses = createAnalyses({ examples, reportFiles })
  const schedule = createDeliveryTimers({ states, send: createSender({ inbox, forwardTo }), onDisabled })
  const deliveries = createDeliveries({ ids, states, schedule })
  return {
    ids,
    examples,
    states,
    deliveries,
    analyses,
    startAnalysis: createAnalysisRuns({ ids, states, examples, analyses, deliveries, onFailure }),
    webhooksMax: limits.webhooks ?? defaultSettings.webhooks.endpointsMax,
    closing,
    reportFiles,
  }
}

function createMockDispatch(parts: {
  contract: Contract
  context: Context
  tokens: Tokens
  usage: UsageRecorder<MockCaller>
  options: MockAppOptions
}) {
  const { contract, context, tokens, usage, options } = parts
  const { ids, states, prism, limits, closing } = options
  const prismOperations = createPrismOperations({ prism, examples: context.examples, ids, states })
  const takeQuota = createQuotas(states, limits)
  const contextOf = (call: MockCall): RequestContext => ({
    takeQuota: (name) => takeQuota(call, name),
    accept: call.exchange.request.headers.accept,
  })
  return createDispatch<MockCaller, RequestContext>({
    contract,
    handlers: handlersOf({ ...prismOperations.handlers, ...createOperations(context) }),
    authenticate: ({ request }) => authenticate(request.headersDistinct, tokens),
    authorize(caller, operation) {
      if (!caller.account.entitled) throw new ApiError('forbidden', { message: planWithoutApi })
      requireScopes(caller, operation)
    },
    context: contextOf,
    idempotency: createIdempotencyStore({ states, contextOf }),
    usage,
    checkResponses: true,
    afterLimits: (_exchange, { account }) => applyScenario(states, account, closing),
    handle: async (call, run) => (await prismOperations.prefer(call)) ?? run(call.input),
  })
}
