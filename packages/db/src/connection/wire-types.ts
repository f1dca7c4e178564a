import pg from 'pg'

const { builtins } = pg.types

/**
 * The conversion of column types to JavaScript. It is set per pool, because the driver's own parsers are shared by the
 * whole process.
 */
export const wireTypes = {
  getTypeParser(oid: number, format?: string) {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    if (oid === builtins.TIMESTAMPTZ) return wireInstant
    if (oid === builtins.INT8) return wireInteger
    if (oid === builtins.DATE) return String
    return pg.types.getTypeParser(oid, 'text')
  },
}

/** Leaves each value as the string that PostgreSQL sent. */
export const unparsed = { getTypeParser: () => (text: string) => text }

/** `2026-11-20 08:30:05.4+00` → `2026-11-20T08:30:05.400Z`; the session's time zone is UTC. */
export function wireInstant(text: string): string {
  const [, date, time, fraction = ''] = instantPattern.exec(text) ?? []
  if (!date) throw new RangeError(`The timestamp "${text}" cannot be represented in the format of the contract.`)
  return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const instantPattern = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/

function wireInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit a JavaScript number.`)
  return value
}
