import { readFileSync } from 'node:fs'
import { escapeHtml } from './highlight.ts'
import type { Guide, Heading } from './markdown.ts'
import type { SearchPlace } from './search.ts'
import type { Site } from './site.ts'

const theme = (file: string) => readFileSync(new URL(`theme/${file}`, import.meta.url), 'utf8').trim()

/** The common data of all pages of a site. */
export interface Frame {
  site: Site
  guides: readonly Guide[]
  /** Pages of the reference. */
  references: readonly { title: string; address: string }[]
  index: readonly SearchPlace[]
}

export interface Page {
  address: string
  title: string
  /** The text that search engines show below the title. */
  description: string
  /** The content as HTML. */
  body: string
  headings: readonly Heading[]
  /** The data and script of the page, in addition to the common ones. */
  program?: { id: string; data: object; script: string }
  /** Servers to which its script may send requests. */
  mayReach?: readonly string[]
}

/**
 * Renders a page in the common layout: a complete document with its styles and scripts, which sends no requests to
 * other hosts.
 */
export function layOut({ site, guides, references, index }: Frame, page: Page): string {
  const title = page.title === site.title ? site.title : `${page.title} · ${site.title}`
  const link = ({ title, address }: { title: string; address: string }) => {
    const current = address === page.address ? ' aria-current="page"' : ''
    return `<li><a href="${address}"${current}>${escapeHtml(title)}</a></li>`
  }
  const others = [
    ...references,
    { title: 'Try it', address: tryAddress },
    ...site.links.map(({ title, href }) => ({ title, address: href })),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(page.mayReach ?? [])}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.description)}">
<title>${escapeHtml(title)}</title>
<style>
${[theme('frame.css'), theme('text.css'), theme('try.css')].join('\n\n')}
</style>
</head>
<body>
<a class="skip" href="#text">Skip to content</a>
<header class="bar">
<button class="menu" type="button" aria-expanded="false" aria-controls="pages">Menu</button>
<a class="brand" href="/docs">${escapeHtml(site.title)}</a>
<div class="search" role="search">
<input type="search" placeholder="Search" aria-label="Search guides and operations" aria-expanded="false" aria-controls="found" role="combobox" autocomplete="off">
<ul class="found" id="found" hidden></ul>
</div>
</header>
<div class="frame">
<nav class="pages" id="pages" aria-label="Pages">
<h2>Guides</h2>
<ul>
${guides.map(link).join('\n')}
</ul>
<h2>Reference</h2>
<ul>
${others.map(link).join('\n')}
</ul>
</nav>
<main id="text">
${page.body.trim()}
${turn(guides, page)}
</main>
${sectionList(page.headings)}
</div>
<script type="application/json" id="index">${json(index)}</script>
<script>
${theme('docs.js')}
</script>
${page.program === undefined ? '' : programOf(page.program)}</body>
</html>
`
}

/** The page on which a reader sends requests to the mock. */
export const tryAddress = '/docs/try'

/** The script of the page on which a reader sends requests. */
export const tryScript = theme('try.js')

/**
 * Returns the policy of the page, which permits its own scripts and the given servers. The browser refuses everything
 * else.
 */
function policy(reachable: readonly string[]): string {
  const connect = reachable.length === 0 ? [] : [`connect-src ${reachable.join(' ')}`]
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    ...connect,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
}

function programOf({ id, data, script }: { id: string; data: object; script: string }): string {
  return `<script type="application/json" id="${id}">${json(data)}</script>\n<script type="module">\n${script}\n</script>\n`
}

/** Serializes JSON so that it cannot end its HTML element. */
function json(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

function sectionList(headings: readonly Heading[]): string {
  if (headings.length < 2) return ''
  const entries = headings.map(
    ({ depth, id, title }) =>
      `<li><a href="#${id}"${depth === 3 ? ' class="deeper"' : ''}>${escapeHtml(title)}</a></li>`,
  )
  return `<nav class="sections" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${entries.join('\n')}\n</ul>\n</nav>`
}

/** The guides before and after this one. */
function turn(guides: readonly Guide[], { address }: Page): string {
  const place = guides.findIndex((guide) => guide.address === address)
  if (place === -1) return ''
  const entry = (guide: Guide | undefined, word: string, name: string) =>
    guide === undefined
      ? ''
      : `<a class="${name}" href="${guide.address}"><small>${word}</small>${escapeHtml(guide.title)}</a>`
  return `<nav class="turn" aria-label="Other guides">${entry(guides[place - 1], 'Previous', 'before')}${entry(guides[place + 1], 'Next', 'next')}</nav>`
}
