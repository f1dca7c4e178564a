// Functions of every page of the docs: copying code, choosing a language and a color scheme, searching, filling in the
// reader's own server and key, and on a phone showing the list of pages. It sends no requests except for the index of
// the search.

const assets = document.currentScript?.src ?? document.querySelector('script[src$="docs.js"]').src

leadOldLinks()
if (location.protocol === 'file:') linkFiles(document)
// A page that is neither encrypted nor on this machine may not write to the clipboard.
if (navigator.clipboard)
  for (const block of document.querySelectorAll('.code')) block.append(copyButton(block.querySelector('code')))
for (const group of document.querySelectorAll('.tabs')) chooseIn(group)
showOwnValues()
unfold()
window.addEventListener('hashchange', unfold)
window.addEventListener('own-values', showOwnValues)
searchPages()
chooseScheme()

const menu = document.querySelector('.menu')
const pages = document.querySelector('.pages')
menu.addEventListener('click', () => showPages(!pages.classList.contains('open')))
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !pages.classList.contains('open')) return
  showPages(false)
  menu.focus()
})
showCurrentPage()

/** On a phone, shows or hides the list of pages. */
function showPages(isOpen) {
  pages.classList.toggle('open', isOpen)
  menu.setAttribute('aria-expanded', String(isOpen))
  if (isOpen) showCurrentPage()
}

/** Scrolls the list to this page if it is below what is visible. Everything else stays where it is. */
function showCurrentPage() {
  const { offsetTop = 0, offsetHeight = 0 } = pages.querySelector('[aria-current]') ?? {}
  if (offsetTop + offsetHeight > pages.clientHeight) pages.scrollTop = offsetTop - pages.clientHeight / 2
}

/**
 * Earlier, each document had one page with a place for each operation: `#/reviews/listreviews` or
 * `#operation/listReviews`. The page to try operations had `#listReviews`. These links lead to the new pages.
 */
function leadOldLinks() {
  const path = location.pathname.replace(/\.html$/, '')
  const isTry = path.endsWith('/docs/try')
  const [, name] = (isTry ? /^#(\w+)$/ : /^#(?:.*\/)([\w-]+)$/).exec(location.hash) ?? []
  if (name === undefined || !/\/docs\/(try|reference|oauth)$/.test(path)) return
  const compact = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const links = [...document.querySelectorAll('.pages details a')]
  const found = links.find(({ pathname, dataset }) =>
    [dataset.alias ?? '', pathname.split('/').at(-1)].some((one) => compact(one) === compact(name)),
  )
  if (!found) return
  if (location.protocol === 'file:') linkFiles(document)
  location.replace(found.href + (isTry ? '#try' : ''))
}

/** Pages that are opened from disk link to files: `/docs/errors` is `errors.html` next to the folder of this script. */
function linkFiles(part) {
  for (const link of part.querySelectorAll('a[href^="/docs/"]')) {
    const [, path, hash = ''] = /^\/docs\/([^#]*)(#.*)?$/.exec(link.getAttribute('href')) ?? []
    const file = /\.\w+$/.test(path) ? path : `${path}.html`
    link.setAttribute('href', new URL(`../${file}`, assets).href + hash)
  }
}

function copyButton(code) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  return button
}

/** Shows one block of code of a group. The chosen language is kept for all pages and visits. */
function chooseIn(group) {
  const buttons = [...group.querySelectorAll('.choices button')]
  const figures = [...group.querySelectorAll('figure')]
  const choose = (chosen) => {
    for (const [place, button] of buttons.entries()) {
      button.setAttribute('aria-pressed', String(place === chosen))
      figures[place].classList.toggle('on', place === chosen)
    }
  }
  const isLanguages = group.classList.contains('languages')
  for (const [place, button] of buttons.entries())
    button.addEventListener('click', () => {
      choose(place)
      if (isLanguages) localStorage.setItem('docs.language', button.dataset.shows)
    })
  const kept = localStorage.getItem('docs.language')
  const place = buttons.findIndex(({ dataset }) => dataset.shows === kept)
  if (isLanguages && place > 0) choose(place)
}

/** A button for the color scheme. `scheme.js` applies the kept one to every page; without one, that of the system. */
function chooseScheme() {
  const schemes = { system: 'System', light: 'Light', dark: 'Dark' }
  const button = document.querySelector('.scheme')
  const chosen = document.documentElement.dataset
  const show = () => {
    const name = schemes[chosen.scheme ?? 'system']
    button.querySelector('span').textContent = name
    button.setAttribute('aria-label', `Color scheme: ${name}`)
  }
  button.addEventListener('click', () => {
    const names = Object.keys(schemes)
    const next = names[(names.indexOf(chosen.scheme ?? 'system') + 1) % names.length]
    if (next === 'system') {
      delete chosen.scheme
      localStorage.removeItem('docs.scheme')
    } else {
      chosen.scheme = next
      localStorage.setItem('docs.scheme', next)
    }
    show()
  })
  show()
}

/** Replaces the placeholders of the samples with the server and the key that the reader entered in this tab. */
function showOwnValues() {
  const server = sessionStorage.getItem('docs.server')
  const key = sessionStorage.getItem('docs.key')
  for (const place of document.querySelectorAll('[data-own]')) {
    place.dataset.written ??= place.textContent
    const own = place.dataset.own === 'key' ? key : server
    place.textContent = own || place.dataset.written
  }
}

/** Opens the folded parts that contain the target of the link. */
function unfold() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target) return
  for (let part = target; part; part = part.parentElement) if (part.localName === 'details') part.open = true
  target.scrollIntoView()
}

function searchPages() {
  const box = document.querySelector('.search')
  const input = box.querySelector('input')
  const list = box.querySelector('.found')
  const count = box.querySelector('.count')
  const shownMax = 12
  const links = () => (list.hidden ? [] : [...list.querySelectorAll('a')])

  input.addEventListener('input', show)
  input.addEventListener('click', show)
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target === input) links()[0]?.click()
    if (event.key === 'Escape') {
      input.focus()
      close()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const places = [input, ...links()]
    const next = places.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
    places[Math.max(0, Math.min(places.length - 1, next))].focus()
  })
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !box.contains(relatedTarget)) close()
  })
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.search') || event.target.closest('.found a')) close()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, textarea, select')) return
    event.preventDefault()
    input.focus()
  })

  function show() {
    if (globalThis.docsIndex === undefined) return loadIndex()
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    if (wanted.length === 0) return close()
    const hits = globalThis.docsIndex
      .map((place) => ({ place, score: score(place, wanted) }))
      .filter((hit) => hit.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, shownMax)
    list.replaceChildren(...(hits.length === 0 ? [none()] : hits.map(({ place }) => entry(place, wanted))))
    if (location.protocol === 'file:') linkFiles(list)
    list.hidden = false
    count.textContent = `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`
  }

  function loadIndex() {
    if (document.querySelector('script[src$="search-index.js"]')) return
    const script = document.createElement('script')
    script.src = new URL('search-index.js', assets).href
    script.addEventListener('load', show)
    document.head.append(script)
  }

  function close() {
    list.hidden = true
    count.textContent = ''
  }
}

/**
 * Every word has to occur. A place whose title or name is what was typed comes first, before those with all words in
 * title, name or address, before those that have them only in their text.
 */
function score({ title, name, where, text }, wanted) {
  const heads = [title, name].map((head) => head.toLowerCase())
  if (heads.includes(wanted.join(' '))) return 1000
  const address = where.toLowerCase()
  const body = text.toLowerCase()
  let sum = 0
  let inHeads = 0
  for (const word of wanted) {
    if (heads.some((head) => startsWord(head, word))) sum += 12
    else if (heads.some((head) => head.includes(word))) sum += 8
    else if (address.includes(word)) sum += 4
    else if (startsWord(body, word)) sum += 2
    else if (body.includes(word)) sum += 1
    else return 0
    if ([...heads, address].some((head) => head.includes(word))) inHeads += 1
  }
  return sum + (inHeads === wanted.length ? 100 : 0)
}

function startsWord(text, word) {
  return text.split(/[^\p{L}\p{N}_]+/u).some((one) => one.startsWith(word)) || text.startsWith(word)
}

/** The part of a text around the first of the words, or its beginning. */
function excerpt(text, wanted) {
  const places = wanted.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0)
  const from = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - 40)
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = start + 140 >= text.length ? text.length : Math.max(text.lastIndexOf(' ', start + 140), start + 60)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

/** A text cut at the words: every second part is a match. */
function matches(text, wanted) {
  const escaped = wanted.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return text.split(new RegExp(`(${escaped.join('|')})`, 'giu'))
}

function marked(text, wanted) {
  return matches(text, wanted).map((part, place) =>
    place % 2 === 0 ? part : Object.assign(document.createElement('mark'), { textContent: part }),
  )
}

function entry({ title, where, href, text }, wanted) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  link.append(...marked(title, wanted))
  for (const line of [where, excerpt(text, wanted)].filter(Boolean)) {
    const small = document.createElement('small')
    small.append(...marked(line, wanted))
    link.append(small)
  }
  item.append(link)
  return item
}

function none() {
  return Object.assign(document.createElement('li'), { className: 'none', textContent: 'Nothing found.' })
}
