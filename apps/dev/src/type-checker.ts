import { relative } from 'node:path'
import type { Problem } from '@svc/codegen/problems'
import ts from 'typescript'
import { answerQuestions } from './resident.ts'

// A program that keeps all types of the repository in memory (resident.ts). The first answer takes as long as the compiler; each later
// one only looks at what the changed files reach.

export interface TypeQuestion {
  /** Absolute path of the tsconfig.json. It must be the same in every question. */
  config: string
  /** Absolute paths of files that were written, made or removed since the last question. */
  changed: string[]
  /** Problems are told relative to this folder. */
  folder: string
}

/** Nothing is watched: whoever asks knows what has changed. The compiler's watchers are kept here, and called when it is told. */
const fileWatchers = new Map<string, Set<ts.FileWatcherCallback>>()
const folderWatchers = new Map<string, Set<ts.DirectoryWatcherCallback>>()

function register<Callback>(watchers: Map<string, Set<Callback>>, path: string, callback: Callback): ts.FileWatcher {
  const registered = watchers.get(path) ?? new Set()
  watchers.set(path, registered.add(callback))
  return { close: () => void registered.delete(callback) }
}

const system: ts.System = {
  ...ts.sys,
  watchFile: (path, callback) => register(fileWatchers, path, callback),
  watchDirectory: (path, callback) => register(folderWatchers, path, callback),
  // A change is looked at when the question is answered, not after a pause.
  setTimeout: () => 0,
  clearTimeout: () => {},
  write: () => {},
}
delete system.clearScreen

let watching: ts.WatchOfConfigFile<ts.SemanticDiagnosticsBuilderProgram> | undefined
let configProblems: ts.Diagnostic[] = []

function currentProgram(config: string): ts.SemanticDiagnosticsBuilderProgram {
  if (watching === undefined) {
    const host = ts.createWatchCompilerHost(
      config,
      { noEmit: true },
      system,
      ts.createSemanticDiagnosticsBuilderProgram,
      (diagnostic) => configProblems.push(diagnostic),
      () => {},
    )
    // Its own way would check everything here; the problems are read below, once per question.
    host.afterProgramCreate = () => {}
    watching = ts.createWatchProgram(host)
  }
  return watching.getProgram()
}

function announce(path: string): void {
  const kind = ts.sys.fileExists(path) ? ts.FileWatcherEventKind.Changed : ts.FileWatcherEventKind.Deleted
  for (const callback of fileWatchers.get(path) ?? []) callback(path, kind)
  for (const [folder, callbacks] of folderWatchers) {
    if (path.startsWith(`${folder}/`)) for (const callback of callbacks) callback(path)
  }
}

function explain(diagnostic: ts.Diagnostic, folder: string): Problem {
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

/** What runs for somebody comes before what only checks it. */
function isOfTests({ file }: Problem): boolean {
  return /(^|\/)(test|bench|contract-tests)\/|\.test\.ts$/.test(file)
}

/** The compiler's first two sentences, without the middle of types that it spells out: the place says the rest. */
function shortened(message: string): string {
  const sentences = message.split('\n').slice(0, 2)
  return sentences.map((sentence) => sentence.trim().replaceAll(/'[^']{100,}'/g, shortenedType)).join(' ')
}

const TYPE_SHOWN = 60

function shortenedType(quoted: string): string {
  return `${quoted.slice(0, TYPE_SHOWN)} … ${quoted.slice(-TYPE_SHOWN / 2)}`
}

answerQuestions<TypeQuestion, Problem[]>(({ config, changed, folder }) => {
  configProblems = []
  for (const path of changed) announce(path)
  const program = currentProgram(config)
  const found = [
    ...configProblems,
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ]
  const problems = found
    .filter(({ category }) => category === ts.DiagnosticCategory.Error)
    .map((diagnostic) => explain(diagnostic, folder))
  problems.sort((a, b) => Number(isOfTests(a)) - Number(isOfTests(b)))
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
})
