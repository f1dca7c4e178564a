import type { LanguageCount } from '../records.ts'

const unknown = 'und'
const analyzed = 'en'
/** The number of languages that a sentence names. */
const namedMax = 5

const names = new Intl.DisplayNames('en', { type: 'language' })
const list = new Intl.ListFormat('en')

/** The reviews in each language as the contract has them, most frequent first. Its input has `und` for unknown. */
export function languageCountsOf(languages: ReadonlyMap<string, number>): LanguageCount[] {
  return [...languages]
    .sort(([a, most], [b, least]) => least - most || a.localeCompare(b))
    .map(([language, reviews]) => ({ language: language === unknown ? null : language, reviews }))
}

/** "9 are in German and 1 is in French": the languages that the engine does not read. Null without any. */
export function unreadLanguages(counts: readonly LanguageCount[]): string | null {
  const named = counts.flatMap(({ language, reviews }) =>
    language === null || language === analyzed
      ? []
      : [`${reviews} ${reviews === 1 ? 'is' : 'are'} in ${names.of(language)}`],
  )
  return named.length === 0 ? null : list.format(named.slice(0, namedMax))
}
