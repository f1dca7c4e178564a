import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'
import type { ExampleProblem } from './state.ts'

/** An example in the contract that does not match its schema, or an example program that no longer compiles. */
export function isExample({ rule, file }: Finding): boolean {
  return isInContract(rule) || file.startsWith('examples/')
}

/**
 * Reports each example once. An example for an older schema has many errors, which would hide the other examples; the
 * first error is shown and the others are counted.
 *
 * @param problems in the order of file and line, as the linter returns them
 * @param folder that the files are relative to
 */
export function oncePerExample(problems: readonly Finding[], folder: string): Finding[] {
  const reported: { problem: Finding; lastLine: number; more: number }[] = []
  for (const problem of problems) {
    const before = reported.at(-1)
    const isWithin =
      before !== undefined &&
      isInContract(problem.rule) &&
      isInContract(before.problem.rule) &&
      problem.file === before.problem.file &&
      problem.line <= before.lastLine
    if (isWithin) before.more += 1
    else
      reported.push({ problem, lastLine: isInContract(problem.rule) ? endOf(problem, folder) : problem.line, more: 0 })
  }
  return reported.map(({ problem, more }) =>
    more === 0 ? problem : { ...problem, sentence: `${problem.sentence} (${more} more about the same example.)` },
  )
}

/** Reports a sentence once that is true of several examples: one edit of a schema can affect all of them. */
export function oncePerSentence(problems: readonly Finding[]): ExampleProblem[] {
  const groups = Map.groupBy(problems, ({ rule, sentence }) => `${rule} ${sentence}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, others: others.map(({ file, line, column }) => `${file}:${line}:${column}`) }],
  )
}

function isInContract(rule: string): boolean {
  return /^no-invalid-.*examples?$/.test(rule)
}

/**
 * The last line of the value that begins at a problem: the following lines with at least the same indentation belong to
 * it.
 */
function endOf({ file, line, column }: Finding, folder: string): number {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  let last = line
  while (last < lines.length && isPartOf(lines[last] ?? '', column)) last += 1
  return last
}

function isPartOf(line: string, column: number): boolean {
  return line.trim() === '' || line.search(/\S/) >= column - 1
}
