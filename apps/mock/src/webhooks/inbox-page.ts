/** The page at `/__mock/inbox`: self-contained, for a phone as well as for a wide screen, in light and dark. */
export const inboxPage = {
  /** The page contains its styles and its script, and sends requests only to the mock that served it. */
  policy:
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Webhook inbox of the mock</title>
<style>
:root { --ground: #f6f6f3; --card: #fff; --ink: #1d2021; --soft: #5c6466; --line: #dcded9; --good: #17703c; --bad: #a8321f; --accent: #0b5c8a; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15181a; --card: #1e2326; --ink: #e7e9e6; --soft: #9aa4a6; --line: #333a3d; --good: #6fce93; --bad: #f0907d; --accent: #7cc4ee; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, header { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.35rem; margin: .5rem 0 0; }
header p { margin: .25rem 0 0; color: var(--soft); }
label { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .25rem .5rem; margin-top: .75rem; }
select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .35rem .5rem; max-width: 100%; }
#about { display: block; min-height: 1.5em; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; margin-bottom: .75rem; }
summary { cursor: pointer; padding: .7rem .9rem; display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "▸"; color: var(--soft); }
details[open] > summary::before { content: "▾"; }
summary b { font-weight: 600; }
summary time { margin-left: auto; color: var(--soft); font-variant-numeric: tabular-nums; }
.went { flex-basis: 100%; padding-left: 1.3rem; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); }
.inside { border-top: 1px solid var(--line); padding: .4rem .9rem .9rem; }
h2 { font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); margin: .9rem 0 .3rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .9rem; margin: 0; font: .85rem/1.45 ui-monospace, monospace; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
dd.signature { color: var(--accent); }
pre { margin: 0; font: .85rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { border: 1px dashed var(--line); border-radius: .6rem; padding: 1.5rem; color: var(--soft); }
.empty code { color: var(--ink); overflow-wrap: anywhere; }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } summary time { margin-left: 0; flex-basis: 100%; padding-left: 1.3rem; } }
</style>
</head>
<body>
<header>
<h1>Webhook inbox</h1>
<p id="count" role="status">Looking …</p>
<label>Scenario <select id="scenario"><option value="">nothing goes wrong</option></select></label>
<span id="about"></span>
</header>
<main id="list"></main>
<script>
const list = document.getElementById('list'), count = document.getElementById('count')
const choice = document.getElementById('scenario'), about = document.getElementById('about')
const shown = new Map()
let abouts = {}
// Only text is ever put into the page, so that a payload cannot become part of it.
const make = (name, text, kind) => { const node = document.createElement(name); if (text !== undefined) node.textContent = text; if (kind) node.className = kind; return node }
const keyOf = (sent) => sent.sent_at + sent.headers['X-SVC-Delivery-Id'] + sent.attempt
function outcome(sent) {
  if (!sent.forwarded) return ['kept here', 'good']
  const { http_status: status, error, url } = sent.forwarded
  if (!status && !error) return ['on its way to ' + url, '']
  return status ? ['forwarded to ' + url + ': ' + status, status < 300 ? 'good' : 'bad'] : ['forwarded to ' + url + ': ' + error.replace('_', ' '), 'bad']
}
function card(sent) {
  const details = make('details'), summary = make('summary'), inside = make('div', undefined, 'inside')
  const time = make('time', new Date(sent.sent_at).toLocaleTimeString())
  time.dateTime = sent.sent_at
  const state = make('span'), went = make('span', undefined, 'went')
  shown.set(keyOf(sent), state)
  went.append(state, ' · attempt ' + sent.attempt + ' · ' + sent.account + ' · registered for ' + sent.registered_url)
  summary.append(make('b', sent.headers['X-SVC-Event-Type']), time, went)
  const headers = make('dl')
  for (const [name, value] of Object.entries(sent.headers)) headers.append(make('dt', name), make('dd', value, /signature/i.test(name) ? 'signature' : ''))
  inside.append(make('h2', 'Headers'), headers, make('h2', 'Body, as signed'), make('pre', sent.body), make('h2', 'Body, to read'), make('pre', JSON.stringify(JSON.parse(sent.body), null, 2)))
  details.append(summary, inside)
  return details
}
function hint() {
  const box = make('div', undefined, 'empty')
  box.append('No webhook has been sent yet. Register an endpoint with ', make('code', 'POST ' + location.origin + '/api/public/v1/webhooks'), ', then ask for a test with ', make('code', 'POST /webhooks/{id}/test'), '.')
  return box
}
async function look() {
  try {
    const { received } = await (await fetch('/__mock/inbox.json')).json()
    const keys = new Set(received.map(keyOf))
    if ([...shown.keys()].some((key) => !keys.has(key)) || received.length === 0 || list.querySelector('.empty')) { list.replaceChildren(); shown.clear() }
    const fresh = received.filter((sent) => !shown.has(keyOf(sent)))
    list.prepend(...fresh.map(card))
    for (const sent of received) [shown.get(keyOf(sent)).textContent, shown.get(keyOf(sent)).className] = outcome(sent)
    if (received.length === 0) list.append(hint())
    count.textContent = received.length === 0 ? 'Nothing sent yet.' : received.length + (received.length === 1 ? ' webhook' : ' webhooks') + ', newest first.'
  } catch { count.textContent = 'The mock does not respond.' }
}
async function choose(scenario) {
  const response = await fetch('/__mock/scenario', scenario === undefined ? {} : { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ scenario: scenario || null }) })
  const state = await response.json()
  if (state.scenarios) { abouts = state.scenarios; for (const name of Object.keys(abouts)) choice.append(new Option(name, name)) }
  choice.value = state.scenario ?? ''
  about.textContent = abouts[choice.value] ?? ''
}
choice.addEventListener('change', () => choose(choice.value))
choose(); look(); setInterval(look, 1000)
</script>
</body>
</html>
`,
}
