import { readEnvironment } from '@svc/runtime/settings'
import { hangingEndpoints, returningReceiver } from './accounts.ts'
import { poisonedRow, removalInFlight, resendRace, rotationInFlight } from './changes.ts'
import { crashedDatabase, crashedDuringDeliveries, startOwnServer } from './database.ts'
import { type Measurements, openContext, type Scenario } from './scenario.ts'
import { frozenWorker, killedWorkers, longAttempts, manyWorkers, unrecordedResponses } from './workers.ts'

interface RunnableScenario {
  id: string
  title: string
  run(size: 'small' | 'full', seed: number): Promise<Measurements>
}

function runnable<Size>(scenario: Scenario<Size>, { ownServer = false } = {}): RunnableScenario {
  const { id, title } = scenario
  return {
    id,
    title,
    async run(size, seed) {
      const context = await openContext(seed, ownServer ? await startOwnServer() : undefined)
      try {
        return await scenario.run(context, scenario[size])
      } finally {
        await context.close()
      }
    },
  }
}

/** All faults, in the order in which they run. */
export const faults: readonly RunnableScenario[] = [
  runnable(killedWorkers),
  runnable(unrecordedResponses),
  runnable(frozenWorker),
  runnable(longAttempts),
  runnable(hangingEndpoints),
  runnable(returningReceiver),
  runnable(poisonedRow),
  runnable(manyWorkers),
  runnable(resendRace),
  runnable(rotationInFlight),
  runnable(removalInFlight),
  runnable(crashedDatabase, { ownServer: true }),
  runnable(crashedDuringDeliveries, { ownServer: true }),
]

/** The seed of this run; set `SVC_TEST_SEED` to repeat a run. */
export const seed = Number(readEnvironment(import.meta.dirname).SVC_TEST_SEED ?? Date.now() % 1_000_000)
