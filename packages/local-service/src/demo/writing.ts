/**
 * Makes sentences from templates with a seeded random source: the same seed makes the same sentences.
 */

export type Random = () => number

/** mulberry32: small, fast and the same everywhere. */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index += 1)
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Draws from a list. No item repeats before all were drawn. */
export function deck<T>(cards: readonly T[], random: Random): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = shuffled(cards, random)
    const card = left.pop()
    if (card === undefined) throw new Error('A deck needs at least one card')
    return card
  }
}

/**
 * Fills a template: `{slot}` from the slots, `[a|b|c]` by choice, an empty alternative allowed.
 * A slot may contain choices, and a choice may contain slots.
 */
export function fill(template: string, slots: Record<string, () => string>, random: Random): string {
  const withSlots = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const slot = slots[name]
    if (!slot) throw new Error(`No slot "${name}" for "${template}"`)
    return slot()
  })
  const chosen = withSlots.replace(/\[([^[\]]*)\]/g, (_, choices: string) => {
    const list = choices.split('|')
    return list[Math.floor(random() * list.length)] ?? ''
  })
  const tidy = chosen
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.!?])/g, '$1')
    .trim()
  return tidy.charAt(0).toUpperCase() + tidy.slice(1)
}

/** True with the given probability. */
export function chance(probability: number, random: Random): boolean {
  return random() < probability
}

function shuffled<T>(cards: readonly T[], random: Random): T[] {
  const order = cards.map((card) => ({ card, at: random() }))
  return order.sort((a, b) => a.at - b.at).map(({ card }) => card)
}
