/** A response without everything that always differs between two runs. */
export interface Observation {
  step: string
  status: number
  /** Header name → its value where that is fixed, else what kind of value it is. */
  headers: Record<string, string>
  body: Shape
}

/** The form of a JSON value. */
type Shape =
  | { kind: 'nothing' | 'null' | 'boolean' | 'number' }
  | { kind: 'text'; form: string }
  | { kind: 'list'; items: Shape[] }
  | { kind: 'object'; fields: Record<string, Shape> }

/** Headers of the connection, not of the response. */
const hopByHop = new Set(['date', 'connection', 'keep-alive'])

/** The tightest limit depends on the time within its window; only a 429 names a certain one. */
function isMomentary(name: string, status: number): boolean {
  return name === 'x-ratelimit-policy' && status !== 429
}

export function observe(step: string, status: number, headers: Headers, text: string): Observation {
  const seen = [...headers]
    .filter(([name]) => !hopByHop.has(name))
    .map(([name, value]) => [name, isMomentary(name, status) ? 'whichever is nearest' : formOfHeader(value)])
  return { step, status, headers: Object.fromEntries(seen), body: text === '' ? { kind: 'nothing' } : bodyShape(text) }
}

function bodyShape(text: string): Shape {
  try {
    return shapeOf(JSON.parse(text))
  } catch {
    return { kind: 'text', form: 'no JSON' }
  }
}

function shapeOf(value: unknown, name = '', parent = ''): Shape {
  if (value === null) return { kind: 'null' }
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => shapeOf(item, name, parent)) }
  switch (typeof value) {
    case 'string':
      return { kind: 'text', form: formOfText(value, name, parent) }
    case 'object':
      return {
        kind: 'object',
        fields: Object.fromEntries(Object.entries(value).map(([field, part]) => [field, shapeOf(part, field, name)])),
      }
    default:
      return { kind: typeof value as 'boolean' | 'number' }
  }
}

const anyId = /\b([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g

function formOfHeader(value: string): string {
  if (/^\d+$/.test(value)) return 'whole number'
  if (/^W\/"[^"]+"$/.test(value)) return 'weak etag'
  if (/^"[^"]+"$/.test(value)) return 'etag'
  return value.replace(anyId, '$1_…')
}

/** Fields whose exact value matters to a program or in an error message: compared verbatim. */
const telling = new Set(
  'code path status outcome origin error error_description token_type plan scope event_type operation_id error_code'.split(
    ' ',
  ),
)

function formOfText(text: string, name: string, parent: string): string {
  // A sentence may count seconds.
  if (name === 'message' && ['error', 'details'].includes(parent)) return `"${text.replace(/\d+ s$/, '… s')}"`
  if (telling.has(name)) return `"${text.replace(anyId, '$1_…')}"`
  if (new RegExp(`^${anyId.source}$`).test(text)) return `${text.slice(0, 3)}_…`
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return 'instant'
  if (/^https?:\/\//.test(text)) return 'address'
  if (/^whsec_[0-9A-Za-z+/]{43}=$/.test(text)) return 'signing secret'
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return 'token or host'
  return 'text'
}

/**
 * Describes the differences between two observations of one step, as sentences. A null and an empty list say nothing of
 * what could stand there.
 */
export function differences(real: Observation, mock: Observation): string[] {
  const found: string[] = []
  if (real.status !== mock.status) found.push(`status: ${real.status}, mock ${mock.status}`)
  for (const name of new Set([...Object.keys(real.headers), ...Object.keys(mock.headers)])) {
    const [expected, actual] = [real.headers[name] ?? 'absent', mock.headers[name] ?? 'absent']
    if (expected !== actual) found.push(`header ${name}: ${expected}, mock ${actual}`)
  }
  compare(real.body, mock.body, 'body', found)
  return [...new Set(found)].map((difference) => `${real.step}: ${difference}`)
}

function compare(real: Shape, mock: Shape, path: string, found: string[]): void {
  if (real.kind === 'null' || mock.kind === 'null') return
  if (real.kind !== mock.kind) {
    found.push(`${path}: ${real.kind}, mock ${mock.kind}`)
  } else if (real.kind === 'text' && mock.kind === 'text') {
    if (real.form !== mock.form) found.push(`${path}: ${real.form}, mock ${mock.form}`)
  } else if (real.kind === 'list' && mock.kind === 'list') {
    const [first, other] = [real.items[0], mock.items[0]]
    if (first && other) compare(first, other, `${path}[]`, found)
  } else if (real.kind === 'object' && mock.kind === 'object') {
    for (const field of new Set([...Object.keys(real.fields), ...Object.keys(mock.fields)])) {
      const [expected, actual] = [real.fields[field], mock.fields[field]]
      if (expected && actual) compare(expected, actual, `${path}.${field}`, found)
      else found.push(`${path}.${field}: ${expected ? 'present' : 'absent'}, mock ${actual ? 'present' : 'absent'}`)
    }
  }
}
