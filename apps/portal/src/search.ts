/** The value of a list that a search parameter names; undefined when it names none. */
export function oneOf<Value extends string>(values: readonly Value[], text: unknown): Value | undefined {
  return values.find((value) => value === text)
}

/** A text of the address. The router reads digits as a number. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** An instant of the address, in the form of the API; undefined for any other text. */
export function instantOf(value: unknown): string | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** Only the fields with a value, so that an empty filter is neither in the address nor in a request. */
export function definedOf<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}
