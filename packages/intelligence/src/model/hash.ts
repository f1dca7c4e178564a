/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash | 0
}

/** One hash of a kind of feature and up to two others; the order counts. */
export function mixed(kind: number, a: number, b = 0): number {
  let hash = Math.imul(a ^ Math.imul(kind + 1, 0x9e3779b1), 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash + b, 0xc2b2ae35)
  hash ^= hash >>> 16
  return Math.imul(hash, 0x27d4eb2f) | 0
}
