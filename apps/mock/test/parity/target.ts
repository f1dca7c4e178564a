/** A server that the suite runs against, with the credentials that it needs. */
export interface Target {
  base_url: string
  auth_url: string
  /** Has a completed analysis. */
  first: TargetAccount
  second: TargetAccount
  /** All of the first account. */
  read_only_key: string
  revoked_key: string
  expired_key: string
  read_only_client: TargetClient
  /** A key of an account whose plan does not include the API. */
  without_api_key: string
  without_api_client: TargetClient
}

export interface TargetAccount {
  business_id: string
  api_key: string
  client: TargetClient
}

interface TargetClient {
  client_id: string
  client_secret: string
}
