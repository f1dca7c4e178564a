import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApi } from './document.ts'
import { renderPage } from './redocly.ts'

/**
 * The page may run its own scripts and styles and nothing else: the browser itself refuses every request, whatever the
 * renderer tries.
 */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'worker-src blob:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

const wordmark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="52" height="16"><text y="12" font-family="sans-serif" font-size="13">Redocly</text></svg>'

/** What the renderer would fetch at run time: its logo, here as a few letters, and icon fonts, which our pages do not use. */
const fetched: readonly [RegExp, string][] = [
  [/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, `data:image/svg+xml,${encodeURIComponent(wordmark)}`],
  [/https:\/\/cdn\.redocly\.com\/icons\/[a-z]+\/[0-9.]+/g, 'data:,'],
]

/** Renders the reference of a document: one HTML file that works offline and makes no request to anywhere. */
export async function referencePage(document: OpenApi, name: string, scratch: string): Promise<string> {
  const source = join(scratch, `${name}.page.json`)
  await writeFile(source, JSON.stringify(document))
  const page = await renderPage(source, document.info.title, scratch)
  const offline = fetched.reduce((text, [address, replacement]) => text.replaceAll(address, replacement), page)
  if (!offline.includes('<head>'))
    throw new Error('The renderer made a page without a head: there is no place for its security policy.')
  return offline.replace('<head>', `<head>\n  <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
}
