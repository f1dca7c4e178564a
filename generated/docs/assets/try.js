// The form of an operation: sends the request to the mock or to this service, and shows the response. Parameters and
// examples come from the contract. Server, key and ids are kept in this tab of the browser only.

const {
  operation,
  server: mock,
  instance,
  key: demoKey,
  keyHeader,
  start,
} = JSON.parse(document.getElementById('operation').textContent)
const form = document.querySelector('.try form')
const inputs = document.getElementById('inputs')
const notice = document.getElementById('notice')
const result = document.getElementById('result')

for (const [address, name] of new Map([
  [mock, 'Mock'],
  [instance, 'This service'],
]))
  form.elements.server.append(
    element('option', { value: address }, mock === instance ? address : `${name} (${address})`),
  )
form.elements.server.value = sessionStorage.getItem('docs.server') ?? mock
if (form.elements.server.selectedIndex === -1) form.elements.server.value = mock
form.elements.key.value = sessionStorage.getItem('docs.key') ?? (form.elements.server.value === mock ? demoKey : '')
inputs.replaceChildren(...operation.parameters.flatMap(parameterInput), ...bodyInputs())
showCommand()

form.elements.server.addEventListener('change', () => {
  const { server, key } = form.elements
  if (server.value === mock && key.value === '') key.value = demoKey
  if (server.value !== mock && key.value === demoKey) key.value = ''
})
form.addEventListener('input', () => {
  keepOwnValues()
  showCommand()
})
form.addEventListener('change', () => {
  keepOwnValues()
  showCommand()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})

function keepOwnValues() {
  sessionStorage.setItem('docs.server', form.elements.server.value)
  sessionStorage.setItem('docs.key', form.elements.key.value)
  window.dispatchEvent(new Event('own-values'))
}

function parameterInput({ name, place, required, example, description, sources }) {
  const kept = sessionStorage.getItem(`docs.value ${operation.id} ${name}`)
  const value = kept ?? (required ? example : '')
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

function bodyInputs() {
  const { bodies } = operation
  if (bodies.length === 0) return []
  const text = element('textarea', { id: 'request-body', name: 'body', spellcheck: false, value: bodies[0].text })
  const label = element('label', { htmlFor: 'request-body' }, 'Body', element('small', {}, ' JSON'))
  if (bodies.length === 1) return [label, text]
  const examples = element('select', { ariaLabel: 'Example' }, ...bodies.map(({ name }) => element('option', {}, name)))
  examples.addEventListener('change', () => {
    text.value = bodies[examples.selectedIndex].text
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
  const body = bodies.length === 0 ? undefined : document.getElementById('request-body').value
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return { method, url: form.elements.server.value + filledPath + (query.size === 0 ? '' : `?${query}`), headers, body }
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
  const { method, url, headers, body } = request()
  const button = form.querySelector('.send')
  button.disabled = true
  const startedAt = performance.now()
  try {
    // The key is the only credential: a session of the portal on this host is not sent.
    const response = await fetch(url, { method, headers, body, cache: 'no-store', credentials: 'omit' })
    const text = await response.text()
    notice.hidden = true
    show(response, text, performance.now() - startedAt)
    if (response.ok) remember(JSON.parse(text || 'null'))
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
function remember(body) {
  for (const { operation: other, parameter, pointer } of operation.links) {
    const value = pointer.split('/').reduce((node, step) => node?.[step], body)
    if (value !== undefined && value !== null) sessionStorage.setItem(`docs.value ${other} ${parameter}`, String(value))
  }
}

/** The browser does not say why a request failed. */
function noServer() {
  const { origin } = new URL(form.elements.server.value)
  notice.replaceChildren(
    ...(form.elements.server.value === mock
      ? [`No mock is running at ${origin}. Start one with `, element('code', {}, start), ' and send the request again.']
      : [`No connection to ${origin}.`]),
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
