import type { Mock, MockOptions } from './public.ts'
import { startObservedMock } from './start-mock.ts'

export type * from './public.ts'

/**
 * Starts a mock in this process. Rejects if the port is in use; throws a RangeError for an option that is not valid.
 */
export function startMock(options: MockOptions = {}): Promise<Mock> {
  return startObservedMock(options, [])
}
