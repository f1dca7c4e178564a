/** Where a module reads the time from, so that a test can hold the hands. Milliseconds since the epoch. */
export interface Clock {
  now(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }

export interface TestClock extends Clock {
  /** Moves the clock by so many milliseconds; negative values move it back. */
  advance(ms: number): void
  /** Puts the clock at an instant, given as ISO 8601 text. */
  set(iso: string): void
}

/** A clock that stands still until the test moves it. Throws a RangeError for text that is no instant. */
export function createTestClock(startIso: string): TestClock {
  let nowMs = instant(startIso)
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms
    },
    set: (iso) => {
      nowMs = instant(iso)
    },
  }
}

function instant(iso: string): number {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) throw new RangeError(`"${iso}" is not an instant; write one like 2026-11-20T08:30:00.000Z.`)
  return ms
}
