import { setFlagsFromString } from 'node:v8'

/**
 * Limits the growth of the heap in a process that runs for weeks together with others: V8 collects garbage earlier,
 * which uses some CPU time. Call it once, when the process starts.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
}
