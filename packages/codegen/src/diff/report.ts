import { annotations } from './formats/annotations.ts'
import { html } from './formats/html.ts'
import { json } from './formats/json.ts'
import { markdown } from './formats/markdown.ts'
import type { ComparisonResult } from './formats/result.ts'
import { sarif } from './formats/sarif.ts'
import { text } from './formats/text.ts'

export const formats = ['text', 'json', 'markdown', 'html', 'annotations', 'sarif'] as const
type Format = (typeof formats)[number]

const renderers: Record<Format, (result: ComparisonResult, hasColors: boolean) => string> = {
  text,
  json,
  markdown,
  html,
  annotations,
  sarif,
}

/**
 * Formats the result of a comparison: for a person (`text`, `html`), for a pull request (`markdown` and GitHub's
 * `annotations`), or for a program (`json`, `sarif`).
 *
 * @param hasColors whether to color the text for a terminal
 */
export function formatComparison(result: ComparisonResult, format: Format, hasColors = false): string {
  return renderers[format](result, hasColors)
}
