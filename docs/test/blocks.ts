import { readFileSync } from 'node:fs'

const folder = new URL('../guides/', import.meta.url)

/** The list of guides, and where a reader may try the API. */
export const site: { guides: string[]; try: { server: string; key: string } } = JSON.parse(
  readFileSync(new URL('site.json', folder), 'utf8'),
)

/** A fenced block of a guide. What stands behind its language says how it is run. */
export interface Block {
  guide: string
  /** The line where it begins. */
  line: number
  language: string
  /**
   * `start` goes on running, `refused` is completed with an error on purpose, `test` is a test file; of JSON, what it
   * is a response of.
   */
  words: string[]
  text: string
}

export function readGuide(guide: string): string {
  return readFileSync(new URL(`${guide}.md`, folder), 'utf8')
}

/** The fenced blocks of a guide, from top to bottom. */
export function blocksOf(guide: string): Block[] {
  const source = readGuide(guide)
  return [...source.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [language = '', ...words] = (match[1] ?? '').split(' ')
    const line = source.slice(0, match.index).split('\n').length
    return { guide, line, language, words, text: match[2] ?? '' }
  })
}
