import { type ChangeKind, changeKindOf, type Verdict } from './findings.ts'

/** The consequence of a changed `x-` field, as in a finding. */
interface Judgment {
  verdict: Verdict
  what: string
  why: string
}

/** An operation, parameter or field whose lifecycle is stated. */
interface Subject {
  /** For a reader: "`url`", or `{it}` for the operation itself. */
  name: string
  /** Whether it is deprecated in the new document. */
  isDeprecated: boolean
}

/** Judges a changed `x-sunset`: the day on which a part of the contract ends. */
export function judgeSunset(was: unknown, is: unknown, { name, isDeprecated }: Subject): Judgment {
  if (is === undefined)
    return isDeprecated
      ? {
          verdict: 'risky',
          what: `the end of ${name} is no longer stated, and it is still deprecated`,
          why: '{who} no longer know how long it works',
        }
      : { verdict: 'safe', what: `the end of ${name} is canceled`, why: '{who} need not replace it' }
  if (!/^\d{4}-\d{2}-\d{2}/.test(String(is)) || Number.isNaN(Date.parse(String(is))))
    return {
      verdict: 'risky',
      what: `the end of ${name} is \`${JSON.stringify(is)}\`, which is not a date`,
      why: '{who} cannot tell how long it works',
    }
  const isEarlier = was !== undefined && String(is) < String(was)
  return {
    verdict: isEarlier ? 'breaking' : 'safe',
    what: `${name} ends on ${String(is)}${was === undefined ? '' : ` instead of ${String(was)}`}`,
    why: isEarlier ? '{who} who planned for the announced day are too late' : '{who} have until then',
  }
}

const levels = ['draft', 'alpha', 'beta', 'stable']

/** The level of a part that states none. `x-stability-level` is the extension of oasdiff, which assumes stable. */
const unstatedLevels: Record<string, string> = { 'x-stability': 'beta', 'x-stability-level': 'stable' }

/** Judges a changed `x-stability` or `x-stability-level`. An unknown level promises nothing. */
export function judgeStability(was: unknown, is: unknown, { name, key }: { name: string; key: string }): Judgment {
  const rankOf = (level: unknown) => levels.indexOf(String(level ?? unstatedLevels[key]))
  const isWeaker = rankOf(is) < rankOf(was)
  return {
    verdict: isWeaker ? 'risky' : 'safe',
    what: `the stability of ${name} is ${String(is ?? 'not stated')} instead of ${String(was ?? 'not stated')}`,
    why: isWeaker
      ? '{who} are no longer promised notice before a breaking change'
      : '{who} are promised no less than before',
  }
}

const extensionChanges: Record<ChangeKind, string> = { added: 'is new', removed: 'was removed', changed: 'changed' }

/**
 * Judges a changed extension of a parameter, header, body or schema. Extensions without a known meaning do not change
 * messages.
 *
 * @returns the rule as well, such as `sunset-changed`
 */
export function judgeExtension(key: string, was: unknown, is: unknown, subject: Subject): Judgment & { rule: string } {
  const rule = `${key.replace(/^x-/, '')}-changed`
  if (key === 'x-sunset') return { rule, ...judgeSunset(was, is, subject) }
  if (key === 'x-stability' || key === 'x-stability-level')
    return { rule, ...judgeStability(was, is, { name: subject.name, key }) }
  return {
    rule: 'extension-changed',
    verdict: 'safe',
    what: `\`${key}\` of ${subject.name} ${extensionChanges[changeKindOf(was, is)]}`,
    why: 'messages stay the same',
  }
}
