import type { Guide } from './markdown.ts'
import type { ReferencedOperation } from './reference.ts'

/** One section that the search can find. */
export interface SearchPlace {
  title: string
  where: string
  href: string
  /** The words of its text, each once, in small letters. */
  words: string
}

/** Every section of the guides and every operation. */
export function searchIndex(guides: readonly Guide[], operations: readonly ReferencedOperation[]): SearchPlace[] {
  return [
    ...guides.flatMap((guide) =>
      guide.sections.map(({ depth, id, title, text }) => ({
        title,
        where: depth === 1 ? 'Guide' : guide.title,
        href: depth === 1 ? guide.address : `${guide.address}#${id}`,
        words: wordsOf(text),
      })),
    ),
    ...operations.map(({ id, method, path, operation, parameters, address }) => ({
      title: operation.summary ?? id,
      where: `${method.toUpperCase()} ${path}`,
      href: address,
      words: wordsOf([id, operation.description, ...parameters.map(({ name }) => name)].join(' ')),
    })),
  ]
}

function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_:.-]*[\p{L}\p{N}]/gu) ?? []
  return [...new Set(words)].join(' ')
}
