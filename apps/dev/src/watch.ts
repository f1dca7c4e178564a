import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { errorCode } from '@svc/runtime/error-code'

/** The files to watch: a folder with everything below it, or single files of a folder. */
export interface Watched {
  folder: string
  /** Selects files by their path relative to the folder. */
  matters: (path: string) => boolean
  /** When false, subfolders are not watched. */
  deep?: boolean
}

/**
 * Calls `onChange` with the absolute path of every selected file that is written, created or removed. Returns a
 * function that stops watching.
 *
 * Each folder has its own watcher. The recursive watcher of Node watches files, and loses a file when an editor
 * replaces it on save.
 */
export function watchFiles(watched: readonly Watched[], onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()

  /**
   * Watches a folder and its subfolders. Reports the files of a new folder: they were written before it was watched.
   */
  function follow(root: Watched, folder: string, isNew: boolean): void {
    const key = `${root.folder}\n${folder}`
    // A folder that was removed and created again needs a new watcher.
    watchers.get(key)?.close()
    try {
      const watcher = watch(folder, (_, name) => {
        if (name !== null && !isDraft(name)) inspect(root, join(folder, name))
      })
      watcher.on('error', () => watcher.close())
      watcher.on('close', () => watchers.get(key) === watcher && watchers.delete(key))
      watchers.set(key, watcher)
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (!entry.isDirectory()) isNew && report(root, join(folder, entry.name))
        else if (root.deep !== false && !isForeign(entry.name)) follow(root, join(folder, entry.name), isNew)
      }
    } catch (error) {
      // The folder does not exist any longer. The watcher of its parent reports what replaces it.
      if (errorCode(error) !== 'ENOENT') throw error
    }
  }

  function inspect(root: Watched, path: string): void {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
    if (!isFolder) report(root, path)
    else if (root.deep !== false && !isForeign(basename(path))) follow(root, path, true)
  }

  function report(root: Watched, path: string): void {
    if (root.matters(relative(root.folder, path))) onChange(path)
  }

  for (const root of watched) follow(root, root.folder, false)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}

/** Temporary files of editors. */
function isDraft(name: string): boolean {
  return name.startsWith('.') || name.endsWith('~') || name === '4913'
}

function isForeign(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name.startsWith('.')
}
