import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages of the repository and their imports. */
export interface Workspaces {
  /**
   * Whether a change of this file can change how the program of a workspace runs: the file belongs to the workspace or
   * to one that it imports.
   */
  reaches(workspace: string, path: string): boolean
}

/**
 * @param repository absolute
 */
export function readWorkspaces(repository: string): Workspaces {
  const folders = new Map<string, string>()
  const imports = new Map<string, string[]>()
  for (const folder of globSync(['packages/*', 'apps/*', 'generated/*'], { cwd: repository })) {
    const file = join(repository, folder, 'package.json')
    if (!existsSync(file)) continue
    const { name, dependencies = {} }: { name: string; dependencies?: object } = JSON.parse(readFileSync(file, 'utf8'))
    folders.set(name, folder)
    imports.set(folder, Object.keys(dependencies))
  }

  function importedBy(workspace: string, seen = new Set<string>()): Set<string> {
    if (seen.has(workspace)) return seen
    seen.add(workspace)
    for (const name of imports.get(workspace) ?? []) {
      const folder = folders.get(name)
      if (folder !== undefined) importedBy(folder, seen)
    }
    return seen
  }

  return {
    reaches(workspace, path) {
      const [kind = '', name = '', inside = ''] = path.slice(repository.length + 1).split('/')
      // Programs do not import tests and scripts.
      const isSource = kind === 'generated' || (inside === 'src' && !path.endsWith('.test.ts'))
      return isSource && importedBy(workspace).has(`${kind}/${name}`)
    },
  }
}
