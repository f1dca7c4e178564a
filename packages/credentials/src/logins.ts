import type { Connection } from '@svc/db/database'
import { type AttemptBucket, countLoginAttempt, readLoginAttempts, refundLoginAttempt } from '@svc/db/login-attempts'
import type { User, UserKind } from '@svc/db/users'
import type { Keyring } from '@svc/runtime/secrets'
import { bucketOf } from './attempt-buckets.ts'
import { readKnownDevice } from './known-devices.ts'
import { type LoginQueue, LoginQueueFullError } from './login-queue.ts'
import { findUserByPassword, isPossibleLogin } from './users.ts'

interface LoginAttempt {
  email: string
  password: string
  /** Default: a member. */
  kind?: UserKind
  /** The network address, as `ipKey` counts it. */
  address: string
  /** The cookie value of an earlier login (`newKnownDevice`), if anything. */
  device?: string | undefined
}

/** The reason why an attempt was not checked, and when the next one may be. */
interface Postponed {
  reason: 'too_many' | 'busy'
  retryAfterS: number
}

interface LoginOptions {
  keyring: Keyring
  queue: LoginQueue
}

const windowS = 15 * 60

/**
 * Attempts that fail, until the next is refused unchecked. No user is locked: attempts from other addresses use up
 * those of these addresses only, and a known device has attempts of its own.
 */
const failuresMax = {
  /** From one device on which this user has logged in before. */
  knownDevice: 10,
  /** From one address for one user. */
  userAtAddress: 10,
  /** The same, while this many sign-ins of the user fail on unknown devices: `userUnderAttack`. */
  userAtAddressUnderAttack: 3,
  userUnderAttack: 50,
  /** From one address for all users. */
  address: 30,
  /** In all from unknown devices, in one minute: half of what one process can check. */
  inAllPerMinute: 300,
}

/**
 * The user with this address and password. `wrong` does not reveal which of the two it was and takes the same time
 * either way; nor does any other result depend on whether the user exists.
 */
export async function logIn(
  connection: Connection,
  attempt: LoginAttempt,
  { keyring, queue }: LoginOptions,
): Promise<User | 'wrong' | Postponed> {
  if (!isPossibleLogin(attempt.email, attempt.password)) return 'wrong'
  const deviceId = readKnownDevice(keyring, attempt.email, attempt.device ?? '')
  const device = { isKnownDevice: deviceId !== undefined }
  // Before the database is asked: a full queue costs next to nothing.
  if (queue.isFull(device)) return busy
  const buckets = deviceId === undefined ? await bucketsOf(connection, attempt) : [bucketOfDevice(deviceId)]
  const retryAfterS = await countLoginAttempt(connection, buckets)
  if (retryAfterS > 0) return { reason: 'too_many', retryAfterS }

  const refund = () =>
    refundLoginAttempt(
      connection,
      buckets.map(({ bucket }) => bucket),
    )
  try {
    const user = await queue.run(() => findUserByPassword(connection, attempt), device)
    if (user === undefined) return 'wrong'
    await refund()
    return user
  } catch (error) {
    if (!(error instanceof LoginQueueFullError)) throw error
    await refund()
    return busy
  }
}

const busy = { reason: 'busy', retryAfterS: new LoginQueueFullError().retryAfterS } as const

async function bucketsOf(connection: Connection, { email, address }: LoginAttempt): Promise<AttemptBucket[]> {
  const user = bucketOf('user', email.toLowerCase())
  const isUnderAttack = (await readLoginAttempts(connection, user)) >= failuresMax.userUnderAttack
  const userAtAddressMax = isUnderAttack ? failuresMax.userAtAddressUnderAttack : failuresMax.userAtAddress
  return [
    // Counted, never full.
    { bucket: user, max: 2 ** 31 - 1, windowS },
    { bucket: bucketOf('user at address', email.toLowerCase(), address), max: userAtAddressMax, windowS },
    { bucket: bucketOf('address', address), max: failuresMax.address, windowS },
    { bucket: bucketOf('all'), max: failuresMax.inAllPerMinute, windowS: 60 },
  ]
}

function bucketOfDevice(id: string): AttemptBucket {
  return { bucket: bucketOf('known device', id), max: failuresMax.knownDevice, windowS }
}
