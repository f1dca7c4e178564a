/**
 * House rules of the contract that Redocly has no setting for. `redocly.yaml` switches them on for each document. Each
 * rule has its reason in a comment; its message states what to change. The rules are about the form of the contract,
 * not its content.
 */
import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import { parse } from 'yaml'

const scalarTypes = ['string', 'integer', 'number', 'boolean']
const limitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Policy']

/**
 * The headers that a status needs in addition to those of every response, because the caller cannot act without them.
 */
const headersOfStatus = { 304: ['ETag'], 401: ['WWW-Authenticate'], 429: ['Retry-After'], 503: ['Retry-After'] }

/** Any caller can meet these on any operation, so that each has to document them. */
const statusesOfEveryOperation = ['400', '401', '403', '429', '500', '503']

const typesOf = (schema) => [schema.type ?? []].flat()
const quoted = (names) => names.map((name) => `\`${name}\``).join(', ')

/** Follows `$ref`s, across files. Returns the node and the file it stands in, from which its own references count. */
function follow(ctx, node, file) {
  if (node?.$ref === undefined) return { node, file }
  const target = ctx.resolve(node, file)
  return follow(ctx, target.node, target.location?.source.absoluteRef)
}

/** The schema of a JSON response, with its top-level properties followed; undefined for a response without a body. */
function jsonBody(ctx, response, file) {
  const media = response?.content?.['application/json']
  if (media === undefined) return undefined
  const schema = follow(ctx, media.schema, file)
  const property = (name) => follow(ctx, schema.node?.properties?.[name], schema.file).node
  return { schema: schema.node ?? {}, property }
}

/** The names of the parameters of an operation in one place (`query`, `header`), those of its path included. */
function parameterNames(ctx, operation, pathItem, place) {
  return [...(pathItem?.parameters ?? []), ...(operation.parameters ?? [])]
    .map((parameter) => follow(ctx, parameter).node)
    .filter((parameter) => parameter?.in === place)
    .map((parameter) => parameter.name)
}

// The docs, the mock and the examples phase of the contract tests all use these values. Where one is missing, the
// reader sees "string" and 0, and tools make up values that no real caller would send.
const scalarExample = () => ({
  Schema(schema, ctx) {
    if (!typesOf(schema).some((type) => scalarTypes.includes(type))) return
    if ('const' in schema || schema.examples?.length > 0 || 'example' in schema) return
    ctx.report({
      message: 'This value has no example. Add `examples: [...]` with a realistic one.',
      location: ctx.location.key(),
    })
  },
})

// An unbounded value cannot be tested at its edge, lets a caller send a body beyond the server's limit that the
// contract allows, and gives a client no way to size a field or a column.
const boundedValue = () => ({
  Schema(schema, ctx) {
    const report = (what, todo) =>
      ctx.report({ message: `${what} has no bound. Add ${todo}.`, location: ctx.location.key() })
    if ('const' in schema || schema.enum !== undefined) return
    const types = typesOf(schema)
    // RFC 3339 bounds a date-time by its grammar, and a format must not be narrowed by a second constraint on shape.
    if (types.includes('string') && schema.maxLength === undefined && schema.format !== 'date-time')
      report('This string', '`maxLength` (or `enum`)')
    if (types.includes('array') && schema.maxItems === undefined) report('This array', '`maxItems`')
    if (types.includes('integer') || types.includes('number')) {
      if (schema.minimum === undefined && schema.exclusiveMinimum === undefined) report('This number', '`minimum`')
      if (schema.maximum === undefined && schema.exclusiveMaximum === undefined) report('This number', '`maximum`')
    }
    const says = ['$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'properties']
    if (types.length === 0 && !says.some((keyword) => keyword in schema))
      report('This schema accepts any value and so', '`type`, `enum`, `const` or `$ref`')
  },
})

// A list that may name every value of an enum repeats how many there are, and its default which. Without this check a
// new value would be refused, or be missing from what "all" means. `enums` names the enums with such lists.
const valuesOfEnum = ({ enums }) => ({
  Schema(schema, ctx) {
    const name = schema.items?.$ref?.split('#/').at(-1)
    if (!enums.includes(name)) return
    const report = (keyword, message) => ctx.report({ message, location: ctx.location.child(keyword) })
    const values = follow(ctx, schema.items).node?.enum ?? []
    if (schema.maxItems !== values.length)
      report('maxItems', `${name} has ${values.length} values. Set \`maxItems: ${values.length}\`.`)
    if (schema.default === undefined || !schema.description?.includes('If omitted, all')) return
    const missing = values.filter((value) => !schema.default.includes(value))
    if (missing.length > 0)
      report('default', `The default is every value of ${name}, as the description says. Add ${quoted(missing)}.`)
  },
})

// A type that nobody sends gives subscriptions without deliveries, and a webhook without its type has none.
// `enum` names the schema of the types.
const eventWebhooks = ({ enum: name }) => {
  let types = []
  return {
    Schema(schema, ctx) {
      if (ctx.location.pointer.endsWith(`/${name}`)) types = schema.enum ?? types
    },
    Root: {
      leave(root, ctx) {
        const webhooks = Object.keys(root.webhooks ?? {})
        for (const type of types) {
          if (webhooks.includes(type)) continue
          const message = `The event type \`${type}\` has no webhook. Describe it here, or remove it from ${name}.`
          ctx.report({ message, location: ctx.location.child('webhooks').key() })
        }
        for (const webhook of webhooks) {
          if (types.includes(webhook)) continue
          const message = `The webhook \`${webhook}\` is not an event type. Add it to ${name}, or remove it.`
          ctx.report({ message, location: ctx.location.child(['webhooks', webhook]).key() })
        }
      },
    },
  }
}

// A server sends the end of an operation as the header `Sunset`, and a client cannot plan without it. Dates on an
// operation that is not deprecated announce nothing.
const retirement = () => ({
  Operation(operation, ctx) {
    const report = (message, field) => ctx.report({ message, location: ctx.location.child(field).key() })
    const { operationId, deprecated = false } = operation
    if (deprecated && operation['x-sunset'] === undefined)
      report(`${operationId} is deprecated. Add \`x-sunset\`, the last day on which it works.`, 'deprecated')
    for (const field of ['x-sunset', 'x-deprecated-since'])
      if (!deprecated && operation[field] !== undefined)
        report(`${operationId} has \`${field}\` but is not deprecated. Add \`deprecated: true\`, or remove it.`, field)
  },
})

/** A default as a description states it, "Default: `day`." or "defaults to 25": a value in code, or a number. */
const defaultInText = /\bdefault(?:s to| is|:) (?:`([^`]*)`|(-?\d+(?:\.\d+)?)(?![\w%]|[.:]\d))/i

// Servers and clients use the value, and people plan with the prose.
const defaultInProse = () => {
  const check = (description, schema, ctx, location) => {
    const [, inCode, stated = inCode] = defaultInText.exec(description ?? '') ?? []
    if (stated === undefined || schema?.default === undefined || String(schema.default) === stated) return
    ctx.report({
      message: `The default is ${schema.default}, and the description says ${stated}. Correct one of them.`,
      location: location.child('description'),
    })
  }
  return {
    // A property that is a reference has a description and a default of its own.
    SchemaProperties(properties, ctx) {
      for (const [name, schema] of Object.entries(properties))
        check(schema.description, schema, ctx, ctx.location.child(name))
    },
    Parameter({ description, schema }, ctx) {
      check(description, follow(ctx, schema).node, ctx, ctx.location)
    },
  }
}

// One pattern is read by JavaScript, Python and Rust. Without anchors it matches anywhere; \d \w \s \b mean other
// characters in each language; look-around is missing in Rust.
const portablePattern = () => ({
  Schema(schema, ctx) {
    for (const pattern of [schema.pattern, ...Object.keys(schema.patternProperties ?? {})]) {
      if (pattern === undefined) continue
      const report = (problem) => ctx.report({ message: `Pattern ${pattern} ${problem}`, location: ctx.location.key() })
      if (!pattern.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$'))
        report('is not anchored. Begin it with ^ and end it with $.')
      else if (hasAlternativeOutsideGroup(pattern))
        report('is anchored in its outer alternatives only. Put the alternatives in a group: ^(a|b)$.')
      if (/\\[dDwWsSbB]/.test(pattern))
        report('uses \\d, \\w, \\s or \\b. Write the ASCII characters out, for instance [0-9A-Za-z_].')
      if (/\(\?<?[=!]/.test(pattern))
        report('uses look-around. State the rule with plain characters, or as a named format.')
    }
  },
})

/** Whether a `|` stands outside every group, so that an anchor binds to one alternative alone. */
function hasAlternativeOutsideGroup(pattern) {
  let rest = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(/\([^()]*\)/g, '')
  }
  return rest.includes('|')
}

// "Every response carries X-RateLimit-…" (INTERFACE.md §8), and the request id is what a caller quotes when asking
// for help. Without `required: true` a response that lost them would still conform.
const responseHeaders = () => ({
  Paths: {
    Response(response, ctx) {
      const wanted = ['X-Request-Id', ...limitHeaders, ...(headersOfStatus[ctx.key] ?? [])]
      for (const name of wanted) {
        const header = follow(ctx, response.headers?.[name]).node
        const problem = header === undefined ? 'is missing here' : 'is not required here'
        if (header?.required !== true)
          ctx.report({
            message: `Header \`${name}\` ${problem}. Reference the shared header, and give that \`required: true\`.`,
            location: ctx.location.key(),
          })
      }
    },
  },
})

// A client unwraps every response with the same code (INTERFACE.md §2). A body of another form would break it.
const envelope = () => ({
  Paths: {
    Response(response, ctx) {
      if (response.content === undefined) return
      const fields = [Number(ctx.key) < 400 ? 'data' : 'error', 'meta']
      const schema = jsonBody(ctx, response)?.schema
      const closed = schema?.additionalProperties === false
      const exact = [Object.keys(schema?.properties ?? {}), schema?.required ?? []].every(
        (names) => [...names].sort().join() === fields.join(),
      )
      if (!closed || !exact || Object.keys(response.content).length !== 1)
        ctx.report({
          message: `The body of a ${ctx.key} is application/json only: a closed object that requires ${quoted(fields)} and nothing else.`,
          location: ctx.location.key(),
        })
    },
  },
})

// Clients, docs and the server's dispatch all page by these marks. A list without them cannot be read beyond its first
// page, and marks on anything else promise pages that never come. A feed has a direction of its own and is named in
// redocly.yaml.
const pagination = ({ feeds = [] }) => ({
  Paths: {
    PathItem: {
      Operation(operation, ctx, { PathItem: pathItem }) {
        const success = Object.keys(operation.responses ?? {}).find((status) => status.startsWith('2'))
        const response = follow(ctx, operation.responses?.[success])
        const body = jsonBody(ctx, response.node, response.file)
        const isList = typesOf(body?.property('data') ?? {}).includes('array') && !feeds.includes(operation.operationId)
        const query = parameterNames(ctx, operation, pathItem, 'query')
        const marks = {
          '`x-pagination`': operation['x-pagination'] !== undefined,
          'the parameter `limit`': query.includes('limit'),
          'the parameter `cursor`': query.includes('cursor'),
          '`meta.page` (PageMeta)': body?.property('meta')?.properties?.page !== undefined,
        }
        for (const [mark, present] of Object.entries(marks)) {
          if (present === isList) continue
          ctx.report({
            message: isList
              ? `${operation.operationId} returns a list but lacks ${mark}. Add it, or name the operation under \`feeds\` in redocly.yaml.`
              : `${operation.operationId} does not return a page of a list. Remove ${mark}.`,
            location: ctx.location.key(),
          })
        }
      },
    },
  },
})

/** The status of each error code, from the description of the code's schema, which lists "`code` (status)". */
function errorTable(ctx, operation) {
  const failure = Object.keys(operation.responses ?? {}).find((status) => Number(status) >= 400)
  const response = follow(ctx, operation.responses?.[failure])
  const schema = follow(ctx, response.node?.content?.['application/json']?.schema, response.file)
  const error = follow(ctx, schema.node?.properties?.error, schema.file)
  const { node } = follow(ctx, error.node?.properties?.code, error.file)
  return new Map(
    [...(node?.description ?? '').matchAll(/`(\w+)` \((\d{3})\)/g)].map(([, code, status]) => [code, status]),
  )
}

// The codes are what a client branches on. A status that is documented with no code, or a code whose status is not
// documented, is a branch that a client author misses.
const errorCodes = () => ({
  Paths: {
    Operation(operation, ctx) {
      const statuses = Object.keys(operation.responses ?? {})
      const missing = statusesOfEveryOperation.filter((status) => !statuses.includes(status))
      if (missing.length > 0)
        ctx.report({
          message: `${operation.operationId} does not document ${missing.join(', ')}, which any operation can return. Reference the shared responses.`,
          location: ctx.location.child('responses').key(),
        })
      const codes = operation['x-error-codes'] ?? []
      const statusOfCode = errorTable(ctx, operation)
      const statusOf = (code) => statusOfCode.get(code)
      const documented = new Set([...statuses, ...missing])
      const expected = [...statusOfCode.keys()].filter((code) => documented.has(statusOf(code)))
      for (const code of codes) {
        if (expected.includes(code) || statusOf(code) === undefined) continue
        ctx.report({
          message: `${operation.operationId} can return \`${code}\` but does not document its status ${statusOf(code)}. Document it, or remove the code.`,
          location: ctx.location.child('x-error-codes').key(),
        })
      }
      const unnamed = expected.filter((code) => !codes.includes(code))
      if (unnamed.length > 0)
        ctx.report({
          message: `${operation.operationId} documents the statuses of ${quoted(unnamed)}. Add ${unnamed.length > 1 ? 'them' : 'it'} to \`x-error-codes\`.`,
          location: ctx.location.child('x-error-codes').key(),
        })
    },
  },
})

// Docs and clients group operations by tag. A misspelled tag makes a group of its own, which hides the operation.
const knownTag = () => {
  let known = []
  return {
    Root(root) {
      known = (root.tags ?? []).map(({ name }) => name)
    },
    Operation: {
      leave(operation, ctx) {
        for (const [index, tag] of (operation.tags ?? []).entries()) {
          if (known.includes(tag)) continue
          ctx.report({
            message: `The tag \`${tag}\` is not among the \`tags\` of the document. Use one of them (${known.join(', ')}), or add it there.`,
            location: ctx.location.child(['tags', index]),
          })
        }
      },
    },
  }
}

// The example of a body is what a reader looks at first, what the mock returns, and what the contract tests send first.
const bodyExample = () => {
  const check = (holder, ctx) => {
    for (const [type, media] of Object.entries(holder.content ?? {})) {
      if (!/json/i.test(type) || media.example !== undefined || Object.keys(media.examples ?? {}).length > 0) continue
      ctx.report({
        message: `This body has no example. Add \`examples\` that is realistic.`,
        location: ctx.location.child(['content', type]).key(),
      })
    }
  }
  return { RequestBody: check, Response: check }
}

// After a lost response to a POST the caller does not know whether it succeeded; the key makes a retry safe. Other
// methods are safe to retry without a key, and a key there would suggest that they are not.
const idempotencyKey = () => ({
  Paths: {
    PathItem: {
      Operation(operation, ctx, { PathItem: pathItem }) {
        const isPost = ctx.key === 'post'
        const takesKey = parameterNames(ctx, operation, pathItem, 'header').includes('Idempotency-Key')
        if (takesKey === isPost && (!isPost || operation.responses?.['409'] !== undefined)) return
        ctx.report({
          message: isPost
            ? `${operation.operationId} is a POST: reference the parameter \`Idempotency-Key\` and document 409 conflict.`
            : `${operation.operationId} is safe to retry without a key. Remove the parameter \`Idempotency-Key\`.`,
          location: ctx.location.key(),
        })
      },
    },
  },
})

// A client needs the ETag to get a 304, and an ETag without a 304 is useless.
const conditionalRead = () => ({
  Paths: {
    Operation(operation, ctx) {
      const sendsETag = follow(ctx, operation.responses?.['200']).node?.headers?.ETag !== undefined
      const knows304 = operation.responses?.['304'] !== undefined
      if (sendsETag !== knows304)
        ctx.report({
          message: `${operation.operationId} has ${sendsETag ? 'an ETag but no 304' : 'a 304 but no ETag on its 200'}. Document both or neither.`,
          location: ctx.location.child('responses').key(),
        })
    },
  },
})

// Agents call tools by themselves, so nothing that changes state or uses up a quota is one. Two tools of one name would
// hide each other.
const toolReads = () => {
  const owners = new Map()
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx) {
          const tool = operation['x-mcp-tool']
          if (tool === undefined) return
          const location = ctx.location.child('x-mcp-tool').key()
          const { operationId } = operation
          if (ctx.key !== 'get' || operation.requestBody !== undefined || operation['x-quota'] !== undefined)
            ctx.report({
              message: `${operationId} changes state or counts against a quota, and a tool only reads. Remove \`x-mcp-tool\`.`,
              location,
            })
          if (owners.has(tool.name))
            ctx.report({
              message: `${owners.get(tool.name)} is the tool \`${tool.name}\` already. Give ${operationId} another name.`,
              location,
            })
          owners.set(tool.name, operationId)
        },
      },
    },
  }
}

// The mark is what the server enforces, and the description is what the authors of a page read.
const confirmedPassword = () => ({
  Paths: {
    Operation({ operationId, description = '', ...operation }, ctx) {
      const isMarked = operation['x-confirmed-password'] === true
      if (isMarked !== /needs a\s+confirmed\s+password/i.test(description))
        ctx.report({
          message: isMarked
            ? `${operationId} has \`x-confirmed-password\`. Add "Needs a confirmed password." to its description, or remove the mark.`
            : `${operationId} needs a confirmed password, as its description says. Add \`x-confirmed-password: true\`.`,
          location: ctx.location.child(isMarked ? 'x-confirmed-password' : 'description').key(),
        })
    },
  },
})

/** A process that lints repeatedly compiles a schema only once. */
const compiled = new Map()

/** Compiles a JSON Schema, with the schemas of YAML files that it refers to (`FILE#/NAME`) put in their place. */
function compileSchema(file) {
  const schema = JSON.parse(readFileSync(file, 'utf8'), (_key, value) => {
    const [path, name] = value?.$ref?.split('#/') ?? []
    if (!path) return value
    return parse(readFileSync(new URL(path, file), 'utf8'))[name]
  })
  const key = JSON.stringify(schema)
  const validate = compiled.get(key) ?? new Ajv({ allErrors: true, strict: true }).compile(schema)
  compiled.set(key, validate)
  return validate
}

// x- fields drive the generator, the mock and the MCP tools. A misspelled field is silently ignored, so only the fields
// in extensions.schema.json are allowed, and only where it allows them.
const extensionFields = ({ schema }) => {
  const validate = compileSchema(new URL(`../${schema}`, import.meta.url))
  return {
    any(node, ctx) {
      if (node === null || typeof node !== 'object' || Array.isArray(node)) return
      const fields = Object.entries(node).filter(([name]) => name.startsWith('x-'))
      if (fields.length === 0) return
      const kind = ctx.type.name
      if (validate({ [kind]: Object.fromEntries(fields) })) return
      for (const { instancePath, params, message } of validate.errors) {
        const [, , field = params.additionalProperty] = instancePath.split('/')
        const allowed = params.allowedValues ? ` (${params.allowedValues.join(', ')})` : ''
        const problem = instancePath === `/${kind}` ? `is not a field of ${kind}` : `is invalid: ${message}${allowed}`
        ctx.report({ message: `\`${field}\` ${problem}. See ${schema}.`, location: ctx.location.child(field).key() })
      }
    },
  }
}

// biome-ignore lint/style/noDefaultExport: Redocly loads a plugin by its default export.
export default function house() {
  return {
    id: 'house',
    rules: {
      oas3: {
        'known-tag': knownTag,
        'body-example': bodyExample,
        'scalar-example': scalarExample,
        'bounded-value': boundedValue,
        'event-webhooks': eventWebhooks,
        retirement,
        'default-in-prose': defaultInProse,
        'portable-pattern': portablePattern,
        'values-of-enum': valuesOfEnum,
        'response-headers': responseHeaders,
        envelope,
        pagination,
        'error-codes': errorCodes,
        'idempotency-key': idempotencyKey,
        'conditional-read': conditionalRead,
        'tool-reads': toolReads,
        'confirmed-password': confirmedPassword,
        'extension-fields': extensionFields,
      },
    },
  }
}
