import { readEnvironment } from '@svc/runtime/settings'
import { poisonRow, removalInFlight, resendRace, rotationInFlight } from './changes.ts'
import { crashedDatabase, crashedDuringDeliveries, startOwnServer } from './database.ts'
import { type Figures, openStage, type Scenario } from './scenario.ts'
import { hangingNeighbour, thunderingHerd } from './tenants.ts'
import { frozenWorker, killedWorkers, longAttempts, manyWorkers, unrecordedAnswers } from './workers.ts'

export interface RunnableScenario {
  id: string
  title: string
  run(size: 'small' | 'full', seed: number): Promise<Figures>
}

function runnable<Size>(scenario: Scenario<Size>, { ownServer = false } = {}): RunnableScenario {
  const { id, title } = scenario
  return {
    id,
    title,
    async run(size, seed) {
      const stage = await openStage(seed, ownServer ? await startOwnServer() : undefined)
      try {
        return await scenario.run(stage, scenario[size])
      } finally {
        await stage.close()
      }
    },
  }
}

/** Every fault of the catalogue that concerns deliveries. */
export const faults: readonly RunnableScenario[] = [
  runnable(killedWorkers),
  runnable(unrecordedAnswers),
  runnable(frozenWorker),
  runnable(longAttempts),
  runnable(hangingNeighbour),
  runnable(thunderingHerd),
  runnable(poisonRow),
  runnable(manyWorkers),
  runnable(resendRace),
  runnable(rotationInFlight),
  runnable(removalInFlight),
  runnable(crashedDatabase, { ownServer: true }),
  runnable(crashedDuringDeliveries, { ownServer: true }),
]

/** A seed for this run; `SVC_TEST_SEED` repeats one. */
export const seed = Number(readEnvironment(import.meta.dirname).SVC_TEST_SEED ?? Date.now() % 1_000_000)
