import { Document } from 'yaml'
import { type StringifyContext, stringifyString } from 'yaml/util'

/**
 * Writes JSON data as YAML, byte for byte as `stringify` of the library does with `lineWidth: 120` and without aliases,
 * which few OpenAPI tools support. The library builds a tree of nodes with positions and comments first, which takes
 * three times as long. Here it only formats the strings that need quotes or several lines.
 */
export function yamlText(data: unknown): string {
  return `${block(data, '')}\n`
}

const lineWidth = 120

/** Returns a value without the indentation of its first line. */
function block(value: unknown, indent: string, position: { indentAtStart?: number } = {}): string {
  if (typeof value === 'string') return text(value, { indent, ...position })
  if (Object.is(value, -0)) return '-0'
  if (typeof value !== 'object' || value === null) return String(value)
  const step = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => `- ${block(item, step)}`)
    : Object.entries(value).map(([key, item]) => pair(key, item, indent))
  const empty = Array.isArray(value) ? '[]' : '{}'
  return lines.length === 0 ? empty : lines.join(`\n${indent}`)
}

function pair(key: string, value: unknown, indent: string): string {
  const step = `${indent}  `
  const name = text(key, { indent: step, implicitKey: true })
  if (name.length > keyMax) return `? ${name}\n${indent}: ${block(value, step)}`
  const written = block(value, step, { indentAtStart: name.length + 2 })
  if (isNested(value)) return `${name}:\n${step}${written}`
  // A value after a long key begins on a line of its own.
  return `${name}:${written.startsWith('\n') ? '' : ' '}${written}`
}

/** YAML limits keys on the line of their value to this many characters. */
const keyMax = 1024

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** Strings that need no quotes, unless they are names of other values. */
const plain = /^[A-Za-z](?:[\w.,/()' -]*[\w.,/()'-])?$/
const otherValue = /^(?:null|true|false)$/i

function text(value: string, position: Pick<StringifyContext, 'indent' | 'indentAtStart' | 'implicitKey'>): string {
  const fits = value.length <= lineWidth - position.indent.length
  if (fits && plain.test(value) && !otherValue.test(value)) return value
  return stringifyString({ value }, { ...context, ...position })
}

/** The defaults of the library, except for the width of a line. */
const context: StringifyContext = {
  actualString: true,
  anchors: new Set(),
  doc: new Document(),
  flowCollectionPadding: ' ',
  indent: '',
  indentStep: '  ',
  inFlow: null,
  options: {
    blockQuote: true,
    commentString: (comment) => comment,
    defaultKeyType: null,
    defaultStringType: 'PLAIN',
    directives: null,
    doubleQuotedAsJSON: false,
    doubleQuotedMinMultiLineLength: 40,
    falseStr: 'false',
    flowCollectionPadding: true,
    indentSeq: true,
    lineWidth,
    minContentWidth: 20,
    nullStr: 'null',
    simpleKeys: false,
    singleQuote: null,
    trailingComma: false,
    trueStr: 'true',
    verifyAliasOrder: true,
  },
}
