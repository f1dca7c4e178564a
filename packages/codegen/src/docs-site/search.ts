import type { Guide } from './markdown.ts'
import type { DocumentedError } from './reference/errors.ts'
import type { ReferencedOperation } from './reference.ts'

/** One place that the search can find. */
interface SearchPlace {
  title: string
  where: string
  href: string
  /** The words of its text, each once, in lower case. */
  words: string
}

/** Every section of the guides, every operation and event, every error code, and every schema. */
export function searchIndex({
  guides,
  operations,
  errors,
  schemas,
}: {
  guides: readonly Guide[]
  operations: readonly ReferencedOperation[]
  errors: readonly (DocumentedError & { href: string })[]
  schemas: readonly { name: string; href: string }[]
}): SearchPlace[] {
  return [
    ...guides.flatMap((guide) =>
      guide.sections.map(({ depth, id, title, text }) => ({
        title,
        where: depth === 1 ? 'Guide' : guide.title,
        href: depth === 1 ? guide.address : `${guide.address}#${id}`,
        words: wordsOf(text),
      })),
    ),
    ...operations.map(({ kind, id, method, path, title, operation, parameters, address }) => ({
      title,
      where: kind === 'event' ? `Event ${path}` : `${method.toUpperCase()} ${path}`,
      href: address,
      words: wordsOf([id, operation.description, ...parameters.map(({ name }) => name)].join(' ')),
    })),
    ...errors.map(({ code, status, cause, action, href }) => ({
      title: code,
      where: `Error ${status}`,
      href,
      words: wordsOf(`${cause} ${action}`),
    })),
    ...schemas.map(({ name, href }) => ({ title: name, where: 'Schema', href, words: '' })),
  ]
}

/** The index as a script, because a page that is opened from disk may load scripts but no data. */
export function searchIndexScript(index: readonly SearchPlace[]): string {
  return `globalThis.docsIndex = ${JSON.stringify(index)}\n`
}

function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_:.-]*[\p{L}\p{N}]/gu) ?? []
  return [...new Set(words)].join(' ')
}
