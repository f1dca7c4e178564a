import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '@svc/codegen/source/if-missing'
import { type Origins, rewriteOrigins } from '@svc/rules/rewrite-origins'

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
 * Reads the page for a path below `/docs`: `/docs/errors` is `errors.html`, `/docs` the home page.
 *
 * @returns undefined when the page does not exist
 */
export async function previewPage({ generated, origins }: Previewed, path: string): Promise<PreviewPage | undefined> {
  const found = /^\/docs(?:\/([\w-]+))?$/.exec(path)
  if (!found) return undefined
  const [, name] = found
  const candidates = name === undefined ? homePages : [name]
  for (const candidate of candidates) {
    const page = await read(join(generated, 'docs', `${candidate}.html`))
    if (page !== undefined) return withReload(rewriteOrigins(page, origins))
  }
  return undefined
}

/** Reads a file that pages link to; undefined for any other path or a file that was not generated. */
export async function previewFile(
  { generated, origins }: Previewed,
  path: string,
): Promise<{ mediaType: string; text: string } | undefined> {
  const linked = linkedFiles.get(path)
  const text = linked && (await read(join(generated, linked.file)))
  return text === undefined ? undefined : { mediaType: linked?.mediaType ?? '', text: rewriteOrigins(text, origins) }
}

const linkedFiles: ReadonlyMap<string, { file: string; mediaType: string }> = new Map([
  ['/docs/changelog.atom', { file: 'docs/changelog.atom', mediaType: 'application/atom+xml' }],
  ['/docs/postman/collection.json', { file: 'postman/collection.json', mediaType: 'application/json' }],
  ['/docs/postman/environment.json', { file: 'postman/environment.json', mediaType: 'application/json' }],
])

/** Undefined for a file that was not generated. */
function read(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(ifMissing(undefined))
}

/** A contract without guides has only its reference. */
const homePages = ['index', 'reference']

/** Adds the reload script, and allows it in the policy of the page. */
function withReload(page: string): PreviewPage {
  const policies = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"\s*\/?>/
  const own = policies.exec(page)?.[1] ?? "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
  const hash = createHash('sha256').update(reloadScript).digest('base64')
  const policy = allow(allow(own, 'connect-src', "'self'"), 'script-src', `'sha256-${hash}'`)
  const html = page.replace(policies, '').replace('</body>', () => `<script>${reloadScript}</script>\n</body>`)
  return { html, policy }
}

/** Adds a source to a directive. A hash would disable 'unsafe-inline', so it is not added to that. */
function allow(policy: string, directive: string, source: string): string {
  const directives = policy
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
  const index = directives.findIndex((one) => one.startsWith(`${directive} `))
  if (index === -1) return [...directives, `${directive} ${source}`].join('; ')
  const found = directives[index] ?? ''
  if (found.includes("'unsafe-inline'") && source.startsWith("'sha256-")) return policy
  directives[index] = found.replace(/ 'none'$/, '').concat(` ${source}`)
  return directives.join('; ')
}

/**
 * Loads the page again at the place where the reader was. The renderer builds the page after it has loaded, so the
 * place is tried until the page is long enough.
 */
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
