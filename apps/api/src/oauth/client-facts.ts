import type { RegisteredClient } from '@svc/db/oauth-clients'

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

// The library sets the properties of `extraClientMetadata` on each client, which its type does not show.
declare module 'oidc-provider' {
  interface Client extends ClientFacts {}
}
