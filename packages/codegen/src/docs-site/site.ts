import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrokenSpecError } from '../lint/findings.ts'

/** The pages beside the reference: which guides there are, in which order, and where a reader may try an operation. */
export interface Site {
  /** Where the guides are, absolute. */
  folder: string
  title: string
  /** Names of Markdown files without their ending, in the order of reading; the first is the home page. */
  guides: readonly string[]
  /** Pages that something else serves below `/docs`, shown beside the reference. */
  links: readonly { title: string; href: string }[]
  try: TryIt
}

/** A public server with a public credential. */
export interface TryIt {
  /** Base URL of the API there. */
  server: string
  /** An API key. */
  key: string
  /** How a reader starts that server. */
  start: string
}

/** The folder that holds guides describes them in this file. */
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
export function addressOf({ guides }: Site, name: string): string {
  return name === guides[0] ? '/docs' : `/docs/${name}`
}
