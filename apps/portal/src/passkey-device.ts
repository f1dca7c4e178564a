import { DeviceError } from './api.ts'

type Browser = typeof import('@simplewebauthn/browser')

/** Whether this browser can create and use passkeys. */
export const hasPasskeys = 'PublicKeyCredential' in window

const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'The device did not confirm that it is you, or it took too long. Try again.',
  InvalidStateError: 'This device already has one of your passkeys.',
  SecurityError: 'Passkeys need the host name of this site. Open the portal by its name instead of an IP address.',
}

/**
 * Asks the device by the functions of the library, which is loaded on first use. Throws a DeviceError if the device
 * refuses.
 */
export async function askDevice<Result>(ask: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await import('@simplewebauthn/browser')
  try {
    return await ask(browser)
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new DeviceError(reasons[name] ?? 'The device could not use a passkey. Sign in with your password.')
  }
}
