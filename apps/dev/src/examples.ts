import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'

/** An example in the contract that does not fit its schema, or a program of a consumer that no longer compiles. */
export function isExample({ rule, file }: Finding): boolean {
  return isInContract(rule) || file.startsWith('examples/')
}

/**
 * Tells of each example once. One that was written for another schema is wrong in many places, which hides the other
 * examples; the first sentence stands for the rest, which are counted.
 *
 * @param problems in the order of their places, as the linter gives them
 * @param folder that the files are relative to
 */
export function oncePerExample(problems: readonly Finding[], folder: string): Finding[] {
  const told: { problem: Finding; lastLine: number; more: number }[] = []
  for (const problem of problems) {
    const before = told.at(-1)
    const isWithin =
      before !== undefined &&
      isInContract(problem.rule) &&
      isInContract(before.problem.rule) &&
      problem.file === before.problem.file &&
      problem.line <= before.lastLine
    if (isWithin) before.more += 1
    else told.push({ problem, lastLine: isInContract(problem.rule) ? endOf(problem, folder) : problem.line, more: 0 })
  }
  return told.map(({ problem, more }) =>
    more === 0 ? problem : { ...problem, sentence: `${problem.sentence} (${more} more about the same example.)` },
  )
}

function isInContract(rule: string): boolean {
  return /^no-invalid-.*examples?$/.test(rule)
}

/** The last line of the value that begins at a problem's place: the lines after it that are indented as far. */
function endOf({ file, line, column }: Finding, folder: string): number {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  let last = line
  while (last < lines.length && isPartOf(lines[last] ?? '', column)) last += 1
  return last
}

function isPartOf(line: string, column: number): boolean {
  return line.trim() === '' || line.search(/\S/) >= column - 1
}
