import type { OperationFacts } from '@generated/contract/operations'
import { type ApiError, invalidRequest } from '@svc/http/errors'
import type { Preference, UnknownPreference } from './prism.ts'

/**
 * Reads `Prefer: code=404, example=notFound` (RFC 7240) as Prism's own server does. Undefined without a preference that
 * Prism knows.
 */
export function readPreference(
  header: string | string[] | undefined,
  { status }: OperationFacts,
): Preference | undefined {
  const preferences = new Map(
    [header ?? ''].flat().flatMap((value) =>
      value.split(/[,;]/).flatMap((part) => {
        const [, name = '', wanted = ''] = /^\s*(code|example|dynamic|seed)\s*=\s*"?([^"]*?)"?\s*$/i.exec(part) ?? []
        return name === '' ? [] : [[name.toLowerCase(), wanted] as const]
      }),
    ),
  )
  if (preferences.size === 0) return undefined
  const [example, dynamic, seed] = ['example', 'dynamic', 'seed'].map((name) => preferences.get(name))
  if (dynamic !== undefined && dynamic !== 'true' && dynamic !== 'false')
    throw invalidRequest('header.prefer', 'must have dynamic=true or dynamic=false')
  const code = preferences.get('code') ?? String(status)
  return {
    code,
    ...(example !== undefined && { example }),
    // The generator would pick any error code for a status; an error is always an example.
    ...(dynamic !== undefined && { dynamic: dynamic === 'true' && code.startsWith('2') }),
    ...(seed !== undefined && { seed }),
  }
}

export function unknownPreference({ unknown, code, documented }: UnknownPreference): ApiError {
  const names = documented.join(', ')
  return unknown === 'code'
    ? invalidRequest('header.prefer', `must have one of the documented codes: ${names}`)
    : invalidRequest('header.prefer', `must name an example of ${code}: ${names || 'there is none'}`)
}

/** `Preference-Applied` (RFC 7240, section 3). */
export function appliedPreference({ code, example, dynamic, seed }: Preference): string {
  const applied = { code, example, dynamic, seed: dynamic ? seed : undefined }
  return Object.entries(applied)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}
