import type { Change } from '../diff/findings.ts'
import { parseVersion } from '../diff/versions.ts'

/**
 * The public changelog: Markdown that people write and edit. Programs read its second-level headings
 * (`Announced`, `Unreleased`, `1.1.0 (2026-11-21)`) and the beginnings of the announcements:
 *
 *     - 2026-11-21 · listLoans, getLoan · property-removed · 200 body.title — The title goes, because …
 */
export interface Changelog {
  /** The text before the first section. */
  head: string
  sections: Section[]
}

interface Section {
  /** The heading, without `## `. */
  title: string
  text: string
}

/** A breaking change that was announced before its release. */
export interface Announcement {
  /** The day on which it was announced, as written. */
  date: string
  /** operationIds and webhooks, or `document` for changes to the API as a whole. */
  operations: string[]
  rule: string
  /** The position in the message, as the comparison prints it. Empty for an operation as a whole. */
  at: string
  /** The line up to the prose, which stays the same while the prose is edited. */
  key: string
  /** The text for readers. */
  prose: string
}

export const announced = 'Announced'
export const unreleased = 'Unreleased'
/** The heading of the breaking changes of a released version. */
export const breakingTitle = 'Breaking changes'

export function parseChangelog(text: string): Changelog {
  const [head = '', ...rest] = text.split(/^(?=## )/m)
  const sections = rest.map((part) => {
    const end = part.indexOf('\n')
    return end < 0
      ? { title: part.slice(3).trim(), text: '' }
      : { title: part.slice(3, end).trim(), text: part.slice(end + 1).trim() }
  })
  return { head: head.trim(), sections }
}

export function formatChangelog({ head, sections }: Changelog): string {
  const parts = sections.map(({ title, text }) => (text === '' ? `## ${title}` : `## ${title}\n\n${text}`))
  return `${[head, ...parts].join('\n\n')}\n`
}

const line = /^- (?<date>\d{4}-\d{2}-\d{2}) · (?<operations>[^·]+) · (?<rule>[\w-]+) · (?<at>[^·]*?) ?— /

/** The breaking changes that were announced before their release. Empty without such a section. */
export function announcementsIn({ sections }: Changelog): Announcement[] {
  const text = sections.find(({ title }) => title === announced)?.text ?? ''
  return text.split('\n').flatMap((one) => {
    const match = line.exec(one)
    if (!match?.groups) return []
    const { date = '', operations = '', rule = '', at = '' } = match.groups
    const names = operations.split(',').map((name) => name.trim())
    return [{ date, operations: names, rule, at: at.trim(), key: match[0].trim(), prose: one.slice(match[0].length) }]
  })
}

/** Returns the line that announces a change. Its last part is a draft for a person to edit. */
export function announcementLine(change: Change, today: string): string {
  const { rule, at, sentence } = change
  return `- ${today} · ${operationsOf(change).join(', ')} · ${rule} · ${at}${at === '' ? '' : ' '}— ${sentence}`
}

/** Returns whether an announcement is about a change in an operation. */
export function announces({ rule, at, operations }: Announcement, change: Change, operation: string): boolean {
  return rule === change.rule && at === change.at && operations.includes(operation)
}

/** The operations that a change reaches, by name. */
export function operationsOf({ affects }: Change): string[] {
  return affects.length === 0 ? ['document'] : affects.map(({ name }) => name)
}

/**
 * Adds lines to a section, and creates the section if necessary. `Announced` and `Unreleased` precede the released
 * versions.
 */
export function addTo(changelog: Changelog, title: string, lines: readonly string[]): Changelog {
  const known = changelog.sections.find((section) => section.title === title)
  const text = [known?.text ?? '', ...lines].filter((one) => one !== '').join('\n')
  const others = changelog.sections.filter((section) => section !== known)
  const sections = known
    ? changelog.sections.map((section) => (section === known ? { title, text } : section))
    : [{ title, text }, ...others]
  return { ...changelog, sections }
}

/** A released version in the changelog. */
export interface Release {
  version: string
  /** The day of the release, as `2026-11-21`. */
  date: string
  text: string
}

export function releasesIn({ sections }: Changelog): Release[] {
  return sections.flatMap(({ title, text }) => {
    const match = /^(\S+) \((\d{4}-\d{2}-\d{2})\)$/.exec(title)
    const [, version = '', date = ''] = match ?? []
    return match && parseVersion(version) ? [{ version, date, text }] : []
  })
}
