import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Node as JsonNode, parseTree } from 'jsonc-parser'
import { type Document, isCollection, isMap, isNode, isPair, LineCounter, parseDocument } from 'yaml'
import { escapeSegment, parseReference, unescapeSegment } from './json-pointer.ts'

/** A place that an editor can jump to. Lines and columns count from 1. */
export interface Place {
  /**
   * The path relative to the working folder, preceded by the git reference or the URL if the document came from one.
   */
  file: string
  line: number
  column: number
  /** JSON pointer within that file. */
  pointer: string
}

/** A value in a document, with its position. */
export interface SourceNode {
  readonly value: unknown
  readonly file: SourceFile
  /** JSON pointer within the file, without `#`. */
  readonly pointer: string
}

/** An OpenAPI document with every file that it refers to. */
export interface ContractDocument {
  /** The name of the document as given: a path, `main:spec/openapi.yaml` or a URL. */
  readonly name: string
  readonly root: SourceNode
  readonly files: ReadonlyMap<string, SourceFile>
}

interface SourceFile {
  readonly uri: string
  readonly name: string
  readonly text: string
  readonly value: unknown
  /** The positions of all values. */
  readonly layout: () => Layout
  /** Every distinct `$ref` of the file, with the pointer to its first use. */
  readonly references: () => ReadonlyMap<string, string>
}

interface Layout {
  /** The offset of a value in the text: of its key, or of the item of an array. */
  offsetOf: (segments: readonly string[]) => number
  lines: LineCounter
}

/** The document cannot be compared. The message states where, why and what to do. */
export class UnreadableDocumentError extends Error {
  override readonly name = 'UnreadableDocumentError'
}

/** A `$ref` that points to nothing or back to itself; `loadDocument` finds all of them. */
class DanglingReferenceError extends UnreadableDocumentError {}

const gitOutputMaxBytes = 64 * 1024 * 1024
const fetchTimeoutMs = 15_000
const run = promisify(execFile)

interface LoadOptions {
  /** The base of relative paths and the repository of git references. Default: the working directory. */
  folder?: string
  /** The document to use for a plain git reference (`main`, `HEAD~3`). */
  documentOfReference?: string
  /** The version that the document must have. Default: 3.1 or 3.2. */
  version?: '3.0'
}

/**
 * Loads an OpenAPI document and every file that it refers to.
 *
 * @param from a file, a git reference with or without a path (`main`, `v1:spec/openapi.yaml`), or an http(s) URL
 * @throws UnreadableDocumentError when the document does not exist or has another version of OpenAPI, or a reference
 * does not resolve
 */
export async function loadDocument(from: string, options: LoadOptions = {}): Promise<ContractDocument> {
  const folder = resolve(options.folder ?? process.cwd())
  const uri = await locate(from, folder, options.documentOfReference)
  const files = new Map<string, SourceFile>()
  await collectFiles(uri, folder, files)
  const file = files.get(uri)
  if (!file) throw new UnreadableDocumentError(`${from} cannot be read.`)
  const document = { name: from, root: { value: file.value, file, pointer: '' }, files }
  assertReadable(document, options.version)
  return document
}

/** Returns whether the files of two documents have the same content, so that there is nothing to compare. */
export function haveSameContent(a: ContractDocument, b: ContractDocument): boolean {
  const textsOf = ({ files }: ContractDocument) => [...files.values()].map(({ text }) => text)
  const [left, right] = [textsOf(a), textsOf(b)]
  return left.length === right.length && left.every((text, index) => text === right[index])
}

/** Returns the child of an object or an array, or undefined if it does not exist. */
export function child(node: SourceNode | undefined, key: string | number): SourceNode | undefined {
  if (node === undefined || typeof node.value !== 'object' || node.value === null) return undefined
  if (!Object.hasOwn(node.value, key)) return undefined
  const name = String(key)
  const known = knownChildren.get(node) ?? new Map<string, SourceNode>()
  const found = known.get(name)
  if (found !== undefined) return found
  const value: unknown = Reflect.get(node.value, key)
  const made = { value, file: node.file, pointer: `${node.pointer}/${escapeSegment(name)}` }
  knownChildren.set(node, known.set(name, made))
  return made
}

/** A cache of children, because a comparison reads the same positions repeatedly. */
const knownChildren = new WeakMap<SourceNode, Map<string, SourceNode>>()

/** The children of an object, or of an array by index, in document order. */
export function children(node: SourceNode | undefined): [string, SourceNode][] {
  if (node === undefined || typeof node.value !== 'object' || node.value === null) return []
  return Object.keys(node.value).flatMap((key): [string, SourceNode][] => {
    const one = child(node, key)
    return one ? [[key, one]] : []
  })
}

/** Follows `$ref`s to their targets. Ignores fields next to a `$ref`, which only schemas may have (see `viewOf`). */
export function follow(document: ContractDocument, node: SourceNode | undefined): SourceNode | undefined {
  const seen = new Set<string>()
  let current = node
  while (current !== undefined && referenceOf(current) !== undefined) {
    const key = identity(current)
    if (seen.has(key))
      throw new DanglingReferenceError(`${formatPlace(placeOf(current))}: this $ref points back to itself.`)
    seen.add(key)
    current = target(document, current)
  }
  return current
}

/** Returns the `$ref` of a node, or undefined if it has none. */
export function referenceOf({ value }: SourceNode): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return '$ref' in value && typeof value.$ref === 'string' ? value.$ref : undefined
}

/** Returns the target of a node's `$ref`, which may itself be a `$ref`. */
export function target(document: ContractDocument, node: SourceNode): SourceNode {
  const reference = referenceOf(node) ?? ''
  const known = knownTargets.get(node.file) ?? new Map<string, SourceNode>()
  const found = known.get(reference) ?? findTarget(document, node, reference)
  knownTargets.set(node.file, known.set(reference, found))
  return found
}

/** A cache of targets by the file that refers to them, because references are relative to this file. */
const knownTargets = new WeakMap<SourceFile, Map<string, SourceNode>>()

function findTarget(document: ContractDocument, node: SourceNode, reference: string): SourceNode {
  const { path, segments } = parseReference(reference)
  const uri = path === '' ? node.file.uri : new URL(path, node.file.uri).href
  const file = document.files.get(uri)
  let found: SourceNode | undefined = file && { value: file.value, file, pointer: '' }
  for (const segment of segments) found = child(found, segment)
  if (found === undefined)
    throw new DanglingReferenceError(
      `${formatPlace(placeOf(node))}: the $ref \`${reference}\` points to nothing. \`npm run spec:lint\` gives details.`,
    )
  return found
}

/** The unreferenced top-level keys of files in which references name single keys, such as `schemas.yaml#/Book`. */
export function unreferencedParts(documents: readonly ContractDocument[]): { name: string; node: SourceNode }[] {
  const roots = new Set(documents.map(({ root }) => root.file.uri))
  const files = new Map(documents.flatMap((document) => [...document.files]))
  const used = new Map<string, Set<string>>()
  const usedOtherwise = new Set<string>()
  for (const file of files.values())
    for (const reference of file.references().keys()) {
      const { path, segments } = parseReference(reference)
      const uri = path === '' ? file.uri : new URL(path, file.uri).href
      const [name, ...deeper] = segments
      if (name === undefined || deeper.length > 0) usedOtherwise.add(uri)
      else used.set(uri, (used.get(uri) ?? new Set()).add(name))
    }
  return [...used].flatMap(([uri, names]) => {
    const file = files.get(uri)
    if (!file || roots.has(uri) || usedOtherwise.has(uri)) return []
    return children({ value: file.value, file, pointer: '' })
      .filter(([name]) => !names.has(name))
      .map(([name, node]) => ({ name, node }))
  })
}

/**
 * Lists all objects with keywords in the files of a document, including schemas, but without examples and lists of
 * names.
 */
export function partsOf(document: ContractDocument): readonly SourceNode[] {
  const known = knownParts.get(document)
  if (known !== undefined) return known
  const parts: SourceNode[] = []
  for (const file of document.files.values())
    eachObject(file.value, '', (value, pointer) => parts.push({ value, file, pointer }))
  knownParts.set(document, parts)
  return parts
}

/** A cache of parts, because several checks read them; `child` knows the children of the same nodes. */
const knownParts = new WeakMap<ContractDocument, readonly SourceNode[]>()

/** Identifies a node within its document. */
export function identity({ file, pointer }: SourceNode): string {
  return `${file.uri}#${pointer}`
}

/** Returns the last segment of a node's pointer: for a component, its name. */
export function nameOf({ pointer }: SourceNode): string {
  return unescapeSegment(pointer.slice(pointer.lastIndexOf('/') + 1))
}

/** The position of a node: its key, or the item of an array. */
export function placeOf({ file, pointer }: SourceNode): Place {
  const { offsetOf, lines } = file.layout()
  const { line, col } = lines.linePos(offsetOf(pointer.split('/').slice(1).map(unescapeSegment)))
  return { file: file.name, line: Math.max(line, 1), column: Math.max(col, 1), pointer: `#${pointer}` }
}

export function formatPlace({ file, line, column }: Pick<Place, 'file' | 'line' | 'column'>): string {
  return `${file}:${line}:${column}`
}

function assertReadable({ root, name, files }: ContractDocument, version: '3.0' | undefined): void {
  const unusable = (sentence: string) => new UnreadableDocumentError(`${name}: ${sentence}`)
  const { value } = root
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unusable('this is not an OpenAPI document.')
  const [openapi, swagger] = ['openapi', 'swagger'].map((key): unknown => Reflect.get(value, key))
  if (swagger !== undefined)
    throw unusable(`this is Swagger ${String(swagger)}. Only OpenAPI 3.1 is compared: convert it first.`)
  if (openapi === undefined) throw unusable('this is not an OpenAPI document: it has no `openapi` field.')
  const isOlder = /^3\.0(\.|$)/.test(String(openapi))
  if (version === '3.0' && !isOlder) throw unusable(`this is OpenAPI ${String(openapi)}, not 3.0.`)
  if (isOlder && version === undefined)
    throw unusable(
      `this is OpenAPI ${String(openapi)}. Only OpenAPI 3.1 is compared, because 3.0 gives some keywords another meaning ` +
        `(\`nullable\`, \`exclusiveMinimum\`). Convert it first: npm run spec:upgrade -- ${name} NEW.`,
    )
  if (!isOlder && !/^3\.[12](\.|$)/.test(String(openapi)))
    throw unusable(`OpenAPI ${String(openapi)} is not supported; write 3.1.0.`)
  const document = { root, name, files }
  for (const file of files.values())
    for (const [$ref, pointer] of file.references()) target(document, { value: { $ref }, file, pointer })
}

/** Resolves a name to the URI of a file or git object. Throws when it is neither. */
async function locate(from: string, folder: string, documentOfReference = 'spec/openapi.yaml'): Promise<string> {
  if (/^https?:\/\//.test(from)) return from
  const path = resolve(folder, from)
  // A name that is not a readable path, such as `main:spec/openapi.yaml`, may be a git reference.
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return pathToFileURL(path).href
  if (found?.isDirectory()) throw new UnreadableDocumentError(`${from} is a folder. Name the root document in it.`)
  const [reference = '', inside = documentOfReference] = from.includes(':') ? split(from) : [from]
  const commit = await git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${reference}^{commit}`])
  if (commit === undefined)
    throw new UnreadableDocumentError(
      `${from}: no such file or git reference. Name a file, a git reference (main, HEAD~3, v1:spec/openapi.yaml) or a URL.`,
    )
  return `git://${encodeURIComponent(reference)}/${inside}`
}

function split(from: string): [string, string] {
  const colon = from.indexOf(':')
  return [from.slice(0, colon), from.slice(colon + 1)]
}

async function collectFiles(uri: string, folder: string, files: Map<string, SourceFile>): Promise<void> {
  let pending = [uri]
  const seen = new Set(pending)
  while (pending.length > 0) {
    const texts = await Promise.all(pending.map(async (one) => ({ uri: one, ...(await readText(one, folder)) })))
    const next: string[] = []
    for (const { uri: read, text, name } of texts) {
      if (text === undefined) {
        if (read === uri) throw new UnreadableDocumentError(`${name}: no such document.`)
        // `assertReadable` reports the reference to it.
        continue
      }
      const file = parseFile(read, name, text)
      files.set(read, file)
      for (const reference of file.references().keys()) {
        const { path } = parseReference(reference)
        const wanted = path === '' ? undefined : new URL(path, read).href
        if (wanted === undefined || seen.has(wanted)) continue
        seen.add(wanted)
        next.push(wanted)
      }
    }
    pending = next
  }
}

async function readText(uri: string, folder: string): Promise<{ text: string | undefined; name: string }> {
  if (uri.startsWith('file:')) {
    const path = fileURLToPath(uri)
    // The caller reports the reference to a file that cannot be read, for any reason.
    const text = await readFile(path, 'utf8').catch(() => undefined)
    return { text, name: relative(folder, path) || path }
  }
  if (uri.startsWith('git:')) {
    const { host, pathname } = new URL(uri)
    const object = `${decodeURIComponent(host)}:${decodeURIComponent(pathname.slice(1))}`
    return { text: await git(folder, ['show', '--end-of-options', object]), name: object }
  }
  return { text: await download(uri), name: uri }
}

async function download(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) })
    if (!response.ok) throw new UnreadableDocumentError(`${url}: the server returned ${response.status}.`)
    return await response.text()
  } catch (error) {
    if (error instanceof UnreadableDocumentError) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new UnreadableDocumentError(
      `${url} cannot be fetched: ${cause instanceof Error ? cause.message : String(cause)}.`,
    )
  }
}

/** Runs git. Returns undefined if it fails. Paths are relative to the repository, not to the folder. */
async function git(folder: string, args: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', args, { cwd: folder, maxBuffer: gitOutputMaxBytes, encoding: 'utf8' })
    return stdout
  } catch {
    // No such commit or file, or no git: the caller names the reference that cannot be read.
    return undefined
  }
}

/** Parsed files by content, so that a comparison after each save parses only the saved file. */
const parsed = new Map<string, Omit<SourceFile, 'uri' | 'name'>>()
const parsedFilesMax = 200

function parseFile(uri: string, name: string, text: string): SourceFile {
  const known = parsed.get(text)
  if (known) return { uri, name, ...known }
  const json = jsonValue(text)
  const yaml = json === undefined ? parseYaml(name, text) : undefined
  const value: unknown = json ?? yaml?.tree.toJS({ maxAliasCount: 10_000 })
  let layout: Layout | undefined
  const lazily = () => {
    layout ??= yaml ? yamlLayout(yaml) : jsonLayout(text)
    return layout
  }
  let references: ReadonlyMap<string, string> | undefined
  const file = {
    text,
    value,
    layout: lazily,
    references: () => {
      references ??= referencesIn(value)
      return references
    },
  }
  if (parsed.size >= parsedFilesMax) parsed.delete(parsed.keys().next().value ?? '')
  parsed.set(text, file)
  return { uri, name, ...file }
}

/** Returns what a text has as JSON or YAML, or undefined if it is neither. */
export function contentOf(text: string): unknown {
  try {
    return parseFile('', '', text).value
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return undefined
    throw error
  }
}

/** JSON is also YAML, but JSON.parse reads it ten times faster. */
function jsonValue(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A YAML flow mapping, or a syntax error that the YAML parser explains.
    return undefined
  }
}

interface YamlText {
  tree: Document
  lines: LineCounter
}

function parseYaml(name: string, text: string): YamlText {
  const lines = new LineCounter()
  const tree = parseDocument(text, { lineCounter: lines, merge: true, uniqueKeys: true, prettyErrors: false })
  const [error] = tree.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    throw new UnreadableDocumentError(`${name}:${line}:${col}: this is not valid YAML: ${error.message}`)
  }
  return { tree, lines }
}

function yamlLayout({ tree, lines }: YamlText): Layout {
  function offsetOf(segments: readonly string[]): number {
    let node: unknown = tree.contents
    let offset = 0
    for (const segment of segments) {
      if (!isCollection(node)) break
      const item = isMap(node)
        ? node.items.find(({ key }) => String(isNode(key) ? key.toJSON() : key) === segment)
        : node.items[Number(segment)]
      if (isPair(item)) {
        offset = isNode(item.key) ? (item.key.range?.[0] ?? offset) : offset
        node = item.value
      } else {
        if (isNode(item)) offset = item.range?.[0] ?? offset
        node = item
      }
    }
    return offset
  }
  return { offsetOf, lines }
}

/** Only findings need the positions in JSON, so they are parsed later than the values. */
function jsonLayout(text: string): Layout {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  const root = parseTree(text)
  function offsetOf(segments: readonly string[]): number {
    let node: JsonNode | undefined = root
    let offset = 0
    for (const segment of segments) {
      const child = jsonChild(node, segment)
      if (!child) break
      offset = child.offset
      node = child.type === 'property' ? child.children?.[1] : child
    }
    return offset
  }
  return { offsetOf, lines }
}

/** Returns the property of an object or the item of an array. */
function jsonChild(node: JsonNode | undefined, segment: string): JsonNode | undefined {
  if (node?.type === 'array') return node.children?.[Number(segment)]
  // The last property of a name, as in JSON.parse.
  return node?.children?.findLast(({ type, children: pair }) => type === 'property' && pair?.[0]?.value === segment)
}

/** The values of these keywords can contain anything, `$ref` included. */
const literals = new Set(['example', 'examples', 'default', 'const', 'enum', 'value', 'mapping'])

/** The keys below these are names, not keywords: a property can be called `default`. */
const nameMaps = new Set(
  (
    'properties patternProperties dependentSchemas $defs schemas responses parameters examples requestBodies headers links ' +
    'callbacks pathItems securitySchemes content paths webhooks variables encoding'
  ).split(' '),
)

function referencesIn(value: unknown): Map<string, string> {
  const found = new Map<string, string>()
  eachObject(value, '', (part, pointer) => {
    const reference = '$ref' in part ? part.$ref : undefined
    if (typeof reference === 'string' && !found.has(reference)) found.set(reference, pointer)
  })
  return found
}

/** Visits every object and every list of a contract that has keywords or schemas: no example and no list of names. */
export function eachObject(
  value: unknown,
  pointer: string,
  visit: (value: object, pointer: string) => void,
  areNames = false,
): void {
  if (typeof value !== 'object' || value === null) return
  if (!areNames) visit(value, pointer)
  for (const [key, one] of Object.entries(value)) {
    const isNameMap = !areNames && nameMaps.has(key) && !(key === 'examples' && Array.isArray(one))
    // x- fields may refer to files that are not bundled.
    if (!areNames && !isNameMap && (key.startsWith('x-') || literals.has(key))) continue
    eachObject(one, `${pointer}/${escapeSegment(key)}`, visit, isNameMap)
  }
}
