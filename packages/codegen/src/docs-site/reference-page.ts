import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderPage } from '../lint/redocly.ts'
import { type OpenApi, operationsOf } from '../source/openapi.ts'
import { tryAddress } from './layout.ts'

/**
 * The page may only run its own scripts and styles. The browser refuses every request, regardless of what the renderer
 * tries.
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

/**
 * The resources that the renderer would fetch at run time: its logo, which is replaced by a few letters, and icon
 * fonts, which our pages do not use.
 */
const fetched: readonly [RegExp, string][] = [
  [/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, `data:image/svg+xml,${encodeURIComponent(wordmark)}`],
  [/https:\/\/cdn\.redocly\.com\/icons\/[a-z]+\/[0-9.]+/g, 'data:,'],
]

/** On narrow screens, the renderer truncates commands, breaks words anywhere, and squeezes titles next to a button. */
const readableWhenNarrow = `<style>
pre, pre code { white-space: pre-wrap !important; overflow-wrap: anywhere; }
table code { word-break: normal !important; }
/* The copy button of a page is next to its title if both fit on one line, otherwise below. */
:has(> div > [data-testid="page-actions"]) { flex-wrap: wrap !important; gap: 8px 12px !important; }
[data-testid="page-actions"] { padding: 0 !important; }
@media (max-width: 52rem) {
  h1 { font-size: 1.6rem !important; line-height: 1.3 !important; word-break: normal !important; }
  th, td { padding-inline: 6px !important; }
  table code { font-size: 11px !important; }
}
/* What the renderer hides from view it leaves far to the right, where every browser would scroll. */
html { overflow-x: clip; }
</style>`

/** The link back from the reference, which has its own layout. */
const wayBack = `<nav style="padding:.6rem 1.25rem;font:14px system-ui,sans-serif;border-bottom:1px solid #8884">
<a href="/docs" style="color:inherit">Guides</a> · <a href="${tryAddress}" style="color:inherit">Try it</a>
</nav>
`

interface Rendering {
  /** The file's name without its extension. */
  name: string
  /** A folder for temporary files. */
  scratch: string
  /**
   * Whether guides are published with the reference, which then links to them and, for each operation, to the page to
   * try it.
   */
  hasGuides: boolean
  /** The operations of this document can be tried. */
  canBeTried: boolean
}

/** Renders the reference of a document: one HTML file that works offline and sends no requests. */
export async function referencePage(document: OpenApi, rendering: Rendering): Promise<string> {
  const { name, scratch, hasGuides, canBeTried } = rendering
  const source = join(scratch, `${name}.page.json`)
  await writeFile(source, JSON.stringify(canBeTried ? withTrials(document) : document))
  const page = await renderPage(source, document.info.title, scratch)
  const offline = fetched.reduce((text, [address, replacement]) => text.replaceAll(address, replacement), page)
  if (!offline.includes('<head>') || !offline.includes('<body>'))
    throw new Error('The renderer made a page without a head or body, so the security policy cannot be added.')
  const guarded = offline.replace(
    '<head>',
    `<head>\n  <meta http-equiv="Content-Security-Policy" content="${policy}" />\n  ${readableWhenNarrow}`,
  )
  return hasGuides ? guarded.replace(/<body>\n/, (body) => body + wayBack) : guarded
}

/** Returns a copy in which the description of every operation ends with the link to try it. */
function withTrials(document: OpenApi): OpenApi {
  const copy = structuredClone(document)
  for (const { operation } of operationsOf(copy, 'paths')) {
    const { operationId, description = '' } = operation
    if (operationId !== undefined) operation.description = `${description}\n\n[Try it](${tryAddress}#${operationId})`
  }
  return copy
}
