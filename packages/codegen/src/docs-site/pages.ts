import { escapeHtml } from './highlight.ts'
import { type Frame, layOut, type Page, tryAddress, tryScript } from './layout.ts'
import { brokenGuide, type Guide, readGuide } from './markdown.ts'
import { type ReferencedOperation, type ReferencePage, referencedOperations } from './reference.ts'
import { searchIndex } from './search.ts'
import type { Site } from './site.ts'
import { type Trials, trials } from './try-it.ts'

/**
 * Renders the guides of a site and the page to try operations, by the names of their files. The first guide is `index`.
 * The first reference page is the reference of the API. Other pages use the same layout.
 *
 * Throws BrokenSpecError for a broken link, and for a guide that has the name of another page.
 */
export function guidePages(
  site: Site,
  references: readonly ReferencePage[],
  others: readonly { name: string; page: Page }[] = [],
): [string, string][] {
  const operations = referencedOperations(references)
  const addresses = new Map(operations.map(({ id, address }) => [id, address]))
  const guides = site.guides.map((name) => readGuide(site, name, (operationId) => addresses.get(operationId)))
  const frame: Frame = {
    site,
    guides,
    references: references.map(({ address, document }, index) => ({
      title: index === 0 ? 'API reference' : document.info.title.replace(`${site.title.replace(/ API$/, '')} `, ''),
      address,
    })),
    index: searchIndex(guides, operations),
  }
  const taken = [...references.map(({ address }) => address), tryAddress, ...site.links.map(({ href }) => href)]
  const clash = guides.find(({ address }) => taken.includes(address))
  if (clash) throw brokenGuide(site, clash.name, `Another page has the URL ${clash.address}. Rename the guide.`)
  return [
    ...guides.map((guide, place): [string, string] => [
      place === 0 ? 'index' : guide.name,
      layOut(frame, guidePage(guide)),
    ]),
    ['try', layOut(frame, tryPage(site, references, operations))],
    ...others.map(({ name, page }): [string, string] => [name, layOut(frame, page)]),
  ]
}

function guidePage({ address, title, lead, html, headings }: Guide): Page {
  return { address, title, description: lead, body: html, headings }
}

function tryPage(site: Site, [api]: readonly ReferencePage[], operations: readonly ReferencedOperation[]): Page {
  if (!api) throw new Error('The contract has no document for the page to try operations.')
  const own = operations.filter(({ address }) => address.startsWith(api.address))
  const data = trials(api.document, own, site.try)
  return {
    address: tryAddress,
    title: 'Try it',
    description: 'Send any request of the API to the mock, with a public key.',
    body: tryBody(data),
    headings: [],
    program: { id: 'operations', data, script: tryScript },
    mayReach: [new URL(site.try.server).origin],
  }
}

function tryBody({ operations, start }: Trials): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const options = tags.map((tag) => {
    const own = operations.filter((operation) => operation.tag === tag)
    const lines = own.map(({ id, title, method }) => `<option value="${id}">${escapeHtml(title)} (${method})</option>`)
    return `<optgroup label="${escapeHtml(tag)}">\n${lines.join('\n')}\n</optgroup>`
  })
  return `<h1>Try it</h1>
<p>Sends requests to the mock on your own machine (<code>${escapeHtml(start)}</code>), with its demo key. Nothing that you do here
affects an account.</p>
<noscript><p class="notice">This page needs JavaScript to send requests.</p></noscript>
<p class="notice" id="notice" hidden></p>
<form class="try">
<label for="operation">Operation</label>
<select id="operation" name="operation">
${options.join('\n')}
</select>
<p class="about"><span id="about"></span> <a id="reference" href="/docs/reference">Reference</a></p>
<label for="key">API key</label>
<input id="key" name="key" spellcheck="false" autocomplete="off">
<div id="inputs"></div>
<button class="send" type="submit">Send</button>
</form>
<figure class="code"><figcaption>The same from a shell</figcaption><pre><code class="sh" id="command"></code></pre></figure>
<section id="result" aria-live="polite" hidden>
<h2>Response</h2>
<p><span id="status"></span> in <span id="time"></span></p>
<figure class="code"><figcaption>Headers</figcaption><pre><code id="headers"></code></pre></figure>
<figure class="code"><figcaption>Body</figcaption><pre><code id="response"></code></pre></figure>
</section>`
}
