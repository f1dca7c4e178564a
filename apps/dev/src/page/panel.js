// The panel in the browser: draws the state that /dev/events sends, whole, whenever it changes.

const panel = document.getElementById('panel')

/** An element with a class, attributes and children. Strings become text nodes, so that none is parsed as HTML. */
function element(name, { class: className, ...attributes } = {}, ...children) {
  const made = document.createElement(name)
  if (className) made.className = className
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''))
  return made
}

/** A sentence in which `names` stand in code type. */
function sentence(text) {
  return text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part))
}

const place = ({ file, line, column }) => element('div', { class: 'place' }, `${file}:${line}:${column}`)
const mark = (verdict) => element('span', { class: `mark ${verdict}` }, verdict)

function section(title, items) {
  if (items.length === 0) return []
  const heading = element('h2', {}, title, element('span', { class: 'number' }, String(items.length)))
  return [element('section', {}, heading, element('ul', { class: 'list' }, items))]
}

function services(state) {
  return element(
    'ul',
    { class: 'services' },
    state.services.map(({ name, url, state: how, detail }) =>
      element(
        'li',
        { title: detail },
        element('span', { class: `dot ${how}` }),
        url === null ? name : element('a', { href: addressOf(name, url) }, name),
        element('span', { class: 'quiet' }, ` ${how === 'running' ? detail : `${how} ${detail}`}`),
      ),
    ),
    element('li', {}, element('a', { href: '/docs' }, 'Docs'), served(state.served_since)),
  )
}

/** An API has nothing to show at its root; its description is readable. */
function addressOf(name, url) {
  if (name === 'Mock') return `${url}/__mock/inbox`
  return `${url}/openapi.json`
}

function served(since) {
  return since === null ? '' : element('span', { class: 'quiet' }, ` of ${clock(since)}`)
}

function clock(time) {
  return new Date(time).toTimeString().slice(0, 8)
}

function headline({ run, saved: { at, files }, busy }) {
  const [first, ...others] = files
  const what = run === 0 ? 'At the start' : `${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
  return [
    element('h1', {}, what),
    element('p', { class: 'quiet' }, `${run === 0 ? 'checked' : 'saved'} ${clock(at)}${busy ? ', checking …' : ''}`),
  ]
}

const titles = {
  lint: 'Lint',
  difference: 'Difference',
  generate: 'Generated',
  types: 'Types',
  test_types: 'Test types',
}

function steps(state) {
  return element(
    'ol',
    { class: 'steps' },
    Object.entries(titles).map(([name, title]) => {
      const { state: how, outcome, after_ms } = state.steps[name]
      const time = after_ms === null ? '' : `${(after_ms / 1000).toFixed(2)} s`
      const rises = name === 'difference' && state.changes.some(({ verdict }) => verdict === 'breaking')
      return element(
        'li',
        { class: rises ? `${how} risen` : how },
        element('div', { class: 'title' }, element('span', {}, title), element('time', {}, time)),
        element('div', { class: 'outcome' }, outcome || (how === 'running' ? '…' : '–')),
      )
    }),
  )
}

function problem({ file, line, column, rule, severity, sentence: text, others = [] }) {
  return element(
    'li',
    { class: severity === 'warning' ? 'risky' : 'breaking' },
    element('div', { class: 'place' }, `${file}:${line}:${column}  ${rule}`),
    // The compiler's sentences have backticks of their own.
    element('p', {}, rule.startsWith('TS') ? text : sentence(text)),
    others.length === 0 ? '' : otherPlaces(others),
  )
}

function otherPlaces(others) {
  const summary = element('summary', {}, `and at ${others.length} other ${others.length === 1 ? 'place' : 'places'}`)
  const places = others.map((where) => element('div', { class: 'place' }, where))
  return element('details', {}, summary, places)
}

function change(one) {
  return element('li', { class: one.verdict }, element('p', {}, sentence(one.sentence)), place(one))
}

function affected(verdict, name, location) {
  return element(
    'li',
    { class: verdict },
    element(
      'div',
      { class: 'row' },
      mark(verdict),
      element('code', {}, name),
      element('span', { class: 'place' }, location),
    ),
  )
}

function sections(state) {
  const changes = (verdict) => state.changes.filter((one) => one.verdict === verdict).map(change)
  const before = (was) => (was === null ? '' : `before: ${was}`)
  const found = [
    ...section('Errors', state.problems.map(problem)),
    ...section('Breaking', changes('breaking')),
    ...section('Risky', changes('risky')),
    ...section(
      'Operations of the server',
      state.operations.map(({ verdict, operation, handler, state: how }) =>
        affected(
          verdict,
          operation,
          how === 'changed' ? (handler ?? 'no handler') : `${how}, ${handler ?? 'no handler'}`,
        ),
      ),
    ),
    ...section(
      'Methods of the client',
      state.client_methods.map(({ verdict, method, was }) => affected(verdict, method, before(was))),
    ),
    ...section(
      'MCP tools',
      state.tools.map(({ verdict, tool, was }) => affected(verdict, tool, before(was))),
    ),
    ...section('Webhooks and their handlers', state.webhooks.map(webhook)),
    ...section('Examples that no longer fit', state.examples.map(problem)),
    ...section('Safe', changes('safe')),
  ]
  if (found.length > 0 || state.busy) return found
  return [
    element(
      'p',
      { class: 'still' },
      `Nothing is broken, and nothing differs from ${state.compared_with?.split(':')[0] ?? 'before'}.`,
    ),
  ]
}

function webhook({ verdict, event, published_by, sent_by, consumers }) {
  return element(
    'li',
    { class: verdict },
    element('div', { class: 'row' }, mark(verdict), element('code', {}, event)),
    published_by.map((where) => element('div', { class: 'place' }, `published in ${where}`)),
    sent_by.map((where) => element('div', { class: 'place' }, `header set in ${where}`)),
    consumers.map((where) => element('div', { class: 'place' }, `handled in ${where}`)),
  )
}

function draw(state) {
  document.title = title(state)
  panel.replaceChildren(services(state), ...headline(state), steps(state), ...sections(state))
}

/** The state that a tab in the background shows. */
function title({ problems, examples, changes }) {
  const errors = problems.length + examples.length
  if (errors > 0) return `✗ ${errors} · contract panel`
  const breaking = changes.filter(({ verdict }) => verdict === 'breaking').length
  return breaking > 0 ? `! ${breaking} breaking · contract panel` : '✓ contract panel'
}

const events = new EventSource('/dev/events')
events.addEventListener('state', ({ data }) => draw(JSON.parse(data)))
events.addEventListener('error', () => {
  if (document.querySelector('.lost')) return
  panel.prepend(
    element(
      'p',
      { class: 'lost' },
      'The panel has stopped. These are its last results; it continues when npm run dev runs again.',
    ),
  )
})
