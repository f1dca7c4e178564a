/** Returns whether a value is an object that is not a list, whose fields may then be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value of a JSON text, or undefined, which JSON does not have, if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The only error of JSON.parse is that the text is not JSON.
    return undefined
  }
}
