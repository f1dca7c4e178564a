import { type McpTool, tools } from '@generated/mcp/tools'
import type { seededRandom } from '@svc/runtime/testing-random'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { post } from '../mcp-fixtures.ts'

type Random = ReturnType<typeof seededRandom>

interface FuzzOptions {
  origin: string
  key: string
  /** Ids of the caller's records, and of another account's. */
  ids: readonly string[]
  foreignIds: readonly string[]
  calls: number
  random: Random
}

/** The outcomes of the calls. */
interface FuzzCounts {
  results: number
  refused: number
  protocolErrors: number
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv, { mode: 'full' })

/**
 * Calls tools with arguments made from their input schemas and with mutations of them. Throws an Error for an internal
 * error, a result that is not valid against its output schema, or one that shows an id of the other account.
 */
export async function fuzz({ origin, key, ids, foreignIds, calls, random }: FuzzOptions): Promise<FuzzCounts> {
  const counts = { results: 0, refused: 0, protocolErrors: 0 }
  for (let call = 0; call < calls; call++) {
    const tool = random.oneOf(tools)
    const args = argumentsFor(tool, [...ids, ...foreignIds], random)
    const { name } = tool.shown
    const headers = { 'X-API-Key': key }
    const reply = await post(origin, { method: 'tools/call', params: { name, arguments: args }, headers })
    const kind = kindOf(tool, reply)
    const shown = JSON.stringify(reply.message.result ?? '')
    if (kind === undefined || foreignIds.some((id) => shown.includes(id)))
      throw new Error(`Call ${call} of ${name} with ${JSON.stringify(args)}: ${reply.status} ${reply.text}`)
    counts[kind] += 1
  }
  return counts
}

function kindOf(tool: McpTool, { status, message }: Awaited<ReturnType<typeof post>>): keyof FuzzCounts | undefined {
  if (message.error) return message.error.code === -32602 ? 'protocolErrors' : undefined
  if (status !== 200) return undefined
  const { isError, content, structuredContent } = message.result
  if (isError) return /^Error (invalid_request|not_found)\./.test(String(content[0]?.text)) ? 'refused' : undefined
  return ajv.validate(tool.shown.outputSchema, structuredContent) ? 'results' : undefined
}

/** Arguments of which most are valid; some are mutated, missing or unknown. */
function argumentsFor({ shown }: McpTool, ids: readonly string[], random: Random): unknown {
  if (random.chance(0.02)) return random.oneOf(hostile)
  const properties = shown.inputSchema.properties
  const required = new Set(Array.isArray(shown.inputSchema.required) ? shown.inputSchema.required : [])
  const args: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties ?? {})) {
    if (!random.chance(required.has(name) ? 0.97 : 0.3)) continue
    args[name] = random.chance(0.15) ? random.oneOf(hostile) : valueFor(schema, ids, random)
  }
  if (random.chance(0.05))
    args[random.oneOf(['x', 'id', '__proto__', 'constructor', 'a/b', ''])] = random.oneOf(hostile)
  return args
}

function valueFor(schema: unknown, ids: readonly string[], random: Random): unknown {
  const { enum: values, type, format, pattern = '', minimum = 0, maximum = 100, maxLength = 40 } = fieldsOf(schema)
  if (Array.isArray(values)) return random.oneOf(values)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'integer') return Number(minimum) + random.below(Number(maximum) - Number(minimum) + 1)
  if (format === 'date-time') return new Date(Date.UTC(2020 + random.below(10), random.below(12), 1)).toISOString()
  const [, prefix] = /^\^([a-z]{3})_/.exec(String(pattern)) ?? []
  const fitting = ids.filter((id) => prefix !== undefined && id.startsWith(prefix))
  if (fitting.length > 0) return random.oneOf(fitting)
  const length =
    String(pattern).includes('{24}') || String(pattern).includes('{32}') ? Number(maxLength) : 1 + random.below(8)
  return Array.from({ length }, () => random.oneOf([...'abcXYZ019_-'])).join('')
}

function fieldsOf(schema: unknown): Record<string, unknown> {
  return typeof schema === 'object' && schema !== null ? Object.fromEntries(Object.entries(schema)) : {}
}

const hostile: readonly unknown[] = [
  null,
  '',
  '\0',
  "' or 1=1 --",
  '../../etc/passwd',
  '{{7*7}}',
  'x'.repeat(5_000),
  '\ud800',
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  ['biz_x'],
  {},
  { $ne: null },
  { toString: 'x' },
  '2026-02-30T25:00:00Z',
  '275760-09-13T00:00:00Z',
]
