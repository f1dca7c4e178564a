// The whole API as functions, so that a bundle has only what it uses: `getAnalysis(createCaller(), analysisId)`.

export * from '@generated/sdk/functions'
export type { Call, Caller, CallOptions, List, ListPage, PageReader } from '@generated/sdk/runtime'
export type * from '@generated/sdk/types'
export { type ApiCaller, type CallerOptions, createCaller, type RawRequest } from './caller.ts'
export * from './errors.ts'
export type { FetchInit as ExchangeInit } from './request.ts'
export type { FetchFunction as Exchange, Middleware } from './send.ts'
export { contractVersion as SPEC_VERSION, version as VERSION } from './version.ts'
