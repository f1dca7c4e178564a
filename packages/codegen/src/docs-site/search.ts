import type { Guide } from './markdown.ts'
import type { DocumentedError } from './reference/errors.ts'
import type { ReferencedOperation } from './reference.ts'

/** One place that the search can find. */
interface SearchPlace {
  title: string
  where: string
  href: string
  /** The operationId or the type of an event; empty for other places. */
  name: string
  /** Its text without markup, on one line. */
  text: string
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
  schemas: readonly { name: string; fields: readonly string[]; href: string }[]
}): SearchPlace[] {
  return [
    ...guides.flatMap((guide) =>
      guide.sections.map(({ depth, id, title, text }) => ({
        title,
        where: depth === 1 ? 'Guide' : guide.title,
        href: depth === 1 ? guide.address : `${guide.address}#${id}`,
        name: '',
        text: plain(text),
      })),
    ),
    ...operations.map(({ kind, id, name, method, path, title, operation, parameters, address }) => ({
      title,
      where: kind === 'event' ? `Event ${path}` : `${method.toUpperCase()} ${path}`,
      href: address,
      name: kind === 'event' ? name : id,
      text: plain([operation.description, parameters.map(({ name: parameter }) => parameter).join(', ')].join(' ')),
    })),
    ...errors.map(({ code, status, cause, action, href }) => ({
      title: code,
      where: `Error ${status}`,
      href,
      name: '',
      text: plain(`${cause} ${action}`),
    })),
    ...schemas.map(({ name, fields, href }) => ({
      title: name,
      where: 'Schema',
      href,
      name: '',
      text: fields.join(', '),
    })),
  ]
}

/** The index as a script, because a page that is opened from disk may load scripts but no data. */
export function searchIndexScript(index: readonly SearchPlace[]): string {
  return `globalThis.docsIndex = ${JSON.stringify(index)}\n`
}

function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
