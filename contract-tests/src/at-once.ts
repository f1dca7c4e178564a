/**
 * Runs all tasks at the same time. Resolves when all of them have resolved. When one rejects, aborts the signal of the
 * others, and rejects with its error once all have ended, so that none is left that still uses a service.
 */
export async function allAtOnce(
  tasks: readonly ((signal: AbortSignal) => Promise<void>)[],
  signal: AbortSignal,
): Promise<void> {
  const failing = new AbortController()
  const own = AbortSignal.any([signal, failing.signal])
  const errors: unknown[] = []
  await Promise.all(
    tasks.map(async (task) => {
      try {
        await task(own)
      } catch (error) {
        errors.push(error)
        failing.abort()
      }
    }),
  )
  if (errors.length > 0) throw errors[0]
}
