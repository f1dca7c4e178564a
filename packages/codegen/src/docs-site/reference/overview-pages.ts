import type { OpenApi } from '../../source/openapi.ts'
import { escapeHtml } from '../highlight.ts'
import type { Page } from '../layout.ts'
import type { Heading } from '../markdown.ts'
import type { Prose } from '../prose.ts'
import type { ReferencedDocument, ReferencedOperation, TagGroup } from '../reference.ts'
import type { DocumentedError } from './errors.ts'
import { baseUrlOf, type OperationFacts } from './facts.ts'
import { joined, shapeText } from './operation-markdown.ts'
import { tabs } from './operation-page.ts'
import { type SchemaStyle, shapeHtml } from './schema-html.ts'
import { shapeOf } from './schema-shape.ts'

/** A page and the same text as Markdown. */
export interface TwinPage {
  page: Page
  markdown: string
}

interface DocumentPageParts {
  /** The rendered description of the document. */
  introduction: { html: string; headings: readonly Heading[] }
  downloads: readonly { title: string; href: string }[]
}

/** The first page of a reference: the introduction of the document, and a list of everything that it has. */
export function documentPage(
  { address, title, document }: ReferencedDocument,
  groups: readonly TagGroup[],
  prose: Prose,
  { introduction, downloads }: DocumentPageParts,
): TwinPage {
  const { description = '' } = document.info
  const links = downloads.map(({ title: name, href }) => `<a href="${href}">${escapeHtml(name)}</a>`).join(' · ')
  const lists = groups.map(
    (group) =>
      `<h3><a href="${group.address}">${escapeHtml(group.tag)}</a></h3>\n${prose(group.description)}\n${operationList(group.operations)}`,
  )
  const base = baseUrlOf(document)
  return {
    page: {
      address,
      title,
      description: firstLine(description) || title,
      body: `<h1>${escapeHtml(title)}</h1>
<p>Version ${escapeHtml(document.info.version)}. Base URL: <code>${escapeHtml(base)}</code></p>
${links === '' ? '' : `<p>Download: ${links}</p>`}
${introduction.html}
<h2 id="operations"><a class="anchor" href="#operations">Operations</a></h2>
${lists.join('\n')}`,
      headings: [...introduction.headings, { depth: 2, id: 'operations', title: 'Operations' }],
    },
    markdown: joined([
      `# ${title}`,
      `Version ${document.info.version}. Base URL: \`${base}\``,
      description.trim(),
      '## Operations',
      ...groups.map((group) =>
        joined([`### ${group.tag}`, group.description.trim(), operationLines(group.operations)]),
      ),
    ]),
  }
}

/** The description of a tag, a list of its operations, and the object that they return with an example. */
export function tagPage(
  { tag, description, address, operations }: TagGroup,
  facts: readonly OperationFacts[],
  document: OpenApi,
  style: SchemaStyle,
): TwinPage {
  const object = returnedObject(document, facts)
  const intro = `<h1>${escapeHtml(tag)}</h1>\n${style.prose(description)}\n${operationList(operations)}`
  return {
    page: {
      address,
      title: tag,
      description: firstLine(description) || tag,
      body: object === undefined ? intro : twoColumns(intro, object, style),
      headings: [],
    },
    markdown: joined([
      `# ${tag}`,
      description.trim(),
      operationLines(operations),
      ...(object === undefined
        ? []
        : [`## The object ${object.name}`, object.shape.description, shapeText(object.shape)]),
    ]),
  }
}

interface ReturnedObject {
  name: string
  shape: ReturnType<typeof shapeOf>
  example: unknown
}

/** The component that most of the operations return, with an example of one that returns it alone if there is one. */
function returnedObject(document: OpenApi, facts: readonly OperationFacts[]): ReturnedObject | undefined {
  const found = facts.flatMap(({ responses: [response] }) => {
    const whole = response?.media?.shape
    const data = whole?.fields.find(({ name }) => name === 'data')?.shape ?? whole
    if (data?.component === undefined || data.fields.length === 0) return []
    const example = response?.examples.find(({ language }) => language === 'json')
    return [{ name: data.component, isList: data.type.startsWith('array'), json: example?.text ?? '{}' }]
  })
  const byName = Map.groupBy(found, ({ name }) => name)
  const [most = []] = [...byName.values()].sort((a, b) => b.length - a.length)
  const chosen = most.find(({ isList }) => !isList) ?? most[0]
  if (chosen === undefined) return undefined
  const body = JSON.parse(chosen.json)
  const data = body.data ?? body
  return {
    name: chosen.name,
    shape: shapeOf(document, { $ref: `#/components/schemas/${chosen.name}` }),
    example: Array.isArray(data) ? data[0] : data,
  }
}

function twoColumns(intro: string, { name, shape, example }: ReturnedObject, style: SchemaStyle): string {
  const code = { title: name, language: 'json', text: JSON.stringify(example, null, 2) }
  const side = example === undefined ? '' : tabs('Example', 'responses', [code])
  return `<div class="two">
<div class="intro">
${intro}
</div>
<aside class="side" aria-label="Example">
${side}
</aside>
<div class="rest">
<section>
<h2 id="object"><a class="anchor" href="#object">The object <code>${escapeHtml(name)}</code></a></h2>
${style.prose(shape.description)}${shapeHtml(style, { ...shape, limits: [] }, 'object')}
</section>
</div>
</div>`
}

/** Every component with fields or values, each with a place of its own. */
export function schemasPage(
  address: string,
  document: OpenApi,
  style: SchemaStyle,
): TwinPage & { schemas: { name: string; fields: readonly string[] }[] } {
  const schemas = Object.entries(document.components?.schemas ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => ({ name, shape: shapeOf(document, schema, [name]) }))
    .filter(({ name, shape }) => shape.fields.length > 0 && !/Response$/.test(name))
    // The fields of a field are in the section of its component.
    .map(({ name, shape }) => ({ name, shape: { ...shape, fields: shape.fields.map(withoutNamedFields) } }))
  // Folded, because a browser does not lay out what is folded, and there are thousands of fields.
  const sections = schemas.map(
    ({ name, shape }) =>
      `<section><details><summary><h2 id="${name}">${escapeHtml(name)}</h2></summary>\n${style.prose(shape.description)}${shapeHtml(style, shape, name)}</details></section>`,
  )
  return {
    page: {
      address,
      title: 'Schemas',
      description: 'The objects in requests, responses and events, with their fields.',
      body: `<h1>Schemas</h1>\n<p>The objects in requests, responses and events, with their fields.</p>\n${sections.join('\n')}`,
      headings: schemas.map(({ name }) => ({ depth: 2, id: name, title: name })),
    },
    markdown: joined([
      '# Schemas',
      ...schemas.map(({ name, shape }) => joined([`## ${name}`, shape.description, shapeText(shape)])),
    ]),
    schemas: schemas.map(({ name, shape }) => ({ name, fields: shape.fields.map((field) => field.name) })),
  }
}

type Field = ReturnType<typeof shapeOf>['fields'][number]

function withoutNamedFields(field: Field): Field {
  if (field.shape.component === undefined || field.shape.fields.length === 0) return field
  return { ...field, shape: { ...field.shape, fields: [], isRecursive: true } }
}

/** Every error code with its cause, what to do, and the operations that return it. */
export function errorsPage(
  address: string,
  errors: readonly DocumentedError[],
  operations: readonly ReferencedOperation[],
  prose: Prose,
): TwinPage {
  const returning = (code: string) => operations.filter(({ operation }) => operation['x-error-codes']?.includes(code))
  const sections = errors.map(({ code, status, cause, action }) => {
    const own = returning(code)
    const links = own.map((one) => `<a href="${one.address}#error-${code}">${escapeHtml(one.title)}</a>`)
    const list =
      links.length === 0
        ? '<p>Not specific to an operation.</p>'
        : `<details><summary>Returned by ${links.length} operations</summary><p class="listed">${links.join(' ')}</p></details>`
    return `<section><h2 id="${code}"><a class="anchor" href="#${code}"><code>${code}</code></a> <span class="status bad">${status}</span></h2>\n${prose(cause)}<div class="todo"><b>What to do</b> ${prose(action)}</div>${list}</section>`
  })
  const lead = 'Every error code, with its status, its cause and what to do.'
  return {
    page: {
      address,
      title: 'Error codes',
      description: lead,
      body: `<h1>Error codes</h1>\n<p>${lead}</p>\n${sections.join('\n')}`,
      headings: errors.map(({ code }) => ({ depth: 2, id: code, title: code })),
    },
    markdown: joined([
      '# Error codes',
      ...errors.map(({ code, status, cause, action }) => `## ${code} (${status})\n\n${cause} ${action}`),
    ]),
  }
}

function operationList(operations: readonly ReferencedOperation[]): string {
  const items = operations.map(({ kind, method, path, title, address }) => {
    const word = kind === 'event' ? 'EVENT' : method.toUpperCase()
    return `<li><a href="${address}">${escapeHtml(title)}</a> <span class="address"><b class="method ${kind === 'event' ? '' : method}">${word}</b> <code>${escapeHtml(path)}</code></span></li>`
  })
  return `<ul class="operations">\n${items.join('\n')}\n</ul>`
}

function operationLines(operations: readonly ReferencedOperation[]): string {
  return operations
    .map(({ kind, method, path, title, address }) => {
      const what = kind === 'event' ? `event \`${path}\`` : `\`${method.toUpperCase()} ${path}\``
      return `- [${title}](${address}.md): ${what}`
    })
    .join('\n')
}

function firstLine(text: string): string {
  const [first = ''] = text.trim().split(/\n\s*\n/)
  return first.replaceAll(/\s+/g, ' ').replaceAll(/[`*]/g, '')
}
