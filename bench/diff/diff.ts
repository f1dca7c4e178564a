// Our verdicts about the changes in the tests of oasdiff, compared with its verdicts.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnreadableDocumentError } from '@svc/codegen/source/document'
import { goals, number, table } from '../statistics.ts'
import { type JudgedChange, judgePair } from './judge.ts'
import { type OasdiffChange, type Pair, recordPairs } from './oasdiff.ts'

interface DiffBenchOptions {
  /** The version of oasdiff, such as `1.37.0`. */
  oasdiff: string
}

type Print = (text: string) => void

/**
 * Errors of oasdiff, by check and test, about changes that are safe or nothing here. Decision 0015 has the reason for
 * each group.
 */
const decided: ReadonlySet<string> = new Set([
  // `minContains: 1` is the default.
  'request-body-min-contains-set TestBoundCellsFire',
  'request-property-min-contains-set TestBoundCellsFire',
  'request-parameter-min-contains-set TestBoundCellsFire',
  'response-body-min-contains-unset TestBoundCellsFire',
  'response-property-min-contains-unset TestBoundCellsFire',
  'response-header-min-contains-unset TestBoundCellsFire',
  // `exclusiveMaximum: true` without `maximum`, in OpenAPI 3.0.
  'request-property-exclusive-max-set TestBound_ExclusiveBooleanForm',
  // A bound next to a list of values that all satisfy it, or that it does not apply to.
  'request-parameter-max-length-set TestBreaking_MaxLengthFromNil',
  'request-parameter-min-items-increased TestBreaking_RequeatMinItemsGreater',
  'request-parameter-max-decreased TestBreaking_MaxSmaller',
  // Another name of a schema with the same content, or an optional property in a new member of `allOf`.
  'request-body-all-of-added TestBreaking_RequestPropertyAllOfAdded',
  'request-property-all-of-added TestBreaking_RequestPropertyAllOfAdded',
  'request-body-all-of-added TestRequestPropertyAllOfAdded_WithSources_Inline',
  'request-body-any-of-removed TestRequestBodyAnyOfMultiMediaTypeDetails',
  // `properties` without a type gets the type object or null.
  'request-body-type-changed TestRequestBodyTypeAddedFromUntypedStaysNullable',
  // A response, or the payload of a webhook, promises more.
  'response-body-dependent-required-changed TestRequestBodyDependentRequiredChanged',
  'response-property-dependent-required-changed TestRequestPropertyDependentRequiredChanged',
  'request-body-became-required TestWebhookOperationChangesDetected',
  // A list of values in a request is replaced by types that have all of them.
  'request-property-enum-value-removed TestTransitionClaims_RealChangeAlongsideTransitionStillReported',
  // The old document has a stability level that does not exist.
  'api-invalid-stability-level TestBreaking_InvaidStability',
  'api-invalid-stability-level TestBreaking_InvalidStabilityLevelInBase',
])

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

/** @param pairs the changes of each pair */
function printResults(pairs: readonly JudgedChange[][], print: Print): void {
  const judged = pairs.flat()
  const heading = ['number', ...verdicts]
  const rowOf = (name: string, found: readonly JudgedChange['ours'][]) => [
    name,
    ...[found, ...verdicts.map((verdict) => found.filter((one) => one === verdict))].map(({ length }) =>
      number(length),
    ),
  ]
  const rowOfChanges = (name: string, changes: readonly JudgedChange[]) =>
    rowOf(
      name,
      changes.map(({ ours }) => ours),
    )
  const errorsOf = (changes: readonly JudgedChange[]) => changes.filter(({ level }) => level === 'error')
  // A pair is what its gravest error is here.
  const gravest = pairs.flatMap((changes) => {
    const found = new Set(errorsOf(changes).map(({ ours }) => ours))
    return verdicts.find((verdict) => found.has(verdict)) ?? []
  })
  const byLevel = levels.map((level) =>
    rowOfChanges(
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
      byCheck.map(([id, changes]) => rowOfChanges(id, changes)),
    ),
  )

  const milder = errors.filter(({ ours }) => ours === 'safe' || ours === 'nothing')
  const [expected, open] = [milder.filter(isDecided), milder.filter((change) => !isDecided(change))]
  printMilder('Errors of oasdiff that are safe or nothing here, by decision 0015', expected, print)
  printMilder('Errors of oasdiff that are safe or nothing here, without a decision', open, print)
  print('\n')
  print(
    goals([
      {
        name: 'errors of oasdiff that are breaking or risky here, in percent',
        value: (100 * (errors.length - milder.length)) / errors.length,
        atLeast: 99,
      },
      { name: 'others without a decision', value: open.length, below: 1 },
    ]),
  )
}

const isDecided = ({ id, test }: JudgedChange) => decided.has(`${id} ${test}`)

function printMilder(title: string, changes: readonly JudgedChange[], print: Print): void {
  if (changes.length === 0) return
  const lines = changes.map(
    ({ id, test, ours, operation, path, text, rules }) =>
      `  ${id} (${test})\n    ${[operation, path].filter(Boolean).join(' ')}: ${text}\n    ${[`here ${ours}`, ...rules].join(', ')}\n`,
  )
  print(`\n${title}\n\n${lines.join('')}`)
}
