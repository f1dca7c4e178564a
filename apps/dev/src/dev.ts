import { join, relative } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import type { Origins } from '@svc/http/rewrite-origins'
import { createWorkerProcess } from '@svc/supervisor/worker-process'
import { createSaveCheck } from './check-save.ts'
import type { CodeFolders } from './code-places.ts'
import type { GenerateProgress, GenerateRequest, Generation } from './generator.ts'
import { createSaveQueue } from './save-queue.ts'
import { type PanelServer, startPanelServer } from './server.ts'
import { createStore, type Store } from './state.ts'
import type { TypeCheckRequest } from './type-checker.ts'
import { type Watched, watchFiles } from './watch.ts'

interface DevOptions {
  /** Its folder is the repository. */
  source: ContractFiles
  /** Absolute path of the folder of generated files. */
  out: string
  /** Absolute path of the tsconfig.json that covers all code. */
  tsconfig: string
  codeFolders: CodeFolders
  /** Folders of code, relative to the repository. */
  code: readonly string[]
  host: string
  port: number
  /** The origins of the service and the mock. */
  origins: Origins
  now: () => Date
  /** Called when sources of programs have changed; absolute paths. */
  onChanged: (paths: readonly string[]) => void
  onChecked: (problems: readonly Finding[]) => void
}

/** Watches the repository, checks every save, and serves the results. */
export interface Dev {
  store: Store
  server: PanelServer
  stop(): Promise<void>
}

/**
 * The sources and types of this repository take a gigabyte; more than twice that would be a leak. Large semi-spaces
 * save a fifth of the CPU time, because most types live as long as one check.
 */
const typeCheckerOptions = { nodeOptions: ['--max-old-space-size=2048', '--max-semi-space-size=64', '--expose-gc'] }

/** Redocly keeps 3 MB for each check of our contract. */
const redoclyOptions = { requestsMax: 100 }

/** Rejects when the panel cannot listen on its port. Errors in the contract are shown in the panel. */
export async function startDev(options: DevOptions): Promise<Dev> {
  const { source, out, host, port, origins, now, onChanged } = options
  const store = createStore(now())
  const server = await startPanelServer({ host, port, store, generated: out, origins })
  const generator = createWorkerProcess<GenerateRequest, Generation, GenerateProgress>(
    new URL('generator.ts', import.meta.url),
    redoclyOptions,
  )
  const linter = createWorkerProcess<ContractFiles, Finding[]>(new URL('linter.ts', import.meta.url), redoclyOptions)
  const typeChecker = createWorkerProcess<TypeCheckRequest, Finding[]>(
    new URL('type-checker.ts', import.meta.url),
    typeCheckerOptions,
  )
  const isGeneratorCode = below(join(source.folder, 'packages/codegen/src'))
  const contract = contractFiles(source)
  const isContract = (path: string) =>
    isGeneratorCode(path) ||
    contract.some(({ folder, matters }) => below(folder)(path) && matters(relative(folder, path)))
  // Worker processes have loaded the old code of the generator, or of the plugins of the rules with what these read.
  const isLoadedCode = (path: string) => isGeneratorCode(path) || (isContract(path) && /\.(mjs|json)$/.test(path))

  const checkSave = createSaveCheck({
    ...options,
    store,
    linter,
    generator,
    typeChecker,
    isContract,
    onPrograms: onChanged,
    onGenerated: (changed) => {
      if (changed.some(below(join(out, 'docs')))) server.reloadDocs()
    },
  })
  const saves = createSaveQueue((save, signal) => {
    if (save.files.some(isLoadedCode)) for (const worker of [linter, generator]) worker.restart()
    onChanged(save.files.filter((path) => path.endsWith('.ts')))
    return checkSave(save, signal)
  })
  const code: Watched[] = options.code.map((folder) => ({
    folder: join(source.folder, folder),
    matters: (path) => path.endsWith('.ts') && !/(^|\/)(node_modules|dist)\//.test(path),
  }))
  const unwatch = watchFiles([...contract, ...code], saves.changed)
  saves.checkNow()

  return {
    store,
    server,
    async stop() {
      unwatch()
      const stopped = saves.stop()
      await Promise.all([linter.stop(), generator.stop(), typeChecker.stop(), server.close()])
      await stopped
    },
  }
}

/**
 * Everything that generated files depend on: the documents, the rules they are checked by, and the guides and the
 * changelog.
 */
function contractFiles({ folder, rules, guides, changelog }: ContractFiles): Watched[] {
  const files = [rules, ...(changelog === undefined ? [] : [join(folder, changelog)])]
  return [
    { folder: join(folder, 'spec'), matters: (path) => /\.(ya?ml|json|md|mjs)$/.test(path) },
    { folder, deep: false, matters: (path) => files.includes(join(folder, path)) },
    ...(guides === undefined ? [] : [{ folder: join(folder, guides), matters: () => true }]),
  ]
}

function below(folder: string): (path: string) => boolean {
  return (path) => path.startsWith(`${folder}/`)
}
