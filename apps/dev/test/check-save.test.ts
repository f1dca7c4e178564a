import type { Finding } from '@svc/codegen/lint/findings'
import type { WorkerProcess } from '@svc/supervisor/worker-process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSaveCheck } from '../src/check-save.ts'
import { ourFolders } from '../src/code-places.ts'
import type { GenerateProgress, GenerateRequest, Generation } from '../src/generator.ts'
import type { Save } from '../src/save-queue.ts'
import { createStore, type Store } from '../src/state.ts'
import { createScratch, type Scratch } from './scratch.ts'

// The order of the steps of a check, with worker processes that respond when a test says so.

let scratch: Scratch
let store: Store
let linter: Controlled<unknown, Finding[]>
let generator: Controlled<GenerateRequest, Generation, GenerateProgress>
let typeChecker: Controlled<unknown, Finding[]>
let check: (save: Save, signal: AbortSignal) => Promise<void>

interface Sent<Request, Response, Progress> {
  request: Request
  respond(response: Response): void
  fail(error: Error): void
  report(progress: Progress): void
}

interface Controlled<Request, Response, Progress = never> extends WorkerProcess<Request, Response, Progress> {
  /** The next request: one that is waiting already, or the first to come. */
  next(): Promise<Sent<Request, Response, Progress>>
  /** Every request so far. */
  received: Request[]
}

function controlled<Request, Response, Progress = never>(): Controlled<Request, Response, Progress> {
  const waiting: Sent<Request, Response, Progress>[] = []
  const readers: ((sent: Sent<Request, Response, Progress>) => void)[] = []
  const received: Request[] = []
  return {
    received,
    async next() {
      return waiting.shift() ?? new Promise((resolve) => readers.push(resolve))
    },
    request(request, report = () => {}) {
      received.push(request)
      const { promise, resolve: respond, reject: fail } = Promise.withResolvers<Response>()
      const sent = { request, respond, fail, report }
      const reader = readers.shift()
      if (reader) reader(sent)
      else waiting.push(sent)
      return promise
    },
    restart() {},
    async stop() {},
  }
}

const error: Finding = { file: 'spec/openapi.yaml', line: 1, column: 1, rule: 'r', severity: 'error', sentence: 'Bad.' }
const nothing: Generation = { changed: [], problems: [] }
const steps = () => Object.fromEntries(Object.entries(store.state.steps).map(([name, { state }]) => [name, state]))

/** Waits until the state of a step is as given. */
async function untilStep(name: keyof typeof store.state.steps, state: string): Promise<void> {
  if (store.state.steps[name].state === state) return
  const reached = Promise.withResolvers<void>()
  const unsubscribe = store.subscribe(({ steps: now }) => now[name].state === state && reached.resolve())
  await reached.promise
  unsubscribe()
}

function startCheck(signal = new AbortController().signal): Promise<void> {
  return check({ files: [scratch.path('spec/openapi.yaml')], atMs: performance.now() }, signal)
}

/** Answers the requests for the types of sources and tests, which follow each other. */
async function respondToTypes(): Promise<void> {
  for (const _ of ['sources', 'tests']) {
    const sent = await typeChecker.next()
    sent.respond([])
  }
}

beforeEach(async () => {
  scratch = await createScratch()
  store = createStore(new Date())
  linter = controlled()
  generator = controlled()
  typeChecker = controlled()
  check = createSaveCheck({
    store,
    source: scratch.source,
    out: scratch.path('generated'),
    tsconfig: scratch.path('tsconfig.json'),
    codeFolders: ourFolders,
    linter,
    generator,
    typeChecker,
    isContract: (path) => path.endsWith('.yaml'),
    now: () => new Date(),
    onPrograms: () => {},
    onGenerated: () => {},
    onChecked: () => {},
  })
})

afterEach(() => scratch.remove())

test('the generation starts with the lint, and writes only if the lint finds no error', async () => {
  const checked = startCheck()
  const prepare = await generator.next()
  expect(prepare.request.do).toBe('prepare')
  const lint = await linter.next()
  lint.respond([])
  const publish = await generator.next()
  expect(publish.request).toEqual({ ...prepare.request, do: 'publish' })
  publish.respond(nothing)
  await respondToTypes()
  await checked
  expect(steps()).toMatchObject({ lint: 'done', difference: 'done', generate: 'done', types: 'done' })
})

test('a contract with an error changes no generated file, although its generation has started', async () => {
  const checked = startCheck()
  const prepare = await generator.next()
  prepare.respond(nothing)
  const lint = await linter.next()
  lint.respond([error])
  await respondToTypes()
  await checked
  expect(generator.received.map((request) => request.do)).toEqual(['prepare'])
  expect(steps()).toMatchObject({ lint: 'failed', generate: 'failed' })
})

test('a contract with an error that ends the generator is reported with the error alone', async () => {
  const checked = startCheck()
  const prepare = await generator.next()
  prepare.fail(new Error('The worker process ended before it responded.'))
  const lint = await linter.next()
  lint.respond([error])
  await respondToTypes()
  await checked
  expect(store.state.steps.generate).toMatchObject({ state: 'failed', outcome: 'waits for a valid contract' })
  expect(store.state.problems).toEqual([error])
})

test('the difference is shown while the linter is still running', async () => {
  const checked = startCheck()
  await untilStep('difference', 'done')
  expect(steps()).toMatchObject({ lint: 'running', difference: 'done' })
  const lint = await linter.next()
  lint.respond([error])
  await respondToTypes()
  await checked
})

test('a lint whose save is obsolete starts no generation and no check of types', async () => {
  const newer = new AbortController()
  const checked = startCheck(newer.signal)
  const lint = await linter.next()
  newer.abort()
  lint.respond([])
  await checked
  expect(generator.received.map((request) => request.do)).toEqual(['prepare'])
  expect([typeChecker.received, store.state.steps.lint.state]).toEqual([[], 'running'])
})

test('a linter that fails leaves no step running', async () => {
  const checked = startCheck()
  const lint = await linter.next()
  lint.fail(new Error('out of memory'))
  await checked
  expect(Object.values(steps())).not.toContain('running')
  expect(store.state).toMatchObject({
    busy: false,
    steps: { lint: { state: 'failed', outcome: 'unexpected: out of memory' } },
  })
})
