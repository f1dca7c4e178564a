import { ProfileError, type ProfileErrorKind } from './profile-error.ts'

/** The part of a result of openapi-fetch that all operations have in common. */
export interface Reply {
  response: Response
}

/** Waits for a response. One that does not arrive, or whose body is incomplete, is `unknown`. */
export async function received<Result extends Reply>(sending: Promise<Result>): Promise<Result> {
  try {
    return await sending
  } catch (cause) {
    throw new ProfileError('unknown', 'The upstream service sent no complete response.', { cause })
  }
}

const kinds: Readonly<Record<number, ProfileErrorKind>> = {
  401: 'token_rejected',
  403: 'access_lost',
  404: 'not_found',
  408: 'unknown',
  429: 'busy',
}

/** Returns the error of a response that is not a result. */
export function failureOf({ status, headers }: Response): ProfileError {
  const kind = kinds[status] ?? (status >= 400 && status < 500 ? 'refused' : 'unknown')
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const wait = Number.isFinite(seconds) && seconds >= 0 ? { retryAfterMs: Math.min(seconds * 1_000, 3_600_000) } : {}
  return new ProfileError(kind, `The upstream service returned ${status}.`, wait)
}
