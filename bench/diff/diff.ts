// Our verdicts about the changes in the tests of oasdiff, compared with its verdicts.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnreadableDocumentError } from '@svc/codegen/source/document'
import { goals, number, table } from '../statistics.ts'
import { decisions } from './decisions.ts'
import { type JudgedChange, judgePair } from './judge.ts'
import { type OasdiffChange, type Pair, recordPairs } from './oasdiff.ts'

interface DiffBenchOptions {
  /** The version of oasdiff, such as `1.37.0`. */
  oasdiff: string
}

type Print = (text: string) => void

/** Goal: at least 99 % of the changes that oasdiff calls errors are breaking or risky here, and the rest is decided. */
export async function benchDiff({ oasdiff }: DiffBenchOptions, print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-diff-'))
  try {
    const pairs = await recordPairs(oasdiff, folder)
    const judged: JudgedChange[][] = []
    const skipped: string[] = []
    for (const pair of pairs) {
      const changes = await judgeIfReadable(pair, folder)
      if (typeof changes === 'string') skipped.push(`${pair.test}: ${changes}`)
      else judged.push(changes)
    }
    print(`oasdiff ${oasdiff}: ${number(pairs.length - skipped.length)} pairs of documents from its tests\n\n`)
    printResults(judged, print)
    if (skipped.length > 0) print(`\nNot compared:\n${skipped.map((line) => `  ${line}\n`).join('')}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the reason if one of the two programs cannot compare the pair. */
async function judgeIfReadable(pair: Pair, folder: string): Promise<JudgedChange[] | string> {
  if (pair.failure !== undefined) return `oasdiff: ${pair.failure}`
  try {
    return await judgePair(pair, folder)
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return error.message
    throw error
  }
}

const levels: readonly OasdiffChange['level'][] = ['error', 'warning', 'info']
const verdicts: readonly JudgedChange['ours'][] = ['breaking', 'risky', 'safe', 'nothing']

/** A row of a table: a name, and the number of changes with each of our verdicts. */
function rowOf(name: string, changes: readonly Pick<JudgedChange, 'ours'>[]): string[] {
  const byVerdict = verdicts.map((verdict) => changes.filter(({ ours }) => ours === verdict))
  return [name, ...[changes, ...byVerdict].map(({ length }) => number(length))]
}

/** @param pairs the changes of each pair */
function printResults(pairs: readonly JudgedChange[][], print: Print): void {
  const judged = pairs.flat()
  const heading = ['number', ...verdicts]
  const errorsOf = (changes: readonly JudgedChange[]) => changes.filter(({ level }) => level === 'error')
  // A pair is what its gravest error is here.
  const gravest = pairs.flatMap((changes) => {
    const found = new Set(errorsOf(changes).map(({ ours }) => ours))
    const ours = verdicts.find((verdict) => found.has(verdict))
    return ours ? { ours } : []
  })
  const byLevel = levels.map((level) =>
    rowOf(
      level,
      judged.filter((change) => change.level === level),
    ),
  )
  print(table(['oasdiff', ...heading], [...byLevel, rowOf('pairs with an error', gravest)]))

  const errors = errorsOf(judged)
  const byCheck = [...Map.groupBy(errors, ({ id }) => id)].sort(([a], [b]) => (a < b ? -1 : 1))
  print('\nErrors of oasdiff by check\n\n')
  print(
    table(
      ['check', ...heading],
      byCheck.map(([id, changes]) => rowOf(id, changes)),
    ),
  )

  printAgreement(errors, heading, print)
}

/** @param heading of the numbers of errors by verdict */
function printAgreement(errors: readonly JudgedChange[], heading: readonly string[], print: Print): void {
  const milder = errors.filter(({ ours }) => ours === 'safe' || ours === 'nothing')
  const byDecision = Map.groupBy(milder, (change) => decisions.find((one) => one.errors.includes(nameOf(change))))
  const open = byDecision.get(undefined) ?? []
  const classes = decisions.map((decision) => rowOf(decision.change, byDecision.get(decision) ?? []))
  print('\nErrors of oasdiff that are safe or nothing here, by class of decision 0015\n\n')
  print(table(['class', ...heading], [...classes, rowOf('none of them', open)]))
  printMilder(
    'By class of decision 0015',
    milder.filter((change) => !open.includes(change)),
    print,
  )
  printMilder('Without a decision', open, print)
  const found = new Set(milder.map(nameOf))
  const unused = decisions.flatMap(({ errors: names }) => names.filter((name) => !found.has(name)))
  if (unused.length > 0) print(`\nDecisions about no change\n\n${unused.map((name) => `  ${name}\n`).join('')}`)
  const agreed = errors.length - milder.length
  const percent = (part: number) =>
    `${number(part)} of ${number(errors.length)}, ${((100 * part) / errors.length).toFixed(1)} %`
  print(`\nAgrees: ${percent(agreed)}\nAgrees, or differs by decision: ${percent(errors.length - open.length)}\n\n`)
  print(
    goals([
      {
        name: 'errors of oasdiff that are breaking or risky here, in percent',
        value: (100 * agreed) / errors.length,
        atLeast: 99,
      },
      { name: 'others without a decision', value: open.length, below: 1 },
      { name: 'decisions about no change', value: unused.length, below: 1 },
    ]),
  )
}

const nameOf = ({ id, test }: JudgedChange) => `${id} ${test}`

function printMilder(title: string, changes: readonly JudgedChange[], print: Print): void {
  if (changes.length === 0) return
  const lines = changes.map(
    ({ id, test, ours, operation, path, text, rules }) =>
      `  ${id} (${test})\n    ${[operation, path].filter(Boolean).join(' ')}: ${text}\n    ${[`here ${ours}`, ...rules].join(', ')}\n`,
  )
  print(`\n${title}\n\n${lines.join('')}`)
}
