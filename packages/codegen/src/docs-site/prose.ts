import { Marked, type RendererObject, type Tokens } from 'marked'
import { escapeHtml, highlight, languageName } from './highlight.ts'

/** Returns the URL of the page of an operation or event, by its name, or undefined for an unknown name. */
export type FindOperation = (name: string) => string | undefined

/** Renders the Markdown of a description. The names of operations and events in backticks link to their pages. */
export type Prose = (markdown: string | undefined) => string

export function proseWith(findOperation: FindOperation): Prose {
  const marked = new Marked({ renderer: rendererOf(findOperation) })
  // The fields of a component are on the page of every operation that uses it.
  const rendered = new Map<string, string>()
  return (markdown = '') => {
    const known = rendered.get(markdown)
    if (known !== undefined) return known
    const html = marked.parse(markdown, { async: false }).trim()
    rendered.set(markdown, html)
    return html
  }
}

/** The parts that guides and descriptions share: blocks of code, links to operations, and tables for narrow screens. */
export function rendererOf(findOperation: FindOperation): RendererObject {
  return {
    code: ({ text, lang = '' }) => codeBlock(text, lang.split(' ')[0] ?? ''),
    codespan({ text }) {
      const address = findOperation(text)
      const code = `<code>${escapeHtml(text)}</code>`
      return address === undefined ? code : `<a class="operation" href="${address}">${code}</a>`
    },
    table(token) {
      const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens)
      const names = token.header.map(({ text }) => text.replaceAll('`', ''))
      const cells = (row: Tokens.TableCell[]) =>
        row.map((one, place) => `<td data-column="${escapeHtml(names[place] ?? '')}"><div>${inline(one)}</div></td>`)
      const head = token.header.map((one) => `<th>${inline(one)}</th>`).join('')
      const rows = token.rows.map((row) => `<tr>${cells(row).join('')}</tr>\n`).join('')
      const wide = token.header.length > 3 ? ' class="wide"' : ''
      return `<div class="table"><table${wide}><thead><tr>${head}</tr></thead>\n<tbody>\n${rows}</tbody></table></div>\n`
    },
  }
}

/** A block of code with its language, or another title, above it. */
export function codeBlock(code: string, language: string, title?: string): string {
  const name = title === undefined ? languageName(language) : escapeHtml(title)
  const body = highlight(code.trimEnd(), language)
  return `<figure class="code"><figcaption>${name}</figcaption><pre tabindex="0"><code class="${language}">${body}</code></pre></figure>\n`
}
