/** Where a module reads the time, so that tests can replace it. Milliseconds since the epoch. */
export interface Clock {
  now(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }
