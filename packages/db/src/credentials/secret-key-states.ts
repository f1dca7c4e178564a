import type { SecretKeyState } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import type { Keyring } from '@svc/runtime/secrets'
import type { Reader } from '../connection/database.ts'
import { formerKeyHours } from './key-register.ts'
import { countSecretKeyUses } from './secret-keys.ts'

/** Every secret key that is listed or needed, by its id: in which state it is, and what still needs it. */
export async function readSecretKeyStates(connection: Reader, keyring: Keyring): Promise<Schemas['SecretKey'][]> {
  const uses = await countSecretKeyUses(connection)
  const missingIds = keyring.missingId === null ? [] : [keyring.missingId]
  const ids = [...new Set([...keyring.ids, ...missingIds, ...uses.map((use) => use.secret_key_id)])]
  return ids.map((id) => {
    const state = stateOf(id, keyring)
    return {
      id,
      state,
      uses: uses.filter((use) => use.secret_key_id === id).map(({ kind, rows }) => ({ kind, rows })),
      needed_until: state === 'former' ? neededUntil(id, keyring) : null,
    }
  })
}

function stateOf(id: string, keyring: Keyring): SecretKeyState {
  if (!keyring.ids.includes(id)) return 'missing'
  if (id === keyring.currentId && keyring.missingId === null) return 'current'
  return keyring.replacedAtMs(id) === undefined ? 'next' : 'former'
}

/** Returns the time until which sessions and access tokens may need a former key, or null if it has passed. */
function neededUntil(id: string, keyring: Keyring): string | null {
  const neededUntilMs = (keyring.replacedAtMs(id) ?? 0) + formerKeyHours * 3_600_000
  return neededUntilMs > Date.now() ? new Date(neededUntilMs).toISOString() : null
}
