import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrokenSpecError } from '../lint/findings.ts'

/**
 * The pages in addition to the reference: the guides with their order, and the server on which readers can try
 * operations.
 */
export interface Site {
  /** The absolute path of the folder of the guides. Empty for a site without guides. */
  folder: string
  title: string
  /** Scheme, host and port under which the pages are served. Undefined if the document has no absolute server. */
  origin?: string | undefined
  /** Names of Markdown files without their extension, in reading order. The first is the home page. */
  guides: readonly string[]
  /** Pages below `/docs` that are served separately and linked from the reference. */
  links: readonly { title: string; href: string }[]
  /** Files that the overview of the reference links to. */
  downloads?: readonly { title: string; href: string }[]
  /** The server on which readers try operations. Without it, pages have no form for requests. */
  try?: TryIt
}

/** A public server with a public credential. */
export interface TryIt {
  /** Base URL of the API there. */
  server: string
  /** An API key. */
  key: string
  /** The command to start that server. */
  start: string
}

/** The name of the file in the folder of the guides that describes them. */
const description = 'site.json'

/**
 * Reads the description of a folder of guides.
 *
 * @throws BrokenSpecError when it cannot be read or names a guide that does not exist
 */
export function readSite(folder: string): Site {
  const file = join(folder, description)
  const described: Omit<Site, 'folder'> = JSON.parse(readFileSync(file, 'utf8'))
  const site: Site = { ...described, folder }
  const missing = site.guides.filter((name) => !existsSync(join(folder, `${name}.md`)))
  if (missing.length === 0) return site
  const sentence = `It names guides that are not in its folder: ${missing.map((name) => `${name}.md`).join(', ')}.`
  throw new BrokenSpecError([{ file, line: 1, column: 1, rule: 'guides', severity: 'error', sentence }])
}

/** The address of a guide. */
export function addressOf(name: string): string {
  return `/docs/${name}`
}

/** The address of the first page of a site: its first guide or, without guides, the reference of the API. */
export function homeOf({ guides }: Site): string {
  return addressOf(guides[0] ?? 'reference')
}
