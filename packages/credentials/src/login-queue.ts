/** The queue is full: the caller should try again in `retryAfterS` seconds. */
export class LoginQueueFullError extends Error {
  override readonly name = 'LoginQueueFullError'
  readonly retryAfterS = retryAfterS

  constructor() {
    super('Too many logins wait for their check')
  }
}

/**
 * Checks one password at a time, so that logging in never takes more than one core. Attempts from known devices go
 * first and have reserved places, which others cannot fill.
 */
export interface LoginQueue {
  /** Whether `run` would refuse. */
  isFull(options: { isKnownDevice: boolean }): boolean
  /** Runs `work` when its turn comes. Throws a LoginQueueFullError instead when too many wait. */
  run<Result>(work: () => Promise<Result>, options: { isKnownDevice: boolean }): Promise<Result>
}

/** At 100 ms a check, the last one waits less than two seconds. */
const waitingMax = 8
const retryAfterS = 2

export function createLoginQueue(): LoginQueue {
  const known: (() => void)[] = []
  const others: (() => void)[] = []
  let isRunning = false

  const queueOf = (isKnownDevice: boolean) => (isKnownDevice ? known : others)
  const isFull: LoginQueue['isFull'] = ({ isKnownDevice }) => queueOf(isKnownDevice).length >= waitingMax

  return {
    isFull,
    async run(work, { isKnownDevice }) {
      if (isFull({ isKnownDevice })) throw new LoginQueueFullError()
      if (isRunning) await new Promise<void>((resolve) => queueOf(isKnownDevice).push(resolve))
      isRunning = true
      try {
        return await work()
      } finally {
        const next = known.shift() ?? others.shift()
        // The next one runs before anything that comes later: `isRunning` stays true until then.
        if (next) next()
        else isRunning = false
      }
    },
  }
}
