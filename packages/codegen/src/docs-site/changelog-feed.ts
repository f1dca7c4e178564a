import { Marked } from 'marked'
import {
  announced,
  announcementsIn,
  breakingTitle,
  type Changelog,
  parseChangelog,
  type Release,
  releasesIn,
} from '../release/changelog.ts'
import { noticeDays, plusDays } from '../release/notice.ts'
import { escapeHtml } from './highlight.ts'
import type { TwinPage } from './reference/overview-pages.ts'

/** The paths of the page and the feed. */
const changelogAddress = '/docs/changelog'
const feedAddress = '/docs/changelog.atom'

/**
 * The changelog as a page of the docs: what is announced and unreleased, and below it the released versions, newest
 * first. Each section has a link of its own, and a version its date and whether it breaks something.
 *
 * @param current the version of the contract
 */
export function changelogPage(text: string, current: string): TwinPage {
  const changelog = parseChangelog(text)
  const released = newestFirst(releasesIn(changelog))
  const titles = new Map(released.map((one) => [`${one.version} (${one.date})`, one]))
  const others = changelog.sections.filter(({ title }) => !titles.has(title))
  const sections = [
    ...others.map(({ title, text: body }) => {
      return { title, heading: escapeHtml(title), html: html(title === announced ? readable(changelog) : body) }
    }),
    ...[...titles].map(([title, one]) => ({ title, heading: headingOf(one), html: html(one.text) })),
  ].map((section) => ({ ...section, id: anchorOf(section.title) }))
  const head = html(changelog.head)
  const feed = `<p>${stateOf(current, released)} <a href="${feedAddress}">Follow it as a feed (Atom)</a></p>`
  const page = {
    address: changelogAddress,
    title: 'Changelog',
    description: 'Changes of the API, released and announced.',
    body: [
      head,
      feed,
      ...sections.map(
        ({ id, heading, html }) => `<h2 id="${id}"><a class="anchor" href="#${id}">${heading}</a></h2>\n${html}`,
      ),
    ].join('\n'),
    headings: sections.map(({ id, title }) => ({ depth: 2, id, title })),
    feed: feedAddress,
  }
  return { page, markdown: text }
}

/** The current version, and what was released last. */
function stateOf(current: string, [latest]: readonly Release[]): string {
  const version = `The current version is <strong>${escapeHtml(current)}</strong>`
  if (latest === undefined) return `${version}, a draft. No version has been released yet.`
  const when = `released on ${dateHtml(latest.date)}`
  if (latest.version === current) return `${version}, ${when}.`
  return `${version}, which is not released. The last release is ${escapeHtml(latest.version)}, ${when}.`
}

function headingOf({ version, date, text }: Release): string {
  const breaks = text.includes(`### ${breakingTitle}`) ? ' <span class="status bad">breaking changes</span>' : ''
  return `Version ${escapeHtml(version)}, ${dateHtml(date)}${breaks}`
}

/** As `October 1, 2026`. */
function dateHtml(date: string): string {
  const written = new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return `<time datetime="${date}">${written}</time>`
}

/** By date, and those of one day in the order of the changelog. */
function newestFirst<Dated extends { date: string }>(entries: readonly Dated[]): Dated[] {
  return entries.toSorted((a, b) => b.date.localeCompare(a.date))
}

/**
 * The changelog as an Atom feed (RFC 4287): an entry for each released version and for each announcement, newest first.
 *
 * @param origin scheme, host and port under which the page is served
 */
export function changelogFeed(text: string, { title, origin }: { title: string; origin: string }): string {
  const changelog = parseChangelog(text)
  const released = releasesIn(changelog).map(({ version, date, text: body }) => ({
    id: anchorOf(`${version} (${date})`),
    date,
    title: `Version ${version}`,
    html: html(body),
  }))
  const announcements = announcementsIn(changelog).map(({ date, operations, rule, at, prose }) => ({
    // The id is derived from the line up to the prose, so an edit of the prose keeps the entry.
    id: anchorOf(`${date} ${rule} ${operations.join(' ')} ${at}`),
    date,
    title: `Announced for ${plusDays(date, noticeDays)} or later: ${operations.join(', ')}`,
    html: html(prose),
  }))
  const entries = newestFirst([...released, ...announcements])
  const page = `${origin}${changelogAddress}`
  const updated = entries[0]?.date ?? '1970-01-01'
  const lines = entries.map(
    ({ id, date, title: name, html: body }) => `  <entry>
    <id>${escapeHtml(`${page}#${id}`)}</id>
    <title>${escapeHtml(name)}</title>
    <link href="${escapeHtml(`${page}#${id}`)}"/>
    <updated>${date}T00:00:00Z</updated>
    <content type="html">${escapeHtml(body)}</content>
  </entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeHtml(page)}</id>
  <title>${escapeHtml(title)}: changes</title>
  <author><name>${escapeHtml(title)}</name></author>
  <link href="${escapeHtml(page)}"/>
  <link rel="self" type="application/atom+xml" href="${escapeHtml(`${origin}${feedAddress}`)}"/>
  <updated>${updated}T00:00:00Z</updated>
${lines.join('\n')}${lines.length > 0 ? '\n' : ''}</feed>
`
}

/** The announcements with the prose first and the part for programs last. */
function readable(changelog: Changelog): string {
  const lines = announcementsIn(changelog).map(({ date, operations, at, prose }) => {
    const where = [...operations.map((name) => `\`${name}\``), ...(at === '' ? [] : [`at \`${at}\``])].join(' ')
    return `- **${date}, to take effect from ${plusDays(date, noticeDays)} at the earliest.** ${prose} (${where})`
  })
  return lines.join('\n')
}

function html(markdown: string): string {
  return new Marked().parse(markdown, { async: false }).trim()
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}
