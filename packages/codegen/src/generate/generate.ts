import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { changelogFeed, changelogPage } from '../docs-site/changelog-feed.ts'
import { sitePages } from '../docs-site/pages.ts'
import { readSite, type Site } from '../docs-site/site.ts'
import { BrokenSpecError, type Finding } from '../lint/findings.ts'
import { exampleNotes } from '../lint/foreign-document.ts'
import { lintContract } from '../lint/lint-contract.ts'
import { bundle, type RunRedocly } from '../lint/redocly.ts'
import { offerModule, readMcpFile } from '../mcp/resources-and-prompts.ts'
import { toolsModule, toolsOf } from '../mcp/tools.ts'
import { postmanFiles } from '../postman/postman.ts'
import { startClient } from '../sdk/client-thread.ts'
import { parameterNotes } from '../sdk/parameter-styles.ts'
import { pythonNotes, pythonResources } from '../sdk/python-resources.ts'
import { resourceTree } from '../sdk/resource-tree.ts'
import type { ContractFiles } from '../source/contract-files.ts'
import { formatPlace } from '../source/document.ts'
import { forGenerators, type OpenApi } from '../source/openapi.ts'
import { workflowModule, workflowOf } from '../workflow/definition.ts'
import { boundsModule } from './bounds.ts'
import { enumsModule } from './enums.ts'
import { eventCatalogModule } from './event-catalog.ts'
import { forForeignGenerators } from './foreign-generators.ts'
import { inputsOf } from './inputs.ts'
import { openResponses } from './open-responses.ts'
import { clientTypes, serverTypes, withDefaultsFilled } from './openapi-typescript.ts'
import { operationsModule, publicPathsModule, unlinkedLocations, webhooksModule } from './operations.ts'
import { type Files, sha256, withManifest } from './output.ts'
import { withOneTypeEach, withoutPrivate } from './public-document.ts'
import { banner, yamlBanner } from './typescript.ts'
import { yamlText } from './yaml.ts'

export interface Generated {
  files: Files
  /** Notes for the author of the contract that do not stop generation. */
  notes: string[]
}

/** Reports a finished step: its name, its outcome, and its duration in milliseconds. */
type Report = (step: string, outcome: string, durationMs: number) => void

/** For a process that generates after every save. */
interface Options {
  /** The linter's findings. Default: the contract is linted first. */
  findings?: readonly Finding[]
  /** Called with the files that programs import, while the pages are still being rendered. */
  onPrograms?: (files: Files) => Promise<void>
  /** Default: a new process for each run of Redocly. */
  redocly?: RunRedocly
}

/**
 * Generates everything from a contract, in memory: two bundles, the types, the operation table, the client and the
 * pages of the docs. The same contract always produces the same bytes. Private operations are in what servers use: the
 * strict bundle, its types and the operation table.
 *
 * The manifest has the hashes of the inputs as they are before the first step: an edit during the generation makes the
 * next one do its work.
 *
 * @throws BrokenSpecError when the linter finds an error
 */
export async function generate(source: ContractFiles, report: Report, options: Options = {}): Promise<Generated> {
  const scratch = await mkdtemp(join(tmpdir(), 'codegen-'))
  try {
    return await generateIn(scratch, source, report, options)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function generateIn(
  scratch: string,
  source: ContractFiles,
  report: Report,
  options: Options,
): Promise<Generated> {
  const step = timed(report)
  const site = source.guides === undefined ? undefined : readSite(join(source.folder, source.guides))

  const inputs = await inputsOf(source)

  const { findings, bundled } = await lintAndBundle(source, scratch, step, options)
  const { strict, companions, internal, upstream } = bundled
  assertReadable(strict, source.spec)
  const { published, stillClosed } = openResponses(withOneTypeEach(withoutPrivate(strict)))
  const outside = forGenerators(published)
  await using client = startClient(outside, scratch)

  const whole = forGenerators(strict)
  const server = withDefaultsFilled(whole)
  const bundles = [
    { name: 'openapi.strict', document: strict },
    { name: 'openapi.published', document: forForeignGenerators(published) },
  ]
  const documented = [
    { name: 'reference', document: outside },
    ...companions.map(({ name, document }) => ({ name, document: forGenerators(document) })),
  ]

  // One after the other: in parallel in one thread, they would only distort each other's timing.
  const typing = () => typeFiles({ server, companions, internal, upstream })
  const types = await step('types', typing, countFiles)
  const apps = [...mcpFiles(source, outside), ...workflowFiles(whole), ...pythonFiles(source, outside)]
  const generatePrograms = async () => {
    const sdk = await step('client', client.files, countFiles)
    return new Map([...programFiles([...bundles, ...companions], types, sdk), ...apps])
  }
  const programs = options.onPrograms && (await generatePrograms())
  if (programs) await options.onPrograms?.(programs)
  const pages = await step('docs', () => docsFiles(source, site, documented), countFiles)
  const making = () => postmanFiles(published, site?.try)
  const postman = await step('postman', making, ({ files }) => countFiles(files))

  const files: Files = new Map([
    ...(programs ?? (await generatePrograms())),
    ...pages,
    ...postman.files.map(([name, text]): [string, string] => [`postman/${name}`, text]),
    ['postman/package.json', packageFile('postman', ['json'])],
  ])
  const others = [...companions, ...internal, ...upstream]
  const contractHash = sha256(JSON.stringify([strict, ...others.map(({ document }) => document)]))
  return {
    files: withManifest(files, contractHash, inputs),
    notes: [
      ...notesOn(server, stillClosed, findings),
      ...parameterNotes(outside),
      ...pythonNotes(resourceTree(outside)),
      ...postman.notes,
    ],
  }
}

/** Lints and bundles at the same time: bundling uses a processor that linting does not need. */
async function lintAndBundle(source: ContractFiles, scratch: string, step: Step, options: Options) {
  const bundling = bundleDocuments(source, scratch, options.redocly)
  // The errors of the linter come first.
  const ended = Promise.allSettled([bundling])
  const linting = () => lintContract(source, options.redocly)
  const findings = options.findings ?? (await step('lint', linting, (found) => count(found, 'finding')))
  if (findings.some(({ severity }) => severity === 'error')) {
    await ended
    throw new BrokenSpecError(findings)
  }
  const counted = (documents: Bundled) => count(Object.values(documents).flat(), 'document')
  return { findings, bundled: await step('bundle', () => bundling, counted) }
}

type Bundled = Awaited<ReturnType<typeof bundleDocuments>>

/** Bundles the contract and all companion documents, each into one document. */
async function bundleDocuments(
  { folder, spec, companions, internal = [], upstream = [], rules }: ContractFiles,
  scratch: string,
  redocly: RunRedocly | undefined,
) {
  const bundled = (path: string) => bundle(path, rules, folder, scratch, redocly)
  const named = async (path: string): Promise<Named> => ({ name: stem(path), document: await bundled(path) })
  const allNamed = (paths: readonly string[]) => Promise.all(paths.map(named))
  const [strict, ...groups] = await Promise.all([bundled(spec), ...[companions, internal, upstream].map(allNamed)])
  const [ofCompanions = [], ofInternal = [], ofUpstream = []] = groups
  return { strict, companions: ofCompanions, internal: ofInternal, upstream: ofUpstream }
}

function programFiles(
  bundles: readonly Named[],
  types: readonly [string, string][],
  client: readonly [string, string][],
): Files {
  return new Map([
    ...bundles.flatMap(bundleFiles),
    ...types,
    ...client,
    ['contract/package.json', packageFile('contract', ['json', 'yaml'])],
    ['sdk/package.json', packageFile('sdk', ['json'])],
  ])
}

/** Returns the tools, resources and prompts of an MCP server. No files for a contract without such a server. */
function mcpFiles({ folder, mcp }: ContractFiles, document: OpenApi): [string, string][] {
  if (mcp === undefined) return []
  const tools = toolsOf(document)
  return [
    ['mcp/tools.ts', toolsModule(tools)],
    ['mcp/offer.ts', offerModule(readMcpFile(folder, mcp, tools), document.info.version)],
    ['mcp/package.json', packageFile('mcp', [])],
  ]
}

/** Returns the app for workflow automation, which may use private operations. No files for a contract without one. */
function workflowFiles(document: OpenApi): [string, string][] {
  const definition = workflowOf(document)
  if (definition === undefined) return []
  return [
    ['workflow/definition.ts', workflowModule(definition)],
    ['workflow/package.json', packageFile('workflow', [])],
  ]
}

/** Returns the generated module of the Python client. No files for a contract without such a client. */
function pythonFiles({ pythonClient = false }: ContractFiles, document: OpenApi): [string, string][] {
  if (!pythonClient) return []
  return [['sdk-python/_resources.py', pythonResources(document, resourceTree(document))]]
}

/** The package of an API that is not published: the document, the operation table, and the types of both sides. */
async function internalFiles({ name, document }: Named): Promise<[string, string][]> {
  const server = withDefaultsFilled(forGenerators(document))
  const client = forGenerators(openResponses(document).published)
  return [
    [`${name}/${name}.json`, `${JSON.stringify(document, null, 2)}\n`],
    [`${name}/server-types.ts`, banner + (await serverTypes(server))],
    [`${name}/client-types.ts`, banner + (await clientTypes(client))],
    [`${name}/operations.ts`, `${banner}\n${operationsModule(server)}`],
    [`${name}/public-paths.ts`, `${banner}\n${publicPathsModule(server)}`],
    [`${name}/package.json`, packageFile(name, ['json'])],
  ]
}

/** The package of an API that the service calls: the types of a client. */
async function upstreamFiles({ name, document }: Named): Promise<[string, string][]> {
  return [
    [`${name}/client-types.ts`, banner + (await clientTypes(forGenerators(document)))],
    [`${name}/package.json`, packageFile(name, [])],
  ]
}

/** The pages of the docs, and the feed of the changelog. A contract without guides has the pages of its reference. */
async function docsFiles(
  { folder, changelog }: ContractFiles,
  site: Site | undefined,
  documented: readonly Named[],
): Promise<[string, string][]> {
  const [api] = documented
  const title = site?.title ?? api?.document.info.title ?? ''
  const text = changelog === undefined ? undefined : await readFile(join(folder, changelog), 'utf8')
  const origin = URL.parse(api?.document.servers?.[0]?.url ?? '')?.origin
  const feed = text === undefined || !api ? [] : [feedFile(text, api.document, origin)]
  const documents = documented.map(({ name, document }, index) => ({
    address: `/docs/${name}`,
    title: index === 0 ? 'API reference' : document.info.title.replace(`${title.replace(/ API$/, '')} `, ''),
    document,
  }))
  const others = site === undefined || text === undefined ? [] : [changelogPage(text, api?.document.info.version ?? '')]
  const described = site ?? { folder: '', title, guides: [], links: [] }
  const pages = sitePages({ site: { ...described, origin }, documents, others })
  return [...feed, ...pages]
}

/** Returns the feed of the changelog. Its URLs begin with the first server, which an instance replaces with its own. */
function feedFile(changelog: string, { info }: OpenApi, origin = 'http://localhost'): [string, string] {
  return ['docs/changelog.atom', changelogFeed(changelog, { title: info.title, origin })]
}

interface Named {
  name: string
  document: OpenApi
}

/** Generates the types of the contract for servers, and the packages of internal and upstream APIs. */
async function typeFiles({
  server,
  companions,
  internal,
  upstream,
}: {
  server: OpenApi
  companions: readonly Named[]
  internal: readonly Named[]
  upstream: readonly Named[]
}): Promise<[string, string][]> {
  const others = [...companions, ...internal].map(({ document }) => document)
  const packages = await Promise.all([...internal.map(internalFiles), ...upstream.map(upstreamFiles)])
  return [
    ['contract/enums.ts', enumsModule([server, ...others])],
    ['contract/bounds.ts', boundsModule([server, ...others])],
    ['contract/server-types.ts', banner + (await serverTypes(server))],
    ['contract/operations.ts', `${banner}\n${operationsModule(server)}`],
    ['contract/event-catalog.ts', eventCatalogModule(server)],
    ['contract/webhooks.ts', `${banner}\n${webhooksModule(server)}`],
    ...packages.flat(),
  ]
}

function bundleFiles({ name, document }: Named): [string, string][] {
  return [
    [`contract/${name}.json`, `${JSON.stringify(document, null, 2)}\n`],
    [`contract/${name}.yaml`, yamlBanner + yamlText(document)],
  ]
}

/** The generated folders are packages, so that code imports the contract by name. */
function packageFile(name: string, dataExtensions: readonly string[]): string {
  const exports = Object.fromEntries(dataExtensions.map((extension) => [`./*.${extension}`, `./*.${extension}`]))
  const description = { name: `@generated/${name}`, version: '0.0.0', private: true, type: 'module' }
  return `${JSON.stringify({ ...description, exports: { ...exports, './*': './*.ts' } }, null, 2)}\n`
}

function assertReadable({ openapi }: OpenApi, spec: string): void {
  if (/^3\.1\.\d+$/.test(openapi)) return
  const sentence = `The document says \`openapi: ${openapi}\`; types, client and docs are generated from OpenAPI 3.1.`
  throw new BrokenSpecError([{ file: spec, line: 1, column: 1, rule: 'openapi-version', severity: 'error', sentence }])
}

/** One note for each finding, with its place, and one with the fix of examples. */
export function notesOnFindings(findings: readonly Finding[]): string[] {
  const notes = findings.map((one) => `${formatPlace(one)} ${one.sentence}`)
  return [...notes, ...exampleNotes(findings)]
}

function notesOn(contract: OpenApi, stillClosed: readonly string[], warnings: readonly Finding[]): string[] {
  return [
    ...notesOnFindings(warnings),
    ...closedNotes(stillClosed),
    ...unlinkedLocations(contract).map(
      (id) => `${id} declares a Location header, but no link names the GET operation that it points to.`,
    ),
  ]
}

/** One note for all schemas that refuse unknown fields in responses as well; none if there are none. */
function closedNotes(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const list = new Intl.ListFormat('en').format(names)
  const subject =
    names.length === 1
      ? 'a schema of requests and responses, so it refuses'
      : 'schemas of requests and responses, so they refuse'
  return [
    `${list}: ${subject} unknown fields in both. Clients that validate responses fail when a field is added; describe responses by a schema of their own to prevent that.`,
  ]
}

type Step = ReturnType<typeof timed>

function timed(report: Report) {
  return async <T>(name: string, work: () => Promise<T>, outcome: (result: T) => string): Promise<T> => {
    const start = performance.now()
    const result = await work()
    report(name, outcome(result), performance.now() - start)
    return result
  }
}

function stem(path: string): string {
  return basename(path, extname(path))
}

function countFiles(files: readonly unknown[]): string {
  return count(files, 'file')
}

function count(things: readonly unknown[], noun: string): string {
  return `${things.length} ${noun}${things.length === 1 ? '' : 's'}`
}
