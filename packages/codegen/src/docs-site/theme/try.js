// Sends a request to the mock and shows the response. The operations, their parameters and examples come from the
// contract.

const { operations, server, key, keyHeader, start } = JSON.parse(document.getElementById('operations').textContent)
const form = document.querySelector('form')
const chosen = form.elements.operation
const inputs = document.getElementById('inputs')
const notice = document.getElementById('notice')
const result = document.getElementById('result')

/** Ids from responses, by the operation and the parameter that they are for. */
const remembered = new Map()

/**
 * The operation that the form shows. `chosen` is ahead of it from a choice until `hashchange` has rebuilt the fields.
 */
let operation

chosen.addEventListener('change', () => {
  location.hash = chosen.value
})
window.addEventListener('hashchange', choose)
form.addEventListener('input', showCommand)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})
form.elements.key.value = key
choose()
void lookForServer()

function choose() {
  const wanted = location.hash.slice(1)
  operation = operations.find(({ id }) => id === wanted) ?? operations[0]
  chosen.value = operation.id
  document.getElementById('about').textContent = operation.description
  document.getElementById('reference').href = operation.reference
  inputs.replaceChildren(
    ...operation.parameters.flatMap((parameter) => parameterInput(operation, parameter)),
    ...bodyInputs(operation),
  )
  result.hidden = true
  showCommand()
}

function parameterInput(operation, { name, place, required, example, description, sources }) {
  const value = remembered.get(`${operation.id} ${name}`) ?? (required ? example : '')
  const input = element('input', { id: `${place}-${name}`, name, value, spellcheck: false, autocomplete: 'off' })
  input.dataset.place = place
  input.placeholder = required ? '' : example
  const label = element(
    'label',
    { htmlFor: input.id },
    name,
    element('small', {}, ` ${place}${required ? '' : ', optional'}`),
  )
  const origin = sources.length === 0 ? '' : ` Returned by ${sources.join(', ')}.`
  return [label, input, element('p', { className: 'about' }, description + origin)]
}

function bodyInputs({ bodies }) {
  if (bodies.length === 0) return []
  const text = element('textarea', { id: 'body', name: 'body', spellcheck: false, value: bodies[0].text })
  const label = element('label', { htmlFor: 'body' }, 'Body', element('small', {}, ' JSON'))
  if (bodies.length === 1) return [label, text]
  const examples = element('select', { ariaLabel: 'Example' }, ...bodies.map(({ name }) => element('option', {}, name)))
  examples.addEventListener('change', () => {
    text.value = bodies[examples.selectedIndex].text
    showCommand()
  })
  return [label, examples, text]
}

/** The request as the form has it now. */
function request() {
  const { method, path, bodies } = operation
  const values = [...inputs.querySelectorAll('[data-place]')].map(({ name, value, dataset }) => ({
    name,
    value,
    ...dataset,
  }))
  const filled = values.filter(({ value }) => value !== '')
  const filledPath = path.replace(/\{([^{}]+)\}/g, (_, name) =>
    encodeURIComponent(filled.find((one) => one.place === 'path' && one.name === name)?.value ?? ''),
  )
  const query = new URLSearchParams(
    filled.filter(({ place }) => place === 'query').map(({ name, value }) => [name, value]),
  )
  const headers = { [keyHeader]: form.elements.key.value }
  for (const { name, value } of filled.filter(({ place }) => place === 'header')) headers[name] = value
  const body = bodies.length === 0 ? undefined : document.getElementById('body').value
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return { method, url: server + filledPath + (query.size === 0 ? '' : `?${query}`), headers, body }
}

function showCommand() {
  const { method, url, headers, body } = request()
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
  const words = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoted(body)}`]),
  ]
  document.getElementById('command').textContent = words.join(' \\\n  ')
}

async function send() {
  const sent = operation
  const { method, url, headers, body } = request()
  const button = form.querySelector('.send')
  button.disabled = true
  const startedAt = performance.now()
  try {
    const response = await fetch(url, { method, headers, body, cache: 'no-store' })
    const text = await response.text()
    notice.hidden = true
    show(response, text, performance.now() - startedAt)
    if (response.ok) remember(sent, JSON.parse(text || 'null'))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    result.hidden = true
    noServer()
  } finally {
    button.disabled = false
  }
}

function show(response, text, milliseconds) {
  const status = document.getElementById('status')
  status.textContent = `${response.status} ${response.statusText}`
  status.className = `status ${response.ok ? 'good' : 'bad'}`
  document.getElementById('time').textContent = `${Math.round(milliseconds)} ms`
  document.getElementById('headers').textContent = [...response.headers].map((pair) => pair.join(': ')).join('\n')
  document.getElementById('response').textContent = pretty(text)
  result.hidden = false
  result.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
}

/** Keeps the values that the contract's links pass to other operations, such as the id of a new resource. */
function remember({ links }, body) {
  for (const { operation, parameter, pointer } of links) {
    const value = pointer.split('/').reduce((node, step) => node?.[step], body)
    if (value !== undefined && value !== null) remembered.set(`${operation} ${parameter}`, String(value))
  }
}

async function lookForServer() {
  try {
    await fetch(`${server}/openapi.json`, { method: 'HEAD', cache: 'no-store' })
  } catch {
    // The browser does not say why a request failed.
    noServer()
  }
}

function noServer() {
  notice.replaceChildren(
    `No mock is running at ${new URL(server).origin}. Start one with `,
    element('code', {}, start),
    ' and send the request again.',
  )
  notice.hidden = false
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // A body that is not JSON is shown as it is.
    return text
  }
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
