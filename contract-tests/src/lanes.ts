import type { Lane } from './lane.ts'
import { faults } from './lanes/faults.ts'
import { auth, isolation, limits, main } from './lanes/fuzzing.ts'
import { oauth } from './lanes/oauth.ts'
import { portal } from './lanes/portal.ts'
import { relations } from './lanes/relations.ts'
import { sdk } from './lanes/sdk.ts'
import { statuses } from './lanes/statuses.ts'
import { tokens } from './lanes/tokens.ts'
import { webhooks } from './lanes/webhooks.ts'

/**
 * Lanes that a full run tests at the same time as the others, on a second service: they need no record that another
 * lane creates, and take half of the time of the run.
 */
export const secondServiceLanes: ReadonlySet<string> = new Set(['isolation', 'oauth', 'portal', 'faults'])

/** In their order: lanes that test broadly first, lanes that change the service last. */
export const lanes: readonly Lane[] = [
  main,
  auth,
  isolation,
  oauth,
  tokens,
  portal,
  statuses,
  relations,
  webhooks,
  sdk,
  limits,
  faults,
]
