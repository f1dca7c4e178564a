import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SentenceView } from '@svc/intelligence/model/features'
import { viewOfSentence } from '@svc/intelligence/model/view'
import { publishedHash, readLeftOut } from './published.ts'

/** A snippet of a review whose polarity people rated, without its subject. */
export interface RatedSnippet {
  view: SentenceView
  text: string
  /** Part of the people who found it positive, negative and neither; they sum to 1. */
  positive: number
  negative: number
  neutral: number
}

/** The snippets of reviews; its tweets and editorials are written by no customers. */
const ratedSets = ['amazonReviewSnippets', 'movieReviewSnippets']
/** Longer snippets are whole paragraphs. */
const wordsMax = 60

/**
 * Reads the rated snippets of reviews from the folder `hutto_ICWSM_2014` of the data published with VADER (MIT
 * License): for each set a file of texts and one of ratings by about twenty people, from -4 to 4; without the snippets
 * that are left out. Throws if files are missing; the error names them all. `onFile` receives the content of each file.
 */
export function readRated(directory: string, onFile: (content: string) => void = () => {}): RatedSnippet[] {
  const files = ratedSets.map((set) => ({
    texts: join(directory, `${set}_GroundTruth.txt`),
    ratings: join(directory, `${set}_anonDataRatings.txt`),
  }))
  const missing = files.flatMap(({ texts, ratings }) => [texts, ratings]).filter((path) => !existsSync(path))
  if (missing.length > 0) {
    throw new Error(
      `The folder of rated snippets lacks ${missing.join(', ')}. It must be hutto_ICWSM_2014, unpacked from additional_resources of the repository cjhutto/vaderSentiment.`,
    )
  }
  const leftOut = readLeftOut(onFile)
  return files.flatMap(({ texts, ratings }) => {
    const written = readRows(texts, onFile)
    return [...readRows(ratings, onFile)].flatMap(([id, columns]) => {
      const text = written.get(id)?.at(-1) ?? ''
      if (leftOut.has(publishedHash(text))) return []
      const view = viewOfSentence(text, 'other')
      if (view.words.length === 0 || view.words.length > wordsMax) return []
      const given: number[] = JSON.parse(columns.at(-1) ?? '[]')
      const positive = given.filter((rating) => rating > 0).length / given.length
      const negative = given.filter((rating) => rating < 0).length / given.length
      return [{ view, text, positive, negative, neutral: 1 - positive - negative }]
    })
  })
}

/** Reads the rows of a file by the ids in the first column. */
function readRows(path: string, onFile: (content: string) => void): Map<string, string[]> {
  const content = readFileSync(path, 'latin1').replace(/^\u00ef\u00bb\u00bf/, '')
  onFile(content)
  const rows = content.split('\n').map((line) => line.trim().split('\t'))
  return new Map(rows.flatMap(([id, ...columns]) => (id && columns.length > 0 ? [[id, columns]] : [])))
}
