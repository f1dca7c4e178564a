import { Marked } from 'marked'
import { announced, announcementsIn, type Changelog, parseChangelog, releasesIn } from '../release/changelog.ts'
import { noticeDays, plusDays } from '../release/notice.ts'
import { escapeHtml } from './highlight.ts'
import type { TwinPage } from './reference/overview-pages.ts'

/** The paths of the page and the feed. */
const changelogAddress = '/docs/changelog'
const feedAddress = '/docs/changelog.atom'

/** The changelog as a page of the docs, with an anchor at each version. */
export function changelogPage(text: string): TwinPage {
  const changelog = parseChangelog(text)
  const sections = changelog.sections.map(({ title, text: body }) => {
    const written = title === announced ? readable(changelog) : body
    return { id: anchorOf(title), title, html: html(written) }
  })
  const head = html(changelog.head)
  const feed = `<p><a href="${feedAddress}">Follow it as a feed (Atom)</a></p>`
  const page = {
    address: changelogAddress,
    title: 'Changelog',
    description: 'Changes of the API, released and announced.',
    body: [
      head,
      feed,
      ...sections.map(({ id, title, html }) => `<h2 id="${id}">${escapeHtml(title)}</h2>\n${html}`),
    ].join('\n'),
    headings: sections.map(({ id, title }) => ({ depth: 2, id, title })),
  }
  return { page, markdown: text }
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
  const entries = [...released, ...announcements].sort((a, b) => b.date.localeCompare(a.date))
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
