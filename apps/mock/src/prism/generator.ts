import { createRequire } from 'node:module'

// The generator of `Prefer: dynamic=true` (json-schema-faker, which Prism brings along), made to match this contract.

/** The generator fills every list to its `maxItems` by default, which takes ten seconds for a page of analyses. */
const generatedItemsMax = 3

/** Only the generator and `withTimestampFormat` know it. */
const timestampFormat = 'svc-timestamp'
const generatedFromMs = Date.parse('2026-01-01T00:00:00.000Z')
const generatedSpanMs = 300 * 24 * 3_600_000

export function configureGenerator(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('@stoplight/prism-http'))
  const { JSONSchemaFaker: generator } = require('json-schema-faker')
  // Objects with keys of the caller stay empty: the generator would give them more than their `maxProperties`.
  generator.option({ maxItems: generatedItemsMax, fillProperties: false })
  generator.format(timestampFormat, () =>
    new Date(generatedFromMs + generator.random.number(0, generatedSpanMs)).toISOString(),
  )
}

/**
 * The document with our own format for timestamps. The generator makes a `date-time` from its pattern, which
 * allows a 97th day, and then cuts zeros off its milliseconds.
 */
export function withTimestampFormat(document: object): object {
  return JSON.parse(JSON.stringify(document), (_name, node) => {
    if (node?.type !== 'string' || node.format !== 'date-time') return node
    const { pattern: _, ...schema } = node
    return { ...schema, format: timestampFormat }
  })
}
