import { createHash } from 'node:crypto'
import { dirname, join, relative } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'
import { serveRequests } from '@svc/supervisor/worker-process'
import ts from 'typescript'
import { shortened, withoutConsequences } from './compiler-message.ts'

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
  builder: Builder
}

let last: Checked | undefined

/** The current program. Results of unaffected files are reused. */
function checkedNow(config: string, changed: readonly string[]): Checked {
  if (last !== undefined && changed.length === 0) return last
  if (last === undefined) {
    const command = readConfig(config)
    const files = new Map<string, ts.SourceFile>()
    const host = keepingHost(command.options, files, join(dirname(config), 'generated/'))
    last = { command, host, files, builder: build(command, host) }
    return last
  }
  const { files, host, builder } = last
  const isSameSet = changed.every((path) => files.has(path) && ts.sys.fileExists(path))
  for (const path of changed) files.delete(path)
  const command = isSameSet ? last.command : readConfig(config)
  // A new or removed file can change the target of any import, so the old program is not reused.
  last = { command, host, files, builder: build(command, host, builder, isSameSet ? builder.getProgram() : undefined) }
  return last
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
 * A compiler host that keeps the files. A description is a comment in generated files, which most files import: the
 * version of a generated file does not depend on its comments, so that a new description affects no file.
 */
function keepingHost(
  options: ts.CompilerOptions,
  files: Map<string, ts.SourceFile>,
  generated: string,
): ts.CompilerHost {
  const host = ts.createIncrementalCompilerHost(options)
  const read = host.getSourceFile
  const printer = ts.createPrinter({ removeComments: true })
  host.getSourceFile = (path, ...how) => {
    const known = files.get(path)
    if (known) return known
    const file = read(path, ...how)
    if (!file) return undefined
    // The builder compares the versions, which the declarations of the compiler do not have.
    if (path.startsWith(generated) && path.endsWith('.ts'))
      Reflect.set(file, 'version', createHash('sha256').update(printer.printFile(file)).digest('hex'))
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
