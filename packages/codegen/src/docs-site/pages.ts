import { isPrivate } from '../generate/operations.ts'
import { clientNames } from '../sdk/resource-names.ts'
import { methodsOf, type ResourceTree, resourceTree } from '../sdk/resource-tree.ts'
import { escapeHtml } from './highlight.ts'
import {
  assetFiles,
  type Frame,
  layOut,
  type Navigation,
  type NavigationEntry,
  type Page,
  searchIndexFile,
  tryAddress,
} from './layout.ts'
import { brokenGuide, type Guide, readGuide, renderDescription } from './markdown.ts'
import { type FindOperation, type Prose, proseWith } from './prose.ts'
import { documentedErrors } from './reference/errors.ts'
import { factsOf, type Surroundings } from './reference/facts.ts'
import { operationMarkdown } from './reference/operation-markdown.ts'
import { operationPage } from './reference/operation-page.ts'
import { documentPage, errorsPage, schemasPage, type TwinPage, tagPage } from './reference/overview-pages.ts'
import { type ReferencedDocument, type ReferencedOperation, referencedOperations, tagGroups } from './reference.ts'
import { searchIndex, searchIndexScript } from './search.ts'
import { homeOf, type Site } from './site.ts'
import { type Trials, trials } from './try-it.ts'

/** The documents and texts of a site. The first document is the API; operations of the others cannot be tried. */
interface SiteSource {
  site: Site
  documents: readonly ReferencedDocument[]
  /** Pages that are written elsewhere, with their Markdown. */
  others?: readonly TwinPage[]
}

/**
 * Renders a site: its guides, the reference of its documents, and the files that pages share, by their paths below the
 * output folder. Every page is also written as Markdown, and `llms.txt` lists these files.
 *
 * @throws BrokenSpecError for a broken link, and for a guide that has the name of another page
 */
export function sitePages({ site, documents, others = [] }: SiteSource): [string, string][] {
  const references = documents.map((described) => {
    const operations = referencedOperations(described)
    return { ...described, operations, groups: tagGroups(described, operations) }
  })
  const operations = references.flatMap((reference) => reference.operations)
  const addresses = new Map(
    operations.flatMap(({ id, name, address }) => [[name, address] as const, [id, address] as const]),
  )
  const find: FindOperation = (name) => addresses.get(name)
  const guides = site.guides.map((name) => readGuide(site, name, find))
  const prose = proseWith(find)
  const parts = references.map((reference, index) =>
    referencePages(reference, find, prose, index === 0 ? site : undefined),
  )
  const pages: TwinPage[] = [
    ...guides.map((guide) => ({ page: guidePage(guide), markdown: guide.markdown })),
    ...parts.flatMap(({ twins }) => twins),
    ...tryPages(site, references[0]?.operations ?? []),
    ...others,
  ]
  assertDistinct(site, guides, pages)
  const frame: Frame = { site, guides, navigation: navigationOf(site, guides, parts) }
  const index = searchIndex({
    guides,
    operations,
    errors: parts.flatMap(({ errors }) => errors),
    schemas: parts.flatMap(({ schemas }) => schemas),
  })
  return [
    ...pages.map(({ page }): [string, string] => [`${page.address.slice(1)}.html`, layOut(frame, page)]),
    ...pages.map(({ page, markdown }): [string, string] => [`${page.address.slice(1)}.md`, `${markdown.trim()}\n`]),
    [missingPageFile, layOut(frame, missingPage(frame))],
    ...assetFiles(),
    [searchIndexFile, searchIndexScript(index)],
    ['docs/llms.txt', llmsText(site, frame.navigation, pages)],
  ]
}

interface Reference extends ReferencedDocument {
  operations: readonly ReferencedOperation[]
  groups: ReturnType<typeof tagGroups>
}

interface ReferencePart {
  reference: Reference
  entries: NavigationEntry[]
  twins: TwinPage[]
  errors: (ReturnType<typeof documentedErrors>[number] & { href: string })[]
  schemas: { name: string; fields: readonly string[]; href: string }[]
}

/** The pages of one document, of which the operations can be tried if there is a site with a server for it. */
function referencePages(
  reference: Reference,
  find: FindOperation,
  prose: Prose,
  site: Site | undefined,
): ReferencePart {
  const { address, document, operations, groups } = reference
  const schemasAddress = `${address}/schemas`
  const errorsAddress = `${address}/errors`
  const style = { prose, schemaAddress: (component: string) => `${schemasAddress}#${component}` }
  const documented = documentedErrors(document)
  const around: Surroundings = {
    document,
    operations,
    errors: documented,
    methods: site === undefined ? new Map() : clientMethods(document),
  }
  const own = operations.filter(({ kind }) => kind === 'operation')
  const tried: Trials | undefined = site?.try && trials(document, own, site.try)
  const schemas = schemasPage(schemasAddress, document, style)
  const known = documented.filter(({ code }) => isReturned(own, code))
  const errors = known.length === 0 ? [] : [errorsPage(errorsAddress, known, own, prose)]
  const hasSchemas = schemas.schemas.length > 0
  const facts = new Map(operations.map((operation) => [operation, factsOf(around, operation)]))
  const twins = [
    documentPage(reference, groups, prose, {
      introduction: renderDescription(document.info.description ?? '', find),
      downloads: site?.downloads ?? [],
    }),
    ...groups.map((group) => {
      const own = group.operations.flatMap((operation) => facts.get(operation) ?? [])
      return tagPage(group, own, document, style)
    }),
    ...[...facts].map(([operation, facts]): TwinPage => {
      const trial = tried?.operations.find(({ id }) => id === operation.id)
      const common = tried && commonOf(tried)
      const form = operation.kind === 'operation' && common && trial ? { common, own: trial } : undefined
      return { page: operationPage(facts, style, form), markdown: operationMarkdown(facts) }
    }),
    ...errors,
    ...(hasSchemas ? [schemas] : []),
  ]
  return {
    reference,
    twins,
    entries: [
      { title: 'Overview', address },
      ...errors.map(({ page }) => ({ title: page.title, address: page.address })),
      ...(hasSchemas ? [{ title: 'Schemas', address: schemasAddress }] : []),
    ],
    errors: errors.length === 0 ? [] : known.map((error) => ({ ...error, href: `${errorsAddress}#${error.code}` })),
    schemas: schemas.schemas.map((schema) => ({ ...schema, href: `${schemasAddress}#${schema.name}` })),
  }
}

/** Whether the code is one of this document: documents can share a list of codes that only one of them returns. */
function isReturned(operations: readonly ReferencedOperation[], code: string): boolean {
  const listed = operations.flatMap(({ operation }) => operation['x-error-codes'] ?? [])
  return listed.length > 0 && (listed.includes(code) || code === 'method_not_allowed')
}

function commonOf({ operations: _, ...common }: Trials): Omit<Trials, 'operations'> {
  return common
}

function clientMethods(document: ReferencedDocument['document']): Surroundings['methods'] {
  const names = clientNames(document)
  const tree: ResourceTree = resourceTree(document)
  return new Map(
    methodsOf(tree.resources).map((method) => {
      const client = names.get(method.functionName)
      return [method.operationId, { method, name: [...(client?.namespace ?? []), method.name].join('.') }]
    }),
  )
}

function navigationOf(site: Site, guides: readonly Guide[], parts: readonly ReferencePart[]): Navigation[] {
  const references = parts.map(
    ({ reference, entries }, index): Navigation => ({
      title: index === 0 ? 'API reference' : reference.title,
      entries,
      groups: reference.groups.map(({ tag, address, operations }) => ({
        title: tag,
        addresses: new Set([address, ...operations.map((one) => one.address)]),
        entries: [
          { title: 'Overview', address },
          ...operations.map((one) => ({
            title: one.kind === 'event' ? one.name : one.title,
            address: one.address,
            ...(one.id !== one.name && { alias: one.id }),
          })),
        ],
      })),
    }),
  )
  const more = [
    ...(site.try === undefined ? [] : [{ title: 'Try it', address: tryAddress }]),
    ...site.links.map(({ title, href }) => ({ title, address: href })),
  ]
  return [
    { title: 'Guides', entries: guides.map(({ title, address }) => ({ title, address })), groups: [] },
    ...references,
    { title: 'More', entries: more, groups: [] },
  ].filter(({ entries, groups }) => entries.length + groups.length > 0)
}

function guidePage({ address, title, lead, html, headings }: Guide): Page {
  return { address, title, description: lead, body: html, headings }
}

/** The page with the key and server of the reader. Old links name an operation after the `#`; its page has the form. */
function tryPages(site: Site, operations: readonly ReferencedOperation[]): TwinPage[] {
  if (site.try === undefined) return []
  const own = operations.filter(({ kind, operation }) => kind === 'operation' && !isPrivate(operation))
  const { start } = site.try
  const lead = `Every page of an operation has a form that sends the request: to the mock on your own machine (\`${start}\`) with its demo key, or to this service with a key of yours.`
  const links = own.map(({ title, address }) => `<li><a href="${address}#try">${escapeHtml(title)}</a></li>`)
  return [
    {
      page: {
        address: tryAddress,
        title: 'Try it',
        description: 'Send any request of the API from its page.',
        body: `<h1>Try it</h1>
<p>${escapeHtml(lead).replace(/`([^`]+)`/, '<code>$1</code>')}</p>
<p>The server and the key that you enter there are also in the samples of all pages. They are kept in this tab of the browser until it is closed, and sent to no other server.</p>
<h2 id="operations">Operations</h2>
<ul class="columns">
${links.join('\n')}
</ul>`,
        headings: [],
      },
      markdown: `# Try it\n\n${lead}`,
    },
  ]
}

function assertDistinct(site: Site, guides: readonly Guide[], pages: readonly TwinPage[]): void {
  const linked = site.links.map(({ href }) => href)
  for (const { name, address } of guides) {
    const others = pages.filter(({ page }) => page.address === address)
    if (others.length > 1 || linked.includes(address))
      throw brokenGuide(site, name, `Another page has the URL ${address}. Rename the guide.`)
  }
}

/** Sent for unknown paths; hosts of static files use the same name. */
const missingPageFile = 'docs/404.html'

function missingPage({ site, navigation }: Frame): Page {
  const first = navigation.flatMap(({ title, entries: [entry] }) => (entry ? [{ ...entry, part: title }] : []))
  const links = [
    { title: 'Start', address: homeOf(site) },
    ...first
      .filter(({ address }) => address !== homeOf(site))
      .map(({ part, title, address }) => ({
        title: title === 'Overview' ? part : title,
        address,
      })),
    ...navigation.flatMap(({ entries }) => entries.filter(({ title }) => title === 'Error codes')),
  ]
  const items = links.map(({ title, address }) => `<li><a href="${address}">${escapeHtml(title)}</a></li>`)
  return {
    address: `/${missingPageFile.replace('.html', '')}`,
    title: 'Page not found',
    description: 'There is no page at this address.',
    body: `<h1>Page not found</h1>
<p>There is no page at this address. It may be mistyped, or the page may have been moved or removed. Search for it, or continue here:</p>
<ul>
${items.join('\n')}
</ul>`,
    headings: [],
    isForUnknownPaths: true,
  }
}

/** The list of all pages for language models, as https://llmstxt.org describes it. */
function llmsText(site: Site, navigation: readonly Navigation[], pages: readonly TwinPage[]): string {
  const descriptions = new Map(pages.map(({ page }) => [page.address, page.description]))
  const line = ({ title, address }: NavigationEntry) => {
    const about = descriptions.get(address)
    return about === undefined ? [] : [`- [${title}](${address}.md): ${about}`]
  }
  const named = (group: Navigation['groups'][number]) =>
    group.entries.map((entry, index) => (index === 0 ? { ...entry, title: group.title } : entry))
  const parts = navigation.map(({ title, entries, groups }) => {
    const all = [...entries, ...groups.flatMap(named)]
    return `## ${title}\n\n${all.flatMap(line).join('\n')}`
  })
  return `# ${site.title}\n\n> Guides and reference as Markdown: the address of a page with \`.md\` at its end.\n\n${parts.join('\n\n')}\n`
}
