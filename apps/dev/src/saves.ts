/** One save, or several so close together that they are one: a branch that was switched, a formatter that follows the editor. */
export interface Save {
  /** Absolute paths, each once. */
  files: string[]
  /** When the last of them was written, on the clock of `performance.now()`. */
  atMs: number
}

/** Editors and git write several files within some milliseconds; a person does not notice a pause as short as this. */
const quietMs = 60

/**
 * Gathers changed files into saves and hands over one at a time: a save that comes while another is being looked at ends that look.
 *
 * @param look must not reject; its signal says that a newer save has come, and that nothing it finds is of interest any more
 */
export function createSaves(look: (save: Save, signal: AbortSignal) => Promise<void>) {
  let gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let current = new AbortController()
  let lookingAt: Promise<void> = Promise.resolve()
  let lastMs = 0

  function handOver(): void {
    timer = undefined
    const save = { files: [...gathered].sort(), atMs: lastMs }
    gathered = new Set()
    current.abort()
    current = new AbortController()
    lookingAt = look(save, current.signal)
  }

  return {
    changed(path: string): void {
      gathered.add(path)
      lastMs = performance.now()
      clearTimeout(timer)
      timer = setTimeout(handOver, quietMs)
    },
    /** Looks at everything as it is now, without a save. */
    lookNow(): void {
      clearTimeout(timer)
      lastMs = performance.now()
      handOver()
    },
    /** Takes no more saves; settles when the last look has ended. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      current.abort()
      await lookingAt
    },
  }
}
