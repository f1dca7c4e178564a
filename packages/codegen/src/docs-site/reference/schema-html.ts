import { escapeHtml } from '../highlight.ts'
import type { Prose } from '../prose.ts'
import type { Field, Shape } from './schema-shape.ts'

/** The functions that depend on the document of a schema. */
export interface SchemaStyle {
  prose: Prose
  /** The URL of a component on the page of schemas. */
  schemaAddress(component: string): string
}

/**
 * Renders a list of fields. Each has an id below the given one, such as `body.metadata`, which a link can name. What a
 * field contains is folded, except for the fields in `open`.
 */
export function fieldsHtml(
  style: SchemaStyle,
  fields: readonly Field[],
  id: string,
  open: readonly string[] = [],
): string {
  const items = fields.map((field) => fieldHtml(style, field, `${id}.${field.name}`, open.includes(field.name)))
  return `<ul class="fields">\n${items.join('\n')}\n</ul>`
}

/** Renders the fields, alternatives and values of a schema that is not a field of another. */
export function shapeHtml(style: SchemaStyle, shape: Shape, id: string, open: readonly string[] = []): string {
  const fields = shape.fields.length === 0 ? '' : fieldsHtml(style, shape.fields, id, open)
  const isPlain = shape.fields.length === 0 && shape.variants.length === 0
  return [
    isPlain ? `<p><span class="type">${escapeHtml(shape.type)}</span></p>` : '',
    limitsHtml(shape),
    valuesHtml(style, shape),
    fields,
    variantsHtml(style, shape, id),
  ].join('')
}

function fieldHtml(
  style: SchemaStyle,
  { name, required, deprecated, shape }: Field,
  id: string,
  isOpen: boolean,
): string {
  const marks = [required ? '<b>required</b>' : '', deprecated ? '<b>deprecated</b>' : ''].join('')
  const head = `<a href="#${encodeURIComponent(id)}"><code>${escapeHtml(name)}</code></a> <span class="type">${escapeHtml(shape.type)}</span>${marks}`
  const description = shape.description === '' ? '' : style.prose(shape.description)
  return `<li id="${escapeHtml(id)}"><p class="head">${head}</p>${description}${limitsHtml(shape)}${valuesHtml(style, shape)}${innerHtml(style, shape, id, isOpen)}</li>`
}

/** The content of a field, which a reader can unfold. */
function innerHtml(style: SchemaStyle, shape: Shape, id: string, isOpen: boolean): string {
  const { component, fields, variants, isRecursive } = shape
  if (isRecursive && component !== undefined)
    return `<p class="limits"><a href="${style.schemaAddress(component)}">Fields of ${escapeHtml(component)}</a></p>`
  if (fields.length === 0 && variants.length === 0) return ''
  const count =
    fields.length > 0 ? `${fields.length} field${fields.length === 1 ? '' : 's'}` : `${variants.length} alternatives`
  const of = component === undefined ? '' : ` of ${escapeHtml(component)}`
  const body = `${fields.length > 0 ? fieldsHtml(style, fields, id) : ''}${variantsHtml(style, shape, id)}`
  return `<details${isOpen ? ' open' : ''}><summary>${count}${of}</summary>\n${body}</details>`
}

function variantsHtml(style: SchemaStyle, { variants }: Shape, id: string): string {
  return variants
    .map(({ title, shape }, index) => {
      const isScalar = shape.fields.length === 0 && shape.variants.length === 0
      const about = shape.description === '' ? '' : style.prose(shape.description)
      if (isScalar)
        return `<div class="variant"><span class="type">${escapeHtml(shape.type)}</span>${about}${limitsHtml(shape)}${valuesHtml(style, shape)}</div>`
      return `<details class="variant"><summary>${index === 0 ? '' : 'or '}${escapeHtml(title)}</summary>\n${about}${shapeHtml(style, { ...shape, limits: [], values: [] }, `${id}.${title}`)}</details>`
    })
    .join('\n')
}

function limitsHtml({ limits }: Shape): string {
  if (limits.length === 0) return ''
  return `<p class="limits">${limits.map((limit) => `<span>${escapeHtml(limit)}</span>`).join(' ')}</p>`
}

function valuesHtml({ prose }: SchemaStyle, { values }: Shape): string {
  if (values.length === 0) return ''
  if (values.every(({ meaning }) => meaning === ''))
    return `<p class="limits">One of ${values.map(({ value }) => `<code>${escapeHtml(value)}</code>`).join(' ')}</p>`
  const items = values.map(
    ({ value, meaning }) => `<li><code>${escapeHtml(value)}</code> ${prose(meaning).replaceAll(/<\/?p>/g, '')}</li>`,
  )
  return `<ul class="values">${items.join('')}</ul>`
}
