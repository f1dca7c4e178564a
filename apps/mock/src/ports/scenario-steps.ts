import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '@svc/http/errors'
import type { RequestHandler } from 'express'
import type { DemoAccount } from '../accounts/credentials.ts'
import type { StateStore } from '../state/state-store.ts'

// The scenarios that concern every request, as steps of the shell.

/** The time that a response takes under the scenario slow. */
const slowMs = 3_000

/** 503 for every path while the scenario down is chosen for every account. */
export function refuseWhileDown(states: StateStore): RequestHandler {
  return (_request, _response, next) => next(states.scenario === 'down' ? unavailable(1) : undefined)
}

/** 503 under the scenario down of this account, a delay under slow. */
export async function applyScenario(states: StateStore, account: DemoAccount, closing: AbortSignal): Promise<void> {
  const scenario = states.scenarioOf(account)
  if (scenario === 'down') throw unavailable(1)
  // Rejects only when the mock closes; then the response is sent immediately.
  if (scenario === 'slow') await sleep(slowMs, undefined, { signal: closing }).catch(() => {})
}
