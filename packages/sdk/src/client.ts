import { Resources } from '@generated/sdk/resources'
import type { Call, CallOptions } from '@generated/sdk/runtime'
import { Analyses } from './analyses.ts'
import { type ApiCaller, type CallerOptions, createCaller, type RawRequest } from './caller.ts'

/**
 * The API with every operation in its place: `client.webhooks.deliveries.list(webhookId)`.
 *
 * @example
 * const client = new Client() // the credential comes from SVC_API_KEY
 * for await (const business of client.businesses.list()) console.log(business.name)
 */
export class Client extends Resources {
  override readonly analyses: Analyses
  readonly #caller: ApiCaller

  /** @throws SdkError without a credential, or in a browser */
  constructor(options: CallerOptions = {}) {
    const caller = createCaller(options)
    super(caller)
    this.analyses = new Analyses(caller)
    this.#caller = caller
  }

  /**
   * Sends a request that this version of the SDK does not know, with everything that other calls have: credential, retries,
   * errors. Parameters that a known operation does not know go into its `options.query` and `options.headers`.
   *
   * @example
   * const answer = await client.request({ method: 'GET', path: '/new-things', query: { limit: 5 } })
   */
  request<Result = unknown>(request: RawRequest, options?: CallOptions): Call<Result> {
    return this.#caller.request(request, options)
  }
}
