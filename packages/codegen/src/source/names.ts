/** A text with its first character in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A name in Pascal case, from words that other characters than letters and digits separate. */
export function pascalCase(name: string): string {
  return wordsOf(name).map(capitalized).join('')
}

/** The same name with its first character in lower case. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}

function wordsOf(name: string): string[] {
  return name.split(/[^0-9A-Za-z]+/).filter((word) => word !== '')
}
