import { InvalidWaiversError } from '@svc/codegen/diff/waivers'
import type { Finding } from '@svc/codegen/lint/findings'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { UnreadableDocumentError } from '@svc/codegen/source/document'
import { countOf } from '@svc/command-line/text'
import type { WorkerProcess } from '@svc/supervisor/worker-process'
import { consequencesOf } from './affected.ts'
import { type CodeFolders, readCodePlaces } from './code-places.ts'
import { type Compare, createComparison, type Difference } from './comparison.ts'
import { isExample, oncePerExample, oncePerSentence } from './examples.ts'
import type { GenerateProgress, GenerateRequest, Generation } from './generator.ts'
import type { Save } from './save-queue.ts'
import { freshSteps, type Step, type StepName, type Store, stepNames } from './state.ts'
import type { TypeCheckRequest } from './type-checker.ts'

interface SaveCheckOptions {
  store: Store
  source: ContractFiles
  /** Absolute path of the folder of generated files. */
  out: string
  /** Absolute path of the tsconfig.json that covers all code. */
  tsconfig: string
  codeFolders: CodeFolders
  linter: WorkerProcess<ContractFiles, Finding[]>
  generator: WorkerProcess<GenerateRequest, Generation, GenerateProgress>
  typeChecker: WorkerProcess<TypeCheckRequest, Finding[]>
  /** Whether a file belongs to the contract: generated files depend on it. */
  isContract: (path: string) => boolean
  now: () => Date
  /** Called when files that programs import were written or removed; absolute paths. */
  onPrograms: (changed: string[]) => void
  /** Called when everything is generated, with the absolute paths of the changed files. */
  onGenerated: (changed: string[]) => void
  /** Called with the findings of the types of all sources; the tests are checked afterwards. */
  onChecked: (problems: readonly Finding[]) => void
}

/**
 * Returns the check of a save. It lints, compares and generates at the same time, in different processes; the generated
 * files are written when the linter has found no error, and then all types are checked. Each result is shown as soon as
 * it is available. Errors are shown, and the generated files stay those of the last valid contract.
 */
export function createSaveCheck(options: SaveCheckOptions): (save: Save, signal: AbortSignal) => Promise<void> {
  const check = new SaveCheck(options)
  return (save, signal) => check.run(save, signal)
}

/** One run of the check. It reports until a newer save aborts it. */
interface CheckRun {
  /** Identifies the run. */
  save: number
  signal: AbortSignal
  /** Settles when everything is generated, the pages included. */
  pages: Promise<void>
  step(name: StepName, state: Step['state'], outcome: string): void
}

class SaveCheck {
  readonly #options: SaveCheckOptions
  readonly #compare: Compare
  /** Changed files that were not sent to the type checker yet. */
  #unchecked: string[] = []
  #findings: Findings = { contract: [], types: [], testTypes: [] }
  /** False while the contract has errors: then the generated code is that of the last valid contract. */
  #isGenerated = true
  /** The last comparison, for saves of code. */
  #difference: Difference | undefined
  #saves = 0

  constructor(options: SaveCheckOptions) {
    this.#options = options
    this.#compare = createComparison(options.source)
  }

  async run(save: Save, signal: AbortSignal): Promise<void> {
    const { store } = this.#options
    const touchesContract = this.#begin(save)
    const run: CheckRun = {
      save: ++this.#saves,
      signal,
      pages: Promise.resolve(),
      step(name, state, outcome) {
        if (!signal.aborted) store.step(name, { state, outcome, after_ms: elapsedMs(state, save) })
      },
    }
    try {
      const steps = touchesContract ? this.#checkContract(run) : [this.#showConsequences(run), this.#checkTypes(run)]
      // A failure ends the check, so the other steps must have ended.
      await Promise.allSettled(steps)
      await Promise.all(steps)
      await run.pages
    } catch (error) {
      const sentence = `unexpected: ${error instanceof Error ? error.message : String(error)}`
      const running = stepNames.filter((name) => store.state.steps[name].state === 'running')
      for (const name of running) run.step(name, 'failed', sentence)
    }
    if (!signal.aborted) store.update({ busy: false })
  }

  /** Shows the save, and returns whether the contract must be checked. */
  #begin(save: Save): boolean {
    const { isContract, now, source, store } = this.#options
    const isStart = store.state.run === 0 && save.files.length === 0
    const touchesContract = isStart || save.files.some(isContract)
    this.#unchecked.push(...save.files.filter((path) => path.endsWith('.ts')))
    const { lint, difference, generate } = store.state.steps
    store.update({
      run: store.state.run + (isStart ? 0 : 1),
      busy: true,
      saved: { at: now().toISOString(), files: save.files.map((path) => path.slice(source.folder.length + 1)) },
      // A save of code does not change the results for the contract.
      steps: touchesContract ? freshSteps() : { ...freshSteps(), lint, difference, generate },
    })
    return touchesContract
  }

  #checkContract(run: CheckRun): Promise<void>[] {
    const linted = this.#lint(run)
    this.#prepare(run)
    return [this.#showDifference(run, linted), this.#generateAndCheckTypes(run, linted)]
  }

  async #lint({ step, signal }: CheckRun): Promise<Finding[]> {
    step('lint', 'running', '')
    const findings = await this.#options.linter.request(this.#options.source)
    if (signal.aborted) return findings
    this.#show({ contract: findings })
    step('lint', findings.some(isError) ? 'failed' : 'done', countOf(findings.length, 'problem'))
    return findings
  }

  /** Starts the generation, which writes nothing yet. Its result is that of `#publish`. */
  #prepare({ save }: CheckRun): void {
    const { generator, out, source } = this.#options
    const timer = setTimeout(() => void generator.stop(), preparationMaxMs)
    generator
      .request({ do: 'prepare', save, source, out })
      // `#publish` reports why a generation failed; without it, the contract has errors, which the linter reports.
      .catch(() => {})
      .finally(() => clearTimeout(timer))
  }

  async #generateAndCheckTypes(run: CheckRun, linted: Promise<Finding[]>): Promise<void> {
    const findings = await linted
    if (run.signal.aborted) return
    this.#isGenerated = !findings.some(isError)
    if (this.#isGenerated) await this.#publish(run)
    else run.step('generate', 'failed', waitsForContract)
    await this.#checkTypes(run)
  }

  async #showDifference(run: CheckRun, linted: Promise<Finding[]>): Promise<void> {
    const { now, store } = this.#options
    const { step, signal } = run
    step('difference', 'running', '')
    this.#difference = undefined
    try {
      const difference = await this.#compare(now().toISOString().slice(0, 10))
      if (signal.aborted) return
      this.#difference = difference
      await this.#showConsequences(run)
      if (signal.aborted) return
      store.update({
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
      step('difference', 'failed', `not compared: ${error.message.split('\n')[0]}`)
      if (error instanceof InvalidWaiversError) return
      // The linter reports the same error with its line.
      if ((await linted).some(isError)) step('difference', 'failed', waitsForContract)
    }
  }

  /** Shows what the differences affect. Also after a save of code, which can add a handler. */
  async #showConsequences({ signal }: CheckRun): Promise<void> {
    const { codeFolders, source, store } = this.#options
    const difference = this.#difference
    if (difference === undefined) return
    const places = await readCodePlaces(source.folder, codeFolders)
    if (!signal.aborted) store.update(consequencesOf(difference, places))
  }

  /** Returns as soon as programs are written: the types are checked while the pages are still being generated. */
  async #publish(run: CheckRun): Promise<void> {
    const { generator, onGenerated, onPrograms, out, source } = this.#options
    run.step('generate', 'running', '')
    const programs = Promise.withResolvers<void>()
    const reported = new Set<string>()
    const report = (changed: string[]) => {
      const fresh = changed.filter((path) => !reported.has(path))
      for (const path of fresh) reported.add(path)
      this.#unchecked.push(...fresh.filter((path) => path.endsWith('.ts')))
      if (fresh.length > 0) onPrograms(fresh)
      programs.resolve()
    }
    run.pages = generator
      .request({ do: 'publish', save: run.save, source, out }, ({ changed }) => report(changed))
      .then((generation) => {
        report(generation.changed)
        if (generation.problems.length === 0) onGenerated(generation.changed)
        this.#showGeneration(run, generation)
      })
      .catch((error: Error) => run.step('generate', 'failed', error.message.split('\n')[0] ?? ''))
      .finally(programs.resolve)
    await programs.promise
  }

  #showGeneration({ signal, step }: CheckRun, { changed, problems }: Generation): void {
    const { now, store } = this.#options
    if (problems.length > 0) {
      this.#isGenerated = false
      if (!signal.aborted) this.#show({ contract: problems })
      step('generate', 'failed', countOf(problems.length, 'problem'))
      return
    }
    if (changed.length > 0) store.update({ served_since: now().toISOString() })
    step('generate', 'done', changed.length === 0 ? 'no changes' : `${countOf(changed.length, 'file')} changed`)
  }

  /**
   * Checks sources before tests, so that services need not wait for the tests. A newer save aborts the check of the
   * tests.
   */
  async #checkTypes({ step, signal }: CheckRun): Promise<void> {
    if (signal.aborted) return
    const { onChecked, source, tsconfig, typeChecker } = this.#options
    step('types', 'running', '')
    const changed = this.#unchecked
    this.#unchecked = []
    const common = { config: tsconfig, folder: source.folder }
    const show = (name: StepName, { length }: readonly Finding[]) => {
      const outcome = countOf(length, 'error')
      if (this.#isGenerated) step(name, length > 0 ? 'failed' : 'done', outcome)
      // Nothing was checked with the contract as it was saved, so this is not a success.
      else step(name, length > 0 ? 'failed' : 'waiting', `${outcome} with the last valid contract`)
    }
    const types = await typeChecker.request({ ...common, of: 'sources', changed })
    if (signal.aborted) return
    this.#show({ types })
    show('types', types)
    onChecked(types)
    step('test_types', 'running', '')
    const testTypes = await typeChecker.request({ ...common, of: 'tests', changed: [] })
    if (signal.aborted) return
    this.#show({ testTypes })
    show('test_types', testTypes)
  }

  #show(changed: Partial<Findings>): void {
    this.#findings = { ...this.#findings, ...changed }
    const { contract, testTypes, types } = this.#findings
    const all = [...oncePerExample(contract, this.#options.source.folder), ...types, ...testTypes]
    this.#options.store.update({
      problems: all.filter((one) => !isExample(one)),
      examples: oncePerSentence(all.filter(isExample)),
    })
  }
}

/** The contract may have errors, with which a generation may never end. Others take a second, or a minute at most. */
const preparationMaxMs = 120_000

const waitsForContract = 'waits for a valid contract'

interface Findings {
  contract: Finding[]
  types: Finding[]
  testTypes: Finding[]
}

function isError({ severity }: Finding): boolean {
  return severity === 'error'
}

function elapsedMs(state: Step['state'], { atMs }: Save): number | null {
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
