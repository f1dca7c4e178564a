import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { consoleLinks, documentLinks, portalSections, profileSection } from '../src/navigation.ts'
import { consolePages, openPages, portalPages, titleOf } from '../src/page-table.ts'

interface Page {
  path: string
  module: string
  title: string
  description?: string
}

/** The part of a page around its heading, and what the browser can request before the code of the page runs. */
interface Frame {
  /** Modules in addition to that of the page. */
  modules: readonly string[]
  /** The request for the session. */
  session?: string
  markup(page: Page, heading: string): string
}

/**
 * Writes an HTML file for each page, `pages/PATH.html` with `$id` for a parameter. It names every script of the page,
 * so that the browser requests all of them and the session at once, and it has the frame and the heading of the page,
 * which are seen before any script has loaded.
 */
export function pageHtml(): Plugin {
  return {
    name: 'page-html',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('The build has no index.html.')
        const html = String(index.source)
        const frames = [
          { pages: openPages, frame: openFrame },
          { pages: portalPages, frame: portalFrame },
          { pages: consolePages, frame: consoleFrame },
        ]
        for (const { pages, frame } of frames) {
          for (const [path, facts] of Object.entries(pages)) {
            const source = htmlOf(html, bundle, frame, { path, ...facts })
            this.emitFile({ type: 'asset', fileName: fileName(path), source })
          }
        }
      },
    },
  }
}

/** Writes each file a second time, compressed with Brotli: the best compression takes too long for a request. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }, bundle) {
      const compressFile = async (name: string) => {
        const path = join(dir, name)
        await writeFile(`${path}.br`, await compress(await readFile(path)))
      }
      await Promise.all(Object.keys(bundle).map(compressFile))
    },
  }
}

const compress = promisify(brotliCompress)

const fileName = (path: string) => `pages${path === '/' ? '/index' : path}.html`

function htmlOf(html: string, bundle: Rolldown.OutputBundle, frame: Frame, page: Page): string {
  const { title, description, module } = page
  const heading = `<h1>${escaped(title)}</h1>${description ? `<p class="soft">${escaped(description)}</p>` : ''}`
  const files = filesOf(bundle, [module, ...frame.modules])
  const links = [...files].filter((file) => !html.includes(file)).map(linkOf)
  // Anonymous requests of a preload send the cookies of this origin, as those of the page do.
  if (frame.session) links.push(`<link rel="preload" as="fetch" crossorigin href="${frame.session}">`)
  const [entry = '', entryFile = ''] = entryPattern.exec(html) ?? []
  return replaced(
    html.replace(libraryPattern, (_, file: string) => scriptOf(file)),
    [
      [entry, ''],
      [/<title>.*<\/title>/, `<title>${escaped(titleOf(page.path))}</title>`],
      ['</head>', `${links.map((link) => `  ${link}\n`).join('')}  </head>`],
      [/<div id="root">.*<\/div>/, `<div id="root">${frame.markup(page, heading)}</div>`],
      ['</body>', `  ${scriptOf(entryFile)}\n  </body>`],
    ],
  )
}

const entryPattern = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/
const libraryPattern = /<link rel="modulepreload" crossorigin href="([^"]+)">/g

function linkOf(file: string): string {
  const href = `/portal/${file}`
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${href}">`
    : `<link rel="modulepreload" ${lowPriority}crossorigin href="${href}">`
}

/** The style sheet and the session come before the scripts: what is seen first needs no script. */
const lowPriority = 'fetchpriority="low" '

/**
 * A script that is evaluated when it has loaded, in a task of its own: the entry and each file that it imports. In one
 * task they would block a slow phone for longer than a person waits after a touch. The entry is at the end of the body,
 * because it may be evaluated before the rest of the HTML has arrived.
 */
const scriptOf = (file: string) => `<script type="module" async ${lowPriority}crossorigin src="${file}"></script>`

/** The files of modules and of everything that they import, apart from what they load when it is needed. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || files.has(name)) return
    files.add(name)
    for (const imported of chunk.imports) add(imported)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  }
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/src/${module}`),
    )
    if (!chunk) throw new Error(`The build has no chunk for src/${module}; see src/page-table.ts.`)
    add(chunk.fileName)
  }
  return files
}

function replaced(html: string, changes: readonly (readonly [RegExp | string, string])[]): string {
  return changes.reduce((text, [part, by]) => {
    if (part === '' || text.split(part).length === 1) throw new Error(`index.html has no ${part}.`)
    return text.replace(part, () => by)
  }, html)
}

const openFrame: Frame = {
  modules: [],
  markup: ({ path }, heading) =>
    `<main class="sign-in${path.startsWith('/admin/') ? ' console' : ''}">${heading}${loading}</main>`,
}

const portalFrame: Frame = {
  modules: [],
  session: '/portal/api/session',
  markup: (page, heading) => shell({ className: 'shell', links: portalNavigation(page), heading }),
}

const consoleFrame: Frame = {
  modules: ['admin/shell.tsx'],
  session: '/portal/api/admin/session',
  markup: (page, heading) =>
    shell({
      className: 'shell console',
      links: `<ul>${consoleLinks.map((link) => navigationLink(link, page)).join('')}</ul>`,
      heading,
    }),
}

const loading = '<div class="loading">Loading…</div>'

/** The same elements as `Frame` in src/components/frame.tsx, without the name of the account. */
function shell({ className, links, heading }: { className: string; links: string; heading: string }): string {
  return (
    `<div class="${className}"><header class="sidebar"><div class="brand"><span class="account-name">&nbsp;</span>` +
    `<span class="button menu">Menu</span></div><nav>${links}</nav></header>` +
    `<main class="page"><div class="page-header"><div>${heading}</div></div>${loading}</main></div>`
  )
}

function portalNavigation(page: Page): string {
  const sections = portalSections
    .filter(({ title }) => title !== profileSection)
    .map(({ title, links }) => {
      const items = links.map((link) => navigationLink(link, page)).join('')
      return `<div>${title ? `<p class="nav-title">${title}</p>` : ''}<ul>${items}</ul></div>`
    })
  const documents = documentLinks.map(({ href, label }) => `<li><a href="${href}">${label}</a></li>`)
  return `${sections.join('')}<ul>${documents.join('')}</ul>`
}

/** A link is active on the pages below its own, as the router has it. */
function navigationLink({ to, label }: { to: string; label: string }, { path }: Page): string {
  const isActive = path === to || (to !== '/' && to !== '/admin' && path.startsWith(`${to}/`))
  return `<li><a href="/portal${to}"${isActive ? ' class="active"' : ''}>${escaped(label)}</a></li>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
