import type { RegisteredClient } from '@svc/db/oauth-clients'
import type { Client } from 'oidc-provider'

/** Facts about our clients that the library stores in addition to its own metadata. */
export type ClientFacts = Pick<
  RegisteredClient,
  'account_id' | 'plan' | 'api_demo' | 'token_epoch' | 'authcode_enabled' | 'pepper_key_id'
>

export const clientFactNames = [
  'account_id',
  'plan',
  'api_demo',
  'token_epoch',
  'authcode_enabled',
  'pepper_key_id',
] as const satisfies readonly (keyof ClientFacts)[]

/** The facts of a client: the one cast of them, because the type of the library does not have our metadata. */
export function factsOf(client: Client): ClientFacts {
  return client as unknown as ClientFacts
}
