import { STATUS_CODES } from 'node:http'
import { escapeHtml, highlight } from '../highlight.ts'
import type { Page } from '../layout.ts'
import type { Trial, Trials } from '../try-it.ts'
import type { NamedExample, OperationFacts } from './facts.ts'
import { keyPlaceholder, languages } from './samples.ts'
import { fieldsHtml, type SchemaStyle, shapeHtml } from './schema-html.ts'

const placeTitles = { path: 'Path parameters', query: 'Query parameters', header: 'Headers', cookie: 'Cookies' }

/** Renders the page of an operation or an event: the text in the middle, requests and responses next to it. */
export function operationPage(
  facts: OperationFacts,
  style: SchemaStyle,
  trial: { common: Omit<Trials, 'operations'>; own: Trial } | undefined,
): Page {
  const { operation } = facts
  const sections = [
    credentialsSection(facts, style),
    ...facts.parameters.map(({ place, fields }) => ({
      id: place,
      title: operation.kind === 'event' ? 'Headers of the delivery' : placeTitles[place],
      html: fieldsHtml(style, fields, place),
    })),
    bodySection(facts, style),
    ...facts.responses.map((response) => responseSection(facts, response, style)),
    errorsSection(facts, style),
    behaviorSection(facts, style),
    relatedSection(facts, style),
  ].filter((section) => section.html !== '')
  const body = sections.map(
    ({ id, title, html }) =>
      `<section>\n<h2 id="${id}"><a class="anchor" href="#${id}">${escapeHtml(title)}</a></h2>\n${html}\n</section>`,
  )
  return {
    address: operation.address,
    title: operation.title,
    description: firstSentence(operation.operation.description) || operation.title,
    body: `<div class="two">
<div class="intro">
<p class="over">${escapeHtml(operation.tag)}</p>
<h1>${escapeHtml(operation.title)}</h1>
${addressLine(facts)}
${marks(facts)}
${style.prose(operation.operation.description)}
</div>
<aside class="side" aria-label="Request and response">
${sidePart(facts, trial !== undefined)}
</aside>
<div class="rest">
${body.join('\n')}
</div>
</div>`,
    headings: [],
    ...(trial && {
      program: { id: 'operation', data: { ...trial.common, operation: trial.own }, script: 'try.js' },
      mayReach: [new URL(trial.common.server).origin, "'self'"],
    }),
  }
}

function addressLine({ operation, url }: OperationFacts): string {
  if (operation.kind === 'event')
    return `<p class="address"><b class="method">EVENT</b> <code>${escapeHtml(url)}</code></p>`
  const method = operation.method.toUpperCase()
  const base = url.slice(0, -operation.path.length)
  const path = escapeHtml(operation.path)
    .replaceAll('/', '<wbr>/')
    .replaceAll(/\{[^{}]+\}/g, '<i>$&</i>')
  return `<p class="address"><b class="method ${operation.method}">${method}</b> <code><span data-own="base">${escapeHtml(base)}</span>${path}</code></p>`
}

function marks({ operation: { operation } }: OperationFacts): string {
  const stability = operation['x-stability']
  const all = [
    ...(operation.deprecated ? ['deprecated'] : []),
    ...(operation['x-sunset'] === undefined ? [] : [`ends ${operation['x-sunset']}`]),
    ...(stability === undefined ? [] : [stability]),
  ]
  const tool = operation['x-mcp-tool']
  if (tool !== undefined) all.push(`tool of agents: ${tool.name}`)
  return all.length === 0
    ? ''
    : `<p class="marks">${all.map((mark) => `<span>${escapeHtml(mark)}</span>`).join(' ')}</p>`
}

interface Section {
  id: string
  title: string
  html: string
}

function credentialsSection({ credentials, scopes, operation }: OperationFacts, { prose }: SchemaStyle): Section {
  const base = { id: 'authentication', title: 'Authentication' }
  if (operation.kind === 'event') return { ...base, html: '' }
  if (credentials.length === 0) return { ...base, html: '<p>No credential is needed.</p>' }
  const scope = scopes.map((one) => `\`${one}\``).join(' and ')
  const needs = scope === '' ? '' : ` The credential needs the scope ${scope}.`
  return { ...base, html: prose(`Send ${listed(credentials)}.${needs}`) }
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  return `${words.slice(0, -1).join(', ')} or ${last}`
}

function bodySection({ body, operation }: OperationFacts, style: SchemaStyle): Section {
  const base = { id: 'body', title: operation.kind === 'event' ? 'Payload' : 'Request body' }
  if (body === undefined) return { ...base, html: '' }
  const parts = body.media.map(
    ({ type, shape }) =>
      `<p class="media"><code>${escapeHtml(type)}</code>${body.required ? ' <b>required</b>' : ''}</p>\n${style.prose(shape.description)}${shapeHtml(style, shape, 'body', ['data'])}`,
  )
  return { ...base, html: parts.join('\n') }
}

function responseSection(
  facts: OperationFacts,
  response: OperationFacts['responses'][number],
  style: SchemaStyle,
): Section {
  const { status, description, headers, media } = response
  const id = `response-${status}`
  const isEvent = facts.operation.kind === 'event'
  const head =
    headers.length === 0
      ? ''
      : `<details><summary>${headers.length} header${headers.length === 1 ? '' : 's'}</summary>\n${fieldsHtml(style, headers, `${id}.header`)}</details>`
  const body =
    media === undefined
      ? ''
      : `<p class="media"><code>${escapeHtml(media.type)}</code></p>\n${shapeHtml(style, media.shape, id, ['data'])}`
  return {
    id,
    title: isEvent ? `Your response: ${status}` : `Response ${status}`,
    html: [style.prose(description), head, body].join('\n'),
  }
}

function errorsSection({ errors }: OperationFacts, { prose }: SchemaStyle): Section {
  const items = errors.map(({ code, status, cause, action, headers, example }, index) => {
    // OAuth has codes with more than one status.
    const isRepeated = errors.findIndex((error) => error.code === code) < index
    const id = isRepeated ? `error-${code}-${status}` : `error-${code}`
    const todo = action === '' ? '' : `<div class="todo"><b>What to do</b> ${prose(action)}</div>`
    const extra =
      headers.length === 0
        ? ''
        : `<p class="limits">Headers: ${headers.map((name) => `<code>${escapeHtml(name)}</code>`).join(' ')}</p>`
    const shown = example === undefined ? '' : `<details><summary>Example</summary>${exampleFigure(example)}</details>`
    return `<li id="${id}"><p class="head"><a href="#${id}"><code>${escapeHtml(code)}</code></a> <span class="status bad">${status}</span></p>${prose(cause)}${todo}${extra}${shown}</li>`
  })
  return {
    id: 'errors',
    title: 'Errors',
    html: items.length === 0 ? '' : `<ul class="fields errors">\n${items.join('\n')}\n</ul>`,
  }
}

function behaviorSection({ behavior }: OperationFacts, { prose }: SchemaStyle): Section {
  const items = behavior.map(({ title, text }) => `<dt>${escapeHtml(title)}</dt><dd>${prose(text)}</dd>`)
  return {
    id: 'behavior',
    title: 'Limits and retries',
    html: items.length === 0 ? '' : `<dl class="behavior">${items.join('\n')}</dl>`,
  }
}

function relatedSection({ related }: OperationFacts, { prose }: SchemaStyle): Section {
  const items = related.map(
    ({ title, address, reason }) =>
      `<li><a href="${address}">${escapeHtml(title)}</a> <small>${prose(reason).replaceAll(/<\/?p>/g, '')}</small></li>`,
  )
  return {
    id: 'related',
    title: 'Related',
    html: items.length === 0 ? '' : `<ul class="related">\n${items.join('\n')}\n</ul>`,
  }
}

function sidePart({ sample, body, responses, operation }: OperationFacts, canBeTried: boolean): string {
  const requests = (sample ? languages : []).map(({ id, title, write }) => ({
    title,
    language: id,
    text: sample ? write(sample) : '',
  }))
  const payloads = operation.kind === 'event' ? (body?.examples ?? []) : []
  const shown = responses.flatMap(({ status, examples }) =>
    examples.map((example) => ({
      ...example,
      title: responseTitle(status, examples.length === 1 ? '' : example.name),
    })),
  )
  return [
    canBeTried ? trialForm : '',
    requests.length === 0 ? '' : tabs('Request', 'languages', requests),
    payloads.length === 0
      ? ''
      : tabs(
          'Payload',
          'payloads',
          payloads.map((one) => ({ ...one, title: payloads.length === 1 ? operation.name : one.name })),
        ),
    shown.length === 0 ? '' : tabs('Response', 'responses', shown),
  ].join('\n')
}

/** The status with the name of the example, or without one with the words of HTTP. */
function responseTitle(status: string, name: string): string {
  return `${status} ${name || (STATUS_CODES[status] ?? '')}`.trim()
}

/** Blocks of code of which one is shown. Without scripts, all are shown. */
export function tabs(
  title: string,
  kind: string,
  entries: readonly { title: string; language: string; text: string }[],
): string {
  const buttons = entries.map(
    (entry, index) =>
      `<button type="button" data-shows="${entry.language}" aria-pressed="${index === 0}">${escapeHtml(entry.title)}</button>`,
  )
  const group =
    entries.length === 1 ? '' : `<div class="choices" role="group" aria-label="${title}">${buttons.join('')}</div>`
  const figures = entries.map((entry, index) => figure(entry, index === 0))
  return `<div class="tabs ${kind}">\n<h2>${title}</h2>\n${group}\n${figures.join('\n')}\n</div>`
}

function figure(
  { title, language, text }: { title: string; language: string; text: string },
  isShown: boolean,
): string {
  return `<figure class="code${isShown ? ' on' : ''}"><figcaption>${escapeHtml(title)}</figcaption><pre tabindex="0"><code class="${language}">${withOwnValues(highlight(text.trimEnd(), language))}</code></pre></figure>`
}

function exampleFigure({ language, text }: NamedExample): string {
  return `<figure class="code"><figcaption>Response</figcaption><pre tabindex="0"><code class="${language}">${highlight(text, language)}</code></pre></figure>`
}

/**
 * Marks the placeholders that the script of the page replaces with the key and the server of the reader, and lets a
 * browser break long URLs after a slash.
 */
function withOwnValues(html: string): string {
  return html
    .replaceAll(/(?<=\w\/)(?=\w)/g, '<wbr>')
    .replaceAll(keyPlaceholder, `<span data-own="key">${keyPlaceholder}</span>`)
}

const trialForm = `<details class="try" id="try">
<summary>Try it</summary>
<noscript><p class="notice">This form needs JavaScript to send requests.</p></noscript>
<p class="notice" id="notice" hidden></p>
<form>
<label for="server">Server</label>
<select id="server" name="server"></select>
<label for="key">API key <small>kept in this tab only</small></label>
<input id="key" name="key" spellcheck="false" autocomplete="off">
<div id="inputs"></div>
<button class="send" type="submit">Send</button>
</form>
<section id="result" aria-live="polite" hidden>
<h2>Response</h2>
<p><span id="status"></span> in <span id="time"></span></p>
<figure class="code"><figcaption>Body</figcaption><pre tabindex="0"><code id="response"></code></pre></figure>
<details><summary>Headers</summary><figure class="code"><figcaption>Headers</figcaption><pre tabindex="0"><code id="headers"></code></pre></figure></details>
</section>
<figure class="code"><figcaption>This request in a shell</figcaption><pre tabindex="0"><code class="sh" id="command"></code></pre></figure>
</details>`

function firstSentence(text = ''): string {
  const [first = ''] = text.trim().split(/\n\s*\n/)
  return first.replaceAll(/\s+/g, ' ').replaceAll(/[`*]/g, '')
}
