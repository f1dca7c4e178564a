import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { Python } from '@svc/python'
import { CannotRunError } from './cannot-run-error.ts'
import { type Conformance, createConformance } from './conformance.ts'
import { type Document, type DocumentName, operationsOf, privateOperationsOf, readContract } from './contract.ts'
import type { Facets } from './facets.ts'
import { type Fixtures, idVariables, prepareFixtures } from './fixtures.ts'
import { type Credentials, type Fuzz, type Lane, operatorOf, type Phase, type ScriptContext } from './lane.ts'
import { portalPath } from './portal-browser.ts'
import { createProber } from './prober.ts'
import type { LaneResult } from './report.ts'
import { oauthDefaults, portalDefaults, type RequestDefaults, restDefaults } from './request-defaults.ts'
import { runSchemathesis, type SchemathesisResult } from './schemathesis.ts'
import type { Service } from './service.ts'
import { type Counter, createCounter, type Tally } from './tally.ts'

interface LaneRun {
  /** Lanes with `fuzz` need it. */
  python: Python | undefined
  service: Service
  document: Document
  conformance: Conformance
  /** The facets that are counted, if any. */
  facets?: Facets
  /** The URLs for requests, if a proxy is in front of the service. */
  testedUrl?: string
  testedAuthUrl?: string
  putInFront?: ScriptContext['putInFront']
  changeDelivery?: ScriptContext['changeDelivery']
  /** Maps `GET /webhooks/{id}` to `getWebhook`, for all tested operations of the REST API and OAuth. */
  operationIds: ReadonlyMap<string, string>
  /** Whether only some operations are tested. */
  isPart?: boolean
  /** Whether sequences along links are tested; one part of a sharded run does that. */
  sequences?: boolean
  phases?: readonly Phase[]
  seed: number
  /** Cases per operation while fuzzing; by default those of the lane in this mode. */
  examples?: number
  mode: 'fast' | 'full' | 'nightly'
  safe?: boolean
  /** Stop after this number of failures; by default everything is tested. */
  failuresMax?: number
  /** The folder in which each lane has a folder for its reports. */
  reportsDir: string
  onProgress(tally: Tally): void
  signal: AbortSignal
}

const apiKey: Credentials = { scheme: 'apiKeyHeader', setting: 'api_key', variable: 'SVC_API_KEY' }

/** Runs one lane on a service and restores the state of the service. Throws CannotRunError if it could not test. */
export async function runLane(lane: Lane, run: LaneRun): Promise<LaneResult> {
  const { service, operationIds, signal, safe = false } = run
  const fixtures = await prepareFixtures(service, { signal, mayStartAnalysis: !safe })
  const secrets = secretsOf(service)
  const counter = createCounter(lane.name, operationIds, redactor(secrets), run.facets)
  const reportDir = `${run.reportsDir}${lane.name}/`
  await rm(reportDir, { recursive: true, force: true })
  await mkdir(reportDir, { recursive: true })
  const startedMs = performance.now()
  const parts = { run, fixtures, counter, secrets, reportDir }
  const outcome = lane.fuzz && (await fuzz(lane, lane.fuzz, parts))
  if (lane.script && run.phases === undefined && !hasFailedEnough(run, counter)) await script(lane, parts)
  await fixtures.removeFresh()
  await writeFile(`${reportDir}cases.txt`, `${counter.tally.caseLines.join('\n')}\n`)
  const isComplete = lane.fuzz === undefined || lane.fuzz.phases.every((phase) => run.phases?.includes(phase) ?? true)
  const left = safe ? metered(run.document) : []
  const expected = [...operationIds.values()].filter((name) => !left.includes(name))
  const unmet = (isComplete && lane.expect?.(counter.tally, expected, run.document)) || []
  return {
    lane: lane.name,
    tally: counter.tally,
    unmet,
    passed: (outcome?.passed ?? true) && counter.tally.failures.size === 0,
    seconds: (performance.now() - startedMs) / 1_000,
    output: outcome?.output ?? '',
    command: outcome?.command ?? '',
  }
}

function hasFailedEnough({ failuresMax }: LaneRun, { tally }: Counter): boolean {
  return failuresMax !== undefined && tally.failures.size >= failuresMax
}

/** Credentials by the names of their variables. */
type Secrets = Map<string, string>

function secretsOf({ accounts: [first, second] }: Service): Secrets {
  return new Map([
    ['SVC_API_KEY', first.api_key],
    ['SVC_API_KEY_2', second.api_key],
    ['SVC_CLIENT_SECRET', first.oauth_client?.client_secret ?? ''],
    ['SVC_CLIENT_ID', first.oauth_client?.client_id ?? ''],
  ])
}

/**
 * Replaces credentials by their variables, so that reports contain no secrets and commands still work. Variables of the
 * lane may follow later.
 */
function redactor(secrets: Secrets): (output: string) => string {
  return (output) =>
    [...secrets]
      .reduce((clean, [name, secret]) => (secret === '' ? clean : clean.replaceAll(secret, `$${name}`)), output)
      .replace(/whsec_[0-9A-Za-z+/]{43}=/g, 'whsec_…')
      .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '$SVC_ACCESS_TOKEN')
}

interface Parts {
  run: LaneRun
  fixtures: Fixtures
  counter: Counter
  secrets: Secrets
  reportDir: string
}

async function fuzz(
  lane: Lane,
  how: Fuzz,
  { run, fixtures, counter, secrets, reportDir }: Parts,
): Promise<SchemathesisResult | undefined> {
  const { python, service, operationIds, signal, isPart = false, safe = false } = run
  if (!python) throw new CannotRunError(`The lane ${lane.name} needs Python.`)
  const [first] = service.accounts
  const { document = 'rest' } = how
  const ofDocument = new Set(operationsOf(await readContract(document)).map(({ operationId }) => operationId))
  const tested = [...operationIds].filter(([, name]) => ofDocument.has(name))
  if (tested.length === 0) return undefined
  const usual = (run.mode === 'fast' && how.fastPhases) || how.phases
  const phases = (run.phases ?? usual).filter((phase) => how.phases.includes(phase))
  if (phases.length === 0) return undefined
  const env = (await how.before?.(service, signal)) ?? {}
  for (const [name, value] of Object.entries(env)) secrets.set(name, value)
  const authUrl = run.testedAuthUrl ?? service.authUrl
  const urls = { rest: run.testedUrl ?? service.baseUrl, oauth: authUrl, portal: `${authUrl}${portalPath}` }
  try {
    const shared = {
      python,
      document,
      baseUrl: urls[document],
      credentials: how.credentials === undefined ? apiKey : how.credentials,
      seed: run.seed,
      examples: run.examples ?? how.examples[run.mode],
      requestsPerMinute: service.requestsPerMinute,
      without: [
        ...(await privateOperationsOf(document)),
        ...(safe && document === 'rest' ? metered(run.document) : []),
      ],
      ...(run.failuresMax && { failuresMax: run.failuresMax }),
      env: {
        SVC_LANE: lane.name,
        SVC_BASE_URL: urls.rest,
        SVC_AUTH_URL: authUrl,
        SVC_API_KEY: first.api_key,
        ...idVariables(fixtures),
        SVC_WEBHOOK_URL: service.webhookUrl,
        SVC_ONLY_OWN_HOST: service.operated ? '' : 'yes',
        ...env,
      },
      counter,
      onProgress: () => run.onProgress(counter.tally),
      signal,
    } as const
    const outcomes: SchemathesisResult[] = []
    // Sequences along links need all operations, even in a partial run.
    const perOperation = isPart ? phases.filter((phase) => phase !== 'stateful') : phases
    const names = tested.map(([, name]) => name).filter((name) => !(safe && metered(run.document).includes(name)))
    if (perOperation.length > 0 && names.length > 0)
      outcomes.push(
        await runSchemathesis({ ...shared, phases: perOperation, reportDir, ...(isPart && { operations: names }) }),
      )
    if (isPart && run.sequences && phases.includes('stateful'))
      outcomes.push(await runSchemathesis({ ...shared, phases: ['stateful'], reportDir: `${reportDir}sequences/` }))
    const output = outcomes.map(({ output }) => output).join('\n')
    await writeFile(`${reportDir}output.txt`, output)
    return {
      passed: outcomes.every(({ passed }) => passed),
      seconds: outcomes.reduce((total, { seconds }) => total + seconds, 0),
      output,
      command: outcomes.map(({ command }) => command).join('\n'),
    }
  } finally {
    if (!signal.aborted) await how.after?.(service, signal)
  }
}

async function script(lane: Lane, { run, fixtures, counter, reportDir }: Parts): Promise<void> {
  const { service, document, conformance, operationIds, signal } = run
  const names = new Set(operationIds.values())
  const baseUrl = run.testedUrl ?? service.baseUrl
  counter.phase('script')
  const watched: Counter = {
    ...counter,
    record(request) {
      counter.record(request)
      run.onProgress(counter.tally)
    },
  }
  const documents = { rest: document, oauth: await readContract('oauth'), portal: await readContract('portal') }
  const defaultsOf: Record<DocumentName, () => RequestDefaults> = {
    rest: () =>
      restDefaults(document, { apiKey: service.accounts[0].api_key, fixtures, webhookUrl: service.webhookUrl }),
    oauth: () => oauthDefaults(documents.oauth),
    portal: () => portalDefaults(documents.portal, operatorOf(service)),
  }
  const proberAt: ScriptContext['proberAt'] = (kind, url) =>
    createProber({
      baseUrl: url,
      document: documents[kind],
      conformance: kind === 'rest' ? conformance : createConformance(documents[kind]),
      defaults: defaultsOf[kind](),
      counter: watched,
      signal,
    })
  await lane.script?.({
    service,
    baseUrl,
    authUrl: run.testedAuthUrl ?? service.authUrl,
    document,
    conformance,
    fixtures,
    counter: watched,
    prober: proberAt('rest', baseUrl),
    proberAt,
    wants: (operationId) => names.has(operationId) && !hasFailedEnough(run, counter),
    isWhole: !run.isPart,
    fast: run.mode === 'fast',
    safe: run.safe ?? false,
    reportDir,
    putInFront: run.putInFront ?? (async (url) => url),
    changeDelivery: run.changeDelivery ?? ((delivery) => delivery),
    signal,
  })
}

/** Operations that consume a quota of the plan. */
function metered(document: Document): string[] {
  return Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => ('x-quota' in operation ? [operation.operationId] : [])),
  )
}
