/** The source of the current time, in milliseconds since the epoch. Tests can replace it. */
export interface Clock {
  now(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }
