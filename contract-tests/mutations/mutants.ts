import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { operationsOf, readContract } from '../src/contract.ts'
import { root } from '../src/paths.ts'
import { prepareDefects } from './defective-service.ts'
import { createMutantRunner, type Detection, type MutantRunner } from './mutant-runner.ts'
import { type Mutant, mutateSource, shuffled } from './mutant-source.ts'

// Checks that the contract tests detect mutants of the operations and stores of the service: small changes of the
// source that StrykerJS's instrumenter makes. One API process has all of them, and one at a time is active. First, each
// operation is tested without a mutant, to know which mutants its tests reach. Of the reached ones, a sample is tested,
// each with the operations that reach it: as the fast run does, and then as the full run does. Arguments select mutants
// by a part of their names. Fails if fewer are detected than the goals say, or if a survivor has no explanation.

const fastGoal = 0.8
const fullGoal = 0.95

/** In `survivors.json`: no response can show the mutant, or the tests should detect it and do not. */
interface Explanation {
  mutant: string
  kind: 'equivalent' | 'invisible' | 'gap'
  reason: string
}

/** A tested mutant. */
interface Row {
  mutant: string
  place: string
  mutator: string
  run: Detection['run'] | ''
  check: string
}

const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '120' },
    seed: { type: 'string', default: '20261121' },
    // A table of a run that was interrupted: what it has detected is not tested again.
    continue: { type: 'string' },
  },
})
const reportsDir = `${root}reports/mutants/`
const print = (line: string) => void process.stdout.write(`${line}\n`)
const explanations: Explanation[] = JSON.parse(await readFile(new URL('survivors.json', import.meta.url), 'utf8'))
const earlier: Row[] = options.continue === undefined ? [] : JSON.parse(await readFile(options.continue, 'utf8'))
const startedMs = performance.now()

const { mutants, files, ignored } = await mutateSource()
print(`${mutants.length} mutants in ${Object.keys(files).length} modules of operations and stores.`)
for (const [reason, count] of ignored) print(`  not counted: ${count}, ${reason}`)
const runner = await createMutantRunner(await prepareDefects(reportsDir, print), files)
try {
  const reach = await readReach(runner, mutants)
  const reached = mutants.filter((mutant) => reach.operationsOf(mutant).length > 0)
  printReach(reached, mutants)
  const named = reached.filter((mutant) => parts.some((part) => nameOf(mutant).includes(part)))
  const chosen = parts.length > 0 ? named : shuffled(reached, options.seed).slice(0, Number(options.sample))
  print(`\nA sample of ${chosen.length} with the seed ${options.seed}:`)
  const rows: Row[] = []
  for (const mutant of chosen) {
    rows.push(earlierRowOf(mutant) ?? (await test(mutant, reach)))
    await writeFile(`${reportsDir}mutants.json`, `${JSON.stringify(rows, undefined, 2)}\n`)
  }
  process.exitCode = summarize(rows) ? 0 : 1
} finally {
  await runner.stop()
}
// Explicit: Node 24 does not exit by itself when sockets were reset shortly before.
process.exit()

/** The row of an interrupted run, unless the mutant survived there without an explanation. */
function earlierRowOf(mutant: Mutant): Row | undefined {
  const row = earlier.find((one) => one.mutant === nameOf(mutant) && one.place === placeOf(mutant))
  return row?.run !== '' || explanations.some((each) => each.mutant === row.mutant) ? row : undefined
}

/** Tests a mutant and prints the result. */
async function test(mutant: Mutant, reach: Reach): Promise<Row> {
  const hitsMax = 10_000 + 50 * reach.hitsOf(mutant)
  const tested = { id: mutant.id, operations: reach.operationsOf(mutant), hitsMax }
  const found = reach.isInConstant(mutant) ? await runner.detectFromStart(tested) : await runner.detect(tested)
  const [name, place] = [nameOf(mutant), placeOf(mutant)]
  print(`${found ? '✓' : '✗'} ${name}  ${found ? `${found.run}: ${found.check}` : place}`)
  const isExplained = explanations.some((each) => each.mutant === name)
  if (!found && !isExplained) for (const relation of runner.untested()) print(`    not tested: ${relation}`)
  return { mutant: name, place, mutator: mutant.mutator, run: found?.run ?? '', check: found?.check ?? '' }
}

/** The name of a mutant in reports: its module and its change, without the line, which other changes move. */
function nameOf({ file, original, replacement }: Mutant): string {
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 70)
  return `${file.split('/').at(-1)}: ${short(original)} → ${short(replacement)}`
}

function placeOf({ file, line }: Mutant): string {
  return `${file}:${line}`
}

interface Reach {
  operationsOf(mutant: Mutant): readonly string[]
  hitsOf(mutant: Mutant): number
  /** Whether its code runs only while its module is loaded. */
  isInConstant(mutant: Mutant): boolean
}

/** Finds the operations whose tests reach each mutant. */
async function readReach(tests: MutantRunner, all: readonly Mutant[]): Promise<Reach> {
  const operations = operationsOf(await readContract()).map(({ operationId }) => operationId)
  const hits = new Map<string, Map<string, number>>()
  for (const operation of operations)
    for (const [id, count] of await tests.reached({ run: 'fast', operations: [operation] }))
      hits.set(id, (hits.get(id) ?? new Map()).set(operation, count))
  print(`${hits.size} are reached by the fast run.`)
  // A few named mutants, and the rest of an interrupted run, are tested at once.
  const byFullRun =
    parts.length > 0 || options.continue !== undefined
      ? new Map<string, number>()
      : await tests.reached({ run: 'full', operations })
  const atStart = tests.reachedAtLoad
  // The operations of all other mutants of the module, for those whose operation is not known.
  const ofModules = new Map<string, Map<string, number>>()
  for (const { id, file } of all)
    for (const [operation, count] of hits.get(id) ?? []) {
      const sums = ofModules.get(file) ?? new Map<string, number>()
      ofModules.set(file, sums.set(operation, (sums.get(operation) ?? 0) + count))
    }
  const of = ({ id, file }: Mutant) =>
    hits.get(id) ??
    (byFullRun.has(id) || atStart.has(id) ? ofModules.get(file) : undefined) ??
    new Map<string, number>()
  return {
    operationsOf: (mutant) => [...of(mutant)].toSorted(([, a], [, b]) => b - a).map(([operation]) => operation),
    hitsOf: ({ id }) => (byFullRun.get(id) ?? 0) + Math.max(0, ...(hits.get(id)?.values() ?? [])),
    isInConstant: ({ id }) => atStart.has(id) && !hits.has(id) && !byFullRun.has(id),
  }
}

function printReach(reached: readonly Mutant[], all: readonly Mutant[]): void {
  const modules = new Set(reached.map(({ file }) => file))
  const isOperation = ({ file }: Mutant) => file.startsWith('apps/')
  print('\n                                     operations   stores')
  const line = (name: string, chosen: readonly Mutant[]) => {
    const count = chosen.filter(isOperation).length
    print(`  ${name.padEnd(34)} ${String(count).padStart(10)} ${String(chosen.length - count).padStart(8)}`)
  }
  const ids = new Set(reached.map(({ id }) => id))
  const left = all.filter(({ id }) => !ids.has(id))
  line('reached', reached)
  line(
    'not reached, in a reached module',
    left.filter(({ file }) => modules.has(file)),
  )
  line(
    'in modules that no case reaches',
    left.filter(({ file }) => !modules.has(file)),
  )
}

/** Prints the table and the survivors. Returns whether the goals are met and each survivor is explained. */
function summarize(rows: readonly Row[]): boolean {
  print('\nkind of change              tested    fast    full  survived')
  const groups = [...Map.groupBy(rows, ({ mutator }) => mutator)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [mutator, ofKind] of [...groups, ['all', rows] as const]) {
    const count = (run: Row['run']) => ofKind.filter((row) => row.run === run).length
    const counts = [ofKind.length, count('fast'), count('full'), count('')]
    print(`${mutator.padEnd(24)} ${counts.map((each) => String(each).padStart(8)).join(' ')}`)
  }
  const survivors = rows.filter(({ run }) => run === '')
  const explained = new Map(explanations.map((each) => [each.mutant, each]))
  let visible = rows.length
  let isExplained = true
  for (const { mutant, place } of survivors) {
    const explanation = explained.get(mutant)
    if (explanation === undefined) isExplained = false
    else if (explanation.kind !== 'gap') visible -= 1
    print(`  ${place}: ${mutant}\n    ${explanation ? `${explanation.kind}: ${explanation.reason}` : 'NOT EXPLAINED'}`)
  }
  const fast = rows.filter(({ run }) => run === 'fast').length
  const full = rows.length - survivors.length
  const share = (count: number, of: number) => `${count} of ${of} (${((100 * count) / of).toFixed(1)} %)`
  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  print(`\nOf all: ${share(fast, rows.length)} by the fast run, ${share(full, rows.length)} by the full run.`)
  print(`Of those that a response can show: ${share(fast, visible)} and ${share(full, visible)}; in ${seconds} s.`)
  return isExplained && fast >= fastGoal * visible && full >= fullGoal * visible
}
