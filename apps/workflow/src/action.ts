import { actions, type WorkflowAction } from '@generated/workflow/definition'
import type { Client } from '@svc/sdk'
import { bodyOf, nameFields, type Values } from './values.ts'

/** Returns an action by its key. Throws a RangeError for an unknown one. */
function findAction(key: string): WorkflowAction {
  const action = actions.find((one) => one.key === key)
  if (!action) throw new RangeError(`There is no action "${key}".`)
  return action
}

/**
 * Runs an action once and returns its data. The client sends one Idempotency-Key with every attempt, so a lost response
 * does not run it twice.
 *
 * @throws RangeError for a value that a field does not accept, and ApiError for what the service refuses
 */
export async function runAction(client: Client, key: string, values: Values): Promise<unknown> {
  const { call, fields } = findAction(key)
  const request = { method: call.method, path: call.path, body: bodyOf(fields, values) }
  const { data } = await nameFields(() => client.request<{ data: unknown }>(request), fields)
  return data
}
