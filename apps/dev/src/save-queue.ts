/**
 * One save, or several so close together that they are one: a branch that was switched, a formatter that follows the
 * editor.
 */
export interface Save {
  /** Absolute paths, each once. */
  files: string[]
  /** The time at which the last of them was written, on the clock of `performance.now()`. */
  atMs: number
}

/** Editors and git write several files within some milliseconds; users do not notice a delay this short. */
const quietMs = 60

/**
 * Collects changed files into saves and checks them; a save that arrives during a check aborts that check.
 *
 * @param check must not reject; its signal aborts when a newer save has arrived and its results are obsolete
 */
export function createSaveQueue(check: (save: Save, signal: AbortSignal) => Promise<void>) {
  let collected = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let current = new AbortController()
  let checking: Promise<void> = Promise.resolve()
  let lastMs = 0

  function startCheck(): void {
    timer = undefined
    const save = { files: [...collected].sort(), atMs: lastMs }
    collected = new Set()
    current.abort()
    current = new AbortController()
    checking = check(save, current.signal)
  }

  return {
    changed(path: string): void {
      collected.add(path)
      lastMs = performance.now()
      clearTimeout(timer)
      timer = setTimeout(startCheck, quietMs)
    },
    /** Checks everything as it is now, without a save. */
    checkNow(): void {
      clearTimeout(timer)
      lastMs = performance.now()
      startCheck()
    },
    /** Accepts no more saves; settles when the last check has ended. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      current.abort()
      await checking
    },
  }
}
