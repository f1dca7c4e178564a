import { createHash } from 'node:crypto'

/**
 * The requests of a lane, one line per case, so that two runs with the same seed can be compared. The service chooses
 * new ids in every run, so an id is replaced by its order of appearance (`whk#3`); everything else is unchanged.
 */
export interface CaseList {
  add(line: string): void
  /** Equal for equal lists. */
  readonly hash: string
  readonly lines: readonly string[]
}

const recordId = /\b([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}/g
const ownOrigin = /https?:\/\/(127\.0\.0\.1|localhost):\d+/g

export function createCaseList(): CaseList {
  const lines: string[] = []
  const digest = createHash('sha256')
  const numbers = new Map<string, number>()
  const named = (id: string, prefix: string): string => {
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    return `${prefix}#${number}`
  }
  return {
    add(request) {
      const line = request.replace(ownOrigin, '').replace(recordId, named)
      lines.push(line)
      digest.update(`${line}\n`)
    },
    get hash() {
      return digest.copy().digest('hex').slice(0, 16)
    },
    lines,
  }
}
