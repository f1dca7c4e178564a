import { seededRandom } from '@svc/runtime/testing-random'
import type { schemas } from './styled-documents.ts'

type Kind = keyof typeof schemas

/** Values that differ in the characters that mean something in a URL. */
interface RandomValues {
  /** A value of a kind; lists and objects have at least one member. `without` are characters that no text has. */
  value(kind: Kind, without?: string): unknown
  /** A text that is not empty and not dots alone, which no URL can have as a segment. */
  segment(): string
}

const characters = [...'aZ09-_.~!*\'();:@&=+$,/?#[]%|{}"<>\\^` é漢😀']

/** Values that the seed determines. */
export function randomValues(seed: number): RandomValues {
  const { below } = seededRandom(seed)
  const some = <Value>(least: number, make: () => Value) => Array.from({ length: least + below(4) }, make)
  const integer = () => below(2_000) - 1_000
  const flag = () => below(2) === 0

  function value(kind: Kind, without = ''): unknown {
    const permitted = characters.filter((character) => !without.includes(character))
    const text = () => some(0, () => permitted[below(permitted.length)]).join('')
    switch (kind) {
      case 'text':
        return text()
      case 'count':
        return integer()
      case 'amount':
        return integer() / 8
      case 'flag':
        return flag()
      case 'texts':
        return some(1, text)
      case 'counts':
        return some(1, integer)
      case 'flags':
        return some(1, flag)
      case 'point':
        return { x: integer(), ...(flag() && { name: text() }), ...(flag() && { open: flag() }) }
      case 'labels':
        return Object.fromEntries(some(1, () => [`k${text()}`, text()]))
    }
  }

  return { value, segment: () => `s${value('text')}` }
}
