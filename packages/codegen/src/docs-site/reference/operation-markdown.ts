import type { NamedExample, OperationFacts } from './facts.ts'
import { languages } from './samples.ts'
import type { Field, Shape } from './schema-shape.ts'

/** The page of an operation or an event as Markdown, for programs. */
export function operationMarkdown(facts: OperationFacts): string {
  const { operation, url, credentials, scopes, behavior, parameters, body, responses, errors, related, sample } = facts
  const address = operation.kind === 'event' ? `Event \`${url}\`` : `\`${operation.method.toUpperCase()} ${url}\``
  const needs = scopes.length === 0 ? '' : ` Scope: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`
  const stability = operation.operation['x-stability']
  return joined([
    `# ${operation.title}`,
    address,
    stability === undefined ? '' : `Stability: ${stability}.`,
    operation.operation.description?.trim() ?? '',
    credentials.length === 0 ? '' : `## Authentication\n\nSend one of: ${credentials.join('; ')}.${needs}`,
    ...parameters.map(({ place, fields }) => `## Parameters: ${place}\n\n${fieldList(fields)}`),
    body === undefined
      ? ''
      : `## ${operation.kind === 'event' ? 'Payload' : 'Request body'}${body.required ? ' (required)' : ''}`,
    ...(body?.media ?? []).map(({ type, shape }) =>
      joined([`Media type: \`${type}\``, shape.description, shapeText(shape)]),
    ),
    ...(operation.kind === 'event' ? (body?.examples ?? []) : []).map(fence),
    ...responses.map(({ status, description, headers, media, examples }) =>
      joined([
        `## Response ${status}`,
        description,
        headers.length === 0 ? '' : `Headers: ${headers.map(({ name }) => `\`${name}\``).join(', ')}.`,
        media === undefined ? '' : shapeText(media.shape),
        ...examples.slice(0, 1).map(fence),
      ]),
    ),
    errors.length === 0 ? '' : '## Errors',
    ...errors.map(
      ({ code, status, cause, action }) =>
        `- \`${code}\` (${status}): ${[cause, action].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ')}`,
    ),
    behavior.length === 0 ? '' : '## Limits and retries',
    ...behavior.map(({ title, text }) => `- ${title}: ${text}`),
    sample === undefined ? '' : '## Samples',
    ...(sample ? languages : []).map(
      ({ id, title, write }) => `### ${title}\n\n${fenced(id, sample ? write(sample) : '')}`,
    ),
    related.length === 0 ? '' : '## Related',
    ...related.map(({ title, address: at, reason }) => `- [${title}](${at}.md): ${reason}`),
  ])
}

/** Paragraphs with an empty line between them; items of a list follow each other. */
export function joined(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .reduce((text, part) => {
      if (text === '') return part
      const isNextItem = part.startsWith('- ') && /(?:^|\n)- [^\n]*$/.test(text)
      return `${text}${isNextItem ? '\n' : '\n\n'}${part}`
    }, '')
}

function fence({ language, text }: NamedExample): string {
  return fenced(language, text)
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

/** The fields of a schema, or its type if it has none. */
export function shapeText(shape: Shape, depth = 0): string {
  const indent = '  '.repeat(depth)
  const variants = shape.variants.map(({ title, shape: one }) => {
    const inner = shapeText(one, depth + 1)
    return `${indent}- alternative ${title}${inner === '' ? '' : `\n${inner}`}`
  })
  return [fieldList(shape.fields, depth), ...variants].filter(Boolean).join('\n')
}

function fieldList(fields: readonly Field[], depth = 0): string {
  const indent = '  '.repeat(depth)
  return fields
    .map(({ name, required, deprecated, shape }) => {
      const facts = [
        shape.type,
        ...(required ? ['required'] : []),
        ...(deprecated ? ['deprecated'] : []),
        ...shape.limits,
      ]
      const values = shape.values.map(({ value, meaning }) => `\`${value}\`${meaning === '' ? '' : ` (${meaning})`}`)
      const oneOf = values.length === 0 ? '' : ` One of ${values.join(', ')}.`
      const about = `${shape.description} ${oneOf}`.replaceAll(/\s+/g, ' ').trim()
      const line = `${indent}- \`${name}\` (${facts.join(', ')})${about === '' ? '' : `: ${about}`}`
      const inner = shapeText(shape, depth + 1)
      return inner === '' ? line : `${line}\n${inner}`
    })
    .join('\n')
}
