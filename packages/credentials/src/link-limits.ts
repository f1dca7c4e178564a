import type { Connection } from '@svc/db/database'
import { countLoginAttempt } from '@svc/db/login-attempts'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { bucketOf } from './attempt-buckets.ts'
import { readKnownDevice } from './known-devices.ts'

// Limits of emails with links, so that the service cannot be used to send spam (decision 0039).

const dayS = 86_400
/** Half as long as a link is valid: somebody whose links others have requested still has one. */
const resetWindowS = 15 * 60

const emailsMax = {
  /** Invitations, the same ones sent again included, of one account in a day … */
  invitationsOfAccount: 20,
  /** … and to one email address, by all accounts. */
  invitationsToAddress: 3,
  /** Links that were requested for one email address, by browsers that are not known … */
  resetsOfUser: 3,
  /** … and by a device on which this user has signed in before. */
  resetsOfDevice: 3,
  /** Links requested from one network address, */
  resetsOfAddress: 10,
  /** and in all, in one minute. */
  resetsInAllPerMinute: 60,
}

/** Counts an invitation; the result is 0, or in how many seconds another one may be sent. */
export function countInvitation(
  connection: Connection,
  { accountId, email }: { accountId: Id<'acc'>; email: string },
): Promise<number> {
  return countLoginAttempt(connection, [
    { bucket: bucketOf('invitations of account', accountId), max: emailsMax.invitationsOfAccount, windowS: dayS },
    {
      bucket: bucketOf('invitations to', email.toLowerCase()),
      max: emailsMax.invitationsToAddress,
      windowS: dayS,
    },
  ])
}

/**
 * Counts a request for a link; the result is 0, or in how many seconds another one may be made. It is the same whether
 * the user exists. Others cannot use up the requests of a known device.
 */
export function countResetRequest(
  connection: Connection,
  keyring: Keyring,
  { email, address, device = '' }: { email: string; address: string; device?: string | undefined },
): Promise<number> {
  const deviceId = readKnownDevice(keyring, email, device)
  if (deviceId !== undefined) {
    const bucket = bucketOf('resets of device', deviceId)
    return countLoginAttempt(connection, [{ bucket, max: emailsMax.resetsOfDevice, windowS: resetWindowS }])
  }
  return countLoginAttempt(connection, [
    { bucket: bucketOf('resets of user', email.toLowerCase()), max: emailsMax.resetsOfUser, windowS: resetWindowS },
    { bucket: bucketOf('resets of address', address), max: emailsMax.resetsOfAddress, windowS: resetWindowS },
    { bucket: bucketOf('resets'), max: emailsMax.resetsInAllPerMinute, windowS: 60 },
  ])
}
