/** Collects items in batches. While one batch is written, the next one is collected. */
interface BatchWriter<Item> {
  /** Adds an item. Returns true if the batch was full and its writing has begun. */
  add(item: Item): Promise<boolean>
  /** Writes the last batch, even if it is empty. */
  end(): Promise<void>
  /** Waits for the batch that is being written, and discards the items after it. */
  stop(): Promise<void>
}

/**
 * @param write writes a batch; batches are written in order and one at a time. The next call of a method throws its
 * error
 */
export function createBatchWriter<Item>(
  size: number,
  write: (batch: readonly Item[]) => Promise<void>,
): BatchWriter<Item> {
  let batch: Item[] = []
  let writing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    await writing
    const full = batch
    batch = []
    writing = write(full)
    // The next `await writing` throws the error. Until then, it must not be an unhandled rejection.
    writing.catch(() => {})
  }

  return {
    async add(item) {
      batch.push(item)
      if (batch.length < size) return false
      await flush()
      return true
    },
    async end() {
      await flush()
      await writing
    },
    async stop() {
      await writing
      batch = []
    },
  }
}
