/** JSON Schema of an object that has exactly these properties. */
export function recordOf(properties: object): object {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}

/** JSON Schema of an object with one list of objects that have exactly these properties. */
export function listOf(name: string, properties: object): object {
  return recordOf({ [name]: { type: 'array', items: recordOf(properties) } })
}

/** Returns whether a parsed JSON value is an object, whose fields may then be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
