import { InvalidWaiversError } from '@svc/codegen/diff/waivers'
import type { Problem } from '@svc/codegen/lint/findings'
import { lintContract } from '@svc/codegen/lint/lint-contract'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { UnreadableDocumentError } from '@svc/codegen/source/document'
import { consequencesOf } from './affected.ts'
import { type CodeFolders, readCodePlaces } from './code-places.ts'
import { createComparison, type Difference } from './comparison.ts'
import { isExample, oncePerExample } from './examples.ts'
import type { GenerateQuestion, Generation, ProgramsWritten } from './generator.ts'
import type { Resident } from './resident.ts'
import type { Save } from './saves.ts'
import { freshSteps, type Step, type StepName, type Store, stepNames } from './state.ts'
import type { TypeQuestion } from './type-checker.ts'

export interface LookOptions {
  store: Store
  source: ContractFiles
  /** Absolute path of the folder of generated files. */
  out: string
  /** Absolute path of the tsconfig.json that covers all code. */
  tsconfig: string
  codeFolders: CodeFolders
  generator: Resident<GenerateQuestion, Generation, ProgramsWritten>
  typeChecker: Resident<TypeQuestion, Problem[]>
  /** Whether a file belongs to the contract, so that what is generated depends on it. */
  isContract: (path: string) => boolean
  now: () => Date
  /** Files that programs import were written or removed; absolute paths. */
  onPrograms: (changed: string[]) => void
  /** Everything was generated; absolute paths of what changed. */
  onGenerated: (changed: string[]) => void
  /** The types of everything that runs were checked, with these problems; those of tests come later. */
  onChecked: (problems: readonly Problem[]) => void
}

/**
 * Looks at a save: lints and compares at once, generates where the contract is sound, and checks all types. Each result is shown when it
 * is there. Whatever is broken is told, and the generated files stay those of the last contract that was sound.
 */
export function createLook(options: LookOptions): (save: Save, signal: AbortSignal) => Promise<void> {
  const { store, source, out, tsconfig, codeFolders, generator, typeChecker, isContract, now } = options
  const compare = createComparison(source)
  /** What the type checker has not been told of yet. */
  let unchecked: string[] = []
  let found: Found = { contract: [], types: [], testTypes: [] }

  return async function look(save, signal) {
    const isStart = store.state.round === 0 && save.files.length === 0
    const touchesContract = isStart || save.files.some(isContract)
    unchecked.push(...save.files.filter((path) => path.endsWith('.ts')))
    const { lint, difference, generate } = store.state.steps
    const round = store.state.round + (isStart ? 0 : 1)
    store.update({
      round,
      busy: true,
      saved: { at: now().toISOString(), files: save.files.map((path) => path.slice(source.folder.length + 1)) },
      // A save of code leaves what was said of the contract as it is.
      steps: touchesContract ? freshSteps() : { ...freshSteps(), lint, difference, generate },
    })
    const turn: Turn = {
      signal,
      pages: Promise.resolve(),
      step(name, state, outcome) {
        if (!signal.aborted) store.step(name, { state, outcome, after_ms: elapsed(state, save) })
      },
    }
    try {
      if (touchesContract) await lookAtContract(turn)
      await lookAtTypes(turn)
      await turn.pages
    } catch (error) {
      const sentence = `unexpected: ${error instanceof Error ? error.message : String(error)}`
      const running = stepNames.filter((name) => store.state.steps[name].state === 'running')
      for (const name of running) turn.step(name, 'failed', sentence)
    }
    if (!signal.aborted) store.update({ busy: false })
  }

  async function lookAtContract(turn: Turn): Promise<void> {
    const [problems] = await Promise.all([lint(turn), showDifference(turn)])
    if (turn.signal.aborted) return
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) turn.step('generate', 'failed', 'waits for a sound contract')
    else await regenerate(turn)
  }

  async function lint({ step, signal }: Turn): Promise<Problem[]> {
    step('lint', 'running', '')
    const problems = await lintContract(source)
    if (signal.aborted) return problems
    show({ contract: problems })
    step('lint', problems.some(isError) ? 'failed' : 'done', count(problems.length, 'problem'))
    return problems
  }

  async function showDifference({ step, signal }: Turn): Promise<void> {
    step('difference', 'running', '')
    try {
      const difference = await compare(now().toISOString().slice(0, 10))
      const consequences = consequencesOf(difference, await readCodePlaces(source.folder, codeFolders))
      if (signal.aborted) return
      store.update({
        ...consequences,
        compared_with: difference.with,
        waived: difference.waived,
        changes: difference.changes.map(({ verdict, rule, sentence, place: { file, line, column }, at }) => {
          return { verdict, rule, sentence, file, line, column, at }
        }),
      })
      step('difference', 'done', totals(difference))
    } catch (error) {
      if (!(error instanceof UnreadableDocumentError || error instanceof InvalidWaiversError)) throw error
      if (signal.aborted) return
      store.update({ changes: [], operations: [], client_methods: [], tools: [], webhooks: [] })
      // Where the linter has the same to say, with the same place, it is said there.
      step('difference', 'failed', `not compared: ${error.message.split('\n')[0]}`)
    }
  }

  async function regenerate(turn: Turn): Promise<void> {
    const { step, signal } = turn
    step('generate', 'running', '')
    // Told as soon as programs are written: the types are checked while the pages are still being made.
    const programs = Promise.withResolvers<void>()
    const told = new Set<string>()
    const tell = (changed: string[]) => {
      const news = changed.filter((path) => !told.has(path))
      for (const path of news) told.add(path)
      unchecked.push(...news.filter((path) => path.endsWith('.ts')))
      if (news.length > 0) options.onPrograms(news)
      programs.resolve()
    }
    turn.pages = generator
      .ask({ source, out }, ({ changed }) => tell(changed))
      .then(({ changed, problems }) => {
        tell(changed)
        if (problems.length > 0) {
          if (!signal.aborted) show({ contract: problems })
          step('generate', 'failed', count(problems.length, 'problem'))
          return
        }
        options.onGenerated(changed)
        store.update({ served_since: changed.length > 0 ? now().toISOString() : store.state.served_since })
        step('generate', 'done', changed.length === 0 ? 'nothing new' : `${count(changed.length, 'file')} changed`)
      })
      .catch((error: Error) => step('generate', 'failed', error.message.split('\n')[0] ?? ''))
      .finally(programs.resolve)
    await programs.promise
  }

  /** First what runs for somebody, so that services need not wait for the tests. A newer save goes before the tests. */
  async function lookAtTypes({ step, signal }: Turn): Promise<void> {
    if (signal.aborted) return
    step('types', 'running', '')
    const changed = unchecked
    unchecked = []
    const question = { config: tsconfig, folder: source.folder }
    const types = await typeChecker.ask({ ...question, of: 'sources', changed })
    if (signal.aborted) return
    show({ types })
    step('types', types.length > 0 ? 'failed' : 'done', count(types.length, 'error'))
    options.onChecked(types)
    step('test_types', 'running', '')
    const testTypes = await typeChecker.ask({ ...question, of: 'tests', changed: [] })
    if (signal.aborted) return
    show({ testTypes })
    step('test_types', testTypes.length > 0 ? 'failed' : 'done', count(testTypes.length, 'error'))
  }

  function show(news: Partial<Found>): void {
    found = { ...found, ...news }
    const all = [...oncePerExample(found.contract, source.folder), ...found.types, ...found.testTypes]
    store.update({ problems: all.filter((one) => !isExample(one)), examples: all.filter(isExample) })
  }
}

interface Found {
  contract: Problem[]
  types: Problem[]
  testTypes: Problem[]
}

/** One look: what it may say, as long as no newer save has come. */
interface Turn {
  signal: AbortSignal
  /** Settles when everything is generated, the pages too. */
  pages: Promise<void>
  step(name: StepName, state: Step['state'], outcome: string): void
}

function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

function elapsed(state: Step['state'], { atMs }: Save): number | null {
  return state === 'running' ? null : Math.round(performance.now() - atMs)
}

function totals({ changes, waived }: Difference): string {
  if (changes.length + waived === 0) return 'none'
  const counts = (['breaking', 'risky', 'safe'] as const)
    .map((verdict) => ({ verdict, number: changes.filter((change) => change.verdict === verdict).length }))
    .filter(({ number }) => number > 0)
    .map(({ verdict, number }) => `${number} ${verdict}`)
  return [...counts, ...(waived > 0 ? [`${waived} waived`] : [])].join(', ')
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
