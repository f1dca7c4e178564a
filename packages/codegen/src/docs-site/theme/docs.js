// Functions of every page of the docs: copying code, searching, and on a phone showing the list of pages. It uses
// only what is in the page and sends no requests.

document.documentElement.classList.add('js')

for (const block of document.querySelectorAll('.code')) block.append(copyButton(block.querySelector('code')))

const menu = document.querySelector('.menu')
menu.addEventListener('click', () => {
  const isOpen = document.querySelector('.pages').classList.toggle('open')
  menu.setAttribute('aria-expanded', String(isOpen))
})

searchIn(JSON.parse(document.getElementById('index').textContent))

function copyButton(code) {
  const button = document.createElement('button')
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

/** @param {{ title: string, where: string, href: string, words: string }[]} places */
function searchIn(places) {
  const input = document.querySelector('.search input')
  const list = document.querySelector('.found')
  const shownMax = 12
  let chosen = -1

  input.addEventListener('input', show)
  input.addEventListener('focus', show)
  input.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    if (event.key === 'Escape') close()
    if (event.key === 'Enter') (links[chosen] ?? links[0])?.click()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    chosen = Math.max(0, Math.min(links.length - 1, chosen + (event.key === 'ArrowDown' ? 1 : -1)))
    for (const [place, link] of links.entries()) link.setAttribute('aria-selected', String(place === chosen))
    links[chosen]?.scrollIntoView({ block: 'nearest' })
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
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    if (wanted.length === 0) return close()
    const hits = places
      .map((place) => ({ place, score: score(place, wanted) }))
      .filter((hit) => hit.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, shownMax)
    chosen = -1
    list.replaceChildren(...(hits.length === 0 ? [none()] : hits.map(({ place }) => entry(place))))
    list.hidden = false
    input.setAttribute('aria-expanded', 'true')
  }

  function close() {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
  }
}

/** Every word has to occur; in a title it counts more, and at the beginning of a word more still. */
function score({ title, where, words }, wanted) {
  let sum = 0
  for (const word of wanted) {
    const inTitle = `${title} ${where}`.toLowerCase()
    if (inTitle.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(word))) sum += 10
    else if (inTitle.includes(word)) sum += 6
    else if (` ${words}`.includes(` ${word}`)) sum += 3
    else if (words.includes(word)) sum += 1
    else return 0
  }
  return sum
}

function entry({ title, where, href }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  link.append(title, Object.assign(document.createElement('small'), { textContent: where }))
  item.append(link)
  return item
}

function none() {
  return Object.assign(document.createElement('li'), { className: 'none', textContent: 'Nothing found.' })
}
