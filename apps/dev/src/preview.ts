import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '@svc/codegen/source/if-missing'
import { type Origins, rewriteOrigins } from '@svc/http/rewrite-origins'

/** The latest generated page of the docs, with a script that reloads it when it is generated again. */
interface PreviewPage {
  html: string
  policy: string
}

export interface Previewed {
  /** Absolute path of the generated files. */
  generated: string
  /** The origins of the service and the mock. */
  origins: Origins
}

/**
 * Reads the page for a path below `/docs`: `/docs/errors` is `errors.html`. `/docs` is the reference, for a contract
 * without guides.
 *
 * @returns undefined when the page does not exist
 */
export async function previewPage({ generated, origins }: Previewed, path: string): Promise<PreviewPage | undefined> {
  const found = /^\/docs(?:\/([\w-]+(?:\/[\w-]+)?))?$/.exec(path)
  if (!found) return undefined
  const page = await read(join(generated, 'docs', `${found[1] ?? 'reference'}.html`))
  return page === undefined ? undefined : withReload(rewriteOrigins(page, origins))
}

/** Reads a file that pages link to; undefined for any other path or a file that was not generated. */
export async function previewFile(
  { generated, origins }: Previewed,
  path: string,
): Promise<{ mediaType: string; text: string } | undefined> {
  const linked = linkedFiles.get(path) ?? docsFile(path)
  const text = linked && (await read(join(generated, linked.file)))
  return text === undefined ? undefined : { mediaType: linked?.mediaType ?? '', text: rewriteOrigins(text, origins) }
}

const linkedFiles: ReadonlyMap<string, { file: string; mediaType: string }> = new Map([
  ['/docs/changelog.atom', { file: 'docs/changelog.atom', mediaType: 'application/atom+xml' }],
  ['/docs/postman/collection.json', { file: 'postman/collection.json', mediaType: 'application/json' }],
  ['/docs/postman/environment.json', { file: 'postman/environment.json', mediaType: 'application/json' }],
])

/** The Markdown of a page, or a file that all pages share. */
function docsFile(path: string): { file: string; mediaType: string } | undefined {
  const [, file, extension = ''] = /^\/(docs(?:\/[\w-]+){1,2}\.(md|css|js|txt))$/.exec(path) ?? []
  return file === undefined ? undefined : { file, mediaType: mediaTypes[extension] ?? 'text/plain' }
}

const mediaTypes: Readonly<Record<string, string>> = { md: 'text/markdown', css: 'text/css', js: 'text/javascript' }

/** Undefined for a file that was not generated. */
function read(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(ifMissing(undefined))
}

/** Adds the reload script, and allows it in the policy of the page. */
function withReload(page: string): PreviewPage {
  const policies = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"\s*\/?>/
  const own = policies.exec(page)?.[1] ?? "default-src 'none'"
  const hash = createHash('sha256').update(reloadScript).digest('base64')
  const policy = allow(allow(own, 'connect-src', "'self'"), 'script-src', `'sha256-${hash}'`)
  const html = page.replace(policies, '').replace('</body>', () => `<script>${reloadScript}</script>\n</body>`)
  return { html, policy }
}

/** Adds a source to a directive. */
function allow(policy: string, directive: string, source: string): string {
  const directives = policy
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
  const index = directives.findIndex((one) => one.startsWith(`${directive} `))
  if (index === -1) return [...directives, `${directive} ${source}`].join('; ')
  const found = directives[index] ?? ''
  if (found.split(' ').includes(source)) return policy
  directives[index] = found.replace(/ 'none'$/, '').concat(` ${source}`)
  return directives.join('; ')
}

/** Loads the page again at the place where the reader was. The place is tried until the page is long enough. */
const reloadScript = `
(() => {
  const key = 'scroll position of ' + location.pathname
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (kept !== null) {
    const place = Number(kept)
    const until = Date.now() + 5000
    const go = () => {
      scrollTo(0, place)
      if (Math.abs(scrollY - place) > 2 && Date.now() < until) setTimeout(go, 50)
    }
    go()
  }
  const events = new EventSource('/dev/events')
  events.addEventListener('reload', () => {
    sessionStorage.setItem(key, String(scrollY))
    location.reload()
  })
})()
`
