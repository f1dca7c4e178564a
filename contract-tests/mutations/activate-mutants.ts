import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isMainThread } from 'node:worker_threads'
import { readEnvironment } from '@svc/runtime/settings'
import type { Activation, Reached } from './mutant-process.ts'

// Loaded before the API process. Loads the modules with mutants instead of the original ones, and activates one mutant
// after the other as the parent requests it.

/** The variables of the instrumented code, as Stryker's instrumenter names them. */
interface Instrumented {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
  hitCount?: number
  hitLimit?: number
}

const { SVC_MUTATED_FILES: file = '', SVC_MUTANTS_PORT_FILE: portFile } = readEnvironment(import.meta.dirname)
const sources: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
const root = new URL('../../', import.meta.url).href
const program = 'apps/api/src/main.ts'
const countFrom = (test: string) => `Object.assign(globalThis.__stryker__ ?? {}, { currentTestId: '${test}' });`

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const name = url.startsWith(root) ? url.slice(root.length) : ''
    // Runs after all modules that it imports, so that their constants are counted apart from what the start runs.
    if (name === program) return { ...loaded, source: `${countFrom('start')}${String(loaded.source)}` }
    const mutated = sources[name]
    return mutated === undefined ? loaded : { ...loaded, source: mutated }
  },
})

// Not in the threads of the process.
if (isMainThread && portFile !== undefined) {
  const instrumented: Instrumented = {}
  Reflect.set(globalThis, '__stryker__', instrumented)
  const server = createServer(async (request, response) => {
    const { mutant, test, hitsMax }: Activation = JSON.parse(await text(request))
    const { static: atLoad = {}, perTest = {} } = instrumented.mutantCoverage ?? {}
    const reached: Reached = { atLoad, test: perTest[instrumented.currentTestId ?? ''] ?? {} }
    instrumented.activeMutant = mutant
    instrumented.currentTestId = test
    instrumented.hitCount = 0
    instrumented.hitLimit = hitsMax
    response.end(JSON.stringify(reached))
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    writeFileSync(portFile, String(port))
  })
  server.unref()
}
