/** A `$ref`: the file that it names, empty for its own file, and the path to the value within that file. */
interface ParsedReference {
  path: string
  segments: string[]
}

export function parseReference(reference: string): ParsedReference {
  const [path = '', fragment = ''] = reference.split('#')
  return { path, segments: segmentsOf(fragment) }
}

/**
 * Returns the segments of a JSON pointer (RFC 6901), with or without a leading `#`. Percent-encoding is decoded
 * (section 6).
 */
export function segmentsOf(pointer: string): string[] {
  return pointer.replace(/^#/, '').split('/').slice(1).map(decodeFragment)
}

export function escapeSegment(segment: string): string {
  return segment.includes('~') || segment.includes('/') ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment
}

export function unescapeSegment(segment: string): string {
  return segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment
}

function decodeFragment(segment: string): string {
  try {
    return unescapeSegment(decodeURIComponent(segment))
  } catch {
    // A name with a percent sign that is not encoded.
    return unescapeSegment(segment)
  }
}
