import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Origins, rewriteOrigins } from '@svc/http/rewrite-origins'

/** A page of the docs as it was generated last, with a script that loads it again when it was generated anew. */
export interface PreviewPage {
  html: string
  policy: string
}

/** What is shown. */
export interface Previewed {
  /** Absolute path of the generated files. */
  generated: string
  /** Of the service and the mock that run beside it. */
  origins: Origins
}

/**
 * Reads the page for an address below `/docs`: `/docs/errors` is `errors.html`, `/docs` the home page.
 *
 * @returns undefined where there is no such page
 */
export async function previewPage(
  { generated, origins }: Previewed,
  address: string,
): Promise<PreviewPage | undefined> {
  const found = /^\/docs(?:\/([\w-]+))?$/.exec(address)
  if (!found) return undefined
  const [, name] = found
  const candidates = name === undefined ? homePages : [name]
  for (const candidate of candidates) {
    const page = await read(join(generated, 'docs', `${candidate}.html`))
    if (page !== undefined) return withReload(rewriteOrigins(page, origins))
  }
  return undefined
}

/** Reads what the pages link to besides each other; undefined where it is none of that or was not generated. */
export async function previewFile(
  { generated, origins }: Previewed,
  address: string,
): Promise<{ mediaType: string; text: string } | undefined> {
  const linked = linkedFiles.get(address)
  const text = linked && (await read(join(generated, linked.file)))
  return text === undefined ? undefined : { mediaType: linked?.mediaType ?? '', text: rewriteOrigins(text, origins) }
}

const linkedFiles: ReadonlyMap<string, { file: string; mediaType: string }> = new Map([
  ['/docs/changelog.atom', { file: 'docs/changelog.atom', mediaType: 'application/atom+xml' }],
  ['/docs/postman/collection.json', { file: 'postman/collection.json', mediaType: 'application/json' }],
  ['/docs/postman/environment.json', { file: 'postman/environment.json', mediaType: 'application/json' }],
])

/** A file that is not there is not generated yet, or never. */
function read(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

/** A contract without guides has its reference only. */
const homePages = ['index', 'reference']

/** What the page allows itself, and besides to hear from here that it was generated anew. */
function withReload(page: string): PreviewPage {
  const policies = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"\s*\/?>/
  const own = policies.exec(page)?.[1] ?? "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
  const hash = createHash('sha256').update(reloadScript).digest('base64')
  const policy = allow(allow(own, 'connect-src', "'self'"), 'script-src', `'sha256-${hash}'`)
  const html = page.replace(policies, '').replace('</body>', () => `<script>${reloadScript}</script>\n</body>`)
  return { html, policy }
}

/** Adds a source to a directive. One that allows everything inline may not get a hash: that would take the rest back. */
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
 * Loads the page again at the place where the reader was. The renderer builds the page after it has loaded, so the place is tried until
 * the page is long enough.
 */
const reloadScript = `
(() => {
  const key = 'place of ' + location.pathname
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
