// Messages that every server of this shell sends.

export const tlsRequired = 'This service accepts requests over TLS only: use https.'

/** 409 for requests with an `Idempotency-Key`. */
export const idempotencyMessages = {
  running: 'A request with this Idempotency-Key is still running. Retry when it has finished.',
  otherRequest: 'This Idempotency-Key was used with a different request. Use a new key for a new request.',
  takenOver: 'Another request with this Idempotency-Key took over. Retry to get its response.',
} as const
