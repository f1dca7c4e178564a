import { join, relative } from 'node:path'
import type { Problem } from '@svc/codegen/lint/findings'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import type { Origins } from '@svc/http/rewrite-origins'
import type { CodeFolders } from './code-places.ts'
import type { GenerateQuestion, Generation, ProgramsWritten } from './generator.ts'
import { createLook } from './look.ts'
import { startResident } from './resident.ts'
import { createSaves } from './saves.ts'
import { type PanelServer, startPanelServer } from './server.ts'
import { createStore, type Store } from './state.ts'
import type { TypeQuestion } from './type-checker.ts'
import { type Watched, watchFiles } from './watch.ts'

export interface DevOptions {
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
  /** Where the service and the mock listen. */
  places: Origins
  now: () => Date
  /** Files have changed that programs run from; absolute paths. */
  onChanged: (paths: readonly string[]) => void
  onChecked: (problems: readonly Problem[]) => void
}

/** The loop: watches, looks at every save, and serves what it finds. */
export interface Dev {
  store: Store
  server: PanelServer
  stop(): Promise<void>
}

/** Sources and types of this repository take a gigabyte; more than its double would be a fault. */
const typeCheckerOptions = ['--max-old-space-size=2048']

/** Rejects where the address of the panel cannot be listened on; whatever is wrong with the contract is shown in the panel. */
export async function startDev(options: DevOptions): Promise<Dev> {
  const { source, out, host, port, places, now, onChanged, onChecked } = options
  const store = createStore(now())
  const server = await startPanelServer({ host, port, store, generated: out, places })
  const generator = startResident<GenerateQuestion, Generation, ProgramsWritten>(
    new URL('generator.ts', import.meta.url),
  )
  const typeChecker = startResident<TypeQuestion, Problem[]>(
    new URL('type-checker.ts', import.meta.url),
    typeCheckerOptions,
  )
  const isGeneratorCode = below(join(source.folder, 'packages/codegen/src'))
  const contract = contractFiles(source)
  const isContract = (path: string) =>
    isGeneratorCode(path) ||
    contract.some(({ folder, matters }) => below(folder)(path) && matters(relative(folder, path)))

  const look = createLook({
    ...options,
    ...{ store, generator, typeChecker, isContract, onChecked },
    onPrograms: onChanged,
    onGenerated: (changed) => {
      if (changed.some(below(join(out, 'docs')))) server.reloadDocs()
    },
  })
  const saves = createSaves((save, signal) => {
    // What it loaded is the generator as it was.
    if (save.files.some(isGeneratorCode)) generator.renew()
    onChanged(save.files.filter((path) => path.endsWith('.ts')))
    return look(save, signal)
  })
  const code: Watched[] = options.code.map((folder) => ({
    folder: join(source.folder, folder),
    matters: (path) => path.endsWith('.ts') && !/(^|\/)(node_modules|dist)\//.test(path),
  }))
  const unwatch = watchFiles([...contract, ...code], saves.changed)
  saves.lookNow()

  return {
    store,
    server,
    async stop() {
      unwatch()
      const stopped = saves.stop()
      await Promise.all([generator.stop(), typeChecker.stop(), server.close()])
      await stopped
    },
  }
}

/** Everything that generated files depend on: the documents, the rules they are checked by, and the guides and changelog beside them. */
function contractFiles({ folder, rules, guides, changelog }: ContractFiles): Watched[] {
  const beside = [rules, ...(changelog === undefined ? [] : [join(folder, changelog)])]
  return [
    { folder: join(folder, 'spec'), matters: (path) => /\.(ya?ml|json|md|mjs)$/.test(path) },
    { folder, deep: false, matters: (path) => beside.includes(join(folder, path)) },
    ...(guides === undefined ? [] : [{ folder: join(folder, guides), matters: () => true }]),
  ]
}

function below(folder: string): (path: string) => boolean {
  return (path) => path.startsWith(`${folder}/`)
}
