import { Resources } from '@generated/sdk/resources'
import type { Call, CallOptions } from '@generated/sdk/runtime'
import { Analyses } from './analyses.ts'
import { type ApiCaller, type CallerOptions, createCaller, type RawRequest } from './caller.ts'

/**
 * The API with every operation as a method: `client.webhooks.deliveries.list(webhookId)`.
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
   * Sends a request for which this version of the SDK has no method, with credential, retries and errors like any call.
   * For new parameters of an existing method use its `options.query` and `options.headers`.
   *
   * @example const result = await client.request({ method: 'GET', path: '/new-things', query: { limit: 5 } })
   */
  request<Result = unknown>(request: RawRequest, options?: CallOptions): Call<Result> {
    return this.#caller.request(request, options)
  }
}
