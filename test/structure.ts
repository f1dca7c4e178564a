// Counts what the structure of the code is judged by: `npx node test/structure.ts [folder…] [--json]`.
// Prints each figure with its goal and every place that misses it; exits with 1 when a goal is missed.

import { parseArgs } from 'node:util'
import { readContract } from './structure/contract.ts'
import { importCycles, readImports, unusedExports } from './structure/imports.ts'
import { repeatedBounds } from './structure/repeated-bounds.ts'
import {
  casts,
  clauseComments,
  errorClassNames,
  type Finding,
  longCommentLines,
  longFunctions,
  nestedTernaries,
  numericKernels,
  type Rule,
  repeatedEnums,
  repeatedSchemas,
  rowsWithoutStep,
  screamingConstants,
  silentCatches,
  spreadLiterals,
  testsInSource,
  untypedIds,
  writingReaders,
} from './structure/rules.ts'
import { readSourceFiles, type SourceFile } from './structure/source-files.ts'

interface Figure {
  name: string
  value: number
  goal: number
  findings: Finding[]
}

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})

const files = readSourceFiles()
const figures = measure(files)
const castsByWorkspace = castsPerThousandLines(source(files))
const missed = figures.filter((figure) => figure.value > figure.goal)

process.stdout.write(options.json ? `${JSON.stringify({ figures, castsByWorkspace }, null, 2)}\n` : report())
process.exitCode = missed.length === 0 ? 0 : 1

/** Code that runs or is published: neither tests nor generated files. */
function source(all: readonly SourceFile[]): SourceFile[] {
  return all.filter((file) => !file.isTest && !file.isGenerated)
}

/** Benchmarks and contract tests have limits of their own. */
function inPackages(all: readonly SourceFile[]): SourceFile[] {
  return source(all).filter(({ workspace }) => /^(apps|packages)\//.test(workspace))
}

function measure(all: readonly SourceFile[]): Figure[] {
  const own = all.filter((file) => !file.isGenerated)
  const contract = readContract()
  const imports = readImports(all)
  const unused = unusedExports(all, imports)
  const cycles = importCycles(imports).map(([path = '', ...others]) => ({ path, line: 1, what: others.join(' ↔ ') }))
  const exported = (found: typeof unused.withoutImporter) =>
    found.map(({ name, ...place }) => ({ ...place, what: name }))
  return [
    figure('types that repeat a schema of the contract', 0, run(repeatedSchemas(contract), source(all))),
    figure('enums of the contract written again', 0, run(repeatedEnums(contract), source(all))),
    figure('bounds of the contract written again', 0, run(repeatedBounds(contract), inPackages(all))),
    figure('import cycles between files', 0, within(cycles)),
    castFigure(source(all)),
    figure('ids that a store takes as any string', 0, run(untypedIds, source(all))),
    figure('functions that write with a Reader', 0, run(writingReaders, source(all))),
    figure('functions over 70 lines', 0, run(longFunctions, source(all))),
    figure('exports that no other file imports', 0, within(exported(unused.withoutImporter))),
    figure('exports that only tests use', 0, within(exported(unused.onlyForTests))),
    figure('errors dropped without a reason', 0, run(silentCatches, source(all))),
    figure('constants in SCREAMING_CASE', 0, run(screamingConstants, own)),
    figure('error classes without Error in their name', 0, run(errorClassNames(own), own)),
    figure('comment lines over 120 columns', 0, run(longCommentLines, own)),
    figure('doc comments that begin with a clause', 0, run(clauseComments, own)),
    figure('nested ternaries', 0, run(nestedTernaries, own)),
    figure('spreads of object literals', 0, run(spreadLiterals, own)),
    figure('files for tests in src/', 0, run(testsInSource, own)),
    // It may only fall: a new test uses or adds a named step.
    figure('rows that tests use without a named step', 90, run(rowsWithoutStep, own)),
  ]
}

function figure(name: string, goal: number, findings: Finding[]): Figure {
  return { name, value: findings.length, goal, findings }
}

function castFigure(judged: readonly SourceFile[]): Figure {
  const counted = judged.filter((file) => !isNumericKernel(file) && isWithin(file.path))
  const findings = run(casts, counted)
  return { name: 'casts per 1,000 lines', value: perThousand(findings.length, counted), goal: 3, findings }
}

function castsPerThousandLines(judged: readonly SourceFile[]): Record<string, number> {
  const counted = judged.filter((file) => !isNumericKernel(file))
  const rates = [...Map.groupBy(counted, (file) => file.workspace)].map(
    ([workspace, own]) => [workspace, perThousand(own.flatMap(casts).length, own)] as const,
  )
  return Object.fromEntries(rates.filter(([, rate]) => rate > 0).sort(([, a], [, b]) => b - a))
}

function perThousand(count: number, of: readonly SourceFile[]): number {
  const lines = of.reduce((sum, file) => sum + file.lines, 0)
  return lines === 0 ? 0 : Number(((count / lines) * 1000).toFixed(1))
}

function isNumericKernel(file: SourceFile): boolean {
  return numericKernels.some((pattern) => pattern.test(file.path))
}

function run(rule: Rule, judged: readonly SourceFile[]): Finding[] {
  return judged.filter((file) => isWithin(file.path)).flatMap(rule)
}

function within(findings: Finding[]): Finding[] {
  return findings.filter(({ path }) => isWithin(path))
}

function isWithin(path: string): boolean {
  return folders.length === 0 || folders.some((folder) => `${path}/`.startsWith(`${folder.replace(/\/$/, '')}/`))
}

function report(): string {
  const places = missed.map(
    ({ name, findings }) =>
      `${name}\n${findings.map(({ path, line, what }) => `  ${path}:${line}  ${what}\n`).join('')}\n`,
  )
  const table = figures.map(
    ({ name, value, goal }) =>
      `${value <= goal ? '✓' : '✗'} ${name.padEnd(44)} ${String(value).padStart(6)}   goal ${goal}\n`,
  )
  const rates = Object.entries(castsByWorkspace).map(([workspace, rate]) => `${workspace} ${rate}`)
  return `${places.join('')}${table.join('')}\ncasts per 1,000 lines: ${rates.join(' · ')}\n`
}
