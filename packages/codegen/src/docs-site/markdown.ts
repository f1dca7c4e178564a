import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { BrokenSpecError } from '../lint/findings.ts'
import { escapeHtml } from './highlight.ts'
import { codeBlock, type FindOperation, rendererOf } from './prose.ts'
import { addressOf, type Site } from './site.ts'

/** One page of prose, for the layout. */
export interface Guide {
  name: string
  address: string
  title: string
  /** Its first paragraph as plain text. */
  lead: string
  html: string
  /** The text for programs: as it was written, with source files in the place of links to them. */
  markdown: string
  headings: Heading[]
  /** The text below each heading, for the search. */
  sections: Section[]
}

export interface Heading {
  /** 2 or 3. */
  depth: number
  id: string
  title: string
}

interface Section extends Heading {
  text: string
}

/**
 * Reads a guide. It is GitHub Flavored Markdown with three conventions: the name of an operation in backticks links to
 * the reference, links between guides are links to their files, and a paragraph that only contains a link to a source
 * file is replaced by the text of that file.
 *
 * HTML in the text is left unchanged, because we write the text. Throws BrokenSpecError for a broken link.
 */
export function readGuide(site: Site, name: string, findOperation: FindOperation): Guide {
  const file = join(site.folder, `${name}.md`)
  const source = readFileSync(file, 'utf8')
  const lines = { file, source }
  const marked = new Marked()
  const tokens = marked.lexer(source)
  const headings = nameHeadings(tokens)
  const titles = [...headings.values()]

  marked.use({
    renderer: {
      ...rendererOf(findOperation),
      heading: headingRenderer(headings),
      paragraph({ tokens }) {
        const [only, ...others] = tokens
        const path = only?.type === 'link' && others.length === 0 ? sourceFile(site, only as Tokens.Link) : undefined
        if (path === undefined) return `<p>${this.parser.parseInline(tokens)}</p>\n`
        return codeBlock(
          readFileSync(path, 'utf8'),
          extname(path).slice(1),
          relative(resolve(site.folder, '../..'), path),
        )
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(target(site, href, lines))}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })

  return {
    name,
    address: addressOf(name),
    title: titles.find(({ depth }) => depth === 1)?.title ?? name,
    lead: plainText(tokens.find(({ type }) => type === 'paragraph')),
    html: marked.parser(tokens),
    markdown: withSourceFiles(site, source, tokens),
    headings: titles.filter(({ depth }) => depth === 2 || depth === 3),
    sections: sectionsOf(tokens, headings),
  }
}

/** Renders a description, of which each heading has an id and a link to itself. */
export function renderDescription(
  source: string,
  findOperation: FindOperation,
): { html: string; headings: readonly Heading[] } {
  const marked = new Marked()
  const tokens = marked.lexer(source)
  const headings = nameHeadings(tokens)
  marked.use({ renderer: { ...rendererOf(findOperation), heading: headingRenderer(headings) } })
  return { html: marked.parser(tokens), headings: [...headings.values()] }
}

function headingRenderer(headings: ReadonlyMap<Token, Heading>): NonNullable<RendererObject['heading']> {
  return function (token) {
    const { id } = headings.get(token) ?? { id: '' }
    const text = this.parser.parseInline(token.tokens)
    if (token.depth === 1) return `<h1>${text}</h1>\n`
    return `<h${token.depth} id="${id}"><a class="anchor" href="#${id}">${text}</a></h${token.depth}>\n`
  }
}

/** Replaces each paragraph that only links to a source file by the text of that file. */
function withSourceFiles(site: Site, source: string, tokens: readonly Token[]): string {
  return tokens.reduce((text, token) => {
    const [only, ...others] = token.type === 'paragraph' ? (token.tokens ?? []) : []
    const path = only?.type === 'link' && others.length === 0 ? sourceFile(site, only as Tokens.Link) : undefined
    if (path === undefined) return text
    const code = `\`\`\`${extname(path).slice(1)}\n${readFileSync(path, 'utf8').trimEnd()}\n\`\`\`\n\n`
    return text.replace(token.raw, () => code)
  }, source)
}

/** Gives headings the ids that GitHub uses, so that a link to a section works in both places. */
function nameHeadings(tokens: readonly Token[]): Map<Token, Heading> {
  const taken = new Map<string, number>()
  return new Map(
    tokens.filter(isHeading).map((token): [Token, Heading] => {
      const title = plainText(token)
      const slug = title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-')
      const count = taken.get(slug) ?? 0
      taken.set(slug, count + 1)
      return [token, { depth: token.depth, id: count === 0 ? slug : `${slug}-${count}`, title }]
    }),
  )
}

function sectionsOf(tokens: readonly Token[], headings: ReadonlyMap<Token, Heading>): Section[] {
  const sections: Section[] = []
  for (const token of tokens) {
    const heading = headings.get(token)
    const last = sections.at(-1)
    if (heading) sections.push({ ...heading, text: '' })
    else if (last) last.text = `${last.text} ${plainText(token)}`.trim()
  }
  return sections
}

/** Returns the visible text of a token, without markup, on one line. */
function plainText(token: Token | undefined): string {
  if (token === undefined) return ''
  const parts: string[] = []
  const gather = (one: Token) => {
    const { tokens, items, header, rows } = one as Partial<Record<string, unknown>>
    // Of a table's cell, `header` says only whether it is one of the head.
    const children = [tokens, items, header, rows].filter(Array.isArray).flat(2) as Token[]
    if (children.length > 0) children.forEach(gather)
    else if ('text' in one) parts.push(one.text)
  }
  gather(token)
  const isBlock = token.type === 'table' || token.type === 'list'
  return parts
    .join(isBlock ? ' ' : '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the linked file if it is a source file of this repository and not another guide. */
function sourceFile(site: Site, { href }: Tokens.Link): string | undefined {
  if (/^[a-z]+:|^[/#]/.test(href) || /\.md(#|$)/.test(href)) return undefined
  const path = resolve(site.folder, href)
  return existsSync(path) ? path : undefined
}

/** The target of a link on the pages: a link to another guide's file becomes the URL of its page. */
function target(site: Site, href: string, { file, source }: { file: string; source: string }): string {
  if (/^(https?:|mailto:|\/|#)/.test(href)) return href
  const [path = '', section] = href.split('#')
  const name = /^([\w-]+)\.md$/.exec(relative(site.folder, resolve(dirname(file), path)))?.[1]
  if (name !== undefined && site.guides.includes(name))
    return addressOf(name) + (section === undefined ? '' : `#${section}`)
  const line = source.slice(0, source.indexOf(`](${href})`)).split('\n').length
  const sentence = `The link to ${href} leads out of the guides. Link to another guide, to /docs/…, or give the whole URL.`
  throw broken(file, line, sentence)
}

/** An error about a guide as a whole. */
export function brokenGuide({ folder }: Site, name: string, sentence: string): BrokenSpecError {
  return broken(join(folder, `${name}.md`), 1, sentence)
}

function broken(file: string, line: number, sentence: string): BrokenSpecError {
  return new BrokenSpecError([{ file, line, column: 1, rule: 'guides', severity: 'error', sentence }])
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}
