import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { UsageError } from '@svc/command-line/errors'
import { countOf } from '@svc/command-line/text'
import { bundle, validityRules } from '../lint/redocly.ts'
import { loadDocument } from '../source/document.ts'
import { forGenerators, type OpenApi, operationsOf, type Response } from '../source/openapi.ts'
import { meaningChangesOf, upgradeDocument } from '../source/upgrade.ts'
import { correctKeywords, encodePaths } from './corrections.ts'
import { notesOnLooseCounts } from './loose-counts.ts'

/** The first contract of a new service. */
interface NewContract {
  /** One document of OpenAPI 3.1, in which each operation has an operationId. */
  document: OpenApi
  /** One sentence for each kind of change. */
  notes: string[]
}

/**
 * Makes the contract of a new service from a document of OpenAPI 3.0 or 3.1: one document without external references,
 * of version 3.1, with an operationId for each operation and a response for the errors of a server.
 *
 * @throws UsageError for a file that is not such a document
 */
export async function newContract(from: string, folder: string): Promise<NewContract> {
  if (!URL.canParse(from) && !existsSync(resolve(folder, from))) throw new UsageError(`${from}: no such file.`)
  const scratch = await mkdtemp(join(tmpdir(), 'init-'))
  try {
    const bundled = await bundle(from, validityRules, folder, scratch)
    assertVersion(bundled, from)
    const emptied = removeNullSchemas(bundled)
    const encoded = encodePaths(bundled)
    const corrected = /^3\.1\./.test(bundled.openapi) ? correctKeywords(bundled) : { nullable: 0, examples: 0 }
    const { document, notes } = await inVersion31(bundled, { from, scratch })
    const before = operationsOf(document, 'paths').filter(({ operation }) => operation.operationId === undefined)
    const named = forGenerators(document)
    const succeeding = addSuccesses(named)
    const added = addProblems(named)
    const removed = removeXml(named)
    const bounded = boundIntegers(named)
    return {
      document: named,
      notes: [
        ...notes,
        ...(before.length > 0
          ? [`${countOf(before.length, 'operation')} got an operationId from method and path.`]
          : []),
        ...(emptied > 0 ? [`${countOf(emptied, 'schema')} that ${emptied === 1 ? 'is' : 'are'} null removed.`] : []),
        ...(encoded > 0
          ? [
              `${countOf(encoded, 'path')} with characters that a URL cannot have ${encoded === 1 ? 'is' : 'are'} percent-encoded.`,
            ]
          : []),
        ...(corrected.nullable > 0
          ? [
              `\`nullable\` of OpenAPI 3.0 in ${countOf(corrected.nullable, 'schema')} became the type null, or was removed where no type is.`,
            ]
          : []),
        ...(corrected.examples > 0
          ? [`The named examples of ${countOf(corrected.examples, 'schema')} became lists, as OpenAPI 3.1 requires.`]
          : []),
        ...(removed > 0
          ? [`${countOf(removed, 'body', 'bodies')} in XML removed: the server reads and returns JSON.`]
          : []),
        ...(bounded > 0 ? [`${countOf(bounded, 'integer')} of 64 bits got the bounds of numbers in JavaScript.`] : []),
        ...(succeeding > 0
          ? [`${countOf(succeeding, 'operation')} with errors only got a response for success, without a body.`]
          : []),
        ...(added > 0 ? [`${countOf(added, 'operation')} got a default response for errors, by RFC 9457.`] : []),
        ...notesOnLooseCounts(named),
      ],
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function assertVersion(document: OpenApi, from: string): void {
  const { openapi, swagger }: { openapi?: unknown; swagger?: unknown } = document
  if (/^3\.[01]\.\d+$/.test(String(openapi))) return
  if (swagger !== undefined)
    throw new UsageError(
      `${from} is Swagger ${String(swagger)}. Convert it to OpenAPI 3.0 or 3.1 first, with a converter such as ` +
        'https://converter.swagger.io or swagger2openapi.',
    )
  const found = openapi === undefined ? 'it has no `openapi` field' : `it says \`openapi: ${String(openapi)}\``
  throw new UsageError(`${from} is not an OpenAPI document of version 3.0 or 3.1: ${found}.`)
}

async function inVersion31(
  bundled: OpenApi,
  { from, scratch }: { from: string; scratch: string },
): Promise<NewContract> {
  if (/^3\.1\.\d+$/.test(bundled.openapi)) return { document: bundled, notes: [] }
  const file = join(scratch, 'openapi.json')
  await writeFile(file, JSON.stringify(bundled))
  const old = await loadDocument(file, { version: '3.0' })
  const document: OpenApi = JSON.parse(JSON.stringify(upgradeDocument(old)))
  const kinds = Map.groupBy(meaningChangesOf(old), ({ sentence }) => sentence)
  const changes = [...kinds].map(([sentence, { length }]) => `${sentence} (${countOf(length, 'place')}).`)
  const list = changes.length > 0 ? [`\`svc-spec upgrade ${from} NEW\` lists the places.`] : []
  return { document, notes: [`Converted from OpenAPI ${bundled.openapi} to 3.1.`, ...changes, ...list] }
}

/** Adds a success to each operation that describes only errors: it also has to respond if it succeeds. */
function addSuccesses(document: OpenApi): number {
  const bare = operationsOf(document, 'paths').flatMap(({ operation: { responses } }) =>
    responses && !Object.keys(responses).some((status) => /^([23](\d\d|XX)|default)$/i.test(status)) ? [responses] : [],
  )
  for (const responses of bare) responses['2XX'] = { description: 'The operation succeeded.' }
  return bare.length
}

/**
 * Adds a default response to each operation without one: the server refuses invalid requests, and operations that are
 * not implemented, and a contract describes every response. Returns the number of operations.
 */
function addProblems(document: OpenApi): number {
  const bare = operationsOf(document, 'paths').flatMap(({ operation: { responses } }) =>
    responses && !('default' in responses) ? [responses] : [],
  )
  const named = document.components?.responses ?? {}
  const name = 'Problem' in named ? 'ServerProblem' : 'Problem'
  for (const responses of bare) responses.default = { $ref: `#/components/responses/${name}` }
  if (bare.length > 0) document.components = { ...document.components, responses: { ...named, [name]: problem } }
  return bare.length
}

/** Removes bodies in XML that can also be sent as JSON. Returns their number. */
function removeXml(document: OpenApi): number {
  let count = 0
  visit(document, (node) => {
    const { content } = node
    if (!isRecord(content) || !Object.keys(content).some((type) => /[/+]json/.test(type))) return
    for (const type of Object.keys(content).filter((one) => /[/+]xml(;|$)/.test(one))) {
      delete content[type]
      count += 1
    }
  })
  return count
}

/** Some generators write `schema: null` for a value of any form. Returns the number of removed schemas. */
function removeNullSchemas(document: OpenApi): number {
  let count = 0
  visit(document.paths, (node) => {
    const { content } = node
    if (!isRecord(content)) return
    for (const media of Object.values(content)) {
      if (!isRecord(media) || media.schema !== null) continue
      delete media.schema
      count += 1
    }
  })
  return count
}

/** Larger integers lose their last digits in JavaScript (RFC 8259, section 6). Returns the number of schemas. */
function boundIntegers(document: OpenApi): number {
  let count = 0
  visit(document, (node) => {
    const isUnbounded = node.maximum === undefined && node.exclusiveMaximum === undefined
    if (node.type !== 'integer' || node.format !== 'int64' || !isUnbounded) return
    node.maximum = Number.MAX_SAFE_INTEGER
    if (node.minimum === undefined && node.exclusiveMinimum === undefined) node.minimum = Number.MIN_SAFE_INTEGER
    count += 1
  })
  return count
}

function visit(node: unknown, see: (object: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, see)
  if (!isRecord(node)) return
  see(node)
  for (const value of Object.values(node)) visit(value, see)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** RFC 9457, with the list of mistakes that validation finds. */
const problem: Response = {
  description: 'The request was refused, or could not be served.',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        required: ['title', 'status', 'detail'],
        properties: {
          title: { type: 'string', description: 'The name of the status.' },
          status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the response.' },
          detail: { type: 'string', description: 'One sentence for a person.' },
          errors: {
            type: 'array',
            description: 'The invalid parts of the request.',
            items: {
              type: 'object',
              required: ['path', 'message'],
              properties: { path: { type: 'string' }, message: { type: 'string' } },
            },
          },
        },
      },
    },
  },
}
