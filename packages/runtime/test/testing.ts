import type { Clock } from '../src/clock.ts'
import { isDependent, isVariable, type SettingGroup, type SettingVariable, settingTable } from '../src/setting-table.ts'

export interface TestClock extends Clock {
  /** Moves the clock; negative values move it back. */
  advance(ms: number): void
  /** Sets the clock to an instant in ISO 8601. */
  set(iso: string): void
}

/** A clock that stands still until the test moves it. Throws a RangeError for an invalid instant. */
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

/** All environment variables that the service reads, in the order of `.env.example`. */
export const settingVariables = variablesIn(settingTable)

function variablesIn(group: SettingGroup): SettingVariable[] {
  return Object.values(group).flatMap((entry) => {
    if (isVariable(entry)) return [entry]
    return variablesIn(isDependent(entry) ? entry.nullUnlessComplete : entry)
  })
}
