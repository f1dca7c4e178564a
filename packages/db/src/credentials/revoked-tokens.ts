import { type Connection, query } from '../connection/database.ts'
import type { TokenReference } from './oauth-clients.ts'

/** Revokes an access token from the next request on. The record is kept until the token expires. */
export async function revokeAccessToken(
  connection: Connection,
  id: TokenReference['token_id'],
  expiresAt: Date,
): Promise<boolean> {
  const rows = await query(
    connection,
    {
      name: 'revoke_access_token',
      text: 'insert into revoked_tokens (id, expires_at) values ($1, $2) on conflict (id) do nothing returning id',
    },
    [id, expiresAt],
  )
  return rows.length === 1
}
