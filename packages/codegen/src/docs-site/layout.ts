import { readFileSync } from 'node:fs'
import { breakableName, escapeHtml } from './highlight.ts'
import type { Guide, Heading } from './markdown.ts'
import { homeOf, type Site } from './site.ts'

const theme = (file: string) => readFileSync(new URL(`theme/${file}`, import.meta.url), 'utf8').trim()

/** The folder of the styles and scripts of all pages, and of the index of the search. */
const assetFolder = '/docs/assets'

/** The styles and scripts that all pages share, by their paths below the output folder. */
export function assetFiles(): [string, string][] {
  const css = ['frame.css', 'text.css', 'reference.css', 'try.css'].map(theme).join('\n\n')
  return [
    [`${assetFolder.slice(1)}/docs.css`, `${css}\n`],
    [`${assetFolder.slice(1)}/no-script.css`, `${theme('no-script.css')}\n`],
    [`${assetFolder.slice(1)}/scheme.js`, `${theme('scheme.js')}\n`],
    [`${assetFolder.slice(1)}/docs.js`, `${theme('docs.js')}\n`],
    [`${assetFolder.slice(1)}/try.js`, `${theme('try.js')}\n`],
  ]
}

/** The path of the index of the search below the output folder. A script, because pages from disk cannot fetch data. */
export const searchIndexFile = `${assetFolder.slice(1)}/search-index.js`

/** The list of all pages, which every page has. */
export interface Navigation {
  title: string
  entries: readonly NavigationEntry[]
  /** The first entry of a group is its overview. */
  groups: readonly NavigationGroup[]
}

interface NavigationGroup {
  title: string
  entries: readonly NavigationEntry[]
  /** The addresses of the entries. */
  addresses: ReadonlySet<string>
}

export interface NavigationEntry {
  title: string
  address: string
  /** Another name of the page, in old links. */
  alias?: string
}

/** The common data of all pages of a site. */
export interface Frame {
  site: Site
  guides: readonly Guide[]
  navigation: readonly Navigation[]
}

export interface Page {
  address: string
  title: string
  /** The text that search engines show below the title. */
  description: string
  /** The content as HTML. */
  body: string
  headings: readonly Heading[]
  /** The data of the page and the script that reads it, in addition to the common ones. */
  program?: { id: string; data: object; script: string }
  /** A feed of its entries. */
  feed?: string
  /** It is sent for unknown paths of any depth, so relative paths would not lead to its files, and has no Markdown. */
  isForUnknownPaths?: boolean
  /** Servers to which its script may send requests. */
  mayReach?: readonly string[]
}

/** A part of the address itself, because it is smaller than a request. */
const icon = `data:image/svg+xml,${encodeURIComponent(theme('icon.svg'))}`

/** Renders a page in the common layout. It refers to nothing on other hosts, and to its own files by relative paths. */
export function layOut(frame: Frame, page: Page): string {
  const { site, guides, navigation } = frame
  const title = page.title === site.title ? site.title : `${page.title} · ${site.title}`
  const above = '../'.repeat(page.address.split('/').length - 3)
  const assets = page.isForUnknownPaths ? assetFolder : `${above}assets`
  const twin = page.isForUnknownPaths ? undefined : `${page.address.split('/').at(-1)}.md`
  const isWide = page.headings.length < 2
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(page.mayReach ?? robotsOf(site))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.description)}">
<title>${escapeHtml(title)}</title>
<script src="${assets}/scheme.js"></script>
<link rel="stylesheet" href="${assets}/docs.css">
<link rel="icon" href="${icon}">
<noscript><link rel="stylesheet" href="${assets}/no-script.css"></noscript>
${alternates(page, twin)}<script src="${assets}/docs.js" defer></script>
${page.program === undefined ? '' : `<script src="${assets}/${page.program.script}" defer></script>\n`}</head>
<body>
<a class="skip" href="#text">Skip to content</a>
<header class="bar">
<button class="menu" type="button" aria-expanded="false" aria-controls="pages">Menu</button>
<a class="brand" href="${homeOf(site)}">${escapeHtml(site.title)}</a>
<div class="search" role="search">
<input type="search" placeholder="Search" aria-label="Search guides, operations, errors and events" aria-controls="found" autocomplete="off">
<span class="count" role="status"></span>
<ul class="found" id="found" hidden></ul>
</div>
${schemeButton}
</header>
<div class="frame${isWide ? ' broad' : ''}">
<nav class="pages" id="pages" aria-label="Pages">
${navigation.map((part) => navigationPart(part, page.address, isLarge(navigation))).join('\n')}
</nav>
<main id="text">
${page.body.trim()}
${twin === undefined ? '' : `<p class="twin"><a href="${twin}">This page as Markdown</a></p>`}
${turn(guides, page)}
</main>
${sectionList(page.headings)}
</div>
${page.program === undefined ? '' : `<script type="application/json" id="${page.program.id}">${json(page.program.data)}</script>\n`}</body>
</html>
`
}

function alternates({ feed }: Page, twin: string | undefined): string {
  const link = (type: string, href: string | undefined) =>
    href === undefined ? '' : `<link rel="alternate" type="${type}" href="${href}">\n`
  return link('text/markdown', twin) + link('application/atom+xml', feed)
}

/** Its script changes the name and the text to the scheme that the reader has chosen. */
const schemeButton = `<button class="scheme" type="button" aria-label="Color scheme: System" title="Color scheme">
<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.25"/><path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z"/></svg>
<span>System</span>
</button>`

/** Beyond this many pages, a page lists only those of its own group: the links would be most of its size. */
const listedPagesMax = 400

function isLarge(navigation: readonly Navigation[]): boolean {
  const groups = navigation.flatMap(({ groups }) => groups)
  return groups.reduce((sum, { entries }) => sum + entries.length, 0) > listedPagesMax
}

function navigationPart({ title, entries, groups }: Navigation, current: string, isLarge: boolean): string {
  const list = (links: readonly NavigationEntry[]) =>
    `<ul>\n${links.map((one) => link(one, current)).join('\n')}\n</ul>`
  const folded = groups.map(({ title, entries, addresses }) => {
    const isOpen = addresses.has(current)
    if (isLarge && !isOpen) return list(entries.slice(0, 1).map((overview) => ({ ...overview, title })))
    return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary>\n${list(entries)}</details>`
  })
  return `<h2>${escapeHtml(title)}</h2>\n${entries.length === 0 ? '' : list(entries)}\n${folded.join('\n')}`
}

function link({ title, address, alias }: NavigationEntry, current: string): string {
  const here = address === current ? ' aria-current="page"' : ''
  const also = alias === undefined ? '' : ` data-alias="${escapeHtml(alias)}"`
  return `<li><a href="${address}"${also}${here}>${escapeHtml(title)}</a></li>`
}

/** The page with the server and key of the reader, and all operations that can be tried. */
export const tryAddress = '/docs/try'

/** Programs that check a page, such as Lighthouse, read this file in its name: SEO counts it as broken otherwise. */
function robotsOf({ origin }: Site): string[] {
  return origin === undefined ? [] : [`${origin}/robots.txt`]
}

/**
 * Returns the policy of a page, which permits the scripts and styles of the site and requests to the given servers. The
 * browser refuses everything else.
 */
function policy(reachable: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${reachable.length === 0 ? "'none'" : reachable.join(' ')}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Serializes JSON so that it cannot end its HTML element. */
function json(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

function sectionList(headings: readonly Heading[]): string {
  if (headings.length < 2) return ''
  const entries = headings.map(
    ({ depth, id, title }) =>
      `<li><a href="#${id}"${depth === 3 ? ' class="deeper"' : ''}>${breakableName(escapeHtml(title))}</a></li>`,
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
