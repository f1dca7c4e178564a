import { createHash, timingSafeEqual } from 'node:crypto'
import * as bounds from '@generated/contract/bounds'
import {
  confirmAuthenticator,
  findAuthenticator,
  insertAuthenticator,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from '@svc/db/authenticators'
import type { Connection, Transaction } from '@svc/db/database'
import { countLoginAttempt, refundLoginAttempt } from '@svc/db/login-attempts'
import { endOtherSessions } from '@svc/db/sessions'
import { findUserById, type User, type UserKind } from '@svc/db/users'
import type { Clock } from '@svc/runtime/clock'
import { type Id, isId } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { Secret, TOTP } from 'otpauth'
import { bucketOf } from './attempt-buckets.ts'
import { readKnownDevice } from './known-devices.ts'

export { needsCode, readFactors } from '@svc/db/authenticators'

interface FactorDependencies {
  keyring: Keyring
  clock: Clock
}

/** RFC 6238 with what every authenticator app supports: SHA-1, 6 digits, 30 seconds. */
const periodS = 30
/** A code is accepted one step before and after its time: clocks differ, and typing takes a while. */
const window = 1
const secretBytes = 20
const recoveryCodeCount = bounds.RecoveryCodes.recovery_codes.maxItems

/** The time that a person may take between the password and the code. */
export const ticketMinutes = 5

/** The number of wrong codes after which codes are refused unchecked. The password was checked before. */
const failuresMax = {
  /** In 15 minutes on a device on which the user has signed in before. */
  knownDevice: 10,
  /** In a day on all other devices. At any time, three of a million codes are valid. */
  others: 20,
}

/** Creates the secret of an app for a user. Undefined if the user has an app already. */
export async function beginAuthenticator(
  connection: Connection,
  keyring: Keyring,
  { user_id, email, issuer }: { user_id: Id<'usr'>; email: string; issuer: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const secret = new Secret({ size: secretBytes })
  const sealed = keyring.encrypt('encryption', Buffer.from(secret.bytes), authenticatorContext(user_id))
  if (!(await insertAuthenticator(connection, user_id, sealed))) return undefined
  const uri = new TOTP({ issuer, label: email, secret, digits: 6, period: periodS }).toString()
  return { secret: secret.base32, uri }
}

/**
 * Confirms the app that is being set up by a code of it, and ends every other session of the user. Returns the recovery
 * codes, which only the user has: the database has hashes.
 */
export async function finishAuthenticator(
  transaction: Transaction,
  { keyring, clock }: FactorDependencies,
  { user_id, session_id, code }: { user_id: Id<'usr'>; session_id: Id<'ses'>; code: string },
): Promise<string[] | 'wrong' | 'unknown'> {
  const sealed = await findAuthenticator(transaction, user_id, { isConfirmed: false })
  if (!sealed) return 'unknown'
  const step = stepOf(keyring.decrypt(sealed.key_id, sealed.ciphertext, authenticatorContext(user_id)), code, clock)
  if (step === undefined || !(await takeStep(transaction, user_id, step))) return 'wrong'
  if (!(await confirmAuthenticator(transaction, user_id))) return 'unknown'
  await endOtherSessions(transaction, user_id, session_id)
  return newRecoveryCodes(transaction, user_id)
}

/** Ten new recovery codes in place of all former ones. */
export async function newRecoveryCodes(transaction: Transaction, userId: Id<'usr'>): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await replaceRecoveryCodes(
    transaction,
    userId,
    codes.map((code) => hashOf(userId, code)),
  )
  return codes
}

/** 80 random bits: `K5QW-4Z3H-N2XA-7RDM`. */
function newRecoveryCode(): string {
  const { base32 } = new Secret({ size: 10 })
  return base32.replace(/.{4}(?=.)/g, '$&-')
}

/**
 * Returns whether this is a code of the user's app or a recovery code, which it then uses up. Failures are counted by
 * the device of the browser, or by user where the device is not known.
 */
export async function checkCode(
  connection: Connection,
  { keyring, clock }: FactorDependencies,
  { user_id, email, code, device }: { user_id: Id<'usr'>; email: string; code: string; device: string | undefined },
): Promise<'right' | 'wrong' | { reason: 'too_many'; retryAfterS: number }> {
  const deviceId = readKnownDevice(keyring, email, device ?? '')
  const limit =
    deviceId === undefined
      ? { bucket: bucketOf('codes of user', user_id), max: failuresMax.others, windowS: 86_400 }
      : { bucket: bucketOf('codes of device', deviceId), max: failuresMax.knownDevice, windowS: 900 }
  const retryAfterS = await countLoginAttempt(connection, [limit])
  if (retryAfterS > 0) return { reason: 'too_many', retryAfterS }
  if (!(await takeCode(connection, { keyring, clock }, user_id, normalize(code)))) return 'wrong'
  await refundLoginAttempt(connection, [limit.bucket])
  return 'right'
}

async function takeCode(
  connection: Connection,
  { keyring, clock }: FactorDependencies,
  userId: Id<'usr'>,
  code: string,
): Promise<boolean> {
  if (!isTimeCode(code)) return takeRecoveryCode(connection, userId, hashOf(userId, code))
  const sealed = await findAuthenticator(connection, userId, { isConfirmed: true })
  if (!sealed) return false
  const step = stepOf(keyring.decrypt(sealed.key_id, sealed.ciphertext, authenticatorContext(userId)), code, clock)
  return step !== undefined && takeStep(connection, userId, step)
}

/** The time step whose code this is; undefined if it is none of those that are accepted now. */
function stepOf(secret: Buffer, code: string, clock: Clock): number | undefined {
  const token = normalize(code)
  if (!isTimeCode(token)) return undefined
  const timestamp = clock.now()
  const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }), digits: 6, period: periodS })
  const delta = totp.validate({ token, timestamp, window })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Whether a normalized code is one of the app and not a recovery code. */
function isTimeCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

function normalize(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** The code is random enough that a fast hash without a secret key protects it, and no rotation makes it invalid. */
function hashOf(userId: Id<'usr'>, code: string): Buffer {
  return createHash('sha256')
    .update(`recovery-code:${userId}:${normalize(code)}`)
    .digest()
}

/** The context to which the encryption of a secret is bound. */
export function authenticatorContext(userId: Id<'usr'>): string {
  return `authenticators/${userId}/secret`
}

/** Proves for a few minutes that this user gave the password or used a link, and no more: the code is still missing. */
export function newTicket(keyring: Keyring, user: User, clock: Clock): string {
  const expiresMs = clock.now() + ticketMinutes * 60_000
  const { hash } = keyring.hmac('session', signedText(user, expiresMs))
  return `${user.id}.${expiresMs}.${hash.toString('base64url')}`
}

/** The user of a ticket; undefined if it has expired, or the password was set again. */
export async function readTicket(
  connection: Connection,
  { keyring, clock }: FactorDependencies,
  ticket: string,
  kind: UserKind = 'member',
): Promise<User | undefined> {
  const [, id, expires, signature] = /^(usr_[0-9a-z]{26})\.(\d{13})\.([0-9A-Za-z_-]{43})$/.exec(ticket) ?? []
  if (id === undefined || !isId('usr', id) || signature === undefined || Number(expires) <= clock.now())
    return undefined
  const user = await findUserById(connection, id, kind)
  if (!user) return undefined
  const presented = Buffer.from(signature, 'base64url')
  const isSigned = keyring
    .hmacAll('session', signedText(user, Number(expires)))
    .some(({ hash }) => presented.length === hash.length && timingSafeEqual(hash, presented))
  return isSigned ? user : undefined
}

function signedText({ id, password_set_at }: User, expiresMs: number): string {
  return `second-factor:${id}:${password_set_at}:${expiresMs}`
}
