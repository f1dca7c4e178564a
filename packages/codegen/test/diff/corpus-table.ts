// Prints how every edit of the corpus is judged: `npm run spec:corpus`, with `-- --sentences` for what the designer
// reads.

import { breakingEdits } from './breaking-edits.ts'
import { gravest, judge } from './edits.ts'
import { harmlessEdits } from './harmless-edits.ts'

const withSentences = process.argv.includes('--sentences')
const edits = [...breakingEdits, ...harmlessEdits]
const print = (text: string) => process.stdout.write(`${text}\n`)

let wrong = 0
print(`${'where'.padEnd(9)} ${'expected'.padEnd(9)} ${'judged'.padEnd(9)}   edit`)
for (const edit of edits) {
  const changes = await judge(edit)
  const verdict = gravest(changes)
  if (verdict !== edit.expected) wrong += 1
  const mark = verdict === edit.expected ? ' ' : '✗'
  print(`${edit.where.padEnd(9)} ${edit.expected.padEnd(9)} ${verdict.padEnd(9)} ${mark} ${edit.name}`)
  if (withSentences) for (const { rule, sentence } of changes) print(`${' '.repeat(32)}${rule}: ${sentence}`)
}
const count = (expected: string) => edits.filter((edit) => edit.expected === expected).length
print(
  `\n${edits.length} edits: ${count('breaking')} breaking, ${count('risky')} risky, ${count('safe')} safe; ${wrong} judged otherwise.`,
)
process.exitCode = wrong === 0 ? 0 : 1
