type Collection<Entry> = Map<string, Entry> | Set<Entry> | Entry[]

/**
 * Removes the oldest entries of a map, set or array until `max` are left, so that a mock that runs for weeks does not
 * fill the memory. Entries of a map that `mayRemove` refuses stay in any case.
 */
export function keepNewest<Entry>(
  collection: Collection<Entry>,
  max: number,
  mayRemove: (entry: Entry) => boolean = () => true,
): void {
  if (Array.isArray(collection)) {
    collection.splice(0, Math.max(0, collection.length - max))
    return
  }
  if (collection instanceof Set) {
    for (const entry of collection) {
      if (collection.size <= max) return
      collection.delete(entry)
    }
    return
  }
  for (const [key, entry] of collection) {
    if (collection.size <= max) return
    if (mayRemove(entry)) collection.delete(key)
  }
}
