import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Schemas } from '@generated/portal/server-types'

/** The choices of the browser and the device. */
interface Circumstances {
  /** The origin of the page. */
  origin: string
  /** The host name that the passkey is bound to. */
  relyingPartyId: string
  /** Whether the device verified the person, and did not only see that somebody is there. */
  isVerified?: boolean
}

/** A passkey without a device: creates its key pair and signs as WebAuthn Level 3, sections 6.1 to 6.5, requires. */
export function createSoftwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  let signatures = 0

  const flagsOf = ({ isVerified = true }: Circumstances) => userPresent | (isVerified ? userVerified : 0)
  const credential_id = credentialId.toString('base64url')

  return {
    create(challenge: string, circumstances: Circumstances): Omit<Schemas['NewPasskey'], 'name'> {
      const key = publicKey.export({ format: 'jwk' })
      const coordinate = (value = '') => Buffer.concat([byteString32, Buffer.from(value, 'base64url')])
      const coseKey = Buffer.concat([coseKeyHead, coordinate(key.x), Buffer.of(0x22), coordinate(key.y)])
      const authenticatorData = Buffer.concat([
        headOf(circumstances, flagsOf(circumstances) | hasCredential, 0),
        Buffer.alloc(16),
        Buffer.of(0, credentialId.length),
        credentialId,
        coseKey,
      ])
      const attestationObject = Buffer.concat([attestationHead, Buffer.of(authenticatorData.length), authenticatorData])
      return {
        credential_id,
        client_data_json: clientData('webauthn.create', challenge, circumstances).toString('base64url'),
        attestation_object: attestationObject.toString('base64url'),
      }
    },

    sign(challenge: string, circumstances: Circumstances): Schemas['PasskeySignIn'] {
      signatures += 1
      const authenticatorData = headOf(circumstances, flagsOf(circumstances), signatures)
      const json = clientData('webauthn.get', challenge, circumstances)
      const signed = Buffer.concat([authenticatorData, sha256(json)])
      return {
        credential_id,
        client_data_json: json.toString('base64url'),
        authenticator_data: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
    },
  }
}

// Flags of authenticator data (section 6.1).
const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** CBOR: a map of a P-256 key for ES256 (RFC 9052) up to its x coordinate. */
const coseKeyHead = Buffer.from('a501020326200121', 'hex')
/** CBOR: a byte string of 32 bytes. */
const byteString32 = Buffer.from('5820', 'hex')
/** CBOR: the format "none", an empty statement, and the authenticator data, whose length is the next byte. */
const attestationHead = Buffer.concat([
  Buffer.from('a363666d74646e6f6e656761747453746d74a0', 'hex'),
  Buffer.from('68', 'hex'),
  Buffer.from('authData'),
  Buffer.from('58', 'hex'),
])

function headOf({ relyingPartyId }: Circumstances, flags: number, signatures: number): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(signatures)
  return Buffer.concat([sha256(Buffer.from(relyingPartyId)), Buffer.of(flags), counter])
}

function clientData(type: string, challenge: string, { origin }: Circumstances): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
