/** JSON Schema of an object that has exactly these properties. */
export function recordOf(properties: object): object {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}

/** JSON Schema of an object with one list of objects that have exactly these properties. */
export function listOf(name: string, properties: object): object {
  return recordOf({ [name]: { type: 'array', items: recordOf(properties) } })
}
