import { createHash } from 'node:crypto'
import { dirname, join, relative } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'
import { serveRequests } from '@svc/supervisor/worker-process'
import ts from 'typescript'
import { shortened, withoutConsequences } from './compiler-message.ts'
import { changedParts, concerns, type ModuleParts, partsOf, partsUsing, usesOf } from './module-parts.ts'

// The worker process that keeps the sources of the repository in memory. The first response takes as long as the
// compiler; later ones check only what the changed files reach.

export interface TypeCheckRequest {
  /** Absolute path of the tsconfig.json. It must be the same in every request. */
  config: string
  /** Sources run in services; tests only check them. Request them in this order, so that services need not wait. */
  of: 'sources' | 'tests'
  /** Absolute paths of files that were written, created or removed since the last request. */
  changed: string[]
  /** Paths of findings are relative to this folder. */
  folder: string
}

type Builder = ts.SemanticDiagnosticsBuilderProgram

interface Checked {
  command: ts.ParsedCommandLine
  host: ts.CompilerHost
  /** By absolute path; read again after a change. */
  files: Map<string, ts.SourceFile>
  /** The parts of each generated file, by absolute path. */
  parts: Map<string, ModuleParts>
  builder: Builder
}

let last: Checked | undefined

/** The current program. Results of unaffected files are reused. */
function checkedNow(config: string, changed: readonly string[]): Checked {
  if (last !== undefined && changed.length === 0) return last
  const files = last?.files ?? new Map<string, ts.SourceFile>()
  const parts = last?.parts ?? new Map<string, ModuleParts>()
  const oldParts = new Map(parts)
  const isSameSet = last !== undefined && changed.every((path) => files.has(path) && ts.sys.fileExists(path))
  for (const path of changed) files.delete(path)
  const command = last !== undefined && isSameSet ? last.command : readConfig(config)
  // A new or removed file can change the target of any import, so neither the old program is reused, nor the host,
  // which remembers the files that do not exist.
  const host =
    last !== undefined && isSameSet
      ? last.host
      : keepingHost(command.options, { files, parts }, join(dirname(config), 'generated/'))
  const builder = build(command, host, last?.builder, isSameSet ? last?.builder.getProgram() : undefined)
  last = { command, host, files, parts, builder }
  forgetResults(builder, oldParts, parts)
  return last
}

/** The part of a builder's state that this module uses. TypeScript does not export it; the pinned version has it. */
interface BuilderState {
  semanticDiagnosticsPerFile: Map<string, unknown>
  /** With a signature, the builder knows whether a change of a file can affect the files that import it. */
  fileInfos: Map<string, { signature: string | undefined }>
  /** The keys of a file are the files that import it. */
  referencedMap: { getKeys(path: string): Iterable<string> | undefined }
}

/**
 * Forgets the results of all files that depend on a changed part of a generated file, directly or through the files
 * that they import. For the builder, such a file has not changed (see `keepingHost`).
 */
function forgetResults(
  builder: Builder,
  old: ReadonlyMap<string, ModuleParts>,
  now: ReadonlyMap<string, ModuleParts>,
): void {
  const state: BuilderState = Reflect.get(builder, 'state')
  const changes = new Map<ts.SourceFile, Set<string>>()
  for (const [name, parts] of now) {
    const before = old.get(name)
    const module = builder.getSourceFile(name)
    if (before === undefined || before === parts || module === undefined) continue
    const changed = changedParts(before, parts)
    if (changed.size === 0 && before.inner === parts.inner) continue
    forget(state, pathOf(module))
    changes.set(module, changed)
  }
  if (changes.size === 0) return
  // A set can grow while it is iterated.
  const affected = affectedBy(changes, builder, state, now)
  for (const path of affected) {
    forget(state, path)
    for (const importer of state.referencedMap.getKeys(path) ?? []) affected.add(importer)
  }
}

/**
 * Returns the paths of the files that use one of the changed parts. A generated file that uses some is not among them:
 * its results are forgotten here, and its parts that use them count as changed as well.
 */
function affectedBy(
  changes: ReadonlyMap<ts.SourceFile, ReadonlySet<string>>,
  builder: Builder,
  state: BuilderState,
  generated: ReadonlyMap<string, ModuleParts>,
): Set<string> {
  const checker = builder.getProgram().getTypeChecker()
  const files = new Map(builder.getSourceFiles().map((file) => [pathOf(file), file]))
  const affected = new Set<string>()
  const pending = [...changes]
  const all = new Map<ts.SourceFile, ReadonlySet<string>>(changes)
  for (const [module, changed] of pending) {
    const parts = generated.get(module.fileName)
    if (parts === undefined) continue
    const isModule = (specifier: ts.Expression) => {
      return checker.getSymbolAtLocation(specifier)?.declarations?.includes(module) ?? false
    }
    for (const path of state.referencedMap.getKeys(pathOf(module)) ?? []) {
      const file = files.get(path)
      if (file === undefined || !concerns(changed, usesOf(file, { parts, isModule }))) continue
      const ownParts = generated.get(file.fileName)
      const using = ownParts && partsUsing(changed, file, ownParts, { parts, isModule })
      if (using === undefined || using.has('')) {
        affected.add(path)
        continue
      }
      forget(state, path)
      const known = all.get(file) ?? new Set()
      if (using.isSubsetOf(known)) continue
      all.set(file, using.union(known))
      pending.push([file, using])
    }
  }
  return affected
}

function forget({ fileInfos, semanticDiagnosticsPerFile }: BuilderState, path: string): void {
  semanticDiagnosticsPerFile.delete(path)
  const info = fileInfos.get(path)
  if (info) info.signature = undefined
}

/** The key of a file in the maps of a builder. */
function pathOf(file: ts.SourceFile): string {
  return String(Reflect.get(file, 'resolvedPath'))
}

/**
 * Replaces the program by an equal one with the same results, without the types of the last check. They are of no use
 * for the next program, and the garbage collector would search a heap of twice the size during its check.
 */
function forgetTypes(): void {
  if (last === undefined) return
  const { command, host, builder } = last
  last = { ...last, builder: build(command, host, builder, builder.getProgram()) }
  globalThis.gc?.()
}

/** Long enough for a request that follows immediately. */
const idleMs = 500
let idle: NodeJS.Timeout | undefined

function readConfig(config: string): ts.ParsedCommandLine {
  const problems: ts.Diagnostic[] = []
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (one: ts.Diagnostic) => void problems.push(one) }
  const command = ts.getParsedCommandLineOfConfigFile(config, { noEmit: true }, host)
  if (command === undefined) throw new Error(problems.map(({ messageText }) => messageText).join(' '))
  return command
}

/**
 * A compiler host that keeps the files. Most files import generated files: the version of a generated file depends
 * neither on its comments, which are descriptions, nor on its parts. `forgetResults` compares the parts.
 */
function keepingHost(
  options: ts.CompilerOptions,
  { files, parts }: Pick<Checked, 'files' | 'parts'>,
  generated: string,
): ts.CompilerHost {
  const host = ts.createIncrementalCompilerHost(options)
  const read = host.getSourceFile
  host.getSourceFile = (path, ...how) => {
    const known = files.get(path)
    if (known) return known
    const file = read(path, ...how)
    if (!file) return undefined
    // The builder compares the versions, which the declarations of the compiler do not have.
    if (path.startsWith(generated) && path.endsWith('.ts')) {
      const own = partsOf(file)
      parts.set(path, own)
      Reflect.set(file, 'version', createHash('sha256').update(own.rest).digest('hex'))
    }
    files.set(path, file)
    return file
  }
  return host
}

function build(
  { fileNames, options }: ts.ParsedCommandLine,
  host: ts.CompilerHost,
  builder?: Builder,
  oldProgram?: ts.Program,
): Builder {
  const program = ts.createProgram({ rootNames: fileNames, options, host, ...(oldProgram && { oldProgram }) })
  const created = ts.createSemanticDiagnosticsBuilderProgram(program, host, builder)
  // Marks the affected files without checking them: sources and tests are checked on request.
  while (created.getSemanticDiagnosticsOfNextAffectedFile(undefined, () => true) !== undefined);
  return created
}

function explain(diagnostic: ts.Diagnostic, folder: string): Finding {
  const { file, start = 0, code, messageText } = diagnostic
  const { line, character } = file ? ts.getLineAndCharacterOfPosition(file, start) : { line: 0, character: 0 }
  return {
    file: relative(folder, file?.fileName ?? 'tsconfig.json'),
    line: line + 1,
    column: character + 1,
    rule: `TS${code}`,
    severity: 'error',
    sentence: shortened(ts.flattenDiagnosticMessageText(messageText, '\n')),
  }
}

function isOfTests(file: string): boolean {
  return /(^|\/)(test|bench|contract-tests)\/|\.test\.ts$/.test(file)
}

/** The diagnostics of a file; cached for an unaffected file. */
function check(builder: Builder, file: ts.SourceFile): ts.Diagnostic[] {
  return [...builder.getSyntacticDiagnostics(file), ...builder.getSemanticDiagnostics(file)]
}

serveRequests<TypeCheckRequest, Finding[]>(({ config, of, changed, folder }) => {
  clearTimeout(idle)
  if (of === 'tests') idle = setTimeout(forgetTypes, idleMs)
  const { command, builder } = checkedNow(config, changed)
  const files = builder.getSourceFiles().filter(({ fileName, isDeclarationFile }) => {
    return !isDeclarationFile && (of === 'tests') === isOfTests(relative(folder, fileName))
  })
  const found = [
    ...(of === 'tests'
      ? []
      : [...command.errors, ...builder.getOptionsDiagnostics(), ...builder.getGlobalDiagnostics()]),
    ...files.flatMap((file) => check(builder, file)),
  ]
  const errors = found.filter(({ category }) => category === ts.DiagnosticCategory.Error)
  const problems = errors.map((diagnostic) => explain(diagnostic, folder))
  return withoutConsequences([...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()])
})
