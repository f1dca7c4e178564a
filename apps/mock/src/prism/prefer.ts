import type { OperationFacts } from '@generated/contract/operations'
import { type ApiError, invalidRequest } from '@svc/http/errors'
import type { Preference, UnknownPreference } from './prism.ts'

/**
 * Reads `Prefer: code=404, example=notFound` (RFC 7240) as Prism's own server does. Undefined without a preference that
 * Prism knows.
 */
export function readPreference(
  header: string | string[] | undefined,
  { status }: Pick<OperationFacts, 'status'>,
): Preference | undefined {
  const preferences = new Map([header ?? ''].flat().flatMap((value) => value.split(/[,;]/).flatMap(readPart)))
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

const names: ReadonlySet<string> = new Set(['code', 'example', 'dynamic', 'seed'])

/**
 * Reads one `name=value`, or nothing from a part that Prism does not know. Written without a regular expression: where
 * several repetitions take white space, 3,000 tabs took 24 s.
 */
function readPart(part: string): [string, string][] {
  const equals = part.indexOf('=')
  const name = part.slice(0, Math.max(equals, 0)).trim().toLowerCase()
  const quoted = part.slice(equals + 1).trim()
  const wanted = quoted.slice(quoted.startsWith('"') ? 1 : 0, quoted.endsWith('"') ? -1 : undefined)
  return names.has(name) && !wanted.includes('"') ? [[name, wanted]] : []
}

export function unknownPreference({ unknown, code, documented }: UnknownPreference): ApiError {
  const known = documented.join(', ')
  return unknown === 'code'
    ? invalidRequest('header.prefer', `must have one of the documented codes: ${known}`)
    : invalidRequest('header.prefer', `must name an example of ${code}: ${known || 'there is none'}`)
}

/** `Preference-Applied` (RFC 7240, section 3). */
export function appliedPreference({ code, example, dynamic, seed }: Preference): string {
  const applied = { code, example, dynamic, seed: dynamic ? seed : undefined }
  return Object.entries(applied)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}
