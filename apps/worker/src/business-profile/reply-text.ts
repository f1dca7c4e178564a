/**
 * Returns whether two replies have the same text. The upstream service may change white space and the Unicode form of
 * what it stores.
 */
export function isSameReply(one: string, other: string): boolean {
  return normalized(one) === normalized(other)
}

function normalized(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}
