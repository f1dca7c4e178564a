import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { basename, join, relative } from 'node:path'

/** What to watch: a folder with everything below it, or single files of a folder. */
export interface Watched {
  folder: string
  /** Which files matter, by their path below the folder. */
  matters: (path: string) => boolean
  /** false: not the folders below. */
  deep?: boolean
}

/**
 * Tells the absolute path of every file that matters as it is written, made or removed. Returns what ends that.
 *
 * Each folder has a watcher of its own. Node's recursive one watches files, and loses a file when an editor saves it by
 * putting another in its place.
 */
export function watchFiles(watched: readonly Watched[], onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()

  /**
   * Watches a folder and those below. What lies in one that has just been made is told: it was written before it was
   * watched.
   */
  function follow(root: Watched, folder: string, isNew: boolean): void {
    const key = `${root.folder}\n${folder}`
    // A folder that was removed and made again needs a new watcher.
    watchers.get(key)?.close()
    try {
      const watcher = watch(folder, (_, name) => {
        if (name !== null && !isDraft(name)) look(root, join(folder, name))
      })
      watcher.on('error', () => watcher.close())
      watcher.on('close', () => watchers.get(key) === watcher && watchers.delete(key))
      watchers.set(key, watcher)
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (!entry.isDirectory()) isNew && tell(root, join(folder, entry.name))
        else if (root.deep !== false && !isForeign(entry.name)) follow(root, join(folder, entry.name), isNew)
      }
    } catch (error) {
      // It is gone again, or was never there; what comes in its place is told by the folder above.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }

  function look(root: Watched, path: string): void {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
    if (!isFolder) tell(root, path)
    else if (root.deep !== false && !isForeign(basename(path))) follow(root, path, true)
  }

  function tell(root: Watched, path: string): void {
    if (root.matters(relative(root.folder, path))) onChange(path)
  }

  for (const root of watched) follow(root, root.folder, false)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}

/** What editors write beside a file while they save it. */
function isDraft(name: string): boolean {
  return name.startsWith('.') || name.endsWith('~') || name === '4913'
}

function isForeign(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name.startsWith('.')
}
