import { expect, test } from 'vitest'
import { changelogFeed, changelogPage } from '../../src/docs-site/changelog-feed.ts'

const text = `# Changelog

What changed for the people who use the API.

## Announced

- 2026-11-21 · listLoans, getLoan · property-removed · 200 body.title — The title goes; read it from \`getItem\` <soon>.

## Unreleased

- Nothing yet.

## 1.1.0 (2026-10-01)

- \`shelf\` is new.

## 1.0.0 (2026-06-01)

The first.
`

test('the page shows announcements with the day from which they can take effect, and an anchor at each version', () => {
  const { body, headings } = changelogPage(text, '1.1.0').page
  expect(body).toContain('<strong>2026-11-21, to take effect from 2026-12-21 at the earliest.</strong>')
  expect(body).toContain(
    '<h2 id="1.1.0-2026-10-01"><a class="anchor" href="#1.1.0-2026-10-01">Version 1.1.0, <time datetime="2026-10-01">October 1, 2026</time></a></h2>',
  )
  expect(body).toContain('The current version is <strong>1.1.0</strong>, released on <time datetime="2026-10-01">')
  expect(body).toContain('href="/docs/changelog.atom"')
  expect(headings.map(({ title }) => title)).toEqual([
    'Announced',
    'Unreleased',
    '1.1.0 (2026-10-01)',
    '1.0.0 (2026-06-01)',
  ])
})

test('released versions are listed newest first, however they were ordered, below what is not released', () => {
  const { headings } = changelogPage(`${text}\n## 1.2.0 (2026-11-01)\n\nMore.\n\n## Upcoming\n\nLess.\n`, '1.2.0').page
  expect(headings.map(({ title }) => title)).toEqual([
    ...['Announced', 'Unreleased', 'Upcoming'],
    ...['1.2.0 (2026-11-01)', '1.1.0 (2026-10-01)', '1.0.0 (2026-06-01)'],
  ])
})

test('the page says that nothing is released, or that the current version is not', () => {
  const [draft = ''] = text.split('## 1.1.0')
  expect(changelogPage(draft, '1.0.0-demo').page.body).toContain(
    'The current version is <strong>1.0.0-demo</strong>, a draft. No version has been released yet.',
  )
  expect(changelogPage(text, '1.2.0').page.body).toContain(
    '<strong>1.2.0</strong>, which is not released. The last release is 1.1.0, released on ',
  )
})

test('the feed has an entry for each announcement and each version, newest first, with escaped text', () => {
  const feed = changelogFeed(text, { title: 'Lending & more', origin: 'https://library.example' })
  const titles = [...feed.matchAll(/<entry>[\s\S]*?<title>(.*?)<\/title>/g)].map(([, title]) => title)
  expect(titles).toEqual(['Announced for 2026-12-21 or later: listLoans, getLoan', 'Version 1.1.0', 'Version 1.0.0'])
  expect(feed).toContain('<updated>2026-11-21T00:00:00Z</updated>')
  expect(feed).toContain(
    '<link rel="self" type="application/atom+xml" href="https://library.example/docs/changelog.atom"/>',
  )
  expect(feed).toContain('Lending &amp; more')
  expect(feed).not.toContain('<soon>')
  expect(new Set([...feed.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)).size).toBe(4)
})

test('editing the prose of an announcement makes no new entry', () => {
  const ids = (changelog: string) =>
    [...changelogFeed(changelog, { title: 'L', origin: 'https://l.example' }).matchAll(/<id>(.*?)<\/id>/g)].join()
  expect(ids(text.replace('The title goes;', 'We remove the title:'))).toBe(ids(text))
})
