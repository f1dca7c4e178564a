import { isRecord } from '@svc/runtime/json'

/** The node of a bundle that a reference points to (RFC 6901 in a URI fragment); undefined when there is none. */
export function pointAt(document: unknown, reference: string): unknown {
  const keys = decodeURIComponent(reference.replace(/^#\/?/, '')).split('/')
  return keys.reduce<unknown>((node, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    return isRecord(node) || Array.isArray(node) ? Reflect.get(node, name) : undefined
  }, document)
}

/**
 * The node itself, or what it refers to, as an object. References to references are followed. Throws an Error for a
 * reference that refers back to itself.
 */
export function resolveNode(document: unknown, node: unknown): Record<string, unknown> {
  const followed = new Set<unknown>()
  let resolved = node
  while (isRecord(resolved) && typeof resolved.$ref === 'string') {
    if (followed.has(resolved)) throw new Error(`The reference ${resolved.$ref} refers back to itself.`)
    followed.add(resolved)
    resolved = pointAt(document, resolved.$ref)
  }
  return isRecord(resolved) ? resolved : {}
}
