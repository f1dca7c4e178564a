import { randomBytes, timingSafeEqual } from 'node:crypto'
import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/portal/server-types'
import type { Connection, Reader, Transaction } from '@svc/db/database'
import {
  findPasskeyCredential,
  insertPasskey,
  listCredentialIds,
  type Passkey,
  type PasskeyCredential,
  usePasskey,
} from '@svc/db/passkeys'
import type { NoOtherFields } from '@svc/db/records'
import { findUserById, type User } from '@svc/db/users'
import type { Clock } from '@svc/runtime/clock'
import type { Id } from '@svc/runtime/ids'
import { isRecord, parseJson } from '@svc/runtime/json'
import type { Keyring } from '@svc/runtime/secrets'

export { deletePasskey, listPasskeys } from '@svc/db/passkeys'

// Passkeys (WebAuthn Level 3, https://www.w3.org/TR/webauthn-3): docs/decisions/0052.

/** The most passkeys of one user. */
export const passkeysMax = bounds.PasskeyListResponse.data.maxItems

/** The time that a person may take, in milliseconds. */
const challengeMs = 5 * 60_000

interface PasskeyDependencies {
  keyring: Keyring
  clock: Clock
  /** The origin of the portal. */
  publicUrl: string
}

/**
 * The relying party of an instance, from its public URL only. Browsers bind passkeys to a host name: where the URL has
 * the IP address of this machine, `localhost` stands for it.
 */
export function relyingPartyOf(publicUrl: string): { id: string; origin: string } {
  const url = new URL(publicUrl)
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}

/** Returns what the browser needs to create a passkey in this session. */
export async function beginPasskey(
  connection: Reader,
  dependencies: PasskeyDependencies,
  { id: sessionId, user_id }: { id: Id<'ses'>; user_id: Id<'usr'> },
): Promise<Schemas['PasskeyCreation']> {
  return {
    ...newChallenge(dependencies, creationPurpose(sessionId)),
    user_handle: Buffer.from(user_id).toString('base64url'),
    credential_ids: await listCredentialIds(connection, user_id),
  }
}

/**
 * Checks and stores a passkey. `wrong`: it was not created for this challenge, session and origin, or did not verify
 * the person. `conflict`: it is registered, or the user has as many as permitted.
 */
export async function addPasskey(
  transaction: Transaction,
  dependencies: PasskeyDependencies,
  { id: sessionId, user_id }: { id: Id<'ses'>; user_id: Id<'usr'> },
  { name, ...created }: Schemas['NewPasskey'],
): Promise<Passkey | 'wrong' | 'conflict'> {
  const challenge = readChallenge(created.client_data_json, dependencies, creationPurpose(sessionId))
  if (!challenge) return 'wrong'
  const credential = await verifiedCredential(created, challenge, relyingPartyOf(dependencies.publicUrl))
  if (!credential) return 'wrong'
  const passkey = {
    user_id,
    name,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    signature_count: credential.counter,
    challengedAtMs: challenge.issuedAtMs,
  }
  return (await insertPasskey(transaction, passkey, passkeysMax)) ?? 'conflict'
}

/** Returns what the browser needs to use a passkey. Nothing is stored: anyone may call it. */
export function beginPasskeySignIn(dependencies: PasskeyDependencies): Schemas['PasskeyChallenge'] {
  return newChallenge(dependencies, signInPurpose)
}

/**
 * The member whose passkey signed the challenge. Undefined for an unknown passkey, a wrong signature, an expired or
 * used challenge, another origin, and where the device did not verify the person.
 */
export async function findByPasskey(
  connection: Connection,
  dependencies: PasskeyDependencies,
  signed: Schemas['PasskeySignIn'],
): Promise<User | undefined> {
  const passkey = await findPasskeyCredential(connection, signed.credential_id)
  if (!passkey) return undefined
  const challenge = readChallenge(signed.client_data_json, dependencies, signInPurpose)
  if (!challenge) return undefined
  const signatureCount = await countOf(signed, passkey, challenge, relyingPartyOf(dependencies.publicUrl))
  if (signatureCount === undefined) return undefined
  const isFirst = await usePasskey(connection, passkey.id, { signatureCount, challengedAtMs: challenge.issuedAtMs })
  return isFirst ? findUserById(connection, passkey.user_id) : undefined
}

const signInPurpose = 'sign-in'
const creationPurpose = (sessionId: Id<'ses'>) => `creation:${sessionId}`

// The library throws for every mistake of the sender, with the errors of its decoders and of Web Crypto. It is loaded
// on first use, because most requests need none of its decoders.

/** The new passkey, if it was created for the challenge and the relying party by a person whom the device verified. */
async function verifiedCredential(
  { credential_id, client_data_json, attestation_object, ...rest }: Omit<Schemas['NewPasskey'], 'name'>,
  challenge: Challenge,
  { id, origin }: { id: string; origin: string },
) {
  rest satisfies NoOtherFields
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credentialOf(credential_id),
        response: { clientDataJSON: client_data_json, attestationObject: attestation_object },
      },
      expectedChallenge: challenge.text,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    })
    return registrationInfo?.credential
  } catch {
    // A mistake of the sender, who gets one message for all of them.
    return undefined
  }
}

/** The signature count of the device, if the passkey signed the challenge; undefined if it did not. */
async function countOf(
  signed: Schemas['PasskeySignIn'],
  { credential_id, public_key, signature_count }: PasskeyCredential,
  challenge: Challenge,
  { id, origin }: { id: string; origin: string },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credentialOf(signed.credential_id),
        response: {
          clientDataJSON: signed.client_data_json,
          authenticatorData: signed.authenticator_data,
          signature: signed.signature,
        },
      },
      expectedChallenge: challenge.text,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: signature_count },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // A mistake of the sender: the response must not reveal which.
    return undefined
  }
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
}

// A challenge is the time at which it was issued (6 bytes, milliseconds), 16 random bytes and an HMAC of both and of
// its purpose. So nothing is stored until a passkey has signed it, and a passkey accepts later ones only.

const timeBytes = 6
const randomLength = 16

function newChallenge({ keyring, clock, publicUrl }: PasskeyDependencies, purpose: string) {
  const head = Buffer.alloc(timeBytes + randomLength)
  head.writeUIntBE(clock.now(), 0, timeBytes)
  randomBytes(randomLength).copy(head, timeBytes)
  const { hash } = keyring.hmac('session', signedText(purpose, head))
  return {
    challenge: Buffer.concat([head, hash]).toString('base64url'),
    relying_party_id: relyingPartyOf(publicUrl).id,
  }
}

interface Challenge {
  text: string
  issuedAtMs: number
}

/**
 * Returns the challenge in the data that the browser made, if the service issued it for the purpose, at most five
 * minutes ago. The library could ask for this, but then it would report a failure of the service as a mistake of the
 * sender.
 */
function readChallenge(
  clientDataJson: string,
  { keyring, clock }: PasskeyDependencies,
  purpose: string,
): Challenge | undefined {
  const clientData = parseJson(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
  const text = isRecord(clientData) ? clientData.challenge : undefined
  if (typeof text !== 'string') return undefined
  const bytes = Buffer.from(text, 'base64url')
  const head = bytes.subarray(0, timeBytes + randomLength)
  const presented = bytes.subarray(head.length)
  if (head.length < timeBytes + randomLength) return undefined
  const isOurs = keyring
    .hmacAll('session', signedText(purpose, head))
    .some(({ hash }) => hash.length === presented.length && timingSafeEqual(hash, presented))
  const issuedAtMs = head.readUIntBE(0, timeBytes)
  const isTimely = issuedAtMs <= clock.now() && clock.now() - issuedAtMs < challengeMs
  return isOurs && isTimely ? { text, issuedAtMs } : undefined
}

function signedText(purpose: string, head: Buffer): string {
  return `passkey:${purpose}:${head.toString('hex')}`
}
