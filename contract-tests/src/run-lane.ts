import { writeFile } from 'node:fs/promises'
import { prepareFixtures } from './fixtures.ts'
import type { Lane } from './lanes.ts'
import type { Python } from './python.ts'
import type { LaneResult } from './report.ts'
import { type Phase, runSchemathesis } from './schemathesis.ts'
import type { Service } from './service.ts'
import { createCounter, type Tally } from './tally.ts'

export interface LaneRun {
  python: Python
  service: Service
  /** Where the requests go, when something stands in front of the service. */
  testedUrl?: string
  /** `GET /webhooks/{id}` → `getWebhook`. */
  operationIds: ReadonlyMap<string, string>
  /** Operations to test, by name; all unless told. */
  operations?: readonly string[]
  phases?: readonly Phase[]
  seed: number
  examples: number
  /** Stop after as many failures; test everything unless told. */
  failuresMax?: number
  /** Reports go to a folder with the name of the lane in here. */
  reportsDir: string
  onProgress(tally: Tally): void
  signal: AbortSignal
}

/** Runs one lane on a service and leaves the service as it was. Throws CannotRun where nothing could be tested. */
export async function runLane(lane: Lane, run: LaneRun): Promise<LaneResult> {
  const { service, operationIds, signal } = run
  const [first] = service.accounts
  const fixtures = await prepareFixtures(service.baseUrl, first, signal)
  const hookEnv = (await lane.before?.(service, signal)) ?? {}
  const counter = createCounter(operationIds)
  const reportDir = `${run.reportsDir}${lane.name}/`
  try {
    const outcome = await runSchemathesis({
      python: run.python,
      baseUrl: run.testedUrl ?? service.baseUrl,
      phases: phasesOf(lane, run),
      seed: run.seed,
      examples: run.examples,
      ...(run.operations && { operations: run.operations }),
      ...(run.failuresMax && { failuresMax: run.failuresMax }),
      env: {
        SVC_LANE: lane.name,
        SVC_API_KEY: first.api_key,
        SVC_REPORT_ID: fixtures.reportId,
        SVC_DELIVERY_ID: fixtures.deliveryId,
        SVC_WEBHOOK_ID: fixtures.webhookId,
        ...hookEnv,
      },
      reportDir,
      counter,
      onProgress: () => run.onProgress(counter.tally),
      signal,
    })
    await writeFile(`${reportDir}output.txt`, outcome.output)
    const unmet = lane.expect?.(counter.tally, [...operationIds.values()]) ?? []
    return { lane: lane.name, tally: counter.tally, unmet, ...outcome }
  } finally {
    if (!signal.aborted) await lane.after?.(service, signal)
  }
}

/** Sequences along links need more than one operation. */
function phasesOf(lane: Lane, { phases = lane.phases, operations }: LaneRun): readonly Phase[] {
  return operations === undefined ? phases : phases.filter((phase) => phase !== 'stateful')
}
