import { type OperationId, operations } from '@generated/contract/operations'
import { ApiError, invalidRequest } from '@svc/http/errors'
import type { Examples } from './examples.ts'

/** `Prefer: code=404, example=notFound`: which documented answer a caller wants to see, in Prism's words. */
export interface Preference {
  status: number
  example: string | undefined
}

/** Reads the header (RFC 7240); undefined without a preference that the mock knows. Throws ApiError 400 for what is not documented. */
export function readPreference(
  header: string | string[] | undefined,
  operationId: OperationId,
  examples: Examples,
): Preference | undefined {
  const wishes = new Map(
    [header ?? ''].flat().flatMap((line) =>
      line.split(/[,;]/).flatMap((part) => {
        const [, name = '', value = ''] = /^\s*(code|example)\s*=\s*"?([^"]*?)"?\s*$/i.exec(part) ?? []
        return name === '' ? [] : [[name.toLowerCase(), value] as const]
      }),
    ),
  )
  if (wishes.size === 0) return undefined
  const { status: success, statuses } = operations[operationId]
  const code = wishes.get('code') ?? String(success)
  const status = (statuses as readonly number[]).find((documented) => String(documented) === code)
  if (status === undefined)
    throw invalidRequest('header.prefer', `must have one of the documented codes: ${statuses.join(', ')}`)
  const example = wishes.get('example')
  const names = examples.names(operationId, status)
  if (example !== undefined && !names.includes(example))
    throw invalidRequest('header.prefer', `must name an example of ${status}: ${names.join(', ') || 'there is none'}`)
  return { status, example }
}

/** Headers that the contract has on an error whoever causes it. */
const headersOf: Record<number, Record<string, string>> = {
  401: { 'WWW-Authenticate': 'Bearer realm="api"' },
  429: { 'Retry-After': '12' },
  503: { 'Retry-After': '5' },
}

/** The error that was asked for, in the words of its example. */
export async function preferredError(
  examples: Examples,
  operationId: OperationId,
  { status, example }: Preference,
): Promise<ApiError> {
  const { code, message, details } = await examples.failure(operationId, status, example)
  return new ApiError(code, { message, headers: headersOf[status] ?? {}, ...(details && { details }) })
}
