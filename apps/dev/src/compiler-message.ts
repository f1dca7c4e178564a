/**
 * The first and the last sentence of a message of the compiler: the sentences between them repeat the types, and the
 * last one names the property or the value that does not fit. Long types are shortened.
 */
export function shortened(message: string): string {
  const sentences = message.split('\n')
  const shown = [sentences[0] ?? '', ...sentences.slice(1).slice(-1)]
  return shown.map((sentence) => sentence.trim().replaceAll(/'[^']{100,}'/g, shortenedType)).join(' ')
}

const shownCharacters = 60

function shortenedType(quoted: string): string {
  return `${quoted.slice(0, shownCharacters)} … ${quoted.slice(-shownCharacters / 2)}`
}
